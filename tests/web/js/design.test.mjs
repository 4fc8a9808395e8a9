// Acts of a design, and names of pictures: `node --test` runs this.
import assert from "node:assert/strict";
import test from "node:test";

const base = new URL("../../../generator/web/static/js/", import.meta.url);
const { Acts, placed, sidesOf, within, written } = await import(new URL("boxes.js", base));

test("acts add up, are undone and done again; a drag that goes on is one", () => {
  const acts = new Acts();
  acts.add({ 3: { x: "1" } });
  acts.add({ 3: { x: "2", y: "5" }, 4: { width: "9" } }, "drag 1");
  acts.add({ 3: { x: "3" } }, "drag 1");
  assert.deepEqual(acts.changes, { 3: { x: "3", y: "5" }, 4: { width: "9" } });
  assert.ok(acts.undo());
  assert.deepEqual(acts.changes, { 3: { x: "1" } });
  assert.ok(acts.redo());
  assert.equal(acts.changes[4].width, "9");
  acts.undo();
  acts.add({ 5: { x: "0" } });
  assert.ok(!acts.redo());
  const repeated = { number: 3, places: [[[7, 8, 9, 10], []], [[7, 20, 9, 10], []]] };
  assert.deepEqual(sidesOf(repeated, { 3: { x: "1", y: "9" } }), [1, 9, 9, 10]);
  assert.deepEqual(sidesOf(repeated, { 3: { x: "1", y: "9" } }, 1), [1, 21, 9, 10]);
});

test("numbers are short, and ways go through a turned group and back", () => {
  assert.deepEqual([written(3.1377), written(0.1 + 0.2), written(2.3, 0.5), written(-0.2, 0.5)], ["3.14", "0.3", "2.5", "0"]);
  const turned = [0, 1, -1, 0, 60, 80];
  assert.deepEqual(placed([1, 2, 10, 5], turned), [53, 81, 58, 91]);
  const [du, dv] = within([3, 4], turned);
  assert.deepEqual([0 * du - 1 * dv, 1 * du + 0 * dv], [3, 4]);
  assert.deepEqual(within([3, 4], [0, 0, 0, 0, 0, 0]), [0, 0]);
});

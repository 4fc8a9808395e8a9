// Bringing two changes of a text together: `node --test` runs this.
import assert from "node:assert/strict";
import test from "node:test";

const { merged } = await import(new URL("../../../generator/web/static/js/merge.js", import.meta.url));
const text = (...lines) => lines.map((line) => `${line}\n`).join("");
const BASE = text("a", "b", "c", "d");

test("changes of lines that are apart are both made", () => {
  assert.equal(merged(BASE, text("a", "B", "c", "d"), text("a", "b", "c", "D")), text("a", "B", "c", "D"));
  assert.equal(merged(BASE, text("new", "a", "b", "c", "d"), text("a", "b", "d")), text("new", "a", "b", "d"));
});

test("of lines beside each other each is taken from who changed it", () => {
  assert.equal(merged(BASE, text("a", "B", "c", "d"), text("a", "b", "C", "d")), text("a", "B", "C", "d"));
});

test("nobody decides between two changes of one line, or where lines came beside a change", () => {
  assert.equal(merged(BASE, text("a", "B", "c", "d"), text("a", "X", "c", "d")), null);
  assert.equal(merged(BASE, text("a", "B", "c", "d"), text("a", "b", "new", "c", "d")), null);
  assert.equal(merged(BASE, "", text("a", "b", "C", "d")), null);
});

test("one change alone, or the same on both sides, is taken as it is; whichever side is called mine", () => {
  let seed = 7;
  const dice = (sides) => (seed = (seed * 1103515245 + 12345) % 2147483648) % sides;
  const changed = (lines) => lines.flatMap((line) => [[line], [line], [line], [], [line, `n${dice(9)}`], [`c${dice(9)}`]][dice(6)]);
  for (let round = 0; round < 500; round += 1) {
    const lines = Array.from({ length: dice(8) }, () => `l${dice(4)}`);
    const [base, mine, theirs] = [lines, changed(lines), changed(lines)].map((one) => text(...one));
    assert.equal(merged(base, mine, base), mine);
    assert.equal(merged(base, base, theirs), theirs);
    assert.equal(merged(base, mine, mine), mine);
    const both = merged(base, mine, theirs);
    assert.equal(merged(base, theirs, mine), both);
    if (both === null) continue;
    const added = (side) => side.split("\n").filter((line) => /^[nc]\d/.test(line));
    for (const line of [...added(mine), ...added(theirs)]) assert.ok(both.split("\n").includes(line), `${line} is lost`);
  }
});

// Values of forms and grids: `node --test` runs this.
import assert from "node:assert/strict";
import test from "node:test";

const { cellsOf, fieldAt, moved, order, textOf, textValue, without } = await import(new URL("../../../generator/web/static/js/values.js", import.meta.url));
const BOTH = ["en", "fr"];

test("a text in several languages stays one while only the first says something", () => {
  assert.deepEqual(textOf("Cake", BOTH), { en: "Cake", fr: "" });
  assert.deepEqual(textOf(["wrong"], BOTH), { en: "", fr: "" });
  const value = (en, fr, about = {}) => textValue({ en, fr }, BOTH, { one: false, required: false, ...about });
  assert.equal(value("Cake", "", { one: true }), "Cake");
  assert.deepEqual(value("Cake", "Gâteau", { one: true }), { en: "Cake", fr: "Gâteau" });
  assert.deepEqual(value("Cake", ""), { en: "Cake" });
  assert.equal(value("", ""), null);
  assert.deepEqual(value("", "", { required: true }), { en: "", fr: "" });
  assert.equal(textValue({ es: "Sol" }, ["es"], { one: false, required: true }), "Sol");
});

test("members of a list change places, and none is lost", () => {
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  assert.deepEqual(without(["a", "b", "c"], 1), ["a", "c"]);
});

test("a line of a text is told to be that of its field", () => {
  const lines = ["# mine", "- id: cake", "  steps:", "    - name: Draw", "      text: Take", "  price: 3"];
  assert.deepEqual(lines.map((_, at) => fieldAt(lines, at)), ["", "id", "steps", "steps", "steps", "price"]);
  assert.equal(fieldAt(["- {id: a, price: 3}"], 0), "");
});

test("what a spreadsheet copies comes apart into its cells", () => {
  assert.deepEqual(cellsOf("a\tb\r\nc\t\r\n"), [["a", "b"], ["c", ""]]);
  assert.deepEqual(cellsOf('"two\nlines"\t"say ""so"""\n5" nail\tx'), [["two\nlines", 'say "so"'], ['5" nail', "x"]]);
  assert.deepEqual(cellsOf("alone"), [["alone"]]);
});

test("numbers are ordered by size, before words, and empty cells come last", () => {
  assert.deepEqual(["b", "10", "", "9", "a"].sort(order), ["9", "10", "a", "b", ""]);
});

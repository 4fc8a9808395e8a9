// The manual's Markdown: `node --test` runs this, over every document that ships.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const root = new URL("../../../", import.meta.url);
const { blocks, slug, spans } = await import(new URL("generator/web/static/js/markdown.js", root));

test("blocks and parts of lines are told from each other", () => {
  const found = blocks("# A `b`\n\nText **bold** and\nmore\n\n| a | b |\n|---|--:|\n| 1 \\| 2 | `x` |\n\n```sh\n# no heading\n```\n");
  assert.deepEqual(found.map((one) => one.kind), ["heading", "paragraph", "table", "code"]);
  assert.deepEqual(blocks("- one\n  goes on\n- two\n")[0].items, ["one goes on", "two"]);
  assert.deepEqual(found[2].rows, [["a", "b"], ["1 | 2", "`x`"]]);
  assert.deepEqual(spans("a_b_c `x*y*` _z_ [w](v.md#u)").map((one) => one.kind), ["text", "code", "text", "italic", "text", "link"]);
  assert.equal(slug("The box: `pnp plan`"), "the-box-pnp-plan");
});

test("every document is read to its end, and its links lead to headings that are there", () => {
  const docs = new URL("docs/", root);
  const texts = new Map(readdirSync(docs).filter((name) => name.endsWith(".md")).map((name) => [name, readFileSync(new URL(name, docs), "utf8")]));
  const ids = new Map([...texts].map(([name, text]) => [name, blocks(text).filter((one) => one.kind === "heading").map((one) => slug(one.text.replace(/`/g, "")))]));
  for (const [name, text] of texts) {
    for (const [, to, id] of text.matchAll(/\]\(([\w-]+\.md)?#([^)]+)\)/g)) {
      assert.ok(ids.get(to ?? name)?.includes(id), `${name}: ${to ?? ""}#${id}`);
    }
  }
});

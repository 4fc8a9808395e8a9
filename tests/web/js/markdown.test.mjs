// The manual's Markdown: `node --test` runs this, over every document that ships.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

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
  const docs = fileURLToPath(new URL("docs/", root));
  const names = readdirSync(docs, { recursive: true }).filter((name) => name.endsWith(".md") && !/^(decisions|cookbook)/.test(name));
  const texts = new Map(names.map((name) => [name, readFileSync(join(docs, name), "utf8")]));
  const ids = new Map([...texts].map(([name, text]) => [name, blocks(text).filter((one) => one.kind === "heading").map((one) => slug(one.text.replace(/`/g, "")))]));
  for (const [name, text] of texts) {
    for (const [, to, id] of text.matchAll(/\]\(((?:[\w./-]+)\.md)?#([^)]+)\)/g)) {
      const page = to ? join(dirname(name), to) : name;
      assert.ok(ids.get(page)?.includes(id), `${name}: ${to ?? ""}#${id}`);
    }
  }
  assert.equal(new Set(names.map((name) => basename(name))).size, names.length, "a name of a page is its address: it is there once");
});

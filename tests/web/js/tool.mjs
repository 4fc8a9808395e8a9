// Opens the tool of a site under node and asks it: node tool.mjs SITE, then [[GAME, LANGUAGE, ADDRESS], …] as JSON; an answer a line.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, asked] = process.argv.slice(2);
const { opened } = await import(pathToFileURL(join(site, "static/js/site/tool.js")));
const { loadPyodide } = await import(pathToFileURL(join(site, "tool/pyodide.mjs")));
const take = async (name) => new Response(await readFile(join(site, "tool", name)));
let ask = null;
let open = "";
for (const [game, language, address] of JSON.parse(asked)) {
  if (game !== open) ask = await opened(loadPyodide, join(site, "tool/"), take, game);
  open = game;
  const { content, ...told } = await ask(address, language, "text/html");
  console.log(JSON.stringify({ ...told, content: Buffer.from(content).toString("base64") }));
}

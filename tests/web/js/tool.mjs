// Opens the tool of a site under node and asks it: node tool.mjs SITE RUNTIME GAME LANGUAGE ADDRESS…, an answer a line as JSON.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [site, runtime, game, language, ...addresses] = process.argv.slice(2);
const { opened } = await import(pathToFileURL(join(site, "static/js/site/tool.js")));
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")));
const ask = await opened(loadPyodide, {}, (name) => readFile(join(site, "tool", name)), game);
for (const address of addresses) {
  const { content, ...told } = ask(address, language, "text/html");
  console.log(JSON.stringify({ ...told, content: Buffer.from(content).toString("base64") }));
}

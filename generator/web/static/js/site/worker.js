// Works beside the page, which never waits for it.

import { opened } from "./tool.js";

const base = new URL("../../../tool/", import.meta.url);
let ask = null;

async function take(name) {
  const answer = await fetch(new URL(name, base));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function begin(game) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", base).href);
  return opened(loadPyodide, base.href, take, game);
}

addEventListener("message", async ({ data }) => {
  const { id, game, address, language, accept } = data;
  try {
    ask ??= begin(game);
    postMessage({ id, ...(await (await ask)(address, language, accept)) });
  } catch (error) {
    postMessage({ id, fault: String(error?.message ?? error).trim().split("\n").at(-1) });
  }
});

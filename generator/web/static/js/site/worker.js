// Works beside the page, which never waits for it.

import { opened } from "./tool.js";

const base = new URL("../../../tool/", import.meta.url);
const bare = self.fetch;
let ask = null;
let weight = Infinity; // bytes that will come, unpacked by the host's packing
let came = 0;
let told = 0;

/** Fetch, and tell the page how many hundredths of the tool are there. Pyodide fetches its own files by this too. */
self.fetch = async (...what) => {
  const answer = await bare(...what);
  if (!answer.body) return answer;
  const count = new TransformStream({
    transform(part, target) {
      came += part.length;
      const share = Math.min(100, Math.floor((100 * came) / weight));
      if (share > told) postMessage({ share: (told = share) });
      target.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(count), answer);
};

async function take(name) {
  const answer = await fetch(new URL(name, base));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  if (name === "tool.json") weight = (await answer.clone().json()).weight;
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

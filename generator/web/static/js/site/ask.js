// Asks a server where there is one. On a site of files it asks the tool, which a worker runs, for what is not a file.

import { make } from "../elements.js";

const { site, address: own, language, game, toolSays } = document.body.dataset;
let worker = null;
let number = 0;
const waiting = new Map();

/** What the workshop has at an address, as `fetch` would give it. */
export async function ask(address, options = {}) {
  if (site === undefined) return fetch(address, options);
  const there = new URL(address, location.href);
  const path = there.pathname === location.pathname ? own : toolSays && String(address).startsWith("/") ? there.pathname : null;
  if (path === null || !toolSays) throw new Error("there is no such file");
  const told = await asked(path + there.search, options.headers?.accept ?? "text/html", options.signal);
  const headers = { "content-type": told.form };
  if (told.name) headers["content-disposition"] = `attachment; filename="${told.name}"`;
  return new Response(told.content, { status: told.status, headers });
}

function asked(address, accept, signal) {
  const id = (number += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    signal?.addEventListener("abort", () => {
      if (!waiting.delete(id)) return;
      reject(new DOMException("it is not wanted any more", "AbortError"));
    });
    begun().postMessage({ id, game, address, language, accept });
  });
}

/** The worker; what it needs is asked for now, if it was not before. */
export function begun() {
  if (worker) return worker;
  const note = make("p", { class: "loading quiet", role: "status" }, toolSays);
  (document.querySelector(".results") ?? document.querySelector("main")).prepend(note);
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    if (data.share) {
      note.textContent = `${toolSays} ${data.share} %`;
      return;
    }
    note.remove();
    const one = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.fault) one?.reject(new Error(data.fault));
    else one?.resolve(data);
  });
  worker.addEventListener("error", (event) => {
    note.remove();
    for (const one of waiting.values()) one.reject(new Error(event.message || "the tool could not be loaded"));
    waiting.clear();
  });
  return worker;
}

/** End what is under way: the next question begins anew. */
export function stop() {
  worker?.terminate();
  worker = null;
  for (const one of waiting.values()) one.reject(new DOMException("it was stopped", "AbortError"));
  waiting.clear();
}

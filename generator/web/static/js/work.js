// Files that take their time: how far they are, a way to stop, and why one cannot be had. For links with `data-job`.

import { fileName, make, saveAs } from "./elements.js";
import { reason } from "./sending.js";
import { ask, stop } from "./site/ask.js";

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-job]");
  if ("site" in document.body.dataset && !link?.dataset.madeHref) return; // a file that lies there: the browser's affair
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  work(link);
});

/** Why something is refused: one line, and what is to be mended first, with a way to it. */
async function refusal(answer) {
  const text = (await answer.text()).trim();
  const told = await new Response(text).json().catch(() => null);
  if (!told) return new Error(text.slice(0, 500) || answer.statusText);
  const { problems, problemsSay } = document.body.dataset;
  const parts = [make("p", {}, reason({ told }, told.error))];
  if (told.problems?.length && problems) parts.push(make("a", { href: problems }, problemsSay));
  return Object.assign(new Error(told.error), { parts });
}

/** Fetch a file that takes its time, saying how far it is; the button beside the bar ends it.

`shown` is given the text and the address of what is a page, not a file. */
export async function work(link, shown = null) {
  if (link.dataset.busy) return;
  link.dataset.busy = "1";
  const job = `job-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`;
  const own = new AbortController();
  const said = document.querySelector("[data-working]")?.dataset ?? {};
  const words = make("span", {}, said.working || "…");
  const end = make("button", { class: "button quiet", onclick: () => (own.abort(), stop()) }, said.stop || "×");
  const bar = make("progress", { "aria-label": link.textContent.trim() });
  const note = make("div", { class: "working", role: "status", id: "working" }, make("div", "row", words, end), bar);
  document.getElementById("working")?.remove();
  (link.closest("[data-work]") ?? link.closest(".bar") ?? link.parentElement).after(note);
  const look = setInterval(async () => {
    if ("site" in document.body.dataset) return;
    const state = await fetch(`/-/jobs/${job}`, { headers: { accept: "application/json" } }).then((one) => (one.ok ? one.json() : null), () => null);
    if (!state) return;
    if (state.of) [bar.max, bar.value] = [state.of, state.done];
    if (state.what) words.textContent = `${state.what} ${state.of ? `${state.done}/${state.of}` : ""}`;
  }, 400);
  try {
    const made = link.dataset.madeHref; // by the tool in this very page
    const address = new URL(made ?? link.href, location.href);
    address.searchParams.set("job", job);
    const answer = await ask(made ? address.pathname + address.search : address, { signal: own.signal, headers: { accept: shown ? "text/html" : "application/json, */*" } });
    if (!answer.ok) throw await refusal(answer);
    if (shown) {
      address.searchParams.delete("job");
      shown(await answer.text(), address);
      return;
    }
    saveAs(await answer.blob(), fileName(answer.headers, "file"));
    note.remove();
  } catch (error) {
    if (error.name === "AbortError") note.remove();
    else {
      note.className = "note red";
      note.setAttribute("role", "alert");
      note.replaceChildren(...(error.parts ?? [error.message]));
    }
  } finally {
    clearInterval(look);
    delete link.dataset.busy;
  }
}

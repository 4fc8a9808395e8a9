// A card of a visitor's own: what the form says is checked and drawn while it is typed, and stands in the address.

import { make, pictured, toast } from "../elements.js";
import { makeForm } from "../form.js";
import { ask } from "./ask.js";

const PAUSE = 250; // ms without a keystroke before the card is looked at
let desk = null;

class OwnCard {
  constructor(place) {
    this.place = place;
    this.said = place.dataset;
    this.values = JSON.parse(this.said.values);
    this.looking = null;
    this.form = makeForm(place.querySelector("#fields"), (name, value) => this.filled(name, value));
    this.form.show(this.values);
    place.querySelector("#own-share").addEventListener("click", () => this.share());
    this.addressed(new URLSearchParams(location.search));
    this.look();
  }

  /** The options of the address, with the card as it is now as the last of those written. */
  get query() {
    const query = new URLSearchParams(location.search);
    const written = query.getAll("own").slice(0, -1);
    query.delete("own");
    for (const one of [...written, JSON.stringify(this.values)]) query.append("own", one);
    query.set("lang", this.said.language);
    return query;
  }

  filled(name, value) {
    if (value === null) delete this.values[name];
    else this.values[name] = value;
    this.addressed(this.query);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.look(), PAUSE);
  }

  /** Let the address, and the links to what is made of the card, say what the form says. */
  addressed(query) {
    if (query.has("own")) history.replaceState({}, "", `?${query}`);
    const all = this.query;
    for (const name of ["own-pdf", "own-yaml"]) lead(document.getElementById(name), all);
    const more = new URLSearchParams(all);
    more.append("own", "");
    lead(document.getElementById("own-another"), more);
  }

  async look() {
    this.looking?.abort();
    const own = (this.looking = new AbortController());
    const state = this.place.querySelector("#own-state");
    state.textContent = this.said.checking;
    const answer = await ask(`${this.said.look}?${this.query}`, { signal: own.signal, headers: { accept: "application/json" } }).catch((error) => error);
    if (own.signal.aborted) return;
    const told = answer instanceof Error ? { error: answer.message } : await answer.json().catch(() => ({ error: answer.statusText }));
    const problems = told.problems ?? [];
    if (told.error) problems.unshift({ level: "error", message: told.error, field: "" });
    this.tell(problems);
    for (const picture of this.place.querySelectorAll("img[data-side]")) {
      const drawn = told.faces?.find((one) => one.side === picture.dataset.side);
      picture.parentElement.classList.toggle("stale", !drawn && !picture.hidden);
      if (!drawn) continue;
      picture.src = pictured(drawn.svg);
      picture.alt = `${this.said.name}: ${told.id}${drawn.side === "back" ? `, ${this.said.back}` : ""}`;
      picture.hidden = false;
    }
  }

  tell(problems) {
    const by = {};
    for (const one of problems) if (one.field) (by[one.field] ??= []).push(one.message);
    this.form.problems(by);
    const elsewhere = problems.filter((one) => !one.field || !this.place.querySelector(`[data-field="${CSS.escape(one.field)}"]`));
    const lines = elsewhere.map((one) => make("li", `note ${one.level === "error" ? "red" : "amber"}`, one.message));
    this.place.querySelector("#own-problems").replaceChildren(...lines);
    this.place.querySelector("#own-state").textContent = problems.length ? "" : this.said.sound;
  }

  async share() {
    const address = new URL(`?${this.query}`, location.href).href;
    history.replaceState({}, "", address);
    try {
      await navigator.clipboard.writeText(address);
      toast(this.said.copied);
    } catch {
      toast(address, { seconds: 0 }); // it may not write there: the address is to be copied by hand
    }
  }
}

/** Let a link lead to what these options make, be it a server's address or the tool's. */
function lead(link, query) {
  const made = link.dataset.madeHref ?? link.getAttribute("href");
  const there = `${made.replace(/\?.*/, "")}?${query}`;
  if (link.dataset.madeHref) link.dataset.madeHref = there;
  else link.setAttribute("href", there);
}

function begin() {
  const place = document.getElementById("own");
  if (!place || desk?.place === place) return;
  desk = new OwnCard(place);
}

// Of a page that is a file the address may say more than the file: the desk brings the page that it asks for.
if (!("toolSays" in document.body.dataset && location.search)) begin();
document.addEventListener("pnp:shown", begin);

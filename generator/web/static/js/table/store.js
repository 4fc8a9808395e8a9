// The table as it is now, as it was, kept in this browser and shared with its other windows.

import { after, begun, catalogue, restored } from "./state.js";

const MOST_KEPT = 200; // states to go back to

/** A table that tells `change` of each act: {said, near}, near where it was done in this window. */
export class Store extends EventTarget {
  constructor(description) {
    super();
    this.description = description;
    this.known = catalogue(description);
    this.state = begun(description);
    this.past = [];
    this.future = [];
    this.key = `pnp-table:${description.game}`;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(this.key) : null;
    this.channel?.addEventListener("message", (event) => this.#told(event.data));
  }

  /** Do something; what became of it. */
  act(action) {
    const done = after(this.state, action, this.known);
    if (done.state !== this.state) {
      this.#remember(this.state);
      this.state = done.state;
      this.#keep(done.said);
    }
    this.#tell(done.said, true);
    return done;
  }

  /** Put another table in its place, which can be undone. */
  replace(state, said) {
    this.#remember(this.state);
    this.state = state;
    this.#keep(said);
    this.#tell(said, true);
  }

  /** Begin without a past, with this table. */
  begin(state) {
    this.state = state;
    [this.past, this.future] = [[], []];
    this.#keep(null);
    this.#tell(null, true);
  }

  undo() {
    this.#step(this.past, this.future, "table-undone");
  }

  redo() {
    this.#step(this.future, this.past, "table-redone");
  }

  /** The table that was kept in this browser; null where there is none. */
  static kept(game) {
    try {
      return JSON.parse(localStorage.getItem(`pnp-table:${game}`));
    } catch {
      return null;
    }
  }

  #step(from, to, word) {
    if (!from.length) {
      this.#tell(["table-cannot", {}], true);
      return;
    }
    to.push(this.state);
    this.state = from.pop();
    this.#keep([word, {}]);
    this.#tell([word, {}], true);
  }

  #remember(state) {
    this.past.push(state);
    if (this.past.length > MOST_KEPT) this.past.shift();
    this.future = [];
  }

  #keep(said) {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.state));
    } catch {
      // Without room, or where nothing may be kept, the table lasts as long as its window.
    }
    this.channel?.postMessage({ state: this.state, said });
  }

  #told({ state, said }) {
    const now = restored(state, this.description);
    if (!now) return;
    this.#remember(this.state);
    this.state = { ...now, dice: state.dice ?? [] };
    this.#tell(said, false);
  }

  #tell(said, near) {
    this.dispatchEvent(new CustomEvent("change", { detail: { said, near } }));
  }
}

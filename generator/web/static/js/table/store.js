// The table as it is now, as it was, kept in this browser and shared with its other windows.

import { keepWord, wordAt } from "../unsaved.js";
import { after, begun, catalogue, restored, unseen } from "./state.js";

const MOST_KEPT = 200; // states to go back to

/** A table that tells `change` of each act, with what is to be said of it. */
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
    this.#tell(done.said);
    return done;
  }

  /** Put another table in its place, which can be undone. */
  replace(state, said) {
    this.#remember(this.state);
    this.state = state;
    this.#keep(said);
    this.#tell(said);
  }

  /** Go on with the game as it is now described: what it no longer has is gone, what it has gained lies there. */
  redescribed(description) {
    const fit = (states) => states.map((state) => restored(state, description)).filter(Boolean);
    const [now] = fit([this.state]);
    if (!now) return;
    Object.assign(this, { description, known: catalogue(description), state: { ...now, dice: this.state.dice }, past: fit(this.past), future: fit(this.future) });
    this.#tell(["table-changed", {}]);
  }

  /** Begin without a past, with this table; one that was not here before is kept, and shown in all windows. */
  begin(state, isNew) {
    this.state = state;
    [this.past, this.future] = [[], []];
    if (isNew) this.#keep(null);
  }

  /** What a player has not seen of a deck. */
  unseen(deck, seat) {
    return unseen(this.state, deck, seat, this.known).map((card) => this.known.cards.get(card).item);
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
      return JSON.parse(wordAt(`pnp-table:${game}`));
    } catch {
      return null;
    }
  }

  #step(from, to, word) {
    if (!from.length) return this.#tell(["table-cannot", {}]);
    to.push(this.state);
    this.state = from.pop();
    this.#keep([word, {}]);
    this.#tell([word, {}]);
  }

  #remember(state) {
    this.past.push(state);
    if (this.past.length > MOST_KEPT) this.past.shift();
    this.future = [];
  }

  #keep(said) {
    keepWord(this.key, JSON.stringify(this.state)); // without room, the table lasts as long as its window
    this.channel?.postMessage({ state: this.state, said });
  }

  #told({ state, said }) {
    const now = restored(state, this.description);
    if (!now || JSON.stringify({ ...now, dice: state.dice }) === JSON.stringify(this.state)) return;
    this.#remember(this.state);
    this.state = { ...now, dice: Array.isArray(state.dice) ? state.dice : [] };
    this.#tell(said);
  }

  #tell(said) {
    this.dispatchEvent(new CustomEvent("change", { detail: said }));
  }
}

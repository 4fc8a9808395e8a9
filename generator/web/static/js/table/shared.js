// A table that the server keeps for several machines: cards are known by tokens, and which card a token stands for is
// sent to those alone who may see it. What this window does is done on what it knows, and sent as where everything lies.

import { live } from "../live.js";
import { icon, make } from "../elements.js";
import { keepWord, wordAt } from "../unsaved.js";
import { after, catalogue } from "./state.js";

const SHUFFLED = { shuffle: (action) => action.stack, gather: (action) => `s${action.deck}` };
const place = (word) => `pnp-seat:${word}`;

async function ask(path, key, body = null) {
  const answer = await fetch(`/-/tables/${path}`, {
    method: body ? "POST" : "GET",
    cache: "no-store",
    headers: { accept: "application/json", "x-pnp-seat": key, ...(body ? { "content-type": "application/json" } : {}) },
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, told: await answer.json().catch(() => ({})) };
}

/** Put this window's table up at the server, and go there. */
export async function invite(store) {
  const { state, known } = store;
  const decks = Object.fromEntries([...known.cards].map(([card, { deck }]) => [card, deck.id]));
  const { status, told } = await ask("", "", { state, decks });
  if (status !== 200) throw new Error(told.error);
  keepWord(place(told.word), told.key);
  location.assign(`?join=${told.word}&seat=1`);
}

/** Links for the other seats, and the table's word. */
export function invitation(store, say, refused) {
  const box = document.getElementById("invitation");
  for (const id of ["setup", "link", "window", "invite"]) document.getElementById(id).hidden = true;
  document.querySelector("label[for=load]").hidden = true;
  const link = (seat) => new URL(`?join=${store.word}${seat ? `&seat=${seat}` : ""}`, location.href).href;
  const draw = () => {
    const rows = Array.from({ length: store.state.players }, (_, at) => at + 1).map((seat) => {
      const name = say("table-player", { player: seat });
      if (seat === store.seat || store.taken.includes(seat)) return make("li", {}, `${name}: ${say("table-taken-seat")}`);
      return make("li", {}, `${name}: `, make("a", { href: link(seat), target: "_blank", rel: "noopener" }, link(seat)));
    });
    rows.push(make("li", {}, `${say("table-look-on")}: `, make("a", { href: link(0), target: "_blank", rel: "noopener" }, link(0))));
    const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    box.replaceChildren(
      make(
        "details",
        { class: "note blue", open: store.seat === 1 && store.taken.length < store.state.players },
        make("summary", {}, icon("player"), ` ${store.word}`),
        make("p", {}, say("table-invited", { word: store.word })),
        make("ul", "seats", ...rows),
        local ? make("p", "small", say("table-invite-here")) : null,
      ),
      ...(refused ? [make("p", "note amber", say("table-seat-taken"))] : []),
    );
    box.hidden = false;
  };
  store.addEventListener("seats", draw);
  draw();
}

export class SharedStore extends EventTarget {
  past = [];
  future = [];
  taken = [];

  /** Take a seat, come back to the one that this browser has, or look on. */
  static async sit(word, seat) {
    let key = wordAt(place(word));
    let refused = false;
    const before = await ask(word, key);
    if (before.status !== 200) throw new Error(before.told.error);
    if (!before.told.seat && seat) {
      const { status, told } = await ask(`${word}/seat`, "", { seat });
      refused = status !== 200;
      if (!refused) keepWord(place(word), (key = told.key));
    }
    const { told } = await ask(word, key);
    return { word, key, view: told, refused };
  }

  constructor(description, { word, key, view }) {
    super();
    this.word = word;
    this.key = key;
    this.turn = Promise.resolve();
    this.#describe(description);
    this.#take(view);
    live.addEventListener("table", ({ detail }) => detail.word === word && this.look());
    for (const type of ["resync", "changed"]) live.addEventListener(type, () => this.look());
  }

  act(action) {
    const done = this.seat ? after(this.state, action, this.known) : { state: this.state, said: ["table-cannot", {}] };
    if (done.state === this.state) this.#tell(done.said, true);
    else this.turn = this.turn.then(() => this.#send(action)).catch(() => this.#tell(["table-cannot", {}], true));
    return done;
  }

  /** Take back what was done last, if it was done here. */
  undo(again = false) {
    this.turn = this.turn
      .then(() => ask(`${this.word}/undo`, this.key, { again }))
      .then(({ status, told }) => {
        if (status === 200) this.#take(told);
        this.#tell(status === 200 ? told.said : ["table-cannot", {}], true);
      });
  }

  redo() {
    this.undo(true);
  }

  /** What this seat has not seen of a deck. */
  unseen(deck) {
    const seen = new Set(Object.values(this.view.cards));
    return [...this.base.cards].filter(([card, { deck: its }]) => its.id === deck && !seen.has(card)).map(([, { item }]) => item);
  }

  notes() {
    return this.view.notes;
  }

  note(text) {
    ask(`${this.word}/notes`, this.key, { text });
  }

  redescribed(description) {
    this.#describe(description);
    this.#take(this.view);
    this.#tell(["table-changed", {}], true);
  }

  /** See what others did. */
  look() {
    this.turn = this.turn
      .then(() => ask(this.word, this.key))
      .then(({ status, told }) => {
        if (status !== 200) this.#tell(["table-ended", {}], true);
        else if (told.version !== this.version || told.taken.length !== this.taken.length) {
          const moved = told.version !== this.version;
          this.#take(told);
          this.#tell(moved && told.said.length ? told.said : null, false);
        }
      })
      .catch(() => {});
    return this.turn;
  }

  async #send(action) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const random = [...crypto.getRandomValues(new Uint32Array(4))];
      const done = after({ ...this.state, random }, action, this.known);
      if (done.state.stacks === this.state.stacks && done.state.random === random && done.said[0] === "table-cannot") break;
      const mixed = [SHUFFLED[action.type]?.(action)].filter(Boolean);
      const { status, told } = await ask(this.word, this.key, { version: this.version, state: done.state, mixed, said: done.said });
      if (status === 200 || status === 409) this.#take(told);
      if (status === 200) {
        this.#tell(done.said, true);
        return;
      }
      if (status !== 409) break;
    }
    this.#tell(["table-cannot", {}], true);
  }

  #describe(description) {
    this.description = description;
    this.base = catalogue(description);
  }

  /** Take the table as the server sends it: of a card that is not to be seen, no more is known than its deck. */
  #take(view) {
    this.view = view;
    this.version = view.version;
    this.seat = view.seat;
    this.taken = view.taken;
    this.state = view.state;
    [this.past, this.future] = [view.undo ? [1] : [], view.redo ? [1] : []];
    const cards = new Map();
    const all = [...view.state.stacks.flatMap((stack) => stack.cards.map((card) => card.c)), ...view.state.hands.flat()];
    for (const token of all) {
      const deck = this.base.decks.get(token.slice(0, token.lastIndexOf("/")));
      const seen = this.base.cards.get(view.cards[token]);
      cards.set(token, seen ?? { deck, item: { id: deck.items[0].id, name: deck.title, copies: 1, fields: {} } });
    }
    this.known = { cards, decks: this.base.decks };
    this.dispatchEvent(new Event("seats"));
  }

  /** What was done before this window came, in words' keys and values. */
  get log() {
    return this.view.log.map(([, word, values]) => this.#whole([word, values]));
  }

  #whole(said) {
    const card = this.description.words["table-a-card"];
    return [said[0], { name: card, on: card, notes: "", why: "", ...said[1] }];
  }

  #tell(said, near) {
    this.dispatchEvent(new CustomEvent("change", { detail: { said: said?.length ? this.#whole(said) : null, near } }));
  }
}

// The panel: what is chosen, what can be done with it, what is left of it and how likely the next card is.

import { atLeastOne, tally } from "./chance.js";
import { icon, make } from "../elements.js";
import { LETTERS } from "./keys.js";

const PICTURES = { draw: "hand", lay: "down", shuffle: "shuffle", flip: "turn", rotate: "again", discard: "throw", apply: "play", turnTop: "turn", play: "down", playDown: "down", gather: "box" };
const MOST_LISTED = 120;

export class Panel {
  constructor(place, felt, say, does) {
    this.place = place;
    this.felt = felt;
    this.say = say;
    this.does = does;
    this.field = "";
    this.draws = 1;
    this.searched = null; // the stack that is looked through
    this.chances = false;
  }

  get #store() {
    return this.felt.store;
  }

  /** Show what is chosen: a stack, or a card of the hand. The focus stays where it was. */
  draw({ stack = null, card = null, seat }) {
    const key = document.activeElement?.closest?.(".panel") ? document.activeElement.dataset.key : null;
    const parts = card ? this.#card(card) : stack ? this.#stack(stack, seat) : [make("p", "quiet", this.say("table-choose"))];
    this.place.replaceChildren(...parts);
    if (key) (this.place.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? this.place.querySelector("button"))?.focus();
  }

  #button(command, word = "table-do-" + command, values = {}) {
    const letter = Object.keys(LETTERS).find((one) => LETTERS[one] === command);
    const inside = [PICTURES[command] ? icon(PICTURES[command]) : null, make("span", {}, this.say(word, values)), letter ? make("kbd", { "aria-hidden": "true" }, letter.toUpperCase()) : null];
    return make("button", { class: "button", "data-key": command, "aria-keyshortcuts": letter ?? null, onclick: () => this.does.command(command) }, ...inside);
  }

  #card(card) {
    const { deck, item } = this.#store.known.cards.get(card);
    const commands = ["play", "playDown", "discard", "putAbove", "putBelow", ...(deck.plays ? ["apply"] : [])];
    return [
      make("h2", {}, item.name),
      make("p", "quiet", this.say("table-in-hand", { name: deck.title })),
      make("div", "seen", this.felt.side(card, true)),
      make("div", "acts", ...commands.map((command) => this.#button(command))),
    ];
  }

  #stack(stack, seat) {
    const { known } = this.#store;
    const top = stack.cards.at(-1);
    const { deck, item } = known.cards.get(top.c);
    const many = stack.cards.length > 1;
    const commands = [
      ...(deck.plays && top.up ? ["apply"] : []), "draw", ...(many ? ["lay"] : []), "turnTop",
      ...(many ? ["shuffle", "flip", "fan", "deal"] : []), "rotate", "discard", "gather", this.does.marked() ? "onto" : "mark",
    ];
    const shown = commands.filter((command) => command !== "onto" || this.does.marked() !== stack.id);
    return [
      make("h2", {}, top.up ? item.name : deck.title),
      make("p", "quiet", `${deck.title} · ${this.say("table-left", { number: stack.cards.length })}`),
      top.up ? make("div", "seen", this.felt.side(top.c, true)) : null,
      make("div", "acts", ...shown.map((command) => this.#button(command))),
      this.#chances(deck, seat),
      many ? this.#listed(stack) : null,
    ].filter(Boolean);
  }

  /** The cards of a stack, each to be taken out; of one that lies face down, when they are asked for. */
  #listed(stack) {
    const { known } = this.#store;
    const open = this.searched === stack.id || stack.cards.every((card) => card.up);
    if (!open) {
      const search = () => {
        this.searched = stack.id;
        this.does.redraw();
      };
      return make("button", { class: "button quiet", "data-key": "search", onclick: search }, this.say("table-do-search"));
    }
    const rows = stack.cards.slice(-MOST_LISTED).reverse().map(({ c }) => {
      const { item } = known.cards.get(c);
      const to = (act, word) => make("button", { class: "button quiet", "data-key": `${act}-${c}`, "aria-label": `${item.name}: ${this.say(word)}`, onclick: () => this.does.card(act, c, stack.id) }, this.say(word));
      return make("li", {}, make("span", {}, item.name), to("take", "table-to-hand"), to("lift", "table-to-table"));
    });
    return make("details", { open: this.searched === stack.id }, make("summary", { "data-key": "listed" }, this.say("table-what-lies")), make("ol", "lying", ...rows));
  }

  #chances(deck, seat) {
    const left = this.#store.unseen(deck.id, seat);
    const fields = [...new Set(deck.items.flatMap((item) => Object.keys(item.fields)))];
    if (!left.length || !fields.length) return null;
    const field = fields.includes(this.field) ? this.field : fields[0];
    const draws = Math.min(this.draws, left.length);
    const choose = make("select", { id: "chance-field", "data-key": "chance-field", onchange: (event) => this.#ask({ field: event.target.value }) }, ...fields.map((name) => make("option", { value: name, selected: name === field }, name)));
    const number = make("input", { id: "chance-draws", "data-key": "chance-draws", type: "number", min: 1, max: left.length, value: draws, onchange: (event) => this.#ask({ draws: Math.max(1, Math.trunc(Number(event.target.value)) || 1) }) });
    const rows = tally(left.map((item) => item.fields[field] ?? [])).map(([value, count]) => {
      const chance = atLeastOne(left.length, count, draws);
      const exact = chance.fraction.length < 10 ? ` (${chance.fraction})` : "";
      return make("tr", {}, make("th", { scope: "row" }, value), make("td", "number", String(count)), make("td", "number", `${(chance.value * 100).toFixed(1)}\u00a0%${exact}`));
    });
    const head = make("tr", {}, ...["table-value", "table-how-many", "table-chance"].map((word, at) => make("th", { scope: "col", class: at ? "number" : null }, this.say(word))));
    const details = make(
      "details",
      { open: this.chances, ontoggle: (event) => { this.chances = event.target.open; } },
      make("summary", { "data-key": "chances" }, this.say("table-chances")),
      make("p", "quiet small", this.say("table-unseen", { number: left.length })),
      make("div", "row", make("div", "field", make("label", { for: "chance-field" }, this.say("table-field")), choose), make("div", "field", make("label", { for: "chance-draws" }, this.say("table-among")), number)),
      make("table", "table", make("thead", {}, head), make("tbody", {}, ...rows)),
    );
    return details;
  }

  #ask(changed) {
    Object.assign(this, changed);
    this.does.redraw();
  }
}

// The felt: stacks at their true sizes, seen from above, nearer or farther.

import { make } from "../elements.js";
import { called, lying } from "./state.js";

const SPREAD = 0.3; // of its width, from card to card of a fan
const MOST_FANNED = 80;

export class Felt {
  constructor(place, store, say) {
    this.place = place;
    this.store = store;
    this.say = say;
    this.view = { x: 0, y: 0, scale: 1 }; // the mm at the left and top, and pixels a mm
    this.pieces = new Map();
    this.homes = new Map();
    this.selected = null;
    this.own = false; // whether somebody moved the view; else it shows all that lies there, whatever the felt's size
    new ResizeObserver(() => (this.own || !store.state ? this.#place() : this.fit())).observe(place);
  }

  /** The address of a picture of a card. */
  picture(card, up) {
    const { deck, item } = this.store.known.cards.get(card);
    const { game, language, number } = this.store.description;
    const { site } = this.store.description; // of a table that is files: where they lie, and the language that names them not
    const parts = [game, deck.kind, item.id].map(encodeURIComponent).join("/");
    if (site) return `${site.root}/${parts}${language === site.own ? "" : `.${language}`}${up ? "" : ".back"}.svg`;
    return `/${parts}.svg?lang=${encodeURIComponent(language)}${up ? "" : "&side=back"}&v=${number}`;
  }

  /** What shows one side of a card: a picture, or the deck's name where that side is plain paper. */
  side(card, up) {
    const { deck } = this.store.known.cards.get(card);
    if (!up && !deck.back) return make("span", "plain", deck.title);
    return make("img", { src: this.picture(card, up), alt: "", draggable: "false", decoding: "async" });
  }

  /** Show the table as it is. */
  draw() {
    const { state, known } = this.store;
    for (const [id, home] of this.homes) home.hidden = !known.decks.has(id);
    for (const [id, deck] of known.decks) {
      if (!this.homes.has(id)) this.homes.set(id, this.place.appendChild(make("div", { class: "home", "aria-hidden": "true" }, deck.title)));
      const [width, height] = deck.size;
      this.#at(this.homes.get(id), { ...state.homes[id], turn: 0 }, width, height);
      this.homes.get(id).hidden = state.stacks.some((stack) => stack.x === state.homes[id].x && stack.y === state.homes[id].y);
    }
    const there = new Set(state.stacks.map((stack) => stack.id));
    for (const [id, piece] of this.pieces) {
      if (!there.has(id)) {
        piece.remove();
        this.pieces.delete(id);
      }
    }
    if (!there.has(this.selected)) this.selected = null;
    const first = this.selected ?? state.stacks[0]?.id;
    state.stacks.forEach((stack, order) => this.#piece(stack, order, stack.id === first));
  }

  #piece(stack, order, isNext) {
    let piece = this.pieces.get(stack.id);
    if (!piece) {
      piece = make("button", { class: "piece", "data-stack": stack.id });
      this.pieces.set(stack.id, piece);
      this.place.append(piece);
    }
    const top = stack.cards.at(-1);
    const looks = JSON.stringify([stack.fan ? stack.cards : top, stack.cards.length, this.store.description.number]);
    if (piece.dataset.looks !== looks) {
      piece.dataset.looks = looks;
      const sides = stack.fan
        ? stack.cards.slice(-MOST_FANNED).map((card) => make("span", { class: "spread", "data-card": card.c }, this.side(card.c, card.up)))
        : [this.side(top.c, top.up)];
      piece.replaceChildren(...sides, ...(stack.cards.length > 1 ? [make("span", "count", String(stack.cards.length))] : []));
      piece.classList.toggle("deep", stack.cards.length > 3 && !stack.fan);
      piece.classList.toggle("fan", stack.fan);
    }
    const deck = this.store.known.cards.get(top.c).deck;
    this.#at(piece, stack, ...deck.size, stack.fan ? Math.min(stack.cards.length, MOST_FANNED) : 1);
    piece.classList.toggle("small", Math.min(...deck.size) * this.view.scale < 40);
    piece.style.setProperty("z-index", String(order + 1));
    piece.tabIndex = isNext ? 0 : -1;
    piece.setAttribute("aria-current", String(stack.id === this.selected));
    piece.setAttribute("aria-label", this.spoken(stack));
  }

  /** A stack in words; of what lies face down no more than whose it is. */
  spoken(stack) {
    const top = stack.cards.at(-1);
    const { deck, item } = this.store.known.cards.get(top.c);
    const side = this.say(top.up ? "table-up" : "table-down");
    if (stack.cards.length === 1) return top.up ? `${item.name}, ${deck.title}` : `${deck.title}, ${side}`;
    const shown = top.up ? `, ${this.say("table-on-top", { name: item.name })}` : `, ${side}`;
    return `${deck.title}, ${this.say("table-left", { number: stack.cards.length })}${shown}`;
  }

  #at(element, place, width, height, spread = 1) {
    const { x, y, scale } = this.view;
    const all = width * (1 + (spread - 1) * SPREAD);
    const pixels = (name, value) => element.style.setProperty(name, `${(value * scale).toFixed(2)}px`);
    pixels("left", place.x - width / 2 - x);
    pixels("top", place.y - height / 2 - y);
    pixels("width", all);
    pixels("height", height);
    element.style.setProperty("--one", `${(width * scale).toFixed(2)}px`);
    element.style.setProperty("--step", `${(width * SPREAD * scale).toFixed(2)}px`);
    element.style.setProperty("transform-origin", `${((width / 2) * scale).toFixed(2)}px 50%`);
    element.style.setProperty("transform", place.turn ? `rotate(${place.turn}deg)` : "none");
  }

  #place() {
    if (this.store.state) this.draw();
  }

  /** The place on the table, in mm, of a point of the window. */
  at(left, top) {
    const box = this.place.getBoundingClientRect();
    return { x: this.view.x + (left - box.left) / this.view.scale, y: this.view.y + (top - box.top) / this.view.scale };
  }

  /** The place in the middle of what is seen. */
  middle() {
    const box = this.place.getBoundingClientRect();
    return this.at(box.left + box.width / 2, box.top + box.height / 2);
  }

  /** Bring all that lies there into view; on a small screen no farther off than can be read. */
  fit() {
    this.own = false;
    const { state, known } = this.store;
    const box = this.place.getBoundingClientRect();
    const edges = [...state.stacks.map((stack) => [stack, lying(stack, known)]), ...[...known.decks.values()].map((deck) => [state.homes[deck.id], deck.size])];
    const left = Math.min(...edges.map(([at, [wide]]) => at.x - wide / 2), 0) - 12;
    const top = Math.min(...edges.map(([at, [, high]]) => at.y - high / 2), 0) - 12;
    const right = Math.max(...edges.map(([at, [wide]]) => at.x + wide / 2), 60) + 12;
    const bottom = Math.max(...edges.map(([at, [, high]]) => at.y + high / 2), 60) + 12;
    const whole = Math.min(box.width / (right - left), box.height / (bottom - top));
    const scale = Math.min(Math.max(whole, 0.75), 3);
    const spare = Math.max(0, box.width / scale - (right - left)) / 2;
    this.view = { x: left - spare, y: top - Math.max(0, box.height / scale - (bottom - top)) / 2, scale };
    this.draw();
  }

  /** Nearer or farther, round a point of the window. */
  zoom(by, left, top) {
    this.own = true;
    const fixed = this.at(left, top);
    this.view.scale = Math.min(12, Math.max(0.12, this.view.scale * by));
    const now = this.at(left, top);
    this.view.x += fixed.x - now.x;
    this.view.y += fixed.y - now.y;
    this.draw();
  }

  pan(across, down) {
    this.own = true;
    this.view.x -= across / this.view.scale;
    this.view.y -= down / this.view.scale;
    this.draw();
  }

  /** Have a stack in view. */
  show(id) {
    const piece = this.pieces.get(id);
    if (!piece) return;
    const box = this.place.getBoundingClientRect();
    const own = piece.getBoundingClientRect();
    const off = (from, to, least, most) => (to - from > most - least ? least - from : from < least ? least - from : to > most ? most - to : 0);
    const across = off(own.left, own.right, box.left + 8, box.right - 8);
    const down = off(own.top, own.bottom, box.top + 8, box.bottom - 8);
    if (across || down) this.pan(across, down);
  }

  /** The stack that is next in a direction, by where their middles are. */
  beside(id, across, down) {
    const { stacks } = this.store.state;
    const from = stacks.find((stack) => stack.id === id);
    if (!from) return null;
    const far = (stack) => {
      const [along, off] = across ? [(stack.x - from.x) * across, Math.abs(stack.y - from.y)] : [(stack.y - from.y) * down, Math.abs(stack.x - from.x)];
      return along > 0.5 ? along + 2 * off : Infinity;
    };
    const found = stacks.filter((stack) => far(stack) < Infinity).sort((a, b) => far(a) - far(b))[0];
    return found?.id ?? null;
  }

  name(stack) {
    return called(stack, this.store.known);
  }
}

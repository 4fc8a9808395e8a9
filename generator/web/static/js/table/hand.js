// Below the felt: the hand of whoever sits at this window, what the others hold, counters and dice.

import { icon, make } from "../elements.js";

export class Hand {
  constructor(place, felt, say, does) {
    this.place = place;
    this.felt = felt;
    this.say = say;
    this.does = does;
    this.cards = place.querySelector("#cards");
    this.others = place.querySelector("#others");
    this.counters = document.getElementById("counters");
    this.rolled = document.getElementById("rolled");
    this.shown = "";
  }

  /** Show the hand; `chosen` is the card that is picked out of it. */
  draw(seat, chosen) {
    const { state } = this.felt.store;
    this.#cards(state.hands[seat] ?? [], chosen);
    const told = state.hands.map((hand, player) => [player, hand.length]).filter(([player]) => player !== seat);
    this.others.replaceChildren(...told.map(([player, number]) => make("li", {}, this.say("table-holds", { player: player + 1, number }))));
    this.#counters(state.counters, seat);
    this.rolled.replaceChildren(...state.dice.map((die) => make("span", { class: "die", "aria-hidden": "true" }, make("small", {}, `d${die.faces}`), String(die.value))));
  }

  #cards(hand, chosen) {
    const looks = JSON.stringify([hand, chosen, this.felt.store.description.number]);
    if (looks === this.shown) return;
    this.shown = looks;
    const focused = document.activeElement?.dataset?.held;
    const { known } = this.felt.store;
    const pieces = hand.map((card) => {
      const { deck, item } = known.cards.get(card);
      const button = make("button", { class: "held-card", "data-held": card, "aria-current": String(card === chosen), "aria-label": `${item.name}, ${deck.title}`, onkeydown: (event) => this.#key(event, card), onclick: (event) => event.detail === 0 && (this.does.choose(card), this.does.enter()) }, this.felt.side(card, true));
      button.style.setProperty("aspect-ratio", `${deck.size[0]} / ${deck.size[1]}`);
      return make("li", {}, button);
    });
    this.cards.replaceChildren(...pieces);
    this.place.classList.toggle("bare", !hand.length);
    if (focused) (this.cards.querySelector(`[data-held="${CSS.escape(focused)}"]`) ?? this.cards.querySelector("button"))?.focus();
  }

  #key(event, card) {
    const all = [...this.cards.querySelectorAll("button")];
    const at = all.indexOf(event.currentTarget);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key];
    const command = { p: "play", x: "discard", a: "apply" }[event.key.toLowerCase()];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (all[to]) all[to].focus();
    else if (command) {
      this.does.choose(card);
      this.does.command(command);
    } else return;
    event.preventDefault();
  }

  #counters(counters, seat) {
    const key = this.counters.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const rows = Object.entries(counters[seat]).map(([name, value]) => {
      const step = (by, sign, word) => make("button", { class: "button round quiet", "data-key": `${name}${by}`, "aria-label": this.say(word, { name }), onclick: () => this.does.act({ type: "count", player: seat, name, by }) }, icon(sign));
      const set = (event) => this.does.act({ type: "count", player: seat, name, to: Math.trunc(Number(event.target.value)) || 0 });
      const input = make("input", { type: "number", value, "data-key": `${name}=`, "aria-label": name, onchange: set });
      return make("li", {}, make("span", "name", name), step(-1, "minus", "table-less"), input, step(1, "plus", "table-more"));
    });
    this.counters.replaceChildren(...rows);
    if (key) this.counters.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

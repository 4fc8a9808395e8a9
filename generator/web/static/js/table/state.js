// The table as a value: what lies where, and what each act makes of it. No page, no time, no chance but the seed's.
//
// A stack is one component or more: {id, x, y, turn, fan, cards}, its middle in mm, cards from the bottom up, each
// {c: "kind/item/number", up: face up}. Stacks lie on each other in their order. Hands are lists of the same names.
// An act that cannot be done leaves the table as it is.

import { below, seeded, shuffled } from "./chance.js";

const VERSION = 1;
const GAP = 14; // mm between piles at the beginning
const LEAST = 24; // mm of room, however small a thing is
const SNAP = 5; // mm
const MOST_PLAYERS = 12;

/** Whose deck each card is of, and what it is: from the description that the server gives. */
export function catalogue(description) {
  const cards = new Map();
  const decks = new Map();
  for (const deck of description.decks) {
    decks.set(deck.id, deck);
    for (const item of deck.items) {
      for (let number = 1; number <= item.copies; number += 1) cards.set(`${deck.kind}/${item.id}/${number}`, { deck, item });
    }
  }
  return { cards, decks };
}

/** The table as a game begins: each deck a pile, face down where it has a back, and shuffled there. */
export function begun(description, { players = description.limits[0], seed = "1" } = {}) {
  const homes = laidOut(description.decks);
  let random = seeded(seed);
  const stacks = description.decks.map((deck) => {
    let names = deck.items.flatMap((item) => Array.from({ length: item.copies }, (_, at) => `${deck.kind}/${item.id}/${at + 1}`));
    if (deck.back) [names, random] = shuffled(names, random);
    const cards = names.map((c) => ({ c, up: !deck.back }));
    if (!deck.back) cards.reverse(); // the first lies on top
    return { id: `s${deck.id}`, ...homes[deck.id], turn: 0, fan: false, cards };
  });
  const counters = Array.from({ length: players }, () => Object.fromEntries(description.counters.map((name) => [name, 0])));
  return {
    version: VERSION, game: description.game, seed, players, random, made: 0, homes, stacks,
    hands: Array.from({ length: players }, () => []), counters, dice: [],
  };
}

/** Where decks lie at first, in rows that are about half as high as wide; room for a discard pile beside each. */
function laidOut(decks) {
  const room = (deck) => (discards(deck) ? 2 : 1) * (Math.max(deck.size[0], LEAST) + GAP);
  const area = decks.reduce((sum, deck) => sum + room(deck) * (deck.size[1] + 2 * GAP), 0);
  const wide = Math.max(Math.sqrt(area * 1.9), ...decks.map(room));
  const homes = {};
  let [x, y, high] = [0, 0, 0];
  for (const deck of decks) {
    if (x && x + room(deck) > wide) [x, y, high] = [0, y + high + 2 * GAP, 0];
    homes[deck.id] = { x: x + deck.size[0] / 2, y: y + deck.size[1] / 2 };
    x += room(deck);
    high = Math.max(high, deck.size[1]);
  }
  // Things in a row stand on a line through their tops; a shorter row is no reason to move the next.
  return homes;
}

function discards(deck) {
  return deck.back && deck.items.reduce((sum, item) => sum + item.copies, 0) > 1;
}

/** The table after an act, with what is to be said of it: a word's key and its values, or null. */
export function after(state, act, known) {
  const done = ACTS[act.type]?.(state, act, known);
  return done ?? { state, said: ["table-cannot", {}] };
}

const name = (known, card) => known.cards.get(card).item.name;
const stackOf = (state, id) => state.stacks.find((stack) => stack.id === id);
const deckOf = (known, stack) => known.cards.get(stack.cards[0].c).deck;
const within = (number, least, most) => Number.isInteger(number) && number >= least && number <= most;

/** What a stack is called: the name of a single card that lies face up, else the deck's. */
export function called(stack, known) {
  const top = stack.cards.at(-1);
  return stack.cards.length === 1 && top.up ? name(known, top.c) : deckOf(known, stack).title;
}

function replaced(state, id, ...others) {
  return { ...state, stacks: state.stacks.flatMap((stack) => (stack.id === id ? others : [stack])) };
}

function onTop(state, stack) {
  return { ...state, stacks: [...state.stacks.filter((one) => one.id !== stack.id), stack] };
}

function without(stack, cards) {
  const rest = { ...stack, cards: stack.cards.filter((card) => !cards.includes(card.c)) };
  return rest.cards.length ? [rest] : [];
}

/** Cards onto a stack with this id, or a new one there. */
function put(state, id, place, cards, underneath = false) {
  const there = stackOf(state, id);
  if (!there) return onTop(state, { id, x: place.x, y: place.y, turn: 0, fan: false, cards });
  return replaced(state, id, { ...there, cards: underneath ? [...cards, ...there.cards] : [...there.cards, ...cards] });
}

function fresh(state, place, cards, turn) {
  return onTop({ ...state, made: state.made + 1 }, { id: `n${state.made}`, x: place.x, y: place.y, turn, fan: false, cards });
}

/** Take a card from wherever it lies: the state without it; null where it is nowhere. */
function taken(state, card) {
  const stack = state.stacks.find((one) => one.cards.some((there) => there.c === card));
  if (stack) return replaced(state, stack.id, ...without(stack, [card]));
  const player = state.hands.findIndex((hand) => hand.includes(card));
  if (player < 0) return null;
  return { ...state, hands: state.hands.map((hand, at) => (at === player ? hand.filter((one) => one !== card) : hand)) };
}

function given(state, player, cards) {
  return { ...state, hands: state.hands.map((hand, at) => (at === player ? [...hand, ...cards] : hand)) };
}

/** Where a stack comes to lie when it is let go: in line with its neighbours, edge to edge, or squarely over one. */
function snapped(state, stack, x, y, known) {
  const [width, height] = lying(stack, known);
  const best = { x: [SNAP, x], y: [SNAP, y] };
  const near = (axis, wanted, at) => {
    if (Math.abs(wanted - at) < best[axis][0]) best[axis] = [Math.abs(wanted - at), wanted];
  };
  for (const other of state.stacks) {
    if (other.id === stack.id) continue;
    const [wide, high] = lying(other, known);
    if (Math.abs(other.x - x) > (wide + width) * 0.75 || Math.abs(other.y - y) > (high + height) * 0.75) continue;
    for (const beside of [-1, 1]) {
      near("x", other.x + (beside * (wide + width)) / 2, x);
      near("y", other.y + (beside * (high + height)) / 2, y);
      near("x", other.x + (beside * (wide - width)) / 2, x);
      near("y", other.y + (beside * (high - height)) / 2, y);
    }
  }
  return { x: best.x[1], y: best.y[1] };
}

/** How wide and high a stack lies, in mm. */
export function lying(stack, known) {
  const [width, height] = deckOf(known, stack).size;
  return stack.turn % 180 === 90 ? [height, width] : [width, height];
}

/** The stack onto which another would fall: of the same size, its middle near. */
export function beneath(state, stack, x, y, known) {
  const [width, height] = deckOf(known, stack).size;
  return state.stacks.findLast((other) => {
    const [wide, high] = deckOf(known, other).size;
    const reach = Math.min(width, height) * 0.35;
    return other.id !== stack.id && wide === width && high === height && Math.hypot(other.x - x, other.y - y) < reach;
  });
}

/** A place near a stack for one of its cards where nothing lies, nor would be put aside. */
export function freePlace(state, stack, known) {
  const { size: [width, height] } = deckOf(known, stack);
  const taken_ = state.stacks.map((other) => [other, lying(other, known)]);
  for (const [id, deck] of known.decks) {
    if (discards(deck)) taken_.push([{ x: state.homes[id].x + deck.size[0] + GAP / 2, y: state.homes[id].y }, deck.size]);
  }
  const free = ({ x, y }) => taken_.every(([other, [wide, high]]) => Math.abs(other.x - x) >= (wide + width) / 2 || Math.abs(other.y - y) >= (high + height) / 2);
  const steps = [-3, -2, -1, 0, 1, 2, 3].flatMap((across) => [-3, -2, -1, 0, 1, 2, 3].map((down) => [across, down]));
  const near = steps.sort((a, b) => Math.hypot(a[0] - 0.2, a[1] - 0.1) - Math.hypot(b[0] - 0.2, b[1] - 0.1));
  const places = near.map(([across, down]) => ({ x: stack.x + across * (width + GAP / 2), y: stack.y + down * (height + GAP / 2) }));
  return places.find(free) ?? { x: stack.x + width / 3, y: stack.y + height / 3 };
}

/** Set down a card that was taken up: onto what lies there, else as a stack of its own. */
function setDown(state, card, { x, y }, turn, known, word, values = {}) {
  if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
  const single = { id: `n${state.made}`, x, y, turn, fan: false, cards: [card] };
  const onto = beneath(state, single, x, y, known);
  const next = onto ? put(state, onto.id, onto, [card]) : fresh(state, snapped(state, single, x, y, known), [card], turn);
  return { state: next, said: [word, { name: called(single, known), ...values }], stack: onto?.id ?? single.id };
}

/** An act on a stack, which is given to it as well; null where there is none. */
function ofStack(act) {
  return (state, action, known) => {
    const stack = stackOf(state, action.stack);
    return stack ? act(state, action, known, stack) : null;
  };
}

const ACTS = {
  shuffle: ofStack((state, { stack: id }, known, stack) => {
    if (stack.cards.length < 2) return null;
    const [cards, random] = shuffled(stack.cards, state.random);
    return { state: { ...replaced(state, id, { ...stack, cards, fan: false }), random }, said: ["table-shuffled", { name: called(stack, known) }] };
  }),

  draw: ofStack((state, { stack: id, player, count = 1 }, _known, stack) => {
    if (!state.hands[player] || !within(count, 1, 500)) return null;
    const cards = stack.cards.slice(-count).reverse().map((card) => card.c);
    const next = given(replaced(state, id, ...without(stack, cards)), player, cards);
    return { state: next, said: ["table-drawn", { count: cards.length, player: player + 1, left: stack.cards.length - cards.length }] };
  }),

  deal: ofStack((state, { stack: id, count = 1 }, known, stack) => {
    if (!within(count, 1, 100) || stack.cards.length < count * state.players) return null;
    let next = state;
    for (let round = 0; round < count; round += 1) {
      for (let player = 0; player < state.players; player += 1) next = ACTS.draw(next, { stack: id, player }).state;
    }
    return { state: next, said: ["table-dealt", { count, name: deckOf(known, stack).title }] };
  }),

  lift: ofStack((state, { stack: id, card = null, x, y, up = null }, known, stack) => {
    const lifted = stack.cards.find((one) => one.c === (card ?? stack.cards.at(-1).c));
    if (!lifted) return null;
    const remaining = replaced(state, id, ...without(stack, [lifted.c]));
    return setDown(remaining, { c: lifted.c, up: up ?? lifted.up }, { x, y }, stack.turn, known, "table-laid");
  }),

  move: ofStack((state, { stack: id, x, y, exact = false }, known, stack) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return null;
    const onto = exact ? null : beneath(state, stack, x, y, known);
    if (onto) return ACTS.merge(state, { stack: id, onto: onto.id }, known);
    const place = exact ? { x, y } : snapped(state, stack, x, y, known);
    return { state: onTop(state, { ...stack, ...place }), said: ["table-moved", { name: called(stack, known) }], stack: id };
  }),

  merge(state, { stack: id, onto }, known) {
    const [stack, other] = [stackOf(state, id), stackOf(state, onto)];
    if (!stack || !other || id === onto) return null;
    const merged = { ...other, fan: false, cards: [...other.cards, ...stack.cards] };
    const next = { ...replaced(state, id), stacks: state.stacks.filter((one) => one.id !== id && one.id !== onto) };
    return { state: onTop(next, merged), said: ["table-stacked", { name: called(stack, known), on: called(other, known) }], stack: onto };
  },

  flip: ofStack((state, { stack: id }, known, stack) => {
    const cards = stack.cards.map((card) => ({ ...card, up: !card.up })).reverse();
    const turned = { ...stack, cards };
    return { state: replaced(state, id, turned), said: [cards.at(-1).up ? "table-face-up" : "table-face-down", { name: called(turned, known) }] };
  }),

  turnTop: ofStack((state, { stack: id }, known, stack) => {
    const top = stack.cards.at(-1);
    const cards = [...stack.cards.slice(0, -1), { ...top, up: !top.up }];
    const said = top.up ? ["table-face-down", { name: deckOf(known, stack).title }] : ["table-face-up", { name: name(known, top.c) }];
    return { state: replaced(state, id, { ...stack, cards }), said };
  }),

  rotate: ofStack((state, { stack: id, by = 90 }, known, stack) => {
    if (!Number.isFinite(by)) return null;
    const turn = (((stack.turn + by) % 360) + 360) % 360;
    return { state: replaced(state, id, { ...stack, turn }), said: ["table-rotated", { name: called(stack, known), turn }] };
  }),

  fan: ofStack((state, _act, known, stack) => {
    if (stack.cards.length < 2) return null;
    const said = [stack.fan ? "table-gathered" : "table-fanned", { name: called(stack, known) }];
    return { state: onTop(state, { ...stack, fan: !stack.fan }), said };
  }),

  /** Cards of a stack, or one card of it or of a hand, to where its deck is put aside, face up. */
  discard(state, { stack: id = null, card = null }, known) {
    const stack = id && stackOf(state, id);
    const cards = card ? [card] : (stack?.cards.map((one) => one.c) ?? []);
    if (!cards.length) return null;
    let next = state;
    for (const one of cards) {
      next = taken(next, one);
      if (!next) return null;
      const { deck } = known.cards.get(one);
      const home = state.homes[deck.id];
      next = put(next, `d${deck.id}`, { x: home.x + deck.size[0] + GAP / 2, y: home.y }, [{ c: one, up: true }]);
    }
    const said = cards.length === 1 ? name(known, cards[0]) : called(stack, known);
    return { state: next, said: ["table-discarded", { name: said }] };
  },

  /** A card back to its deck, on top of it or below it, face down where it has a back. */
  back(state, { card, below: underneath = false }, known) {
    const { deck } = known.cards.get(card) ?? {};
    const next = deck && taken(state, card);
    if (!next) return null;
    const said = [underneath ? "table-put-below" : "table-put-above", { name: deck.title }];
    return { state: put(next, `s${deck.id}`, state.homes[deck.id], [{ c: card, up: !deck.back }], underneath), said };
  },

  /** All cards of a deck, wherever they are, as one pile where it began; shuffled where it has a back. */
  gather(state, { deck: id }, known) {
    const deck = known.decks.get(id);
    if (!deck) return null;
    const own = (card) => known.cards.get(card).deck.id === id;
    const found = [
      ...state.stacks.flatMap((stack) => stack.cards.map((card) => card.c).filter(own)),
      ...state.hands.flatMap((hand) => hand.filter(own)),
    ].sort();
    let [names, random] = [found, state.random];
    if (deck.back) [names, random] = shuffled(found, random);
    if (!names.length) return null;
    const pile = { id: `s${id}`, ...state.homes[id], turn: 0, fan: false, cards: names.map((c) => ({ c, up: !deck.back })) };
    const kept = state.stacks.map((stack) => ({
      ...stack,
      id: stack.id === pile.id ? `n${state.made}` : stack.id, // what else lay on the pile stays where it is
      cards: stack.cards.filter((card) => !own(card.c)),
    }));
    const stacks = [...kept.filter((stack) => stack.cards.length), pile];
    const hands = state.hands.map((hand) => hand.filter((card) => !own(card)));
    return { state: { ...state, random, made: state.made + 1, stacks, hands }, said: ["table-brought-back", { name: deck.title, count: names.length }] };
  },

  /** A card of a hand onto the table. */
  play(state, { card, x, y, up = true }, known) {
    const player = state.hands.findIndex((hand) => hand.includes(card));
    if (player < 0) return null;
    return setDown(taken(state, card), { c: card, up }, { x, y }, 0, known, "table-played", { player: player + 1 });
  },

  /** A card from wherever it lies into a hand. */
  take(state, { card, player }) {
    const next = state.hands[player] && taken(state, card);
    if (!next) return null;
    return { state: given(next, player, [card]), said: ["table-taken", { player: player + 1 }] };
  },

  count(state, { player, name: counter, by = 0, to = null }) {
    const before = state.counters[player]?.[counter];
    const now = to ?? before + by;
    if (before === undefined || !within(now, -9999, 9999)) return null;
    const counters = state.counters.map((one, at) => (at === player ? { ...one, [counter]: now } : one));
    return { state: { ...state, counters }, said: ["table-counted", { name: counter, player: player + 1, number: now }] };
  },

  newCounter(state, { name: counter }) {
    const called_ = String(counter).trim().slice(0, 40);
    if (!called_ || called_ === "__proto__" || Object.hasOwn(state.counters[0], called_) || Object.keys(state.counters[0]).length >= 40) return null;
    const counters = state.counters.map((one) => ({ ...one, [called_]: 0 }));
    return { state: { ...state, counters }, said: ["table-new-counter", { name: called_ }] };
  },

  /** What the game's own procedure made of a player's counters. */
  effect(state, { player, after: now, name: card, notes }) {
    if (!state.counters[player]) return null;
    const known = Object.entries(now).filter(([key, value]) => Object.hasOwn(state.counters[0], key) && within(value, -9999, 9999));
    const counters = state.counters.map((one, at) => (at === player ? { ...one, ...Object.fromEntries(known) } : one));
    return { state: { ...state, counters }, said: ["table-applied", { name: card, player: player + 1, notes }] };
  },

  roll(state, { sides }) {
    if (!Array.isArray(sides) || !sides.length || sides.length > 20 || !sides.every((one) => within(one, 2, 100))) return null;
    let { random } = state;
    const dice = sides.map((faces) => {
      let value;
      [value, random] = below(faces, random);
      return { faces, value: value + 1 };
    });
    return { state: { ...state, random, dice }, said: ["table-rolled", { dice: dice.map((die) => `d${die.faces}`).join(" "), values: dice.map((die) => die.value).join(", ") }] };
  },
};

/** A saved table if it is one for this game as it is now, with what the game no longer has left out; else null. */
export function restored(saved, description) {
  const known = catalogue(description);
  const isCard = (card) => typeof card === "string" && known.cards.has(card);
  try {
    if (saved.version !== VERSION || saved.game !== description.game || !within(saved.players, 1, MOST_PLAYERS)) return null;
    const seen = new Set();
    const once = (card) => isCard(card) && !seen.has(card) && seen.add(card);
    const number = (value) => (Number.isFinite(value) && Math.abs(value) < 1e5 ? value : 0);
    const stacks = saved.stacks.map((stack) => ({
      id: String(stack.id).slice(0, 200), x: number(stack.x), y: number(stack.y), turn: number(stack.turn), fan: Boolean(stack.fan),
      cards: stack.cards.filter((card) => once(card.c)).map((card) => ({ c: card.c, up: Boolean(card.up) })),
    })).filter((stack) => stack.cards.length);
    const hands = saved.hands.map((hand) => hand.filter(once));
    if (hands.length !== saved.players || saved.counters.length !== saved.players || new Set(stacks.map((stack) => stack.id)).size !== stacks.length) return null;
    const begin = begun(description, { players: saved.players, seed: String(saved.seed).slice(0, 80) });
    const counters = saved.counters.map((one) => Object.fromEntries(Object.entries({ ...begin.counters[0], ...one }).filter(([key, value]) => key !== "__proto__" && within(value, -9999, 9999))));
    const random = saved.random.map((part) => part >>> 0);
    // What the game has gained since lies where it would at the beginning.
    const gained = begin.stacks.map((stack) => ({ ...stack, cards: stack.cards.filter((card) => !seen.has(card.c)) })).filter((stack) => stack.cards.length);
    let state = { ...begin, random, made: saved.made >>> 0, stacks, hands, counters, dice: [] };
    for (const stack of gained) state = put(state, stack.id, stack, stack.cards, true);
    return random.length === 4 ? state : null;
  } catch {
    return null;
  }
}

/** The cards of a deck that a player has not seen: those of which the next may be any, if all is well shuffled.

A thing without a back looks the same on both sides: of a pile of them, none is known before it is taken. */
export function unseen(state, deckId, seat, known) {
  const own = (card) => known.cards.get(card).deck.id === deckId;
  const { back } = known.decks.get(deckId);
  const hidden = state.stacks.flatMap((stack) => {
    const piled = !back && !stack.fan && stack.cards.length > 1;
    return stack.cards.filter((card) => (piled || !card.up) && own(card.c)).map((card) => card.c);
  });
  const held = state.hands.flatMap((hand, player) => (player === seat ? [] : hand.filter(own)));
  return [...hidden, ...held];
}

// The table's rules of what lies where: `node --test` runs this, with the repository's own files.
import assert from "node:assert/strict";
import test from "node:test";

const base = new URL("../../../generator/web/static/js/table/", import.meta.url);
const { after, begun, beneath, catalogue, restored, unseen } = await import(new URL("state.js", base));
const { atLeastOne, below, seeded, shuffled, tally } = await import(new URL("chance.js", base));

const described = {
  game: "fair", limits: [2, 4], counters: ["coins"], dice: [6],
  decks: [
    { id: "cards.0", kind: "cards", title: "Cards", size: [63, 88], back: true, plays: false, items: [
      { id: "a", name: "Apple", copies: 2, fields: { price: ["1"] } }, { id: "b", name: "Ball", copies: 3, fields: { price: ["2"] } },
      { id: "c", name: "Cup", copies: 1, fields: { price: ["3"] } } ] },
    { id: "tiles.0", kind: "tiles", title: "Tiles", size: [40, 40], back: false, plays: false, items: [
      { id: "t", name: "Tile", copies: 2, fields: {} }, { id: "u", name: "Other", copies: 1, fields: {} }] },
  ],
};
const known = catalogue(described);
const PILE = "scards.0";
const start = (options) => begun(described, options);
const run = (state, ...acts) => acts.reduce((now, act) => after(now, act, known).state, state);
const all = (state) => [...state.stacks.flatMap((stack) => stack.cards.map((card) => card.c)), ...state.hands.flat()].sort();

test("a game begins with every component once, those with backs shuffled face down", () => {
  const state = start();
  assert.deepEqual(all(state), [...known.cards.keys()].sort());
  assert.ok(state.stacks[0].cards.every((card) => !card.up));
  assert.ok(state.stacks[1].cards.every((card) => card.up));
  assert.equal(state.stacks[1].cards.at(-1).c, "tiles/t/1");
  assert.equal(state.players, 2);
});

test("the same seed shuffles the same way, another one does not", () => {
  assert.deepEqual(start({ seed: "7" }), start({ seed: "7" }));
  const orders = new Set(Array.from({ length: 30 }, (_, seed) => JSON.stringify(start({ seed: String(seed) }).stacks[0].cards)));
  assert.ok(orders.size > 10);
  const shuffle = { type: "shuffle", stack: PILE };
  assert.deepEqual(run(start(), shuffle, shuffle), run(start(), shuffle, shuffle));
});

test("a shuffle makes every order as likely", () => {
  let random = seeded("fair");
  const counts = new Map();
  for (let round = 0; round < 6000; round += 1) {
    let order;
    [order, random] = shuffled(["a", "b", "c"], random);
    counts.set(order.join(""), (counts.get(order.join("")) ?? 0) + 1);
  }
  assert.equal(counts.size, 6);
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 150, String([...counts]));
  for (let round = 0; round < 500; round += 1) {
    let value;
    [value, random] = below(6, random);
    assert.ok(value >= 0 && value < 6);
  }
});

test("what is drawn is the top card, and is then in the hand alone", () => {
  const state = start();
  const top = state.stacks[0].cards.at(-1).c;
  const { state: next, said } = after(state, { type: "draw", stack: PILE, player: 1 }, known);
  assert.deepEqual(next.hands, [[], [top]]);
  assert.deepEqual(said, ["table-drawn", { count: 1, player: 2, left: 5 }]);
  assert.deepEqual(all(next), all(state));
});

test("whatever is done, no component is lost or doubled, and what was before is not altered", () => {
  let random = seeded("acts");
  const pick = (list) => { let at; [at, random] = below(list.length, random); return list[at]; };
  let state = start();
  const whole = all(state);
  const types = ["shuffle", "draw", "deal", "lift", "move", "merge", "flip", "turnTop", "rotate", "fan", "discard", "back", "gather", "play", "take"];
  for (let step = 0; step < 1500; step += 1) {
    const cards = [...known.cards.keys()];
    const somewhere = () => (state.stacks.length ? pick(state.stacks).id : "none");
    const act = {
      type: pick(types), stack: somewhere(), onto: somewhere(), player: pick([0, 1]), deck: pick(["cards.0", "tiles.0"]),
      x: pick([0, 50, 120, 300]), y: pick([0, 60, 200]), by: 90, below: pick([true, false]),
    };
    if (["back", "play", "take"].includes(act.type)) act.card = pick(cards);
    const before = JSON.stringify(state);
    const now = after(state, act, known).state;
    assert.equal(JSON.stringify(state), before);
    state = now;
    assert.deepEqual(all(state), whole, JSON.stringify(act));
    assert.equal(new Set(state.stacks.map((stack) => stack.id)).size, state.stacks.length);
    assert.ok(state.stacks.every((stack) => stack.cards.length));
    assert.deepEqual(restored(JSON.parse(JSON.stringify(state)), described), { ...state, dice: [] });
  }
});

test("a pile that is turned over shows what was its lowest card", () => {
  const state = run(start(), { type: "flip", stack: PILE });
  const before = start().stacks[0].cards;
  assert.deepEqual(state.stacks[0].cards.map((card) => card.c), before.map((card) => card.c).reverse());
  assert.ok(state.stacks[0].cards.every((card) => card.up));
});

test("what is put aside lies face up beside its deck, and comes back", () => {
  const drawn = run(start(), { type: "draw", stack: PILE, player: 0, count: 2 });
  const put = run(drawn, { type: "discard", card: drawn.hands[0][0] }, { type: "discard", card: drawn.hands[0][1] });
  const aside = put.stacks.find((stack) => stack.id === "dcards.0");
  assert.equal(aside.cards.length, 2);
  assert.ok(aside.cards.every((card) => card.up));
  const back = run(put, { type: "gather", deck: "cards.0" });
  assert.equal(back.stacks.find((stack) => stack.id === PILE).cards.length, 6);
});

test("what is let go near another of its size falls on it, and else lines up with it", () => {
  const state = run(start(), { type: "lift", stack: "stiles.0", x: 400, y: 300 });
  const single = state.stacks.at(-1);
  assert.equal(beneath(state, single, 400, 300, known), undefined);
  const two = run(state, { type: "lift", stack: "stiles.0", x: 443, y: 302 });
  assert.deepEqual([two.stacks.at(-1).x, two.stacks.at(-1).y], [440, 300]);
  const onto = run(state, { type: "lift", stack: "stiles.0", x: 405, y: 303 });
  assert.equal(onto.stacks.find((stack) => stack.id === single.id).cards.length, 2);
});

test("what cannot be done changes nothing and says so", () => {
  const state = start();
  for (const act of [
    { type: "draw", stack: "nowhere", player: 0 }, { type: "draw", stack: PILE, player: 9 }, { type: "draw", stack: PILE, player: 0, count: 0 },
    { type: "shuffle", stack: "x" }, { type: "no such act" }, { type: "roll", sides: [1] }, { type: "roll", sides: [] }, { type: "count", player: 0, name: "none", by: 1 },
    { type: "move", stack: PILE, x: NaN, y: 0 }, { type: "deal", stack: PILE, count: 4 }, { type: "newCounter", name: "coins" }, { type: "back", card: "none" },
  ]) {
    const done = after(state, act, known);
    assert.equal(done.state, state, JSON.stringify(act));
    assert.equal(done.said[0], "table-cannot");
  }
});

test("counters, dice and the game's own effects", () => {
  const state = run(start(), { type: "count", player: 1, name: "coins", by: 3 }, { type: "newCounter", name: "stars" }, { type: "roll", sides: [6, 20] });
  assert.deepEqual(state.counters, [{ coins: 0, stars: 0 }, { coins: 3, stars: 0 }]);
  assert.ok(state.dice.every((die) => die.value >= 1 && die.value <= die.faces));
  const applied = run(state, { type: "effect", player: 0, after: { coins: 5, unknown: 1 }, name: "x", notes: "" });
  assert.deepEqual(applied.counters[0], { coins: 5, stars: 0 });
});

test("a saved table of another game, or none at all, is not taken", () => {
  for (const saved of [null, 1, {}, { ...start(), game: "other" }, { ...start(), stacks: 1 }, { ...start(), hands: [] }, { ...start(), random: [1] }]) {
    assert.equal(restored(saved, described), null);
  }
  const less = { ...described, decks: [{ ...described.decks[0], items: described.decks[0].items.slice(1) }, described.decks[1]] };
  const now = restored(JSON.parse(JSON.stringify(start())), less);
  assert.deepEqual(all(now), [...catalogue(less).cards.keys()].sort());
  const more = restored(JSON.parse(JSON.stringify(begun(less))), described);
  assert.deepEqual(all(more), [...known.cards.keys()].sort());
});

test("what a player has not seen is what lies face down and what others hold", () => {
  const state = run(start(), { type: "draw", stack: PILE, player: 0, count: 2 }, { type: "turnTop", stack: PILE });
  assert.equal(unseen(state, "cards.0", 0, known).length, 3);
  assert.equal(unseen(state, "cards.0", 1, known).length, 5);
  assert.equal(unseen(state, "tiles.0", 0, known).length, 3);
});

test("chances are exact", () => {
  assert.deepEqual(atLeastOne(10, 3, 1), { fraction: "3/10", value: 0.3 });
  assert.equal(atLeastOne(10, 3, 2).fraction, "8/15");
  assert.equal(atLeastOne(4, 0, 2).fraction, "0/1");
  assert.equal(atLeastOne(4, 1, 9).fraction, "1/1");
  assert.deepEqual(tally([["b", "b"], ["a"], ["b"]]), [["b", 2], ["a", 1]]);
  assert.deepEqual(tally([["10"], ["9"], ["10"]]), [["9", 1], ["10", 2]]);
});

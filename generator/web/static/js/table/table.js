// The table of a game: what the server says lies on it, put on the felt, and everything that may be done with it.

import { live } from "../live.js";
import { make, speaker } from "../elements.js";
import { Felt } from "./felt.js";
import { Hand } from "./hand.js";
import { keyboard } from "./keys.js";
import { Panel } from "./panel.js";
import { pointers } from "./pointer.js";
import { download, packed, uploaded, unpacked } from "./saving.js";
import { begun, freePlace, restored } from "./state.js";
import { Store } from "./store.js";

const MOST_LOGGED = 60;
const room = document.getElementById("room");
const address = new URL(location.href);
const { game } = room.dataset;

function chanceSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 1_000_000);
}

/** What the address, this browser or the beginning of a game have to show, and whether that is new here. */
function opening(description, sent, saved, players) {
  const linked = sent && restored(sent, description);
  if (linked) return [linked, true];
  const seed = address.searchParams.get("seed")?.slice(0, 80);
  const same = saved && saved.players === players && (!seed || String(saved.seed) === seed);
  const kept = same && restored(saved, description);
  return kept ? [kept, false] : [begun(description, { players, seed: seed || chanceSeed() }), true];
}

async function open() {
  const saved = Store.kept(game);
  const sent = address.hash.startsWith("#t=") ? await unpacked(address.hash.slice(3)) : null;
  const fewest = Number(room.dataset.fewest);
  const players = Number(address.searchParams.get("players")) || sent?.players || saved?.players || fewest;
  const query = new URLSearchParams({ players });
  for (const name of ["lang", "mode", "ui"]) if (address.searchParams.has(name)) query.set(name, address.searchParams.get(name));
  const description = await described(query);
  const store = new Store(description);
  store.begin(...opening(description, sent, saved, players));
  lay(store, description);
  const refresh = async () => store.redescribed(await described(query).catch(() => store.description));
  live.addEventListener("changed", refresh);
  live.addEventListener("resync", refresh);
}

async function described(query) {
  const written = "site" in document.body.dataset ? `table-${query.get("players")}.json` : `table.json?${query}`;
  const answer = await fetch(written, { cache: "no-store" });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

function lay(store, description) {
  const say = speaker(description.words);
  const felt = new Felt(document.getElementById("felt"), store, say);
  const said = document.getElementById("said");
  const seatField = document.getElementById("seat");
  let seat = Math.min(Math.max(Number(address.searchParams.get("seat")) || 1, 1), store.state.players) - 1;
  let chosen = null; // a card of the hand
  let marked = null;

  const selected = () => store.state.stacks.find((stack) => stack.id === felt.selected);
  const does = {
    seat: () => seat,
    marked: () => marked,
    act(action) {
      const done = store.act(action);
      if (done.stack) {
        does.select(done.stack);
        felt.show(done.stack);
      }
      return done;
    },
    select(id) {
      [felt.selected, chosen] = [id, null];
      redraw();
    },
    choose(card) {
      [felt.selected, chosen] = [null, card];
      redraw();
    },
    focus(id) {
      does.select(id);
      felt.show(id);
      felt.pieces.get(id)?.focus();
    },
    enter: () => panel.place.querySelector("button")?.focus(),
    card(act, card, stack) {
      if (act === "take") does.act({ type: "take", card, player: seat });
      else does.act({ type: "lift", stack, card, up: true, ...freePlace(store.state, selected(), store.known) });
    },
    command: (name) => COMMANDS[name]?.(selected()),
    undo: () => store.undo(),
    redo: () => store.redo(),
    zoom(key) {
      const box = felt.place.getBoundingClientRect();
      if (key === "0") felt.fit();
      else felt.zoom(key === "-" ? 1 / 1.25 : 1.25, box.left + box.width / 2, box.top + box.height / 2);
    },
    redraw: () => redraw(),
  };
  const onStack = (type) => (stack) => stack && does.act({ type, stack: stack.id, player: seat });
  const COMMANDS = {
    draw: onStack("draw"), shuffle: onStack("shuffle"), flip: onStack("flip"), turnTop: onStack("turnTop"), fan: onStack("fan"), deal: onStack("deal"), rotate: onStack("rotate"),
    rotateBack: (stack) => stack && does.act({ type: "rotate", stack: stack.id, by: -90 }),
    lay: (stack) => stack && does.act({ type: "lift", stack: stack.id, up: true, ...freePlace(store.state, stack, store.known) }),
    discard: (stack) => does.act({ type: "discard", ...(chosen ? { card: chosen } : { stack: stack?.id }) }),
    gather: (stack) => stack && does.act({ type: "gather", deck: store.known.cards.get(stack.cards.at(-1).c).deck.id }),
    play: () => chosen && does.act({ type: "play", card: chosen, ...felt.middle(), up: true }),
    playDown: () => chosen && does.act({ type: "play", card: chosen, ...felt.middle(), up: false }),
    putAbove: () => chosen && does.act({ type: "back", card: chosen }),
    putBelow: () => chosen && does.act({ type: "back", card: chosen, below: true }),
    mark(stack) {
      if (!stack) return;
      if (marked && marked !== stack.id) {
        COMMANDS.onto(stack);
        return;
      }
      marked = marked ? null : stack.id;
      tell(marked ? "table-marked" : "table-unmarked", { name: felt.name(stack) });
      redraw();
    },
    onto(stack) {
      if (stack && marked) does.act({ type: "merge", stack: marked, onto: stack.id });
      marked = null;
      redraw();
    },
    apply: (stack) => apply(chosen ?? (stack?.cards.at(-1).up ? stack.cards.at(-1).c : null)),
  };
  const panel = new Panel(document.getElementById("panel"), felt, say, does);
  const hand = new Hand(document.getElementById("hand"), felt, say, does);

  function tell(word, values) {
    said.textContent = "";
    requestAnimationFrame(() => { said.textContent = say(word, values); });
  }

  function logged(word, values) {
    const list = document.getElementById("log");
    list.prepend(make("li", {}, say(word, values)));
    if (list.children.length > MOST_LOGGED) list.lastElementChild.remove();
  }

  function redraw() {
    const { state } = store;
    if (chosen && !state.hands[seat]?.includes(chosen)) chosen = null;
    if (marked && !state.stacks.some((stack) => stack.id === marked)) marked = null;
    const lost = document.activeElement?.closest?.(".piece");
    felt.draw();
    for (const [id, piece] of felt.pieces) piece.classList.toggle("marked", id === marked);
    if (lost && !lost.isConnected) felt.pieces.get(felt.selected ?? state.stacks[0]?.id)?.focus();
    hand.draw(seat, chosen);
    panel.draw({ stack: selected(), card: chosen, seat });
    document.getElementById("undo").disabled = !store.past.length;
    document.getElementById("redo").disabled = !store.future.length;
  }

  /** Have the game's own procedure say what a card does to this player, and do it. */
  async function apply(card) {
    if (!card) return;
    const { deck, item } = store.known.cards.get(card);
    if (!deck.plays) return;
    const held = description.counters.map((name) => `${name}=${Math.max(0, store.state.counters[seat][name] ?? 0)}`).join(",");
    const path = [deck.kind, item.id].map(encodeURIComponent).join("/");
    const query = new URLSearchParams({ hand: held, lang: description.language, ui: document.documentElement.lang });
    try {
      const answer = await fetch(`${path}/effect.json?${query}`, { headers: { accept: "application/json" } });
      const told = await answer.json();
      if (!answer.ok) tell("table-not-applied", { why: told.error });
      else does.act({ type: "effect", player: seat, after: told.after, name: item.name, notes: told.notes.join(" ") });
    } catch {
      tell("table-not-applied", { why: "" });
    }
  }

  store.addEventListener("change", ({ detail: said }) => {
    if (said) tell(...said);
    if (said && said[0] !== "table-cannot") logged(...said);
    redraw();
    keepAddress();
  });
  pointers(felt, hand.place, does);
  keyboard(felt, does);
  controls();
  redraw();
  felt.fit();
  keepAddress();
  room.hidden = false;
  felt.fit();
  room.dataset.ready = "yes";

  function keepAddress() {
    address.searchParams.set("players", String(store.state.players));
    address.searchParams.set("seed", store.state.seed);
    if (seat) address.searchParams.set("seat", String(seat + 1));
    else address.searchParams.delete("seat");
    address.hash = "";
    history.replaceState(null, "", address);
    const other = new URL(address);
    other.searchParams.set("seat", String(((seat + 1) % store.state.players) + 1));
    document.getElementById("window").href = other.href;
    document.getElementById("seed").value = store.state.seed;
    document.getElementById("players").value = store.state.players;
  }

  function controls() {
    const on = (id, type, act) => document.getElementById(id).addEventListener(type, act);
    for (let player = 0; player < store.state.players; player += 1) seatField.append(make("option", { value: player, selected: player === seat }, say("table-player", { player: player + 1 })));
    seatField.addEventListener("change", () => {
      [seat, chosen] = [Number(seatField.value), null];
      redraw();
      keepAddress();
    });
    on("undo", "click", does.undo);
    on("redo", "click", does.redo);
    on("nearer", "click", () => does.zoom("+"));
    on("farther", "click", () => does.zoom("-"));
    on("whole", "click", () => does.zoom("0"));
    on("setup", "submit", (event) => {
      const players = Number(document.getElementById("players").value);
      if (players !== store.state.players) return; // another box: the page is asked for anew
      event.preventDefault();
      const seed = document.getElementById("seed").value.trim();
      const fresh = seed && seed !== store.state.seed ? seed : chanceSeed();
      store.replace(begun(description, { players, seed: fresh }), ["table-begun", { seed: fresh }]);
      felt.fit();
    });
    on("save", "click", () => download(store.state));
    on("load", "change", async (event) => {
      const found = restored(event.target.files[0] && (await uploaded(event.target.files[0])), description);
      event.target.value = "";
      if (found && found.players === store.state.players) store.replace(found, ["table-loaded", {}]);
      else tell("table-not-loaded", {});
    });
    on("link", "click", async () => {
      const text = await packed(store.state);
      const link = new URL(address);
      link.hash = `t=${text}`;
      try {
        await navigator.clipboard.writeText(link.href);
        tell("table-linked", {});
      } catch {
        history.replaceState(null, "", link);
        tell("table-link-in-address", {});
      }
    });
    on("new-counter", "submit", (event) => {
      event.preventDefault();
      const field = document.getElementById("counter-name");
      does.act({ type: "newCounter", name: field.value });
      field.value = "";
    });
    const dice = document.getElementById("dice");
    for (const faces of description.dice) {
      const own = description.ownDice.includes(faces) ? " own" : "";
      dice.append(make("button", { class: `button die-of${own}`, "aria-label": say("table-roll", { die: `d${faces}` }), onclick: () => does.act({ type: "roll", sides: Array(Math.min(20, Math.max(1, Number(document.getElementById("how-many").value) || 1))).fill(faces) }) }, `d${faces}`));
    }
    if (description.leftOff.length) tell("table-left-off", { names: description.leftOff.join(", ") });
  }
}

open().catch((error) => {
  document.getElementById("no-table").hidden = false;
  document.getElementById("why-no-table").textContent = error.message;
});

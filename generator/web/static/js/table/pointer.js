// Mouse, pen and fingers: a drag takes the top card of a pile, by its number or with Shift the whole pile; two fingers,
// or Ctrl and the wheel, bring nearer and farther.

import { make } from "../elements.js";

const STILL = 5; // pixels that a press may wander

/** Have the felt and the hand obey. `does` tells what is to be done: {act, select, choose, hand}. */
export function pointers(felt, hand, does) {
  const fingers = new Map();
  let drag = null;
  let apart = 0;

  function stackAt(event) {
    const piece = event.target.closest(".piece");
    return piece && felt.store.state.stacks.find((stack) => stack.id === piece.dataset.stack);
  }

  function down(event) {
    if (event.button) return;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) {
      letGo();
      apart = distance();
      return;
    }
    const stack = stackAt(event);
    const whole = !stack || stack.cards.length === 1 || event.shiftKey || Boolean(event.target.closest(".count"));
    const card = stack?.fan ? (event.target.closest(".spread")?.dataset.card ?? null) : null;
    seize(event, { stack, whole, card, held: null });
  }

  function holdCard(event) {
    const card = event.target.closest("[data-held]")?.dataset.held;
    if (!card || event.button) return;
    seize(event, { stack: null, whole: false, card: null, held: card });
  }

  function seize(event, what) {
    const at = [event.clientX, event.clientY];
    drag = { from: at, last: at, moving: false, ...what };
    event.target.setPointerCapture?.(event.pointerId);
  }

  function distance() {
    const [one, other] = [...fingers.values()];
    return Math.hypot(one[0] - other[0], one[1] - other[1]);
  }

  function move(event) {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 2) {
      const [one, other] = [...fingers.values()];
      const now = distance();
      if (apart) felt.zoom(now / apart, (one[0] + other[0]) / 2, (one[1] + other[1]) / 2);
      apart = now;
      return;
    }
    if (!drag) return;
    const [across, along] = [event.clientX - drag.last[0], event.clientY - drag.last[1]];
    if (!drag.moving && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < STILL) return;
    if (!drag.moving) begin();
    drag.last = [event.clientX, event.clientY];
    if (drag.ghost) follow(event);
    else if (!drag.held) felt.pan(across, along);
  }

  function begin() {
    drag.moving = true;
    const shown = drag.stack ?? drag.held;
    if (!shown) return;
    const card = drag.held ?? drag.card ?? drag.stack.cards.at(-1).c;
    const up = drag.held ? true : drag.stack.cards.find((one) => one.c === card).up;
    const [width, height] = felt.store.known.cards.get(card).deck.size;
    const piece = drag.stack && felt.pieces.get(drag.stack.id).getBoundingClientRect();
    drag.size = [width * felt.view.scale, height * felt.view.scale];
    // It is held where it was seized; a card of a hand, in its middle.
    drag.seized = piece && drag.whole ? [drag.from[0] - piece.left - piece.width / 2, drag.from[1] - piece.top - piece.height / 2] : [0, 0];
    drag.ghost = make("div", "ghost", felt.side(card, up));
    drag.ghost.style.setProperty("width", `${drag.size[0]}px`);
    drag.ghost.style.setProperty("height", `${drag.size[1]}px`);
    if (drag.stack?.turn) drag.ghost.style.setProperty("rotate", `${drag.stack.turn}deg`);
    document.body.append(drag.ghost);
    if (drag.stack) felt.pieces.get(drag.stack.id).classList.toggle("away", drag.whole);
  }

  function follow(event) {
    const [left, top] = [event.clientX - drag.seized[0] - drag.size[0] / 2, event.clientY - drag.seized[1] - drag.size[1] / 2];
    drag.ghost.style.setProperty("translate", `${left}px ${top}px`);
    hand.classList.toggle("receives", !drag.held && inside(hand, event));
  }

  function inside(element, event) {
    const box = element.getBoundingClientRect();
    return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  }

  function up(event) {
    fingers.delete(event.pointerId);
    const done = drag;
    letGo();
    if (!done) return;
    if (!done.moving) {
      if (done.stack) does.select(done.stack.id);
      else if (done.held) does.choose(done.held);
      return;
    }
    const { stack, whole, card, held, seized } = done;
    if (!done.ghost) return;
    if (!held && inside(hand, event)) {
      if (card) does.act({ type: "take", card, player: does.seat() });
      else does.act({ type: "draw", stack: stack.id, player: does.seat(), count: whole ? stack.cards.length : 1 });
      return;
    }
    if (!inside(felt.place, event)) return;
    const place = felt.at(event.clientX - seized[0], event.clientY - seized[1]);
    if (held) does.act({ type: "play", card: held, ...place, up: !event.shiftKey });
    else if (whole) does.act({ type: "move", stack: stack.id, ...place, exact: event.altKey });
    else does.act({ type: "lift", stack: stack.id, card, ...place });
  }

  function letGo() {
    drag?.ghost?.remove();
    if (drag?.stack) felt.pieces.get(drag.stack.id)?.classList.remove("away");
    hand.classList.remove("receives");
    drag = null;
  }

  felt.place.addEventListener("pointerdown", down);
  hand.addEventListener("pointerdown", holdCard);
  for (const place of [felt.place, hand]) {
    place.addEventListener("pointermove", move);
    place.addEventListener("pointerup", up);
    place.addEventListener("pointercancel", (event) => {
      fingers.delete(event.pointerId);
      letGo();
    });
  }
  felt.place.addEventListener("dblclick", (event) => {
    const stack = stackAt(event);
    if (stack) does.act({ type: "turnTop", stack: stack.id });
  });
  felt.place.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      felt.zoom(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    },
    { passive: false },
  );
}

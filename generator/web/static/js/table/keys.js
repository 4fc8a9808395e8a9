// The keyboard on the felt: arrows go from stack to stack, letters do what the buttons of the panel do.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 10; // mm; with Alt, a tenth

/** Letters, by what they do to the stack that has the focus. */
export const LETTERS = { d: "draw", t: "lay", s: "shuffle", f: "flip", r: "rotate", n: "fan", x: "discard", g: "gather", a: "apply", m: "mark" };

/** Have the felt obey; `does` as for pointers, and `command(name)` for what the panel's buttons do. */
export function keyboard(felt, does) {
  felt.place.addEventListener("keydown", (event) => {
    const id = event.target.closest(".piece")?.dataset.stack;
    if (!id || event.ctrlKey || event.metaKey) return;
    const stack = felt.store.state.stacks.find((one) => one.id === id);
    const arrow = ARROWS[event.key];
    if (arrow && event.shiftKey) {
      const far = event.altKey ? 1 : STEP;
      does.act({ type: "move", stack: id, x: stack.x + arrow[0] * far, y: stack.y + arrow[1] * far, exact: true });
      felt.show(id);
    } else if (arrow && !event.altKey) {
      const other = felt.beside(id, ...arrow);
      if (other) does.focus(other);
    } else if (event.key === "Enter") {
      does.select(id);
      does.enter();
    } else if (event.key === " ") {
      does.act({ type: "turnTop", stack: id });
    } else if (LETTERS[event.key.toLowerCase()] && !event.altKey) {
      if (felt.selected !== id) does.select(id);
      does.command(event.key === "R" ? "rotateBack" : LETTERS[event.key.toLowerCase()]);
    } else {
      return;
    }
    event.preventDefault();
  });
  felt.place.addEventListener("focusin", (event) => {
    const id = event.target.closest(".piece")?.dataset.stack;
    if (id && felt.selected !== id && event.target.matches(":focus-visible")) {
      does.select(id);
      felt.show(id);
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select") || event.altKey) return;
    const held = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (held && (key === "y" || (key === "z" && event.shiftKey))) does.redo();
    else if (held && key === "z") does.undo();
    else if (!held && ["+", "=", "-", "0"].includes(key)) does.zoom(key);
    else return;
    event.preventDefault();
  });
}

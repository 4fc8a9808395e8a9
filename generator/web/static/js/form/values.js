// Widgets for one value: a word, a number, a switch.

import { icon, make } from "../elements.js";
import { button, labelled, range, said } from "./parts.js";

export function other(_field, label) {
  const says = make("p", "hint", said.words.yaml);
  return { element: make("div", "field", make("span", "name", label), says), set() {}, get: () => null };
}

export function word(field, label, changed) {
  const input = make("input", { autocomplete: "off", oninput: changed });
  return {
    element: labelled(field, label, input),
    set: (value) => (input.value = typeof value === "string" ? value : ""),
    get: () => input.value || (field.required ? "" : null),
  };
}

export function number(field, label, changed) {
  const { low, high } = field;
  const input = make("input", {
    autocomplete: "off",
    inputmode: field.words.length ? "text" : field.whole ? "numeric" : "decimal",
    placeholder: field.usual || null,
    role: "spinbutton",
    "aria-valuemin": low,
    "aria-valuemax": high,
    oninput: () => (look(), changed()),
  });
  const now = () => (input.value.trim() === "" ? Number.NaN : Number(input.value));
  function look() {
    const known = !Number.isNaN(now());
    const outside = known && ((low !== null && now() < low) || (high !== null && now() > high));
    const strange = input.value.trim() !== "" && !known && !field.words.includes(input.value.trim());
    for (const [name, value] of [["aria-valuenow", known ? now() : null], ["aria-invalid", outside || strange ? "true" : null]]) {
      if (value === null) input.removeAttribute(name);
      else input.setAttribute(name, value);
    }
  }
  function step(by) {
    const next = Number.isNaN(now()) ? low ?? (by > 0 ? 1 : 0) : now() + by;
    const held = Math.min(high ?? Infinity, Math.max(low ?? -Infinity, next));
    const sign = input.value.trim().startsWith("+") && held > 0 ? "+" : "";
    input.value = sign + String(Number(held.toFixed(6)));
    look();
    changed();
  }
  input.addEventListener("keydown", (event) => {
    if (event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  });
  const limited = range(field);
  const element = labelled(field, label, input);
  const row = make("div", "stepped");
  input.replaceWith(row);
  const [less, more] = [button(said.words.less, icon("minus"), () => step(-1), label), button(said.words.plus, icon("plus"), () => step(1), label)];
  for (const one of [less, more]) one.tabIndex = -1; // arrow keys do the same
  row.append(less, input, more);
  if (limited) row.append(make("span", "hint", limited));
  return {
    element,
    set(value) {
      input.value = typeof value === "string" ? value : "";
      look();
    },
    get: () => input.value.trim() || null,
  };
}

export function flag(field, label, changed) {
  const input = make("input", { type: "checkbox", role: "switch", onchange: changed });
  return {
    element: make("label", "switch", input, make("span", "", label)),
    set: (value) => (input.checked = value === null ? field.usual : value === "true"),
    get: () => String(input.checked),
  };
}

// Widgets for one value: a word, a number, a switch.

import { button, icon, labelled, made, range, said } from "./parts.js";

export function other(_field, label) {
  const says = made("p", "hint", said.words.yaml);
  return { element: made("div", "field", made("span", "name", label), says), set() {}, get: () => null };
}

export function word(field, label, changed) {
  const input = made("input");
  input.autocomplete = "off";
  input.addEventListener("input", changed);
  return {
    element: labelled(field, label, input),
    set: (value) => (input.value = typeof value === "string" ? value : ""),
    get: () => input.value || (field.required ? "" : null),
  };
}

export function number(field, label, changed) {
  const input = made("input");
  input.autocomplete = "off";
  input.inputMode = field.words.length ? "text" : field.whole ? "numeric" : "decimal";
  const limits = { min: field.low, max: field.high };
  if (field.usual) input.placeholder = field.usual;
  input.setAttribute("role", "spinbutton");
  if (limits.min !== null) input.setAttribute("aria-valuemin", limits.min);
  if (limits.max !== null) input.setAttribute("aria-valuemax", limits.max);
  function look() {
    const now = Number(input.value);
    const known = input.value.trim() !== "" && !Number.isNaN(now);
    if (known) input.setAttribute("aria-valuenow", now);
    else input.removeAttribute("aria-valuenow");
    const outside = known && ((limits.min !== null && now < limits.min) || (limits.max !== null && now > limits.max));
    const strange = input.value.trim() !== "" && !known && !field.words.includes(input.value.trim());
    if (outside || strange) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  function step(by) {
    const known = input.value.trim() !== "" && !Number.isNaN(Number(input.value));
    let now = known ? Number(input.value) + by : limits.min ?? (by > 0 ? 1 : 0);
    if (limits.min !== null) now = Math.max(limits.min, now);
    if (limits.max !== null) now = Math.min(limits.max, now);
    const sign = input.value.trim().startsWith("+") && now > 0 ? "+" : "";
    input.value = sign + String(Number(now.toFixed(6)));
    look();
    changed();
  }
  input.addEventListener("input", () => (look(), changed()));
  input.addEventListener("keydown", (event) => {
    if (!["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    step(event.key === "ArrowUp" ? 1 : -1);
  });
  const limited = range(field);
  const element = labelled(field, label, input);
  const row = made("div", "stepped");
  input.replaceWith(row);
  const [less, more] = [button(said.words.less, icon("minus"), () => step(-1)), button(said.words.plus, icon("plus"), () => step(1))];
  for (const one of [less, more]) one.tabIndex = -1; // arrow keys do the same
  row.append(less, input, more);
  if (limited) row.append(made("span", "hint", limited));
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
  const input = made("input");
  input.type = "checkbox";
  input.setAttribute("role", "switch");
  input.addEventListener("change", changed);
  return {
    element: made("label", "switch", input, made("span", "", label)),
    set: (value) => (input.checked = value === null ? field.usual : value === "true"),
    get: () => String(input.checked),
  };
}

// What widgets of a form are put together from, and what the page says of the form: its words, languages and pictures.

/** `words` of the interface; `about`: the form's fields, languages, icons, and where pictures are. */
export const said = { words: {}, about: {} };

let numbers = 0;

export function made(name, className = "", ...inner) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...inner);
  return element;
}

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${document.body.dataset.icons}#${name}`);
  svg.append(use);
  return svg;
}

export function button(label, sign, act) {
  const pressed = made("button", "button quiet round", sign);
  pressed.type = "button";
  pressed.title = label;
  pressed.setAttribute("aria-label", label);
  pressed.addEventListener("click", act);
  return pressed;
}

/** An input below its name; of a part, the last word of the name is shown and all of it read out. */
export function labelled(field, label, input, ...rest) {
  input.id ||= `value-${(numbers += 1)}`;
  const name = made("label", "", field.name || label);
  name.htmlFor = input.id;
  if (field.name !== label) input.setAttribute("aria-label", label);
  return made("div", "field", name, input, ...rest);
}

export function range({ low, high, words: also = [] }) {
  const says = low !== null && high !== null ? `${low}–${high}` : low !== null ? said.words.from.replace("{number}", low) : high !== null ? said.words.upTo.replace("{number}", high) : "";
  return [says, ...also].filter(Boolean).join(", ");
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

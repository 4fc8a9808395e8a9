// What widgets of a form are put together from, and what the page says of the form: its words, languages and pictures.

import { icon, make } from "../elements.js";

/** `words` of the interface; `about`: the form's fields, languages, icons, and where pictures are. */
export const said = { words: {}, about: {} };

let numbers = 0;

/** What is read out of a button, of which each field of a form has one: whose it is, after what it does. Within it, so that
what is labelled by a field's name is its input alone. */
export const named = (says, label) => make("span", "unseen", said.words.of.replace("{says}", says).replace("{what}", label));

/** A button of the field `label`. */
export function button(says, sign, act, label) {
  return make("button", { class: "button quiet round", title: says, onclick: act }, sign, named(says, label));
}

/** An input below its name; of a part, the last word of the name is shown and all of it read out. */
export function labelled(field, label, input, ...rest) {
  input.id ||= `value-${(numbers += 1)}`;
  if (field.label !== label) input.setAttribute("aria-label", label);
  return make("div", "field", make("label", { for: input.id }, field.label || label), input, ...rest);
}

/** One of the game's pictures; `late`: when it comes into view. */
export function pictureOf(file, late = false) {
  return make("img", { alt: "", src: said.about.pictures + file.split("/").map(encodeURIComponent).join("/"), loading: late ? "lazy" : null });
}

/** A button that takes an icon to begin with into the game, and tells `act` of it. */
export function iconsButton(act, label, folder = "") {
  return make("button", { class: "button quiet", onclick: () => choose().then((told) => told && act(told)) }, icon("search"), ` ${said.words.icons}`, named("", label));
  async function choose() {
    const { takeIcon } = await import("../icons.js");
    return takeIcon(said.words, folder);
  }
}

export function range({ low, high, words: also = [] }) {
  const says = low !== null && high !== null ? `${low}–${high}` : low !== null ? said.words.from.replace("{number}", low) : high !== null ? said.words.upTo.replace("{number}", high) : "";
  return [says, ...also].filter(Boolean).join(", ");
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// A text in all languages side by side, with buttons for bold, italic and the game's icons.

import { textOf, textValue } from "../values.js";
import { button, made, said } from "./parts.js";

export function text(field, label, changed) {
  const inputs = new Map();
  let one = false; // whether the text is the same in all languages
  let at = null;
  const several = said.about.languages.length > 1;
  const parts = made("div", "tongues");
  for (const [place, language] of said.about.languages.entries()) {
    const input = made("textarea");
    input.rows = 1;
    input.lang = language;
    input.setAttribute("aria-label", place && several ? `${label} (${language})` : label);
    input.addEventListener("input", changed);
    input.addEventListener("focus", () => (at = input));
    input.addEventListener("keydown", (event) => marks(event, input, changed));
    inputs.set(language, input);
    const tongue = made("span", "tongue-of", language);
    tongue.setAttribute("aria-hidden", "true");
    parts.append(several ? made("div", "tongue-part", tongue, input) : input);
  }
  const first = inputs.get(said.about.languages[0]);
  at = first;
  const element = made("fieldset", "field text-field", made("legend", "", field.name || label), signs(() => at, changed), parts);
  return {
    element,
    set(value) {
      one = typeof value === "string";
      const texts = textOf(value, said.about.languages);
      for (const [language, input] of inputs) {
        input.value = texts[language];
        input.placeholder = one && input !== first ? said.words.same.replace("{language}", said.about.languages[0]) : "";
      }
    },
    get() {
      const texts = Object.fromEntries([...inputs].map(([language, input]) => [language, input.value]));
      return textValue(texts, said.about.languages, { one, required: field.required });
    },
  };
}

/** Buttons for bold, italic and the game's icons, which go where the cursor is. */
function signs(at, changed) {
  const bar = made("div", "signs");
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", said.words.signs);
  const add = (label, sign, before, behind) => {
    const pressed = button(label, sign, () => wrap(at(), before, behind, changed));
    pressed.addEventListener("mousedown", (event) => event.preventDefault()); // the cursor stays in the text
    bar.append(pressed);
  };
  add(said.words.bold, made("b", "", "B"), "**", "**");
  add(said.words.italic, made("i", "", "I"), "_", "_");
  for (const [sign, file] of Object.entries(said.about.icons)) {
    const picture = made("img");
    picture.alt = "";
    picture.src = said.about.pictures + file.split("/").map(encodeURIComponent).join("/");
    add(sign, picture, sign, "");
  }
  return bar;
}

function wrap(input, before, behind, changed) {
  const { selectionStart: from, selectionEnd: to, value } = input;
  input.focus();
  input.setRangeText(before + value.slice(from, to) + behind, from, to, behind ? "select" : "end");
  if (behind) input.setSelectionRange(from + before.length, to + before.length);
  changed();
}

function marks(event, input, changed) {
  const signs = { b: "**", i: "_" }[event.key.toLowerCase()];
  if (!signs || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  event.preventDefault();
  wrap(input, signs, signs, changed);
}

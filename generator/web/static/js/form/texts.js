// A text in all languages side by side, with buttons for bold, italic and the game's icons.

import { textOf, textValue } from "../values.js";
import { make } from "../elements.js";
import { button, iconsButton, pictureOf, said } from "./parts.js";

export function text(field, label, changed) {
  const inputs = new Map();
  let one = false; // whether the text is the same in all languages
  let at = null;
  const several = said.about.languages.length > 1;
  const parts = make("div", "tongues");
  for (const [place, language] of said.about.languages.entries()) {
    const input = make("textarea", {
      rows: 1,
      lang: language,
      "aria-label": place && several ? `${label} (${language})` : label,
      oninput: changed,
      onfocus: () => (at = input),
      onkeydown: (event) => marks(event, input, changed),
    });
    inputs.set(language, input);
    const tongue = make("span", { class: "tongue-of", "aria-hidden": "true" }, language);
    parts.append(several ? make("div", "tongue-part", tongue, input) : input);
  }
  const first = inputs.get(said.about.languages[0]);
  at = first;
  const element = make("fieldset", "field text-field", make("legend", "", field.label || label), signs(() => at, changed, label), parts);
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
function signs(at, changed, label) {
  const bar = make("div", { class: "signs", role: "group", "aria-label": said.words.signs });
  const add = (says, sign, before, behind) => {
    const pressed = button(says, sign, () => wrap(at(), before, behind, changed), label);
    pressed.addEventListener("mousedown", (event) => event.preventDefault()); // the cursor stays in the text
    bar.append(pressed);
  };
  add(said.words.bold, make("b", { "aria-hidden": "true" }, "B"), "**", "**");
  add(said.words.italic, make("i", { "aria-hidden": "true" }, "I"), "_", "_");
  for (const [sign, file] of Object.entries(said.about.icons)) add(sign, pictureOf(file), sign, "");
  if (said.about.takes) {
    const taken = ({ sign, file }) => {
      if (!(sign in said.about.icons)) add(sign, pictureOf(file), sign, "");
      said.about.icons[sign] = file;
      wrap(at(), sign, "", changed);
    };
    bar.append(iconsButton(taken, label));
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

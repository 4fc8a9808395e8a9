// What was written here and elsewhere, of which one is to be taken: field by field, or as texts.

import { asked, make } from "./elements.js";
import { said } from "./form/parts.js";

function told(value) {
  if (typeof value !== "object") return String(value ?? "");
  return value === null ? "" : Object.entries(value).map(([name, part]) => `${Array.isArray(value) ? "" : `${name}: `}${told(part)}`).join("\n");
}

/** Which of two texts counts: "mine", "theirs", or "". `values`: what both say by field, if known. */
export function whichText(words, mine, theirs, values = null) {
  /** @type {any} */ (document.querySelector("dialog:not([popover])"))?.close();
  const shown = ([label, text]) => make("section", {}, make("h3", {}, label), make("pre", { tabindex: 0, "aria-label": label }, text));
  const fields = values ? said.about.fields.filter(({ name }) => told(values[0][name]) !== told(values[1][name])) : [];
  const rows = fields.map(({ name, label }) => make("tr", {}, make("th", { scope: "row" }, label), ...values.map((one) => make("td", {}, make("mark", {}, told(one[name]))))));
  const head = make("tr", {}, ...["", words.mine, words.theirs].map((text) => make(text ? "th" : "td", { scope: text ? "col" : null }, text)));
  const texts = [[words.mine, mine], [words.theirs, theirs]].map(shown);
  const inside = [make("h2", { id: "which-one" }, words.conflict), make("p", {}, words.conflictSays), rows.length ? make("table", "table differing", head, ...rows) : make("div", "both-texts", ...texts)];
  const choices = [["mine", words.keepMine, "primary"], ["theirs", words.takeTheirs, ""], ["", words.later, "quiet"]];
  return asked(inside, choices, { "aria-labelledby": "which-one" });
}

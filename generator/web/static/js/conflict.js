// Two texts of which one is to be taken, side by side, with the lines that differ marked.

import { asked, make } from "./elements.js";
import { compared } from "./merge.js";

/** Which of two texts counts: "mine", "theirs", or "" for neither yet. */
export function whichText(words, mine, theirs) {
  document.querySelector("dialog")?.close();
  const shown = ([label, text, other]) => {
    const lines = compared(text, other).map(({ line, alike }) => make(alike ? "span" : "mark", {}, `${line}\n`));
    return make("section", {}, make("h3", {}, label), make("pre", { tabindex: 0, "aria-label": label }, ...lines));
  };
  const texts = [[words.mine, mine, theirs], [words.theirs, theirs, mine]].map(shown);
  const inside = [make("h2", { id: "which-one" }, words.conflict), make("p", {}, words.conflictSays), make("div", "both-texts", ...texts)];
  const choices = [["mine", words.keepMine, "primary"], ["theirs", words.takeTheirs, ""], ["", words.later, "quiet"]];
  return asked(inside, choices, { "aria-labelledby": "which-one" });
}

// Two texts of which one is to be taken, side by side, with the lines that differ marked.

import { compared } from "./merge.js";

let open = null;

/** Which of two texts counts: "mine", "theirs", or "" for neither yet. */
export function whichText(words, mine, theirs) {
  open?.close();
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "which-one");
  const heading = document.createElement("h2");
  heading.id = "which-one";
  heading.textContent = words.conflict;
  const says = document.createElement("p");
  says.textContent = words.conflictSays;
  const texts = document.createElement("div");
  texts.className = "both-texts";
  for (const [label, text] of [[words.mine, mine], [words.theirs, theirs]]) {
    const part = document.createElement("section");
    const title = document.createElement("h3");
    title.textContent = label;
    const shown = document.createElement("pre");
    shown.tabIndex = 0;
    const other = text === mine ? theirs : mine;
    for (const { line, alike } of compared(text, other)) {
      const part = document.createElement(alike ? "span" : "mark");
      part.textContent = `${line}\n`;
      shown.append(part);
    }
    shown.setAttribute("aria-label", label);
    part.append(title, shown);
    texts.append(part);
  }
  const row = document.createElement("form");
  row.method = "dialog";
  row.className = "row";
  for (const [value, label, look] of [["mine", words.keepMine, "button primary"], ["theirs", words.takeTheirs, "button"], ["", words.later, "button quiet"]]) {
    const button = document.createElement("button");
    button.value = value;
    button.className = look;
    button.textContent = label;
    row.append(button);
  }
  dialog.append(heading, says, texts, row);
  document.body.append(dialog);
  open = dialog;
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      open = null;
      resolve(dialog.returnValue);
    });
    dialog.showModal();
  });
}

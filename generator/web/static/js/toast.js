// A word to whoever works here, below on the right; screen readers say it.

/** Say something for a while. `kind` is "" or "red"; `action` is {label, run}, a button beside it. */
export function toast(text, { kind = "", action = null, seconds = 6 } = {}) {
  const place = document.getElementById("toasts");
  const note = document.createElement("div");
  note.className = `toast ${kind}`.trim();
  const words = document.createElement("span");
  words.textContent = text;
  note.append(words);
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => {
      note.remove();
      action.run();
    });
    note.append(button);
  }
  place.append(note);
  while (place.children.length > 4) place.firstElementChild.remove();
  if (seconds) setTimeout(() => note.remove(), seconds * 1000);
  return note;
}

// Icons to begin with: found by words of their names, and taken into the game with the credit that their licence asks for.

import { asked, make, toast } from "./elements.js";
import { reason, send } from "./sending.js";

const MOST = 60; // that are shown at once
let names = null;

/** Let somebody choose an icon, and take it in: its `sign` in texts and its `file`; null where none was, or could be. */
export async function takeIcon(words, folder = "") {
  names ??= fetch("/-/icons.json").then((answer) => answer.json());
  const known = await names;
  const find = make("input", { type: "search", autocomplete: "off", id: "icon-name", oninput: show });
  const found = make("div", { class: "thumbs", role: "group", "aria-label": words.icons });
  const thumb = (name) => {
    const picture = make("img", { alt: "", src: `/-/icons/${name}.svg`, loading: "lazy" });
    return make("button", { class: "thumb", onclick: () => found.closest("dialog").close(name) }, picture, make("span", {}, name));
  };
  function show() {
    const parts = find.value.toLowerCase().split(/\s+/);
    found.replaceChildren(...known.filter((name) => parts.every((part) => name.includes(part))).slice(0, MOST).map(thumb));
  }
  show();
  const field = make("div", "field", make("label", { for: "icon-name" }, words.findIcon), find);
  const name = await asked([field, found], [["", words.cancel, "quiet"]], { "aria-label": words.icons });
  if (!name) return null;
  const answer = await send("POST", `/-/icons/${document.body.dataset.game}`, { name, folder });
  if (answer?.status === 200) return answer.told;
  toast(reason(answer, words.lost), { kind: "red", seconds: 10 });
  return null;
}

// Icons to begin with: found by words of their names, and taken into the game with the credit that their licence asks for.

import { asked, make, toast } from "./elements.js";
import { reason, send } from "./sending.js";

const MOST = 60; // that are shown at once
let names = null;

/** Let somebody choose a picture by its name: the name, "" for none. `all`: names with their addresses; `more`: buttons besides. */
export function choosePicture(all, label, words, more = []) {
  const find = make("input", { type: "search", autocomplete: "off", id: "picture-name", oninput: show });
  const found = make("div", { class: "thumbs", role: "group", "aria-label": label });
  const thumb = ([name, src]) => {
    const picture = make("img", { alt: "", src, loading: "lazy" });
    return make("button", { class: "thumb", onclick: () => found.closest("dialog").close(name) }, picture, make("span", {}, name));
  };
  function show() {
    const parts = find.value.toLowerCase().split(/\s+/);
    found.replaceChildren(...all.filter(([name]) => parts.every((part) => name.toLowerCase().includes(part))).slice(0, MOST).map(thumb));
  }
  show();
  const field = make("div", "field", make("label", { for: "picture-name" }, words.find), find);
  return asked([field, found], [...more, ["", words.cancel, "quiet"]], { "aria-label": label });
}

/** Let somebody choose an icon, and take it in: its `sign` in texts and its `file`; null where none was, or could be. */
export async function takeIcon(words, folder = "") {
  names ??= fetch("/-/icons.json").then((answer) => answer.json());
  const all = (await names).map((name) => [name, `/-/icons/${name}.svg`]);
  const name = await choosePicture(all, words.icons, { find: words.findIcon, cancel: words.cancel });
  if (!name) return null;
  const answer = await send("POST", `/-/icons/${document.body.dataset.game}`, { name, folder });
  if (answer?.status === 200) return answer.told;
  toast(reason(answer, words.lost), { kind: "red", seconds: 10 });
  return null;
}

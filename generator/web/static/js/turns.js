// The buttons that undo and do again: first what is not saved, then the steps of the page, which the server tells.

import { toast } from "./elements.js";
import { mind } from "./refresh.js";
import { turned } from "./sending.js";

const place = document.querySelector('[data-part="turns"]');

/** Have the buttons act by `act(word)`; `open(word)` says whether something that is not saved is there for it. Gives what shows
them anew once that may be another. */
export function turns(act, open) {
  const button = (word) => place?.querySelector(`#${word}`);
  const show = () => {
    for (const one of place?.querySelectorAll("button") ?? []) one.disabled = !one.dataset.says && !open(one.id);
  };
  for (const word of ["undo", "redo"]) button(word)?.addEventListener("click", () => act(word));
  if (place) {
    mind("turns", {
      bring(_, fresh) {
        place.dataset.page = fresh.dataset.page;
        for (const one of fresh.querySelectorAll("button")) {
          const { dataset, title } = one;
          button(one.id).dataset.says = dataset.says;
          button(one.id).title = title;
        }
        show();
      },
    });
  }
  show();
  return show;
}

/** Have the next page say something. */
export function sayThere(text) {
  document.cookie = `pnp-told=${encodeURIComponent(text)}; path=/; max-age=20; samesite=strict`;
}

/** Undo, or do again, the last step of the page: what is told of it, or nothing where it was refused, which is said. */
export async function turnPage(word, game, words) {
  const told = await turned(word, game, words, JSON.parse(place?.dataset.page ?? "{}"));
  toast(told.why ?? told.told);
  return told;
}

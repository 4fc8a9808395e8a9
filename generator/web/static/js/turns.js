// The buttons that undo and do again: first what is not saved, then the steps of the page, which the server tells.

import { toast } from "./elements.js";
import { mind } from "./refresh.js";
import { reason, send } from "./sending.js";

const place = document.querySelector('[data-part="turns"]');

/** Have the buttons act by `act(word)`; `open(word)`: whether something is not saved that it would undo. Gives what shows them anew. */
export function turns(act, open) {
  const buttons = [...(place?.querySelectorAll("button") ?? [])];
  const show = () => buttons.forEach((one) => (one.disabled = !one.dataset.says && !open(one.id)));
  for (const one of buttons) one.addEventListener("click", () => act(one.id));
  mind("turns", {
    bring(_, fresh) {
      place.dataset.page = fresh.dataset.page;
      for (const one of buttons) {
        const now = fresh.querySelector(`#${one.id}`);
        [one.dataset.says, one.title] = [now.dataset.says, now.title];
      }
      show();
    },
  });
  show();
  return show;
}

/** Have the next page say something. */
export function sayThere(text) {
  document.cookie = `pnp-told=${encodeURIComponent(text)}; path=/; max-age=20; samesite=strict`;
}

/** Undo, or do again, the last step of the page: what is told of it, or `why` not. */
export async function turnPage(word, game, lost) {
  const answer = await send("POST", `/-/${word}/${encodeURIComponent(game)}`, JSON.parse(place?.dataset.page ?? "{}"));
  const told = answer?.status === 200 ? answer.told : { why: reason(answer, lost) };
  toast(told.why ?? told.told);
  return told;
}

// Pages of a site: what the tool in the browser makes takes the place of what a server would send.

import { work } from "../work.js";
import { ask } from "./ask.js";

const lively = document.body.dataset.toolSays !== undefined;

/** Links to what is made can be followed, and pictures of it are drawn. */
function dress() {
  for (const link of document.querySelectorAll("a[data-made-href]:not([href])")) link.href = "#tool";
  for (const picture of document.querySelectorAll("img[data-made-src]")) draw(picture);
}

async function draw(picture) {
  const address = picture.dataset.madeSrc;
  delete picture.dataset.madeSrc;
  const answer = await ask(address, { headers: { accept: "image/svg+xml" } }).catch(() => null);
  if (!answer?.ok) return;
  picture.src = URL.createObjectURL(await answer.blob());
  picture.addEventListener("load", () => URL.revokeObjectURL(picture.src), { once: true });
}

navigator.serviceWorker?.register(new URL("../../../sw.js", import.meta.url)).catch(() => {}); // no keeping, then

if (lively) {
  dress();
  document.addEventListener("pnp:shown", dress);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-made-href]:not([data-job], [data-live])");
    if (!link) return;
    event.preventDefault();
    work(link);
  });
}

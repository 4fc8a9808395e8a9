// Fonts that are added to a game, and samples that follow what is chosen.

import { toast } from "./elements.js";
import { reason, send } from "./sending.js";

const add = document.getElementById("add-font");

add.addEventListener("change", async () => {
  for (const file of add.files) {
    const answer = await send("PUT", add.dataset.address + encodeURIComponent(file.name), file);
    if (answer?.status !== 200) {
      toast(`${file.name}: ${reason(answer, add.dataset.lost)}`, { kind: "red", seconds: 12 });
      return;
    }
  }
  location.reload();
});

document.querySelector("form").addEventListener("change", ({ target }) => {
  const sample = target.closest(".role")?.querySelector("img");
  if (sample) sample.src = `${add.dataset.address}${encodeURIComponent(target.value)}.svg`;
});

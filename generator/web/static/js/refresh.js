// Parts of a page that are what the server would send now.

import { live } from "./live.js";

/** The page as the server would send it now; null where it cannot be had. */
export async function anew(address = location.href) {
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" }, cache: "no-store" });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}

/** Put the parts that `selectors` name in place of those that are there, where they differ. */
export function replaced(fresh, selectors) {
  const old = document.querySelectorAll(selectors);
  const now = fresh.querySelectorAll(selectors);
  if (old.length !== now.length) {
    location.reload();
    return;
  }
  old.forEach((part, at) => {
    if (part.isEqualNode(now[at])) return;
    const held = part.contains(document.activeElement) ? document.activeElement : null;
    const to = held?.getAttribute("href");
    part.replaceWith(document.adoptNode(now[at]));
    if (to) [...now[at].querySelectorAll("a")].find((link) => link.getAttribute("href") === to)?.focus();
  });
}

/** Keep parts of the page as the server would send them now. */
export function refreshed(selectors) {
  let again = false;
  let busy = false;
  async function refresh() {
    again = true;
    if (busy) return;
    busy = true;
    while (again) {
      again = false;
      const fresh = await anew();
      if (fresh) replaced(fresh, `${selectors}, .tabs [data-count]`);
    }
    busy = false;
  }
  live.addEventListener("changed", refresh);
  live.addEventListener("resync", refresh);
}

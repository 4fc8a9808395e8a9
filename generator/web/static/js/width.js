// Whether a page is narrow: style sheets say from which width on, and scripts ask them.

/** Whether the window is as narrow as a phone. */
export function narrow() {
  return getComputedStyle(document.documentElement).getPropertyValue("--narrow").trim() === "1";
}

/** Call `act` once the window is broad, having been narrow. */
export function broadened(act) {
  let before = narrow();
  addEventListener("resize", () => {
    const now = narrow();
    if (before && !now) act();
    before = now;
  });
}

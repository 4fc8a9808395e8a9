// A text that is not saved yet, kept in the browser by its address; where there is no place for it, nothing is kept.

const place = (address) => `pnp-unsaved:${address}`;

/** Keep a text with what it was made of. */
export function keepText(address, { base, version, text }) {
  attempt(() => localStorage.setItem(place(address), JSON.stringify({ base, version, text })));
}

export function forgetText(address) {
  attempt(() => localStorage.removeItem(place(address)));
}

/** What was kept: {base, version, text}; null where there is nothing. */
export function keptText(address) {
  const kept = attempt(() => JSON.parse(localStorage.getItem(place(address)) ?? "null"));
  return typeof kept?.text === "string" ? kept : null;
}

/** A text that is kept at a place of its own; "" where there is none. */
export function wordAt(key) {
  return attempt(() => localStorage.getItem(key)) ?? "";
}

export function keepWord(key, text) {
  attempt(() => localStorage.setItem(key, text));
}

function attempt(act) {
  try {
    return act();
  } catch {
    return null; // no place, or none is given: the page itself asks before it goes
  }
}

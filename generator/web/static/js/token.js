// The token that whatever writes has to show. A server that was started again has another one: then the page takes it
// from a copy of itself, which no other site can read.

import { anew } from "./refresh.js";

const place = document.querySelector('meta[name="pnp-token"]');

/** The token as the page knows it. */
export function token() {
  return place?.content ?? "";
}

/** The token of the server that answers now. */
export async function newToken() {
  const now = (await anew())?.querySelector('meta[name="pnp-token"]')?.content ?? "";
  if (place && now) {
    place.content = now;
    for (const field of document.querySelectorAll('form[method="post"] input[name="token"]')) field.value = now;
  }
  return token();
}

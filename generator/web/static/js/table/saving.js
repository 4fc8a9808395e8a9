// A table as a file, or packed into an address.

import { saveAs } from "../elements.js";

async function through(stream, bytes) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The table as a text that an address can hold; null where the browser cannot pack it. */
export async function packed(state) {
  if (!("CompressionStream" in window)) return null;
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(state)));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What such a text holds; null where it is none. */
export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
  } catch {
    return null;
  }
}

/** Have the browser save the table as a file. */
export function download(state) {
  saveAs(new Blob([`${JSON.stringify(state)}\n`], { type: "application/json" }), `${state.game}-table.json`);
}

/** What a file holds that the user chose; null where it is not JSON. */
export async function uploaded(file) {
  try {
    return file.size < 5_000_000 ? JSON.parse(await file.text()) : null;
  } catch {
    return null;
  }
}

// What is sent to the server to be written, with the token of the page; a server that was started again has another one.

import { toast } from "./elements.js";
import { token, update } from "./refresh.js";

/** Send an object as JSON, or a file as it is: the answer's `status` and what is `told`, or the PDF `file` that it is and its `headers`;
null where nobody answers. */
export async function send(method, address, body, query = {}) {
  const where = new URL(address, location.origin);
  for (const [name, value] of Object.entries(query)) if (value) where.searchParams.set(name, value);
  const file = body instanceof Blob;
  const { most, tooLarge } = document.body.dataset;
  if (file && body.size > most && address !== "/-/impose") return { status: 413, told: { error: tooLarge }, file: null, headers: null }; // it need not be sent
  const type = file ? "application/octet-stream" : "application/json";
  const ask = (shown) =>
    fetch(where, {
      method,
      headers: { "content-type": type, accept: "application/json", "x-pnp-token": shown },
      body: file ? body : JSON.stringify(body),
    });
  try {
    const shown = token();
    let answer = await ask(shown);
    if (answer.status === 403) {
      await update();
      if (token() !== shown) answer = await ask(token());
    }
    const { status, headers } = answer;
    if (headers.get("content-type") === "application/pdf") return { status, told: {}, file: await answer.blob(), headers };
    return { status, told: await answer.json().catch(() => ({})), file: null, headers };
  } catch {
    return null;
  }
}

/** Why something was refused, in one line: what is wrong first, with its place. */
export function reason(answer, otherwise) {
  const [first] = answer?.told.problems ?? [];
  return first ? `${first.file}:${first.line}: ${first.message}` : answer?.told.error ?? otherwise;
}

/** Say why something was not saved, in the page's line of state and as a word beside. */
export function refusedToSave(state, why) {
  state.textContent = `${state.dataset.refused} ${why}`.trim();
  toast(state.textContent, { kind: "red", seconds: 10 });
}

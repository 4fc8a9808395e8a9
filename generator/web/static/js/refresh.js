// The one way in which a page is brought up to date: it is asked for again, and each of its parts (`data-part`) that
// differs is put in place of the one there. Who minds a part in another way says so by `mind`.

import { later, live } from "./live.js";

const MOST = 200; // members of a list that are asked for one by one
const minds = {};
const tokens = 'meta[name="pnp-token"], form[method="post"] input[name="token"]';
let now = document.body.dataset.now; // the event after which what the page shows was made
let changes = []; // since then; null: nobody knows which
let under = null;
let leaves = false; // another page is on its way to take this one's place: loading this one again would call it off

/** Mind a part: `first(changes)` is waited for before the page is asked for, `wants(changes)` tells which members of its
list are wanted (as generator/web/asking.py has it; null: all), `bring(there, fresh)` brings it up to date. */
export function mind(part, how) {
  minds[part] = how;
}

/** A page as the server would send it now; null where it cannot be had. `wants`: members of its list, else all of them. */
async function anew(address = location.href, wants = null) {
  try {
    const headers = { accept: "text/html", ...(wants === null ? {} : { "x-pnp-part": wants }) };
    const answer = await fetch(address, { headers, cache: "no-store" });
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}

/** Bring the page up to date: after a change, or whatever happened. */
export function update(change = null) {
  changes = change && changes && [...changes, change];
  under ??= bring();
  return under;
}

async function bring() {
  try {
    while (!changes || changes.length) {
      const these = changes;
      changes = [];
      await Promise.all(Object.values(minds).map((one) => one.first?.(these)));
      const wants = Object.values(minds).map((one) => (these && one.wants?.(these)) ?? null);
      const { href } = location;
      const fresh = await anew(href, wants.find((one) => one !== null) ?? null);
      if (href !== location.href) changes = null; // it shows something else by now
      else if (fresh) take(fresh);
    }
  } finally {
    under = null;
  }
}

/** What tells a server which members of a list a page lacks: those that changes concern, and those that are `marked`; null
where all are wanted. */
export function wanted(order, changes, marked) {
  const names = new Set([...changes.flatMap((one) => one.items?.[document.body.dataset.kind] ?? []), ...marked]);
  return order && names.size <= MOST ? `${order};${[...names].map(encodeURIComponent)}` : null;
}

/** The members of a list in their order: those that came, where `some` is told also those there; null where one is missing,
and the page is asked for as a whole. */
export function together(there, fresh, some, named) {
  if (some === undefined) return fresh;
  const known = new Map([...there, ...fresh].map((one) => [named(one), one]));
  const all = (some ? some.split(",") : there.map(named)).map((name) => known.get(name));
  if (all.every(Boolean)) return all;
  update();
  return null;
}

function parts(page) {
  return new Map([...page.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
}

function take(fresh) {
  now = fresh.body.dataset.now ?? now;
  const own = fresh.querySelector(tokens);
  const shown = own?.content ?? own?.value;
  for (const place of shown ? document.querySelectorAll(tokens) : []) place[place.tagName === "META" ? "content" : "value"] = shown;
  const [there, its] = [parts(document), parts(fresh)];
  if ([...there.keys()].join() !== [...its.keys()].join()) {
    if (!leaves && !document.querySelector('[data-ready="true"]')) location.reload(); // where somebody writes, what was written stays
    return;
  }
  document.title = /^(• )?/.exec(document.title)[0] + fresh.title;
  for (const [name, part] of there) {
    if (minds[name]?.bring) minds[name].bring(part, its.get(name));
    else if (!part.isEqualNode(its.get(name))) replace(part, document.adoptNode(its.get(name)));
  }
  const [count, counted] = [document, fresh].map((page) => page.querySelector(".masthead [data-count]"));
  if (count && counted) tally(count, counted.textContent);
}

function replace(old, fresh) {
  const held = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  old.replaceWith(fresh);
  if (held) [...fresh.querySelectorAll("a")].find((link) => link.getAttribute("href") === held)?.focus();
}

function tally(count, number) {
  count.textContent = number;
  count.hidden = !Number(number);
}

addEventListener("beforeunload", () => {
  leaves = true;
  setTimeout(() => (leaves = false), 5000); // it was a download
});

/** The token that whatever writes has to show. */
export function token() {
  return document.querySelector(tokens)?.content ?? "";
}

live.addEventListener("resync", () => update());
live.addEventListener("changed", ({ detail }) => {
  if (!later(detail.id, now)) return;
  const count = document.querySelector(".masthead [data-count]");
  if (parts(document).size) update(detail);
  else if (count) tally(count, String(detail.problems.errors + detail.problems.warnings));
});

// The manual: a search over all documents, section by section.

import { make } from "./elements.js";

const found = document.getElementById("found");
const find = document.getElementById("find");
let all = null;

find.addEventListener("input", search);
if (find.value) search(); // typed before this was there

async function search() {
  const words = find.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  document.getElementById("document").hidden = words.length > 0;
  if (!words.length) {
    found.replaceChildren();
    return;
  }
  all ??= fetch("/help/all.json").then((answer) => answer.json());
  const known = await all;
  const scored = known
    .map((one) => ({ one, score: score(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 30);
  const lines = scored.map(({ one }) => {
    const says = make("p", "small quiet", ...marked(excerpt(one.text, words), words));
    return make("li", {}, make("a", { href: `/help/${one.page}#${one.id}` }, one.title), says);
  });
  found.replaceChildren(scored.length ? make("ul", {}, ...lines) : found.dataset.none);
}

function score(one, words) {
  const [title, text] = [one.title.toLowerCase(), one.text.toLowerCase()];
  let sum = 0;
  for (const word of words) {
    if (!title.includes(word) && !text.includes(word)) return 0;
    sum += (title.includes(word) ? 10 : 0) + Math.min(5, text.split(word).length - 1);
  }
  return sum;
}

function excerpt(text, words) {
  const at = Math.max(0, Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0), text.length) - 60);
  return (at ? "… " : "") + text.slice(at, at + 220).trim();
}

function marked(text, words) {
  const parts = [];
  let rest = text;
  while (rest) {
    const places = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter(([at]) => at >= 0).sort(([a], [b]) => a - b);
    if (!places.length) break;
    const [at, length] = places[0];
    parts.push(rest.slice(0, at), make("mark", {}, rest.slice(at, at + length)));
    rest = rest.slice(at + length);
  }
  return [...parts, rest];
}

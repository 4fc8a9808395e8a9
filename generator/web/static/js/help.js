// The manual: a document set as it is meant to be read, and a search over all documents, section by section.

import { blocks, elements, slug } from "./markdown.js";

const place = document.getElementById("document");
const found = document.getElementById("found");
const find = document.getElementById("find");
let all = null;

const source = place.querySelector("pre")?.textContent;
if (source) {
  place.replaceChildren(...elements(source, address));
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}
find.addEventListener("input", search);
if (find.value) search(); // typed before this was there

/** Where a link leads: to another page or a picture of the manual, elsewhere on the web, or nowhere. */
function address(to) {
  if (/^https?:/.test(to) || to.startsWith("#")) return to;
  const picture = /^\.\.\/pictures\/([\w/-]+\.png)$/.exec(to);
  if (picture) return `/help/pictures/${picture[1]}`;
  const own = /^(?:(?:\.\.|[\w-]+)\/)*([\w-]+)\.md(#.*)?$/.exec(to);
  return own ? `/help/${own[1]}${own[2] ?? ""}` : "";
}

/** The sections of all documents: {page, title, id, text}. */
function sections(documents) {
  const list = [];
  for (const [page, text] of Object.entries(documents)) {
    for (const block of blocks(text)) {
      if (block.kind === "heading") list.push({ page, title: block.text.replace(/`/g, ""), id: slug(block.text.replace(/`/g, "")), text: "" });
      else if (list.length) list.at(-1).text += ` ${block.text ?? (block.items ?? block.rows.map((row) => row.join(" "))).join(" ")}`;
    }
  }
  return list;
}

async function search() {
  const words = find.value.toLowerCase().split(/\s+/).filter((word) => word.length > 1);
  place.hidden = words.length > 0;
  if (!words.length) {
    found.replaceChildren();
    return;
  }
  all ??= fetch("/help/all.json").then((answer) => answer.json()).then(sections);
  const known = await all;
  const scored = known
    .map((one) => ({ one, score: score(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 30);
  const list = document.createElement("ul");
  for (const { one } of scored) {
    const link = document.createElement("a");
    link.href = `/help/${one.page}#${one.id}`;
    link.textContent = one.title;
    const says = document.createElement("p");
    says.className = "small quiet";
    says.append(...marked(excerpt(one.text, words), words));
    const line = document.createElement("li");
    line.append(link, says);
    list.append(line);
  }
  found.replaceChildren(scored.length ? list : found.dataset.none);
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
  return (at ? "… " : "") + text.slice(at, at + 220).replace(/[`*]/g, "").trim();
}

function marked(text, words) {
  const parts = [];
  let rest = text;
  while (rest) {
    const places = words.map((word) => [rest.toLowerCase().indexOf(word), word.length]).filter(([at]) => at >= 0).sort(([a], [b]) => a - b);
    if (!places.length) break;
    const [at, length] = places[0];
    const mark = document.createElement("mark");
    mark.textContent = rest.slice(at, at + length);
    parts.push(rest.slice(0, at), mark);
    rest = rest.slice(at + length);
  }
  return [...parts, rest];
}

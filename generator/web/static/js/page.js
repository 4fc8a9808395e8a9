// On every page: light or dark, what works with scripts alone, and the row of screens scrolled to the one at hand.

import { listen } from "./live.js";
import "./refresh.js";

const root = document.documentElement;
root.classList.add("lively");

const chosen = /(?:^|; )pnp-look=(light|dark)/.exec("site" in document.body.dataset ? document.cookie : "");
if (chosen) root.dataset.theme = chosen[1]; // a server says so in the page itself

const button = document.getElementById("look");
const dark = matchMedia("(prefers-color-scheme: dark)");

function look() {
  return root.dataset.theme || (dark.matches ? "dark" : "light");
}

function show() {
  const now = look();
  button.querySelector("use").setAttribute("href", `${document.body.dataset.icons}#${now === "dark" ? "sun" : "moon"}`);
  button.title = now === "dark" ? button.dataset.light : button.dataset.dark;
  button.setAttribute("aria-label", button.title);
}

if (button) {
  button.addEventListener("click", () => {
    root.dataset.theme = look() === "dark" ? "light" : "dark";
    document.cookie = `pnp-look=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
    show();
  });
  dark.addEventListener("change", show);
  show();
}

document.addEventListener("keydown", (event) => {
  const asks = (event.ctrlKey || event.metaKey) && event.key === "k" ? "search" : event.key === "?" && !event.target.closest("input, textarea, .cm-editor") && "show-keys";
  if (!asks) return;
  event.preventDefault();
  document.getElementById(asks)?.click();
});

const tab = document.querySelector(".tabs [aria-current]");
if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;

addEventListener("DOMContentLoaded", listen); // once all scripts of the page know what they mind

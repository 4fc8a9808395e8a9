// Forms beside what they make: each change asks at once, and the address keeps what was asked. Without this module all
// of it is plain links and forms.

import { make } from "./elements.js";
import { mind, update } from "./refresh.js";
import { ask } from "./site/ask.js";
import { broadened, narrow } from "./width.js";
import { work } from "./work.js";

const desk = document.querySelector("[data-desk]");
let asking = null;
let missed = false; // whether files changed meanwhile
let shut = false; // whether levers lie open on a narrow screen: not at first, and then as they were left

/** Put the page that an address gives in place of what the desk shows now; the address becomes the page's. */
async function go(address, { push = true, from = null } = {}) {
  asking?.abort();
  const own = (asking = new AbortController());
  const place = document.querySelector("[data-desk]");
  const kept = from?.id || document.activeElement?.id || "";
  place.classList.add("busy");
  try {
    const answer = await ask(address, { signal: own.signal, headers: { accept: "text/html" } });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.querySelector("[data-desk]") || page.querySelector("main > .within");
    if (!fresh) {
      location.assign(address);
      return;
    }
    document.title = page.title;
    if (push) history.pushState({}, "", address);
    put(fresh);
    if (kept) document.getElementById(kept)?.focus({ preventScroll: true });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  } finally {
    if (asking === own) {
      asking = null;
      if (missed) update();
      missed = false;
      document.querySelector("[data-desk]")?.classList.remove("busy");
    }
  }
}

/** Show another desk's parts in place of those there; what lay open does so. */
function put(fresh) {
  const now = document.querySelector("[data-desk]");
  shut = now.querySelector("details[data-wide]")?.open ?? false;
  const opened = [...now.querySelectorAll("details[open][id], details[open][class]")].map((one) => one.className || one.id);
  now.replaceChildren(...fresh.childNodes);
  for (const one of now.querySelectorAll("details")) if (opened.includes(one.className || one.id)) one.open = true;
  dress(now);
  document.dispatchEvent(new CustomEvent("pnp:shown"));
}

/** The address of a form as it is filled; fields that are empty are left out. */
function addressOf(form, button) {
  const filled = new FormData(form, button ?? undefined);
  const query = new URLSearchParams([...filled].filter(([, value]) => value !== "").map(([name, value]) => [name, String(value)]));
  return `${form.getAttribute("action") || location.pathname}?${query}`;
}

/** Sliders and buttons for numbers, and a field that gathers what is found into another. */
export function dress(place) {
  if (narrow()) for (const one of place.querySelectorAll("details[data-wide]")) one.open = shut;
  for (const pair of place.querySelectorAll("[data-gathers]")) {
    const [all, one] = pair.querySelectorAll("input");
    one.addEventListener("change", (event) => {
      event.stopPropagation();
      if (!one.value.trim()) return;
      all.value = [all.value.trim(), one.value.trim()].filter(Boolean).join(",");
      one.value = "";
      all.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
  for (const field of place.querySelectorAll(".stepper")) {
    const input = field.querySelector("input");
    for (const button of field.querySelectorAll("[data-step]")) {
      button.addEventListener("click", () => {
        const step = Number(button.dataset.step);
        const old = input.value === "" ? Number(input.dataset.usual ?? 0) - (step > 0 ? step : 0) : Number(input.value);
        const least = input.min === "" ? -Infinity : Number(input.min);
        const most = input.max === "" ? Infinity : Number(input.max);
        input.value = String(Math.min(most, Math.max(least, Math.round((old + step) * 1000) / 1000)));
        input.dispatchEvent(new Event("change", { bubbles: true }));
      });
    }
    if (!("slides" in field.dataset) || input.min === "" || input.max === "") continue;
    const { min, max, step } = input;
    const slider = make("input", { type: "range", min, max, step, "aria-label": field.querySelector("label").textContent });
    slider.value = input.value === "" ? String((Number(min) + Number(max)) / 2) : input.value;
    slider.addEventListener("input", () => (input.value = slider.value));
    slider.addEventListener("change", () => input.dispatchEvent(new Event("change", { bubbles: true })));
    input.addEventListener("change", () => (slider.value = input.value));
    field.querySelector(".steps").after(slider);
  }
}

/** Show a page that took its time to make. */
function shown(text, address) {
  history.pushState({}, "", address);
  put(new DOMParser().parseFromString(text, "text/html").querySelector("[data-desk]"));
}

if (desk) {
  dress(desk);
  // Of pages that are files the address says more than the file: the tool is asked for the rest.
  if ("toolSays" in document.body.dataset && location.search) go(location.href, { push: false });
  // Their heading is hidden on a broad screen: there they cannot be opened by hand.
  broadened(() => {
    for (const one of document.querySelectorAll("[data-desk] details[data-wide]")) one.open = true;
  });
  let waiting = 0;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get" || !("live" in form.dataset)) return;
    event.preventDefault();
    clearTimeout(waiting);
    if (event.submitter?.dataset.job) {
      const link = make("a", { href: addressOf(form, event.submitter), hidden: true }, event.submitter.textContent);
      event.submitter.after(link);
      work(link, shown).finally(() => link.remove());
      return;
    }
    go(addressOf(form, event.submitter), { from: event.submitter });
  });
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (!form || !("live" in form.dataset) || "slow" in form.dataset || !form.reportValidity()) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => go(addressOf(form), { from: event.target }), 250);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-live]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    go(link.getAttribute("href").startsWith("?") ? location.pathname + link.getAttribute("href") : link.href, { from: link });
  });
  addEventListener("popstate", () => go(location.href, { push: false }));
  // Files changed: what is shown is asked for again, unless someone is typing.
  mind("desk", {
    bring(there, fresh) {
      const fields = [...there.querySelectorAll(":is(input[name]:is([type='text'], [type='number']), textarea)")];
      const typing = fields.some((one) => one === document.activeElement || one.value !== one.defaultValue);
      missed = asking !== null;
      if (!missed && !typing) put(fresh);
    },
  });
}

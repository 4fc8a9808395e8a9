// Forms beside what they make: each change asks at once, the address keeps what was asked, and work of some length
// shows how far it is and can be ended. Without this module all of it is plain links and forms.

import { live } from "./live.js";

const desk = document.querySelector("[data-desk]");
let asking = null;
let shut = false; // whether levers lie open on a narrow screen: not at first, and then as they were left

/** Put the page that an address gives in place of what the desk shows now; the address becomes the page's. */
async function go(address, { push = true, from = null } = {}) {
  asking?.abort();
  const own = (asking = new AbortController());
  const place = document.querySelector("[data-desk]");
  const kept = from?.id || document.activeElement?.id || "";
  place.classList.add("busy");
  try {
    const answer = await fetch(address, { signal: own.signal, headers: { accept: "text/html" } });
    const text = await answer.text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const fresh = page.querySelector("[data-desk]") || page.querySelector("main > .within");
    if (!fresh) {
      location.assign(address);
      return;
    }
    shut = place.querySelector("details[data-wide]")?.open ?? false;
    const opened = [...place.querySelectorAll("details[open][id], details[open][class]")].map((one) => one.className || one.id);
    const now = document.querySelector("[data-desk]");
    now.replaceChildren(...fresh.childNodes);
    for (const one of now.querySelectorAll("details")) if (opened.includes(one.className || one.id)) one.open = true;
    document.title = page.title;
    if (push) history.pushState({}, "", address);
    dress(now);
    if (kept) document.getElementById(kept)?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("pnp:shown"));
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  } finally {
    if (asking === own) {
      asking = null;
      document.querySelector("[data-desk]")?.classList.remove("busy");
    }
  }
}

/** The address of a form as it is filled; fields that are empty are left out. */
function addressOf(form, button) {
  const filled = new FormData(form, button ?? undefined);
  const query = new URLSearchParams([...filled].filter(([, value]) => value !== ""));
  return `${form.getAttribute("action") || location.pathname}?${query}`;
}

/** Sliders and buttons for numbers, and a field that gathers what is found into another. */
function dress(place) {
  if (matchMedia("(max-width: 48rem)").matches) for (const one of place.querySelectorAll("details[data-wide]")) one.open = shut;
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
    const slider = document.createElement("input");
    slider.type = "range";
    [slider.min, slider.max, slider.step] = [input.min, input.max, input.step];
    slider.value = input.value === "" ? String((Number(input.min) + Number(input.max)) / 2) : input.value;
    slider.setAttribute("aria-label", field.querySelector("label").textContent);
    slider.addEventListener("input", () => (input.value = slider.value));
    slider.addEventListener("change", () => input.dispatchEvent(new Event("change", { bubbles: true })));
    input.addEventListener("change", () => (slider.value = input.value));
    field.querySelector(".steps").after(slider);
  }
}

/** Fetch a file that takes its time, telling how far it is; the button beside the bar ends it. */
async function work(link) {
  if (link.dataset.busy) return;
  link.dataset.busy = "1";
  const job = `job-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`;
  const own = new AbortController();
  const note = document.createElement("div");
  note.className = "working";
  note.setAttribute("role", "status");
  const head = document.createElement("div");
  head.className = "row";
  const words = document.createElement("span");
  words.textContent = document.querySelector("[data-desk]").dataset.working || "…";
  const end = document.createElement("button");
  end.type = "button";
  end.className = "button quiet";
  end.textContent = document.querySelector("[data-desk]").dataset.stop || "×";
  end.addEventListener("click", () => own.abort());
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", link.textContent.trim());
  head.append(words, end);
  note.append(head, bar);
  (link.closest("[data-work]") ?? link.closest(".bar") ?? link.parentElement).after(note);
  const look = setInterval(async () => {
    const state = await fetch(`/-/jobs/${job}`, { headers: { accept: "application/json" } }).then((one) => (one.ok ? one.json() : null), () => null);
    if (!state) return;
    if (state.of) [bar.max, bar.value] = [state.of, state.done];
    if (state.what) words.textContent = `${state.what} ${state.of ? `${state.done}/${state.of}` : ""}`;
  }, 400);
  try {
    const address = new URL(link.href);
    address.searchParams.set("job", job);
    const answer = await fetch(address, { signal: own.signal });
    if (!answer.ok) throw new Error((await answer.text()).trim().slice(0, 500) || answer.statusText);
    if (link.dataset.job === "page") {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.querySelector("[data-desk]").replaceChildren(...page.querySelector("[data-desk]").childNodes);
      address.searchParams.delete("job");
      history.pushState({}, "", address);
      dress(document.querySelector("[data-desk]"));
      return;
    }
    const file = /filename="?([^";]+)"?/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "file";
    const made = document.createElement("a");
    made.href = URL.createObjectURL(await answer.blob());
    made.download = file;
    made.click();
    setTimeout(() => URL.revokeObjectURL(made.href), 60_000);
    note.remove();
  } catch (error) {
    if (error.name === "AbortError") note.remove();
    else {
      note.className = "note red";
      note.setAttribute("role", "alert");
      note.textContent = error.message;
    }
  } finally {
    clearInterval(look);
    delete link.dataset.busy;
  }
}

if (desk) {
  dress(desk);
  let waiting = 0;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "get" || !("live" in form.dataset)) return;
    event.preventDefault();
    clearTimeout(waiting);
    if (event.submitter?.dataset.job) {
      const link = document.createElement("a");
      link.href = addressOf(form, event.submitter);
      link.dataset.job = event.submitter.dataset.job;
      link.textContent = event.submitter.textContent;
      event.submitter.after(link);
      link.hidden = true;
      work(link).finally(() => link.remove());
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
    const link = event.target.closest("a[data-live], a[data-job]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (link.dataset.job !== undefined) work(link);
    else go(link.getAttribute("href").startsWith("?") ? location.pathname + link.getAttribute("href") : link.href, { from: link });
  });
  addEventListener("popstate", () => go(location.href, { push: false }));
  // Files changed: what is shown is asked for again, unless someone is typing.
  const afresh = () => {
    const fields = document.querySelectorAll("[data-desk] :is(input[name]:is([type='text'], [type='number']), textarea)");
    const typing = [...fields].some((one) => one === document.activeElement || one.value !== one.defaultValue);
    if (!asking && !typing) go(location.href, { push: false });
  };
  live.addEventListener("changed", afresh);
  live.addEventListener("resync", afresh);
}

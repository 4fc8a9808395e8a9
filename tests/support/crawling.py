"""Presses every control of a page and tells what each did; the same script looks at the page in every browser."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urldefrag, urljoin, urlsplit

from playwright.sync_api import Error as PlaywrightError

from generator.core.folders import NamedModules
from generator.web import screens
from generator.web.endpoints import ROUTES

# What can be pressed, how it is called, and what has happened in the page since it was last asked.
LOOKING = r"""
try { localStorage.clear(); sessionStorage.clear(); } catch { /* no page yet */ }
window.crawl = (() => {
  const SORTS = "button, a[href], summary, select, input[type=checkbox], input[type=radio], input[type=submit], [role=button]";
  let mutations = 0, moved = 0, others = 0, start = null, state = null;
  new MutationObserver((records) => { mutations += records.length; }).observe(document, {subtree: true, childList: true,
    attributes: true, characterData: true});
  for (const name of ["scroll", "toggle"]) addEventListener(name, () => { moved += 1; }, true);
  window.print = () => { others += 1; };
  const words = (text) => (text || "").replace(/\s+/g, " ").trim().slice(0, 80);
  const by_ids = (ids) => (ids || "").split(" ").map((id) => document.getElementById(id)?.textContent || "").join(" ");
  const name_of = (one) => words(by_ids(one.getAttribute("aria-labelledby"))) || words(one.getAttribute("aria-label"))
    || words([...(one.labels || [])].map((label) => label.textContent).join(" ")) || (one.matches("select") ? "" : words(one.textContent))
    || words(one.querySelector("img")?.alt) || words(one.title) || words(one.value);
  const shown = (one) => one.checkVisibility({visibilityProperty: true}) && !one.closest("[inert]");
  const values = () => [...document.querySelectorAll("input, select, textarea, details")].map((one) =>
    `${one.value} ${one.checked} ${one.open}`).join("\n");
  const place_of = (one) => { if (one.closest(".skip, body > footer, #keys")) return "frame";
    const part = one.closest("dialog, header, footer, nav, aside, section[id], form[id], main, body");
    return part.id || part.getAttribute("aria-label") || part.localName; };
  return {
    list() {
      const seen = {};
      return [...document.querySelectorAll(SORTS)].filter(shown).map((one) => {
        const sort = one.type && one.localName === "input" ? one.type : one.localName;
        const key = [place_of(one), sort, name_of(one) || one.outerHTML.slice(0, 60)].join(" | ");
        seen[key] = (seen[key] || 0) + 1;
        const full = seen[key] > 1 ? `${key} | ${seen[key]}` : key;
        one.dataset.crawled = full;
        return {key: full, sort, href: one.href && !one.href.baseVal ? one.href : "", chosen: one.type === "radio" && one.checked,
          disabled: one.disabled || one.ariaDisabled === "true",
          acts: sort !== "a" || one.hasAttribute("download") || one.hasAttribute("data-job") || one.getAttribute("href").startsWith("#"),
          form: Boolean(one.form && (one.form.querySelector("button:not([type=button]), input[type=submit]") || one.form.method === "get"))};
      });
    },
    find(key) { return [...document.querySelectorAll("[data-crawled]")].find((one) => one.dataset.crawled === key); },
    aim(key) {
      const one = this.find(key);
      if (!one || !shown(one)) return null;
      let target = one.labels?.length && one.matches("[type=checkbox], [type=radio]") ? one.labels[0] : one;
      target.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
      const boxes = [...target.getClientRects()], box = boxes[0] || target.getBoundingClientRect();
      const at = [box.left + box.width / 2, box.top + box.height / 2], hit = document.elementFromPoint(...at);
      return {at, hit: Boolean(hit && (target.contains(hit) || hit.contains(target) || one.contains(hit) || hit === one)),
        over: hit ? hit.outerHTML.slice(0, 90) : ""};
    },
    choose(key) {
      const one = this.find(key), all = [...one.options].filter((option) => !option.disabled);
      if (all.length < 2) return null;
      return all.find((option) => !option.selected && option.value)?.value ?? all.find((option) => !option.selected).value;
    },
    begin(key) { start = {mutations, moved, others, focus: document.activeElement, own: this.find(key),
      target: document.querySelector(":target")}; state = values(); },
    count() { return mutations; },
    told() {
      const did = [];
      if (mutations > start.mutations) did.push("page");
      if (moved > start.moved) did.push("moved");
      if (others > start.others) did.push("print");
      if (values() !== state) did.push("value");
      if (document.querySelector(":target") !== start.target) did.push("place");
      if (document.activeElement !== start.focus && document.activeElement !== start.own) did.push("focus");
      return did;
    },
  };
})();
"""


class Press(NamedTuple):
    """What was pressed, and what came of it."""

    key: str  # where it is, its sort, its accessible name, and its number among those of the same
    did: str  # what happened, with commas; empty for what is dead
    wrong: str = ""  # what is wrong with that

    def __str__(self) -> str:
        return f"{self.key}: {self.did or 'NOTHING'}{f' !! {self.wrong}' if self.wrong else ''}"


def pages(names: dict[str, object]) -> list[str]:
    """The addresses of all screens, as the modules of the screens name them; no downloads, nothing that scripts ask for.

    Args:
        names: what is put where a route has a place for a name.
    """
    found = []
    for module in NamedModules(screens.__name__, screens.__path__).values():
        template = "page(" in Path(module.__file__ or "").read_text(encoding="utf-8")
        for route in ROUTES[module.__name__] if template else ():
            path = (
                route.path_format.format(**names) if "GET" in (route.methods or ()) and "/-/" not in route.path else ""
            )
            if path and "." not in path.rpartition("/")[2]:
                found.append(path)
    return sorted(set(found))


SAFE = re.compile(r"/(draft|offers|merge|sheets)$|\.json$")  # what is sent there changes no file
MANY, FEW = 40, 3  # controls that a press shows, all icons there are: of those, the first few are pressed
BUILT = "document.readyState === 'complete' && !document.querySelector('#editor:not([data-ready])')"  # and a form in it
QUIET = re.compile(r"/events$|/-/health$")  # what a page asks without being pressed


class Ground:
    """A running workshop whose files are put back as they were."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address.rstrip("/"), folder
        self.files = self.now()

    def now(self) -> dict[Path, bytes]:
        """All files of the project."""
        found = [path for part in ("data", "templates") for path in (self.folder / part).rglob("*") if path.is_file()]
        return {path: path.read_bytes() for path in found}

    def restore(self) -> None:
        """Put back all files, and have the workshop see it."""
        now = self.now()
        for path in now.keys() - self.files.keys():
            path.unlink()
        for path, content in self.files.items():
            if now.get(path) != content:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        game = next(iter((self.folder / "data").iterdir())).name
        with suppress(urllib.error.HTTPError):  # it refuses that, once it has looked at the files
            self.post(f"/-/settings/{game}")

    def post(self, path: str) -> None:
        """Send nothing to an address, as a page of the workshop would."""
        visitor = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        token = re.search(r'name="pnp-token" content="([^"]+)"', visitor.open(f"{self.address}/").read().decode())
        assert token
        heads = {"content-type": "application/json", "x-pnp-token": token[1]}
        visitor.open(urllib.request.Request(f"{self.address}{path}", b"{}", heads))


class Crawler:
    """A window in which all of a page is pressed, the files put back after each press that wrote one."""

    def __init__(self, page: Any, ground: Ground) -> None:
        self.page, self.ground, self.address = page, ground, ground.address
        self.crawled: set[str] = set()
        self.links: dict[str, int] = {}  # addresses that links lead to, and their answers
        self.waiting: set[Any] = set()
        self.asked: list[str] = []
        self.refused: list[str] = []
        self.wrote = self.missing = False
        self.events: list[str] = []
        self.errors: list[str] = []
        page.add_init_script(LOOKING)
        page.on("request", self._request)
        for name in ("requestfinished", "requestfailed"):
            page.on(name, lambda request: self.waiting.discard(request))
        page.on("response", self._response)
        page.on("download", lambda download: self._download(download))
        page.on("filechooser", lambda _: self.events.append("file chooser"))
        page.on("dialog", lambda dialog: self._dialog(dialog))
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", self._heard)

    def _request(self, request: Any) -> None:
        path = urlsplit(request.url).path
        if QUIET.search(path) or not request.url.startswith("http"):
            return
        self.waiting.add(request)
        self.asked.append(path)
        self.wrote |= request.method != "GET" and not SAFE.search(path)

    def _response(self, response: Any) -> None:  # a face with errors is no complaint: its place says so
        if response.status >= 400 and not (response.status == 422 and response.url.partition("?")[0].endswith(".svg")):
            self.refused.append(f"{response.status} {urlsplit(response.url).path}")

    def _download(self, download: Any) -> None:
        self.events.append("download")
        if download.failure():
            self.errors.append(f"{self.page.url}: {download.url}: {download.failure()}")

    def _dialog(self, dialog: Any) -> None:
        self.events.append(f"dialog {dialog.type}")
        dialog.accept()

    def _heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.errors.append(f"{self.page.url}: {message.text}")

    def open(self, path: str) -> None:
        """Open a page as somebody who was never there, its files as they were."""
        if self.wrote:
            self.ground.restore()
            self.wrote = False
        try:
            answer = self.page.goto(self.address + path)
        except PlaywrightError:  # it was still on its way elsewhere
            self.page.wait_for_timeout(500)
            answer = self.page.goto(self.address + path)
        self.missing = answer is not None and answer.status == 404
        self.settle()

    def settle(self, least: float = 0.04, most: float = 20.0) -> None:
        """Wait until nothing is asked for and the page stands still."""
        end, count, still = time.monotonic() + most, -1, 0
        while time.monotonic() < end and still < 2:
            self.page.wait_for_timeout(least * 1000)
            try:
                now = self.page.evaluate("document.readyState === 'complete' ? window.crawl?.count() ?? -2 : -3")
            except PlaywrightError:  # it is leaving
                now = -4
            still = still + 1 if not self.waiting and now == count and now != -3 else 0
            count = now

    def crawl(self, path: str, passed: Callable[[str], bool] = lambda _: False) -> list[Press]:
        """Press everything on a page.

        Args:
            path: its address.
            passed: what isn't pressed here, by its key.
        """
        self.open(path)
        began = urldefrag(self.page.url)[0]
        if began in self.crawled:
            return [Press(path, f"leads to {urlsplit(began).path}, which was pressed")]
        self.crawled.add(began)
        parents: dict[str, str] = {}  # what has to be pressed first, for what is not shown at once
        todo, known = self._controls(), set[str]()
        asleep: set[str] = set()  # what can't be pressed yet
        presses: list[Press] = []
        while todo:
            control = todo.pop(0)
            key = control["key"]
            known.add(key)
            if passed(key) or (key.startswith("frame |") and path.count("/") > 1 and control["acts"]):
                continue  # the frame is that of all pages, and was pressed on the first
            if control["disabled"]:
                asleep.add(key)
                continue
            asleep.discard(key)
            if not control["acts"]:
                presses.append(self._followed(control))
                continue
            try:
                presses.append(self._pressed(control, parents, path))
            except PlaywrightError:  # the page was brought up to date, or left, in between
                self.open(path)
                presses.append(self._pressed(control, parents, path))
            if self._left(began):
                self.open(path)
                continue
            known |= {one["key"] for one in todo}
            new = [
                one
                for one in self._controls()
                if one["key"] not in known or (one["key"] in asleep and not one["disabled"])
            ]
            if len(new) > MANY:
                presses.append(Press(key, f"shows {len(new)} alike, of which a few are pressed"))
                known |= {one["key"] for one in new}
                new = [*new[:FEW], new[-1]]
            parents |= {one["key"]: key for one in new}
            todo[:0] = new
        return [*presses, *(Press(key, "disabled") for key in sorted(asleep))]

    def _controls(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("crawl.list()")
        return found

    def _left(self, began: str) -> bool:
        return self.wrote or urldefrag(self.page.url)[0] != began or "navigation" in self.events

    def _followed(self, control: dict[str, Any]) -> Press:
        target = urldefrag(urljoin(self.page.url, control["href"]))[0]
        if not target.startswith(self.address):
            return Press(control["key"], "elsewhere", "leads away from the workshop")
        if target not in self.links:
            self.links[target] = answer_of(target)
        status = self.links[target]
        own = (
            self.missing and status == 404 and urlsplit(target).path == urlsplit(self.page.url).path
        )  # in another language
        return Press(control["key"], f"link {status}", "" if status < 400 or own else f"{target}: {status}")

    def _reached(self, control: dict[str, Any], parents: dict[str, str], path: str) -> dict[str, Any] | None:
        """Where a control is, once those that lead to it are pressed."""
        aim: dict[str, Any] | None = self.page.evaluate("key => crawl.aim(key)", control["key"])
        if aim and aim["hit"]:
            return aim
        self.open(path)
        chain: list[str] = []
        parent = parents.get(control["key"])
        while parent and parent not in chain:
            chain.insert(0, parent)
            parent = parents.get(parent)
        for key in [*chain, ""]:
            self._controls()
            there = self.page.evaluate("key => crawl.aim(key)", key or control["key"])
            if key and there and there["hit"]:
                self.page.mouse.click(*there["at"])
                self.settle()
        return there  # type: ignore[no-any-return]

    def _pressed(self, control: dict[str, Any], parents: dict[str, str], path: str) -> Press:
        key = control["key"]
        aim = self._reached(control, parents, path)
        if aim is None:
            return Press(key, "gone", "is not there any more")
        if not aim["hit"] and "#" not in control["href"]:
            return Press(key, "covered", f"lies under {aim['over']}")
        self.events, self.asked, self.refused = [], [], []
        origin = self.page.evaluate("performance.timeOrigin")
        self.page.evaluate("key => crawl.begin(key)", key)
        if control["chosen"]:
            return Press(key, "chosen already")
        if control["sort"] == "select":
            value = self.page.evaluate("key => crawl.choose(key)", key)
            if value is None:
                return Press(key, "one choice only")
            self.page.locator(f"[data-crawled={quoted(key)}]").select_option(value)
        elif control["sort"] == "a" and not aim["hit"]:  # for keys alone
            self.page.locator(f"[data-crawled={quoted(key)}]").press("Enter")
        else:
            self.page.mouse.click(*aim["at"])
        did = self._what_happened(origin)
        for pause in (350, 1_000):  # ms: what waits for more to come; a slow machine
            if not did or did == ["value"]:
                self.page.wait_for_timeout(pause)
                did = self._what_happened(origin)
        return self._judged(control, did)

    def _what_happened(self, origin: float) -> list[str]:
        self.settle()
        if self.page.evaluate("performance.timeOrigin") != origin:
            self.events.append("navigation")
            return [*self.events, *self.asked[:1]]
        found: list[str] = self.page.evaluate("crawl.told()")
        return [*found, *self.events, *self.asked[:1]]

    def _judged(self, control: dict[str, Any], did: list[str]) -> Press:
        key, wrong = control["key"], ""
        if not did:
            wrong = "does nothing"
        elif (
            set(did) <= {"value", "focus"}
            and "value" in did
            and control["sort"] in ("checkbox", "radio", "select")
            and not control["form"]
        ):
            wrong = "changes nothing but itself, and belongs to no form"
        for refused in self.refused:
            if not self._tells():
                wrong = f"{refused}, and the page does not say so"
        return Press(key, ", ".join(dict.fromkeys(did)) + ("".join(f" ({one})" for one in self.refused)), wrong)

    def _tells(self) -> bool:
        """Whether the page says that something was refused."""
        told = ".empty > h1, [role=alert], [role=status], .note.red, [aria-invalid=true], p.wrong, .hint.red"
        script = (
            "told => [...document.querySelectorAll(told)].some(one => one.checkVisibility() && one.textContent.trim())"
        )
        return bool(self.page.evaluate(script, told))


def pressed_in_firefox(firefox: Any, ground: Ground, path: str) -> list[Press]:
    """Press what a page shows at once in Firefox, a page of its own for each that led away or wrote."""

    def asked(script: str) -> Any:
        return firefox.do("WebDriver:ExecuteScript", {"script": f"return {script}", "args": [], "newSandbox": False})

    def opened() -> list[dict[str, Any]]:
        if ground.now() != ground.files:
            ground.restore()
        firefox.until(BUILT)  # who leaves while a script comes has Firefox complain
        firefox.open(ground.address + path)
        firefox.until("document.documentElement.dataset.server === 'there'")
        firefox.until(BUILT)
        firefox.do("WebDriver:ExecuteScript", {"script": LOOKING, "args": [], "newSandbox": False})
        found: list[dict[str, Any]] = asked("crawl.list()")
        return found

    presses = []
    for control in [one for one in opened() if one["acts"] and not one["disabled"] and not one["chosen"]]:
        key = control["key"]
        if control["sort"] == "select" or key.startswith("frame |"):
            continue
        if not asked(f"window.crawl && crawl.find({json.dumps(key)}) && crawl.aim({json.dumps(key)})?.hit"):
            opened()
        origin, asks = asked("[performance.timeOrigin, performance.getEntriesByType('resource').length]")
        asked(f"crawl.begin({json.dumps(key)})")
        aim = asked(f"crawl.aim({json.dumps(key)})")
        if not aim or not aim["hit"]:
            presses.append(Press(key, "covered", f"lies under {aim and aim['over']}"))
            continue
        click = [{"type": "pointerMove", "x": int(aim["at"][0]), "y": int(aim["at"][1])}]
        click += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": click}
        firefox.do("WebDriver:PerformActions", {"actions": [mouse]})
        did: list[str] = []
        for pause in (0.4, 0.4, 1.5):
            if did and did != ["value"]:
                break
            time.sleep(pause)
            if asked("performance.timeOrigin") != origin or not asked("Boolean(window.crawl)"):
                did = ["navigation"]
            else:
                more = asked("performance.getEntriesByType('resource').length") > asks
                did = [*asked("crawl.told()"), *(["asks"] if more else [])]
        presses.append(Press(key, ", ".join(did), "" if did else "does nothing"))
        if did == ["navigation"] or ground.now() != ground.files:
            opened()
    return presses


def answer_of(address: str) -> int:
    """The status that an address answers with, to somebody who was never there."""
    try:
        with urllib.request.urlopen(address) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def quoted(text: str) -> str:
    """A text as a value in a selector."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

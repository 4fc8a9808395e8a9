"""What one waits for in the workshop: a server as users start it, and a browser before it. Part of ``make bench``.

By itself it is ``python bench/workshop.py``. Without Chromium, or without Playwright, there is a line that says so, and
only what needs no browser is measured. The clock of the page and that of this process are the same machine's.
"""

import asyncio
import html
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter, sleep, time
from typing import TYPE_CHECKING, Any

import load
from deck import GAME, KIND, write_cards, write_deck
from goals import CHANGED, ITEM

if TYPE_CHECKING:
    from run import Verdict

PROJECT = Path(__file__).resolve().parents[1]
CHANGES = 20
FACES, MANY = 216, 5000
SECONDS = 20.0  # that the 50 clients look around
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# All pictures are fetched, near the window or not; without this a browser asks for those that are seen.
_EAGER = """document.addEventListener("DOMContentLoaded", () => {
  for (const picture of document.images) picture.loading = "eager";
});"""
_COMPLETE = """count => document.querySelectorAll("ul.faces img").length === count
  && [...document.querySelectorAll("ul.faces img")].every(one => one.complete && one.naturalWidth)"""
# Only the first are asked where they are: to ask it of a face that is far away has the browser lay it out.
_SEEN = """() => document.readyState !== "loading" && document.querySelector("ul.faces img")
  && [...document.querySelectorAll("ul.faces img")].slice(0, 60)
    .filter(one => one.getBoundingClientRect().top < innerHeight).every(one => one.complete && one.naturalWidth)"""
_HEAR = """() => {
  window.pictured = [];
  document.querySelector("ul.faces").addEventListener("load", ({ target }) => requestAnimationFrame(
    () => pictured.push([target.closest(".face").dataset.item, performance.timeOrigin + performance.now()])), true);
}"""
_SCROLL = """() => new Promise(done => {
  const frames = []; let before = performance.now(), step = 0;
  const next = now => {
    frames.push(now - before); before = now;
    scrollBy({ top: 120, behavior: "instant" });
    if (++step < 240 && scrollY + innerHeight < document.documentElement.scrollHeight - 2) requestAnimationFrame(next);
    else done(frames.slice(1));
  };
  requestAnimationFrame(now => { before = now; requestAnimationFrame(next); });
})"""


@dataclass
class Served:
    """A workshop that runs."""

    process: "subprocess.Popen[str]"
    host: str
    port: int
    ready: float  # s after its start

    def get(self, path: str) -> bytes:
        """What it answers, packed as browsers have it."""
        line = HTTPConnection(self.host, self.port, timeout=300)
        line.request("GET", path, headers={"Accept-Encoding": "gzip", "Accept": "text/html,image/*"})
        answer = line.getresponse()
        content = answer.read()
        if answer.status != 200:
            sys.exit(f"{path}: {answer.status}")
        line.close()
        return content


@contextmanager
def served(folder: Path, *options: str) -> Iterator[Served]:
    """A workshop for the project in a folder."""
    command = [sys.executable, "-m", "generator", "serve", "--no-open", "--port", "0", *options]
    started = perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://([\d.]+):(\d+)/", process.stdout.readline())
        if found is None:
            sys.exit("pnp serve did not begin")
        yield Served(process, found[1], int(found[2]), perf_counter() - started)
    finally:
        process.terminate()
        process.wait()


def verdicts(folder: Path) -> "Iterator[Verdict]":
    """The table; the projects are written into a folder."""
    from run import row

    yield ("the workshop", "measured", "goal", "by the clock", None)
    yield from _server()
    with _browser() as browser:
        if browser is None:
            yield ("in the browser", "skipped", "", "no Chromium here, or no Playwright", None)
            return
        for name in ("real", "many"):
            shutil.copytree(PROJECT / "templates", folder / name / "templates")
        shutil.copytree(PROJECT / "data" / GAME, folder / "real" / "data" / GAME)
        waits = sorted(_changes(folder / "real", browser))
        most = waits[int(len(waits) * 0.95) - 1]
        remark = f"95 of 100 of {len(waits)} changes; median {1000 * median(waits):.0f} ms"
        yield row("a change, to its picture", 1000 * most, 150, "ms", remark)
        write_cards(folder / "real" / "data" / GAME, FACES)
        yield from _gallery(folder / "real", browser)
        write_deck(folder / "many" / "data", MANY, PROJECT / "data")
        frames = sorted(_scrolled(folder / "many", browser))
        remark = f"the longest of {len(frames)} frames; median {median(frames):.0f} ms"
        yield row(f"{MANY:,} faces scrolled", frames[-1], 100, "ms", remark)


def _server() -> "Iterator[Verdict]":
    from run import row

    with served(PROJECT, "--read-only") as server:
        yield row("pnp serve, ready", server.ready, load.MOST_READY, "s")
        load.settled(server.process.pid)
        held = load.held(server.process.pid)
        yield row("pnp serve, idle", held, load.MOST_HELD, "MB", "with the game open that changed last")
        sizes = [len(server.get(path)) for page in load.PAGES for path in _faces(server, page)]
        yield row("a face over the wire", median(sizes) / 1000, 20, "kB", f"median of {len(sizes)}, packed")
        load.SECONDS = SECONDS
        took, failed, _ = asyncio.run(load.load(server.host, server.port))
        took.sort()
        middle, most = (1000 * took[int(len(took) * share)] for share in (0.5, 0.95))
        remark = f"95 of 100 of {len(took)}; median {middle:.0f} ms; {len(failed)} failed {failed[:1] or ''}"
        yield row(f"a face, {load.CLIENTS} clients", most, load.MOST_MS, "ms", remark)


def _faces(server: Served, page: str) -> list[str]:
    """The addresses of the faces of a gallery."""
    import gzip

    text = gzip.decompress(server.get(page)).decode("utf-8")
    found = map(html.unescape, re.findall(r'<img[^>]*? src="([^"]+\.svg[^"]*)"', text, re.DOTALL))
    return [address if address.startswith("/") else page + address for address in found]


@contextmanager
def _browser() -> Iterator[Any]:
    """A browser; None where there is none."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path = None
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield made
        made.close()


def _page(browser: Any, server: Served, path: str, script: str = "") -> Any:
    # What is asked of a page while one waits is script that the page's own policy forbids.
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US", bypass_csp=True)
    context.set_default_timeout(300_000)
    page = context.new_page()
    if script:
        page.add_init_script(script)
    page.goto(f"http://{server.host}:{server.port}{path}")
    return page


def _changes(folder: Path, browser: Any) -> list[float]:
    """How long it took from the save of a title to its card's new picture, change by change, in s."""
    file = folder / "data" / GAME / f"{KIND}.yaml"
    text, waits = file.read_text(encoding="utf-8"), []
    if CHANGED not in text:
        sys.exit(f"{file} no longer has {CHANGED!r}")
    with served(folder, GAME) as server:
        page = _page(browser, server, f"/{GAME}/{KIND}/")
        page.wait_for_function(_SEEN)
        page.wait_for_function('document.documentElement.dataset.server === "there"')
        page.locator(f'.face[data-item="{ITEM}"]').scroll_into_view_if_needed()
        load.settled(server.process.pid)
        page.evaluate(_HEAR)
        for number in range(CHANGES + 1):
            beside = file.with_name(f".{file.name}.new")
            beside.write_text(text.replace(CHANGED, f"{CHANGED} {'I' * (number % 3 + 1)}"), encoding="utf-8")
            page.evaluate("pictured.length = 0")
            saved = time()
            beside.replace(file)
            page.wait_for_function("item => pictured.some(one => one[0] === item)", arg=ITEM)
            shown = page.evaluate("item => pictured.find(one => one[0] === item)[1]", ITEM)
            waits.append(shown / 1000 - saved)
            sleep(0.5)
        page.context.close()
    file.write_text(text, encoding="utf-8")
    return waits[1:]  # the first finds nothing compiled, nothing remembered


def _gallery(folder: Path, browser: Any) -> "Iterator[Verdict]":
    from run import row

    with served(folder, GAME) as server:
        server.get(f"/{GAME}/problems")
        load.settled(server.process.pid)
        took, sent = [], []
        for script, done in ((_EAGER, _COMPLETE), (_EAGER, _COMPLETE), ("", _SEEN)):
            page = _page(browser, server, f"/{GAME}/", script)
            link = page.locator(f'a[href="/{GAME}/{KIND}/"]').first
            line = page.context.new_cdp_session(page)
            line.send("Network.enable")
            wire: list[float] = []
            line.on("Network.loadingFinished", lambda told, wire=wire: wire.append(told["encodedDataLength"]))
            started = perf_counter()
            link.click(no_wait_after=True)
            page.wait_for_url(f"**/{KIND}/", wait_until="commit")
            page.wait_for_function(done, arg=FACES)
            took.append(perf_counter() - started)
            page.wait_for_timeout(1000)
            sent.append(sum(wire) / 1e6)
            page.context.close()
    yield row(f"gallery of {FACES}, as seen", took[2], 1.0, "s", "the faces in the window, from the click")
    yield row("its page and faces", sent[2], 1.0, "MB", "over the wire: what a browser fetches before one scrolls")
    yield row("the same, all faces", took[0], 1.0, "s", f"none drawn before; {took[1]:.2f} s the second time")
    yield row("over the wire", sent[0], 1.0, "MB", f"all {FACES}")


def _scrolled(folder: Path, browser: Any) -> list[float]:
    """How long each frame took while a gallery was scrolled, in ms."""
    with served(folder, GAME) as server:
        server.get(f"/{GAME}/problems")
        load.settled(server.process.pid)
        page = _page(browser, server, f"/{GAME}/{KIND}/")
        page.wait_for_function(_SEEN)
        frames: list[float] = page.evaluate(_SCROLL)
        page.context.close()
        return frames


def main() -> None:
    """Measure the workshop alone."""
    from run import tell_alone

    tell_alone(verdicts)


if __name__ == "__main__":
    main()

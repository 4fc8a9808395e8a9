"""What a designer waits for at the workshop, before a browser: part of ``make bench``, or ``python bench/studio.py``.

A key in a form to its face, a box of paper made again, a gallery of 5,000 faces: what a frame of scrolling costs the
processor, how much memory the page holds, what one save has it fetch. Skipped, saying so, where there is no browser.
"""

import shutil
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

import load
from browsing import until
from deck import GAME, KIND, write_deck
from goals import ITEM
from workshop import _SCROLL, _SEEN, PROJECT, Served, _browser, _page, served

if TYPE_CHECKING:
    from run import Verdict

KEYS, MANY, PLAYERS = 30, 5_000, 4
MOST_KEY, MOST_BOX, MOST_FRAME, MOST_PAGE, MOST_FETCHED = 100, 3.0, 16.0, 300, 0.2  # ms, s, ms of CPU, MB, MB
_ROWS = "() => document.querySelector('#cells[data-ready] [role=row], #cells[data-ready] tr') !== null"
MOST_WAIT, MOST_ELEMENTS = 3.0, 3_000
PAGES = (("gallery", "", _SEEN), ("grid", "grid", _ROWS))  # what, its address, what shows that it is there
_HEAR = """() => {
  window.shown = 0;
  document.querySelector("#tableau img").addEventListener("load", () => (window.shown = performance.now()));
  document.querySelector("#fields").addEventListener("input", () => (window.typed = performance.now()), true);
}"""


def verdicts(folder: Path) -> "Iterator[Verdict]":
    """The table; the projects are written into a folder."""
    from run import row

    yield ("a designer at work", "measured", "goal", "before a browser", None)
    with _browser() as browser:
        if browser is None:
            yield ("in the browser", "skipped", "", "no Chromium here, or no Playwright", None)
            return
        for name in ("own", "crowd"):
            shutil.copytree(PROJECT / "templates", folder / name / "templates")
        shutil.copytree(PROJECT / "data" / GAME, folder / "own" / "data" / GAME)
        with served(folder / "own", GAME) as server:
            waits = sorted(_keys(browser, server))
            remark = f"95 of 100 of {len(waits)} keys; median {median(waits):.0f} ms"
            yield row("a key, to its face", waits[int(len(waits) * 0.95) - 1], MOST_KEY, "ms", remark)
            first, second = _box(server), _box(server)
            yield row(f"a box for {PLAYERS}, again", second, MOST_BOX, "s", f"{first:.1f} s the first time")
        write_deck(folder / "crowd" / "data", MANY, PROJECT / "data")
        yield from _crowd(browser, folder / "crowd")


def _keys(browser: Any, server: Served) -> list[float]:
    """How long from each key to the item's new face, in ms."""
    page = _page(browser, server, f"/{GAME}/{KIND}/{ITEM}")
    page.locator("html[data-server=there] #editor[data-ready]").wait_for()
    load.settled(server.process.pid)
    page.evaluate(_HEAR)
    page.locator('[data-field="title"] textarea').first.focus()
    waits = []
    for number in range(KEYS):
        page.evaluate("shown = 0")
        page.keyboard.press("Backspace" if number % 2 else "x")
        page.wait_for_function("shown > 0")
        waits.append(page.evaluate("shown - typed"))
        page.wait_for_timeout(250)
    page.context.close()
    return waits[2:]  # the first finds nothing compiled


def _box(server: Served) -> float:
    line = HTTPConnection(server.host, server.port, timeout=300)
    started = perf_counter()
    line.request("GET", f"/{GAME}/box.pdf?players={PLAYERS}")
    if not line.getresponse().read().startswith(b"%PDF"):
        sys.exit("no box")
    return perf_counter() - started


def _crowd(browser: Any, folder: Path) -> "Iterator[Verdict]":
    from run import row

    with served(folder, GAME) as server:
        server.get(f"/{GAME}/problems")
        load.settled(server.process.pid)
        page = _page(browser, server, f"/{GAME}/{KIND}/")
        page.wait_for_function(_SEEN)
        page.wait_for_function('document.documentElement.dataset.server === "there"')
        line = page.context.new_cdp_session(page)
        line.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _busy(line)
        frames = page.evaluate(_SCROLL)
        cost = 1000 * (_busy(line) - before) / len(frames)
        yield row(f"{MANY:,} faces, a frame", cost, MOST_FRAME, "ms", f"of the page's processor; {len(frames)} frames")
        yield row("the page holds", _held(browser), MOST_PAGE, "MB", "after that scroll")
        page.evaluate("scrollTo(0, 0)")
        page.wait_for_function(_SEEN)
        line.send("Network.enable")
        wire: list[float] = []
        line.on("Network.loadingFinished", lambda told: wire.append(told["encodedDataLength"]))
        _save(folder)
        until(lambda: page.evaluate("true") and wire, 300.0)
        page.wait_for_timeout(3_000)
        yield row("a save has it fetch", sum(wire) / 1e6, MOST_FETCHED, "MB", f"{len(wire)} files")
        page.context.close()
        for what, path, shown in PAGES:
            page = _page(browser, server, f"/{GAME}/")
            started = perf_counter()
            page.goto(f"http://{server.host}:{server.port}/{GAME}/{KIND}/{path}")
            page.wait_for_function(shown)
            taken = perf_counter() - started
            page.wait_for_timeout(1_000)
            count = page.evaluate("document.querySelectorAll('*').length")
            yield row(f"{what} of {MANY:,}, as seen", taken, MOST_WAIT, "s", "the server knows the game")
            yield row(f"{what} of {MANY:,}, elements", count, MOST_ELEMENTS, "")
            page.context.close()


def _busy(line: Any) -> float:
    """Seconds of a processor that the page's own thread has worked."""
    return float({one["name"]: one["value"] for one in line.send("Performance.getMetrics")["metrics"]}["TaskDuration"])


def _held(browser: Any) -> float:
    """MB of the largest process that shows a page; what it shares with others is counted in part."""
    about = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    held = [0.0]
    for one in about:
        told = Path(f"/proc/{one['id']}/smaps_rollup")
        if one["type"] == "renderer" and told.exists():
            held += [int(line.split()[1]) / 1000 for line in told.read_text().splitlines() if line.startswith("Pss:")]
    return max(held)


def _save(folder: Path) -> None:
    """Change the title of one card, as an editor saves."""
    file = folder / "data" / GAME / f"{KIND}.yaml"
    text = file.read_text(encoding="utf-8")
    title = '    en: "'
    if title not in text:
        sys.exit(f"{file} no longer has {title!r}")
    beside = file.with_name(f".{file.name}.new")
    beside.write_text(text.replace(title, f"{title}I ", 1), encoding="utf-8")
    beside.replace(file)


def main() -> None:
    """Measure this alone."""
    from run import tell_alone

    tell_alone(verdicts)


if __name__ == "__main__":
    main()

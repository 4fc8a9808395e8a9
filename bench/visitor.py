"""A site in a visitor's browser: how much a page sends, how soon the forge is ready, how long nine cards take.

The browser is Chromium, its network held to 20 Mbit/s and its processor to half; files are packed as hosts pack them.
What a page sends is counted without the tool. The forge is ready when nine cards of a seed lie there; cold, nothing is
kept of an earlier visit; warm, the page is loaded once more.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "support"))

from hosting import hosted
from workshop import BROWSERS, PROJECT

PNP = Path(sys.executable).with_name("pnp")
LIMITS = (
    ("page", "page, no forge", 500.0, "kB"),
    ("cold", "forge, first visit", 6.0, "s"),
    ("warm", "forge, once more", 2.0, "s"),
    ("sheets", "nine cards to PDF", 3.0, "s"),
)
RATE = 20e6 / 8  # bytes a second
SLOWER = 2  # times this machine
MOST_SITE = 120.0  # s that the site of the three games takes to make
_PATIENCE = 300_000  # ms


def measured(site: Path, game: str, kind: str, browser: Any) -> dict[str, float]:
    """The figures of a site: ``page`` in kB, ``cold``, ``warm`` and ``sheets`` in s."""
    with hosted(site, packed=True) as host:
        context = browser.new_context(accept_downloads=True, bypass_csp=True)
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        rate = {"downloadThroughput": RATE, "uploadThroughput": RATE, "latency": 20, "offline": False}
        line.send("Network.emulateNetworkConditions", rate)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        sent: list[float] = []
        line.on("Network.loadingFinished", lambda one: sent.append(one["encodedDataLength"]))
        pages = []
        for address in (f"{host}{game}/", f"{host}{game}/{kind}/"):
            sent.clear()
            page.goto(address, wait_until="networkidle")
            pages.append(sum(sent) / 1e3)
        forge = f"{host}{game}/{kind}/forge/?count=9&seed=7"
        cold, warm = (_ready(page, forge) for _ in range(2))
        page.get_by_role("link", name="Keep all").click()
        page.wait_for_function("document.querySelectorAll('.tray li').length === 9", timeout=_PATIENCE)
        start = perf_counter()
        with page.expect_download(timeout=_PATIENCE) as download:
            page.locator(".tray a[data-job]").click()
        download.value.path()
        sheets = perf_counter() - start
        context.close()
    return {"page": max(pages), "cold": cold, "warm": warm, "sheets": sheets}


def _ready(page: Any, forge: str) -> float:
    start = perf_counter()
    page.goto(forge)
    shown = "document.querySelector('#candidates .count')?.textContent === '9'"
    drawn = "[...document.querySelectorAll('.results img')].slice(0, 3).every((one) => one.naturalWidth > 0)"
    page.wait_for_function(f"{shown} && {drawn}", timeout=_PATIENCE)
    return perf_counter() - start


def verdicts(folder: Path, runtime: Path) -> list[tuple[str, str, str, str, bool | None]]:
    """How long the site of the three games takes, and the figures of a made-up game's beside their limits.

    Without a browser or a runtime a line says so.
    """
    folder.mkdir(parents=True)
    made = ["site", "--out", str(folder / "three"), *(["--runtime", str(runtime)] if runtime.exists() else [])]
    started = perf_counter()
    subprocess.run([PNP, *made], cwd=PROJECT, check=True, capture_output=True)
    took = perf_counter() - started
    whole = ("site: three games", f"{took:.1f} s", f"{MOST_SITE:g} s", "made with nothing kept", took <= MOST_SITE)
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None or not (runtime / "pyodide.mjs").exists():
        return [whole, ("site: visited", "", "", "no Chromium, or no runtime: make node", None)]
    from playwright.sync_api import sync_playwright

    for arguments in (["new", "my-game", "--languages", "en,fr"], ["site", "--out", "site", "--runtime", str(runtime)]):
        subprocess.run([PNP, *arguments], cwd=folder, check=True, capture_output=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        found = measured(folder / "site", "my-game", "letters", browser)
        browser.close()
    remark = f"{RATE * 8 / 1e6:.0f} Mbit/s, processor at 1/{SLOWER}"
    return [
        whole,
        *(
            (f"site: {what}", f"{found[name]:.1f} {unit}", f"{limit:g} {unit}", remark, found[name] <= limit)
            for name, what, limit, unit in LIMITS
        ),
    ]

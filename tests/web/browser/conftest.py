"""A browser before a running workshop: one server and one browser for all tests of a process, a project to change."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from projects import GAME, PEOPLE, STALL, STALLS, STYLE

WORDS = ["Apple", "Balloon", "Candle", "Drum", "Easel", "Fiddle", "Glove", "Hoop", "Inkwell", "Jug"]


def browser_path() -> str | None:
    """Where there is a browser of the Chromium family."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip these tests, saying why, where there is no browser."""
    if browser_path() is None:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="no Chromium here: install Debian's package chromium"))


@dataclass
class Shop:
    """A running workshop and the folder of its project."""

    folder: Path
    address: str
    process: "subprocess.Popen[str]"
    files: dict[Path, bytes] = field(default_factory=dict)

    def path(self, name: str) -> Path:
        """A file below ``data/fair``, or one of the project where the name has a folder."""
        return self.folder / name if "/" in name else self.folder / "data" / "fair" / name

    def text(self, name: str) -> str:
        """What is in a file now."""
        return self.path(name).read_text(encoding="utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        """Put ``new`` in the first place where a file says ``old``, as an editor saves: a new file in its place."""
        text = self.text(name)
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def write(self, name: str, text: str) -> None:
        """Save a file as editors do."""
        path = self.path(name)
        beside = path.with_name(f".{path.name}.new")
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)

    def restore(self) -> None:
        """Put back what the tests before have changed."""
        for path in sorted((self.folder / "data").rglob("*.yaml")):
            if path not in self.files:
                path.unlink()
        for path, content in self.files.items():
            if not path.exists() or path.read_bytes() != content:
                path.write_bytes(content)


def fair_files() -> dict[str, str]:
    """A small game in two languages, and one of many items beside it."""
    stalls = STALLS + "".join(
        f"- id: {word.lower()}\n  name: {{en: {word}, fr: {word} (fr)}}\n  price: {number}  # pence\n"
        for number, word in enumerate(WORDS, start=1)
    )
    crowd = "".join(f"- id: s{number}\n  name: Stall {number}\n  price: {number}\n" for number in range(300))
    return {
        "data/fair/game.yaml": GAME,
        "data/fair/stalls.yaml": stalls,
        "data/fair/people.yaml": PEOPLE,
        "data/crowd/game.yaml": GAME.replace("Village fair", "Crowd"),
        "data/crowd/stalls.yaml": crowd,
        "data/crowd/people.yaml": PEOPLE,
        "data/bare/game.yaml": GAME.replace("Village fair", "Bare fair"),
        "data/bare/stalls.yaml": "[]\n",
        "data/bare/people.yaml": PEOPLE,
        **{f"templates/{game}/stall.svg": STALL for game in ("fair", "crowd", "bare")},
        **{f"templates/{game}/style.yaml": STYLE for game in ("fair", "crowd", "bare")},
    }


def serving(folder: Path, *options: str) -> Shop:
    """A workshop on a free port for the project in a folder."""
    command = [sys.executable, "-m", "generator", "serve", "--no-open", "--port", "0", *options]
    errors = (folder / "serve.log").open("w")
    surroundings = {**os.environ, "NO_COLOR": "1", "COLUMNS": "200"}
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True, env=surroundings)
    errors.close()
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://[^ ;]+", line)
    assert found, (line, (folder / "serve.log").read_text())
    return Shop(folder, found[0], process)


def ended(shop: Shop) -> None:
    """End a workshop."""
    shop.process.send_signal(signal.SIGTERM)
    assert shop.process.stdout is not None
    shop.process.stdout.close()
    shop.process.wait(15)


@pytest.fixture(scope="session")
def running_shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """The one server."""
    folder = tmp_path_factory.mktemp("shop")
    for name, text in fair_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    shop = serving(folder)
    shop.files = {path: path.read_bytes() for path in (folder / "data").rglob("*.yaml")}
    yield shop
    ended(shop)


@pytest.fixture
def shop(running_shop: Shop) -> Iterator[Shop]:
    """The server, with its files as they were at first."""
    running_shop.restore()
    yield running_shop
    running_shop.restore()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The one browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield made
        made.close()


Opened = Callable[..., Any]


@pytest.fixture
def opened(shop: Shop, browser: Any) -> Iterator[Opened]:
    """Opens a page of the workshop: ``opened("/fair/", width=360, dark=True, locale="fr-FR")``.

    Whatever a page complains of in its console fails the test, but for pictures that cannot be had: their faces have
    errors.
    """
    contexts: list[Any] = []
    complaints: list[str] = []

    def heard(message: Any) -> None:
        if message.type in ("error", "warning") and "422" not in message.text:
            complaints.append(message.text)

    def opening(path: str, *, width: int = 1280, height: int = 800, dark: bool = False, **options: Any) -> Any:
        scheme = "dark" if dark else "light"
        known = {"viewport": {"width": width, "height": height}, "color_scheme": scheme, "locale": "en-US"}
        context = browser.new_context(**{**known, **options})
        context.set_default_timeout(5_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(shop.address + path.lstrip("/"))
        return page

    yield opening
    for context in contexts:
        context.close()
    assert complaints == []


def until(holds: Callable[[], object], seconds: float = 5.0) -> None:
    """Wait for something that is to come true."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)

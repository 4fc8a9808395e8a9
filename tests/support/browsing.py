"""A workshop that runs and a browser before it, for the tests that drive it as a person would."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from projects import GAME, PEOPLE, STALL, STALLS, STYLE

Opened = Callable[..., Any]
RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
    "preload": False,
}
WORDS = ["Apple", "Balloon", "Candle", "Drum", "Easel", "Fiddle", "Glove", "Hoop", "Inkwell", "Jug"]


def browser_path() -> str | None:
    """Where there is a browser of the Chromium family; one without windows opens a page in a third of the time."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


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
    shop.process.wait(60)


def listening(page: Any) -> None:
    """Wait until a page hears of changes."""
    until(lambda: page.evaluate("document.documentElement?.dataset.server") == "there")


def editor_of(page: Any) -> Any:
    """The place where text is typed; of an item, it is one press away."""
    listening(page)
    page.locator("#editor[data-ready]").wait_for()
    page.evaluate("document.querySelector('#yaml')?.setAttribute('open', '')")
    place = page.get_by_role("textbox", name="The text of")
    place.wait_for()
    return place


def text_of(page: Any) -> str:
    """What is in the editor."""
    lines = page.locator("#editor .cm-line").all_inner_texts()
    return "".join(line.rstrip("\n") + "\n" for line in lines)


def put_cursor(page: Any, line: int, *keys: str) -> None:
    """Put the cursor at the end of a line, and press keys."""
    editor_of(page).click()
    page.keyboard.press("Control+Home")
    for _ in range(line - 1):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    for key in keys:
        page.keyboard.press(key)


def until(holds: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for something that is to come true."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.02)


@cache
def axe() -> str:
    """The text of axe-core."""
    spec = find_spec("axe_playwright_python")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def found_by_axe(page: Any) -> list[str]:
    """What axe-core finds, a line each."""
    page.evaluate(axe())
    result = page.evaluate("rules => axe.run(document, rules)", RULES)
    return [f"{one['id']}: {node['html'][:200]}" for one in result["violations"] for node in one["nodes"]]

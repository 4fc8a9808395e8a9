"""The cache never lies: after any change of files, a check and a print with it are what they are without.

`make test` tries a few edits, `.ci/run` 50, `make promise` 2,000 (`PNP_CACHED`).
"""

import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import GAME, PEOPLE, STALL, STALLS, STYLE, typed, write_files

from generator.project.workspace import forget_kept_files

EDITS = int(os.environ.get("PNP_CACHED", "6"))
SEED = int(os.environ.get("PNP_SEED", "1"))
GROUP = 50  # edits that follow on one another
USE = '<use href="{}" x="30" y="16" width="8" height="8"/>'
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="{}" height="8"/></svg>\n'
SHOWN = ICON.replace("<rect", '<use href="{}" width="8" height="8"/><rect')
PICTURES = [
    *("kit/a.svg", "kit/b.svg", ".kit/a.svg", "kit/.a.svg", "kit.bak/a.svg", "x.tmp/a.svg", "#k#/a.svg", "4913/a.svg"),
    *("kit~/a.svg", "a.part/a.svg", ".x.svg", "kit/a.svg.swp", "b~.svg", "kit/ü.svg", "a b.svg", "l/a.svg", "m/b.svg"),
    *("kit/a.png", "output/a.svg", "\udcff.svg", "kit/a.low.svg", "->", "kit/A.SVG", "../other/a.svg", "deep/er/a.svg"),
]
HREFS = [*PICTURES[:17], "kit/a", "a%20b.svg", ".kit/%61.svg", "./kit/../kit/b.svg", "kit/&#x61;.svg", "../other/a.svg"]
DATA = ["forge.yaml", "lab.yaml", "balance.yaml", "rules.en.md", "stalls.yaml", "people.yaml", ".x", "stalls.yaml~"]
SPELLED = [
    *("templates: other", "? templates # c\n: other", '? "templ\\\n  ates"\n: other', '"\\x74emplates": other'),
    *("'templates' : other", "? !!str templates\n: other", "templates: ../fair", "templates: .", "templates: [other]"),
    *("templates:", "templates: 'other '", "? |-\n  templates\n: other", "templates: &a other", "# templates: other"),
]
TEXTS = ["", "[]\n", "- {id: pie, name: Pie, price: 4}\n", "words: {}\n", "<svg", "# a word\n", "kinds: {}\n", "\0"]


class Fuzz:
    """A small project that is edited by chance."""

    def __init__(self, root: Path, seed: int) -> None:
        files = {
            "data/fair/game.yaml": GAME.replace("title: {en: Stalls", "prose: rules\n    title: {en: Stalls", 0),
            "data/fair/stalls.yaml": STALLS,
            "data/fair/people.yaml": PEOPLE,
            "templates/fair/stall.svg": STALL,
            "templates/fair/style.yaml": STYLE,
            "templates/other/stall.svg": STALL.replace("0.5", "0.7"),
            "templates/other/style.yaml": STYLE,
            "templates/other/a.svg": ICON.format(5),
        }
        self.root, self.chance = write_files(root, files, plain=True), random.Random(seed)
        self.faces = root / "templates" / "fair"

    def edit(self) -> str:
        """Change something; what it was."""
        edits: list[Callable[[], str]] = [self._show, self._draw, self._draw, self._draw, self._data, self._spell]
        edits += [self._remove, self._remove, self._rename, self._folder, self._link, self._link_folder, self._size]
        return self.chance.choice(edits)()

    def _show(self) -> str:
        """Have the face show a picture, so that more and more of them are."""
        href = self.chance.choice(HREFS)
        file = self.faces / "stall.svg"
        text = file.read_text() if file.is_file() else STALL
        old = text if text.count("<use") < 4 else STALL
        return self._write(file, old.replace("</svg>", USE.format(href) + "</svg>"), f"shows {href}")

    def _draw(self) -> str:
        text = ICON.format(self.chance.randint(1, 8))
        if self.chance.random() < 0.3:
            text = SHOWN.format(self.chance.choice(HREFS), self.chance.randint(1, 8))
        return self._write(self._picture(), self.chance.choice((text, text, text, "<svg")), "drawn")

    def _picture(self) -> Path:
        """One of the pictures, mostly one that the face shows."""
        file = self.faces / "stall.svg"
        shown: list[str] = re.findall('href="([^"]*)"', file.read_text()) if file.is_file() else []
        return self.faces / self.chance.choice(shown if shown and self.chance.random() < 0.7 else PICTURES)

    def _any(self) -> Path:
        return self.chance.choice((self._picture(), self.root / "data" / "fair" / self.chance.choice(DATA)))

    def _data(self) -> str:
        file = self.root / "data" / "fair" / self.chance.choice(DATA)
        return self._write(file, self.chance.choice(TEXTS), "written")

    def _spell(self) -> str:
        line = self.chance.choice(SPELLED)
        return self._write(self.root / "data/fair/game.yaml", f"{GAME}{line}\n", f"says {line!r}")

    def _size(self) -> str:
        return self._write(self.root / "pnp.yaml", f"largest_file: {self.chance.choice((1, 8))}\n", "written")

    def _remove(self) -> str:
        path = self._any()
        gone(path)
        return f"{path!a} removed"

    def _rename(self) -> str:
        path, other = self._any(), self._any()
        if path.exists() and path not in (other, *other.parents) and other not in path.parents:
            gone(other)
            if make_room(other):
                path.rename(other)
        return f"{path!a} renamed to {other!a}"

    def _folder(self) -> str:
        path = self._any()
        gone(path)
        if make_room(path):
            path.mkdir()
        return f"{path!a} made a folder"

    def _link(self) -> str:
        path, to = self._any(), self._any()
        gone(path)
        if make_room(path):
            path.symlink_to(to)
        return f"{path!a} linked to {to!a}"

    def _link_folder(self) -> str:
        """Two links may lead to one folder."""
        path, to = self.faces / self.chance.choice("lm"), self.chance.choice(("kit", ".kit", "../other", "l", "."))
        gone(path)
        path.symlink_to(to)
        return f"{path.name} linked to {to}"

    def _write(self, path: Path, text: str, told: str) -> str:
        gone(path)
        if make_room(path):
            path.write_text(text)
        return f"{path!a} {told}: {text!a}"

    def told(self, *options: str) -> list[object]:
        """What a check finds, and what a print comes to."""
        forget_kept_files()  # as another run of the program would
        check = typed(self.root, "check", "--format", "json", *options)
        output = self.root / "output"
        shutil.rmtree(output, ignore_errors=True)
        made = typed(self.root, "render", *options)
        sheets = sorted((path.name, path.read_bytes()) for path in output.rglob("*.pdf"))
        shutil.rmtree(output, ignore_errors=True)
        return [check.exit_code, check.stdout, made.exit_code, made.stderr, sheets]


def gone(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()


def make_room(path: Path) -> bool:
    """Make the folder of a path, if nothing else is in its place."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return not os.path.lexists(path)


@pytest.mark.tried
@pytest.mark.parametrize("part", range(-(-EDITS // GROUP)))
def test_what_the_cache_says_is_what_is_found_anew(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    fuzz = Fuzz(tmp_path / "project", SEED * 1000 + part)
    cache, done = ("--cache", str(tmp_path / "cache")), []
    for _ in range(min(EDITS, GROUP)):
        done.append(fuzz.edit())
        fresh = fuzz.told("--no-cache")
        for _ in range(2):  # what was found at first is asked for again
            assert fuzz.told(*cache) == fresh, "\n".join(done)

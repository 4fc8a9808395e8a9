"""The cache never lies: after any change of files, a check and a print with it are what they are without.

Most steps begin at a project that prints, for what is broken shows little of what it rests on: after an edit that breaks
it, the next one mostly undoes that. `.ci/run` tries 12 edits, `make promise` 2,000 (`PNP_CACHED`).
"""

import os
import random
import re
import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from projects import GAME, PEOPLE, STALL, STALLS, STYLE, typed, write_files

from generator.check.workspace import forget_kept_files

EDITS = int(os.environ.get("PNP_CACHED", "12"))
SEED = int(os.environ.get("PNP_SEED", "1"))
GROUP = 50  # edits that follow on one another
USE = '<use href="{}" x="30" y="16" width="8" height="8"/>'
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="{}" height="8"/></svg>\n'
SHOWN = ICON.replace("<rect", '<use href="OTHER" width="8" height="8"/><rect')
PICTURES = [
    *("kit/a.svg", "kit/b.svg", ".kit/a.svg", "kit/.a.svg", "kit.bak/a.svg", "x.tmp/a.svg", "#k#/a.svg", "4913/a.svg"),
    *("kit~/a.svg", "a.part/a.svg", ".x.svg", "kit/a.svg.swp", "b~.svg", "kit/ü.svg", "a b.svg", "l/a.svg", "m/b.svg"),
    *("kit/a.png", "output/a.svg", "\udcff.svg", "kit/a.low.svg", "->", "kit/A.SVG", "../other/a.svg", "deep/er/a.svg"),
]
HREFS = [*PICTURES[:17], "kit/a", "a%20b.svg", ".kit/%61.svg", "./kit/../kit/b.svg", "kit/&#x61;.svg"]
REFUSED = "../other/a.svg"
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
            "data/fair/game.yaml": GAME,
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
        self.whole = root.with_name("whole")  # the project as it was when it printed last
        self.undo = False  # it does not print, or prints by way of other templates
        self._show()
        while self.told("--no-cache")[2] != 0:  # what never printed cannot be undone
            self._show()

    def edit(self) -> str:
        """Change something; what it was."""
        if self.undo and self.chance.random() < 0.3:
            face = STALL.replace("0.5", str(self.chance.random()))
            return self._write(self.root / "templates/other/stall.svg", face, "drawn")
        if self.undo and self.chance.random() < 0.9:
            self.undo = False
            shutil.rmtree(self.root)
            shutil.copytree(self.whole, self.root, symlinks=True)
            return "undone"
        if not self.undo:
            shutil.rmtree(self.whole, ignore_errors=True)
            shutil.copytree(self.root, self.whole, symlinks=True)
        edits: list[Callable[[], str]] = [self._show] * 2 + [self._draw] * 9 + [self._data, self._spell, self._remove]
        edits += [self._remove, self._rename, self._folder, self._link, self._link_folder, self._size]
        return self.chance.choice(edits)()

    def _show(self) -> str:
        """Have the face show some pictures; those that are not there yet are drawn."""
        shown = [*self.chance.sample(HREFS, 14), *([REFUSED] if self.chance.random() < 0.05 else [])]
        told = [self._draw_at(self._at(href)) for href in shown if not os.path.lexists(self._at(href))]
        face = STALL.replace("</svg>", "".join(map(USE.format, shown)) + "</svg>")
        return "; ".join([*told, self._write(self.faces / "stall.svg", face, "drawn")])

    def _draw(self) -> str:
        path = self._picture()
        return self._write(path, "<svg", "drawn") if self.chance.random() < 0.05 else self._draw_at(path)

    def _draw_at(self, path: Path) -> str:
        """Draw a picture that is like no other, and may show one that is there."""
        text, other = ICON, self._picture()
        if other.suffix == ".svg" and other.is_file() and self.chance.random() < 0.2:
            name = os.path.relpath(other, path.parent)
            spelled = quote(os.fsencode(name))
            text = SHOWN.replace("OTHER", self.chance.choice((name, spelled, spelled.replace("a", "%61", 1))))
        return self._write(path, text.format(self.chance.uniform(1, 8)), "drawn")

    def _at(self, href: str) -> Path:
        """The file that a face means; in pictures ``%`` and two digits stand for another character."""
        return self.faces / unescape(href)

    def _picture(self) -> Path:
        """One of the pictures, mostly one that the face shows."""
        file = self.faces / "stall.svg"
        shown: list[str] = re.findall('href="([^"]*)"', file.read_text()) if file.is_file() else []
        return self._at(self.chance.choice(shown if shown and self.chance.random() < 0.8 else PICTURES))

    def _any(self) -> Path:
        return self.chance.choice((self._picture(), self.root / "data" / "fair" / self.chance.choice(DATA)))

    def _data(self) -> str:
        file = self.root / "data" / "fair" / self.chance.choice(DATA)
        return self._write(file, self.chance.choice(TEXTS), "written")

    def _spell(self) -> str:
        line, self.undo = self.chance.choice(SPELLED), True
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
            path.write_bytes(os.fsencode(text))
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


@pytest.mark.slow
@pytest.mark.tried
@pytest.mark.parametrize("part", range(-(-EDITS // GROUP)))
def test_what_the_cache_says_is_what_is_found_anew(part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    fuzz = Fuzz(tmp_path / "project", SEED * 1000 + part)
    cache, done, printed = ("--cache", str(tmp_path / "cache")), [], 0
    for _ in range(min(EDITS, GROUP)):
        done.append(fuzz.edit())
        fresh = fuzz.told("--no-cache")
        fuzz.undo |= fresh[2] != 0
        printed += fresh[2] == 0
        for _ in range(2):  # what was found at first is asked for again
            assert fuzz.told(*cache) == fresh, "\n".join(done)
    assert printed > len(done) / 2, "most steps are of projects that show nothing"

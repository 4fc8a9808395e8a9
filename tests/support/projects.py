"""A small project to make mistakes in, and the command that finds them."""

import json
import shutil
from collections.abc import Mapping
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from click.testing import Result
from typer.testing import CliRunner

from generator.cli.commands import app

ROOT = Path(__file__).parents[2]
BEGIN = "begin with: pnp new my-game; or name one that ships: collectors, star-road, tricks-or-treats"
FONTS = ROOT / "templates" / "common" / "fonts"
PLAIN = FONTS / "share-tech-mono" / "ShareTechMono_400Regular.ttf"

GAME = """\
name: {en: Village fair, fr: Fête au village}
languages: [en, fr]
kinds:
  stalls:
    title: {en: Stalls, fr: Étals}
    size: [50, 40]
    template: stall.svg
    page_label: "Page [{number}]"
    blank_page_label: "Page [blank]"
    fields:
      name: {type: text, required: true}
      price: {type: whole, required: true}
      note: {type: text}
      code: {type: string}
      weight: {type: number}
      open: {type: flag}
      side: {type: choice, of: [left, right]}
      wares: {type: list}
      keeper: {type: reference, to: people}
      prizes: {type: list, of: {type: one-of, keys: {coins: {type: whole}, dolls: {type: whole}}}}
      crate: {type: record, fields: {height: {type: whole, required: true}, label: {type: text}}}
  people:
    title: {en: People, fr: Gens}
    fields:
      name: {type: text, required: true}
"""
STALLS = """\
- id: cake
  name: {en: Cake stall, fr: Gâteaux}
  price: 3
  copies: 2
- id: darts
  name: {en: Darts, fr: Fléchettes}
  price: 5
"""
PEOPLE = """\
- id: ann
  name: Ann
"""
STALL = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">
  <rect x="1" y="1" width="48" height="38" fill="none" stroke="#000" stroke-width="0.5"/>
  <rect data-field="name" data-font="text" data-size="12" data-min="6" x="3" y="3" width="44" height="12"/>
  <rect data-field="price" data-font="text" data-size="20" data-guide="box" x="3" y="16" width="20" height="10"/>
  <rect data-field="note" data-font="text" data-size="8" data-min="5" x="3" y="28" width="44" height="9"/>
</svg>
"""
STYLE = f"fonts: {{text: {PLAIN.stem}}}\n"
PROSE = """\
prose:
  body: {font: text, size: 9}
  bold: text
  italic: text
  section: {font: text, size: 14, ground: section.svg}
  step: {font: text, size: 11}
  bullets: {indent: 4}
  numbers: {font: text, size: 9}
  table: {font: text, size: 8, head: text}
  box: {font: text, size: 8, inset: [2, 2, 2, 2]}
"""


def with_prose(style: str) -> str:
    """A ``style.yaml`` with roles for bold and italic, and how running text is set in them."""
    roles = "bold: Andika_700Bold, italic: Andika_400Regular_Italic, "
    style = style.replace("fonts: {", "fonts: {" + roles, 1)
    return style + PROSE.replace("bold: text", "bold: bold").replace("italic: text", "italic: italic")


def write_files(folder: Path, files: Mapping[str, str], *, plain: bool = False) -> Path:
    """Put texts into a project's folder, by their names, and with ``plain`` the font of ``STYLE``; gives the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    if plain:
        fonts = folder / "templates" / "common" / "fonts"
        fonts.mkdir(parents=True)
        shutil.copy(PLAIN, fonts)
    return folder


def typed(folder: Path, *arguments: str) -> Result:
    """Run the command in a folder, in this process: for all but what a process itself does."""
    with chdir(folder):
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


class Found(NamedTuple):
    """A problem as the command reports it."""

    file: str
    line: int
    column: int
    level: str
    rule: str
    message: str
    hint: str
    follows: str = ""


@dataclass(frozen=True)
class Project:
    """A project's folder, in which the command runs."""

    folder: Path

    def path(self, name: str) -> Path:
        """A file of the project; a name without a folder is one of the game's data."""
        return self.folder / name if "/" in name else self.folder / "data" / "fair" / name

    def write(self, name: str, text: str | bytes) -> Path:
        """Write a file of the project."""
        path = self.path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def change(self, name: str, old: str, new: str) -> None:
        """Put ``new`` in the first place where a file says ``old``."""
        text = self.path(name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def pnp(self, *arguments: str) -> Result:
        """Run the command."""
        return CliRunner().invoke(app, list(arguments), catch_exceptions=False)

    def check(self, *arguments: str) -> list[Found]:
        """What ``pnp check`` finds."""
        result = self.pnp("check", "--format", "json", *arguments)
        assert result.stdout, result.stderr
        return [Found(**problem) for problem in json.loads(result.stdout)]

    def places(self, *arguments: str) -> list[tuple[int, int, str]]:
        """Line, column and rule of all that ``pnp check`` finds."""
        return [(problem.line, problem.column, problem.rule) for problem in self.check(*arguments)]

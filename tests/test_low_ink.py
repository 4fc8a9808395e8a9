"""``--ink low``: every shipped kind in its game's own low-ink design, front and back, in every language."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from typer.testing import CliRunner

from generator.cli.app import app
from generator.project import Project

ROOT = Path(__file__).parent.parent
FOLDERS = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
GAMES = ("tricks-or-treats", "collectors", "star-road")
SCALE = 1.5  # pixels a point
DARK = 200  # a pixel of a hairline's edge is no ink to speak of


class Sheets(NamedTuple):
    """The files of one game in both inks."""

    full: Path
    low: Path

    def kinds(self) -> list[str]:
        return sorted(path.name for path in self.full.iterdir())


def run(*arguments: object) -> None:
    result = CliRunner().invoke(app, [*map(str, arguments), *FOLDERS])
    assert result.exit_code == 0, result.stderr


@pytest.fixture(scope="module", params=GAMES)
def sheets(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sheets:
    out = tmp_path_factory.mktemp("ink")
    for ink in ("full", "low"):
        run("render", request.param, "--backs", "long", "--ink", ink, "--out", out / ink)
        run("blank", request.param, "--ink", ink, "--out", out / ink)
    return Sheets(out / "full" / request.param, out / "low" / request.param)


def ink(file: Path, pages: list[int]) -> float:
    """How many pixels' worth of black the pages hold."""
    document = PdfDocument(file)
    total = 0.0
    for page in pages:
        histogram = document[page].render(scale=SCALE).to_pil().convert("L").histogram()
        total += sum((255 - level) / 255 * count for level, count in enumerate(histogram))
    document.close()
    return total


def sampled(file: Path) -> list[int]:
    """The first, the middle and the last sheet, with their backs."""
    count = len(PdfReader(file).pages)
    return sorted({0, 1, count // 2, count // 2 + 1, count - 2, count - 1} & set(range(count)))


# Kinds whose sheets are mostly text, which takes what it takes.
TEXT = re.compile(r"rules|round-aid|tables|stands|instigator|blank")


def test_every_kind_takes_much_less_ink(sheets: Sheets) -> None:
    shares = {}
    for name in sheets.kinds():
        pages = sampled(sheets.full / name)
        shares[name] = ink(sheets.low / name, pages) / ink(sheets.full / name, pages)
    too_much = {name: round(share, 2) for name, share in shares.items() if share > (0.8 if TEXT.search(name) else 0.62)}
    assert too_much == {}

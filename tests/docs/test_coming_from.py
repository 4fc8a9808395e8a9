"""The page for who comes from another tool: its commands run, its options exist, its templates draw."""

import json
import re
import shlex
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from projects import Project
from reportlab.pdfgen.canvas import Canvas

PAGE = (Path(__file__).parents[2] / "docs/do/coming-from.md").read_text(encoding="utf-8")
BLOCKS = re.compile(r"^```sh\n(.*?)^```", re.S | re.M)
SHEET = """Name,Qty,Type,Text
Catapult,2,war,<b>Throw</b> a stone.<br>It lands.
Market,3,trade,"Buy 1 &amp; sell 1, then take a :coin:."
Ferry,1,trade,Cross the river.%nPay for it.
Siege,1,war,Nobody leaves.
"""
SPELLS = [
    {
        "title": "Fog",
        "count": 2,
        "color": "gray",
        "contents": ["property | Range | 30 ft", "text | You see <b>nothing</b>."],
    },
    {"title": "Gust", "count": 1, "color": "navy", "contents": ["property | Range | 60 ft", "text | Hats fly."]},
]
POKER = (63 * 72 / 25.4, 88 * 72 / 25.4)


def pdf(size: tuple[float, float], pages: int, columns: int = 1, rows: int = 1) -> bytes:
    """Pages of so many framed cards."""
    target = BytesIO()
    canvas = Canvas(target, pagesize=size)
    width, height = POKER
    left, low = (size[0] - columns * width) / 2, (size[1] - rows * height) / 2
    for page in range(pages):
        for column in range(columns):
            for row in range(rows):
                canvas.rect(left + column * width, low + row * height, width, height)
                canvas.drawString(left + column * width + 9, low + row * height + 9, f"{page} {column} {row}")
        canvas.showPage()
    canvas.save()
    return target.getvalue()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What somebody has who comes from another tool."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cards.csv").write_text(SHEET, encoding="utf-8")
    (tmp_path / "cards.json").write_text(json.dumps(SPELLS), encoding="utf-8")
    (tmp_path / "RULES.md").write_text("Rules\n=====\n\n* Draw `1` card.\n* Play it.\n", encoding="utf-8")
    (tmp_path / "cards.pdf").write_bytes(pdf(POKER, 4))
    (tmp_path / "sheets.pdf").write_bytes(pdf((595.3, 841.9), 1, 3, 3))
    (tmp_path / "table.pdf").write_bytes(pdf((595.3, 1190.0), 1, 2, 4))
    (tmp_path / "_output").mkdir()
    for number in range(3):
        picture = Image.new("RGB", (744, 1039), (90 * number, 120, 200))
        picture.save(tmp_path / f"_output/card_{number}.png", dpi=(300, 300))
    return tmp_path


def shown() -> Iterator[list[str]]:
    """The commands of the page, in its order; those with an ellipsis stand for something."""
    found = [line for block in BLOCKS.findall(PAGE) for line in block.splitlines()]
    found[2:2] = re.findall(r"`(pnp [^`…]+)`", PAGE)
    for line in dict.fromkeys(found):
        words = shlex.split(line)
        if len(words) > 2 and words[1] not in ("serve", "watch") and words[-1] != "--from":
            yield words[1:]


@pytest.mark.slow
def test_every_command_of_the_page_does_what_it_says(folder: Path) -> None:
    project, commands = Project(folder), list(shown())
    assert len(commands) >= 12
    for words in commands:
        result = project.pnp(*words)
        assert result.exit_code == 0, (words, result.output)
    assert project.pnp("check").exit_code == 0


def test_every_option_of_the_page_exists() -> None:
    options = set(re.findall(r"`(--[\w-]+)", PAGE))
    help_texts = "".join(Project(Path()).pnp(word, "--help").output for word in ("render", "export", "import", "new"))
    assert options
    assert [option for option in options if f"{option} " not in help_texts] == []

"""``--ink low``: every shipped kind in its game's own low-ink design, front and back, in every language."""

import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from shipped_faces import opened
from tries import part
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.core.folders import Project
from generator.pdf.preflight.examine import preflight

ROOT = Path(__file__).parents[2]
FOLDERS = ["--data", str(ROOT / "data"), "--templates", str(ROOT / "templates")]
GAMES = ("tricks-or-treats", "collectors", "star-road")
MANY = 27  # items of a kind that are looked at one by one
SCALE = 1.5  # pixels a point; with fewer, thin lines look thicker than they are


class Sheets(NamedTuple):
    """The files of one game in both inks."""

    full: Path
    low: Path

    def kinds(self) -> list[str]:
        return sorted(path.name for path in self.full.iterdir())


def run(*arguments: object) -> None:
    result = CliRunner().invoke(app, [*map(str, arguments), *FOLDERS])
    assert result.exit_code == 0, result.stderr


def printed(game: str, out: Path) -> Sheets:
    """Files of a game's sheets, fronts, backs and forms, in both inks; of many alike the first and the last nine."""
    kinds = [kind for kind in opened(game).game.kinds.values() if kind.printed]
    files = part([*dict.fromkeys(kind.share or kind.name for kind in kinds)], 6)
    many = {kind.name: kind.items for kind in kinds if len(kind.items) > MANY and not kind.share}
    orders = [
        [
            word
            for kind in kinds
            if (kind.share or kind.name) in files and kind.name not in many
            for word in ("--kind", kind.name)
        ]
    ]
    for kind, items in many.items():
        if kind in files:
            orders.append(
                ["--kind", kind, *(word for item in (*items[:9], *items[-9:]) for word in ("--item", item.id))]
            )
    for name in ("full", "low"):
        for words in filter(None, orders):
            run("render", game, *words, "--backs", "long", "--ink", name, "--no-preflight", "--out", out / name)
        run("blank", game, "--ink", name, "--out", out / name)
    return Sheets(out / "full" / game, out / "low" / game)


def ink(file: Path, pages: list[int]) -> float:
    """How many pixels' worth of black the pages hold."""
    document = PdfDocument(file)
    total = 0.0
    for page in pages:
        histogram = document[page].render(scale=SCALE, grayscale=True).to_pil().histogram()
        total += sum((255 - level) / 255 * count for level, count in enumerate(histogram))
    document.close()
    return total


def sampled(file: Path) -> list[int]:
    """The first, the middle and the last sheet, with their backs."""
    count = len(PdfReader(file).pages)
    return sorted({0, 1, count // 2, count // 2 + 1, count - 2, count - 1} & set(range(count)))


# Kinds whose sheets are mostly text, or lines to cut and fold along, which take what they take.
TEXT = re.compile(r"box|rules|quick-start|aids|odds-cards|round-aid|tables|stands|instigator|blank")


# What stands in the margin is cut to the room there is, and lighter letters take less of it.
MARGIN = re.compile(r"10 mm.*?data \w+", re.S)


def letters(file: Path) -> Counter[str]:
    """Letter by letter: fonts of other widths let a reader guess otherwise where words end."""
    document = PdfDocument(file)
    texts = [MARGIN.sub("", page.get_textpage().get_text_range()) for page in document]
    document.close()
    return Counter("".join("".join(texts).split()))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_kind_has_a_design_for_low_ink(tmp_path: Path, game: str) -> None:
    """Much less ink, the same words, and nothing that preflight finds fault with (one test: printing takes longest).

    Of some of the files in `.ci/run`, of all of them in `make promise`.
    """
    full, low = sheets = printed(game, tmp_path)
    shares = {}
    for name in sheets.kinds():
        pages = sampled(full / name)
        shares[name] = ink(low / name, pages) / ink(full / name, pages)
        only = letters(full / name) - letters(low / name), letters(low / name) - letters(full / name)
        assert not any(only), f"{name}: only in full {only[0]}, only in low {only[1]}"
    too_much = {name: round(share, 2) for name, share in shares.items() if share > (0.8 if TEXT.search(name) else 0.62)}
    assert too_much == {}
    # 28 boards take as long as all else, and show what is on the blank one or on cards; fronts in full are examined
    # where pictures are small.
    looked_at = [low / name for name in sheets.kinds() if name != "game-boards.pdf"]
    looked_at += [full / name for name in sheets.kinds() if "rules" in name or "blank" in name]
    assert [problem for file in looked_at for problem in preflight(file)] == []


@pytest.mark.rare
def test_low_ink_lasts_to_the_last_page_of_a_long_deck_and_is_black_and_white(tmp_path: Path) -> None:
    """A tool lost its low-ink mode from page 12 on (traps.md, 15)."""
    deck = ("render", "tricks-or-treats", "--kind", "surprise-cards", "--copies", 3)
    for name in ("full", "low"):
        run(*deck, "--ink", name, "--out", tmp_path / name)
    full, low = (tmp_path / name / "tricks-or-treats" / "surprise-cards.pdf" for name in ("full", "low"))
    pages = len(PdfReader(low).pages)
    assert pages == 26  # 234 cards
    assert [page for page in range(pages) if ink(low, [page]) > 0.62 * ink(full, [page])] == []
    document = PdfDocument(low)
    for page in document:
        red, green, blue = page.render(scale=1).to_pil().convert("RGB").split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize("command", [("export", "collectors"), ("plan", "collectors", "--players", 2, "--render")])
def test_the_box_and_the_pictures_come_in_low_ink_too(tmp_path: Path, command: tuple[object, ...]) -> None:
    more = ("--kind", "characters", "--dpi", 60) if command[0] == "export" else ()
    for name in ("full", "low"):
        run(*command, *more, "--ink", name, "--out", tmp_path / name)
    files = [sorted((tmp_path / name).rglob("*.p[dn][fg]"))[0] for name in ("full", "low")]
    assert files[0].name == files[1].name
    assert files[0].read_bytes() != files[1].read_bytes()


@pytest.mark.slow
def test_full_ink_is_what_is_printed_unless_asked_otherwise(tmp_path: Path) -> None:
    run("render", "collectors", "--kind", "tokens", "--out", tmp_path / "default")
    run("render", "collectors", "--kind", "tokens", "--ink", "full", "--out", tmp_path / "full")
    default, full = (tmp_path / name / "collectors" / "tokens.pdf" for name in ("default", "full"))
    assert default.read_bytes() == full.read_bytes()


def test_every_game_designs_for_low_ink_and_every_variant_stands_beside_what_it_replaces() -> None:
    project = Project(ROOT / "data", ROOT / "templates")
    for game in project.games():
        folder = project.templates_for(game) / game
        assert re.search(r"^low:", (folder / "style.yaml").read_text(encoding="utf-8"), re.M), game
        variants = sorted(folder.rglob("*.low.svg"))
        assert variants, game
        assert [path for path in variants if not path.with_name(path.name.replace(".low.", ".")).exists()] == []

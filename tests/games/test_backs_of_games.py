"""A face-down pile gives nothing away: every item of a deck has the same back, whichever way up it lies."""

import io
from functools import cache
from pathlib import Path

import pytest
from each import each
from pictures import page_picture
from PIL import Image, ImageChops, ImageFilter
from shared_games import SHIPPED_GAMES, shipped_game

from generator.core.choices import MM_PER_INCH, InkName
from generator.core.plugins import offered
from generator.draw.marks.marks import Face
from generator.draw.renderer import Renderer, open_renderer
from generator.model.game import Game, Kind
from generator.pdf.pdf import write_pdf
from generator.sheet.page import Document, Page, Placement, Slot

ROOT = Path(__file__).parents[2]
# Where a kind is several decks, the field that tells them apart; a back may show that and no more.
DECKS = {"blueprints": "set", "characters": "set", "items": "owner", "escapades": "owner"}
DPI = 150


def backed(*games: str) -> list[tuple[str, str]]:
    """The kinds of games that have a back."""
    return [(name, kind.name) for name in games for kind in shipped_game(name).kinds.values() if kind.back]


def tricks() -> list[str]:
    return [kind for _, kind in backed("tricks-or-treats")]


@cache
def renderer(game: str, ink: InkName) -> Renderer:
    templates = ROOT / "templates"
    return open_renderer(shipped_game(game), templates, templates / "common", offered("procedures"), ink)


def faces(game: Game, kind: Kind, language: str = "en", ink: InkName = InkName.full) -> tuple[Face, list[Face]]:
    """The first item's front, and every item's back."""
    drawn = renderer(game.name, ink)
    assert drawn.template(kind) is not None
    assert drawn.template(kind, "back") is not None
    front, _ = drawn.face(kind, kind.items[0], language)
    return front, [drawn.face(kind, item, language, side="back")[0] for item in kind.items]


def back(name: str, ink: InkName = InkName.full) -> Face:
    game = shipped_game("tricks-or-treats")
    return faces(game, game.kinds[name], ink=ink)[1][0]


def picture(face: Face) -> Image.Image:
    """The face in the middle of a page of whole pixels, so that turning the page moves no line by part of a pixel."""
    width, height = (round(side / MM_PER_INCH * DPI) / DPI * MM_PER_INCH for side in (face.width, face.height))
    slot = Slot(1, (width - face.width) / 2, (height - face.height) / 2, face.width, face.height)
    pdf = io.BytesIO()
    write_pdf(Document("back", "en"), [Page(width, height, (Placement(slot, face, ""),), label="1", bleed=1)], pdf)
    return page_picture(pdf.getvalue(), 0, DPI)


def dark(image: Image.Image, least: int = 128) -> float:
    """The share of pixels that are at least so far from white."""
    return sum(image.histogram()[: 256 - least]) / (image.width * image.height)


def test_whatever_is_drawn_from_a_pile_has_a_back() -> None:
    kinds = shipped_game("tricks-or-treats").kinds
    open_ones = {
        "markers", "odds-cards", "pawns", "quick-reference", "quick-start", "rules", "score-sheets",
    }  # fmt: skip
    boxes = {name for name, kind in kinds.items() if kind.container}
    assert set(kinds) - set(tricks()) == open_ones | boxes


@pytest.mark.slow
@each(("game", "kind"), lambda: backed(*SHIPPED_GAMES))
def test_all_items_of_a_deck_have_one_back(game: str, kind: str) -> None:
    known = shipped_game(game).kinds[kind]
    for language in shipped_game(game).languages:
        _, backs = faces(shipped_game(game), known, language)
        field = DECKS.get(kind) if game != "tricks-or-treats" else None
        decks: dict[object, Face] = {}
        for item, drawn in zip(known.items, backs, strict=True):
            assert drawn == decks.setdefault(item.fields[field] if field else None, drawn), item.id


@pytest.mark.slow
@each("kind", tricks)
def test_a_back_is_the_same_in_both_languages(kind: str) -> None:
    game = shipped_game("tricks-or-treats")
    assert faces(game, game.kinds[kind], "en")[1] == faces(game, game.kinds[kind], "fr")[1]


@pytest.mark.slow
@each("ink", ["full", "low"])
@each("kind", tricks)
def test_a_back_is_the_same_from_both_ends(kind: str, ink: InkName) -> None:
    seen = picture(back(kind, ink))
    assert dark(seen) > 0.02  # something is drawn
    assert dark(ImageChops.invert(ImageChops.difference(seen, seen.rotate(180))), 64) < 0.005


@pytest.mark.slow
@each("kind", tricks)
def test_a_back_lies_behind_its_front(kind: str) -> None:
    game = shipped_game("tricks-or-treats")
    front, (drawn, *_) = faces(game, game.kinds[kind])
    assert drawn.outline == front.outline
    corners = {(round(step[-2], 3), round(step[-1], 3)) for step in drawn.outline if step[0] != "Z"}
    assert {(round(drawn.width - x, 3), y) for x, y in corners} == corners  # paper turned about its long edge
    assert {(x, round(drawn.height - y, 3)) for x, y in corners} == corners  # and about its short one


@pytest.mark.slow
@each("kind", tricks)
def test_a_back_is_line_art(kind: str) -> None:
    blotted = picture(back(kind)).filter(ImageFilter.MaxFilter(11))  # what stays black is 1.9 mm wide and high
    assert dark(blotted) == 0

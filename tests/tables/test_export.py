"""Faces as pictures: the right number of pixels, the right card in the right place."""

import json
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.check.scope import Scope
from generator.core.folders import Project
from generator.model.shop_tables import find_shop
from generator.printing.order import Choice
from generator.tables.pictures import export_pictures, export_vectors
from generator.tables.shops import export_for_shops
from generator.tables.tabletop import export_table

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def cards() -> CheckResult:
    return check_game(Project(ROOT / "data", ROOT / "templates"), "tricks-or-treats", scope=Scope(whole=False))


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        return image.copy()


def cards_only(*items: str) -> Choice:
    return Choice(("surprise-cards",), items)


@pytest.mark.slow
def test_a_picture_has_the_pixels_of_trim_and_bleed(cards: CheckResult, tmp_path: Path) -> None:
    (made,) = export_pictures(cards, cards_only("sweet-downpour"), tmp_path, 150, 3.0)
    image = opened(made.folder / "sweet-downpour.png")
    assert image.size == made.pixels == (round(69 / 25.4 * 150), round(94 / 25.4 * 150))
    assert (made.folder / "sweet-downpour-back.png").exists()


def test_a_vector_is_the_face_at_true_size_and_what_is_left_out_goes(cards: CheckResult, tmp_path: Path) -> None:
    both = cards_only("sweet-downpour", "ankle-grabber")
    (made,) = export_vectors(cards, both, tmp_path)
    files = ["ankle-grabber-back.svg", "ankle-grabber.svg", "sweet-downpour-back.svg", "sweet-downpour.svg"]
    assert sorted(path.name for path in made.folder.iterdir()) == files
    text = (made.folder / "sweet-downpour.svg").read_text(encoding="utf-8")
    assert 'width="63mm" height="88mm"' in text
    assert "<title>Sweet downpour</title>" in text
    (again,) = export_vectors(cards, cards_only("sweet-downpour"), tmp_path)
    assert sorted(path.name for path in again.removed) == files[:2]
    assert (again.folder / "sweet-downpour.svg").read_text(encoding="utf-8") == text


def test_a_shops_poker_card_is_825_by_1125_with_the_trim_in_the_middle(cards: CheckResult, tmp_path: Path) -> None:
    shop = find_shop(ROOT / "data", "tgc")
    (made,) = export_for_shops(cards, cards_only("sweet-downpour"), tmp_path, shop)
    image = opened(made.folder / "sweet-downpour.png").convert("L")
    assert image.size == (825, 1125)
    inked = image.point(lambda value: 255 * (value < 128)).getbbox()
    assert inked is not None
    left, top, right, bottom = inked
    assert abs(left - (825 - right)) <= 12  # the frame is drawn by hand
    assert abs(top - (1125 - bottom)) <= 12
    assert left > 37  # an eighth of an inch of bleed is empty


@pytest.mark.slow
def test_a_table_sheet_is_cut_exactly_and_shows_each_card_in_its_place(cards: CheckResult, tmp_path: Path) -> None:
    (made,) = export_table(cards, cards_only(), tmp_path, "https://example.org/sheets/")
    deck = json.loads((made.folder / "surprise-cards.json").read_text(encoding="utf-8"))["ObjectStates"][0]
    items = cards.game.kinds["surprise-cards"].items
    assert len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == sum(item.copies for item in items)
    assert deck["CustomDeck"]["1"]["FaceURL"] == "https://example.org/sheets/surprise-cards-1.png"
    assert deck["CustomDeck"]["2"]["BackURL"] == "https://example.org/sheets/surprise-cards-back.png"
    sheet = opened(made.folder / "surprise-cards-2.png")
    columns, rows = (deck["CustomDeck"]["2"][name] for name in ("NumWidth", "NumHeight"))
    width, height = sheet.size[0] // columns, sheet.size[1] // rows
    assert (columns, rows) == (8, 5), "78 cards on two sheets of 39"
    assert sheet.size == made.pixels == (columns * width, rows * height)
    assert max(sheet.size) <= 4096
    shown = deck["DeckIDs"].index(203)
    assert shown == 39 + 3
    assert deck["ContainedObjects"][shown]["Nickname"] == str(items[shown].fields["title"])
    fourth = sheet.crop((3 * width, 0, 4 * width, height))
    (single,) = export_pictures(cards, cards_only(items[shown].id), tmp_path / "one", 150, 0.0)
    alone = opened(single.folder / f"{items[shown].id}.png").resize((width, height)).convert("L")
    difference = ImageChops.difference(fourth.convert("L"), alone)
    assert sum(difference.histogram()[160:]) < 0.01 * width * height
    hidden = sheet.crop(((columns - 1) * width, (rows - 1) * height, columns * width, rows * height)).convert("L")
    back = opened(made.folder / "surprise-cards-back.png").resize((width, height)).convert("L")
    assert sum(ImageChops.difference(hidden, back).histogram()[160:]) < 0.01 * width * height


def test_the_same_faces_give_the_same_bytes(cards: CheckResult, tmp_path: Path) -> None:
    first, second = (
        [path.read_bytes() for path in sorted(made.folder.iterdir())]
        for folder in ("a", "b")
        for made in export_pictures(cards, cards_only("sweet-downpour"), tmp_path / folder, 96, 0.0)
    )
    assert first == second

"""What comes to the table of Tabletop Simulator: each card with its own back, decks that it loads, true resolutions."""

import json
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from projects import Project

from generator.tables.tabletop import TableGrid, best_grid

BACK = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">
  <rect data-text="{{ %s }}" data-font="text" data-size="20" data-min="6" x="3" y="10" width="44" height="20"/>
</svg>
"""
KEEPERS = "- id: ann\n  name: {en: Ann, fr: Anne}\n- id: bob\n  name: Bob\n"


def stalls(*keepers: str, copies: int = 1) -> str:
    """So many stalls, one for each keeper named."""
    return "".join(
        f"- {{id: s{number}, name: Stall {number}, price: {number}, keeper: {keeper}, copies: {copies}}}\n"
        for number, keeper in enumerate(keepers, start=1)
    )


@pytest.fixture
def backed(project: Project) -> Project:
    """Stalls with the keeper's id on the back, each keeper's a group."""
    project.change("game.yaml", "template: stall.svg\n", "template: stall.svg\n    back: back.svg\n    group: keeper\n")
    project.write("templates/fair/back.svg", BACK % "item.keeper")
    project.write("people.yaml", KEEPERS)
    project.write("stalls.yaml", stalls("ann", "bob", "ann", "bob", "ann"))
    return project


def export(project: Project, *options: str) -> tuple[list[dict[str, Any]], str]:
    """The objects of the file that was written, and what the command said."""
    result = project.pnp("export", "fair", "--to", "tts", *options)
    assert result.exit_code == 0, result.output
    objects = json.loads((tts(project) / "stalls.json").read_text(encoding="utf-8"))["ObjectStates"]
    for one in objects:
        assert_loads(one, tts(project))
    return objects, result.stdout + result.stderr


def tts(project: Project) -> Path:
    return project.folder / "output/fair/tts"


def assert_loads(one: dict[str, Any], folder: Path) -> None:
    """A deck whose list agrees with its cards, or a single card; sheets that are there, with places for all ids."""
    cards = one.get("ContainedObjects", [one])
    assert one["Name"] == ("DeckCustom" if len(cards) > 1 else "Card")
    assert "DeckIDs" in one or len(cards) == 1
    assert one.get("DeckIDs", [one.get("CardID")]) == [card["CardID"] for card in cards]
    for card in cards:
        assert card["Name"] == "Card"
        sheet, place = divmod(card["CardID"], 100)
        assert card["CustomDeck"] == {str(sheet): one["CustomDeck"][str(sheet)]}
        used = one["CustomDeck"][str(sheet)]
        assert place < used["NumWidth"] * used["NumHeight"] - 1, "the last place is for the hidden card"
    for sheet in one["CustomDeck"].values():
        assert 2 <= sheet["NumWidth"] <= 10
        assert 2 <= sheet["NumHeight"] <= 7
        with Image.open(folder / sheet["FaceURL"].rpartition("/")[2]) as image:
            assert image.width % sheet["NumWidth"] == image.height % sheet["NumHeight"] == 0
        for url in (sheet["FaceURL"], sheet["BackURL"]):
            assert (folder / url.rpartition("/")[2]).exists()


def picture(project: Project, name: str) -> Image.Image:
    with Image.open(tts(project) / name) as image:
        return image.convert("L")


def place(sheet: Image.Image, number: int, grid: tuple[int, int]) -> Image.Image:
    """The card at a place of a sheet."""
    width, height = sheet.width // grid[0], sheet.height // grid[1]
    x, y = number % grid[0] * width, number // grid[0] * height
    return sheet.crop((x, y, x + width, y + height))


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


def test_each_back_that_hides_which_card_it_is_has_a_deck_of_its_own(backed: Project) -> None:
    ann, bob = export(backed)[0]
    assert [card["Nickname"] for card in ann["ContainedObjects"]] == ["Stall 1", "Stall 3", "Stall 5"]
    assert [card["Nickname"] for card in bob["ContainedObjects"]] == ["Stall 2", "Stall 4"]
    assert (ann["Nickname"], bob["Nickname"]) == ("Stalls · Ann", "Stalls · Bob")
    assert (ann["DeckIDs"], bob["DeckIDs"]) == ([100, 101, 102], [200, 201])
    assert [deck["CustomDeck"][key]["BackURL"].rpartition("/")[2] for deck, key in ((ann, "1"), (bob, "2"))] == [
        "stalls-back1.png",
        "stalls-back2.png",
    ]
    assert not any(sheet["UniqueBack"] for deck in (ann, bob) for sheet in deck["CustomDeck"].values())
    assert not same(picture(backed, "stalls-back1.png"), picture(backed, "stalls-back2.png"))
    assert bob["Transform"]["posX"] - ann["Transform"]["posX"] >= 4, "one deck falls onto the other"
    guids = [one["GUID"] for deck in (ann, bob) for one in (deck, *deck["ContainedObjects"])]
    assert len(set(guids)) == len(guids) == 7


def test_the_decks_are_named_in_the_language_that_is_exported(backed: Project) -> None:
    assert [deck["Nickname"] for deck in export(backed, "--lang", "fr")[0]] == ["Étals · Anne", "Étals · Bob"]


def test_one_back_for_all_stays_one_deck_with_one_picture(backed: Project) -> None:
    backed.write("templates/fair/back.svg", BACK % "'fair'")
    (deck,) = export(backed)[0]
    assert deck["Nickname"] == "Stalls"
    assert len(deck["DeckIDs"]) == 5
    assert deck["CustomDeck"]["1"]["BackURL"].endswith("/stalls-back.png")
    assert sorted(path.name for path in tts(backed).iterdir()) == ["stalls-1.png", "stalls-back.png", "stalls.json"]


@pytest.mark.slow
def test_backs_that_are_a_second_face_lie_on_a_sheet_behind_the_faces(backed: Project) -> None:
    backed.write("templates/fair/back.svg", BACK % "item.name")
    backed.write("stalls.yaml", stalls(*["ann"] * 71))
    (deck,) = export(backed, "--dpi", "60")[0]
    assert [sheet["UniqueBack"] for sheet in deck["CustomDeck"].values()] == [True, True]
    assert deck["CustomDeck"]["2"]["BackURL"].endswith("/stalls-back2.png")
    faces, backs = picture(backed, "stalls-1.png"), picture(backed, "stalls-back1.png")
    assert faces.size == backs.size
    grid = deck["CustomDeck"]["1"]["NumWidth"], deck["CustomDeck"]["1"]["NumHeight"]
    last = grid[0] * grid[1] - 1
    assert same(place(faces, last, grid), place(backs, last, grid)), "the hidden place"
    assert not same(place(backs, 0, grid), place(backs, 1, grid))
    second = picture(backed, "stalls-back2.png")
    number = deck["DeckIDs"][-1] % 100
    export(backed, "--item", "s71", "--dpi", "60")
    assert same(place(second, number, grid), picture(backed, "stalls-back.png")), "the back of s71 is behind its face"


@pytest.mark.slow
def test_a_deck_of_more_than_a_sheet_keeps_its_own_numbers(backed: Project) -> None:
    backed.write("stalls.yaml", stalls(*["ann"] * 70, "bob", "bob"))
    ann, bob = export(backed)[0]
    assert (list(ann["CustomDeck"]), list(bob["CustomDeck"])) == (["1", "2"], ["3"])
    assert [sheet["NumWidth"] * sheet["NumHeight"] for sheet in ann["CustomDeck"].values()] == [36, 36]
    assert ann["DeckIDs"][34:36] == [134, 200], "two sheets of 35"
    assert {sheet["BackURL"].rpartition("/")[2] for sheet in ann["CustomDeck"].values()} == {"stalls-back1.png"}
    assert bob["CustomDeck"]["3"]["BackURL"].endswith("/stalls-back3.png")


def test_copies_are_cards_and_one_card_is_no_deck(backed: Project) -> None:
    backed.write("stalls.yaml", stalls("ann", "ann", copies=3))
    (deck,) = export(backed)[0]
    assert deck["DeckIDs"] == [100, 100, 100, 101, 101, 101]
    backed.write("stalls.yaml", stalls("ann"))
    (card,) = export(backed)[0]
    assert (card["Name"], card["CardID"], card["Nickname"]) == ("Card", 100, "Stall 1")


@pytest.mark.slow
def test_pictures_say_how_fine_they_are_and_the_command_that_it_is_less_than_asked(backed: Project) -> None:
    backed.write("stalls.yaml", stalls(*["ann"] * 69))
    (deck,), said = export(backed)
    assert "stalls: 208 dpi in place of 300" in said
    assert "4096 pixels" in said
    for name in ("stalls-1.png", "stalls-back.png"):
        with Image.open(tts(backed) / name) as image:
            cards = deck["CustomDeck"]["1"]["NumWidth"] if name == "stalls-1.png" else 1
            assert image.info["dpi"][0] == pytest.approx(image.width / cards / (50 / 25.4), abs=0.05)
            assert image.width <= 4096
    assert picture(backed, "stalls-back.png").width == int(50 / 25.4 * 300), "a back of its own has room"
    (deck,), said = export(backed, "--dpi", "100")
    assert "in place of" not in said
    assert picture(backed, "stalls-1.png").width == deck["CustomDeck"]["1"]["NumWidth"] * int(50 / 25.4 * 100)


@each(
    ("count", "size", "grid"),
    [
        (1, (63.0, 88.0), (2, 2)),
        (3, (63.0, 88.0), (2, 2)),
        (4, (63.0, 88.0), (2, 3)),
        (12, (63.0, 88.0), (5, 3)),
        (69, (63.0, 88.0), (10, 7)),
        (70, (63.0, 88.0), (8, 5)),  # two sheets of 35
        (28, (186.0, 248.0), (3, 2)),  # boards: six sheets of five
        (1, (420.0, 420.0), (2, 2)),
    ],
)
def test_a_sheet_is_divided_as_its_cards_come_out_finest(
    count: int, size: tuple[float, float], grid: tuple[int, int]
) -> None:
    found = best_grid(count, size, 300)
    assert (found.columns, found.rows) == grid


@pytest.mark.slow
@given(
    count=st.integers(1, 200),
    width=st.integers(10, 300),
    height=st.integers(10, 300),
    dpi=st.sampled_from([72, 150, 300, 600]),
)
def test_no_other_grid_would_be_better(count: int, width: int, height: int, dpi: int) -> None:
    """Against all of them: fewest sheets among those that are legible, then finest, then smallest."""
    size, found = (float(width), float(height)), best_grid(count, (width, height), dpi)
    everything = [TableGrid(c, r) for c in range(2, 11) for r in range(2, 8)]
    legible = [grid for grid in everything if grid.finest(size) >= min(dpi, 150) - 1e-6]
    if not legible:
        assert min(found.columns, found.rows) == 2
        return
    fewest = min(-(-count // grid.cards) for grid in legible)
    assert -(-count // found.cards) <= fewest
    usual = [grid for grid in legible if -(-count // grid.cards) == fewest]
    assert min(dpi, found.finest(size)) == max(min(dpi, grid.finest(size)) for grid in usual)
    equal = [grid for grid in usual if min(dpi, grid.finest(size)) == min(dpi, found.finest(size))]
    assert found.cards == min(grid.cards for grid in equal)


@pytest.mark.slow
def test_a_back_that_kinds_share_is_written_once_and_stays_while_a_deck_shows_it(backed: Project) -> None:
    backed.write("templates/fair/back.svg", BACK % "'fair'")
    described = backed.path("game.yaml").read_text(encoding="utf-8")
    kind = "  {0}:\n    title: {0}\n    size: [50, 40]\n    template: stall.svg\n    back: back.svg\n"
    fields = "    fields: {name: {type: text, required: true}, price: {type: whole}, note: {type: text}}\n"
    backed.write("game.yaml", described + kind.format("booths") + fields)
    backed.write("booths.yaml", "- {id: one, name: One}\n- {id: two, name: Two}\n")
    export(backed)
    names = sorted(path.name for path in tts(backed).glob("*.png"))
    assert names == ["booths-1.png", "stalls-1.png", "stalls-back.png"]
    booths = json.loads((tts(backed) / "booths.json").read_text(encoding="utf-8"))["ObjectStates"][0]
    assert booths["CustomDeck"]["1"]["BackURL"].endswith("/stalls-back.png")
    backed.change("game.yaml", "    back: back.svg\n    group: keeper\n", "")
    backed.write("templates/fair/back.svg", BACK % "item.name")
    backed.change("game.yaml", "template: stall.svg\n", "template: stall.svg\n    back: back.svg\n")
    export(backed, "--kind", "stalls")
    assert "stalls-back.png" in [path.name for path in tts(backed).glob("*.png")], "the booths still show it"
    assert backed.pnp("export", "fair", "--to", "tts").exit_code == 0
    assert "stalls-back.png" not in [path.name for path in tts(backed).glob("*.png")]


def test_nothing_to_export_is_said(backed: Project) -> None:
    backed.write("stalls.yaml", stalls("ann", copies=0))
    for target in ("png", "tts", "tgc"):
        result = backed.pnp("export", "fair", "--to", target)
        assert result.exit_code == 2
        assert "nothing to export" in result.stderr

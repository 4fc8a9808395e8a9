"""What shops and virtual tables get: each its own sizes, names, lists and files, and what a project adds."""

import csv
import json
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from each import each
from PIL import Image
from projects import Project

from generator.model.shop_tables import SHIPPED, find_shop, read_shops

BACK = '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40"><circle cx="25" cy="20" r="9"/></svg>'  # fmt: skip
OWN = """\
- shop: corner-print
  title: Corner Print
  bleed: 2
  front: "{number} {kind}"
  back: "{number} {kind} behind"
  cards: [{card: Ticket, size: [40.5, 50], pixels: [520, 640]}]
"""


@pytest.fixture
def backed(project: Project) -> Project:
    """Two stalls, the first of them twice, with one back."""
    project.change("game.yaml", "template: stall.svg\n", "template: stall.svg\n    back: back.svg\n")
    project.write("templates/fair/back.svg", BACK)
    return project


def exported(project: Project, to: str) -> tuple[Path, str]:
    """The folder of what was made, and what was said."""
    result = project.pnp("export", "fair", "--to", to)
    assert result.exit_code == 0, result.output
    return project.folder / "output/fair" / to, result.stderr


def test_what_ships_has_no_mistake_and_says_where_it_is_from() -> None:
    shops, problems = read_shops(SHIPPED)
    assert problems == []
    assert {"tgc", "mpc", "dtc", "pcio", "screentop", "tabletopia"} <= set(shops)
    assert all(shop.source.startswith("https://") and shop.looked_up for shop in shops.values())


@each(
    ("shop", "size", "pixels"),
    [
        ("tgc", (63.0, 88.0), (825, 1125)),
        ("tgc", (88.0, 63.0), (1125, 825)),
        ("tgc", (41.0, 63.0), (600, 825)),
        ("tgc", (69.85, 120.65), (900, 1500)),
        ("tgc", (50.0, 40.0), (666, 547)),
        ("mpc", (63.0, 88.0), (816, 1110)),
        ("mpc", (63.5, 88.9), (822, 1122)),
        ("mpc", (57.0, 89.0), (745, 1123)),
        ("tabletopia", (63.0, 88.0), (372, 520)),
    ],
)
def test_the_nearest_card_counts_upright_or_turned(
    shop: str, size: tuple[float, float], pixels: tuple[int, int], tmp_path: Path
) -> None:
    assert find_shop(tmp_path / "data", shop).pixels(size) == pixels


def test_a_projects_own_shop_has_its_sizes_and_names(backed: Project) -> None:
    (backed.folder / "shops.yaml").write_text(OWN, encoding="utf-8")
    folder, said = exported(backed, "corner-print")
    assert "made for Corner Print, Ticket" in said
    made = folder / "stalls"
    names = sorted(path.name for path in made.iterdir())
    assert names == ["1 stalls behind.png", "1 stalls.png", "2 stalls.png", "cards.csv"]
    with Image.open(made / "1 stalls.png") as picture:
        assert picture.size == (640, 520)
    rows = list(csv.reader((made / "cards.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[1] == ["cake", "1 stalls.png", "1 stalls behind.png", "2"]


@pytest.mark.parametrize(("pixels", "told"), [("[520, 640]", True), ("[520, 638]", False)])
def test_only_what_is_missing_in_tenths_of_a_mm_is_reported(backed: Project, pixels: str, told: bool) -> None:
    backed.change("game.yaml", "back: back.svg\n", "back: back.svg\n    bleed: 2\n")
    (backed.folder / "shops.yaml").write_text(OWN.replace("[520, 640]", pixels), encoding="utf-8")
    assert ("the shop needs 2.1 mm" in exported(backed, "corner-print")[1]) == told


def test_an_own_shop_may_replace_one_that_ships(backed: Project) -> None:
    text = OWN.replace("corner-print", "tgc")
    (backed.folder / "shops.yaml").write_text(text, encoding="utf-8")
    assert find_shop(backed.folder / "data", "tgc").title == "Corner Print"
    assert find_shop(backed.folder / "data", "mpc").title == "MakePlayingCards"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("bleed: 2", "bleed: 200", "3:10: error number-range: 200 mm are given; 0 to 10 mm are possible"),
        ("corner-print", "Corner", "1:9: error bad-id: 'Corner' cannot be the name of a shop"),
        ("corner-print", "tts", "1:9: error bad-id: 'tts' cannot be the name of a shop"),
        ('"{number} {kind}"', "card", "4:10: error wrong-type: 'card' cannot be the name of every card's picture"),
        ('"{number} {kind}"', "../{id}", "4:10: error wrong-type: '../{id}' cannot be the name"),
        ('"{number} {kind} behind"', '"{number} {kind}"', "5:9: error duplicate-id: fronts and backs have the same"),
        ("[520, 640]", "[520]", "6:52: error wrong-type: a width and a height in pixels are wanted here"),
        ("title", "titel", "2:3: error unknown-field: 'titel' is not a field here"),
        (OWN, OWN + OWN, "7:3: error duplicate-id: the shop 'corner-print' is repeated here; it is first at line 1"),
        (OWN, "shop: me", "1:1: error wrong-type: a list of shops is wanted here"),
    ],
)
def test_a_mistake_in_the_file_is_told_by_check_and_stops_an_export(
    project: Project, old: str, new: str, said: str
) -> None:
    (project.folder / "shops.yaml").write_text(OWN.replace(old, new), encoding="utf-8")
    checked = project.pnp("check")
    assert checked.exit_code == 1
    assert f"shops.yaml:{said}" in checked.stdout
    assert f"shops.yaml:{said}" in project.pnp("check", "shops.yaml").stdout
    stopped = project.pnp("export", "fair", "--to", "tgc")
    assert stopped.exit_code == 2
    assert "shops.yaml:" in stopped.stderr
    assert project.pnp("export", "fair", "--to", "png").exit_code == 0, "which asks for no shop"


def test_a_file_without_mistakes_is_counted_among_what_was_checked(project: Project) -> None:
    (project.folder / "shops.yaml").write_text(OWN, encoding="utf-8")
    checked = project.pnp("check")
    assert checked.exit_code == 0
    assert "shops.yaml" in checked.stdout


def test_an_unknown_shop_is_refused_with_those_that_are_known(project: Project) -> None:
    refused = project.pnp("export", "fair", "--to", "tcg")
    assert refused.exit_code == 2
    assert "nothing to export to called 'tcg'; did you mean tgc?" in refused.stderr


def test_an_order_for_mpc_autofill_fills_every_slot_once(backed: Project) -> None:
    folder, _ = exported(backed, "mpc")
    order = ElementTree.parse(folder / "stalls.xml").getroot()
    assert order.findtext("details/quantity") == "3"
    assert order.findtext("details/stock") == "(S30) Standard Smooth"
    for side, names in (("fronts", {"cake.png": "0,1", "darts.png": "2"}), ("backs", {"cake-back.png": "0,1,2"})):
        found = {card.findtext("name"): card.findtext("slots") for card in order.findall(f"{side}/card")}
        assert found == names
        assert all((folder / "stalls" / name).is_file() for name in names)


def test_a_room_has_a_card_a_copy_and_every_picture_once(backed: Project) -> None:
    folder, _ = exported(backed, "pcio")
    assert [path.name for path in folder.iterdir()] == ["fair.pcio"]
    with ZipFile(folder / "fair.pcio") as archive:
        widgets = json.loads(archive.read("widgets.json"))
        names = set(archive.namelist())
    deck = next(one for one in widgets if one["type"] == "cardDeck")
    cards = [one for one in widgets if one["type"] == "card"]
    assert [card["cardType"] for card in cards] == ["cake", "cake", "darts"]
    assert {card["deck"] for card in cards} == {deck["id"]}
    assert {card["parent"] for card in cards} == {one["id"] for one in widgets if one["type"] == "cardPile"}
    assert len({one["id"] for one in widgets}) == len(widgets)
    shown = {kind[side].removeprefix("package://") for kind in deck["cardTypes"].values() for side in ("face", "back")}
    assert shown == names - {"widgets.json"}
    assert len(shown) == 3
    assert deck["cardTypes"]["cake"]["label"] == "Cake stall"
    assert deck["cardWidth"] / deck["cardHeight"] == pytest.approx(50 / 40, abs=0.01)
    assert deck["faceTemplate"]["objects"][0]["value"] == "face"
    first = (folder / "fair.pcio").read_bytes()
    exported(backed, "pcio")
    assert (folder / "fair.pcio").read_bytes() == first


def test_what_has_no_back_gets_a_plain_one_in_a_room(project: Project) -> None:
    folder, _ = exported(project, "pcio")
    with ZipFile(folder / "fair.pcio") as archive:
        deck = next(one for one in json.loads(archive.read("widgets.json")) if one["type"] == "cardDeck")
        assert {kind["back"] for kind in deck["cardTypes"].values()} == {"package://userassets/stalls-cake-back.png"}
        assert "userassets/stalls-cake-back.png" in archive.namelist()


def test_sheets_have_no_gaps_and_backs_lie_as_their_fronts(backed: Project) -> None:
    backed.write(
        "stalls.yaml", "".join(f"- {{id: s{number}, name: Stall {number}, price: 1}}\n" for number in range(1, 13))
    )
    folder, _ = exported(backed, "screentop")
    made = folder / "stalls"
    sizes = {}
    for path in made.glob("*.png"):
        with Image.open(path) as picture:
            sizes[path.name] = picture.size
    assert sizes == dict.fromkeys(("fronts-1.png", "backs-1.png"), (10 * 295, 2 * 236))
    rows = list(csv.reader((made / "cards.csv").read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["card", "sheet", "column", "row", "copies"]
    assert rows[11] == ["s11", "1", "1", "2", "1"]
    backed.write("stalls.yaml", "- {id: s1, name: One, price: 1}\n")
    backed.change("game.yaml", "    back: back.svg\n", "")
    exported(backed, "screentop")
    assert sorted(path.name for path in made.glob("*.png")) == ["fronts-1.png"]

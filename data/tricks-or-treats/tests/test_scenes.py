"""The pictures of the Surprise cards: one for each card, drawn to be coloured, in the lines that the whole game has."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from each import each

ROOT = Path(__file__).parents[3]
GAME = ROOT / "templates" / "tricks-or-treats"
CARDS = (ROOT / "data" / "tricks-or-treats" / "surprise-cards.yaml").read_text(encoding="utf-8")
SCENES = re.findall(r"^  art: (\S+)$", CARDS, re.M)
SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = (0.25, 0.5, 0.8)  # of lines, in millimetres


def repeated(scenes: list[str]) -> list[str]:
    return [scene for scene, count in Counter(scenes).items() if count > 1]


def shapes(scene: str) -> list[dict[str, str]]:
    """The attributes of every shape of a picture, with those of the groups round it."""
    found: list[dict[str, str]] = []

    def walk(node: ElementTree.Element, said: dict[str, str]) -> None:
        said = {**said, **node.attrib}
        if node.tag in {SVG + "path", SVG + "circle", SVG + "ellipse"}:
            found.append(said)
        for child in node:
            walk(child, said)

    walk(ElementTree.fromstring((GAME / "art" / f"{scene}.svg").read_text(encoding="utf-8")), {})
    return found


def closed(shape: dict[str, str]) -> bool:
    return shape.get("fill") == "#fff" and (" d" not in shape and "z" in shape.get("d", "z").lower())


def test_no_two_surprise_cards_share_a_picture() -> None:
    assert len(SCENES) == CARDS.count("\n- id: ") == 78
    assert repeated(SCENES) == []
    assert repeated(["bat", "cat", "bat"]) == ["bat"]


def test_pictures_stand_on_the_card_as_large_as_they_were_drawn() -> None:
    place = re.search(r'href="art/.*? width="(\d+)" height="(\d+)"', (GAME / "surprise-card.svg").read_text("utf-8"))
    assert place is not None
    for scene in SCENES:
        head = (GAME / "art" / f"{scene}.svg").read_text(encoding="utf-8")
        assert f'viewBox="0 0 {place[1]} {place[2]}"' in head, scene


@each("scene", SCENES)
def test_a_picture_has_areas_to_colour_and_lines_of_the_game_s_weights(scene: str) -> None:
    found = shapes(scene)
    assert sum(closed(shape) for shape in found) >= 3
    drawn = {float(shape["stroke-width"]) for shape in found if shape.get("stroke") != "none"}
    assert drawn <= set(WIDTHS), sorted(drawn - set(WIDTHS))
    black = [float(shape.get("r", 0)) for shape in found if shape.get("fill") == "#000"]
    assert max(black, default=0) < 5.6  # 1 cm²


@pytest.mark.parametrize(
    ("cut", "size", "widths"), [("small", 7.2, (0.5, 0.25)), ("medium", 12, (0.8, 0.5)), ("large", 16, (0.8, 0.5))]
)
def test_each_cut_of_an_icon_has_the_lines_of_the_game_at_its_size(
    cut: str, size: float, widths: tuple[float, float]
) -> None:
    files = sorted((GAME / "icons" / cut).glob("*.svg"))
    assert {file.stem.removesuffix(".low") for file in files} == {
        "costumes",
        "masks",
        "movements",
        "surprises",
        "treats",
        "tricks",
    }
    for file in files:
        for width in re.findall(r'stroke-width="([\d.]+)"', file.read_text(encoding="utf-8")):
            assert any(abs(float(width) * size / 24 - ours) < 0.001 for ours in widths), (file.name, width)


def test_forged_cards_have_every_picture_that_the_shipped_ones_have() -> None:
    words = (ROOT / "data" / "tricks-or-treats" / "forge.yaml").read_text(encoding="utf-8").split("\nwords:\n")[1]
    assert set(SCENES) <= set(re.findall(r"\bart: ([\w-]+)[,}]", words))

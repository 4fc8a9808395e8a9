"""Portraits that are grown: whole paths, inside the box, the piece of the collection among them, unlike each other."""

import re

import pytest
from tries import slow_but
from workbench import bench

from generator.core.plugins import offered
from play.portraits import grown_portrait, grown_ware, portrait, wares

TYPES = sorted(set(wares()) - {"parcel"})
NUMBER = re.compile(r"-?\d*\.?\d+")
TAKES = {"M": 2, "L": 2, "C": 6, "Z": 0}


def points(d: str) -> list[tuple[float, float]]:
    """The points of a path, which has as many numbers as its letters take."""
    found = []
    for letter, rest in re.findall(r"([MLCZ])([^MLCZ]*)", d):
        numbers = [float(number) for number in NUMBER.findall(rest)]
        assert len(numbers) == TAKES[letter], d
        found += list(zip(numbers[::2], numbers[1::2], strict=True))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", slow_but(1, ["Agatha Gamp", "Silas Wick", "Dame Ida Poppet", "Ulric Tang"]))
def test_every_part_is_whole_and_lies_in_the_box_whatever_is_collected(name: str) -> None:
    for item_type in (*TYPES, "Garden gnomes", "Ö"):
        for beard in (False, True):
            parts = portrait(item_type, name, beard=beard)
            assert len(parts) > 30
            assert {part.width for part in parts} <= {0.0, 0.25, 0.5, 0.8}
            for part in parts:
                assert all(-2 <= x <= 46 and -2 <= y <= 58 for x, y in points(part.d))


def test_each_type_of_the_forge_has_a_drawing_of_its_own() -> None:
    settings = bench("collectors", "characters").settings()
    assert {word["many"].casefold() for word in settings.words["types"]} == set(TYPES)
    assert len({tuple(strokes) for strokes in wares().values()}) == len(wares())


def test_the_same_collector_looks_the_same_and_others_do_not() -> None:
    looks = {portrait(item_type, "Agatha", beard=False) for item_type in TYPES}
    assert len(looks) == len(TYPES)
    assert portrait("Bells", "Agatha", beard=False) == portrait("Bells", "Agatha", beard=False)
    assert portrait("Bells", "Agatha", beard=False) != portrait("Bells", "Beatrix", beard=False)


def test_a_beard_is_for_him_alone_and_not_for_who_sits_at_the_window() -> None:
    known = {"item_type": "Bells", "name": "Nell"}
    plain = grown_portrait({**known, "blurb": "Rings at the window, then runs."})
    assert plain == grown_portrait({**known, "blurb": "She rings, and his dog runs."})
    assert plain == portrait("Bells", "Nell", beard=False)
    assert grown_portrait({**known, "blurb": "A guest, and his bells."}) == portrait("Bells", "Nell", beard=True)


def test_a_drawing_that_is_named_is_not_grown_over() -> None:
    assert grown_portrait({"art": "hat-collector", "item_type": "Hats", "name": "Alvin"}) == ()
    assert grown_portrait({"item_type": None, "name": None}) == ()
    assert grown_portrait({"item_type": "Bells", "name": "Nell", "blurb": "She rings."})


@pytest.mark.parametrize(
    "fields",
    [{"type": "Knives"}, {"owner": "knife-collector"}, {"item_type": "knives", "owner": "knife-collector"}],
)
def test_the_emblem_of_a_card_is_found_by_type_or_owner(fields: dict[str, str]) -> None:
    assert [part.d for part in grown_ware(fields)] == [stroke[0] for stroke in wares()["knives"]]


def test_both_may_be_asked_for() -> None:
    assert {"grown-portrait", "grown-ware"} <= offered("procedures").keys()

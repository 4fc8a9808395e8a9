"""Grown houses: different for every pair of numbers, grander with the one, scarier with the other."""

import re
from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from generator.draw.svg.path import parse_path
from generator.games.pen import Pen, PenPart
from play.houses import grown_house, house
from play.houses.clearing import Clearing
from play.houses.outline import grow_plan
from play.houses.walls import draw_upstairs

PAIRS = [(difficulty, gathering) for difficulty in range(31) for gathering in range(1, 8)]
WEIGHTS = {0, 0.25, 0.5, 0.8}


def points(part: PenPart) -> list[tuple[float, float]]:
    steps = [step[1:] for step in parse_path(part.d)]
    return [(step[at], step[at + 1]) for step in steps for at in range(0, len(step), 2)]


def hanging(difficulty: int, gathering: int) -> float:
    """How far the top of a house hangs over its foot, in mm: of its largest shapes, the walls."""
    walls = max((part for part in house(difficulty, gathering) if part.width == 0.8), key=lambda part: tall(part))
    corners = points(walls)
    top, foot = min(y for _, y in corners), max(y for _, y in corners)
    middles = [mean(x for x, y in corners if abs(y - level) < 0.6) for level in (top, foot)]
    return abs(middles[0] - middles[1])


def tall(part: PenPart) -> float:
    heights = [y for _, y in points(part)]
    return max(heights) - min(heights)


@pytest.mark.rare
def test_217_tiles_have_217_houses() -> None:
    assert len(PAIRS) == 217
    assert len({house(*pair) for pair in PAIRS}) == 217


def test_the_same_numbers_give_the_same_house_and_another_seed_another() -> None:
    again = house.__wrapped__(12, 4)
    assert again == house(12, 4)
    assert house(12, 4, 1) != again


@pytest.mark.parametrize("gathering", range(1, 8))
def test_a_house_is_drawn_as_colouring_books_are(gathering: int) -> None:
    for difficulty in range(31):
        for part in house(difficulty, gathering):
            assert part.width in WEIGHTS
            assert part.fill in ("#fff", "none", "#000")
            assert not re.search(r"[^MLCZ0-9 .-]", part.d)
            if part.fill == "#000":
                x, y = zip(*points(part), strict=True)
                assert (max(x) - min(x)) * (max(y) - min(y)) < 100  # no black area above 1 cm²


@pytest.mark.slow
def test_a_house_stays_in_its_box() -> None:
    corners = [point for pair in PAIRS for part in house(*pair) for point in points(part)]
    assert min(x for x, _ in corners) > -2
    assert max(x for x, _ in corners) < 42
    assert min(y for _, y in corners) > -1.5
    assert max(y for _, y in corners) < 40


@pytest.mark.slow
def test_houses_grow_grander_with_the_gathering() -> None:
    shapes = [mean(len(house(difficulty, gathering)) for difficulty in range(31)) for gathering in (1, 3, 5, 7)]
    assert all(fewer < more for fewer, more in pairwise(shapes))


def test_houses_lean_more_with_the_difficulty() -> None:
    leaning = [mean(hanging(difficulty, gathering) for gathering in range(1, 8)) for difficulty in (0, 10, 20, 30)]
    assert all(less < more for less, more in pairwise(leaning))


def test_a_tile_that_names_a_drawing_gets_no_house() -> None:
    fields = {"difficulty": 3, "gathering": 2, "art": "cabin"}
    assert grown_house(fields) == ()
    assert grown_house({**fields, "art": None}) == house(3, 2)


def test_windows_are_drawn_only_where_roof_and_face_leave_room() -> None:
    plan = grow_plan(0.2, 4, Random(1))
    free, taken = Clearing(), Clearing()
    taken.take((0, 0, 40, 40))
    pens = [Pen(0.0, 0.5, 0.2, 0.0) for _ in range(2)]
    for pen, clearing in zip(pens, (free, taken), strict=True):
        draw_upstairs(pen, plan, clearing, [0.9, 0.9, 0.9])
    assert len(pens[0].parts) >= 3
    assert pens[1].parts == []

"""Housing tiles: house, things round it, badges, name and arrow stand at least a millimetre apart, on every tile."""

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from math import dist
from typing import NamedTuple

import pytest
from projects import ROOT
from shared_games import SHIPPED
from tries import slow_but

from generator.check import build
from generator.draw.marks.marks import IDENTITY, Face, Mark, Matrix, PlacedDrawing, Shape, TextRun, moved, multiply
from generator.draw.svg.path import parse_path
from play.houses import house

TEMPLATE = ET.parse(ROOT / "templates" / "tricks-or-treats" / "housing-tile.svg").getroot()
ARROWS = {"up": (30, 4.5), "right": (55.5, 30), "down": (30, 55.5), "left": (4.5, 30)}
SHARES = [number / 6 for number in range(1, 7)]
FRAME = 5.0  # mm from the trim to the inner line of the frame, and a little

XY = tuple[float, float]
Rectangle = tuple[float, float, float, float]


class Thing(NamedTuple):
    """Points along the lines of a thing in mm, each with half the width of its line."""

    points: list[tuple[float, float, float]]
    filled: list[list[XY]]

    @property
    def bounds(self) -> Rectangle:
        """Left, top, right, bottom, with the lines' widths."""
        return (
            min(x - pen for x, _, pen in self.points), min(y - pen for _, y, pen in self.points),
            max(x + pen for x, _, pen in self.points), max(y + pen for _, y, pen in self.points),
        )  # fmt: skip


def placed(pattern: str) -> Rectangle:
    """Where the template places the picture or the text of this name."""
    for element in TEMPLATE.iter():
        if re.fullmatch(pattern, element.get("href", element.get("data-field", ""))) and "x" in element.attrib:
            x, y, width, height = (float(element.attrib[name]) for name in ("x", "y", "width", "height"))
            return x, y, x + width, y + height
    raise AssertionError(pattern)


def printed(arrows: Iterable[str] = ARROWS) -> dict[str, Rectangle]:
    """What a tile says, each in its rectangle; with an arrow at each of these sides."""
    found = {
        "difficulty": placed("kit/badge-left.svg"),
        "gathering": placed("kit/badge-right.svg"),
        "name": placed("name"),
    }
    for arrow in arrows:
        x, y = ARROWS[arrow]
        across, down = (3.75, 2.5) if arrow in ("up", "down") else (2.5, 3.75)
        found[f"arrow {arrow}"] = x - across, y - down, x + across, y + down
    return found


def along(path: Iterable[tuple[object, ...]]) -> Iterator[list[XY]]:
    """Each stroke of a path as points along it."""
    stroke: list[XY] = []
    for name, *numbers in path:
        values = [float(str(number)) for number in numbers]
        if name == "M" and stroke:
            yield stroke
            stroke = []
        if name == "M":
            stroke = [(values[0], values[1])]
        elif name == "C":
            p, q, r, s = stroke[-1], (values[0], values[1]), (values[2], values[3]), (values[4], values[5])
            for t in SHARES:
                u = 1 - t
                weights = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                x, y = (sum(w * c[axis] for w, c in zip(weights, (p, q, r, s), strict=True)) for axis in (0, 1))
                stroke.append((x, y))
        else:
            (ax, ay), (bx, by) = stroke[-1], (values[0], values[1]) if values else stroke[0]
            steps = max(1, round(dist((ax, ay), (bx, by)) / 0.6))
            stroke += [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(1, steps + 1)]
    yield stroke


def grown(difficulty: int, gathering: int, seed: int = 0) -> dict[str, Thing]:
    """A grown house and each thing round it, as the template places them."""
    found: dict[str, Thing] = defaultdict(lambda: Thing([], []))
    group = next(element for element in TEMPLATE.iter() if element.get("data-if") == "not item.art")
    right, down, scale = (float(number) for number in re.findall(r"[\d.]+", group.attrib["transform"]))
    matrix = (scale, 0.0, 0.0, scale, right, down)
    for part in house.__wrapped__(difficulty, gathering, seed):
        for stroke in along(moved(parse_path(part.d), matrix)):
            found[part.of].points.extend((x, y, part.width / 2) for x, y in stroke)
            if part.fill != "none":
                found[part.of].filled.append(stroke)
    return found


def apart(thing: Thing, other: Thing) -> float:
    """How far a small thing is from another at least, in mm; 0 where it lies inside; 9 where it is far off."""
    left, top, right, bottom = thing.bounds
    near = [
        (x, y, pen) for x, y, pen in other.points if left - 2 < x < right + 2 and top - 2 < y < bottom + 2
    ]  # the others are farther off than is asked for
    if any(inside((thing.points[0][0], thing.points[0][1]), outline) for outline in other.filled):
        return 0.0
    return min((dist((x, y), (u, v)) - pen - nib for x, y, pen in near for u, v, nib in thing.points), default=9.0)


def inside(point: XY, outline: list[XY]) -> bool:
    x, y = point
    crossings = [
        (ax + (y - ay) * (bx - ax) / (by - ay)) > x
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True)
        if (ay > y) != (by > y)
    ]
    return sum(crossings) % 2 == 1


def touched(thing: Thing, rectangle: Rectangle) -> bool:
    """Whether a thing comes nearer to a rectangle than a millimetre."""
    left, top, right, bottom = rectangle
    near = (
        (x, y, pen) for x, y, pen in thing.points if left - 2 < x < right + 2 and top - 2 < y < bottom + 2
    )  # the others are farther off
    return any(dist((max(left - x, 0, x - right), max(top - y, 0, y - bottom)), (0, 0)) - pen < 1 for x, y, pen in near)


def faults(things: dict[str, Thing], arrows: Iterable[str] = ARROWS) -> list[str]:
    """What stands nearer to another than a millimetre, or to the frame."""
    found = []
    for name, thing in things.items():
        found += [f"{name or 'house'} at {mark}" for mark, place in printed(arrows).items() if touched(thing, place)]
        left, top, right, bottom = thing.bounds
        if left < FRAME or top < FRAME or right > 60 - FRAME or bottom > 60 - FRAME:
            found.append(f"{name or 'house'} at the frame")
    small = [name for name in things if name]
    for one, other in [*((name, "") for name in small), *combinations(small, 2)]:
        if apart(things[one], things[other]) < 1:
            found.append(f"{one} at {other or 'house'}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("gathering", slow_but(1, range(1, 8)))
def test_on_217_tiles_nothing_stands_nearer_than_a_millimetre_to_another_thing(gathering: int) -> None:
    assert {
        (difficulty, gathering): wrong for difficulty in range(31) if (wrong := faults(grown(difficulty, gathering)))
    } == {}


@pytest.mark.slow
def test_other_houses_of_the_same_sorts_are_as_clear() -> None:
    assert {seed: wrong for seed in range(1, 29) if (wrong := faults(grown(seed, seed % 7 + 1, seed)))} == {}


def test_a_thing_that_stands_too_near_is_found() -> None:
    things = grown(12, 4)
    name = next(name for name in things if name)
    wall = max(things[""].filled, key=len)
    for x, y in (wall[len(wall) // 2], (10.0, 50.0), (30.0, 48.0), (2.0, 30.0)):
        moved_there = Thing([(x, y, 0.25), (x + 1, y, 0.25)], [])
        assert faults({"": things[""], name: moved_there})


def test_a_house_is_as_wide_as_it_is_meant_to_be() -> None:
    widths = [
        max(thing.bounds[2] for thing in things.values()) - min(thing.bounds[0] for thing in things.values())
        for things in (grown(difficulty, 6) for difficulty in range(0, 31, 5))
    ]
    assert max(widths) <= 42.4
    assert min(widths) > 34


def flat(marks: Iterable[Mark], matrix: Matrix = IDENTITY) -> Iterator[tuple[float, float, float]]:
    """Points along all lines of a picture, with half their widths."""
    for mark in marks:
        if isinstance(mark, PlacedDrawing):
            yield from flat(mark.drawing.marks, multiply(matrix, mark.matrix))
        elif isinstance(mark, Shape):
            pen = mark.paint.width * abs(matrix[0]) / 2 if mark.paint.stroke else 0.0
            yield from ((x, y, pen) for stroke in along(moved(mark.path, matrix)) for x, y in stroke)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_shipped_tiles_are_clear_houses_drawn_by_hand_and_names_too(language: str) -> None:
    renderer = build.open_game(SHIPPED, "tricks-or-treats")
    kind = renderer.game.kinds["housing-tiles"]
    found = {}
    for item in kind.items:
        face, arrow = renderer.face(kind, item, language)[0], item.fields["arrow"]
        wrong = [f"name at {mark}" for mark in named(face, arrow)]
        if item.fields["art"]:
            picture = [mark for mark in face.marks if isinstance(mark, PlacedDrawing)][1]  # after the frame
            wrong += faults({"": Thing(list(flat([picture])), [])}, [arrow])
        if wrong:
            found[item.id] = wrong
    assert found == {}


def named(face: Face, arrow: str) -> Iterator[str]:
    """The badges and arrows that a name comes too near to."""
    for run in face.marks:
        if isinstance(run, TextRun) and not run.text.isdecimal():
            right = run.x + run.font.width(run.text) * run.size
            line = [
                (run.x + (right - run.x) * n / 20, run.y + rise * run.size, 0.0)
                for n in range(21)
                for rise in (-0.7, 0.2)
            ]
            yield from (
                mark for mark, place in printed([arrow]).items() if mark != "name" and touched(Thing(line, []), place)
            )

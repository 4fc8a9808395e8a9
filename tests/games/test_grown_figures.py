"""Figures of a text file: their points come to what the expressions say, and all shapes are known."""

import re
from pathlib import Path
from random import Random

import pytest

from generator.games.pen import Pen, arch, box, drawings, oval, scallops, teeth

FILES = sorted((Path(__file__).parents[2] / "data").glob("*/play/**/figures.txt"))
NAME = re.compile(r"[a-z]+")


def told(text: str, values: dict[str, float]) -> float:
    """What a sum comes to, by Python: a number right before a name multiplies it."""
    return float(eval(re.sub(r"([\d.])([a-z])", r"\1*\2", text), {}, values))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.parent.name))
def test_a_figure_comes_to_what_its_sums_come_to(file: Path) -> None:
    rng = Random(7)
    for strokes in drawings(file).values():
        for text, width, fill in strokes:
            values = {name: rng.uniform(0.5, 9) for name in NAME.findall(text)}
            both = "s" in values and values.pop("s")
            pen, plain = Pen(0, 0, 0, 0), Pen(0, 0, 0, 0)
            pen.figure([(text, width, fill)], 3, 5, **values)
            for side in (-1, 1) if both else (1,):
                plain.draw(path(text, {**values, "s": side}))
            assert [part.d for part in pen.parts] == [part.d for part in plain.parts], text


def path(text: str, values: dict[str, float]) -> list[tuple[str, tuple[tuple[float, float], ...]]]:
    """A stroke's path from 3, 5 on, one shape after another."""
    found: list[tuple[str, tuple[tuple[float, float], ...]]] = []
    for name, pairs in re.findall(r"([A-Z])([^A-Z]*)", text):
        halves = [pair.split(",") for pair in pairs.split()]
        plain = [(told(x, values), told(y, values)) for x, y in halves]
        points = [(x + 3, y + 5) for x, y in plain]
        if name in "MLCZ":
            found.append((name, tuple(points)))
        elif name == "O":
            found += oval(*points[0], *plain[1])
        elif name == "R":
            found += box(*points[0], *points[1])
        elif name == "A":
            found += arch(*points[0], *points[1], point=plain[2][0] if len(plain) > 2 else 0.0)
        elif name == "T":
            found += teeth(points[0], points[1], plain[2])
        else:
            assert name == "S"
            found += scallops(points[0], points[1], plain[2])
    return found


def test_sides_follow_each_other_stroke_by_stroke() -> None:
    pen = Pen(0, 0, 0, 0)
    pen.figure([("Ms,0", 0.5, "none"), ("M2s,0", 0.5, "none"), ("M9,0", 0.5, "none")])
    assert [part.d for part in pen.parts] == ["M-1.00 0.00", "M-2.00 0.00", "M1.00 0.00", "M2.00 0.00", "M9.00 0.00"]
    pen.parts.clear()
    pen.figure([("Ms,0", 0.5, "none")], s=-1)
    assert [part.d for part in pen.parts] == ["M-1.00 0.00"]

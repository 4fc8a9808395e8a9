"""Names of drawings say what is drawn."""

import subprocess
import sys

from msgspec.structs import replace

from generator.draw.marks.marks import IDENTITY, Drawing, Mark, Paint, PlacedDrawing, Shape, content_name

LINE = Shape((("M", 1.0, 2.0), ("L", 3.0, 4.0)), Paint(None, "#000000", 0.5, dash=(1.0, 2.0)))


def test_equal_marks_have_equal_names() -> None:
    same = Shape(tuple(LINE.path), replace(LINE.paint))
    assert content_name([LINE]) == content_name([same])
    rounded = Shape((("M", 1.0, 2.0), ("L", 0.1 + 2.9, 4.0 + 1e-12)), LINE.paint)
    assert content_name([LINE]) == content_name([rounded])
    assert content_name([Shape((("M", 0.0, -0.0),), LINE.paint)]) == content_name(
        [Shape((("M", -0.0, 0.0),), LINE.paint)]
    )


def test_whatever_differs_makes_another_name() -> None:
    paint = LINE.paint
    paints = [
        replace(paint, fill="#ffffff"),
        replace(paint, stroke="#ffffff"),
        replace(paint, width=0.25),
        replace(paint, cap="round"),
        replace(paint, join="round"),
        replace(paint, dash=(2.0, 1.0)),
        replace(paint, dash=()),
        replace(paint, even_odd=True),
    ]
    marks: list[list[Mark]] = [
        [],
        [LINE],
        [LINE, LINE],
        [Shape((("M", 1.0, 2.0), ("L", 3.0, 4.0), ("Z",)), paint)],
        [Shape((("M", 1.0, 2.0), ("L", 3.0, 4.0001)), paint)],
        [Shape((("M", 1.0, 2.0), ("M", 3.0, 4.0)), paint)],
        [PlacedDrawing(Drawing("a", (LINE,)))],
        [PlacedDrawing(Drawing("b", (LINE,)))],
        [PlacedDrawing(Drawing("a", (LINE,)), (*IDENTITY[:4], 1.0, 0.0))],
        [PlacedDrawing(Drawing("a", (LINE,)), (1e-4, 0.0, 0.0, 1.0, 0.0, 0.0))],
        [PlacedDrawing(Drawing("a", (LINE,)), (1.1e-4, 0.0, 0.0, 1.0, 0.0, 0.0))],
    ]
    names = {content_name(each) for each in marks} | {content_name([Shape(LINE.path, other)]) for other in paints}
    assert len(names) == len(marks) + len(paints)


def test_a_name_is_the_same_in_another_run() -> None:
    code = (
        "from generator.draw.marks.marks import *; from generator.draw.marks.marks import content_name;"
        'print(content_name([Shape((("M", 1.0, 2.0), ("L", 3.0, 4.0)), Paint(None, "#000000", 0.5, dash=(1.0, 2.0)))]))'
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == content_name([LINE])


def test_marks_far_off_the_paper_have_names_too() -> None:
    assert content_name([Shape((("M", 1e300, -1e18),), LINE.paint)]) != content_name([LINE])

"""A printer's error is read off the test sheet, solved and undone: tried with a fake printer, in pixels."""

import io
import math
from pathlib import Path

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from pictures import page_picture
from PIL import Image
from tries import slow_but

from generator.core.choices import PAPERS, Edge
from generator.draw.marks.fonts import load
from generator.draw.marks.marks import IDENTITY, Matrix, Shape, TextRun, inverse, multiply
from generator.pdf.pdf import write_pdf
from generator.sheet.calibration import (
    BACK_REACH,
    CORNERS,
    MIDDLE,
    MIDDLE_REACH,
    PITCH,
    PLACES,
    REACH,
    STEP,
    Error,
    Reading,
    calibration_pages,
    combined,
    correction,
    readings,
    scales,
    solve,
)
from generator.sheet.margin_text import sheet_label
from generator.sheet.page import Document

FONTS = (load(Path(__file__).parents[2] / "templates/common/fonts/barlow/Barlow_500Medium.ttf"),)
LABEL = sheet_label("print at 100 %", "label")
TITLE = "\n".join(["as many words as a line of it has, more or less: so many, or so"] * 10)
DPI = 400
PER_MM = DPI / 25.4
errors = st.builds(
    Error, x=st.floats(-1.2, 1.2), y=st.floats(-1.2, 1.2), turn=st.floats(-0.25, 0.25), scale=st.floats(0.997, 1.003)
)


def through(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def exact_readings(error: Error, width: float, height: float) -> list[Reading]:
    found = []
    for scale in scales(width, height):
        x, y = through(error.matrix(width, height), scale.x, scale.y)
        found.append(Reading(scale.x, scale.y, scale.axis, x - scale.x if scale.axis == "x" else y - scale.y))
    return found


@given(errors, st.sampled_from(sorted(PAPERS)), st.sampled_from(Edge))
def test_what_was_solved_undoes_the_error_everywhere_on_the_paper(error: Error, paper: str, edge: Edge) -> None:
    width, height = PAPERS[paper]
    solved, left = solve(exact_readings(error, width, height), width, height)
    assert left < 0.01
    flip = (-1, 0, 0, 1, width, 0) if edge == "long" else (1, 0, 0, -1, 0, height)
    for x in (0.0, width / 2, width):
        for y in (0.0, height):
            shifted = through(correction(solved, width, height, edge), x, y)
            seen = through(error.matrix(width, height), *through(flip, *shifted))
            assert math.dist(seen, through(flip, x, y)) < 0.02


@given(errors)
def test_an_inverse_undoes(error: Error) -> None:
    matrix = error.matrix(210, 297)
    assert multiply(matrix, inverse(matrix)) == pytest.approx(IDENTITY, abs=1e-9)


@given(errors, errors)
def test_a_profile_and_what_it_left_over_make_one_error(first: Error, then: Error) -> None:
    both = multiply(then.matrix(210, 297), first.matrix(210, 297))
    assert combined(first, then).matrix(210, 297) == pytest.approx(both, abs=1e-9)


def test_readings_that_tell_nothing_apart_are_refused() -> None:
    straight = dict.fromkeys(PLACES, (0.0, 0.0))
    with pytest.raises(ValueError, match="told apart"):
        solve([Reading(10, 10, "x", 0.1)] * 8, 210, 297)
    with pytest.raises(ValueError, match="no reading for br"):
        readings({"tl": (0, 0), "tr": (0, 0), "bl": (0, 0)}, 210, 297)
    with pytest.raises(ValueError, match="tl is 10; it goes from -9 to 9"):
        readings({**straight, "tl": (10.0, 0.0)}, 210, 297)
    with pytest.raises(ValueError, match="mid is -9; it goes from -8 to 8"):
        readings({**straight, "mid": (0.0, -9.0)}, 210, 297)
    with pytest.raises(ValueError, match=r"the cross says 1.6 mm along y, but the scales 0.0 mm"):
        readings({**straight, "mid": (0.0, 1.6)}, 210, 297)


@given(st.floats(-MIDDLE_REACH, MIDDLE_REACH), st.floats(-0.6, 0.6), st.sampled_from(sorted(PAPERS)))
def test_the_cross_tells_apart_what_reads_alike_on_the_scales(off: float, misread: float, paper: str) -> None:
    lines = round(off / (PITCH - STEP))
    number = min(max(round((off - lines * (PITCH - STEP)) / STEP), -REACH), REACH)
    assert abs(number - lines) <= BACK_REACH  # the back has a line that meets it
    middle = min(max(round(off + misread), -MIDDLE_REACH), MIDDLE_REACH)
    found = readings({MIDDLE: (middle, 0), **dict.fromkeys(CORNERS, (number, 0))}, *PAPERS[paper])
    assert [one.off for one in found if one.axis == "x"] == pytest.approx([off] * 4, abs=0.11)


@each("size", [(50.0, 50.0), (100.0, 100.0), (148.0, 210.0), (190.0, 260.0), (260.0, 190.0)])
def test_paper_that_the_sheet_does_not_fit_is_refused(size: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="does not fit paper of"):
        calibration_pages(*size, Edge.long, FONTS, TITLE, LABEL, IDENTITY)


@each("size", [*(size for size in PAPERS.values() if min(size) > 200), (297.0, 210.0), (1200.0, 1200.0)])
def test_the_sheet_keeps_off_the_edge_and_has_a_ruler_and_a_square(size: tuple[float, float]) -> None:
    pages = calibration_pages(*size, Edge.long, FONTS, TITLE, LABEL, IDENTITY)
    shapes = [[(step[-2], step[-1]) for step in mark.path if len(step) > 1] for page in pages
              for mark in page.slug if isinstance(mark, Shape)]  # fmt: skip
    for path in shapes:
        assert all(5 <= x <= size[0] - 5 and 5 <= y <= size[1] - 5 for x, y in path)
    extents = {
        (round(max(x for x, _ in path) - min(x for x, _ in path), 1), len(path)) for path in shapes if len(path) > 3
    }
    assert extents == {(10.0, 8), (100.0, 40)}
    written = {mark.text for mark in pages[0].slug if isinstance(mark, TextRun)}
    assert {"print at 100 %", "10 mm", "100 mm"} <= written


def printed(edge: Edge, error: Error, shift: Matrix) -> tuple[Image.Image, Image.Image]:
    """Both sides of the test sheet as a printer with this error prints them, seen from the front against the light."""
    width, height = PAPERS["a4"]
    pdf = io.BytesIO()
    write_pdf(Document("test", "en"), calibration_pages(width, height, edge, FONTS, "", sheet_label(""), shift), pdf)
    front, back = (page_picture(pdf.getvalue(), page, DPI) for page in (0, 1))
    back = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT if edge == "long" else Image.Transpose.FLIP_TOP_BOTTOM)
    a, b, c, d, e, f = inverse(error.matrix(width, height))
    matrix = (a, c, e * PER_MM, b, d, f * PER_MM)  # Pillow asks where a pixel comes from
    return front, back.transform(back.size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR, fillcolor=255)


def line_at(image: Image.Image, axis: str, along: float, across: float, reach: float = 1.7) -> float | None:
    """Where a line near ``along`` crosses a row of pixels, in mm: the dark ones' centre within ``reach``."""
    middle, far = round(along * PER_MM), round(reach * PER_MM)
    row = round(across * PER_MM)
    box = (middle - far, row, middle + far, row + 1) if axis == "x" else (row, middle - far, row + 1, middle + far)
    dark = [(255 - value, place) for place, value in enumerate(image.crop(box).tobytes())]
    weight = sum(value for value, _ in dark if value > 60)
    if not weight:
        return None
    return (middle - far + 0.5 + sum(value * place for value, place in dark if value > 60) / weight) / PER_MM


def read_cross(back: Image.Image) -> tuple[float, float]:
    """Where the back's cross lies on the front's rulers, in whole mm."""
    found = []
    for axis, along, across in (("x", 105.0, 148.5), ("y", 148.5, 105.0)):
        rows = [line_at(back, axis, along, across + row, reach=9.0) for row in (-4.0, -3.0, 0.0, 3.0, 4.0)]
        offs = sorted(round(place - along) for place in rows if place is not None)
        found.append(offs[len(offs) // 2])  # one row may run along the cross's other line
    return found[0], found[1]


def read_off(front: Image.Image, back: Image.Image) -> dict[str, tuple[float, float]]:
    """What a person reads with the naked eye: the cross, and the number of the pair of lines that meets on each scale."""
    width, height = PAPERS["a4"]
    middle = read_cross(back)
    numbers: dict[str, dict[str, float]] = {corner: {} for corner in CORNERS}
    for scale in scales(width, height):
        centre, base = (scale.x, scale.y) if scale.axis == "x" else (scale.y, scale.x)
        aside = middle[1] if scale.axis == "x" else middle[0]
        gaps = []
        for number in range(-REACH, REACH + 1):
            ours = line_at(front, scale.axis, centre + number * PITCH, base - 1.5)
            theirs = line_at(back, scale.axis, centre + number * PITCH, base + 2.0 + aside)
            if ours is not None and theirs is not None:
                gaps.append((abs(ours - theirs), number))
        (least, number), (next_least, neighbour) = sorted(gaps)[:2]
        halved = next_least - least < 0.07 and abs(number - neighbour) == 1
        numbers[scale.corner][scale.axis] = (number + neighbour) / 2 if halved else number
    return {MIDDLE: middle, **{corner: (found["x"], found["y"]) for corner, found in numbers.items()}}


CROOKED = [
    (Edge.long, Error(0.8, -0.5, 0.2, 1.0)),
    (Edge.long, Error(-1.1, 0.9, -0.15, 1.002)),
    (Edge.short, Error(0.4, 1.2, 0.1, 0.998)),
    (Edge.long, Error(3.0, -2.4, 0.2, 1.001)),
    (Edge.short, Error(-1.9, 3.3, -0.1, 0.999)),
    (Edge.long, Error(-5.6, 2.0, 0.0, 1.0)),
]


@pytest.mark.parametrize(("edge", "error"), slow_but(1, CROOKED))
def test_a_crooked_printer_is_brought_within_a_tenth_of_a_millimetre(edge: Edge, error: Error) -> None:
    width, height = PAPERS["a4"]
    numbers = read_off(*printed(edge, error, IDENTITY))
    assert any(number != 0 for pair in numbers.values() for number in pair)
    solved, _ = solve(readings(numbers, width, height), width, height)
    front, back = printed(edge, error, correction(solved, width, height, edge))
    for scale in scales(width, height):
        centre, base = (scale.x, scale.y) if scale.axis == "x" else (scale.y, scale.x)
        assert line_at(back, scale.axis, centre, base + 2.0) == pytest.approx(
            line_at(front, scale.axis, centre, base - 1.5), abs=0.1
        )
    assert all(abs(number) <= 1 for pair in read_off(front, back).values() for number in pair)


def test_what_a_rough_profile_leaves_over_is_read_and_added() -> None:
    width, height = PAPERS["a4"]
    error, rough = Error(3.0, -2.4, 0.2, 1.001), Error(2.0, -2.0, 0.0, 1.0)
    numbers = read_off(*printed(Edge.long, error, correction(rough, width, height, Edge.long)))
    left_over, _ = solve(readings(numbers, width, height), width, height)
    front, back = printed(Edge.long, error, correction(combined(rough, left_over), width, height, Edge.long))
    assert all(abs(number) <= 1 for pair in read_off(front, back).values() for number in pair)


def test_a_straight_printer_reads_nothing() -> None:
    assert read_off(*printed(Edge.long, Error(), IDENTITY)) == dict.fromkeys(PLACES, (0, 0))

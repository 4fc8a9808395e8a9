"""A printer's error is read off the test sheet, solved and undone: tried with a fake printer, in pixels."""

import io
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pictures import page_picture
from PIL import Image

from generator.face.fonts import load
from generator.face.marks import IDENTITY, Matrix, multiply
from generator.press.pdf import write_pdf
from generator.sheet.calibration import CORNERS, PITCH, REACH, STEP, calibration_pages, readings, scales
from generator.sheet.page import Document
from generator.sheet.register import Error, Reading, correction, inverse, solve
from generator.sizes import PAPERS

FONTS = (load(Path(__file__).parents[2] / "templates/common/fonts/barlow/Barlow_500Medium.ttf"),)
DPI = 600
PER_MM = DPI / 25.4
errors = st.builds(
    Error,
    x=st.floats(-1.2, 1.2),
    y=st.floats(-1.2, 1.2),
    turn=st.floats(-0.25, 0.25),
    scale=st.floats(0.997, 1.003),
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


@given(errors, st.sampled_from(sorted(PAPERS)), st.sampled_from(["long", "short"]))
def test_what_was_solved_undoes_the_error_everywhere_on_the_paper(error: Error, paper: str, edge: str) -> None:
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


def test_readings_that_tell_nothing_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="tell"):
        solve([Reading(10, 10, "x", 0.1)] * 8, 210, 297)
    with pytest.raises(ValueError, match="no reading for br"):
        readings({"tl": (0, 0), "tr": (0, 0), "bl": (0, 0)}, 210, 297)
    with pytest.raises(ValueError, match="10"):
        readings(dict.fromkeys(CORNERS, (10.0, 0.0)), 210, 297)


def printed(edge: str, error: Error, shift: Matrix) -> tuple[Image.Image, Image.Image]:
    """Both sides of the test sheet as a printer with this error prints them, seen from the front against the light."""
    width, height = PAPERS["a4"]
    pdf = io.BytesIO()
    write_pdf(Document("test", "en"), calibration_pages(width, height, edge, FONTS, "", shift), pdf)
    front, back = (page_picture(pdf.getvalue(), page, DPI) for page in (0, 1))
    back = back.transpose(Image.Transpose.FLIP_LEFT_RIGHT if edge == "long" else Image.Transpose.FLIP_TOP_BOTTOM)
    a, b, c, d, e, f = inverse(error.matrix(width, height))
    matrix = (a, c, e * PER_MM, b, d, f * PER_MM)  # Pillow asks where a pixel comes from
    return front, back.transform(back.size, Image.Transform.AFFINE, matrix, Image.Resampling.BILINEAR, fillcolor=255)


def line_at(image: Image.Image, axis: str, along: float, across: float) -> float | None:
    """Where a line nearest to ``along`` crosses a row of pixels, in mm: the dark ones' centre within half a pitch."""
    middle, reach = round(along * PER_MM), round(1.7 * PER_MM)
    row = round(across * PER_MM)
    box = (
        (middle - reach, row, middle + reach, row + 1)
        if axis == "x"
        else (row, middle - reach, row + 1, middle + reach)
    )
    dark = [(255 - value, place) for place, value in enumerate(image.crop(box).tobytes())]
    weight = sum(value for value, _ in dark if value > 60)
    if not weight:
        return None
    return (middle - reach + 0.5 + sum(value * place for value, place in dark if value > 60) / weight) / PER_MM


def read_off(front: Image.Image, back: Image.Image) -> dict[str, tuple[float, float]]:
    """The number of the pair of lines that meets, for each scale: what a person does with the naked eye."""
    width, height = PAPERS["a4"]
    numbers: dict[str, dict[str, float]] = {corner: {} for corner in CORNERS}
    for scale in scales(width, height):
        centre, base = (scale.x, scale.y) if scale.axis == "x" else (scale.y, scale.x)
        gaps = []
        for number in range(-REACH, REACH + 1):
            ours = line_at(front, scale.axis, centre + number * PITCH, base - 1.5)
            theirs = line_at(back, scale.axis, centre + number * PITCH, base + 2.0)
            if ours is not None and theirs is not None:
                gaps.append((abs(ours - theirs), number))
        (least, number), (next_least, neighbour) = sorted(gaps)[:2]
        numbers[scale.corner][scale.axis] = (number + neighbour) / 2 if next_least - least < 0.07 else number
    return {corner: (found["x"], found["y"]) for corner, found in numbers.items()}


@pytest.mark.parametrize(
    ("edge", "error"),
    [
        ("long", Error(0.8, -0.5, 0.2, 1.0)),
        ("long", Error(-1.1, 0.9, -0.15, 1.002)),
        ("short", Error(0.4, 1.2, 0.1, 0.998)),
    ],
)
def test_a_crooked_printer_is_brought_within_a_tenth_of_a_millimetre(edge: str, error: Error) -> None:
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


def test_a_straight_printer_reads_nothing() -> None:
    assert read_off(*printed("long", Error(), IDENTITY)) == dict.fromkeys(CORNERS, (0, 0))


def test_no_reading_can_be_taken_for_another() -> None:
    assert REACH * STEP < PITCH / 2

"""Text along a line: letters stand on it as near to one another as in a box, and what cannot stand there is told."""

from pathlib import Path

import pytest
from drawn import Bench, Face

from generator.core.choices import mm_from_points


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def along(line: str, attributes: str = "", size: int = 12) -> str:
    return f'<rect data-field="title" data-font="text" data-size="{size}" data-along="{line}" {attributes}/>'


def starts(face: Face) -> list[tuple[str, float, float, float, float]]:
    """Each letter with where it begins and the way it looks: across and down."""
    places = [(run.text, run.x, *run.matrix) for run in face.runs]
    return [(text, a * x + e, b * x + f, a, b) for text, x, a, b, _, _, e, f in places]


@pytest.mark.parametrize("title", ["AVATAR", "Té", "V.A.W"])
def test_on_a_straight_line_letters_stand_as_in_a_box(bench: Bench, title: str) -> None:
    face = bench.draw(along("M5 20H55"), title=title)
    size, font = mm_from_points(12), face.runs[0].font
    assert face.texts == list(title)
    for number, (text, *place) in enumerate(starts(face), start=1):
        before = font.width(title[:number]) - font.width(text)
        assert place == pytest.approx((5 + before * size, 20, 1, 0))


@pytest.mark.parametrize(("align", "first", "last"), [("left", 5.0, None), ("center", None, None), ("right", None, 55)])
def test_a_text_begins_stands_in_the_middle_or_ends(
    bench: Bench, align: str, first: float | None, last: float | None
) -> None:
    face = bench.draw(along("M5 20H55", f'data-align="{align}"'), title="Ring")
    letters, size = starts(face), mm_from_points(12)
    left, right = letters[0][1], letters[-1][1] + face.runs[-1].font.width("g") * size
    assert first is None or left == pytest.approx(first)
    assert last is None or right == pytest.approx(last)
    if align == "center":
        assert left - 5 == pytest.approx(55 - right)


def test_letters_are_turned_with_the_line_and_both_ends_of_each_stand_on_a_ring(bench: Bench) -> None:
    letters = starts(bench.draw(along("M30 10A15 15 0 0 1 30 40A15 15 0 0 1 30 10Z"), title="Round the ring"))
    for _, x, y, across, down in letters:
        assert ((x - 30) ** 2 + (y - 25) ** 2) ** 0.5 == pytest.approx(15, abs=0.05)
        assert across * across + down * down == pytest.approx(1)
    assert letters[0][3] > 0.9  # at the top, upright; then clockwise
    assert letters[-1][2] > letters[0][2]


def test_a_text_shrinks_to_its_line_and_one_that_is_longer_is_told(bench: Bench) -> None:
    short = along("M5 20H25", 'data-min="8"')
    face = bench.draw(short, title="The old road")
    assert not face.findings
    assert all(run.size < mm_from_points(12) for run in face.runs)
    (problem,) = bench.draw(short, title="The old road to the mountains").findings
    assert (problem.rule, problem.message) == ("text-overflow", "is longer than its line of 20.0 mm at 8 pt")


def test_a_text_that_leaves_the_face_is_told_once(bench: Bench) -> None:
    (problem,) = bench.draw(along("M5 1H50"), title="Too high").findings
    assert problem.rule == "off-the-face"


def test_text_from_right_to_left_is_refused(bench: Bench) -> None:
    (problem,) = bench.draw(along("M5 20H55"), title="Say שלום").findings
    assert problem.message == "text from right to left cannot stand along a line"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (along("M5 20H55", 'width="5"'), "width is not read beside data-along"),
        (along("M5 20H55", 'data-valign="top"'), "data-valign is not read beside data-along"),
        (along("M5 20H55", 'data-align="justify"'), "text along a line is not justified"),
        (along(""), "data-along: it is not one line"),
        (along("M5 5"), "data-along: the line has no length"),
        (along("M5 5H9M5 9H9"), "data-along: it is not one line"),
        (along("once"), "data-along: "),
    ],
)
def test_what_no_line_has_is_told_at_its_place(bench: Bench, content: str, message: str) -> None:
    (problem,) = bench.problems(content)
    assert problem.message.startswith(message)

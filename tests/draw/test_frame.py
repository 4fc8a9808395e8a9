"""What misses a face: texts beyond it, marks beyond any bleed."""

from pathlib import Path
from typing import Any

import pytest
from drawn import Bench
from each import each

from generator.draw.compile import read_template
from generator.draw.frame import Frame, is_inside, polygon
from generator.draw.marks.marks import Outline
from generator.draw.svg.path import parse_path
from generator.draw.template import Template

TEXT = 'data-font="text" data-size="10" data-min="10"'
ROUND = '<circle data-cut="true" cx="30" cy="20" r="18"/>'
HEX = '<polygon data-cut="true" points="12,20 21,4 39,4 48,20 39,36 21,36"/>'


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def missed(bench: Bench, content: str, **item: Any) -> list[tuple[int, str]]:
    """Line and message of what misses a face of 60 x 40 mm, with marks or without."""
    template = bench.template(content)
    faults = [bench.draw(bench.template(content), draws=draws, **item).findings for draws in (True, False)]
    assert faults[0] == faults[1]
    assert template.frame is not None
    return [(finding.line, finding.message) for finding in faults[0] if finding.rule == "off-the-face"]


@each(
    ("place", "far"),
    [
        ('x="0" y="0" width="60" height="40"', None),
        ('x="-0.05" y="0" width="60" height="40"', None),
        ('x="-0.5" y="0" width="20" height="10"', "0.5"),
        ('x="50" y="3" width="12" height="10"', "2.0"),
        ('x="3" y="-1" width="12" height="10"', "1.0"),
        ('x="3" y="36" width="12" height="10"', "6.0"),
        ('x="3" y="36" width="12" height="10" transform="translate(0 -6)"', None),
        ('x="{{ item.x }}" y="3" width="12" height="10"', "12.0"),
    ],
)
def test_a_texts_box_lies_on_the_face(bench: Bench, place: str, far: str | None) -> None:
    found = missed(bench, f'\n<rect data-text="Hi" {TEXT} {place}/>', x=60)
    assert found == ([] if far is None else [(3, f"the text's box reaches {far} mm beyond the face")])


def test_a_box_turned_with_its_group_is_looked_at_where_it_lies(bench: Bench) -> None:
    box = f'<rect data-text="Hi" {TEXT} x="0" y="-8" width="38" height="6"/>'
    assert missed(bench, f'<g transform="translate(2 1) rotate(90)">{box}</g>') == []
    assert len(missed(bench, f'<g transform="translate(2 9) rotate(90)">{box}</g>')) == 1


def test_a_box_without_a_text_misses_nothing(bench: Bench) -> None:
    assert missed(bench, f'<rect data-field="note" {TEXT} x="50" y="3" width="30" height="9"/>', note=None) == []


@pytest.mark.parametrize("outline", [ROUND, HEX])
@pytest.mark.parametrize(("text", "fits"), [("Hi", True), ("A text from edge to edge", False)])
def test_the_lines_of_a_text_lie_inside_the_outline(bench: Bench, outline: str, text: str, fits: bool) -> None:
    box = f'<rect data-field="name" {TEXT} data-align="center" x="8" y="5" width="44" height="6"/>'
    found = missed(bench, f"\n{outline}\n{box}", name=text)
    assert found == ([] if fits else [(4, f"the text {text!r} reaches beyond the outline, and is cut off")])


@each(
    ("element", "says"),
    [
        ('<rect x="-3" y="-3" width="66" height="46"/>', ""),
        ('<rect x="-5" y="-5" width="70" height="50"/>', ""),
        ('<rect x="-6" y="0" width="9" height="9"/>', "<rect> reaches 6.0 mm beyond the face"),
        ('<circle cx="100" cy="9" r="2"/>', "<circle> reaches 42.0 mm beyond the face"),
        ('<circle cx="{{ item.x }}" cy="9" r="2"/>', "<circle> reaches 42.0 mm beyond the face"),
        ('<use href="art/square.svg" x="58" width="9" height="9"/>', "<use> reaches 7.0 mm beyond the face"),
        ('<use href="art/{{ item.art }}.svg" x="58" width="9" height="9"/>', "<use> reaches 7.0 mm beyond the face"),
        ('<g data-for="n in [1, 2]" transform="translate({{ 40 * n }} 0)"><rect width="9" height="9"/></g>',
         "<rect> reaches 29.0 mm beyond the face"),
    ],
)  # fmt: skip
def test_marks_lie_on_the_face_or_in_its_bleed(bench: Bench, element: str, says: str) -> None:
    bench.write(
        "art/square.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><path d="M0 0H34V34z"/></svg>',
    )
    found = missed(bench, f"\n{element}", x=100, art="square")
    if not says:
        assert found == []
        return
    ((line, message),) = found
    assert line == 3
    assert message.startswith(says)


def test_a_mark_in_a_corner_that_is_cut_away_is_reported(bench: Bench) -> None:
    dot = '<circle cx="{x}" cy="3" r="1"/>'
    assert missed(bench, f"{ROUND}{dot.replace('{x}', '22')}") == []
    ((_, message),) = missed(bench, f"{ROUND}{dot.replace('{x}', '3')}")
    assert message == "<circle> lies outside the outline, and is cut away"


def test_a_template_may_say_that_its_marks_are_meant_to_be_cut_off(bench: Bench) -> None:
    dot = '<circle cx="100" cy="3" r="1"/>'
    assert len(missed(bench, dot)) == 1
    bench.template(dot)
    text = (bench.folder / "face.svg").read_text(encoding="utf-8")
    bench.write("face.svg", text.replace("<svg ", '<svg overflow="visible" '))
    template = read_template(bench.folder / "face.svg", bench.theme, "face.svg")
    assert isinstance(template, Template)
    assert bench.draw(template).findings == []


@pytest.mark.parametrize("radius", [1.0, 17.5, 30.0])
def test_a_round_outline_is_close_to_the_circle(radius: float) -> None:
    outline: Outline = parse_path(
        f"M{-radius} 0A{radius} {radius} 0 0 1 {radius} 0A{radius} {radius} 0 0 1 {-radius} 0Z"
    )
    shape = polygon(outline)
    for number in range(1000):  # the slow twin: the circle's own equation
        x, y = radius * (number % 37 - 18) / 18, radius * (number % 41 - 20) / 20
        far = (x * x + y * y) ** 0.5 / radius
        assert is_inside((x, y), shape) == (far < 1) or abs(far - 1) < 0.005


def test_a_hole_is_outside() -> None:
    frame = Frame(60, 40, parse_path("M0 0H60V40H0ZM20 10V30H40V10Z"))
    assert is_inside((5, 5), frame.shape)
    assert not is_inside((30, 20), frame.shape)

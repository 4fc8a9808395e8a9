"""A template's boxes are changed attribute by attribute, and not another byte of it."""

import pytest
from each import each

from generator.core.problem import WrongUse
from generator.editing.template_boxes import boxes_in, with_attributes
from generator.model.values import Record

TEMPLATE = """\
<!-- Mine. -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 63 88">
  <g transform='translate(1 2)'><rect data-field="name"   data-font = 'text' data-size="9"
     x="3" y='4.50' width="30" height="8"/></g><!-- x="9" -->
  <use xlink:href="art/{{ item.art }}.svg" x="{{ 5 }}" y="5" width="20" height="20"/>
  <g data-for="turn in [0, 180]"><rect data-field="value" x="1" y="1" width="5" height="5"/></g>
  <image xlink:href="art/é&amp;fox.svg" width="20" height="20" ></image>
</svg>
"""


def test_boxes_are_found_with_their_places() -> None:
    found = boxes_in(TEMPLATE, "a.svg")
    assert found.view == (0, 0, 63, 88)
    assert [(box.name, box.text, [(sides, matrix[4:]) for sides, matrix in box.places]) for box in found.boxes] == [
        ("name", True, [((3, 4.5, 30, 8), (1, 2))]),
        ("{{ item.art }}.svg", False, [((5, 5, 20, 20), (0, 0))]),
        ("value", True, [((1, 1, 5, 5), (0, 0))] * 2),
        ("é&fox.svg", False, [((0, 0, 20, 20), (0, 0))]),
    ]


REPEATED = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88">
  <g data-for="n in item.steps" data-let="down = 10 * loop.index0" transform="translate(0 {{ down }})">
    <rect data-text="{{ n }}" data-if="n &gt; 1" x="2" y='{{ 4 if n &lt; 9 else 5 }}' width="{{ n }}" height="8"/>
  </g>
  <rect data-text="b" x="1{{ item.steps|length }}" y="{{ (item.steps|length) * (2) + 1 }}" width="5" height="5"/>
</svg>
"""
STEPS = {"item": Record({"steps": [1, 2, 3]})}


def test_boxes_that_are_repeated_lie_where_they_are_drawn_for_an_item() -> None:
    steps, other = boxes_in(REPEATED, "a.svg", STEPS).boxes
    assert [(sides, matrix[4:]) for sides, matrix in steps.places] == [((2, 4, 2, 8), (0, 10)), ((2, 4, 3, 8), (0, 20))]
    assert [sides for sides, _ in other.places] == [(13, 7, 5, 5)]
    assert boxes_in(REPEATED, "a.svg").boxes == []  # of no item, nobody can say
    assert len(boxes_in(REPEATED, "a.svg", {"item": Record({"steps": list(range(2, 99))})}).boxes) == 1  # too many


def test_what_varies_is_moved_by_as_much_for_all_items() -> None:
    steps, other = (box.number for box in boxes_in(REPEATED, "a.svg", STEPS).boxes)
    new = with_attributes(REPEATED, {steps: {"x": "3", "y": "5.5", "width": "2"}}, "a.svg", STEPS)
    assert new == REPEATED.replace('x="2"', 'x="3"').replace(
        "y='{{ 4 if n &lt; 9 else 5 }}'", "y='{{ (4 if n &lt; 9 else 5) + 1.5 }}'"
    )
    again = with_attributes(new, {steps: {"y": "3"}}, "a.svg", STEPS)
    assert again == new.replace(") + 1.5", ") - 1")
    assert with_attributes(again, {steps: {"x": "2", "y": "4"}}, "a.svg", STEPS) == REPEATED
    moved = with_attributes(REPEATED, {other: {"y": "8"}}, "a.svg", STEPS)
    assert "{{ ((item.steps|length) * (2) + 1) + 1 }}" in moved
    with pytest.raises(WrongUse, match="one expression"):
        with_attributes(REPEATED, {other: {"x": "8"}}, "a.svg", STEPS)


def test_only_what_is_said_changes() -> None:
    name, _, _, fox = (box.number for box in boxes_in(TEMPLATE, "a.svg").boxes)
    changes = {name: {"y": "5", "data-size": "11", "data-align": "center"}, fox: {"x": "-1.5"}}
    new = TEMPLATE.replace("y='4.50'", "y='5'").replace('data-size="9"', 'data-size="11"')
    new = new.replace('height="8"/>', 'height="8" data-align="center"/>').replace(
        'height="20" >', 'height="20" x="-1.5" >'
    )
    assert with_attributes(TEMPLATE, changes, "a.svg") == new
    assert with_attributes(TEMPLATE, {}, "a.svg") == TEMPLATE
    gone = with_attributes(new, {name: {"data-align": ""}}, "a.svg")
    assert gone == new.replace(' data-align="center"', "")


@each(
    "name, value",
    [("x", "{{ 7 }}"), ("x", '1" onload="x()'), ("x", ""), ("x", "1e9"), ("onload", "1"), ("data-field", "name"),
     ("data-align", "up"), ("data-font", 'a" b="'), ("data-font", ""), ("href", "/etc/passwd"), ("width", "٣")],
)  # fmt: skip
def test_nothing_else_can_be_written(name: str, value: str) -> None:
    number = boxes_in(TEMPLATE, "a.svg").boxes[0].number
    with pytest.raises(WrongUse):
        with_attributes(TEMPLATE, {number: {name: value}}, "a.svg")
    with pytest.raises(WrongUse):
        with_attributes(TEMPLATE, {1: {"x": "1"}}, "a.svg")

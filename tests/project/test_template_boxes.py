"""A template's boxes are changed attribute by attribute, and not another byte of it."""

import pytest
from each import each

from generator.core.refusal import WrongUse
from generator.project.editing.template_boxes import boxes_in, with_attributes

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
    assert [(box.name, box.text, box.sides, box.matrix[4:]) for box in found.boxes] == [
        ("name", True, (3, 4.5, 30, 8), (1, 2)),
        ("é&fox.svg", False, (0, 0, 20, 20), (0, 0)),
    ]


def test_only_what_is_said_changes() -> None:
    name, fox = (box.number for box in boxes_in(TEMPLATE, "a.svg").boxes)
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
        with_attributes(TEMPLATE, {4: {"x": "1"}}, "a.svg")

"""Nothing that Jinja2, Python or a parser of XML says reaches an author in its own words."""

import re

import pytest
from each import each

from generator.core.problem import Problem
from generator.draw.attribute_expressions import compile_expression
from generator.draw.svg.parse import parse_svg
from generator.model.budget import ExpressionError
from generator.model.expressions import evaluate
from generator.model.reasons import in_plain_words
from generator.model.values import LocalizedText, Record

FOREIGN = re.compile(
    r"NoneType|Undefined|\bobject\b|instance|\bint\b|\bstr\b|\bfloat\b|LocalizedText|end of template|print statement"
    r"|positional|argument|iterable|No filter|No test|token|well-formed|mismatched|entity|Record"
)
VALUES = {
    "weight": 3,
    "title": LocalizedText({"": "A wish"}),
    "list": [1],
    "item": Record({"weight": None, "title": "A wish"}),
    "blank": False,
}
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">'


@each(
    ("text", "says"),
    [
        ("weight <= 2 *", "it ends where a value is missing"),
        ("title > 3", "> compares a text with a number"),
        ("weight + 'a'", "+ works on numbers, not on a number and a text"),
        ("'a' + weight", "+ cannot join a text and a number; ~ joins them as texts"),
        ("weight|selectatr('a')", "there is no filter 'selectatr'; did you mean selectattr?"),
        ("weight is evn", "there is no test 'evn'; did you mean even?"),
        ("weigth > 1", "'weigth' is unknown here"),
        ("weight = 3", "a single = is in it; write == to compare"),
        ("weight()", "() follows a number, which is not a function"),
        ("list[4] + 1", "there is no member at place 4"),
        ("weight in 3", "a list is needed here, not a number"),
        ("-title", "- works on a number, not on a text"),
        ("weight & 3", "'&' has no place in it"),
        ("(weight", "closing bracket is missing"),
        ("weight weight", "'weight' has no place in it"),
        ("weight / 0", "it divides by 0"),
        ("title * 2.5", "* works on numbers only, not on a text and a number"),
        ("list|replace(1)", "a value is missing in the brackets of a function"),
        ("item.nothing > 1", "'nothing' is not a field here"),
    ],
)
def test_what_is_wrong_with_an_expression_is_said_in_plain_words(text: str, says: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        evaluate(text, VALUES)
    assert says in str(raised.value)
    assert not FOREIGN.search(str(raised.value))


def test_a_template_names_what_is_unknown_and_what_has_no_value() -> None:
    with pytest.raises(ExpressionError, match=r"'nothing' is not a field of the item"):
        compile_expression("range(3 if blank else item.nothing)")({**VALUES, "range": range})
    with pytest.raises(ExpressionError, match=r"item\.weight has no value here") as raised:
        compile_expression("item.weight + 1")(VALUES)
    assert raised.value.hint == "write it, or put item.weight or 0 in its place"


def test_what_nobody_foresaw_is_not_passed_on() -> None:
    assert in_plain_words("sequence item 0: expected str instance, int found") == "it cannot be worked out"
    assert in_plain_words("a range of more than 2000 numbers") == "a range of more than 2000 numbers"


@each(
    ("text", "place", "says", "hint"),
    [
        (f"{SVG}\n<title>a & b</title></svg>", (2, 10), "a lone &", "write &amp;"),
        (f"{SVG}\n<title>a < b</title></svg>", (2, 11), "a lone <", "write &lt;"),
        (f"{SVG}\n<title>A\n<g/>\n</svg>", (2, 1), "<title> is opened here and never closed", "write </title>"),
        (f'{SVG}\n<g id="a/>\n<use href="b"/></svg>', (2, 7), "the quote that opens here, in id", "end it with"),
        (f"{SVG}\n<g id=a/></svg>", (2, 4), "the value of id needs quotes", 'write id="…"'),
        (f'{SVG}\n<g id="a" id="b"/></svg>', (2, 11), "an attribute is in this tag twice", "delete one"),
        (f'{SVG}\n<g id="a<b"/></svg>', (2, 9), "a < within a value", "write &lt;"),
        (f'{SVG}\n<g id="a"\n</svg>', (2, 1), "this tag is not closed", "write />"),
        (f"{SVG}\n</g></svg>", (2, 1), "</g> closes nothing", "delete it"),
        (f'{SVG}\n<g a:b="1"/></svg>', (2, 1), "a prefix that is not declared", "delete it"),
        (f"{SVG}\n<!-- a -- b --></svg>", (2, 10), "-- is not allowed within a comment", "a single hyphen"),
        (f"{SVG}\n<g y/></svg>", (2, 4), "y has no value", "write y="),
        ("", (1, 1), "the file is empty", "draw it"),
    ],
)
def test_a_slip_in_a_drawing_is_reported_where_it_is(text: str, place: tuple[int, int], says: str, hint: str) -> None:
    found = parse_svg(text, "a.svg")
    assert isinstance(found, Problem)
    assert (found.line, found.column) == place
    assert says in found.message
    assert hint in found.hint
    assert not FOREIGN.search(found.message)

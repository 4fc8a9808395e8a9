"""Attribute values of templates: words and expressions, paths of names, numbers with their sign."""

import pytest
from each import each

from generator.draw.attribute_expressions import compile_expression, compile_value, finite, is_dynamic
from generator.model.budget import ExpressionError
from generator.model.filters import signed
from generator.model.values import Record

ITEM = Record({"title": "Sweet", "price": 3, "note": None, "crate": Record({"height": 7}), "list": [1, 2]})
VARIABLES = {"item": ITEM, "blank": False, "turn": {"up": 90}, "word": lambda name: f"<{name}>"}


@each(
    ("text", "value"),
    [
        ("plain words", "plain words"),
        ("{{ item.price }}", 3),
        ("  {{ item.price }} ", 3),
        ("{{ item.note }}", None),
        ("{{ item.crate.height }}", 7),
        ("{{ turn.up }}", 90),
        ("{{ blank }}", False),
        ("{{ true }}", True),
        ("art/{{ item.title }}.svg", "art/Sweet.svg"),
        ("{{ item.title }}!", "Sweet!"),
        ("x{{ item.note }}y", "xy"),
        ("{{ item.price }} of {{ item.price + 1 }}", "3 of 4"),
        ("{{ item.price }}{{ item.note }}{{ item.price }}", "33"),
        ("{{ '{' ~ item.price ~ '}' }}", "{3}"),
        ("", ""),
    ],
)
def test_a_value_is_worked_out(text: str, value: object) -> None:
    found = compile_value(text)(VARIABLES)
    assert (found, type(found)) == (value, type(value))


@each("text", ["item.nothing", "nothing", "nothing.at.all", "item.title.nothing", "item.note.deep", "self"])
def test_a_path_that_leads_nowhere_is_unknown(text: str) -> None:
    with pytest.raises(ExpressionError, match="is unknown here|is not a field of the item"):
        compile_expression(text)(VARIABLES)


@each("text", ["word", "item.title.upper", "(word)", "item.list.index"])
def test_a_function_is_no_value(text: str) -> None:
    with pytest.raises(ExpressionError, match="is a function; call it"):
        compile_expression(text)(VARIABLES)


@each("text", ["{% if a %}", "x{# a #}", "{{ 1 +", "{{ 1 + }}", "{{ }}", "{{ 1 }} {{ 2 }"])
def test_statements_and_what_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        compile_value(text)


def test_a_long_expression_is_shown_in_part() -> None:
    with pytest.raises(ExpressionError) as error:
        compile_expression("item.price + " + "1 + " * 50 + "nothing")(VARIABLES)
    assert len(str(error.value)) < 150


@each(("value", "shown"), [(3, "+3"), (-2, "\u22122"), (0, "0"), (1.5, "+1.5"), (-0.5, "\u22120.5")])
def test_a_number_has_its_sign(value: float, shown: str) -> None:
    assert signed(value) == shown


@each("value", ["nan", "inf", "-inf", 1e7, -1e7, "1e99", "wide", None, [], {}])
def test_what_is_no_length_is_refused(value: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        finite(value)


def test_braces_and_statements_make_an_attribute_vary() -> None:
    assert [is_dynamic(text) for text in ("9", "{{ 9 }}", "{% if %}", "{# #}", "{9}")] == [
        False, True, True, True, False,
    ]  # fmt: skip

"""Expressions as plain functions: the same values and the same refusals as Jinja2's own way of running them."""

import re
from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from jinja2.environment import Environment

from generator.model.expressions import ENVIRONMENT, FAULTS
from generator.model.values import Record

ROOT = Path(__file__).parents[2]
VALUES: dict[str, Any] = {
    "n": 3,
    "x": -1.5,
    "zero": 0,
    "text": "Sweet",
    "nothing": None,
    "members": [3, 1, 2],
    "effect": Record({"key": "treats", "value": -2, "note": None}),
    "effects": [Record({"key": "treats", "value": 4}), Record({"key": "masks", "value": -1})],
    "turn": {"up": 0, "left": 270},
    "word": lambda name, number=None: f"<{name} {number}>",
}


def outcome(text: str, environment: type[Environment]) -> tuple[str, object]:
    """What evaluating comes to: a value, or that it is refused."""
    try:
        if environment is Environment:
            value: Any = Environment.compile_expression(ENVIRONMENT, text, undefined_to_none=False)(**VALUES)
        else:
            value = ENVIRONMENT.compile_expression(text)(VALUES)
        value = list(value) if hasattr(value, "__next__") else value
        bool(value)
        return "value", str(value)
    except (*FAULTS, TypeError):
        return "refused", None


EXPRESSIONS = [
    *(
        "n", "n + 1", "n - x * 2", "7 // 2", "7 % n", "1 / zero", "-n", "n == 3.0", "1 < n <= 3", "n in members",
        "'w' in text",
    ),
    *("not n", "n and zero", "zero or text", "text ~ n ~ x", "'a' if n > 2 else 'b'", "'a' if n > 9", "[n, x]|min"),
    *("members|sort|join(', ')", "members|map('string')|list", "effects|map(attribute='value')|sum", "effects|length"),
    *("effects|selectattr('key', 'equalto', 'masks')|map(attribute='value')|first", "members|select('gt', 1)|list"),
    *(
        "effect.value|abs", "effect['key']", "effect.note", "effect.note is none", "effect.nothing",
        "effect.value is lt 0",
    ),
    *("members[0]", "members[-1:]", "members[9]", "members.index(2)", "members.append(4)", "text[1:3]", "text.upper()"),
    *("turn[text]", "turn.up", "turn['left']", "unknown", "unknown.field", "unknown + 1", "unknown is defined"),
    *(
        "word('take', n)", "word(text)", "word()", "range(n)|list", "loop", "{'a': n}.a", "(n, x)|max", "n|round",
        "x|round(1)",
    ),
    *(
        "text|upper", "text|nofilter", "n is nosuchtest", "text|default('x')", "nothing|default('x', true)",
        "unknown|default(1)",
    ),
    *(
        "9 ** 9", "'x' * 9", "text.__class__", "effect._values", "''.join(members)", "effects[0].key",
        "effects[1].value + n",
    ),
]  # fmt: skip


@each("text", EXPRESSIONS)
def test_an_expression_comes_to_what_jinja_makes_of_it(text: str) -> None:
    assert outcome(text, type(ENVIRONMENT)) == outcome(text, Environment)


def test_there_is_no_page_to_ask_about_itself() -> None:
    assert outcome("(self)", type(ENVIRONMENT)) == ("refused", None)


@each("text", ["", "n n", "n;", "(n", "n }}", "{{ n }}", "{% if n %}", "1 +", "lambda: 1", "n = 1"])
def test_what_is_no_expression_is_refused(text: str) -> None:
    assert outcome(text, type(ENVIRONMENT)) == outcome(text, Environment) == ("refused", None)


def written() -> set[str]:
    """All expressions of the templates that come with the project."""
    found: set[str] = set()
    for path in (ROOT / "templates").rglob("*.svg"):
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"\{\{(.*?)\}\}", text, re.S))
        found.update(re.findall(r'data-if="([^"]*)"', text))
    return found


@pytest.mark.slow
def test_every_expression_of_the_projects_templates_comes_to_the_same() -> None:
    texts = written()
    assert len(texts) > 20
    for text in texts:
        assert outcome(text, type(ENVIRONMENT)) == outcome(text, Environment), text


def test_a_function_keeps_nothing_from_one_call_to_the_next() -> None:
    function = ENVIRONMENT.compile_expression("members|map('string')|join(n ~ '')")
    assert [function({"members": [1, 2], "n": n}) for n in (0, 7)] == ["102", "172"]
    with pytest.raises(FAULTS):
        bool(function({"members": [1, 2]}) and function({"n": 1}))


LEAVES = st.sampled_from(
    ["n", "x", "zero", "2", "0.5", "'a'", "text", "effect.value", "members[1]", "nothing", "unknown"]
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(
            inner,
            st.sampled_from(["+", "-", "*", "/", "//", "%", "~", "==", "!=", "<", ">=", "and", "or", "in"]),
            inner,
        ).map(" ".join),
        st.tuples(inner, inner, inner).map(lambda parts: f"({parts[0]} if {parts[1]} else {parts[2]})"),
        inner.map(lambda part: f"({part})"),
        inner.map(lambda part: f"[{part}, n]|first"),
        inner.map(lambda part: f"not {part}"),
        inner.map(lambda part: f"word({part})"),
    ),
    max_leaves=8,
)


@given(TREES)
def test_any_expression_comes_to_what_jinja_makes_of_it(text: str) -> None:
    assert outcome(text, type(ENVIRONMENT)) == outcome(text, Environment)

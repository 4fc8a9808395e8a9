"""Expressions come from strangers: they end soon, stay small, reach nothing, and always say what is wrong."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.model.budget import ExpressionError
from generator.model.expressions import MAX_EXPRESSION, MAX_SIZE, evaluate, fill
from generator.model.values import LocalizedText, Record

VALUES: dict[str, Any] = {
    "a": 3,
    "absent": None,
    "word": "abc",
    "members": [1, 2, 3],
    "title": LocalizedText({"": "T"}),
    "record": Record({"x": 1, "n": None}),
    "self": 2,
    "long": "x" * 9_000,
    "many": list(range(9_000)),
    "greet": lambda name: f"hello {name}",
}


@each(
    ("text", "value"),
    [
        ("a + 1", 4),
        ("self * 2", 4),
        ("record.x == 1 and record.n is none", True),
        ("members|sum", 6),
        ("members|select('gt', 1)", [2, 3]),
        ("members|map('string')|join('-')", "1-2-3"),
        ("range(3)|list", [0, 1, 2]),
        ("title ~ '!'", "T!"),
        ("word.upper()", "ABC"),
        ("members.index(2)", 1),
        ("greet('x')", "hello x"),
        ("(7 / 2)|round(1)", 3.5),
        ("'x' if a > 2 else 'y'", "x"),
        ("word|replace('b', '--')", "a--c"),
        ("2 in members", True),
        ("a ** 2 + 16 ** 0.5", 13),
        ("'%02d.%s' % [a, word]", "03.abc"),
        ("'%+.1f%%'|format(a)", "+3.0%"),
        ("a|pad(2) ~ word|pad(4, ' ') ~ -a|pad(3)", "03 abc-03"),
        ("sqrt(16) + sin(30) + cos(60) + atan2(1, 1)", 50),
        ("hex(3, 2).address ~ square('C2').row ~ address(28, 3)", "03022AB3"),
        ("hex('0202', {'size': 10, 'y': 5}).y", 25),
        ("hexes(side=2)|map(attribute='address')|join(' ')", "0101 0201 0301 0102 0202 0302 0203"),
    ],
)
def test_what_rules_need_can_be_said(text: str, value: object) -> None:
    assert evaluate(text, VALUES) == value


@each("text", ["absent + 1", "a < absent", "record.n * 2", "absent|length > 2", "-absent"])
def test_an_expression_over_an_absent_field_is_absent(text: str) -> None:
    assert evaluate(text, VALUES) is None


@each(
    "text",
    [
        "word.__class__", "word['__class__']", "''.__class__.__mro__", "members.append(4)", "members.clear()",
        "members.sort()", "greet.__globals__", "record._values", "title.translations.clear()",
        "title.in_language('en', 'en')", "word|attr('upper')", "lipsum()", "cycler()", "dict()", "namespace()",
        "open('/etc/passwd')", "__import__('os')", "word.format(a)", "'{0.__class__}'.format(a)", "word|random",
        "word|tojson",
    ],
)  # fmt: skip
def test_nothing_reaches_beyond_the_values(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(text, VALUES)


@each(
    "text",
    [
        "9 ** 99999999999999",
        "9 ** 9 ** 9 ** 9",
        "'%0999999999d' % 1",
        "'%999d' % 1",
        "'x'|pad(999999999)",
        "10.5 ** 999",
        "hexes(999, 999)",
        "ring(99999999, 3)",
        "along([[0, 0], [1, 1]], 99999999)",
        "'x' * 999999999",
        "members * 999999999",
        "'{:>999999999}'.format(1)",
        "'x'.ljust(1000000000)",
        "'x'|center(999999999)",
        "'x'|indent(999999999)",
        "long|replace('x', long)",
        "long|join(long)",
        "long|list|join(long)|join(long)",
        "long ~ long",
        "long + long",
        "(many + many)|length",
        "1.5|round(999999999)",
        "1.5|round(-999999999)",
        "many|select('in', many)|list|length",
        "range(999999999)|list",
        "1e999",
        "1e300 * 1e300",
        "9" * 1_000,
        "word|batch(999999999)|list",
        "word" + "|list|string" * 12,
        "word" + "|upper" * 300,
        " and ".join(["a"] * 300),
        "(" * 90 + "a" + ")" * 90,
        "(" * 900 + "a" + ")" * 900,
        "not " * 400 + "a",
        "-" * 1_900 + "a",
        "a" + ".x" * 900,
        "[" * 300 + "]" * 300,
        "~".join(["a"] * 900),
        "a" * (MAX_EXPRESSION + 1),
    ],
)
def test_nothing_runs_long_or_grows_large(text: str) -> None:
    started = time.process_time()
    with pytest.raises(ExpressionError) as raised:
        evaluate(text, VALUES)
    assert time.process_time() - started < 1
    assert len(str(raised.value)) < 400


def test_names_cannot_double_a_text_time_and_again() -> None:
    value = "x" * (MAX_SIZE // 2)
    assert len(evaluate("value ~ value", {"value": value})) == MAX_SIZE
    with pytest.raises(ExpressionError, match=f"longer than {MAX_SIZE} characters"):
        evaluate("value ~ value ~ 1", {"value": value})


@each(
    ("text", "says"),
    [
        ("prce > 3", "'prce' is unknown here"),
        ("a >", "cannot read the expression: "),
        ("a b", "cannot read the expression: "),
        ("a / 0", "it divides by 0"),
        ("word > 1", "> compares a text with a number"),
        ("record.zz", "'zz' is not a field here"),
        ("a = 3", "cannot read the expression: a single = is in it; write == to compare"),
        ("a => 3", "cannot read the expression: a single = is in it"),
        ("3 x a", "cannot read the expression: 'x' has no place in it"),
        ("word|nope", "cannot read the expression: there is no filter 'nope'"),
        ("word is nope", "cannot read the expression: there is no test 'nope'"),
        ("word.ljust(3)", "cannot read the expression: ljust() cannot be called here"),
        ("a()", "() follows a number"),
        ("word ** 2", "** works on numbers only, not on a text and a number"),
        ("sin(word)", "an angle is a number, not 'abc'"),
        ("sqrt(word)", "this is a number, not 'abc'"),
        ("link([1, 2], [3])", "a point is a place or [x, y]"),
        ("hexes(word)", "a board is told by its columns and rows, not by 'abc'"),
        ("hex('a1')", "'a1' is not an address"),
        ("ring(3, word)", "the radius is a number, not 'abc'"),
        ("1) }}{% for x in word %}{% endfor %}{{ (1", "cannot read the expression: "),
    ],
)
def test_what_is_wrong_is_said_in_one_line_without_an_address(text: str, says: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        evaluate(text, VALUES)
    assert says in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_message_is_filled_in() -> None:
    assert fill("{{ a }} of {{ members|length }}", VALUES) == "3 of 3"
    assert fill("no braces", VALUES) == "no braces"


@each(
    "text",
    [
        "{% for x in many %}{% for y in many %}{{ x }}{% endfor %}{% endfor %}", "{% set b = long ~ long %}{{ b }}",
        "{% include 'x' %}", "{{ a", "{{ prce }}", "{{ 'x' * 99999999 }}", "{{ '%0999999999d' % 1 }}",
        "{{ word.__class__ }}",
    ],
)  # fmt: skip
def test_a_message_holds_expressions_only_and_they_keep_to_the_same(text: str) -> None:
    started = time.process_time()
    with pytest.raises(ExpressionError):
        fill(text, VALUES)
    assert time.process_time() - started < 1


def test_the_same_message_is_the_same_in_every_run() -> None:
    assert "0x" not in fill("{{ members|map('string') }} {{ word.upper }} {{ greet }}", VALUES)


def answer(work: Callable[[], object]) -> str:
    """What is wrong, or nothing; anything but an ExpressionError is a fault."""
    try:
        work()
    except ExpressionError as error:
        return str(error)
    return ""


ATOMS = st.sampled_from(
    [
        "a", "absent", "word", "members", "title", "record", "zz", "1", "'x'", "none", "1.5", "[]", "{}", "members[0]",
        "range(3)",
    ]
)  # fmt: skip
FILTERS = st.sampled_from(
    [
        "abs", "length", "list", "join(',')", "sum", "max", "first", "sort", "unique", "round(2)", "int", "float",
        "string", "map('upper')", "map(attribute='x')", "replace('a', 'b')", "default(1)", "dictsort", "groupby('x')",
        "selectattr('x')", "round(-1)", "replace(1, 2)", "join(1)", "map('nope')",
    ]
)  # fmt: skip
TESTS = st.sampled_from(["none", "number", "divisibleby(2)", "in [1]", "gt 1", "odd", "mapping"])
OPERATORS = st.sampled_from(["+", "-", "*", "/", "//", "%", "~", "and", "or", "==", "<", "in", "not in"])
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, OPERATORS, inner),
        st.builds("{}|{}".format, inner, FILTERS),
        st.builds("{} is {}".format, inner, TESTS),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("{}[{}]".format, inner, inner),
        st.builds("{}.x".format, inner),
        st.builds("{}()".format, inner),
        st.builds("not {}".format, inner),
    ),
    max_leaves=6,
)


@settings(max_examples=250, deadline=None)
@given(EXPRESSIONS)
def test_any_expression_has_a_value_or_says_what_is_wrong(text: str) -> None:
    assert " at 0x" not in answer(lambda: evaluate(text, VALUES))
    assert " at 0x" not in answer(lambda: fill("{{ " + text + " }}", VALUES))


@settings(max_examples=250, deadline=None)
@given(st.text(st.sampled_from(list("ab()[]{}|.,+-*/%~\"'<>=! 01xif#:\\")), max_size=40))
def test_any_jumble_has_a_value_or_says_what_is_wrong(text: str) -> None:
    answer(lambda: evaluate(text, VALUES))
    answer(lambda: fill("{" + text, VALUES))

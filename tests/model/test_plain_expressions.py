"""Plain expressions: the code that is written as they are read is what Jinja2's parser and compiler make of them."""

from each import each
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import TemplateError, nodes

from generator.model.budget import METER
from generator.model.compiled import FunctionGenerator, parse_expression
from generator.model.expressions import ENVIRONMENT, METHODS, _check
from generator.model.plain_expressions import PlainCode, plain_code

PLAIN = [
    "width - 12",
    "not blank or style == 'effects'",
    "word(('lose-' if effect.value is lt 0 else 'gain-') ~ effect.key, effect.value|abs)",
    "contents|map(attribute='count')|sum",
    "[height / 5, 14]|min - 1",
    "height / 2 - [width / 2 - 2, 5]|min",
    "['large', 'medium', 'small'][count - 1]",
    "{'left': 1.15, 'right': -1.15}.get(block.edge, 0)",
    "limits['keys'][name][0]",
    "0 < square.row < 11 and 0 < square.column < 8",
    "plan.blocks|selectattr('across', 'eq', 1)|list",
    "range(1, 21)",
    "order.index(loop.index0) + 1",
    "'S' in rows|join",
    "'a' not in [b, c,]",
    "((1, a), (1,), (), [], {}, [1, 'a'], (a,))",
    "x is not none and x is divisibleby(3) and x is lt y.z[0]",
    "- - x.y|abs % 2 // 3 * 7",
    "none if true else false",
    "'quite a long text in it, and one more' ~ \"and its 'fellow'\"",
]  # fmt: skip


def jinjas(text: str) -> PlainCode | None:
    """What Jinja2 makes of an expression; None where it is refused."""
    METER.begin()
    before = METER.left
    try:
        tree = parse_expression(text, ENVIRONMENT)
        _check(nodes.Template([nodes.Output([tree])]))
        steps = before - METER.left
        source = FunctionGenerator(ENVIRONMENT, None, None, optimized=False).source(tree)
        whole = ENVIRONMENT.parse("{{ (" + text + ") }}")
    except (TemplateError, RecursionError):
        return None
    return PlainCode(source, frozenset([node.name for node in whole.find_all(nodes.Name)]), steps)


@each("text", PLAIN)
def test_what_templates_and_rules_say_is_plain(text: str) -> None:
    plain = plain_code(text, ENVIRONMENT, METHODS)
    assert plain is not None
    assert plain == jinjas(text)


@each(
    "text",
    [
        *(
            "",
            " ",
            "a b",
            "a +",
            "(a",
            "a)",
            "f(",
            "f(a=",
            "f(a",
            "[",
            "{1",
            "a.",
            "a|",
            "a is",
            "a if b",
            "'",
            "a..b",
            "**",
        ),
        *("a ** 2", "a.b.pop()", "(a.b)()", "[].append(1)", "a|nothing", "a is nothing", "1_000", "0x1f", "1e9", "007"),
        *(
            "'a\\'b'",
            "'a' 'b'",
            "a[1:2]",
            "a[1, 2]",
            "a.0",
            "f(*a)",
            "f(a=1, 2)",
            "f(in=1)",
            "é",
            "a\u00a0",
            "1é",
            "a;b",
        ),
        *("not", "a if", "a not b", "a is lt if", "a == = b", "-" * 40 + "a", "[" * 40 + "]" * 40, "+".join("a" * 30)),
    ],
)
def test_what_is_wrong_or_not_plain_is_left_to_jinja(text: str) -> None:
    assert plain_code(text, ENVIRONMENT, METHODS) is None


WORDS = [
    *("a", "b", "a.b", "range", "true", "none", "if", "else", "in", "not", "is", "and", "or", "lt", "even", "defined"),
    *("0", "7", "0.50", "1.5", "10", "'x'", '"y"', "'a long text of many letters'", "|", "first", "join", "map", "sum"),
    *("(", ")", "[", "]", "{", "}", ",", ":", ".", "=", "+", "-", "*", "/", "//", "%", "~", "<", "<=", "==", "!="),
    *("get", "count", "pop", "**", "\\", "é", "_", "007", "1e3", "if a else b", "(a, b)", "[a]", "{a: 1}", "f(a, b=1)"),
]


@given(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["", " ", "\n"])), max_size=12))
def test_words_in_any_order_come_to_the_code_that_jinja_writes_or_are_not_plain(words: list[tuple[str, str]]) -> None:
    text = "".join([word + space for word, space in words])
    plain = plain_code(text, ENVIRONMENT, METHODS)
    assert plain is None or plain == jinjas(text)


def sentences(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions around others."""
    two = st.sampled_from(
        ["{} {} {}".format("{0}", sign, "{1}") for sign in ("+", "-", "*", "/", "//", "%", "~", "<", ">=", "==", "!=")]
        + ["{0} in {1}", "{0} not in {1}", "{0} and {1}", "{0} or {1}", "{0} if {1} else {0}", "[{0}, {1}]", "({0}, {1},)"]
        + ["f({0}, key={1})", "{{{0}: {1}}}", "a.b[{0}].get({1})", "{0}|replace({0}, {1})", "{0}|default({1})"]
        + ["{0} is lt {1}", "{0} is not eq({1})"]
    )  # fmt: skip
    one = st.sampled_from(
        ["-{0}", "+{0}", "not {0}", "({0})", "[{0}]", "({0},)", "{0}|abs", "{0}|first", "{0}|map('abs')|list", "{0}.c"]
        + ["{0} is none", "{0} is not defined", "{0}|length"]
    )  # fmt: skip
    return st.one_of(
        st.tuples(two, inner, inner).map(lambda parts: parts[0].format(*parts[1:])),
        st.tuples(one, inner).map(lambda parts: parts[0].format(parts[1])),
    )


@given(
    st.recursive(st.sampled_from(["a", "b.c", "1", "2.50", "'x'", "true", "range(3)", "[]"]), sentences, max_leaves=8)
)
def test_any_expression_comes_to_the_code_that_jinja_writes(text: str) -> None:
    plain = plain_code(text, ENVIRONMENT, METHODS)
    assert plain is None or plain == jinjas(text)

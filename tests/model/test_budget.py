"""What expressions may cost: steps are counted, in filters and on the way as well, and end as a problem."""

import pytest
from each import each

from generator.model.board_functions import FUNCTIONS
from generator.model.budget import EXPRESSION, METER, ExhaustedError, ExpressionError, TooCostlyError, text_of, weight
from generator.model.expressions import ENVIRONMENT, compile_expression, evaluate, fill
from generator.model.filters import FILTERS, TESTS
from generator.model.values import LocalizedText, Record

MANY = "range(2000)|list"
VALUES = {"records": [Record({"x": n, "y": "a" * 99}) for n in range(900)], "text": "x" * 9_000}


@each(
    "text",
    [
        "range(2000)|map(attribute='x', default=range(2000)|list)|sum(start=[])|length",
        f"range(2000)|map(attribute='x', default={MANY})|list",
        f"range(2000)|map(attribute='x', default={MANY})|map('sum')|list",
        f"[{MANY}]|map('map', attribute='x', default={MANY})|map('list')|list",
        f"range(2000)|select('in', {MANY})|list",
        f"range(2000)|select('equalto', {MANY})|list",
        f"[{MANY}, {MANY}, {MANY}, {MANY}, {MANY}, {MANY}]|length",
        f"[{MANY}, {MANY}, {MANY}, {MANY}]|map('string')|map('upper')|join|length",
        "records|unique|list|length",
        "records|map('string')|map('replace', 'a', text)|list",
        "range(2000)|map('string')|map('trim', text)|list",
        "range(9)|sort(attribute='" + "x." * 150 + "')",
        "range(10001)|list",
        "text ~ text",
        "text + text",
        "text|replace('x', 'xxx')",
        "text|list|join('..')",
        " or ".join(f"({MANY} == {MANY} and false)" for _ in range(30)),
    ],
)
def test_work_on_the_way_is_counted(text: str) -> None:
    with pytest.raises(TooCostlyError):
        evaluate(text, VALUES)


def test_lists_of_lists_do_not_grow_tenfold_time_and_again() -> None:
    def nested(depth: int) -> object:
        return evaluate("[v, v, v, v, v, v, v, v, v, v]", {"v": nested(depth - 1)}) if depth else [1]

    assert nested(3)
    with pytest.raises(TooCostlyError):
        nested(10)


@each("text", ["'nan'|float", "'inf'|float", "'1e999'|float", "(1 / 3) * 1e300"])
def test_what_is_no_number_is_none(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluate(text, {})


def test_usual_work_is_far_from_the_limit() -> None:
    with METER.allowance(EXPRESSION // 10, "the usual"):
        assert evaluate("records|selectattr('x', 'gt', 3)|map(attribute='x')|list|length", VALUES) == 896


def test_the_same_expression_takes_the_same_steps() -> None:
    compile_expression("records|map(attribute='x')|sum")

    def steps() -> int:
        before = METER.rest
        METER.begin(0)
        evaluate("records|map(attribute='x')|sum", VALUES)
        METER.begin(0)
        return before - METER.rest

    steps()
    assert steps() == steps() > 900


def test_an_allowance_counts_all_that_is_in_it_and_an_outer_one_all_of_the_inner() -> None:
    def work(times: int) -> None:
        with METER.allowance(5_000, "all"):
            for _ in range(times):
                with METER.allowance(3_000, "one"):
                    evaluate("range(900)|sum", {})

    work(2)
    with pytest.raises(ExhaustedError, match="all takes more than 5,000 steps"):
        work(9)


def test_after_an_allowance_there_is_as_much_as_before() -> None:
    METER.begin(0)
    before = METER.rest
    with pytest.raises(ExhaustedError), METER.allowance(10, "little"):
        METER.work(11)
    assert before - METER.rest == 11


def test_a_message_keeps_to_the_same() -> None:
    with pytest.raises(TooCostlyError):
        fill("{{ text }}{{ text }}", VALUES)
    with pytest.raises(TooCostlyError):
        fill("{{" * 500_000, VALUES)


def test_only_what_has_a_cost_is_there() -> None:
    assert ENVIRONMENT.filters == FILTERS
    assert ENVIRONMENT.tests == TESTS
    assert set(ENVIRONMENT.globals) == {"range", *FUNCTIONS}
    assert not {"attr", "batch", "center", "indent", "pprint", "tojson", "random"} & FILTERS.keys()
    assert not {"callable", "escaped", "filter", "test"} & TESTS.keys()


def test_a_value_weighs_what_is_in_it_however_deep() -> None:
    METER.begin()
    assert weight([1, [2, "x" * 160], {"a": 3}, Record({"t": LocalizedText({"en": "y" * 32})})]) == 23
    with pytest.raises(TooCostlyError):
        weight([["x" * 1_600] * 1_000])


def test_a_value_is_written_down_up_to_the_limit() -> None:
    METER.begin()
    assert text_of(7) == "7"
    with pytest.raises(TooCostlyError):
        text_of(list(range(5_000)))

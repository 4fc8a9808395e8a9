"""Item templates: what is in braces is filled in, what is empty is left out, and mistakes are reported at their
line."""

from typing import Any

import pytest
from each import each

from generator.core.problem import Infeasible
from generator.forge.item_template import TemplateField, as_node, entry, fill, languages_of
from generator.forge.yaml_writer import SignedNumber
from generator.model.fields import ReadContext
from generator.model.values import ProblemLog, Record
from generator.read.reader import read_text


def template(text: str) -> tuple[Any, list[tuple[int, str]]]:
    node, problems = read_text(text, "template")
    assert not problems
    assert node is not None
    report = ProblemLog("template")
    made = TemplateField().read(node, ReadContext(report))
    return made, [(problem.line, problem.message) for problem in report.problems]


@each(
    "text, values, made",
    [
        ("{a: 3, b: word, c: true}", {}, {"a": 3, "b": "word", "c": True}),
        ("{a: '3'}", {}, {"a": "3"}),
        ("{cost: '{{ 3 * n }}'}", {"n": 2}, {"cost": 6}),
        ("{text: 'at most {{ n }} more'}", {"n": 2}, {"text": "at most 2 more"}),
        ("{art: '{{ word.art }}', b: x}", {"word": Record({"art": ""})}, {"b": "x"}),
        ("{traits: [a, \"{{ 'far' if n > 1 else '' }}\"]}", {"n": 1}, {"traits": ["a"]}),
        ("{traits: [\"{{ 'far' if n > 1 else '' }}\"]}", {"n": 1}, None),
        ("{a: {into: '{{ parts[1].code }}'}}", {"parts": [0, Record({"code": "0012"})]}, {"a": {"into": "0012"}}),
    ],
)
def test_what_a_template_makes(text: str, values: dict[str, Any], made: Any) -> None:
    assert fill(template(text)[0], values) == made


def test_a_plus_stays() -> None:
    made = fill(template("{grit: +1, other: -1}")[0], {})
    assert made == {"grit": 1, "other": -1}
    assert isinstance(made["grit"], SignedNumber)


def test_a_number_0_is_not_empty() -> None:
    assert fill(template("{cost: 0, flag: false}")[0], {}) == {"cost": 0, "flag": False}


@each(
    "text, line, message",
    [
        ("a: '{{ 3 * }}'", 1, "cannot read the expression"),
        ("a: 1\nif: cost >", 2, "cannot read the expression"),
        ("a: {en: One, two: , b: c}", 1, "'two' has no value"),
        ("a: {en: Blocks it, so nothing bounces.}", 1, "'so nothing bounces.' has no value"),
    ],
)
def test_mistakes_are_reported_at_their_line(text: str, line: int, message: str) -> None:
    (found,) = template(text)[1]
    assert found[0] == line
    assert message in found[1]


def test_an_unknown_name_is_reported_when_it_is_needed() -> None:
    with pytest.raises(Infeasible, match=r"forge\.yaml: 'colour' cannot be worked out: 'colour' is unknown here"):
        fill(template("{a: '{{ colour }}'}")[0], {"n": 1})


def test_an_entry_has_all_names() -> None:
    assert entry({"en": "Saw"}, ("en", "art")) == Record({"en": "Saw", "art": ""})
    assert entry("Saw") == "Saw"


def test_texts_can_be_kept_in_one_language() -> None:
    value = {"name": {"en": "Owl", "fr": "Hibou"}, "list": [{"en": "a"}], "merge": {"count": 3}}
    assert languages_of(value, ("en", "fr"), ("fr",)) == {"name": {"fr": "Hibou"}, "list": [{}], "merge": {"count": 3}}
    assert languages_of(value, ("en", "fr"), ("en", "fr")) == value


def test_a_tree_reads_as_what_it_was_made_of() -> None:
    made, problems = TemplateField(), ProblemLog("x")
    value = {"a": 3, "b": "3", "c": [True, "x"], "d": {"e": -1}}
    assert made.read(as_node(value), ReadContext(problems)) == value
    assert problems.problems == []

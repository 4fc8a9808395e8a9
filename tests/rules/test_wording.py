"""The wording of texts is judged in each language, and no pattern takes endless time."""

from contextlib import suppress
from time import process_time

import pytest
from each import each
from projects import Project

from generator.model.budget import TooCostlyError
from generator.rules.checks.wording import search

RULE = "- {{rule: style, check: wording, kind: stalls, source: ours, why: one voice, {settings}}}\n"
STALLS = """\
- id: cake
  name: {en: Cake Stall, fr: Gâteaux}
  price: 3
  note: {en: Throw Away a card, fr: "Jetez une carte !"}
- id: darts
  name: {en: Darts, fr: Fléchettes}
  price: 5
  note: See the _Cake Stall_.
  crate: {height: 1, label: fragile}
"""


@each(
    ("settings", "places"),
    [
        ("fields: [note], ends: ['.', '!']", [(4, 14)]),
        ("fields: [note], ends: ['.'], language: fr", [(4, 37)]),
        ("never: {throw away: discard}", [(4, 14)]),
        ("never: {fragile: '', darts: Arrows}", [(6, 14), (9, 29)]),
        ("fields: [note], always: [card, the], language: en", [(4, 14), (8, 9)]),
        ("fields: [crate.label], pattern: '^[A-Z]'", [(9, 29)]),
        ("fields: [name], not: '[éâ]'", [(2, 30), (6, 25)]),
        ("fields: [note], terms: '_([^_]+)_'", []),
        ("fields: [note], terms: '[A-Z][a-z]+(?: [A-Z][a-z]+)*', also: [See, jetez]", [(4, 14)]),
        ("fields: [note], terms: '_([^_]+)_', of: people", [(8, 9)]),
    ],
)
def test_what_breaks_the_style_is_reported_at_its_text(
    project: Project, settings: str, places: list[tuple[int, int]]
) -> None:
    project.write("stalls.yaml", STALLS)
    project.write("balance.yaml", RULE.format(settings=settings))
    found = [problem for problem in project.check() if problem.rule == "style"]
    assert [(problem.line, problem.column) for problem in found] == places, found


def test_the_hint_says_what_to_write(project: Project) -> None:
    project.write("stalls.yaml", STALLS)
    for settings, hint in (
        ("never: {throw away: discard}", "write discard"),
        ("terms: '_([^_]+)_', fields: [note], also: [Cake Stalls], of: people", "did you mean Cake Stalls?"),
    ):
        project.write("balance.yaml", RULE.format(settings=settings))
        assert [problem.hint for problem in project.check() if problem.rule == "style"] == [hint]


BAD = ["(", "[a", "(a+)+", "(a|b)*c", "(?:a[a-z]+)*", "((a?)b*){2,}", r"(a)\1", "(?i)a", "(?P=x)", "(.x*)+", "a" * 1001]


@pytest.mark.parametrize("pattern", BAD)
def test_a_pattern_that_cannot_be_used_is_an_error_at_its_place(project: Project, pattern: str) -> None:
    project.write("balance.yaml", RULE.format(settings=f"pattern: '{pattern}'"))
    assert [problem.rule for problem in project.check() if problem.file.endswith("balance.yaml")] == ["rule-syntax"]


@each("pattern", ["[A-Z]\\w+(?: [A-Z]\\w+)*", "a{2,3}(?:-b+)+", "(ab)+", "[(|+]*", "\\(a+\\)+", "(?<!x)a?"])
def test_usual_patterns_are_read(pattern: str) -> None:
    search(pattern, "Some Words aa-b")


@each("pattern", [".*.*.*x", "(?: [a-z]+)*x", "a*a*a*a*a*x", "(?=.*b)(?=.*c)x"])
def test_what_a_pattern_takes_is_bounded(pattern: str) -> None:
    for text in ("a" * 10_000, " ab" * 3_000, "a" * 300):
        started = process_time()
        with suppress(TooCostlyError):
            search(pattern, text)
        assert process_time() - started < 4


@each(
    ("that", "places"),
    [
        ("'card' in note", [8]),
        ("'Away' not in note", [4]),
        ("note.endswith('.')", [4]),
        ("note.startswith('See')", [4]),
        ("name.startswith('Cake')", [2, 6]),
    ],
)
def test_an_expression_may_ask_what_is_in_a_text(project: Project, that: str, places: list[int]) -> None:
    project.write("stalls.yaml", STALLS)
    rule = RULE.replace("wording", "expression").format(settings=f'that: "{that}"')
    project.write("balance.yaml", rule)
    assert [problem.line for problem in project.check() if problem.rule == "style"] == places

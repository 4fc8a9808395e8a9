"""The examples of a rule are run by the check: what does not do what it says is reported at the example."""

from pathlib import Path

import pytest
from projects import Found, Project

from generator.model.load import load_game
from generator.rules.apply import check_balance

RULE = "- {rule: fair-price, kind: stalls, source: our own rules here, why: Cheap is fair., "
RANGE = RULE + "check: number-range, field: price, max: 5, "
COUNT = RULE + "check: how-many, min: 2, copies: true, "
WHEN = RULE + "check: number-range, field: price, max: 5, when: open, "


def failing(project: Project, text: str) -> list[tuple[str, str]]:
    """The rule and the words at fault of each problem in the rulebook."""
    project.write("balance.yaml", text + "\n")
    return [(found.rule, at(text, found)) for found in project.check() if found.file.endswith("balance.yaml")]


def at(text: str, found: Found) -> str:
    return text.splitlines()[found.line - 1][found.column - 1 :]


def test_examples_that_do_what_they_say_are_not_told(project: Project) -> None:
    assert failing(project, RANGE + "pass: {price: 5}, fail: {price: 6}}") == []


@pytest.mark.parametrize(
    ("rule", "place"),
    [
        (RANGE + "pass: {price: 6}, fail: {price: 7}}", "{price: 6}, fail: {price: 7}}"),
        (RANGE + "pass: {price: 4}, fail: {price: 5}}", "{price: 5}}"),
        (RANGE + "pass: {price: 4}, fail: {note: slow}}", "{note: slow}}"),
        (RANGE + "pass: {price: 4}, fail: {}}", "{}}"),
        (RANGE + "pass: {price: 4}, fail: []}", "[]}"),
        (RANGE + "pass: [{price: 4}, {price: 6}], fail: {price: 6}}", "[{price: 4}, {price: 6}], fail: {price: 6}}"),
        (COUNT + "pass: [{copies: 1}], fail: [{copies: 1}]}", "[{copies: 1}], fail: [{copies: 1}]}"),
        (COUNT + "pass: [{copies: 2}], fail: [{copies: 1}, {}]}", "[{copies: 1}, {}]}"),
        (WHEN + "pass: {price: 1}, fail: {price: 6}}", "{price: 6}}"),
    ],
)
def test_an_example_that_does_not_is_an_error_at_the_example(project: Project, rule: str, place: str) -> None:
    assert failing(project, rule) == [("example-fails", place)]


def test_the_message_tells_what_the_rule_says_of_the_example(project: Project) -> None:
    project.write(
        "balance.yaml", RANGE + "pass: {price: 6}, fail: {price: 5}}\n" + WHEN + "pass: {}, fail: {price: 6}}\n"
    )
    told = [(found.message, found.hint) for found in project.check()]
    assert told == [
        (
            "fair-price: the example under pass breaks the rule: price is 6; 5 is the most",
            "change the example, or the rule: one of the two is not what was meant",
        ),
        (
            "fair-price: the example under fail keeps the rule",
            "change the example, or the rule: one of the two is not what was meant",
        ),
        (
            "fair-price: the example under fail says nothing: the rule does not look at it",
            "write an item for which open holds; it follows open, price",
        ),
    ]


@pytest.mark.parametrize("verdict", ["pass", "fail"])
@pytest.mark.parametrize(
    ("example", "rule", "place"),
    [
        ("3", "wrong-type", "3}"),
        ("[3]", "wrong-type", "3]}"),
        ("{prise: 3}", "unknown-field", "prise: 3}}"),
        ("{price: x}", "wrong-type", "x}}"),
        ("[{price: 3}, {side: top}]", "not-one-of", "top}]}"),
    ],
)
def test_an_example_of_a_wrong_form_is_reported_as_an_item_would_be(
    project: Project, verdict: str, example: str, rule: str, place: str
) -> None:
    other = "fail: {price: 6}" if verdict == "pass" else "pass: {price: 1}"
    found = failing(project, f"{RANGE}{other}, {verdict}: {example}}}")
    assert [(name, words.startswith(place)) for name, words in found] == [(rule, True)]


def test_the_games_own_items_are_no_fault_of_an_example(project: Project) -> None:
    project.change("stalls.yaml", "price: 5", "price: 9")
    book = COUNT.replace("min: 2", "max: 2")
    for text in (
        RANGE + "pass: {price: 5}, fail: {price: 6}}",
        RULE + "check: unique, field: price, pass: [{price: 1}, {price: 2}], fail: [{price: 1}, {price: 1}]}",
        book + "pass: [{copies: 2}], fail: [{copies: 3}]}",
    ):
        assert failing(project, text) == []


def test_a_mapping_stands_among_the_other_items_of_the_kind(project: Project) -> None:
    assert failing(project, RULE + "check: unique, field: price, pass: {price: 4}, fail: {price: 5}}") == []


def test_a_waiver_of_the_first_item_does_not_keep_an_example_from_being_judged(project: Project) -> None:
    project.change("stalls.yaml", "price: 3\n", "price: 9\n  waive: {fair-price: the best cake}\n")
    assert failing(project, RANGE + "pass: {price: 5}, fail: {price: 6}}") == []


def test_a_broken_item_is_not_taken_for_a_pattern(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: x")
    assert failing(project, RANGE + "pass: {price: 5}, fail: {price: 6}}") == []
    project.change("stalls.yaml", "price: 5", "price: x")  # none is left to be changed
    assert failing(project, RANGE + "pass: {price: 5}, fail: {price: 6}}") == []


def test_where_the_kind_has_no_item_yet_an_example_is_an_item_of_its_own(project: Project) -> None:
    project.write("stalls.yaml", "[]\n")
    assert failing(project, RANGE + "pass: {price: 5}, fail: {price: 6}}") == []
    assert failing(project, RANGE + "pass: {price: 7}, fail: {price: 6}}") == [
        ("example-fails", "{price: 7}, fail: {price: 6}}")
    ]
    assert failing(project, RANGE + "pass: {}, fail: {name: x}}") == []  # nobody can say


def test_an_expression_that_only_fails_at_an_example_is_reported_as_the_rules_mistake(project: Project) -> None:
    rule = RULE + "check: expression, that: weight < code, pass: {code: a}, fail: {weight: 1, code: b}}"
    found = failing(project, rule)
    assert [name for name, _ in found] == ["rule-syntax"]


def test_an_items_mistake_does_not_become_a_breach_of_what_depends_on_it(tmp_path: Path) -> None:
    """A wrong value is reported once: neither the numbers after it, nor a mean, nor what names it are judged by it."""
    fields = (
        "{n: {type: whole}, code: {type: string}, to: {type: list}, of: {type: record, fields: {a: {type: whole}}}}"
    )
    (tmp_path / "game.yaml").write_text(f"name: F\nkinds: {{things: {{title: T, fields: {fields}}}}}\n")
    rest = "kind: things, source: ours, why: W., pass: [{}], fail: [{}]"
    rules = [
        "check: sequence, field: n",
        "check: mean, of: n, min: 1, max: 1.1",
        "check: refers, fields: [to], key: code",
        "check: linked, via: to, key: code, that: other.n == 1",
        "check: parts, via: to, key: code, at: n, that: parts|sum('n') >= 1",
        "check: named-by, by: things, via: to, key: code, max: 5",
        "check: shares, by: n, of: {1: 100}",
        "check: expression, that: n == 1 or false",
    ]
    (tmp_path / "balance.yaml").write_text("".join(f"- {{rule: r{i}, {r}, {rest}}}\n" for i, r in enumerate(rules)))
    (tmp_path / "things.yaml").write_text(
        "- {id: a, n: 1, code: x, to: [y, x]}\n- {id: b, n: z, code: y, to: [x]}\n- {id: c, n: 1, code: [q], to: [q]}\n"
    )
    game, problems = load_game(tmp_path, "f")
    assert [problem.rule for problem in problems] == ["wrong-type", "wrong-type"]
    found = [problem for problem in check_balance(game)[0] if problem.rule != "example-fails"]
    assert found == []


def test_the_members_beside_a_wrong_one_are_judged_in_their_own_places(project: Project) -> None:
    project.write(
        "balance.yaml", RULE + "check: key-range, field: prizes, keys: {coins: [1, 3]}, pass: {}, fail: {}}\n"
    )
    project.change("stalls.yaml", "price: 3", "price: 3\n  prizes: [coin: 1, coins: 4, dolls: x, coins: 5]")
    found = [(p.line, p.column, p.rule) for p in project.check() if p.file.endswith("stalls.yaml")]
    assert found == [(4, 12, "unknown-field"), (4, 28, "fair-price"), (4, 38, "wrong-type"), (4, 48, "fair-price")]


def test_examples_may_be_absent_and_only_a_strict_check_asks_for_them(project: Project) -> None:
    assert failing(project, RANGE[:-2] + "}\n" + COUNT + "fail: [{copies: 1}]}") == []
    result = project.pnp("check", "--strict")
    assert result.exit_code == 1
    told = [line for line in result.stdout.splitlines() if "no-example" in line]
    assert [line.partition(": warning")[0] for line in told] == [
        "data/fair/balance.yaml:1:10",
        "data/fair/balance.yaml:2:10",
    ]
    assert "under pass and fail" in told[0]
    assert "under pass:" in told[1]
    assert "keeps the rule" not in project.pnp("rules", "fair").stdout
    explained = project.pnp("rules", "fair-price").stdout
    assert "fair-price" in explained
    assert "keeps the rule" not in explained

"""Settings of a rule that are unknown, missing, of a wrong form or refer to what is not there: for every check."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml
from each import each
from tries import slow_but

from generator.core.problem import Problem
from generator.model.fields import Field, ListField, MapField
from generator.model.load import load_game
from generator.rules.apply import check_balance, check_rules
from generator.rules.rulebook import checks
from generator.rules.settings import ExpressionField, KeyedField, KindField, MemberKeyField, PathField

PASS = re.compile(r"^PASS\n((?:    .*\n?)+)", re.M)
FORMS: dict[str, Any] = {
    "a scalar": "zzz",
    "a list": ["zzz"],
    "a mapping": {"zzz": "zzz"},
    "an empty list": [],
    "an empty mapping": {},
    "nothing": None,
    "a number": -7,
    "a fraction": 1.5,
    "a long text": "z" * 30_000,
    "an empty text": "",
}


def entry(name: str) -> tuple[str, dict[str, Any], str]:
    """The fields, the rule and the items of a check's first example, with all settings that it has."""
    match = PASS.search(checks()[name].__doc__ or "")
    assert match
    lines = dedent(match.group(1)).splitlines()
    fields, rule = lines[0].removeprefix("fields: "), lines[1].removeprefix("rule: ")
    items = "\n".join(lines[3:]) + "\n"
    more = {"within": "group", "families": {"all": ["a", "b"]}} if "families" in checks()[name].PARAMETERS else {}
    more |= {"let": {"one": "1 + 1"}} if "let" in checks()[name].PARAMETERS else {}
    book = {"source": "test", "why": "test", **more, **yaml.safe_load(rule), "rule": "the-rule", "kind": "things"}
    return fields.strip(), {**book, "pass": {}, "fail": {}}, items


def told(name: str, rule: dict[str, Any], folder: Path) -> list[Problem]:
    """What is wrong with a rule, in the order of the file; the examples, which are none, left out."""
    fields, _, items = entry(name)
    if "group:" not in fields:
        fields = fields[:-1] + (", " if len(fields) > 2 else "") + "group: {type: string}}"
    text = f"name: Fair\nkinds: {{things: {{title: Things, fields: {fields}}}}}\n"
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    (folder / "things.yaml").write_text(items, encoding="utf-8")
    written = yaml.safe_dump([rule], sort_keys=False, default_flow_style=False, width=10**6)
    (folder / "balance.yaml").write_text(written, encoding="utf-8")
    game, problems = load_game(folder, "fair")
    assert problems == []
    found, _ = check_balance(game)
    assert [problem for problem in check_rules(game)[1] if problem.rule != "example-fails"] == sorted(
        problem for problem in found if problem.file == "fair/balance.yaml" and problem.rule != "example-fails"
    )
    return [problem for problem in found if problem.rule != "example-fails"]


def settings() -> Iterator[tuple[str, str, Field]]:
    for name, check in checks().items():
        for key, known in check.PARAMETERS.items():
            yield name, key, known


def line_of(rule: dict[str, Any], key: str) -> int:
    lines = yaml.safe_dump([rule], sort_keys=False, default_flow_style=False, width=10**6).splitlines()
    return next(number for number, line in enumerate(lines, start=1) if line[2:].startswith(f"{key}:"))


@each("name", checks())
def test_the_example_is_without_a_mistake(name: str, tmp_path: Path) -> None:
    assert told(name, entry(name)[1], tmp_path) == []


@each("name", checks())
def test_an_unknown_setting_is_reported_at_its_name(name: str, tmp_path: Path) -> None:
    rule = {**entry(name)[1], "zzz": 3}
    assert [(p.line, p.column, p.rule) for p in told(name, rule, tmp_path)] == [
        (line_of(rule, "zzz"), 3, "unknown-field")
    ]


@each(("name", "key"), [(name, key) for name, key, known in settings() if known.required])
def test_a_setting_that_is_needed_is_reported_where_it_is_missing(name: str, key: str, tmp_path: Path) -> None:
    rule = entry(name)[1]
    del rule[key]
    found = told(name, rule, tmp_path)
    assert [(p.line, p.column, p.rule) for p in found if p.message.startswith(f"{key} is missing")] == [
        (1, 3, "missing-field")
    ]


@each("name", [name for name, check in checks().items() if hasattr(check, "NEEDS")])
def test_one_of_several_settings_has_to_be_there(name: str, tmp_path: Path) -> None:
    needs = checks()[name].NEEDS  # type: ignore[attr-defined]
    rule = {key: value for key, value in entry(name)[1].items() if key not in needs}
    found = told(name, rule, tmp_path)
    assert [(p.line, p.column, p.rule) for p in found] == [(1, 3, "missing-field")]
    assert all(key in found[0].message for key in needs)


@each("name", [name for name, check in checks().items() if {"min", "max"} <= check.PARAMETERS.keys()])
def test_a_smallest_above_the_largest_is_reported_at_the_smallest(name: str, tmp_path: Path) -> None:
    rule = {**entry(name)[1], "min": 5, "max": 3}
    found = told(name, rule, tmp_path)
    assert [(p.line, p.rule) for p in found] == [(line_of(rule, "min"), "number-range")]
    assert "5" in found[0].message
    assert "3" in found[0].message


def speaking(known: Field) -> type[Field] | None:
    """Which sort of name a setting holds, or has for keys or members."""
    inner = known.key if isinstance(known, KeyedField) else known
    inner = inner.of if isinstance(inner, ListField | MapField) else inner
    sorts: tuple[type[Field], ...] = (PathField, KindField, MemberKeyField, ExpressionField)
    return next((sort for sort in sorts if isinstance(inner, sort)), None)


SPEAKING = [(name, key) for name, key, known in settings() if speaking(known) is not None]


def misspelt(known: Field, value: Any) -> Any:
    """A setting that names what is not there."""
    if isinstance(known, KeyedField):
        return {"coost": next(iter(value.values())) if isinstance(value, dict) else "3"}
    if isinstance(known, ListField):
        return ["coost"]
    if isinstance(known, MapField):
        return {"one": "coost + 1"}
    return "{{ coost }}" if isinstance(known, ExpressionField) and known.message else "coost"


@each(("name", "key"), SPEAKING)
def test_a_name_of_nothing_is_reported_at_the_setting(name: str, key: str, tmp_path: Path) -> None:
    known, rule = checks()[name].PARAMETERS[key], entry(name)[1]
    excluded = {other for pair in getattr(checks()[name], "APART", ()) if key in pair for other in pair}
    rule = {
        **{name: value for name, value in rule.items() if name not in excluded},
        key: misspelt(known, rule.get(key)),
    }
    found = told(name, rule, tmp_path)
    line = line_of(rule, key) + (isinstance(known, KeyedField | ListField | MapField))
    assert {p.rule for p in found} == {"unknown-reference"}
    assert (line, "unknown-reference") in [(p.line, p.rule) for p in found]
    assert all(p.hint for p in found)


@each("key", ["when", "kind", "rule", "check", "level", "source", "why", "hint", "pass", "fail"])
@each("form", FORMS)
def test_what_every_rule_has_may_be_of_any_form_and_is_reported_in_its_entry(
    key: str, form: str, tmp_path: Path
) -> None:
    rule = {**entry("number-range")[1], key: FORMS[form]}
    for problem in told("number-range", rule, tmp_path):
        assert (problem.file, problem.level) == ("fair/balance.yaml", "error")
        assert len(problem.message) < 300


@pytest.mark.parametrize(("name", "key"), slow_but(12, [(name, key) for name, key, _ in settings()]))
def test_a_setting_of_any_form_is_reported_at_its_place_or_works(name: str, key: str, tmp_path: Path) -> None:
    for form, value in FORMS.items():
        found = told(name, {**entry(name)[1], key: value}, tmp_path)
        wrong = [problem for problem in found if problem.file == "fair/balance.yaml"]
        assert len({problem.line for problem in wrong} - {1}) <= 2, (form, wrong)
        assert all(len(problem.message) < 300 for problem in wrong), form
        assert wrong or all(problem.rule == "the-rule" for problem in found), form


@each(
    ("setting", "says", "hint"),
    [
        ("field: coost", "'coost' is not a field of things", "did you mean cost?"),
        ("field: abilities.cost", "abilities of things is a list; 'cost' cannot follow it", "write abilities.*.cost"),
        ("field: abilities.*.cst", "'cst' is not a field of abilities.* of things", "did you mean cost?"),
        ("field: name.en", "name of things is a text; 'en' cannot follow it", "write name"),
        ("field: name", "'name' is a text; a number is wanted here", ""),
        ("field: abilities", "'abilities' is a list of mappings; a number is wanted here", ""),
        ("field: art", "'art' is a word; a number is wanted here", ""),
    ],
)
def test_a_path_that_leads_nowhere_is_reported_in_plain_words(
    setting: str, says: str, hint: str, tmp_path: Path
) -> None:
    found = book(f"- {{rule: number-range, kind: things, {setting}, max: 3, {REST}}}", tmp_path)
    assert [(p.line, p.column, p.message) for p in found] == [(1, 45, says)]
    assert hint in found[0].hint


REST = "source: test, why: test, pass: [], fail: []"
FIELDS = (
    "{name: {type: text}, cost: {type: whole}, codes: {type: list}, code: {type: string}, "
    "effects: {type: list, of: {type: one-of, keys: {treats: {type: whole}}}}, "
    "set: {type: choice, of: [one, two]}, abilities: {type: list, of: {type: record, fields: {cost: {type: whole}}}}}"
)


def book(rules: str, folder: Path, items: str = "- {id: a}\n") -> list[Problem]:
    """What is wrong with rules, of the rules themselves; that their examples are empty is not reported."""
    (folder / "game.yaml").write_text(f"name: Fair\nkinds: {{things: {{title: T, fields: {FIELDS}}}}}\n", "utf-8")
    (folder / "things.yaml").write_text(items, encoding="utf-8")
    (folder / "balance.yaml").write_text(rules, encoding="utf-8")
    return [problem for problem in check_balance(load_game(folder, "fair")[0])[0] if problem.rule != "example-fails"]


@each(
    ("rule", "says"),
    [
        ("check: expression, that: coost < 3", "'coost' is not a field of these items"),
        ("check: expression, when: coost, that: cost", "'coost' is not a field of these items"),
        ("check: expression, that: cost, message: '{{ coost }}'", "'coost' is not a field of these items"),
        ("check: expression, that: cost, let: {a: coost}", "'coost' is not a field of these items"),
        ("check: expression, that: member.cost", "'member' is not a field of these items"),
        ("check: expression, each: abilities, that: member.coost", "'coost' is not a field of member"),
        ("check: expression, each: effects, that: member.valu", "'valu' is not a field of member"),
        ("check: expression, each: abilities.*, that: member.cost, at: coost", "'coost' is not a field of a member of"),
        ("check: expression, that: cost, at: coost", "'coost' is not a field of things"),
        ("check: linked, via: codes, key: code, that: other.coost", "'coost' is not a field of other"),
        ("check: linked, via: codes, key: code, that: cost, at: other.coost", "'coost' is not a field of things"),
        ("check: parts, via: codes, key: code, at: cost, that: 'parts[0].coost'", "'coost' is not a field of parts[…]"),
        ("check: refers, fields: [codes], key: coost", "'coost' is not a field of things"),
        ("check: refers, fields: [codes], key: code, to: thing", "'thing' is not a kind"),
        ("check: how-many, min: 1, within: sett", "'sett' is not a field of things"),
        ("check: how-many, sizes: {three: 1}, within: set", "'three' is not a set of things"),
        ("check: how-many, min: 1, within: set, families: {all: [one, tow]}", "'tow' is not a set of things"),
        ("check: how-many, sizes: {one: 1}", "there is no within that 'one' could be a value of"),
        ("check: key-range, field: effects, keys: {treat: [1, 2]}", "'treat' is not a key of effects"),
        ("check: key-range, field: effects, keys: {treats: [2, 1]}", "the smallest, 2, is above the largest, 1"),
        ("check: key-range, field: effects, keys: {treats: [2]}", "a smallest and a largest number is wanted here"),
        ("check: key-range, field: codes, keys: {treats: [1, 2]}", "'codes' is a list of words; a list of keys with"),
        ("check: count, field: cost, max: 2", "'cost' is a number; a list is wanted here"),
        ("check: positional-code, code: code, number: cost, base: 11, digits: 4", "11 is given; 2 to 10 are possible"),
        ("check: connected, field: codes, walkable: x, blocked: y, joints: {up: [1]}", "'up' is not a field here"),
        ("check: filled, fields: []", "fields is empty"),
        ("check: filled, fields: [name, nam]", "'nam' is not a field of things"),
        ("check: sum-of, fields: {cost: 0, coast: 0}, total: 3", "'coast' is not a field of things"),
        ("check: mean, of: coost, min: 1, max: 2", "'coost' is not a field of these items"),
        ("check: shares, by: coost, of: {a: 1}", "'coost' is not a field of these items"),
        ("check: expression, that: cost|nofilter", "cannot read the expression: there is no filter 'nofilter'"),
        ("check: expression, that: cost <", "cannot read the expression"),
        ("check: expression, that: cost, message: '{{ cost'", "cannot read the message"),
    ],
)
def test_each_mistake_is_reported_once_and_nothing_follows_from_it(rule: str, says: str, tmp_path: Path) -> None:
    found = book(f"- {{rule: the-rule, kind: things, {rule}, {REST}}}\n", tmp_path)
    assert [problem.message.startswith(says) for problem in found] == [True], found


@each(
    "rule",
    [
        "check: refers, to: [x], key: cost, fields: [codes]",
        "check: expression, let: x, that: a < b",
        "check: expression, each: {a: 1}, that: member.cost",
        "check: how-many, within: [a], sizes: {x: 1}",
        "check: nothing, whatever: [1]",
        "check: named-by, by: {}, via: codes, key: code",
    ],
)
def test_what_depends_on_a_setting_of_a_wrong_form_is_not_told_as_well(rule: str, tmp_path: Path) -> None:
    assert len(book(f"- {{rule: the-rule, kind: things, {rule}, {REST}}}\n", tmp_path)) == 1


def test_mistakes_that_do_not_depend_on_one_another_are_all_told(tmp_path: Path) -> None:
    rule = "check: number-range, field: coost, min: [1], when: sett == 'one', zzz: 1"
    found = book(f"- {{rule: the-rule, kind: things, {rule}, {REST}}}\n", tmp_path)
    assert sorted(problem.rule for problem in found) == [
        *("unknown-field", "unknown-reference", "unknown-reference", "wrong-type")
    ]


def test_a_rule_with_a_mistake_keeps_no_other_from_being_applied_and_its_waivers_are_left_alone(tmp_path: Path) -> None:
    rules = (
        f"- {{rule: one, check: number-range, kind: things, field: coost, max: 3, {REST}}}\n"
        f"- {{rule: two, check: number-range, kind: things, field: cost, max: 3, {REST}}}\n"
    )
    found = book(rules, tmp_path, "- {id: a, cost: 4, waive: {one: so it is}}\n")
    assert [(problem.file, problem.rule) for problem in found] == [
        ("fair/balance.yaml", "unknown-reference"),
        ("fair/things.yaml", "two"),
    ]


VIAS = ["codes", "codes.*"]


@each("via", VIAS)
@each("codes", ["[x]", "x"])
@each(
    "rule",
    [
        "check: refers, fields: [{via}], key: code",
        "check: linked, via: {via}, key: code, that: other.code == 'y'",
        "check: parts, via: {via}, key: code, at: codes, that: cost > 3",
        "check: named-by, by: things, via: {via}, key: code, min: 2",
        "check: cycle, via: {via}, key: code",
        "check: expression, each: {via}, that: member == 'y'",
    ],
)
def test_codes_may_be_a_single_value_or_a_list_with_or_without_a_star(
    rule: str, codes: str, via: str, tmp_path: Path
) -> None:
    """A breach is found whichever way the codes are written, and only where they are."""
    fields = FIELDS if codes == "[x]" else FIELDS.replace("codes: {type: list}", "codes: {type: string}")
    if via.endswith("*") and codes == "x":
        via = "codes"
    (tmp_path / "game.yaml").write_text(f"name: Fair\nkinds: {{things: {{title: T, fields: {fields}}}}}\n")
    code = "z" if "refers" in rule else "x"
    (tmp_path / "things.yaml").write_text(f"- {{id: a, cost: 1, code: w, codes: {codes}}}\n- {{id: b, code: {code}}}\n")
    text = rule.replace("{via}", via)
    (tmp_path / "balance.yaml").write_text(f"- {{rule: the-rule, kind: things, {text}, {REST}}}\n")
    found = [problem for problem in check_balance(load_game(tmp_path, "fair")[0])[0] if problem.rule == "the-rule"]
    assert found
    assert {problem.file for problem in found} == {"fair/things.yaml"}

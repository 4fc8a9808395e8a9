"""A value of a wrong form is one clear problem at its place, and silences what depends on it and nothing else."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from each import each
from projects import GAME, PEOPLE, STALLS
from tries import slow_but

from generator.core.problem import Problem
from generator.model.load import load_game
from generator.rules.apply import check_balance
from generator.rules.kit import check_plan

MORE = """\
players: [1, 4]
modes: [calm, wild]
players_by_mode: {calm: [2, 3]}
templates: fair
plan: [{kind: stalls, count: players, source: ours, why: one each}]
kinds:
"""
OF_KIND = """\
    gutter: 1
    blank_styles: [one]
    group: side
    group_page_label: {left: "L {number}"}
    derived: {}
    page_label:"""
WHOLE: dict[str, Any] = yaml.safe_load(GAME.replace("kinds:\n", MORE, 1).replace("    page_label:", OF_KIND, 1))
ITEMS: list[dict[str, Any]] = yaml.safe_load(STALLS)
ITEMS[0] |= {
    "note": "n",
    "code": "c",
    "weight": 1.5,
    "open": True,
    "side": "left",
    "wares": ["a"],
    "keeper": "ann",
    "prizes": [{"coins": 1}],
    "crate": {"height": 1, "label": "x"},
    "art": "a",
}
RULES = (
    "- {rule: number-range, kind: stalls, field: price, max: 9, source: s, why: w, pass: {price: 1}, fail: {price: 10}}\n"
    "- {rule: few, check: how-many, kind: stalls, max: 9, copies: true, source: s, why: w, pass: [{}], fail: "
    "[{copies: 10}]}\n"
)
FORMS: dict[str, Any] = {
    "a scalar": "zzz",
    "a list": ["zzz"],
    "a mapping": {"zzz": "zzz"},
    "an empty list": [],
    "an empty mapping": {},
    "nothing": None,
    "a number": 3,
    "a long text": "z" * 11_000,
    "an empty text": "",
}


def told(folder: Path, game: Any = WHOLE, items: Any = ITEMS, rules: str = RULES) -> list[Problem]:
    """All that is wrong with a game, its faces aside."""
    for name, text in (("game", game), ("stalls", items)):
        written = yaml.safe_dump(text, sort_keys=False, allow_unicode=True)
        (folder / f"{name}.yaml").write_text(written, encoding="utf-8")
    (folder / "people.yaml").write_text(PEOPLE, encoding="utf-8")
    (folder / "balance.yaml").write_text(rules, encoding="utf-8")
    read, problems = load_game(folder, "fair")
    return [*problems, *check_balance(read)[0], *check_plan(read)] if read.kinds else problems


LIKE_OTHERS = ("note", "code", "weight", "open", "wares", "people", "dolls", "label")  # described as others are


def keys(node: dict[str, Any], before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    for key, value in node.items():
        if key in LIKE_OTHERS:
            continue
        yield (*before, key)
        inner = value[0] if key == "plan" else value
        if isinstance(inner, dict) and key not in ("name", "title"):
            yield from keys(inner, (*before, key, 0) if key == "plan" else (*before, key))


def put(whole: Any, path: tuple[Any, ...], value: Any) -> Any:
    whole = copy.deepcopy(whole)
    node = whole
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    return whole


def test_the_whole_game_is_without_a_mistake(tmp_path: Path) -> None:
    assert told(tmp_path) == []


# What these say is not a mistake of form: one language, no field. What is written elsewhere then is one.
SAYS_OTHERWISE = {("languages", "nothing"), ("languages", "an empty list"), ("languages", "a list")}


@pytest.mark.parametrize("form", slow_but(3, FORMS))
def test_any_key_of_a_game_may_have_any_form_and_one_mistake_is_reported_once(form: str, tmp_path: Path) -> None:
    for path in keys(WHOLE):
        if (path[-1], form) in SAYS_OTHERWISE or (path[-1] in ("fields", "keys") and "mapping" in form):
            continue
        found = told(tmp_path, put(WHOLE, path, FORMS[form]))
        if found and "fair/game.yaml" not in {problem.file for problem in found}:
            continue  # a description as good as the other, which the items do not follow
        assert {problem.file for problem in found} <= {"fair/game.yaml"}, (path, found)
        assert len(found) <= (3 if "mapping" in form else 1), (path, found)
        assert len({problem.line for problem in found}) <= 1, (path, found)
        assert all(len(problem.message) < 400 for problem in found), path


@each("form", FORMS)
def test_any_field_of_an_item_may_have_any_form_and_one_mistake_is_reported_once(form: str, tmp_path: Path) -> None:
    for key in ITEMS[0]:
        found = told(tmp_path, items=put(ITEMS, (0, key), FORMS[form]))
        assert {problem.file for problem in found} <= {"fair/stalls.yaml"}, (key, found)
        assert len(found) <= (2 if "mapping" in form else 1), (key, found)


@each("form", FORMS)
def test_a_whole_file_may_have_any_form(form: str, tmp_path: Path) -> None:
    value = FORMS[form]
    for found in (
        told(tmp_path, value),
        told(tmp_path, items=value),
        told(tmp_path, rules=yaml.safe_dump(value)),
        told(tmp_path, rules=RULES + yaml.safe_dump([value])),
    ):
        assert len({problem.file for problem in found}) <= 1
        assert len(found) <= (6 if "mapping" in form else 1), found
    others = [problem for problem in told(tmp_path, items=[value, *ITEMS]) if problem.line > 1]
    assert others == []


def test_three_numbers_of_players_are_refused_at_the_third(tmp_path: Path) -> None:
    (found,) = told(tmp_path, put(WHOLE, ("players",), [2, 3, 4]))
    assert (found.rule, found.hint) == ("number-range", "write [2, 4]")


@each(("players", "limits"), [("3", (3,)), ("[2, 4]", (2, 4)), ("[2]", (2,)), ("[]", ()), ("~", ())])
def test_players_are_a_number_or_the_fewest_and_the_most(players: str, limits: tuple[int, ...], tmp_path: Path) -> None:
    game = put(WHOLE, ("players",), yaml.safe_load(players))
    assert told(tmp_path, put(game, ("players_by_mode",), {"calm": 2})) == []
    read = load_game(tmp_path, "fair")[0]
    assert (read.players, read.party("calm")) == (limits, (2,))


@each("players", [0, -1, 1001, [4, 2], [2, "x"], [[2]], {"a": 2}, "three", 2.5])
def test_players_that_cannot_be_are_one_problem(players: Any, tmp_path: Path) -> None:
    found = told(tmp_path, put(WHOLE, ("players",), players))
    assert [problem.rule in ("wrong-type", "number-range") for problem in found] == [True]


def test_a_mistake_in_one_place_leaves_those_elsewhere_to_be_told(tmp_path: Path) -> None:
    game = put(put(WHOLE, ("kinds", "people"), 3), ("modes",), "calm")
    items = put(put(ITEMS, (0, "price"), 12), (1, "name"), ["x"])
    found = told(tmp_path, game, items)
    assert [(problem.file, problem.rule) for problem in sorted(found)] == [
        ("fair/game.yaml", "wrong-type"),
        ("fair/game.yaml", "wrong-type"),
        ("fair/stalls.yaml", "number-range"),
        ("fair/stalls.yaml", "wrong-type"),
    ]


def test_no_list_of_known_keys_is_cut_off(tmp_path: Path) -> None:
    found = told(tmp_path, put(WHOLE, ("kinds", "people", "zzz"), 3))
    assert found[0].hint == (
        "known: title, file, source, size, holds, form, thickness, sleeve, template, back, bleed, gutter, marks, join, shaped, shaped_back, shaped_gutter, group, without_gaps, fresh_sheets, "
        "mixed, share, page_label, group_page_label, blank, blank_styles, blank_guide, blank_page_label, procedure, derived, prose, fields"
    )

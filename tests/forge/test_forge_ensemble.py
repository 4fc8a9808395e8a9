"""New characters: every line of the point budget in turn, and abilities that say what their numbers say."""

import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from each import each
from fairs import BUDGET, ENSEMBLE, NAMED, fair
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tries import tries
from workbench import Bench, as_text, bench, with_them

from generator.check.build import check_game
from generator.check.scope import Scope
from generator.core.folders import Project
from generator.core.problem import Infeasible
from generator.forge.forge import NewItem

ROOT = Path(__file__).parents[2]
# 8 points on three attributes, from 0, 0 and 7 up to 5, 5 and 12.
LINES = {(g, c, r) for g, c, r in product(range(6), range(6), range(7, 13)) if g + c + r - 7 == 8}

Fields = dict[str, Any]


@pytest.fixture(scope="module")
def cast() -> Bench:
    return bench("collectors", "characters")


def line(fields: Fields) -> tuple[int, int, int]:
    return fields["grit"], fields["cunning"], fields["reflexes"]


def at_hand(cast: Bench) -> list[tuple[int, int, int]]:
    return [line(item.fields) for item in cast.kind.items]


def texts(items: list[NewItem], name: str) -> list[str]:
    return [item.fields[name]["en"] for item in items]


def test_there_are_27_lines_and_5_are_taken(cast: Bench) -> None:
    assert len(LINES) == 27
    assert len(set(at_hand(cast))) == 5  # two of the six share theirs


@pytest.mark.rare
@settings(max_examples=tries(3), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(count=st.integers(1, 48), seed=st.integers(0, 2**32))
def test_whatever_the_seed_a_cast_obeys_the_rules(cast: Bench, tmp_path: Path, count: int, seed: int) -> None:
    items = cast.make(count, seed)
    lines = [line(item.fields) for item in items]
    assert set(lines) <= LINES
    uses = Counter([*set(at_hand(cast)), *lines])
    assert max(uses.values()) - min(uses[one] for one in LINES) <= 1
    if count <= 22:
        assert len({*at_hand(cast), *lines}) == 5 + count
    for name in ("name", "item_type"):
        assert len(set(texts(items, name))) == count
        assert not set(texts(items, name)) & {str(item.fields[name]) for item in cast.kind.items}
    for alone in (True, False):
        kind, problems = with_them(cast, items, tmp_path, alone=alone)
        assert problems == []
        assert len(kind.items) == count + (0 if alone else 6)


def test_48_new_ones_use_every_line_twice(cast: Bench) -> None:
    uses = Counter([*at_hand(cast), *(line(item.fields) for item in cast.make(48))])
    assert set(uses) == LINES
    assert set(uses.values()) == {2}


@pytest.mark.slow
@each("seed", range(6))
def test_an_ability_says_what_its_numbers_say(cast: Bench, seed: int) -> None:
    for item in cast.make(48, seed):
        assert len(item.fields["abilities"]) == 3
        for ability in item.fields["abilities"]:
            text = ability["text"]["en"]
            paid = re.findall(r"pay (\d)\sAP", text)
            assert paid == ([str(ability["cost"])] if ability.get("cost") else [])
            stamina = re.findall(r"(?:spend|and) (\d)\sStamina", text)
            assert stamina == ([str(ability["stamina"])] if "stamina" in ability else [])
            raised = re.findall(r"(raise|lower) (?:your|that Collector.s) (Grit|Cunning|Reflexes) by 1 until", text)
            changes = [{word.lower(): 1 if way == "raise" else -1} for way, word in raised]
            assert [dict(change) for change in ability.get("changes", [])] == changes
            assert text.startswith("Once per round, ") == ("per_round" in ability)
            if "no AP" in text or "choose" in text.split(":")[0]:
                assert ability["cost"] in (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_abilities_suit_the_line_and_the_collection(cast: Bench, seed: int) -> None:
    made = cast.make(48, seed)
    for item in made:
        grit, cunning, _ = line(item.fields)
        told = [ability["text"]["en"] for ability in item.fields["abilities"]]
        assert grit > 0 or not any("your attack" in text or "to attack" in text for text in told)
        assert cunning > 0 or not any(re.search(r"your (next )?steal|you foist", text) for text in told)
        many = item.fields["item_type"]["en"]
        told.append(item.fields["lose_condition"]["text"]["en"])
        others = set(texts(made, "item_type")) - {many}
        assert not any(re.search(rf"\b{other}\b", text) for other in others for text in told)


def test_no_two_have_the_same_abilities_and_none_is_used_much_more_than_others(cast: Bench) -> None:
    made = cast.make(48, 2)
    sets = [frozenset(ability["name"]["en"] for ability in item.fields["abilities"]) for item in made]
    assert len(set(sets)) == 48
    assert {len(abilities) for abilities in sets} == {3}
    uses = Counter(name for abilities in sets for name in abilities)
    assert len(uses) == 43
    assert max(uses.values()) <= 6
    ends = Counter(item.fields["lose_condition"]["title"]["en"] for item in made)
    assert len(ends) == 14
    assert max(ends.values()) <= 4


def test_the_lists_are_long_enough(cast: Bench) -> None:
    words = cast.settings().words
    assert len(words["types"]) >= 40
    assert len(words["abilities"]) >= 24
    assert len(words["lose-conditions"]) >= 12
    assert len(words["first-names"]) + sum(len(row["surnames"]) for row in words["types"]) >= 40
    surnames = [surname for row in words["types"] for surname in row["surnames"]]
    for names in (surnames, [row["is"] for row in words["first-names"]], [row["many"] for row in words["types"]]):
        assert len(set(names)) == len(names)


def test_more_than_there_are_types_is_reported(cast: Bench) -> None:
    with pytest.raises(Infeasible) as told:
        cast.make(49)
    assert str(told.value) == "49 were asked for, but types of forge.yaml has 48 left for a new item_type"


@pytest.mark.slow
def test_a_second_cast_goes_on_from_the_first(cast: Bench, tmp_path: Path) -> None:
    first = cast.make(20, 1)
    kind, _ = with_them(cast, first, tmp_path, alone=True)
    second = cast.make(28, 2, taken=tuple(kind.items))
    assert len({*texts(first, "item_type"), *texts(second, "item_type")}) == 48
    uses = Counter([*at_hand(cast), *(line(item.fields) for item in first + second)])
    assert set(uses) == LINES
    assert set(uses.values()) == {2}
    with pytest.raises(Infeasible, match="has 28 left"):
        cast.make(29, 2, taken=tuple(kind.items))


def test_the_same_seed_gives_the_same_bytes(cast: Bench) -> None:
    assert as_text(cast.make(12, 5)) == as_text(cast.make(12, 5)) != as_text(cast.make(12, 6))


@pytest.mark.rare
@pytest.mark.tried
def test_all_texts_fit_their_sheets(cast: Bench, tmp_path: Path) -> None:
    for seed in range(1, 1 + tries(1)):
        path = tmp_path / "characters.yaml"
        path.write_text(as_text(cast.make(48, seed)), encoding="utf-8")
        project, replace = Project(ROOT / "data", ROOT / "templates"), {"characters": (path, "new")}
        checked = check_game(project, "collectors", replace=replace, scope=Scope(("characters",), whole=False))
        assert [problem for problem in checked.problems if problem.file == "new"] == []


def test_an_entry_of_nothing_leaves_its_field_out(tmp_path: Path) -> None:
    remarks = '{remarks: [{if: "side == \'left\'", is: ""}, {if: "side == \'right\'", is: {en: "Bring a {{ side }} shoe"}}], whats:'
    text = ENSEMBLE.replace("{whats:", remarks).replace("    item:", "      - {field: note, from: remarks}\n    item:")
    items = fair(tmp_path, text, NAMED + "      note: {type: text}\n", BUDGET).make(6)
    notes = {item.fields["side"]: item.fields.get("note") for item in items}
    assert notes == {"left": None, "right": {"en": "Bring a right shoe"}}


@each("seed", range(5))
def test_a_draft_that_is_refused_uses_up_no_entries(tmp_path: Path, seed: int) -> None:
    text = ENSEMBLE.replace(", once: name", "").replace(
        "words: {", "words: {goods: [{is: Ink}, {is: Jam}, {is: Kit}], "
    )
    text = text.replace("    item:", "      - {field: wares, from: goods, count: 2}\n    item:")
    there = "".join(
        f"- {{id: {name.lower()}, name: {name}, length: 1, price: 6, side: left}}\n"
        for name in ("Apples", "Bells", "Cups", "Dice")
    )
    items = fair(tmp_path, text, NAMED + "      wares: {type: list}\n", BUDGET, there).make(3, seed)
    assert sorted(texts(items, "name")) == ["Eggs", "Fans", "Gongs"]
    assert {tuple(sorted(item.fields["wares"])) for item in items} == {("Ink", "Jam"), ("Ink", "Kit"), ("Jam", "Kit")}

"""New blueprints: in the shares of the game's sets, within the budget, and none simply better than another."""

import re
import tracemalloc
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tries import tries
from workbench import Bench, as_text, bench, with_them

from generator.check.build import check_game
from generator.check.scope import Scope
from generator.core.folders import Project
from generator.core.problem import Infeasible
from generator.forge.design import Pool, read_designs
from generator.forge.forge import NewItem
from generator.forge.item_rules import ItemRules
from generator.model.game import Item

ROOT = Path(__file__).parents[2]
KINDS = ("weapon", "shield", "mix", "special")
AT_HAND = {"weapon": 56, "shield": 30, "mix": 8, "special": 26}
CHARGES = {"anti_mix": 1, "conditional_protect": 1, "unblockable": 2, "melee_reduce": 2}

Fields = dict[str, Any]


@pytest.fixture(scope="module")
def plans() -> Bench:
    return bench("star-road", "blueprints")


def fields(items: list[NewItem]) -> list[Fields]:
    return [item.fields for item in items]


def largest_remainder(total: int) -> dict[str, int]:
    """The shares of the sets at hand, rounded the plain way."""
    quotas = {kind: Fraction(total * many, 120) for kind, many in AT_HAND.items()}
    seats = {kind: int(quota) for kind, quota in quotas.items()}
    by_fraction = sorted(KINDS, key=lambda kind: (seats[kind] - quotas[kind], -quotas[kind]))
    for kind in by_fraction[: total - sum(seats.values())]:
        seats[kind] += 1
    return seats


def dominated(one: Fields, other: Fields) -> bool:
    """Whether another of its kind is at least as good in every number, and better in one: the slow twin."""
    if one["kind"] != other["kind"]:
        return False
    good = [other["value"] - one["value"], one["cost"] - other["cost"], other.get("range", 1) - one.get("range", 1)]
    return bool(min(good) >= 0 and max(good) > 0)


def dominated_in_any_reading(one: Fields, other: Fields) -> bool:
    """The same with recycling counted as well, whichever way one likes to see it."""
    level = (one["kind"], one["value"], one["cost"], one.get("range", 1)) == (
        other["kind"], other["value"], other["cost"], other.get("range", 1)
    )  # fmt: skip
    return dominated(one, other) or (level and one.get("recycle") != other.get("recycle"))


def assert_none_dominated(made: list[Fields]) -> None:
    assert not [(a["id"], b["id"]) for a in made for b in made if dominated(a, b) or dominated_in_any_reading(a, b)]


def assert_within_budget(made: list[Fields]) -> None:
    by_code = {one["code"]: one for one in made}
    for one in made:
        cost, value, traits = one["cost"], one["value"], one.get("traits", [])
        if one["kind"] in ("weapon", "shield"):
            charges = sum(CHARGES.get(trait, 0) for trait in traits)
            assert value == 2 * cost - 1 - (one.get("range", 1) - 1) - one.get("recycle", 0) - charges
            assert value >= 1
        elif one["kind"] == "special":
            assert value == 1
            assert 1 <= cost <= 4
        else:
            shield = next(other for other in made if other.get("merge", {}).get("into") == one["code"])
            assert (cost, value) == (3 * shield["cost"], cost - 1)
            assert shield["kind"] == "shield"
            assert shield["merge"]["count"] == 3
            assert shield["protects"] == one["protects"]
        if "upgrade" in one:
            below = by_code[one["upgrade"]["from"]]
            assert (cost, value) == (below["cost"] + 1, below["value"] + 2)


@pytest.mark.slow
@settings(max_examples=tries(2), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(count=st.integers(1, 48), seed=st.integers(0, 2**32))
def test_whatever_the_seed_a_set_obeys_the_rules(plans: Bench, tmp_path: Path, count: int, seed: int) -> None:
    items = plans.make(count, seed)
    made = fields(items)
    assert Counter(one["kind"] for one in made) == Counter(largest_remainder(count))
    assert [one["number"] for one in made] == list(range(73, 73 + count))
    assert all(len(one["code"]) == 4 and int(one["code"], 4) == one["number"] for one in made)
    assert {one["set"] for one in made} == {"H"}
    assert_within_budget(made)
    assert_none_dominated(made)
    for alone in (True, False):
        kind, problems = with_them(plans, items, tmp_path, alone=alone)
        assert problems == []
        assert len(kind.items) == count + (0 if alone else 132)


@pytest.mark.parametrize("seed", range(4))
def test_a_full_set_is_24_of_which_11_are_weapons(plans: Bench, seed: int) -> None:
    made = fields(plans.make(24, seed))
    assert Counter(one["kind"] for one in made) == {"weapon": 11, "shield": 6, "mix": 2, "special": 5}
    assert len({one.get("text", {}).get("en") for one in made if one["kind"] == "special"}) == 5


@pytest.mark.rare
@pytest.mark.tried
@pytest.mark.parametrize("seed", range(tries(1)))
def test_the_free_numbers_can_be_used_up(plans: Bench, tmp_path: Path, seed: int) -> None:
    items = plans.make(183, seed)
    made = fields(items)
    assert (made[0]["code"], made[-1]["code"]) == ("1021", "3333")
    assert len({one["name"]["en"] for one in made}) == 183
    assert max(len(one["name"]["en"]) for one in made) <= 20
    assert_within_budget(made)
    assert_none_dominated(made)
    assert with_them(plans, items, tmp_path)[1] == []


def test_more_than_the_free_numbers_are_refused(plans: Bench) -> None:
    with pytest.raises(Infeasible) as told:
        plans.make(184)
    assert str(told.value) == "184 were asked for, and 183 can be made: the numbers 73 to 255 are free"


def read(plans: Bench, items: list[NewItem], folder: Path) -> tuple[Item, ...]:
    kind, problems = with_them(plans, items, folder, alone=True)
    assert problems == []
    return tuple(kind.items)


@pytest.mark.slow
def test_a_second_set_goes_on_from_the_first(plans: Bench, tmp_path: Path) -> None:
    first = plans.make(24, 1)
    second = plans.make(24, 2, taken=read(plans, first, tmp_path))
    both = fields(first + second)
    assert [one["number"] for one in both] == list(range(73, 121))
    assert len({one["name"]["en"] for one in both}) == len({one["id"] for one in both}) == 48
    assert_none_dominated(both)
    own = {"id", "name", "number", "code", "art"}
    looks = Counter(str({key: value for key, value in one.items() if key not in own}) for one in both)
    assert set(looks.values()) == {1}


@pytest.mark.slow
def test_no_free_number_left_is_reported(plans: Bench, tmp_path: Path) -> None:
    all_of_them = read(plans, plans.make(183), tmp_path)
    with pytest.raises(Infeasible, match="1 were asked for, and 0 can be made: no number up to 255 is free"):
        plans.make(1, taken=all_of_them)


SAYS = {
    "pair": "Two used together: (attack|protection) \\+1",
    "unblockable": "Cannot be blocked",
    "anti_mix": "counts as a plain shield",
    "rebound": "Sends a hit of at most {value} attack back",
    "object_only": "your objects (when one is targeted|only), never for the base",
    "conditional_protect": "protection \\+2",
    "trade_off": "\\+1\\. .* −1\\.",
    "merge": "Three of these may be exchanged",
    "cycle": "can block it",
    "cancel_special": "Negates one special effect",
    "hit_object": "aimed at one object",
    "swap_object": "Swap one of your objects",
    "untargetable": "choose you as a target",
    "attack_as_protect": "may count as protection",
    "lock_object": "cannot be used",
    "take_object": "Takes one object",
    "take_resource": "goes into yours",
    "destroy_object": "Destroys one object",
    "instant_build": "beyond what a turn allows",
    "modify_special": "works on that player instead",
    "reveal": "Look at the code",
    "return_resource": "goes back to that player’s storage",
    "shift_resources": "Move up to 2 resources",
    "strengthen": "Adds 1 attack",
    "weaken": "Takes 1 attack off",
}


@pytest.mark.slow
@pytest.mark.tried
@pytest.mark.parametrize("seed", range(tries(2)))
def test_texts_say_what_the_traits_and_numbers_say(plans: Bench, seed: int) -> None:
    made = fields(plans.make(96, seed))
    names = {one["code"]: one["name"]["en"] for one in made}
    for one in made:
        text, traits = one.get("text", {}).get("en", ""), one.get("traits", [])
        for trait in set(traits) & set(SAYS):
            assert re.search(SAYS[trait].replace("{value}", str(one["value"])), text), (one["id"], trait)
        assert ("recycle" in traits) == (one.get("recycle") == 1)
        assert one["kind"] == "special" or ("range" in traits) == (one.get("range", 1) > 1)
        assert ("ladder" in traits and "becomes this" in text) == ("upgrade" in one)
        for code in one.get("refs", []):
            assert names[code] in text
        if one["kind"] == "special":
            reach = re.search(r"up to (\d) seats away", text)
            assert int(reach[1]) if reach else "next to you" in text
            assert (int(reach[1]) if reach else 1) == one["range"]


@pytest.mark.slow
@pytest.mark.tried
@pytest.mark.parametrize("seed", range(tries(2)))
def test_circles_are_closed(plans: Bench, seed: int) -> None:
    by_code = {one["code"]: one for one in fields(plans.make(96, seed))}
    for one in by_code.values():
        if "beats" in one:
            two = by_code[one["beats"]]
            three = by_code[two["beats"]]
            assert three["beats"] == one["code"]
            assert {(x["value"], x["cost"], x.get("range")) for x in (one, two, three)} == {
                (one["value"], one["cost"], one.get("range"))
            }


@pytest.mark.slow
def test_how_the_new_stand_to_the_old_is_reported(plans: Bench) -> None:
    notes: list[str] = []
    made = fields(plans.make(24, 4, notes=notes))
    old = [{**item.fields, "range": item.fields["range"] or 1} for item in plans.kind.items]
    old = [one for one in old if isinstance(one["cost"], int)]
    beaten = sum(any(dominated(new, one) for one in old) for new in made)
    beats = sum(any(dominated(one, new) for new in made) for one in old)
    assert [note for note in notes if " drifts from " not in note] == [
        "11 weapon, 6 shield, 2 mix, 5 special",
        f"by cost, value, range alone, {beaten} of the 24 new are dominated by an existing one, and {beats} of the 132 "
        f"existing by a new one; none of the new by another new one",
    ]


def test_shares_can_be_those_of_a_file(plans: Bench) -> None:
    like = tuple(item for item in plans.kind.items if item.fields["kind"] == "weapon")
    assert {one["kind"] for one in fields(plans.make(12, like=like))} == {"weapon"}


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes(plans: Bench) -> None:
    assert as_text(plans.make(24, 5)) == as_text(plans.make(24, 5)) != as_text(plans.make(24, 6))


@pytest.mark.rare
def test_all_texts_fit_their_cards(plans: Bench, tmp_path: Path) -> None:
    path = tmp_path / "blueprints.yaml"
    path.write_text(as_text(plans.make(183, 3)), encoding="utf-8")
    project, scope = Project(ROOT / "data", ROOT / "templates"), Scope(("blueprints",), whole=False)
    checked = check_game(project, "star-road", replace={"blueprints": (path, "new")}, scope=scope)
    assert len(checked.game.kinds["blueprints"].items) == 183
    assert [problem for problem in checked.problems if problem.file == "new"] == []


@pytest.mark.rare
def test_thousands_of_candidates_take_no_more_memory_than_hundreds(plans: Bench) -> None:
    context = plans.context()
    pool = Pool(read_designs(plans.settings()), ItemRules(context), plans.settings())
    places = list(range(len(pool.designs)))

    def candidates(rounds: int) -> int:
        return sum(1 for _ in range(rounds) for _ in pool.stream(places, context.rng))

    assert candidates(1) > 300  # all are worked out now
    tracemalloc.start()
    assert candidates(10) > 3_000
    kept, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 20_000
    assert peak < 500_000

"""What the rules say about an item that is none yet."""

import pytest
from each import each
from workbench import Bench, bench

from generator.core.problem import Infeasible
from generator.forge.item_rules import ItemRules


@pytest.fixture(scope="module")
def item_rules() -> ItemRules:
    return ItemRules(bench("star-road", "blueprints").context())


BASE = {"kind": "weapon", "set": "H", "cost": 3}


@each(
    "more, most",
    [
        ({}, 5),
        ({"range": 2}, 4),
        ({"recycle": 1, "traits": ["recycle"]}, 4),
        ({"traits": ["anti_mix"]}, 4),
        ({"traits": ["unblockable"], "text": {"en": "Cannot be blocked."}}, 3),
        ({"kind": "mix"}, 2),
        ({"kind": "special"}, 1),
        ({"kind": "special", "cost": 5}, None),
        ({"cost": 1, "range": 2}, None),
        ({"cost": 1, "range": 2, "traits": ["combo"]}, 0),
        ({"range": 4}, None),
        ({"set": "1", "recycle": 1}, None),
    ],
)
def test_the_largest_value_is_what_the_budget_leaves(
    item_rules: ItemRules, more: dict[str, object], most: int | None
) -> None:
    assert item_rules.largest({**BASE, **more}, "value", 30) == most


def test_a_breach_is_named(item_rules: ItemRules) -> None:
    rule = item_rules.breach({**BASE, "value": 6})
    assert rule is not None
    assert rule.name == "value-cap"
    assert item_rules.breach({**BASE, "value": 5}) is None


def test_fields_of_another_form_are_refused(item_rules: ItemRules) -> None:
    with pytest.raises(Infeasible, match=r"forge\.yaml makes blueprints that cannot be read: 'tank' is none of weapon"):
        item_rules.breach({"kind": "tank"})


def test_rules_over_the_whole_deck_are_left_aside() -> None:
    tiles: Bench = bench("tricks-or-treats", "housing-tiles")
    assert {rule.check_name for rule in ItemRules(tiles.context()).rules} == {"number-range", "expression"}

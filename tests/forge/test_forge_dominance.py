"""Better and worse, with the slow twin beside: every pair, every number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.forge.design import Preference, Rivals
from generator.lab.twins import dominates

SCALE = Preference({"cost": "low", "value": "high", "range": "high"}, {"range": 1}, ("recycle",))


def test_a_rank_is_turned_so_that_more_is_better() -> None:
    assert SCALE.rank({"cost": 2, "value": 3}) == (-2, 3, 1)
    assert SCALE.rank({"cost": 2, "value": 3, "range": 2}) == (-2, 3, 2)
    assert SCALE.rank({"cost": "X", "value": 1}) is None


def test_who_is_as_good_in_all_and_better_in_one_outdoes() -> None:
    assert dominates((-1, 3, 1), (-2, 3, 1))
    assert not dominates((-2, 3, 1), (-2, 3, 1))
    assert not dominates((-1, 1, 1), (-2, 3, 1))


ITEMS = st.lists(
    st.fixed_dictionaries(
        {
            "cost": st.integers(1, 4),
            "value": st.integers(0, 5),
            "range": st.sampled_from([None, 1, 2]),
            "recycle": st.sampled_from([None, 1]),
        }
    ),
    max_size=25,
)


@pytest.mark.slow
@given(items=ITEMS)
def test_of_those_admitted_none_outdoes_another(items: list[dict[str, int | None]]) -> None:
    rivals = Rivals(SCALE)
    there: list[dict[str, int | None]] = []
    for item in items:
        admitted = rivals.admits("weapon", item)
        numbers = [(-(one["cost"] or 0), one["value"] or 0, one["range"] or 1) for one in [*there, item]]
        clash = any(
            (all(x >= y for x, y in zip(a, b, strict=True)) and a != b) or (a == b and one["recycle"] != two["recycle"])
            for one, a in zip([*there, item], numbers, strict=True)
            for two, b in zip([*there, item], numbers, strict=True)
        )
        assert admitted == (not clash)
        if admitted:
            rivals = rivals.joined("weapon", item)
            there.append(item)


def test_sorts_do_not_compete() -> None:
    rivals = Rivals(SCALE).joined("weapon", {"cost": 1, "value": 5})
    assert rivals.admits("shield", {"cost": 2, "value": 1})
    assert not rivals.admits("weapon", {"cost": 2, "value": 1})
    assert rivals.admits("weapon", {"cost": "X", "value": 1})


def test_those_before_an_item_joined_stay_as_they_were() -> None:
    rivals = Rivals(SCALE)
    assert not rivals.joined("weapon", {"cost": 1, "value": 5}).admits("weapon", {"cost": 2, "value": 1})
    assert rivals.admits("weapon", {"cost": 2, "value": 1})

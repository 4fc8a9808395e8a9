"""Names drawn from lists: all new, short, and every word in its turn."""

from collections import Counter
from typing import Any

import pytest
from workbench import bench

from generator.core.problem import Infeasible
from generator.forge.design import Namer
from generator.forge.item_template import Phrase
from generator.model.values import Record

TEMPLATE = {"en": Phrase(("", " make ", " ", " noun.en ", ""))}


def words(*nouns: tuple[str, str]) -> dict[str, Any]:
    return {"make": ("Tin", "Oak"), "noun": tuple(Record({"en": noun, "if": when}) for noun, when in nouns)}


def namer(longest: int = 20) -> Namer:
    return Namer(bench("star-road", "blueprints").context(), "name", longest, ("en",))


def names(count: int, namer: Namer, *nouns: tuple[str, str], cost: int = 1) -> list[str]:
    known = words(*nouns)
    return [namer.draw([TEMPLATE], known, {"cost": cost})[1][0]["en"] for _ in range(count)]


def test_all_names_are_new_and_every_word_comes_in_its_turn() -> None:
    made = names(6, namer(), ("Lid", ""), ("Hood", ""), ("Crate", ""))
    assert len(set(made)) == 6
    assert Counter(name.split()[0] for name in made) == {"Tin": 3, "Oak": 3}


def test_a_word_is_for_the_numbers_that_it_names() -> None:
    assert {name.split()[1] for name in names(2, namer(), ("Lid", "cost <= 2"), ("Ram", "cost > 2"), cost=4)} == {"Ram"}


def test_names_at_hand_are_not_used_again() -> None:
    known = {"make": ("Steel", "Tin"), "noun": (Record({"en": "Plate", "if": ""}),)}  # there is a Steel Plate
    assert namer().draw([TEMPLATE], known, {})[1] == [{"en": "Tin Plate"}]


def test_names_that_are_too_long_are_left_out() -> None:
    assert set(names(2, namer(9), ("Lid", ""), ("Palisade", ""))) == {"Tin Lid", "Oak Lid"}


def test_no_name_left_is_reported() -> None:
    with pytest.raises(Infeasible, match=r"forge\.yaml has no new name left: add words"):
        names(3, namer(), ("Lid", ""))
    with pytest.raises(Infeasible, match=r"forge\.yaml has no name for cost 1"):
        names(1, namer(), ("Lid", "cost > 2"))

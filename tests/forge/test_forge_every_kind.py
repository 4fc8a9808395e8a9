"""Every kind that a shipped game can make: what comes out checks clean beside what is at hand, the same for a seed."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs
from tries import slow_but, tries
from workbench import Bench, as_text, bench, with_them

from generator.core.problem import Infeasible
from generator.forge.forge import forge
from generator.forge.recipes import recipes
from generator.forge.request import Request

KINDS = [
    *(("tricks-or-treats", kind) for kind in ("costumes", "decorations", "trick-tickets", "mask-tokens")),
    *(("tricks-or-treats", kind) for kind in ("movement-tokens", "game-boards")),
    *(("collectors", "items"), ("star-road", "characters")),
]


def test_every_recipe_is_used_by_a_shipped_game() -> None:
    used = {
        entry.recipe.__name__.rpartition(".")[2]
        for name, kind in (("collectors", "items"), ("star-road", "blueprints"), ("tricks-or-treats", "costumes"))
        for entry in bench(name, kind).book.entries.values()
    }
    assert used == set(recipes())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "kind"), slow_but(1, KINDS))
@settings(max_examples=tries(2), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(count=st.integers(3, 24), seed=st.integers(0, 2**32))
def test_what_is_made_checks_clean_and_comes_again(game: str, kind: str, tmp_path: Path, count: int, seed: int) -> None:
    known = bench(game, kind)
    made = known.make(count, seed)
    assert as_text(made) == as_text(known.make(count, seed))
    assert len({item.id for item in made}) == count
    (tmp_path / "with").mkdir(exist_ok=True)
    _, problems = with_them(known, made, tmp_path / "with")
    told = {"deck-lasts"}  # a Collection Deck in the making is told of by `pnp generate`
    assert [problem for problem in problems if problem.rule not in told] == []


def of(known: Bench, count: int, seed: int, whom: str | None = None) -> list[dict[str, object]]:
    request = Request(count, whom=whom)
    made = forge(known.game, known.kind, known.book, request, Random(seed), rules=known.rules)
    return [item.fields for item in made]


@pytest.mark.parametrize("kind", ["trick-tickets", "mask-tokens", "movement-tokens"])
def test_a_second_set_has_the_numbers_of_the_first(kind: str) -> None:
    known = bench("tricks-or-treats", kind)
    first: Counter[object] = Counter()
    for item in known.kind.items:
        first[item.fields["value"]] += item.copies
    assert Counter(fields["value"] for fields in of(known, first.total(), 4)) == first


def test_each_picture_of_a_ticket_is_dealt_before_any_comes_again() -> None:
    made = of(bench("tricks-or-treats", "trick-tickets"), 18, 2)
    assert set(Counter(fields["art"] for fields in made).values()) == {3}


def test_a_costume_with_penalties_only_is_cursed_and_nothing_else_is() -> None:
    for fields in of(bench("tricks-or-treats", "costumes"), 24, 5):
        modifiers = fields["modifiers"]
        assert isinstance(modifiers, list)
        penalties = all(value < 0 for modifier in modifiers for value in modifier.values())
        assert bool(fields.get("cursed")) == penalties
        assert str(fields["art"]).startswith("costumes/cursed-") == penalties


def test_what_an_item_does_is_balanced_on_the_scale_of_its_recipe() -> None:
    known = bench("collectors", "items")
    made = forge(known.game, known.kind, known.book, Request(40), Random(1), rules=known.rules)
    assert all(item.worth is not None and 2 <= item.worth <= 3 for item in made)
    polarities = Counter(item.fields["passive"]["polarity"] for item in made)
    assert len(polarities) == 2


def test_items_belong_to_who_has_the_fewest_or_to_whom_was_asked_for() -> None:
    known = bench("collectors", "items")
    kept = [item for item in known.kind.items if item.fields["owner"] != "moth-collector" or item.fields["signature"]]
    short = replace(known, kind=replace(known.kind, all_items=kept))
    assert {fields["owner"] for fields in of(short, 9, 1)} == {"moth-collector"}
    assert len({fields["owner"] for fields in of(known, 6, 1)}) > 1
    assert {fields["owner"] for fields in of(known, 5, 1, "hat-collector")} == {"hat-collector"}
    assert {fields["type"] for fields in of(known, 5, 1, "hat-collector")} == {"Hats"}
    with pytest.raises(Infeasible, match="'nobody' is none of the characters; known: hat-collector"):
        of(known, 1, 1, "nobody")


@pytest.mark.slow
def test_a_full_deck_gets_no_more_escapades_and_a_new_character_gets_ten(tmp_path: Path) -> None:
    known = bench("collectors", "escapades")
    with pytest.raises(Infeasible, match="each of the 6 characters has 10 escapades, which is all that a rule allows"):
        of(known, 1, 1)
    full = bench("collectors", "characters")
    characters, _ = with_them(full, full.make(1, 5), tmp_path)
    game = structs.replace(known.game, kinds={**known.game.kinds, "characters": characters})
    fresh = Bench(game, game.kinds["escapades"], known.book, known.rules)
    made = of(fresh, 10, 3)
    assert len({fields["owner"] for fields in made}) == 1
    assert len({str(fields["title"]) for fields in made}) == 10
    assert all("rade" not in str(f["text"]) for f in made if f.get("keyword") == "Heated Encounter")
    assert len({str(fields["art"]) for fields in made}) == 10
    with pytest.raises(Infeasible, match="escapade-count"):
        of(fresh, 3, 3)


@pytest.mark.slow
def test_escapades_have_a_bane_a_choice_or_an_experience(tmp_path: Path) -> None:
    known, full = bench("collectors", "escapades"), bench("collectors", "characters")
    characters, _ = with_them(full, full.make(12, 5), tmp_path)
    game = structs.replace(known.game, kinds={**known.game.kinds, "characters": characters})
    made: list[dict[str, Any]] = of(Bench(game, game.kinds["escapades"], known.book, known.rules), 120, 3)
    chosen = [fields for fields in made if fields.get("options")]
    kept = [fields for fields in made if fields.get("experience")]
    assert 20 <= len(chosen) <= 40
    assert 8 <= len(kept) <= 24
    for fields in made:
        text = str(fields["text"])
        assert ("chooses one" in text) == (fields in chosen)
        assert ("takes this card as an Experience" in text) == (fields in kept)
        assert "each Collector cannot" not in text
    for fields in kept:
        words = str(fields["experience"]["text"])
        for change in fields["experience"]["changes"]:
            ((attribute, by),) = change.items()
            way = "raised" if int(by) > 0 else "lowered"
            assert re.search(rf"[Yy]our {attribute.capitalize()} (is|are) {way} by 1", words)
    pictures = Path(known.game.folder.parent.parent, "templates", "collectors")
    assert all((pictures / "art" / f"{fields['art']}.svg").is_file() for fields in made)


@pytest.mark.slow
def test_characters_of_star_road_are_good_at_objects_that_there_are() -> None:
    known = bench("star-road", "characters")
    codes = {item.fields["code"] for item in known.game.kinds["blueprints"].items}
    made = of(known, 30, 2)
    assert [fields["number"] for fields in made] == list(range(1, 31))
    assert {code for fields in made for code in fields["targets"]} <= codes  # type: ignore[attr-defined]

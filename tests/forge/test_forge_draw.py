"""The recipe `draw`: any deck in a few lines, with its shares, its rules, and nothing twice."""

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from each import each
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tries import tries
from workbench import Bench, as_text, bench, with_them

from generator.core.problem import Infeasible
from generator.forge.examination import examine_forge
from generator.forge.forge import NewItem
from generator.forge.spec import read_forge
from generator.model.load import load_game
from generator.rules.rulebook import read_rulebook

ARROWS = ("up", "right", "down", "left")
# The rules in words: 0 to 30, 1 to 7, within 2 of 1 + D / 5.
CURVE = {(d, g) for d, g in product(range(31), range(1, 8)) if abs(5 * (g - 1) - d) <= 10}


@pytest.fixture(scope="module")
def tiles() -> Bench:
    return bench("tricks-or-treats", "housing-tiles")


def tile(item: NewItem) -> tuple[int, int, str]:
    return item.fields["difficulty"], item.fields["gathering"], item.fields["arrow"]


def deck(tiles: Bench) -> set[tuple[int, int, str]]:
    return {(item.fields["difficulty"], item.fields["gathering"], item.fields["arrow"]) for item in tiles.kind.items}


@pytest.mark.slow
@settings(max_examples=tries(2), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(count=st.integers(1, 396), seed=st.integers(0, 2**32))
def test_whatever_the_seed_tiles_obey_the_rules(tiles: Bench, tmp_path: Path, count: int, seed: int) -> None:
    items = tiles.make(count, seed)
    found = [tile(item) for item in items]
    assert len(set(found)) == count
    assert not set(found) & deck(tiles)
    assert {(d, g) for d, g, _ in found} <= CURVE
    arrows = Counter(arrow for _, _, arrow in found)
    assert {arrows[arrow] for arrow in ARROWS} <= {count // 4, -(-count // 4)}
    for alone in (True, False):
        kind, problems = with_them(tiles, items, tmp_path, alone=alone)
        assert problems == []
        assert len(kind.items) == count + (0 if alone else 72)


@pytest.mark.rare
def test_the_space_is_every_tile_on_the_curve_then_tiles_start_over(tiles: Bench) -> None:
    notes: list[str] = []
    found = Counter(tile(item) for item in tiles.make(396 + 468 + 10, notes=notes))
    assert set(found) | deck(tiles) == {(d, g, arrow) for (d, g), arrow in product(CURVE, ARROWS)}
    assert set(found.values()) == {1, 2, 3}
    assert notes[0].startswith("nothing new is left: 478 of the 874 have the ")
    few: list[str] = []
    assert len({tile(item) for item in tiles.make(396, notes=few)}) == 396
    assert few == []


@pytest.mark.slow
@each("seed", range(3))
def test_difficulties_are_spread_evenly(tiles: Bench, seed: int) -> None:
    uses = Counter(item.fields["difficulty"] for item in tiles.make(62, seed))
    assert set(uses) == set(range(31))
    assert set(uses.values()) == {2}


@pytest.mark.rare
@each("seed", range(4))
def test_217_names_are_all_different_and_short(tiles: Bench, seed: int) -> None:
    items = tiles.make(217, seed)
    for language in ("en", "fr"):
        names = {item.fields["name"][language] for item in items}
        assert len(names) == 217
        assert max(map(len, names)) <= 24


@pytest.mark.slow
def test_a_name_goes_with_the_door_and_the_house(tiles: Bench) -> None:
    for item in tiles.make(150, 3):
        difficulty, gathering, _ = tile(item)
        name = item.fields["name"]["en"].lower()
        assert not any(word in name for word in ("manor", "castle", "palace")) or gathering >= 5
        assert not any(word in name for word in ("cottage", "hut", "shack")) or gathering <= 2
        assert not any(word in name for word in ("cursed", "bones", "coffins")) or difficulty >= 17
        assert not name.startswith("empty-bowl") or gathering < difficulty / 5


BATTLE = {
    "game": """\
name: Battle
languages: [en]
kinds:
  cards:
    title: Cards
    fields:
      name: {type: text, required: true}
      power: {type: whole, required: true}
      cost: {type: whole, required: true}
      suit: {type: choice, of: [cups, swords]}
      icons: {type: list, of: {type: choice, of: [sun, moon, star]}}
      rare: {type: flag}
""",
    "balance": """\
- {rule: fair, check: expression, kind: cards, that: power <= 2 * cost + 1, source: ours, why: ours,
   pass: {power: 2, cost: 2}, fail: {power: 6, cost: 1}}
- {rule: middling, check: mean, kind: cards, of: power, min: 3, max: 3.4, least: 5, source: ours, why: ours,
   pass: [{copies: 5, power: 3, cost: 2}], fail: [{copies: 5, power: 1, cost: 2}]}
""",
    "forge": """\
kinds:
  cards:
    recipe: draw
    draw:
      power: [1, 6]
      cost: [1, 4]
      rare: {yes: 1, no: 3}
      suit: as deck
      icons: {some: [sun, moon, star], count: [1, 2], once: true}
      name: {en: "{{ adj }} {{ noun }}"}
    words: {adj: [Old, Grim, Sly, Bold, Mad], noun: [Wolf, Fox, Bear, Owl, Toad, Crow]}
    unlike: [name]
    evenly: [cost]
    tags: {heavy: power > 4}
""",
    "cards": """\
- {id: old-wolf, name: {en: Old Wolf}, power: 3, cost: 2, suit: cups, rare: true}
- {id: grim-fox, name: {en: Grim Fox}, power: 2, cost: 1, suit: swords}
- {id: sly-owl, name: {en: Sly Owl}, power: 2, cost: 1, suit: swords}
""",
}


def battle(folder: Path, **changed: str) -> Bench:
    (folder / "battle").mkdir(parents=True)
    for name, text in {**BATTLE, **changed}.items():
        (folder / "battle" / f"{name}.yaml").write_text(text)
    return bench("battle", "cards", folder)


@pytest.mark.slow
@pytest.mark.parametrize("count", [20, 27])
def test_rules_about_the_deck_are_kept_out_of_few_names(count: int, tmp_path: Path) -> None:
    cards = battle(tmp_path)
    for seed in range(10):
        made = [item.fields for item in cards.make(count, seed)]
        assert len({card["name"]["en"] for card in made} | {"Old Wolf", "Grim Fox", "Sly Owl"}) == count + 3
        assert all(card["power"] <= 2 * card["cost"] + 1 for card in made)
        assert 3 <= (7 + sum(card["power"] for card in made)) / (count + 3) <= 3.4
        costs, suits = (Counter(card[name] for card in made) for name in ("cost", "suit"))
        assert max(costs.values()) - min(costs.values()) <= 1
        assert abs(suits["swords"] - 2 * count / 3) < 1
        assert all(1 <= len(set(card["icons"])) == len(card["icons"]) <= 2 for card in made)
    assert as_text(cards.make(9, 5)) == as_text(cards.make(9, 5)) != as_text(cards.make(9, 6))


@pytest.mark.slow
def test_names_run_out_and_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(Infeasible, match=r"28 were asked for, but .* leave 27 cards unlike each other in name$"):
        battle(tmp_path).make(28)


ENSEMBLE = """\
kinds:
  cards:
    recipe: ensemble
    points: none
    title: "{{ adj }} {{ noun }}"
    unlike: [name]
    deal: [{name: power, from: powers}, {name: cost, from: costs}, {name: adj, from: adjs}, {name: noun, from: nouns}]
    item: {name: {en: "{{ adj }} {{ noun }}"}, power: "{{ power }}", cost: "{{ cost }}"}
    words:
      powers: [1, 2, 3, 4, 5, 6]
      costs: [1, 2, 3, 4]
      adjs: [Old, Grim, Sly, Bold, Mad]
      nouns: [Wolf, Fox, Bear, Owl, Toad, Crow]
"""


@pytest.mark.slow
def test_an_ensemble_needs_no_more_names_than_cards_for_a_rule_about_the_deck(tmp_path: Path) -> None:
    cards = battle(tmp_path, forge=ENSEMBLE)
    for seed in range(10):
        made = [item.fields for item in cards.make(20, seed)]
        assert len({card["name"]["en"] for card in made}) == 20
        assert 3 <= (7 + sum(card["power"] for card in made)) / 23 <= 3.4


@each(
    ("old", "new", "told"),
    [
        ("power: [1, 6]", "powr: [1, 6]", "5:13 unknown-reference: 'powr' is not a field of cards"),
        ("power: [1, 6]", "power: [6, 1]", "5:14 cannot-be-made: a range has its least and its most, in this order"),
        ("power: [1, 6]", "power: 1-6", "5:14 cannot-be-made: power has nothing to be drawn from here; write a range"),
        ("power: [1, 6]", "power: [low, 2, 3]", "5:14 wrong-type: a whole number is wanted here"),
        ("{yes: 1, no: 3}", "{yes: 1, nope: 3}", "7:13 wrong-type: true or false is wanted here"),
        ("{yes: 1, no: 3}", "{yes: 0, no: 0}", "7:13 cannot-be-made: a weight is 0 or more"),
        ("suit: as deck", "suit: [cups, cusp]", "8:13 not-one-of: 'cusp' is none of cups, swords"),
        ("suit: as deck", 'suit: "{{ adj }}"', "8:13 not-one-of: "),
        ("count: [1, 2]", "count: [2, 1]", "9:14 cannot-be-made: count of icons is a number"),
        ("count: [1, 2]", "count: 4", "9:14 cannot-be-made: icons cannot have 4 of 3 values once each"),
        ("once: true", "onec: true", "9:14 cannot-be-made: 'onec' is not a key of a list that is drawn"),
        ("{{ adj }} ", "{{ adjj }} ", "10:18 unknown-reference: 'adjj' is not known in 'adjj'"),
        ("unlike: [name]", "unlike: [nam]", "12:14 unknown-reference: 'nam' is not a field of cards"),
        ("evenly: [cost]", "evenly: [icons]", "13:14 wrong-type: icons is a list"),
        (
            "evenly: [cost]",
            "evenly: [coast]",
            "13:14 unknown-reference: 'coast' is not a field of cards or a drawn word",
        ),
        ("power > 4", "powr > 4", "14:19 unknown-reference: 'powr' is not known"),
        ("power: [1, 6]", "power: [4, 6]\n      cost: 1\n#", "cannot-be-made"),
        ("recipe: draw", "recipe: grid", "3:13 not-one-of: recipe: grid is no more"),
        ("recipe: draw", "recipe: sets", "3:13 not-one-of: recipe: sets is no more"),
    ],
)
def test_a_mistake_is_reported_at_its_place(old: str, new: str, told: str, tmp_path: Path) -> None:
    text = BATTLE["forge"].replace(old, new, 1)
    assert text != BATTLE["forge"]
    (tmp_path / "battle").mkdir()
    for name, content in {**BATTLE, "forge": text}.items():
        (tmp_path / "battle" / f"{name}.yaml").write_text(content)
    game, _ = load_game(tmp_path / "battle", "battle")
    problems = [*read_forge(game)[1], *examine_forge(game, *read_rulebook(game))[1]]
    lines = [f"{problem.line}:{problem.column} {problem.rule}: {problem.message}" for problem in problems]
    assert any(told in line for line in lines), lines
    assert all(problem.hint or problem.rule != "unknown-reference" for problem in problems)


def test_a_wrong_value_in_the_deck_is_no_mistake_of_the_forge(tmp_path: Path) -> None:
    (tmp_path / "battle").mkdir()
    cards = "".join(f"- {{id: card-{n}, name: Card {n}, power: 3, cost: 2, suit: cups}}\n" for n in range(8))
    wrong = "- {id: odd, name: Odd, power: 3, cost: 2, suit: cusp}\n"
    needed = BATTLE["game"].replace("suit: {", "suit: {required: true, ")
    forge = BATTLE["forge"].replace("evenly: [cost]", "evenly: [suit, cost]")
    for name, content in {**BATTLE, "game": needed, "forge": forge, "cards": cards + wrong}.items():
        (tmp_path / "battle" / f"{name}.yaml").write_text(content)
    game, (problem,) = load_game(tmp_path / "battle", "battle")
    assert problem.message == "'cusp' is none of cups, swords"
    assert [*read_forge(game)[1], *examine_forge(game, *read_rulebook(game))[1]] == []


def test_fields_that_nobody_names_are_drawn_by_their_own_form(tmp_path: Path) -> None:
    spans = "".join(
        f"- {{rule: {name}, check: number-range, kind: cards, field: {name}, min: 1, max: {most}, source: ours, why: ours,"
        f" pass: {{{name}: 1}}, fail: {{{name}: 9}}}}\n"
        for name, most in (("power", 4), ("cost", 2))
    )
    forge = 'kinds: {cards: {recipe: draw, draw: {name: {en: "{{ power }}/{{ cost }}"}}}}\n'
    made = [item.fields for item in battle(tmp_path, balance=spans, forge=forge, cards="[]\n").make(8)]
    assert {(card["power"], card["cost"]) for card in made} == set(product(range(1, 5), (1, 2)))
    assert {card["name"]["en"] for card in made} == {f"{p}/{c}" for p, c in product(range(1, 5), (1, 2))}

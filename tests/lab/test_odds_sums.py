"""``sum`` and ``until``: what they hold, what they refuse, and what they say where they had to simulate."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from decks import game_of

from generator.lab.answers import OneGame, answered, check_lab, tried_lab
from generator.lab.ask import ask
from generator.lab.question import Answer, BadQuestion
from generator.lab.telling import as_json

CARDS: list[dict[str, Any]] = [
    {"id": "purse", "cost": 3, "sort": "weapon"},
    {"id": "tip", "cost": 1, "copies": 3, "sort": "weapon"},
    {"id": "rain", "cost": -1, "copies": 2, "sort": "shield"},
    {"id": "stone", "sort": "mix"},
]
COINS = [3, 1, 1, 1, -1, -1]
KEPT = "from=sort != 'mix'"


def shelf(folder: Path) -> OneGame:
    return OneGame(game_of(folder, CARDS))


@pytest.fixture
def fair(tmp_path: Path) -> OneGame:
    return shelf(tmp_path)


def asked(fair: OneGame, question: str, *given: str) -> Answer:
    return ask(question, ["kind=stalls", *given], fair)


def test_a_sum_holds_its_distribution_its_mean_and_the_chance_asked_for(fair: OneGame) -> None:
    found = asked(fair, "sum", "draws=3", "of=cost", KEPT, "at-least=3").data
    hands = [sum(hand) for hand in combinations(COINS, 3)]
    assert found["exact"] is True
    assert found["chance"] == Fraction(sum(hand >= 3 for hand in hands), len(hands))
    assert found["mean"] == Fraction(sum(hands), len(hands))
    assert dict(found["distribution"]) == {
        value: Fraction(hands.count(value), len(hands)) for value in sorted(set(hands))
    }
    within = asked(fair, "sum", "draws=3", "of=cost", KEPT, "at-least=1", "at-most=3").data["chance"]
    assert within == Fraction(sum(1 <= hand <= 3 for hand in hands), len(hands))


def test_cards_that_do_not_count_are_drawn_all_the_same(fair: OneGame) -> None:
    found = asked(fair, "sum", "draws=1", "of=cost / 2", "where=sort == 'weapon'").data
    assert found["distribution"] == [
        [0, Fraction(3, 7)],
        [Fraction(1, 2), Fraction(3, 7)],
        [Fraction(3, 2), Fraction(1, 7)],
    ]
    assert '"3/2"' in as_json(found)


def test_turns_hold_their_distribution_and_the_chance_that_the_deck_ends_first(fair: OneGame) -> None:
    found = asked(fair, "until", "draw=2", "where=sort == 'shield'", "at-least=2", "within=3").data
    assert found["exact"] is True
    assert found["chance"] + found["distribution"][-1][1] == 1
    assert [turn for turn, _ in found["distribution"]] == [1, 2, 3, 4]
    assert found["dry"] == 0
    assert found["distribution"][0][1] == Fraction(1, 21)
    never = asked(fair, "until", "draw=2", "where=sort == 'shield'", "at-least=3")
    assert (never.data["dry"], never.data["mean"], never.data["distribution"]) == (1, None, [])
    assert never.text[-1] == "the deck ends first: 100.0 %"
    again = asked(fair, "until", "draw=7", "where=sort == 'shield'", "at-least=3", "reshuffle=yes").data
    assert (again["distribution"], again["dry"]) == ([[2, 1]], 0)


@pytest.mark.parametrize(
    ("question", "given", "message"),
    [
        ("sum", ["draws=1", "of=cost"], "of: stalls/stone has no number there; where= can leave it out"),
        ("sum", ["draws=8", "of=1"], "draws is 8; the deck holds 7"),
        ("sum", ["draws=1", "of=1", "from=cost == 9"], "the deck holds 0"),
        ("sum", ["draws=1"], "of=EXPR is missing"),
        ("until", ["draw=1", "at-least=3"], "sum=EXPR or where=EXPR is missing"),
        ("until", ["draw=1", "at-least=3", "sum=cost"], "sum: stalls/stone has no number there"),
        ("until", ["draw=1", "at-least=0", "sum=1"], "at-least: 0 is out of reach"),
        ("until", ["draw=1", "at-least=2", "sum=-1", "reshuffle=yes"], "comes to -7, so that it may never be reached"),
        ("until", ["draw=1", "at-least=99999", "sum=1", "reshuffle=yes"], "may take more than 10,000 cards"),
        ("until", ["draw=1", "at-least=2", "sum=1", "reshuffle=often"], "is none of yes, no"),
    ],
)
def test_what_cannot_be_answered_is_refused(fair: OneGame, question: str, given: list[str], message: str) -> None:
    with pytest.raises(BadQuestion) as refused:
        asked(fair, question, *given)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("sum", ["draws=3", "of=cost", KEPT, "at-least=3"]),
        ("until", ["draw=1", "sum=cost", KEPT, "at-least=3", "within=3"]),
        ("until", ["draw=1", "sum=cost", KEPT, "at-least=5", "within=4", "reshuffle=yes"]),
    ],
)
def test_a_deck_too_large_to_be_exact_is_simulated_and_says_so(
    fair: OneGame, question: str, given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = asked(fair, question, *given).data
    monkeypatch.setattr("generator.lab.card_values.MOST_STEPS", 3)
    monkeypatch.setattr("generator.core.sample.MOST_TRIES", 4_000)
    answer = asked(fair, question, *given)
    found = answer.data
    assert (exact["exact"], found["exact"], found["tries"]) == (True, False, 4_000)
    for name in {"chance", "dry"} & exact.keys():
        low, high = found["limits"][name]
        assert low <= exact[name] <= high
        assert low <= found[name] <= high
    low, high = found["limits"]["mean"]
    assert low <= exact["mean"] <= high
    assert [value for value, _ in found["limits"]["distribution"]] == [value for value, _ in found["distribution"]]
    assert any(line.startswith("simulated: 4,000 tries, seed 0") for line in answer.text)
    assert answer == asked(fair, question, *given)
    other = asked(fair, question, *given, "seed=1").data
    assert other["distribution"] != found["distribution"]
    json.loads(as_json(found))


LAB = """
questions:
  - name: three cost in a hand
    sum: {{kind: stalls, draws: 3, of: cost, from: sort != 'mix', at_least: 3}}
    expect: {of_sum}
  - name: turns to three cost
    until: {{kind: stalls, draw: 1, sum: cost, from: sort != 'mix', at_least: 3}}
    take: mean
    expect: {of_until}
  - name: fives
    dice: {{roll: count 5d6 >= 5 >= 2}}
    expect: [0.5, 0.6]
"""


def test_a_lab_holds_such_questions_to_what_it_expects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = shelf(tmp_path).game
    file = game.folder / "lab.yaml"
    file.write_text(LAB.format(of_sum="[0.3, 0.6]", of_until="[2, 4]"))
    assert check_lab(game) == []
    file.write_text(LAB.format(of_sum="[0.9, 1]", of_until="[5, 6]"))
    assert [problem.line for problem in check_lab(game)] == [5, 9]
    monkeypatch.setattr("generator.lab.card_values.MOST_STEPS", 3)
    monkeypatch.setattr("generator.core.sample.MOST_TRIES", 4_000)
    assert [problem.line for problem in check_lab(game)] == [5, 9]
    file.write_text(LAB.format(of_sum="[0.3, 0.6]", of_until="[2, 4]"))
    assert check_lab(game) == []
    simulated = answered(game, tried_lab(game)[0])
    assert [answer.limits is not None for answer in simulated] == [True, True, False]
    assert all(low <= answer.figure <= high for answer in simulated[:2] for low, high in [answer.limits])  # type: ignore[misc,operator]


def test_a_lab_is_told_of_a_field_that_the_kind_lacks(tmp_path: Path) -> None:
    game = shelf(tmp_path).game
    (game.folder / "lab.yaml").write_text(
        "questions: [{name: n, until: {kind: stalls, draw: 1, sum: coin, at_least: 3}}]"
    )
    (problem,) = check_lab(game)
    assert (problem.rule, problem.column) == ("unknown-reference", 59)

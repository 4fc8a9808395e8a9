"""Whatever is asked: an answer whose chances are chances, or a refusal in one line."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared_games import SHIPPED_GAMES, shipped_game
from tries import slow_but, tries

from generator.lab.ask import all_questions, ask
from generator.lab.question import Answer, BadQuestion
from generator.lab.telling import as_json
from generator.model.game import Game

# Words that values are made of, and what has no place in them.
WORDS = [
    *("", "0", "1", "2", "9", "12", "-1", "+3", "007", "1.5", "99999999999999999999", "²", "x", "\x1b[31m", "\n"),
    *(
        "hand", "held:", "masks:", "tricks:", "treats:", "costumes:", ":", ",", ";", " ", "=", "d6", "2d12",
        "best 1 of ",
    ),
    *(
        ">=", "+", "*", "(", ")", "surprise-cards", "trick-tickets", "value", "effects", "|length", "free", "one",
        "forgotten",
    ),
]  # fmt: skip
texts = st.lists(st.sampled_from(WORDS), max_size=6).map("".join)


class Shelf:
    """The shipped games."""

    def game_with(self, kind: str, usual: str | None = None) -> Game:
        found = [game for game in map(shipped_game, SHIPPED_GAMES) if kind in game.kinds]
        if len(found) != 1:
            raise BadQuestion(f"{len(found)} games have {kind!r}")
        return found[0]


def asked(name: str, given: list[str]) -> Answer | None:
    try:
        return ask(name, given, Shelf())
    except BadQuestion as error:
        refusal = str(error)
    assert refusal
    assert refusal.isprintable()
    return None


def chances(data: Any) -> list[Fraction]:
    """All chances that an answer names as such."""
    found = [data["chance"]] if "chance" in data else []
    return found + list(data["outcomes"].values() if isinstance(data.get("outcomes"), dict) else [])


@pytest.mark.parametrize("name", slow_but([*all_questions()][::2], all_questions()))
@settings(max_examples=tries(5), deadline=None)
@given(data=st.data())
def test_any_values_are_answered_or_refused(name: str, data: st.DataObject) -> None:
    values = all_questions()[name].values
    given = [f"{value}={data.draw(texts)}" for value in values if data.draw(st.booleans()) or values[value].required]
    answer = asked(name, given)
    if answer is not None:
        assert all(0 <= chance <= 1 for chance in chances(answer.data))
        assert json.loads(as_json(answer.data))
        assert all(line.isprintable() for line in answer.text)


@pytest.mark.slow
@settings(max_examples=tries(10), deadline=None)
@given(st.lists(texts, max_size=4))
def test_any_words_are_answered_or_refused(given: list[str]) -> None:
    for name in all_questions():
        asked(name, given)


def test_the_same_question_has_the_same_answer() -> None:
    given = ["difficulty=12", "gathering=4", "held=4"]
    first, second = asked("tricks-or-treats/door", given), asked("tricks-or-treats/door", given)
    assert first == second
    assert first is not None

"""Asking: finds the question by its name, reads its values, has it answered."""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.catalog.problem_log import nearest
from generator.guests import faults, guests, installed, place_of
from generator.odds import __name__ as room
from generator.odds import __path__ as path
from generator.odds.question import Answer, BadQuestion, Question, Shelf, question_folder, question_of, read_values
from generator.refusal import Refusal

_FOR_ANY = question_folder(room, path, "questions")


def question_names() -> list[str]:
    """The names of all questions. It takes much less than the questions."""
    return [*_FOR_ANY, *(f"{guest}/{name}" for guest, one in guests().items() for name in one.offers("questions"))]


def all_questions() -> Mapping[str, Question]:
    """All questions by name: those about any game, and ``GAME/NAME`` for those of the guests."""
    return {name: _question(name) for name in question_names()}


def _question(name: str) -> Question:
    game, slash, own = name.rpartition("/")
    known: Mapping[str, Any] = guests()[game].offers("questions") if slash else _FOR_ANY
    return question_of(own, known[own])


def ask(name: str, given: Sequence[str], shelf: Shelf) -> Answer:
    """The answer to a question.

    Args:
        name: the question's.
        given: its values, as ``NAME=VALUE``.
        shelf: where it finds its game.

    Raises:
        BadQuestion: there is no such question, or it cannot be answered.
    """
    known = question_names()
    if name not in known:
        raise BadQuestion(f"there is no question {name[:40]!r}; {nearest(name, known)}{faults()}")
    question = _question(name)
    values = read_values(question.values, given)
    if name.rpartition("/")[0] not in installed():
        return question.ask(values, shelf)
    try:
        return question.ask(values, shelf)
    except Refusal:
        raise
    except Exception as error:
        raise BadQuestion(place_of(error)) from error

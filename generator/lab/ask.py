"""Asking: finds the question by its name, reads its values, has it answered."""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, cast

from generator.lab import games, questions
from generator.lab.question import Answer, BadQuestion, Question, Shelf, read_values
from generator.model.problem_log import nearest


@cache
def _places() -> Mapping[str, str]:
    """The modules of all questions, by the question's name; none of them is imported for that."""
    found = {_named(module.name): f"{questions.__name__}.{module.name}" for module in iter_modules(questions.__path__)}
    for folder in iter_modules(games.__path__):
        inside = [os.path.join(path, folder.name) for path in games.__path__]
        for module in iter_modules(inside):
            found[f"{_named(folder.name)}/{_named(module.name)}"] = f"{games.__name__}.{folder.name}.{module.name}"
    return found


def _named(module: str) -> str:
    return module.replace("_", "-")


def question_names() -> list[str]:
    """The names of all questions. It takes much less than the questions."""
    return list(_places())


def all_questions() -> Mapping[str, Question]:
    """All questions by name: the modules of `odds.questions`, and ``GAME/MODULE`` for those of `odds.games`."""
    return {name: _question(place) for name, place in _places().items()}


def _question(place: str) -> Question:
    module: Any = import_module(place)
    return cast(Question, module)


def ask(name: str, given: Sequence[str], shelf: Shelf) -> Answer:
    """The answer to a question.

    Args:
        name: the question's.
        given: its values, as ``NAME=VALUE``.
        shelf: where it finds its game.

    Raises:
        BadQuestion: there is no such question, or it cannot be answered.
    """
    place = _places().get(name)
    if place is None:
        raise BadQuestion(f"there is no question {name[:40]!r}; {nearest(name, _places())}")
    question = _question(place)
    return question.ask(read_values(question.VALUES, given), shelf)

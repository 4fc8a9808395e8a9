"""Asking: finds the question by its name, reads its values, has it answered."""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from functools import cache

from generator.catalog.problem_log import nearest
from generator.modules import modules_in
from generator.odds import games, questions
from generator.odds.question import Answer, BadQuestion, Question, Shelf, read_values


@cache
def all_questions() -> Mapping[str, Question]:
    """All questions by name: the modules of `odds.questions`, and ``GAME/MODULE`` for those of `odds.games`."""
    found: dict[str, Question] = dict(modules_in(questions.__name__, questions.__path__))
    for folder in pkgutil.iter_modules(games.__path__):
        package = importlib.import_module(f"{games.__name__}.{folder.name}")
        game = folder.name.replace("_", "-")
        found |= {f"{game}/{name}": module for name, module in modules_in(package.__name__, package.__path__).items()}
    return found


def ask(name: str, given: Sequence[str], shelf: Shelf) -> Answer:
    """The answer to a question.

    Args:
        name: the question's.
        given: its values, as ``NAME=VALUE``.
        shelf: where it finds its game.

    Raises:
        BadQuestion: there is no such question, or it cannot be answered.
    """
    question = all_questions().get(name)
    if question is None:
        raise BadQuestion(f"there is no question {name[:40]!r}; {nearest(name, all_questions())}")
    return question.ask(read_values(question.VALUES, given), shelf)

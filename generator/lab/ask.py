"""Asking: finds the question by its name, reads its values, has it answered."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.core.plugins import FAILURES, error_in, faults, own_plugin, plugins_in
from generator.core.problem import Refusal
from generator.lab import __name__ as room
from generator.lab import __path__ as path
from generator.lab.question import Answer, BadQuestion, Question, Shelf, question_folder, question_of, read_values
from generator.model.values import nearest

_FOR_ANY = question_folder(room, path, "questions")


def question_names(data: Path | None = None) -> list[str]:
    """The names of all questions, with those of the games in a folder. It takes much less than the questions."""
    plugins = plugins_in(data).items()
    return [*_FOR_ANY, *(f"{game}/{name}" for game, plugin in plugins for name in plugin.offers("questions"))]


def _question(name: str, data: Path | None) -> Question:
    game, slash, own = name.rpartition("/")
    offers: Mapping[str, Any] = plugins_in(data)[game].offers("questions") if slash else _FOR_ANY
    return question_of(own, offers[own])


def all_questions(data: Path | None = None, games: Collection[str] | None = None) -> Mapping[str, Question]:
    """The questions about any game, and ``GAME/NAME`` for those of the games, or of the games named, by name."""
    return {
        name: _question(name, data)
        for name in question_names(data)
        if games is None or "/" not in name or name.partition("/")[0] in games
    }


def ask(name: str, words: Sequence[str], shelf: Shelf, data: Path | None = None, folder: Path | None = None) -> Answer:
    """The answer to a question.

    Args:
        name: the question's.
        words: its values, as ``NAME=VALUE``.
        shelf: where it finds its game.
        data: the folder of the project's games, whose own code may have it.
        folder: of the game whose files ask; its own code answers first, as it may be a copy of the game that is named.

    Raises:
        BadQuestion: there is no such question, or it cannot be answered.
    """
    own, word = own_plugin(folder) if folder is not None else None, name.rpartition("/")[2]
    if folder is not None and own is not None and word != name and word in own.offers("questions"):
        name = f"{folder.name}/{word}"
    names = question_names(data)
    if name not in names:
        raise BadQuestion(f"there is no question {name[:40]!r}; {nearest(name, names)}{faults()}")
    question = _question(name, data)
    values = read_values(question.values, words)
    try:
        return question.ask(values, shelf)
    except Refusal:
        raise
    except FAILURES as error:
        if "/" not in name:
            raise
        raise BadQuestion(str(error_in(error))) from error

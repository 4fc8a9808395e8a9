"""Collects the problems of one file while it is read."""

import difflib
import re
from collections.abc import Iterable

from generator.core.problem import Level, Problem
from generator.read.tree import Node

NEAR = 0.65  # of 1: how alike a word is that a hint names
_ENDING = re.compile(r"\.(?:ya?ml|svg|png|jpe?g|webp|md|ttf)$", re.I)  # makes no two names alike
SHORT = 3  # letters: longer words may be the beginning of one that is meant
MAX_NAMED = 40  # words listed in a hint; keys are fewer, ids may be more
MAX_SUGGESTIONS = 200  # a file; looking for a near word takes time, and who has more mistakes than this has another one


class ProblemLog:
    """Where a reader puts what it finds wrong. ``file`` is the file's name in messages."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self._suggestions = 0

    def add(self, node: Node, rule: str, message: str, hint: str = "", level: Level = "error") -> None:
        """Note a problem at ``node``."""
        self.problems.append(Problem(self.file, node.line, node.column, level, rule, message, hint))

    def suggest(self, word: str, known: Iterable[str]) -> str:
        """`nearest`, for the first so many mistakes of the file."""
        self._suggestions += 1
        return nearest(word, known) if self._suggestions <= MAX_SUGGESTIONS else ""


def nearest(word: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """A hint naming the nearest of the known words; where none is near, all of them, or what is said ``otherwise``."""
    names = [name for name in dict.fromkeys(known) if name]  # an item may lack its id
    folder = word[: word.rfind("/") + 1]  # that all have makes nothing alike
    folder = folder if all(name.startswith(folder) for name in names) else ""

    def told(name: str) -> str:
        return _ENDING.sub("", name.removeprefix(folder)).casefold()

    meant, by_word = told(word)[:60], {told(name): name for name in reversed(names)}
    close = difflib.get_close_matches(meant, by_word, 1, NEAR)
    close = close or [one for one in reversed(by_word) if len(meant) > SHORT and one.startswith(meant)]
    if close:
        return f"did you mean {by_word[close[0]]}?"
    holding = [name for name in names if word and word.casefold() in name.casefold()]
    if len(holding) == 1:
        return f"did you mean {holding[0]}?"
    if otherwise is not None:
        return otherwise
    if len(names) > MAX_NAMED:
        return f"{len(names)} are known, such as " + ", ".join((holding or names)[:3])
    return "known: " + ", ".join(names) if names else ""

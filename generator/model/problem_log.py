"""Collects the problems of one file while it is read."""

import difflib
from collections.abc import Iterable

from generator.core.problem import Level, Problem
from generator.read.tree import Node

NEAR = 0.65  # of 1: how alike a word is that a hint names
MAX_NAMED = 30  # words listed in a hint; keys are fewer, ids may be more
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


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint naming the known words, the nearest first if one is near."""
    names = [name for name in dict.fromkeys(known) if name]  # an item may lack its id
    close = difflib.get_close_matches(word[:60].casefold(), [name.casefold() for name in names], 1, NEAR)
    if close:
        return f"did you mean {next(name for name in names if name.casefold() == close[0])}?"
    holding = [name for name in names if word and word.casefold() in name.casefold()]
    if len(holding) == 1:
        return f"did you mean {holding[0]}?"
    if len(names) > MAX_NAMED:
        return f"{len(names)} are known, such as " + ", ".join((holding or names)[:3])
    return "known: " + ", ".join(names) if names else ""

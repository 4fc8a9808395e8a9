"""Quick fixes: what the hint of a problem says to write."""

import re

from msgspec import Struct

from generator.core.problem import Problem
from generator.project.editing.lines import Lines

_INSTEAD = re.compile(r"did you mean (.+)\?|write ([a-z0-9-]+)|round it to (-?\d+)|write it without quotes: (\S+)")
_ADDED = re.compile(r"add (?:a line )?([\w-]+): …")
INSTEAD_OF_WHOLE = ("bad-id", "unknown-field", "not-one-of", "unknown-reference", "wrong-type")


class Remedy(Struct, frozen=True):
    """A change of one line: ``text`` in place of the columns ``start`` to ``end``; all from 0."""

    title: str
    line: int
    start: int
    end: int
    text: str


def remedy_of(problem: Problem, lines: Lines) -> Remedy | None:
    """The change that a problem's hint asks for, if it says it in so many words."""
    line, column = problem.line - 1, problem.column - 1
    text = lines.line(line)
    if line < 0 or column > len(text):
        return None
    instead = _INSTEAD.fullmatch(problem.hint)
    if instead:
        word = next(group for group in instead.groups() if group)
        return _instead(problem, word, lines)
    added = _ADDED.fullmatch(problem.hint)
    if added and problem.rule == "missing-field":
        indent = " " * column
        key = f"{added[1]}: "
        if text[:column].strip(" -"):  # inside braces, or behind a key: there is no line to add
            return None
        return Remedy(f"add {added[1]}", line, column, column, f"{key}\n{indent}")
    if added and problem.rule == "missing-translation" and text[column : column + 1] == "{":
        return Remedy(f"add {added[1]}", line, column + 1, column + 1, f'{added[1]}: "", ')
    return None


def _instead(problem: Problem, word: str, lines: Lines) -> Remedy | None:
    line, column = problem.line - 1, problem.column - 1
    end = lines.token_end(line, column)
    there = lines.line(line)[column:end]
    if problem.rule == "unknown-icon" or problem.rule == "unknown-style":
        sign = re.match(r"\{[^{}:]*\}?", lines.line(line)[column:])
        end = column + len(sign[0]) if sign else end
    elif problem.rule not in INSTEAD_OF_WHOLE or not there or there[0] in "{[|>":
        return None
    elif there.strip("\"'") not in problem.message:
        return None  # the mistake is in a part of it, as of an expression
    elif there[0] in "\"'" and not problem.hint.startswith("write it without"):
        word = f"{there[0]}{word}{there[0]}"
    return Remedy(f"write {word}", line, column, end, word)

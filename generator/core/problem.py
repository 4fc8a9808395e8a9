"""A mistake in files as a value: where it is, what is wrong, what to do; and why a command is not carried out.

A problem is found in data. A refusal is raised where it is found that a request cannot be carried out; `cli` prints it.

Refusal: all of them
├── WrongUse: what was asked for contradicts itself, or says nothing that can be done
├── NotFound: a folder, game, kind, item or name that was asked for is not there
├── Infeasible: it was understood and all is there, but it cannot be made: too large for the paper, not so many left
│   └── Mismatch: files that were given contradict each other, and something wrong would be printed
└── Faulty: files have errors that their author is to mend first
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from generator.core.escape import json_text

Level = Literal["error", "warning", "note"]  # a note: nothing is wrong, but it is worth knowing
Tell = Callable[[int, int, str, str], None]  # line, column, message, hint: for readers that do not know their file


class Problem(Struct, frozen=True, order=True):
    """One thing the author should change. Sorts by file, line and column.

    ``line`` and ``column`` count from 1 and point at the very value at fault; for a missing field at the
    item's start, for an unknown or repeated key at that key. What has no lines has line 0: ``file`` names a sheet's
    cell then.
    """

    file: str
    line: int
    column: int
    level: Level
    rule: str
    message: str
    hint: str = ""


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any problem is an error (warnings alone do not stop a render)."""
    return any(problem.level == "error" for problem in problems)


def without_notes(problems: Iterable[Problem]) -> list[Problem]:
    """List the errors and warnings, in their order."""
    return [problem for problem in problems if problem.level != "note"]


def causes(problems: Iterable[Problem]) -> dict[Problem, Problem]:
    """For each problem that follows from another one: that one.

    Many problems of a game that refer to the same thing are one slip; it is reported in the file that the others
    follow.
    """
    problems = sorted(problems)
    cause_of: dict[Problem, Problem] = {}
    for group in _alike(problems):
        if len(group) > (_MANY if all(problem.rule in _OMITTED for problem in group) else _FEW):
            behind = [_BEHIND.get(PurePosixPath(problem.file).name, _OTHERS) for problem in group]
            of_missing = (problem.rule == _MISSING for problem in group)
            cause = min(zip(behind, of_missing, group, strict=True))[-1]
            cause_of |= {problem: cause for problem in group if problem != cause}
    for lacking, misspelt in _misspelt(problems):
        if lacking not in cause_of and lacking not in cause_of.values():
            cause_of[lacking] = cause_of.get(misspelt, misspelt)
    return cause_of | dict(_of_lost_items(problems)) | dict(_of_fonts(problems))


def _misspelt(problems: Iterable[Problem]) -> Iterator[tuple[Problem, Problem]]:
    """What is missing, with what seems to be the same under another name: the next of that name in its file."""
    waiting: dict[tuple[str, str], Problem] = {}
    for problem in problems:
        if problem.rule == _MISSING and problem.message.endswith(" is missing"):
            waiting[problem.file, problem.message.removesuffix(" is missing")] = problem
        elif problem.rule == "unknown-field" and problem.hint.startswith("did you mean "):
            lacking = waiting.pop((problem.file, problem.hint.removeprefix("did you mean ").removesuffix("?")), None)
            if lacking is not None:
                yield lacking, problem


def _of_lost_items(problems: Sequence[Problem]) -> Iterator[tuple[Problem, Problem]]:
    """What refers to a kind without items, with what says so first: that its file is not there, or a line beside it."""
    lost: dict[tuple[str, str], Problem] = {}  # by the kind, and the folder of the game or the file
    for problem in problems:
        match = _LOST.search(problem.message)
        if match is not None:
            path = PurePosixPath(problem.file)
            where = path.parent.name if problem.rule == "missing-file" else problem.file
            lost.setdefault((match[1] or match[2], where), problem)
    for problem in problems if lost else ():
        match = _SPEAKS_OF.search(problem.message)
        if match is not None:
            places = (*PurePosixPath(problem.file).parts, problem.file)
            cause = next(filter(None, (lost.get((match[1] or match[2], where)) for where in places)), problem)
            if cause != problem:
                yield problem, cause


def _of_fonts(problems: Sequence[Problem]) -> Iterator[tuple[Problem, Problem]]:
    """Letters that a game has no font for, with a font of it that cannot be used."""
    unusable: dict[str, Problem] = {}
    for problem in problems:
        if problem.message.startswith(("there is no font ", "the font cannot be used: ")):
            unusable.setdefault(PurePosixPath(problem.file).parent.name, problem)
    for problem in problems if unusable else ():
        folder = PurePosixPath(problem.file).parent.name
        if problem.rule in ("missing-glyph", "missing-style") and folder in unusable:
            yield problem, unusable[folder]


def in_order(problems: Iterable[Problem], caused: Mapping[Problem, Problem]) -> list[Problem]:
    """Problems as they are printed: what cannot be read and what others follow from comes first, then by place."""
    first = set(caused.values())
    return sorted(problems, key=lambda problem: (problem not in first and problem.rule != UNREADABLE, problem))


def repeats(problems: Iterable[Problem]) -> dict[Problem, list[Problem]]:
    """Group problems of a file that say the same of one thing after another: the first, with the others."""
    alike: dict[tuple[str, ...], list[Problem]] = {}
    for problem in problems:
        message = _OF_ONE.sub("", problem.message)
        alike.setdefault((problem.file, problem.level, problem.rule, message), []).append(problem)
    is_same = (len({problem.message for problem in group}) == 1 for group in alike.values())
    groups = zip(alike.values(), is_same, strict=True)
    most = ((group, 1 if group[0].rule == _PROSE else _FEW if same else _MANY) for group, same in groups)
    return {group[0]: group[1:] for group, few in most if len(group) > few}


UNREADABLE = "yaml-syntax"
_PROSE = "prose-syntax"  # a sort of mark that is not read is one habit of its author
_FEW, _MANY = 3, 10  # problems alike that are reported one by one; those that may be as many slips
_MISSING = "missing-field"
_OMITTED = frozenset((_MISSING, "missing-translation"))
_OF_NAMES = frozenset((*_OMITTED, "unknown-field", "unknown-reference", "unknown-icon", "duplicate-key"))
# Files that follow others come after them.
_BEHIND = {"game.yaml": 0, "style.yaml": 1, "balance.yaml": 3, "forge.yaml": 4, "lab.yaml": 5}
_OTHERS = 2
_OF_ONE = re.compile(r"^[\w-]+(?=: )|'[^']*'|[\w./-]*\d[\w./-]*|\S+\.(?:svg|png|jpe?g|webp)\b")  # names and numbers
_NAME = re.compile(r"'([^']+)'|\{([^{}]+)\}")
_FIRST = re.compile(r"first at line (\d+)")
_FOLDER = re.compile(r"there is no folder \S+$")
# What is the same of each item but for its name before it, and the language behind it.
_OF_A_FACE = re.compile(r"(there is no picture \S+ beside the template|the (?:back's )?art ends .*?)(?: \([\w-]+\))?$")
_LOST = re.compile(r": (\S+) have no items$|no kind reads (\S+)\.yaml$")
_SPEAKS_OF = re.compile(r" is not an item of (\S+?)(?:: \S+ have no items)?$|there is no (?:printed )?kind '([\w-]+)'$")
_ROLE = re.compile(r"('[^']*') is not a role under fonts")


def _alike(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Problems by what they refer to. A field that as many items lack as have an unknown one is that under its name."""
    alike: dict[tuple[str, str], list[Problem]] = {}
    for problem in problems:
        names_a_kind = problem.rule == "bad-id" and problem.message.startswith("the kind ")
        if problem.rule in _OF_NAMES or names_a_kind or _of_pictures(problem):
            alike.setdefault((PurePosixPath(problem.file).parent.name, _subject(problem)), []).append(problem)
    unknown: dict[str, tuple[int, list[Problem]]] = {}  # by file: the largest group of unknown fields
    for group in alike.values():
        for file, count in Counter(problem.file for problem in group if problem.rule == "unknown-field").items():
            if count > unknown.get(file, (_FEW, group))[0]:
                unknown[file] = count, group
    apart: list[list[Problem]] = []
    for group in alike.values():
        most, fitting = unknown.get(group[0].file, (0, group))
        if group[0].rule == _MISSING and _FEW < len(group) <= most:
            fitting += group
        else:
            apart.append(group)
    return apart


def _subject(problem: Problem) -> str:
    """What a problem refers to: a name, or how far behind the first ones repeated keys are."""
    of_pictures = _of_pictures(problem)
    if of_pictures:
        return of_pictures
    again, named = _FIRST.search(problem.message), _NAME.search(problem.message)
    if again is not None:
        return f"{problem.file} {problem.line - int(again[1])}"
    return named[0].casefold() if named is not None else f"{problem.file} {problem.message}"


def _of_pictures(problem: Problem) -> str:
    """The folder, picture or role that is not there, if a problem refers to one; else nothing."""
    if "no" not in problem.message and " art ends " not in problem.message:  # soon: most refer to something else
        return ""
    of_face = _OF_A_FACE.search(problem.message)
    if of_face is not None:
        return f"{problem.file} {of_face[1]}" if " art ends " in of_face[1] else of_face[1]
    folder, role = _FOLDER.search(problem.message), _ROLE.search(problem.message)
    return folder[0] if folder else f"role {role[1]}" if role else ""


def as_json(problems: Sequence[Problem]) -> str:
    """A list of objects with keys file, line, column, level, rule, message and hint; ``follows`` is the place of the
    cause, where there is one."""
    caused = causes(problems)
    return json_text([asdict(problem) | _follows(caused.get(problem)) for problem in problems])


def _follows(cause: Problem | None) -> dict[str, str]:
    return {} if cause is None else {"follows": f"{cause.file}:{cause.line}:{cause.column}"}


class Refusal(Exception):
    """What was asked for is not done; the message says in one line why, and what could be done instead."""

    status = 2  # with which the command ends


class WrongUse(Refusal):
    """What was asked for contradicts itself, or says nothing that can be done."""


class NotFound(Refusal):
    """Something that was asked for is not there; the message says which, and what there is."""


class Infeasible(Refusal):
    """What was asked for cannot be made; the message says in one line why."""


class Mismatch(Infeasible):
    """Files that were given contradict each other; the message says how, and what to do. Files are at fault."""

    status = 1


class Faulty(Refusal):
    """Files have errors; ``outcome`` says what became of the work."""

    def __init__(self, problems: Sequence[Problem], outcome: str) -> None:
        super().__init__(f"{problems[0].file}: {problems[0].message}")
        self.problems, self.outcome = list(problems), outcome


def reason_of(error: OSError) -> str:
    """What the system says was wrong, as the end of a sentence."""
    reason = error.strerror or str(error)
    return reason[:1].lower() + reason[1:]


def require_sound(problems: Sequence[Problem], outcome: str) -> None:
    """Go on only where no problem is an error.

    Raises:
        Faulty: one is.
    """
    if has_errors(list(problems)):
        raise Faulty(problems, outcome)

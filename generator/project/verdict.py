"""What a check came to, as plain values: what `pnp check` tells, and what is kept of it on the disk."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from generator.core.problem import Problem

if TYPE_CHECKING:
    from generator.project.build import Checked


class UsedWaiver(NamedTuple):
    """A waiver that was used, and its place."""

    file: str
    line: int
    column: int
    of: str  # the rule
    item: str
    reason: str


class GameVerdict(Struct, frozen=True):
    """What was found wrong with a game, and what was looked at."""

    game: str
    problems: tuple[Problem, ...]
    waived: tuple[UsedWaiver, ...]
    kinds: int  # that have items
    items: int
    languages: tuple[str, ...]
    files: tuple[str, ...]  # those of the kinds, as named in messages
    elsewhere: int = 0  # errors that came up in what was not asked about


def verdict_of(checked: "Checked") -> GameVerdict:
    """What a check came to."""
    game = checked.game
    used = []
    for item, waived, reason in checked.waived:
        node = item.where("waive", waived)
        used.append(UsedWaiver(item.file, node.line, node.column, waived, item.id, reason))
    kinds = [kind for kind in game.kinds.values() if kind.items]
    items = sum(len(kind.items) for kind in kinds)
    files = tuple(file for kind in game.kinds.values() for file in kind.files)
    return GameVerdict(
        game.name, tuple(checked.problems), tuple(used), len(kinds), items, game.languages, files, checked.elsewhere
    )


def as_answer(verdict: GameVerdict) -> bytes:
    """A verdict as JSON."""
    return json.dumps({
        "game": verdict.game, "problems": [astuple(problem) for problem in verdict.problems], "waived": verdict.waived,
        "kinds": verdict.kinds, "items": verdict.items, "languages": verdict.languages, "files": verdict.files,
        "elsewhere": verdict.elsewhere,
    }).encode()  # fmt: skip


def read_answer(answer: bytes | None) -> GameVerdict | None:
    """The verdict that JSON holds; None where it is of another form."""
    if answer is None:
        return None
    try:
        held = json.loads(answer)
        if not isinstance(held, Mapping):
            return None
        return GameVerdict(
            held["game"], tuple(Problem(*each) for each in held["problems"]),
            tuple(UsedWaiver(*each) for each in held["waived"]),
            held["kinds"], held["items"], tuple(held["languages"]), tuple(held["files"]),
            held["elsewhere"],
        )  # fmt: skip
    except (ValueError, TypeError, KeyError, RecursionError):
        return None

"""Which stars and underscores belong together, as CommonMark 0.31 has it (6.2): no reader is to take them otherwise."""

import re
from typing import NamedTuple
from unicodedata import category, east_asian_width

from msgspec import Struct

_RUN = re.compile(r"\\[!-/:-@\[-`{-~]|(\*+|_+)")


class Pair(NamedTuple):
    """Two marks that belong together, by where they begin in a text, and how long each is: 1 or 2."""

    opens: int
    closes: int
    length: int


class _Run(Struct):
    sign: str
    at: int
    left: int  # signs that no pair has taken
    length: int
    opens: bool
    closes: bool


def pairs_of(text: str) -> set[Pair]:
    """The pairs of marks in a block's text."""
    pairs: set[Pair] = set()
    opened: list[_Run] = []
    bottoms: dict[tuple[str, bool, int], int] = {}  # below which no run belongs to such a closer; keeps the time linear
    for run in [_run(text, match) for match in _RUN.finditer(text) if match[1]]:
        sort = run.sign, run.opens, run.length % 3
        while run.closes and run.left:
            places = range(len(opened) - 1, bottoms.get(sort, 0) - 1, -1)
            at = next((at for at in places if _belong(opened[at], run)), None)
            if at is None:
                bottoms[sort] = len(opened)
                break
            opener = opened[at]
            size = 2 if opener.left > 1 and run.left > 1 else 1
            pairs.add(Pair(opener.at + opener.left - size, run.at + run.length - run.left, size))
            opener.left -= size
            run.left -= size
            del opened[at + (opener.left > 0) :]
            bottoms = {other: min(bottom, len(opened)) for other, bottom in bottoms.items()}
        if run.opens and run.left:
            opened.append(run)
    return pairs


def _run(text: str, match: re.Match[str]) -> _Run:
    before, after = text[match.start() - 1 : match.start()] or " ", text[match.end() : match.end() + 1] or " "
    sign, size = match[1][0], len(match[1])
    left = not after.isspace() and (not _parts(after) or before.isspace() or _parts(before, wide=True))
    right = not before.isspace() and (not _parts(before) or after.isspace() or _parts(after, wide=True))
    if sign == "_":  # not within a word
        left, right = left and (not right or _parts(before)), right and (not left or _parts(after))
    return _Run(sign, match.start(), size, size, left, right)


def _parts(character: str, *, wide: bool = False) -> bool:
    """Whether a character parts words: punctuation does; ``wide`` letters do, as Chinese has no spaces."""
    return category(character)[0] in "PS" or (wide and east_asian_width(character) in "WF")


def _belong(opener: _Run, closer: _Run) -> bool:
    size = opener.length + closer.length
    return opener.sign == closer.sign and (
        not (opener.closes or closer.opens) or size % 3 > 0 or opener.length % 3 == 0
    )

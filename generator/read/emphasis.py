"""Whether other readers pair stars and underscores so too, as CommonMark 0.31 has it (6.2)."""

import re
from collections.abc import Collection
from typing import NamedTuple
from unicodedata import category, east_asian_width

_RUN = re.compile(r"\\[!-/:-@\[-`{-~]|(\*+|_+)")


class Pair(NamedTuple):
    """Two marks that belong together, by where they begin in a text, and how long each is: 1 or 2."""

    opens: int
    closes: int
    length: int


def misread(text: str, pairs: Collection[Pair]) -> int | None:
    """Where CommonMark takes a block's text otherwise than as these pairs, which lie in no others; None if nowhere."""
    ends = {at: pair for pair in pairs for at in pair[:2]}
    around, start = "", 0  # the sign of the pair that is open, and where it is
    alone: dict[str, int] = {}  # where a mark outside of pairs may open one that another closes
    for match in _RUN.finditer(text):
        at, sign, pair = match.start(), match[0][0], ends.get(match.start())
        opens, closes = _sides(text, match) if match[1] else (False, False)
        is_end = pair is not None and at == pair.closes
        if closes and sign in alone and not is_end:
            return alone[sign]
        if pair is not None:
            if len(match[0]) != pair.length or not (closes if is_end else opens):
                return pair.opens
            around, start = "" if is_end else sign, at
        elif around == sign and (opens or closes):
            return start
        elif opens:
            alone[sign] = at
    return None


def _sides(text: str, run: re.Match[str]) -> tuple[bool, bool]:
    """Whether a run of marks may open words, and close them."""
    before, after = text[run.start() - 1 : run.start()] or " ", text[run.end() : run.end() + 1] or " "
    left = not after.isspace() and (not _parts(after) or before.isspace() or _parts(before, wide=True))
    right = not before.isspace() and (not _parts(before) or after.isspace() or _parts(after, wide=True))
    if run[0][0] == "*":
        return left, right
    return left and (not right or _parts(before)), right and (not left or _parts(after))


def _parts(character: str, *, wide: bool = False) -> bool:
    """Whether a character parts words: punctuation does; ``wide`` letters do, as Chinese has no spaces."""
    return category(character)[0] in "PS" or (wide and east_asian_width(character) in "WF")

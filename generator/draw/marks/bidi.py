"""Which way each character of a text runs (UAX 9, the Unicode bidirectional algorithm).

Written out here because the existing libraries give a line put in order, and not the levels by which styles,
icons and fonts can follow their letters; a test holds the two against each other. The controls that embed and isolate
are left out: they have no glyph in any font.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional, category, mirrored, normalize

# A text without any of these runs from left to right throughout.
LEFTWARDS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
ICON = "\ufffc"  # stands for a picture among the letters

_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # how neutrals see them (N1)
_NEUTRAL = frozenset({"B", "S", "WS", "ON"})


def levels(text: str, base: int | None = None) -> tuple[int, list[int]]:
    """The level of the text as a whole (1: it runs from right to left), and that of each character.

    What has an odd level runs from right to left. ``base``: the whole's, where its first letter does not decide (P2).
    """
    given = [bidirectional(sign) or "L" for sign in text]
    if base is None:
        base = next((int(kind != "L") for kind in given if kind in ("L", "R", "AL")), 0)
    places = [at for at, kind in enumerate(given) if kind != "BN"]
    kinds = [given[at] for at in places]
    around = "R" if base else "L"
    _weak(kinds, around)
    _brackets([text[at] for at in places], kinds, [given[at] for at in places], around)
    _neutral(kinds, around)
    found = [base] * len(text)
    for at, kind in zip(places, kinds, strict=True):
        found[at] = base + (kind != "L" if base % 2 == 0 else kind != "R") + (kind in ("EN", "AN") and base % 2 == 0)
    for at, kind in enumerate(given):
        if kind == "BN" and at:
            found[at] = found[at - 1]
        elif kind in ("S", "B"):
            found[at] = base
    return base, found


def in_order(level: Sequence[int]) -> list[int]:
    """The numbers of parts with these levels, from left to right (L2)."""
    order = list(range(len(level)))
    for least in range(max(level, default=0), 0, -1):
        at = 0
        while at < len(order):
            end = at
            while end < len(order) and level[order[end]] >= least:
                end += 1
            order[at:end] = order[at:end][::-1]
            at = end + 1
    return order


def directed(text: str) -> list[tuple[str, bool]]:
    """A line's runs from left to right, each with whether it runs leftwards."""
    if not LEFTWARDS.search(text):
        return [(text, False)]
    _, found = levels(text)
    runs = [
        (level, "".join(sign for _, sign in run))
        for level, run in groupby(zip(found, text, strict=True), lambda one: one[0])
    ]
    return [(runs[at][1], runs[at][0] % 2 == 1) for at in in_order([level for level, _ in runs])]


def _weak(kinds: list[str], around: str) -> None:
    """Marks, numbers and what is between them (W1 to W7)."""
    strong = before = around
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[at] = kind = before
        before = kind
        if kind in ("L", "R", "AL"):
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[at] = "AN"
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):
        one, kind, other = kinds[at - 1 : at + 2]
        if one == other and ((kind == "CS" and one in ("EN", "AN")) or (kind == "ES" and one == "EN")):
            kinds[at] = one
    _signs_of_numbers(kinds)
    strong = around
    for at, kind in enumerate(kinds):
        if kind in ("ES", "ET", "CS"):
            kinds[at] = "ON"
        elif kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def _signs_of_numbers(kinds: list[str]) -> None:
    """Currency, percent and the like beside a number belong to it (W5)."""
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        before = ""
        for at in order:
            if kinds[at] == "ET" and before == "EN":
                kinds[at] = "EN"
            before = kinds[at]


def _brackets(signs: Sequence[str], kinds: list[str], given: Sequence[str], around: str) -> None:
    """Brackets run as what they hold does, or as what is before them (N0)."""
    for start, end in _pairs(signs, kinds):
        inside = {_STRONG[kind] for kind in kinds[start + 1 : end] if kind in _STRONG}
        if around in inside:
            way = around
        elif inside:
            before = next((_STRONG[kind] for kind in reversed(kinds[:start]) if kind in _STRONG), around)
            way = before if before != around else around
        else:
            continue
        for at in (start, end):
            kinds[at] = way
            at += 1
            while at < len(kinds) and given[at] == "NSM":
                kinds[at] = way
                at += 1


def _pairs(signs: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """The brackets that belong together, by where they open (BD16)."""
    opened: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for at, sign in enumerate(signs):
        if kinds[at] != "ON" or not mirrored(sign):
            continue
        closer = _closer(sign)
        if closer:
            if len(opened) == 63:
                return sorted(pairs)
            opened.append((closer, at))
        elif category(sign) == "Pe":
            found = next(
                (depth for depth in range(len(opened) - 1, -1, -1) if opened[depth][0] == normalize("NFC", sign)), None
            )
            if found is not None:
                pairs.append((opened[found][1], at))
                del opened[found:]
    return sorted(pairs)


@lru_cache(maxsize=256)
def _closer(sign: str) -> str:
    """The bracket that closes what a sign opens; empty where it opens nothing. Unicode has them side by side."""
    if category(sign) != "Ps":
        return ""
    beside = (chr(ord(sign) + 1), chr(ord(sign) + 2))
    closers = [normalize("NFC", other) for other in beside if category(other) == "Pe" and mirrored(other)]
    return closers[0] if closers else ""


def _neutral(kinds: list[str], around: str) -> None:
    """Spaces and signs run as what stands on both sides, or as the whole (N1, N2)."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > at:
            one = _STRONG[kinds[at - 1]] if at else around
            other = _STRONG[kinds[end]] if end < len(kinds) else around
            kinds[at:end] = [one if one == other else around] * (end - at)
        at = max(end, at + 1)

"""Which way each character of a text runs (UAX 9, the Unicode bidirectional algorithm).

Written out here because the existing libraries give a line put in order, and not the levels by which styles,
icons and fonts can follow their letters; a test holds the two against each other.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from unicodedata import bidirectional, category, mirrored, normalize

STEERS = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
STEERING = re.compile(f"[{STEERS}]")  # marks of direction, which draw nothing
# A text without any of these runs from left to right throughout.
LEFTWARDS = re.compile(f"[{STEERS}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
LEFTWARD = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))  # languages
ICON = "\ufffc"  # stands for a picture among the letters

_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # how neutrals see them (N1)
_NEUTRAL = frozenset({"B", "S", "WS", "ON"})
_REMOVED = frozenset({"BN", "PDF", "PDI"})
# What sets a part of a text apart (X2 to X6b), with what ends it; its letters are not forced (LRO, RLO).
_APART = {**dict.fromkeys(("LRI", "RLI", "FSI"), "PDI"), **dict.fromkeys(("LRE", "RLE", "LRO", "RLO"), "PDF")}
_DEEPEST = 60  # parts within parts; what is deeper runs as what is around it


def levels(text: str, base: int | None = None, depth: int = 0) -> tuple[int, list[int]]:
    """The level of the text as a whole (1: it runs from right to left), and that of each character.

    What has an odd level runs from right to left. ``base``: the whole's, where its first letter does not decide (P2).
    A sign before a number belongs to it (CLDR writes LRM before a minus in Hebrew and Persian): −2 is not 2−.
    """
    classes = [bidirectional(sign) or "L" for sign in text]
    if base is None:
        base = int(_strong(text)[:1] == [True])
    inner: dict[int, list[int]] = {}  # the levels within each part that is set apart, by where they begin
    for at, kind in enumerate(classes):
        if kind in _APART and depth < _DEEPEST:
            end = _end(classes, at)
            own = None if kind == "FSI" else int(kind[0] == "R")
            way, inner_levels = levels(text[at + 1 : end], own, depth + 1)
            is_isolate = kind[2] == "I"  # then its first mark is seen from outside
            inner[at + is_isolate] = [level + 2 * (base >= way) for level in [way] * (not is_isolate) + inner_levels]
            classes[at : end + 1] = ["ON" if is_isolate else kind[0], *["BN"] * len(classes[at + 1 : end + 1])]
    classes = ["BN" if kind in _APART else kind for kind in classes]
    places = [at for at, kind in enumerate(classes) if kind not in _REMOVED]
    kinds, around = [classes[at] for at in places], "LR"[base]
    _join_signs([text[at] for at in places], kinds)
    _weak(kinds, around)
    _brackets([text[at] for at in places], kinds, [classes[at] for at in places], around)
    _neutral(kinds, around)
    by_character = [base] * len(text)
    for at, kind in zip(places, kinds, strict=True):
        by_character[at] += (kind != around) + (kind in ("EN", "AN") and base == 0)
    for at, kind in enumerate(classes):
        if kind in _REMOVED and at:
            by_character[at] = by_character[at - 1]
        elif kind in ("S", "B"):
            by_character[at] = base
    for at, inner_levels in inner.items():
        by_character[at : at + len(inner_levels)] = inner_levels
    return base, by_character


def _strong(text: str) -> list[bool]:
    """Of each letter, whether it runs from right to left."""
    return [kind != "L" for kind in map(bidirectional, text) if kind in ("L", "R", "AL")]


def _end(classes: Sequence[str], start: int) -> int:
    """Where a part ends that is set apart."""
    opener, closer, depth = classes[start][2], _APART[classes[start]], 0
    for at in range(start, len(classes)):
        depth += (classes[at] in _APART and _APART[classes[at]] == closer) - (classes[at] == closer)
        if not depth or (opener != "I" and classes[at] == "PDI"):
            return at
    return len(classes)


def base_of(text: str, otherwise: int = 0) -> int:
    """The level of a paragraph: as its first letter runs, or most of them; without letters ``otherwise``."""
    strong = _strong(text)
    return int(strong[0] or 2 * sum(strong) > len(strong)) if strong else otherwise


def mostly_leftwards(text: str) -> bool:
    """Whether more letters of a text run from right to left than from left to right."""
    strong = _strong(text) if LEFTWARDS.search(text) else []
    return 2 * sum(strong) > len(strong)


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


def directed(text: str, base: int | None = None) -> list[tuple[str, bool]]:
    """A line's runs from left to right without marks of direction, each with whether it runs leftwards.

    ``base`` is as `levels` takes it.
    """
    if not (base or LEFTWARDS.search(text)):
        return [(text, False)]
    pairs = zip(levels(text, base)[1], text, strict=True)
    runs = [(level, "".join(sign for _, sign in run)) for level, run in groupby(pairs, lambda pair: pair[0])]
    order = in_order([level for level, _ in runs])
    return [(part, runs[at][0] % 2 == 1) for at in order if (part := STEERING.sub("", runs[at][1]))]


def _join_signs(signs: Sequence[str], kinds: list[str]) -> None:
    """Plus and minus run as the number behind them, where no letter, number or icon is before; × as those round it."""
    for at in range(len(kinds)):
        if signs[at] in "×÷" and kinds[max(at - 1, 0)] == "EN" == kinds[min(at + 1, len(kinds) - 1)]:
            kinds[at] = "EN"
        first = next((kind for kind in kinds[at + 1 : at + 3] if kind != "ET"), "") if kinds[at] == "ES" else ""
        if first == "EN" and (at == 0 or (kinds[at - 1] in ("WS", "ON", "S", "B", "CS") and signs[at - 1] != ICON)):
            kinds[at] = "EN"


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
        before, kind, after = kinds[at - 1 : at + 2]
        if before == after and ((kind == "CS" and before in ("EN", "AN")) or (kind == "ES" and before == "EN")):
            kinds[at] = before
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


def _brackets(signs: Sequence[str], kinds: list[str], classes: Sequence[str], around: str) -> None:
    """Brackets run as what they hold does, or as what is before them (N0)."""
    for start, end in _pairs(signs, kinds):
        inside = {_STRONG[kind] for kind in kinds[start + 1 : end] if kind in _STRONG}
        if around in inside:
            way = around
        elif inside:
            way = next((_STRONG[kind] for kind in reversed(kinds[:start]) if kind in _STRONG), around)
        else:
            continue
        for at in (start, end):
            kinds[at] = way
            at += 1
            while at < len(kinds) and classes[at] == "NSM":
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
            for depth in reversed(range(len(opened))):
                if opened[depth][0] == normalize("NFC", sign):
                    pairs.append((opened[depth][1], at))
                    del opened[depth:]
                    break
    return sorted(pairs)


@lru_cache(maxsize=256)
def _closer(sign: str) -> str:
    """The bracket that closes what a sign opens; empty where it opens nothing. Unicode has them side by side."""
    if category(sign) != "Ps":
        return ""
    followers = (chr(ord(sign) + 1), chr(ord(sign) + 2))
    return next((normalize("NFC", closer) for closer in followers if category(closer) == "Pe" and mirrored(closer)), "")


def _neutral(kinds: list[str], around: str) -> None:
    """Spaces and signs run as what stands on both sides, or as the whole (N1, N2)."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > at:
            before = _STRONG[kinds[at - 1]] if at else around
            after = _STRONG[kinds[end]] if end < len(kinds) else around
            kinds[at:end] = [before if before == after else around] * (end - at)
        at = max(end, at + 1)

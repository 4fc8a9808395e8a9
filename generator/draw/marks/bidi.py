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
ICON = "\ufffc"  # stands for a picture among the letters

_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}  # how neutrals see them (N1)
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_NEUTRAL = frozenset({"B", "S", "WS", "ON", "PDI", *_ISOLATES})
_EMBEDS = {"LRE": "", "RLE": "", "LRO": "L", "RLO": "R"}  # and what they make of all letters
_REMOVED = frozenset({"BN", "PDF", *_EMBEDS})  # X9
_DEEPEST = 125


def levels(text: str, base: int | None = None) -> tuple[int, list[int]]:
    """The level of the text as a whole (1: it runs from right to left), and that of each character.

    What has an odd level runs from right to left. ``base``: the whole's, where its first letter does not decide (P2).
    """
    given = [bidirectional(sign) or "L" for sign in text]
    if base is None:
        base = int(_runs_leftwards(given, 0))
    kinds, depths = _embedded(given, base)
    heeded = [at for at, kind in enumerate(given) if kind not in _REMOVED]
    place = {at: number for number, at in enumerate(heeded)}
    found = list(depths)
    for places in _sequences(given, depths, heeded):
        level, first, last = depths[places[0]], place[places[0]], place[places[-1]]
        before = depths[heeded[first - 1]] if first else base
        after = depths[heeded[last + 1]] if given[places[-1]] not in _ISOLATES and last + 1 < len(heeded) else base
        own = [kinds[at] for at in places]
        _resolve(own, [text[at] for at in places], level, max(level, before), max(level, after))
        for at, kind in zip(places, own, strict=True):
            found[at] += (kind != "L" if level % 2 == 0 else kind != "R") + (kind in ("EN", "AN") and level % 2 == 0)
    for at, kind in enumerate(given):
        if kind in _REMOVED and at:
            found[at] = found[at - 1]
        elif kind in ("S", "B"):
            found[at] = base
    return base, found


def _runs_leftwards(given: Sequence[str], start: int) -> bool:
    """Whether the first letter from a place on runs leftwards; none within an isolate, or behind the end of one, counts
    (P2, X5c).
    """
    depth = 0
    for at in range(start, len(given)):
        kind = given[at]
        depth += (kind in _ISOLATES) - (kind == "PDI")
        if depth < 0 and start:
            break
        depth = max(depth, 0)
        if not depth and kind in ("L", "R", "AL"):
            return kind != "L"
    return False


def _embedded(given: Sequence[str], base: int) -> tuple[list[str], list[int]]:
    """The class and the level of each character by what embeds, overrides and isolates it (X1 to X8)."""
    kinds, depths = list(given), [base] * len(given)
    stack = [(base, "", False, False)]  # level, class of all letters, whether it isolates, or is too deep to count
    isolates = 0  # in the stack
    for at, kind in enumerate(given):
        if kind == "PDI" and isolates:
            isolates -= 1
            while not stack.pop()[2]:
                pass
        level, forced, isolate, full = stack[-1]
        if kind not in _REMOVED and kind != "B":
            kinds[at], depths[at] = forced or kind, level
        if kind in _EMBEDS or kind in _ISOLATES:
            leftwards = kind[0] == "R" or (not full and kind == "FSI" and _runs_leftwards(given, at + 1))
            deeper = level + 1 + (level % 2 == leftwards)
            full = full or deeper > _DEEPEST
            inner = (level, forced) if full else (deeper, _EMBEDS.get(kind, ""))
            stack.append((*inner, kind in _ISOLATES, full))
            isolates += kind in _ISOLATES
        elif kind == "PDF" and not isolate and len(stack) > 1:
            stack.pop()
    return kinds, depths


def _sequences(given: Sequence[str], depths: Sequence[int], heeded: Sequence[int]) -> list[list[int]]:
    """The places that are resolved together: runs of one level, those around an isolate in one (X10, BD13)."""
    sequences: list[list[int]] = []
    opened: list[list[int]] = []  # the sequences of isolates that are open
    latest: list[int] = []
    for at in heeded:
        around = opened.pop() if given[at] == "PDI" and opened else None
        if not latest or depths[latest[-1]] != depths[at]:
            latest = [] if around is None else around
            sequences += [] if latest else [latest]
        latest.append(at)
        if given[at] in _ISOLATES:
            opened.append(latest)
    return sequences


def _resolve(kinds: list[str], signs: Sequence[str], level: int, before: int, after: int) -> None:
    """The classes of a sequence at a level, between parts of other levels, as L, R, EN or AN."""
    given = list(kinds)
    around, start, end = ("LR"[one % 2] for one in (level, before, after))
    _weak(kinds, start)
    _brackets(signs, kinds, given, around, start)
    _neutral(kinds, around, start, end)


def mostly_leftwards(text: str) -> bool:
    """Whether more letters of a text run from right to left than from left to right."""
    if not LEFTWARDS.search(text):
        return False
    kinds = [bidirectional(sign) for sign in text]
    return kinds.count("R") + kinds.count("AL") > kinds.count("L")


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
    _, found = levels(text, base)
    runs = [
        (level, "".join(sign for _, sign in run))
        for level, run in groupby(zip(found, text, strict=True), lambda one: one[0])
    ]
    order = in_order([level for level, _ in runs])
    return [(shown, runs[at][0] % 2 == 1) for at in order if (shown := STEERING.sub("", runs[at][1]))]


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


def _brackets(signs: Sequence[str], kinds: list[str], given: Sequence[str], around: str, outside: str) -> None:
    """Brackets run as what they hold does, or as what is before them (N0)."""
    for start, end in _pairs(signs, kinds):
        inside = {_STRONG[kind] for kind in kinds[start + 1 : end] if kind in _STRONG}
        if around in inside:
            way = around
        elif inside:
            before = next((_STRONG[kind] for kind in reversed(kinds[:start]) if kind in _STRONG), outside)
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


def _neutral(kinds: list[str], around: str, start: str, stop: str) -> None:
    """Spaces and signs run as what stands on both sides, or as the whole (N1, N2)."""
    at = 0
    while at < len(kinds):
        end = at
        while end < len(kinds) and kinds[end] in _NEUTRAL:
            end += 1
        if end > at:
            one = _STRONG[kinds[at - 1]] if at else start
            other = _STRONG[kinds[end]] if end < len(kinds) else stop
            kinds[at:end] = [one if one == other else around] * (end - at)
        at = max(end, at + 1)

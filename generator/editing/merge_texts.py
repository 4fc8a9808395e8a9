"""Three texts made one, by lines: what both sides changed, and what each made of it."""

from collections.abc import Sequence
from difflib import SequenceMatcher


def merged(base: str, mine: str, theirs: str) -> str | None:
    """The text in which both changes are made; None where they touch the same lines and differ.

    Where lines next to each other were changed by one and the other, each is taken from who changed it, if all three
    have as many lines there; if lines came or went too, nobody can tell which belong together.
    """
    if mine == theirs or base == theirs:
        return mine
    if base == mine:
        return theirs
    old, ours, others = (text.split("\n") for text in (base, mine, theirs))
    in_ours, in_others = _same(old, ours), _same(old, others)
    result: list[str] = []
    i = j = k = 0
    while i < len(old) or j < len(ours) or k < len(others):
        if i < len(old) and in_ours.get(i) == j and in_others.get(i) == k:
            result.append(old[i])
            i, j, k = i + 1, j + 1, k + 1
            continue
        after = i  # the next line that all three have
        while after < len(old) and not (in_ours.get(after, -1) >= j and in_others.get(after, -1) >= k):
            after += 1
        ends = (in_ours[after], in_others[after]) if after < len(old) else (len(ours), len(others))
        lines = _brought_together(old[i:after], ours[j : ends[0]], others[k : ends[1]])
        if lines is None:
            return None
        result += lines
        i, (j, k) = after, ends
    return "\n".join(result)


def _same(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """The places of lines that are kept, by the old ones."""
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(block.size)}


def _brought_together(old: list[str], ours: list[str], others: list[str]) -> list[str] | None:
    if ours == others or old == others:
        return ours
    if old == ours:
        return others
    if not len(old) == len(ours) == len(others):
        return None
    lines = []
    for was, mine, theirs in zip(old, ours, others, strict=True):
        if was not in (mine, theirs) and mine != theirs:
            return None
        lines.append(theirs if was == mine else mine)
    return lines

"""Sorts of numbers that languages tell apart (one sheet, two sheets), by the rules of Unicode's CLDR.

A rule is written as CLDR writes it: ``i % 10 = 2..4 and i % 100 != 12..14``. Numbers here are whole, so of CLDR's
operands n and i are the number, and those of decimals (v, w, f, t, c, e) are 0.
Source: Unicode Technical Standard 35, part 3, "Plural rules syntax".
"""

import re
from collections.abc import Mapping
from functools import lru_cache

SORTS = ("zero", "one", "two", "few", "many")  # `other` is what none of their rules holds for
RELATION = re.compile(
    r"([nivwftce])(?: % ([1-9]\d{0,6}))? (!?=) (\d{1,7}(?:\.\.\d{1,7})?(?:,\d{1,7}(?:\.\.\d{1,7})?)*)"
)
LONGEST = 300  # characters of a rule; CLDR's longest has half of that

Sorting = Mapping[str, str]  # sort -> rule

USUAL: Sorting = {"one": "n = 1"}  # of languages that nobody told anything of


def read_rule(text: str) -> tuple[tuple[tuple[str, int, bool, tuple[range, ...]], ...], ...]:
    """A rule as alternatives of relations that hold together: operand, what it is divided by, whether it is in ranges.

    Raises:
        ValueError: it is not a rule.
    """
    if len(text) > LONGEST:
        raise ValueError(f"longer than {LONGEST} characters")
    return tuple(tuple(_relation(part.strip()) for part in either.split(" and ")) for either in text.split(" or "))


def _relation(text: str) -> tuple[str, int, bool, tuple[range, ...]]:
    match = RELATION.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not understood; such are: n = 1, i % 10 = 2..4, n % 100 != 11,12")
    ends = [part.partition("..") for part in match[4].split(",")]
    ranges = tuple(range(int(low), int(high or low) + 1) for low, _, high in ends)
    return match[1], int(match[2] or 0), match[3] == "=", ranges


@lru_cache(maxsize=256)
def _holds(text: str, number: int) -> bool:
    def holds(operand: str, divisor: int, positive: bool, ranges: tuple[range, ...]) -> bool:  # noqa: FBT001
        value = number if operand in "ni" else 0
        return any((value % divisor if divisor else value) in within for within in ranges) is positive

    return any(all(holds(*relation) for relation in either) for either in read_rule(text))


def sort_of(number: int, sorting: Sorting) -> str:
    """The sort of a whole number: the first whose rule holds, else ``other``."""
    return next((sort for sort, text in sorting.items() if _holds(text, abs(number))), "other")

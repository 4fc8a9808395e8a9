"""Ids for new items, made from their titles."""

import re
import unicodedata
from collections.abc import Iterable

NUMBERED = re.compile(r"(.+)-([1-9][0-9]*)")


class Ids:
    """Ids unlike each other and unlike those taken. What is remembered grows with the titles, not with the items."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Begin with the ids of the items at hand."""
        self.taken = set(taken)
        self.last: dict[str, int] = {}  # by title: the number after its last id

    def new(self, title: str) -> str:
        """The title in small letters and hyphens, with a number after it if need be."""
        bare = unicodedata.normalize("NFKD", title.lower().replace("œ", "oe").replace("æ", "ae"))
        letters = bare.encode("ascii", "ignore").decode()
        base = re.sub(r"[^a-z0-9]+", "-", letters.replace("'", "")).strip("-") or "new"
        number = self.last.get(base, 0) + 1
        while not self._free(base, number):
            number += 1
        self.last[base] = number
        return _written(base, number)

    def _free(self, base: str, number: int) -> bool:
        name = _written(base, number)
        if name in self.taken or (number > 1 and name in self.last):
            return False
        found = NUMBERED.fullmatch(name)  # of a title that ends in a number, or of another's second item
        return number > 1 or found is None or self.last.get(found[1], 0) < int(found[2])


def _written(base: str, number: int) -> str:
    return base if number == 1 else f"{base}-{number}"

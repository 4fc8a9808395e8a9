"""Ids and names of folders, made from what people call things, in any alphabet; and tags of languages."""

import re
from collections.abc import Iterable
from functools import lru_cache

NUMBERED = re.compile(r"(.+)-([1-9][0-9]*)")
LONGEST = 60  # characters; what comes behind them no longer helps to tell things apart
_SOFT = str.maketrans("", "", "'`")  # apostrophes and signs of letters that Latin does not have part no words


def id_from(text: str, otherwise: str = "new") -> str:
    """``text`` in small Latin letters, figures and hyphens: ``Ruß`` is ``russ``, ``Ωμέγα`` is ``omega``.

    The same text always gives the same id. ``otherwise`` is the id of a text without a letter or figure.
    """
    if not text.isascii():
        from anyascii import anyascii

        text = anyascii(text)
    base = re.sub(r"[^a-z0-9]+", "-", text.lower().translate(_SOFT)).strip("-")
    if len(base) > LONGEST:
        base = (base[: LONGEST + 1].rpartition("-")[0] or base[:LONGEST]).strip("-")
    return base or otherwise


class Ids:
    """Ids unlike each other and unlike those taken. What is remembered grows with the titles, not with the items."""

    def __init__(self, taken: Iterable[str], otherwise: str = "new") -> None:
        """Begin with the ids of the existing items; ``otherwise`` as `id_from` has it."""
        self.taken = set(taken)
        self.otherwise = otherwise
        self.last: dict[str, int] = {}  # by title: the number after its last id

    def new(self, title: str) -> str:
        """The id of a title, with a number after it (``-2``, ``-3``) if need be."""
        base = id_from(title, self.otherwise)
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


TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


@lru_cache(maxsize=256)
def wider_tags(tag: str) -> tuple[str, ...]:
    """A tag and those of the languages it is a sort of, the widest first: ``zh``, ``zh-Hant``, ``zh-Hant-TW``."""
    parts = tag.split("-")
    return tuple("-".join(parts[:count]) for count in range(1, len(parts) + 1))

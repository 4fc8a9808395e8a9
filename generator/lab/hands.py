"""Hands as a question writes them, and piles that they are drawn from."""

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct

from generator.lab.question import BadQuestion, ValueShape, whole

MOST_HELD = 60  # components that can be named one by one


class NumberList(Struct, frozen=True):
    """A reader of numbers from 1 on: ``9,6,3``; an empty text names none."""

    most: int

    @property
    def shape(self) -> ValueShape:
        """Several numbers."""
        return ValueShape("numbers", 1, self.most)

    def __call__(self, text: str) -> tuple[int, ...]:
        """The numbers that a text names."""
        one = whole(1, self.most)
        numbers = tuple(one(part.strip()) for part in text.split(",")) if text.strip() else ()
        if len(numbers) > MOST_HELD:
            raise BadQuestion(f"{len(numbers)} are named; {MOST_HELD} can be")
        return numbers


class CountsBySort(Struct, frozen=True):
    """A reader of how many of each sort: ``red:1,blue:0``; those not named are 0."""

    names: tuple[str, ...]
    most: int

    @property
    def shape(self) -> ValueShape:
        """A count for each sort."""
        return ValueShape("counts", 0, self.most, parts=self.names)

    def __call__(self, text: str) -> dict[str, int]:
        """How many of each sort a text tells of."""
        found = dict.fromkeys(self.names, 0)
        for name, value in _named(text.split(",") if text.strip() else [], self.names):
            found[name] = whole(0, self.most)(value)
        return found


class NumbersBySort(Struct, frozen=True):
    """A reader of the numbers held of each sort: ``red:7,2;blue:6``; of those not named none is held."""

    names: tuple[str, ...]
    most: int

    @property
    def shape(self) -> ValueShape:
        """Numbers for each sort."""
        return ValueShape("lists", 1, self.most, parts=self.names)

    def __call__(self, text: str) -> dict[str, tuple[int, ...]]:
        """The numbers of each sort that a text tells of."""
        found: dict[str, tuple[int, ...]] = dict.fromkeys(self.names, ())
        for name, value in _named(text.split(";") if text.strip() else [], self.names):
            found[name] = several(self.most)(value)
        return found


def several(most: int) -> NumberList:
    """A reader of numbers from 1 on."""
    return NumberList(most)


def counts(names: Collection[str], most: int) -> CountsBySort:
    """A reader of how many of each sort."""
    return CountsBySort(tuple(names), most)


def sorts(names: Collection[str], most: int) -> NumbersBySort:
    """A reader of the numbers held of each sort."""
    return NumbersBySort(tuple(names), most)


def left_of(pile: Mapping[int, int], hand: Iterable[int], what: str) -> dict[int, int]:
    """How many of each number are left in a pile after a hand was drawn.

    Raises:
        BadQuestion: it cannot give that hand.
    """
    left = dict(pile)
    drawn = list(hand)
    for number in drawn:
        left[number] = left.get(number, 0) - 1
        if left[number] < 0:
            there = pile.get(number, 0)
            raise BadQuestion(f"{drawn.count(number)} {what} of {number} are held; the pile has {there or 'none'}")
    return left


def _named(parts: Iterable[str], names: Collection[str]) -> Iterable[tuple[str, str]]:
    seen = set()
    for part in parts:
        name, sign, value = part.strip().partition(":")
        if not sign or name not in names:
            raise BadQuestion(
                f"{part.strip()[:40]!r} is nothing that is held; write {', '.join(f'{n}:…' for n in names)}"
            )
        if name in seen:
            raise BadQuestion(f"{name} stands twice; name each once")
        seen.add(name)
        yield name, value

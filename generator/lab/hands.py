"""Hands as a question writes them, and piles that they are drawn from."""

from collections.abc import Collection, Iterable, Mapping

from generator.lab.question import BadQuestion, ValueReader, ValueShape, whole

MOST_HELD = 60  # components that can be named one by one


def several(most: int) -> ValueReader:
    """A reader of numbers from 1 on: ``9,6,3``; an empty text names none."""
    return ValueReader(ValueShape("numbers", 1, most), _several)


def _several(shape: ValueShape, text: str) -> tuple[int, ...]:
    one = whole(1, shape.high)
    numbers = tuple(one(part.strip()) for part in text.split(",")) if text.strip() else ()
    if len(numbers) > MOST_HELD:
        raise BadQuestion(f"{len(numbers)} are named; {MOST_HELD} can be")
    return numbers


def counts(names: Collection[str], most: int) -> ValueReader:
    """A reader of how many of each sort: ``red:1,blue:0``; those not named are 0."""
    return ValueReader(ValueShape("counts", 0, most, parts=tuple(names)), _counts)


def _counts(shape: ValueShape, text: str) -> dict[str, int]:
    read = whole(0, shape.high)
    return {**dict.fromkeys(shape.parts, 0), **{name: read(value) for name, value in _named(text, ",", shape.parts)}}


def sorts(names: Collection[str], most: int) -> ValueReader:
    """A reader of the numbers held of each sort: ``red:7,2;blue:6``; of those not named none is held."""
    return ValueReader(ValueShape("lists", 1, most, parts=tuple(names)), _sorts)


def _sorts(shape: ValueShape, text: str) -> dict[str, tuple[int, ...]]:
    read = several(shape.high)
    return {**dict.fromkeys(shape.parts, ()), **{name: read(value) for name, value in _named(text, ";", shape.parts)}}


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


def _named(text: str, between: str, names: Collection[str]) -> Iterable[tuple[str, str]]:
    seen = set()
    for part in text.split(between) if text.strip() else ():
        name, sign, value = part.strip().partition(":")
        if not sign or name not in names:
            raise BadQuestion(
                f"{part.strip()[:40]!r} is nothing that is held; write {', '.join(f'{n}:…' for n in names)}"
            )
        if name in seen:
            raise BadQuestion(f"{name} is repeated; name each once")
        seen.add(name)
        yield name, value

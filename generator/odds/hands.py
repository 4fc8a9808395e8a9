"""Hands as a question writes them, and piles that they are drawn from."""

from collections.abc import Callable, Collection, Iterable, Mapping

from generator.odds.question import BadQuestion, whole

MOST_HELD = 60  # components that can be named one by one


def several(most: int) -> Callable[[str], tuple[int, ...]]:
    """A reader of numbers from 1 on: ``9,6,3``; an empty text names none."""
    one = whole(1, most)

    def read(text: str) -> tuple[int, ...]:
        numbers = tuple(one(part.strip()) for part in text.split(",")) if text.strip() else ()
        if len(numbers) > MOST_HELD:
            raise BadQuestion(f"{len(numbers)} are named; {MOST_HELD} can be")
        return numbers

    return read


def counts(names: Collection[str], most: int) -> Callable[[str], dict[str, int]]:
    """A reader of how many of each sort: ``red:1,blue:0``; those not named are 0."""
    number = whole(0, most)

    def read(text: str) -> dict[str, int]:
        found = dict.fromkeys(names, 0)
        for name, value in _named(text.split(",") if text.strip() else [], names):
            found[name] = number(value)
        return found

    return read


def sorts(names: Collection[str], most: int) -> Callable[[str], dict[str, tuple[int, ...]]]:
    """A reader of the numbers held of each sort: ``red:7,2;blue:6``; of those not named none is held."""
    numbers = several(most)

    def read(text: str) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = dict.fromkeys(names, ())
        for name, value in _named(text.split(";") if text.strip() else [], names):
            found[name] = numbers(value)
        return found

    return read


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

"""Rolls of dice, worked out exactly: ``2d6``, ``d12+4>=10``, ``5d6 keep 3``, ``count 5d6 >= 5``.

A roll is made of numbers and of dice (``d12`` one die of twelve sides, ``3d6`` the sum of three), joined by ``+``,
``-``, ``*`` and brackets. ``NdM keep K`` sums the highest K of N dice, ``NdM keep lowest K`` the lowest; ``best K of
NdM`` and ``worst K of NdM`` say the same. ``count NdM >= S`` is how many of the dice show S or more (any comparison
will do). ``explode`` before dice has each of them rolled again, and added, whenever it shows its highest side; a die
counts with all that it rolled. One comparison (``>= <= > < = !=``) may be in a roll; each side is rolled on its own.
"""

import operator
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from generator.core import distribution
from generator.core.distribution import Distribution, WayCounter

MOST_DICE = 1_000  # of one sort
MOST_SIDES = 1_000
MOST_TO_KEEP_FROM = 100
MOST_SIGNS = 200  # characters
MOST_STEPS = 1_000_000  # additions: about a second
DEEPEST = 20  # brackets and signs

TOKEN = re.compile(r"\s*(best|worst|of|count|explode|keep|highest|lowest|[0-9]+|d|>=|<=|==|!=|[-+*()<>=])")
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
    "=": operator.eq,
}
ARITHMETIC: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}


class DiceError(ValueError):
    """The roll cannot be read, or costs too much; the message is for whoever wrote it."""


def roll(text: str) -> Fraction | Distribution:
    """The chance of a comparison, or the distribution of what is rolled.

    Raises:
        DiceError: see there.
    """
    return _Reader(text).whole()


class _Reader:
    """Reads a roll from left to right and works it out on the way."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.place = 0
        self.steps = 0
        self.depth = 0

    def whole(self) -> Fraction | Distribution:
        left = self.sum()
        if self.next not in COMPARISONS:
            self.end()
            return distribution.as_chances(left)
        sign = self.take()
        right = self.sum()
        self.end()
        self.spend(len(left) * len(right))
        holds = COMPARISONS[sign]
        ways = sum(a * b for low, a in left.items() for high, b in right.items() if holds(low, high))
        return Fraction(ways, left.total() * right.total())

    def sum(self) -> WayCounter:
        return self.joined(self.product, ("+", "-"))

    def product(self) -> WayCounter:
        return self.joined(self.part, ("*",))

    def joined(self, part: Callable[[], WayCounter], signs: tuple[str, ...]) -> WayCounter:
        ways = part()
        while self.next in signs:
            join = ARITHMETIC[self.take()]
            ways = distribution.joined(ways, part(), join, self.spend)
        return ways

    def part(self) -> WayCounter:
        self.depth += 1
        if self.depth > DEEPEST:
            raise DiceError(f"the roll is nested more than {DEEPEST} deep")
        match self.next:
            case "(":
                self.take()
                sums = self.sum()
                self.take(")")
            case "-":
                self.take()
                sums = Counter({-value: ways for value, ways in self.part().items()})
            case "best" | "worst":
                which, keep = self.take(), self.number()
                self.take("of")
                sums = self.kept(*self.dice(), keep, which)
            case "count":
                sums = self.counted()
            case _:
                sums = self.dice_or_number()
        self.depth -= 1
        return sums

    def dice_or_number(self) -> WayCounter:
        if self.next not in ("d", "explode"):
            number = self.number()
            if self.next != "d":
                return Counter({number: 1})
            self.back()
        number, die = self.dice()
        if self.next != "keep":
            return distribution.added(number, die, self.spend)
        self.take()
        which = self.take() if self.next in ("highest", "lowest") else "highest"
        return self.kept(number, die, self.number(), which)

    def counted(self) -> WayCounter:
        self.take()
        number, die = self.dice()
        if self.next not in COMPARISONS:
            raise DiceError(f"{self.text!r}: count needs a comparison such as >= 5{self.where()}")
        holds, limit = COMPARISONS[self.take()], self.number()
        return distribution.counted(number, die, [side for side in die if holds(side, limit)], self.spend)

    def dice(self) -> tuple[int, WayCounter]:
        """How many dice, and one of them."""
        explode = self.next == "explode" and bool(self.take())
        number = 1 if self.next == "d" else self.number()
        self.take("d")
        sides = self.number()
        if not 1 <= number <= MOST_DICE or not 1 <= sides <= MOST_SIDES:
            limits = f"1 to {MOST_DICE:,} dice of 1 to {MOST_SIDES:,} sides can be rolled"
            raise DiceError(f"{number}d{sides}: {limits}")
        if explode and sides == 1:
            raise DiceError(f"{self.text!r}: a die of one side would explode for ever")
        return number, distribution.exploding(sides) if explode else distribution.plain(sides)

    def kept(self, number: int, die: WayCounter, keep: int, which: str) -> WayCounter:
        if number > MOST_TO_KEEP_FROM:
            raise DiceError(
                f"{which} {keep} of {number}: the {which} of {MOST_TO_KEEP_FROM} dice at the most are known"
            )
        if not 1 <= keep <= number:
            raise DiceError(f"{which} {keep} of {number}: 1 to {number} can be kept")
        return distribution.kept(number, die, keep, self.spend, lowest=which in ("worst", "lowest"))

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.next
        if expected and token != expected:
            raise DiceError(f"{self.text!r}: {expected!r} is wanted{self.where()}")
        self.place += 1
        return token

    def back(self) -> None:
        self.place -= 1

    def number(self) -> int:
        if not self.next.isdigit():
            raise DiceError(f"{self.text!r}: a number or a die such as d6 is wanted{self.where()}")
        if len(self.next) > 6:
            raise DiceError(f"{self.next} is too large a number for a roll")
        return int(self.take())

    def end(self) -> None:
        if self.next:
            raise DiceError(f"{self.text!r}: nothing can follow{self.where()}")

    def where(self) -> str:
        return f" at {self.next!r}" if self.next else " at the end"

    def spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise DiceError(f"{self.text!r} costs too much to work out; roll fewer dice, or dice with fewer sides")


def _tokens(text: str) -> list[str]:
    if len(text) > MOST_SIGNS:
        raise DiceError(f"a roll has at most {MOST_SIGNS} characters, not {len(text):,}")
    tokens, place = [], 0
    while text[place:].strip():
        match = TOKEN.match(text, place)
        if match is None:
            raise DiceError(f"{text!r}: {text[place:].strip()[:1]!r} has no place in a roll")
        tokens.append(match.group(1))
        place = match.end()
    return tokens

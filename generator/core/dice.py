"""Rolls of dice, worked out exactly: ``2d6``, ``d12+4>=10``, ``best 1 of 2d12``.

A roll is made of numbers and of dice (``d12`` one die of twelve sides, ``3d6`` the sum of three), joined by ``+``,
``-``, ``*`` and brackets. ``best K of NdM`` and ``worst K of NdM`` sum the highest or lowest K of N dice. One
comparison (``>= <= > < = !=``) may stand in it; each side is rolled on its own.
"""

import operator
import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import comb

from generator.core.distribution import Distribution, as_chances

MOST_DICE = 1_000  # of one sort
MOST_SIDES = 1_000
MOST_TO_KEEP_FROM = 100
MOST_SIGNS = 200  # characters
MOST_STEPS = 1_000_000  # additions: about a second
DEEPEST = 20  # brackets and signs

WayCounter = Counter[int]  # equally likely ways by what comes out

TOKEN = re.compile(r"\s*(best|worst|of|[0-9]+|d|>=|<=|==|!=|[-+*()<>=])")
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
        sign = self.next
        if sign not in COMPARISONS:
            self.end()
            return as_chances(left)
        self.place += 1
        right = self.sum()
        self.end()
        self.spend(len(left) * len(right))
        holds = COMPARISONS[sign]
        ways = sum(a * b for one, a in left.items() for other, b in right.items() if holds(one, other))
        return Fraction(ways, left.total() * right.total())

    def sum(self) -> WayCounter:
        found = self.product()
        while self.next in ("+", "-"):
            found = self.joined(found, self.take(), self.product())
        return found

    def product(self) -> WayCounter:
        found = self.part()
        while self.next == "*":
            found = self.joined(found, self.take(), self.part())
        return found

    def part(self) -> WayCounter:
        self.depth += 1
        if self.depth > DEEPEST:
            raise DiceError(f"the roll is nested more than {DEEPEST} deep")
        match self.next:
            case "(":
                self.take()
                found = self.sum()
                self.take(")")
            case "-":
                self.take()
                found = Counter({-value: ways for value, ways in self.part().items()})
            case "best" | "worst":
                found = self.kept(self.take())
            case _:
                found = self.dice_or_number()
        self.depth -= 1
        return found

    def dice_or_number(self) -> WayCounter:
        if self.next != "d":
            number = self.number()
            if self.next != "d":
                return Counter({number: 1})
            self.back()
        return self.added(*self.dice())

    def dice(self) -> tuple[int, int]:
        """How many dice of how many sides."""
        number = 1 if self.next == "d" else self.number()
        self.take("d")
        sides = self.number()
        if not 1 <= number <= MOST_DICE or not 1 <= sides <= MOST_SIDES:
            limits = f"1 to {MOST_DICE:,} dice of 1 to {MOST_SIDES:,} sides can be rolled"
            raise DiceError(f"{number}d{sides}: {limits}")
        return number, sides

    def added(self, number: int, sides: int) -> WayCounter:
        """The sum of dice, one after the other: a die's ways are a window that slides over those so far."""
        ways = [1]
        for _ in range(number):
            self.spend(len(ways) + sides)
            window, more = 0, []
            for place in range(len(ways) + sides - 1):
                window += ways[place] if place < len(ways) else 0
                window -= ways[place - sides] if place >= sides else 0
                more.append(window)
            ways = more
        return Counter({number + place: count for place, count in enumerate(ways)})

    def kept(self, which: str) -> WayCounter:
        """The sum of the best or worst dice: side by side from the one wanted most, how many dice show it."""
        keep = self.number()
        self.take("of")
        number, sides = self.dice()
        if number > MOST_TO_KEEP_FROM:
            raise DiceError(
                f"{which} {keep} of {number}: the {which} of {MOST_TO_KEEP_FROM} dice at the most are known"
            )
        if not 1 <= keep <= number:
            raise DiceError(f"{which} {keep} of {number}: 1 to {number} can be kept")
        states: Counter[tuple[int, int]] = Counter({(0, 0): 1})  # dice that showed a side before, their sum as kept
        for side in range(sides, 0, -1) if which == "best" else range(1, sides + 1):
            after: Counter[tuple[int, int]] = Counter()
            for (shown, total), ways in states.items():
                left = number - shown
                self.spend(4 * left + 4)  # a binomial coefficient each
                for more in range(left + 1):
                    counted = min(more, max(0, keep - shown))
                    after[shown + more, total + counted * side] += ways * comb(left, more)
            states = after
        return Counter({total: ways for (shown, total), ways in states.items() if shown == number})

    def joined(self, left: WayCounter, sign: str, right: WayCounter) -> WayCounter:
        self.spend(len(left) * len(right))
        found: WayCounter = Counter()
        for one, a in left.items():
            for other, b in right.items():
                found[ARITHMETIC[sign](one, other)] += a * b
        return found

    @property
    def next(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.next
        if wanted and token != wanted:
            raise DiceError(f"{self.text!r}: {wanted!r} is wanted{self.where()}")
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

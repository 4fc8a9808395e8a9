"""What the rules in force say about lists of members: the space of those that are legal, and what they are worth."""

from fractions import Fraction
from math import comb
from typing import Any

from generator.core.problem import Infeasible
from generator.forge.request import Context, Request
from generator.forge.sampler import Weights, Worth
from generator.forge.space import Space, Symbol

PATTERNS = 20_000  # sets of symbols up to which shares are worked out


def read_space(context: Context, field: str, request: Request) -> Space:
    """The space that the rules in force and the options leave.

    Raises:
        Infeasible: nothing is left, or a rule that is needed is not there.
    """
    ranges: dict[str, list[Any]] = {}
    unsigned: set[str] = set()
    for rule in context.rules_about("key-range", field):
        ranges |= {key: limits for key, limits in rule.keys.items() if len(limits) == 2}
        unsigned |= set(rule.unsigned)
    once: set[str] = set()
    for rule in context.rules_about("no-repeat", field):
        once |= set(rule.only or ranges)
    counts = [(rule.min, rule.max) for rule in context.rules_about("count", field)]
    low = max([1, *(fewest for fewest, _ in counts)])
    high = min((most for _, most in counts if most is not None), default=None)
    if not ranges or high is None:
        raise Infeasible(
            f"{context.game.name} lacks a `key-range` or a `count` rule for {field} of {context.kind.name}"
        )
    keys = _chosen(list(ranges), request)
    symbols = [
        Symbol(key, sign, max(int(ranges[key][0]), 1), int(ranges[key][1]))
        for key in keys
        for sign in ((0,) if key in unsigned else (1, -1))
        if max(ranges[key][0], 1) <= ranges[key][1]
    ]
    lengths = _lengths(low, high, request, field)
    if comb(len(symbols) + lengths[-1] - 1, lengths[-1]) > PATTERNS:
        raise Infeasible(f"{len(symbols)} sorts of {field}, {lengths[-1]} on an item: too many to keep shares of")
    space = Space(symbols, lengths, frozenset() if request.repeats else frozenset(once))
    if not space.size:
        raise Infeasible(f"no item has {_span(lengths)} {field} of {', '.join(keys)} without one of them twice")
    return space


def _chosen(known: list[str], request: Request) -> list[str]:
    for key in (*request.only, *request.without):
        if key not in known:
            raise Infeasible(f"{key!r} is not a type here; known: {', '.join(known)}")
    keys = [key for key in known if (not request.only or key in request.only) and key not in request.without]
    if not keys:
        raise Infeasible("no type is left: --only and --without leave none")
    return keys


def _lengths(low: int, high: int, request: Request, field: str) -> range:
    wanted = request.lengths or (low, high)
    if not low <= wanted[0] <= wanted[1] <= high:
        asked = _span(range(wanted[0], wanted[1] + 1)) if wanted[0] <= wanted[1] else f"{wanted[0]} to {wanted[1]}"
        raise Infeasible(f"{asked} {field} cannot be had; the rules allow {_span(range(low, high + 1))}")
    return range(wanted[0], wanted[1] + 1)


def _span(numbers: range) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def read_worth(context: Context, field: str, space: Space) -> Worth | None:
    """The scale of the `worth` rule in force, if there is one."""
    for rule in context.rules_about("worth", field):
        scale = {key: Fraction(str(weight)) for key, weight in rule.scale.items()}
        return Worth(space.symbols, scale, Fraction(str(rule.min)), Fraction(str(rule.max)))
    return None


def swing_weights(space: Space, swing: str) -> Weights:
    """How likely each size of each symbol is: ``calm`` small ones, ``wild`` large ones, ``lively`` all alike.

    With calm, of n sizes the smallest is n times as likely as the largest; with wild, the reverse.
    """
    rising = [[(rank + 1) / symbol.sizes for rank in range(symbol.sizes)] for symbol in space.symbols]
    if swing == "wild":
        return rising
    return [row[::-1] if swing == "calm" else [1.0] * len(row) for row in rising]

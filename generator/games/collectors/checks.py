"""Checks with a twelve-sided die. Source: the rules page of the game's public design journal; rulings are ours."""

from collections.abc import Callable
from random import Random
from typing import Literal

from msgspec import Struct

SIDES = 12
Roll = Callable[[], int]  # the next number that the die shows
Naturals = Literal["none", "pairs", "any"]
NATURALS: tuple[Naturals, ...] = ("none", "pairs", "any")


class CheckRules(Struct, frozen=True):
    """Rulings that can be changed.

    Attributes:
        naturals: what a natural 1 or 12 does in a trade's interception. ``none``: nothing, only the sum counts; our
            ruling. ``pairs``: two of them decide. ``any``: one of them does, but for a 1 beside a 12.
        adds_grit: whether the attack roll that may hit its interceptor counts with Grit. Ours: yes, the total.
    """

    naturals: Naturals = "none"
    adds_grit: bool = True


RULES = CheckRules()


def die(rng: Random) -> Roll:
    """A twelve-sided die."""
    return lambda: rng.randint(1, SIDES)


def succeeds(roll: int, bonus: int, reflexes: int) -> bool:
    """Whether a check succeeds: roll and bonus reach the Reflexes; 12 always succeeds, 1 always fails."""
    return roll == SIDES or (roll != 1 and roll + bonus >= reflexes)


def intercepts_trade(rolls: tuple[int, int], grit: int, reflexes: int, rules: CheckRules = RULES) -> bool:
    """Whether a trade is intercepted: two rolls and Grit, once, against both traders' Reflexes together."""
    fails, wins = rolls.count(1), rolls.count(SIDES)
    if rules.naturals != "none" and not (fails and wins):
        deciding = 2 if rules.naturals == "pairs" else 1
        if max(fails, wins) >= deciding:
            return wins > 0
    return sum(rolls) + grit >= reflexes


def hits_interceptor(roll: int, grit: int, reflexes: int, rules: CheckRules = RULES) -> bool:
    """Whether an attack that was stopped hits who stopped it: it is above the interceptor's own Reflexes."""
    return roll + (grit if rules.adds_grit else 0) > reflexes

"""Checks with a twelve-sided die. Source: the rules page of the game's public design journal; rulings are ours."""

from collections.abc import Callable
from random import Random
from typing import Literal

SIDES = 12
Roll = Callable[[], int]  # the next number that the die shows
Naturals = Literal["none", "pairs", "any"]
NATURALS: tuple[Naturals, ...] = ("none", "pairs", "any")


def die(rng: Random) -> Roll:
    """A twelve-sided die."""
    return lambda: rng.randint(1, SIDES)


def succeeds(roll: int, bonus: int, reflexes: int) -> bool:
    """Whether a check succeeds: roll and bonus reach the Reflexes; 12 always succeeds, 1 always fails."""
    return roll == SIDES or (roll != 1 and roll + bonus >= reflexes)


def twelfths(bonus: int, reflexes: int) -> int:
    """Of the numbers on the die, those with which a check succeeds."""
    return sum(succeeds(roll, bonus, reflexes) for roll in range(1, SIDES + 1))


def intercepts_trade(rolls: tuple[int, int], grit: int, reflexes: int, naturals: Naturals = "none") -> bool:
    """Whether a trade is intercepted: two rolls and Grit, once, against both traders' Reflexes together.

    ``naturals``: what a natural 1 or 12 does. ``none``: nothing, only the sum counts; our ruling. ``pairs``: two of
    them decide. ``any``: one of them does, but for a 1 beside a 12.
    """
    fails, wins = rolls.count(1), rolls.count(SIDES)
    if naturals != "none" and not (fails and wins):
        deciding = 2 if naturals == "pairs" else 1
        if max(fails, wins) >= deciding:
            return wins > 0
    return sum(rolls) + grit >= reflexes


def hits_interceptor(roll: int, grit: int, reflexes: int) -> bool:
    """Whether an attack that was stopped hits who stopped it: it is, with Grit, above their own Reflexes."""
    return roll + grit > reflexes

"""Gathering in Street, STANDARD only: the stake and its settlement. Source: the game's rules for it.

A collector whose move ends exactly on a rival's square may start one: it is the Defiance, the rival the Competition.
Neither chooses the stake: the Subtilized Treats (ST) are the Pre-Subtilization Rate (PSR), from the Movement token of
the turn and the costume worn then, and the Panic Rate (PR), a Trick ticket that the Defiance draws from the pile, never
one held, and puts back at once. The Competition then deserts or takes up the challenge, an `auction`. A side that holds
fewer Treats than it has to pay pays all of them and goes back ST squares.
"""

from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.games.tricks_or_treats.state import Piles, put_under, take

StreetOutcome = Literal["successful", "failed", "equalization"]
OUTCOMES: tuple[StreetOutcome, ...] = ("successful", "failed", "equalization")
FORGOTTEN_RATE = 1  # the PSR where nobody remembers the token's value, whatever the costume


class SideSettled(Struct, frozen=True):
    """What the settlement does to one side."""

    treats: int  # change
    back: int = 0  # squares
    missed: int = 0  # turns; while it must miss any, it is immune: no Gathering in Street, in either role


class Settlement(Struct, frozen=True):
    """What the settlement does to both sides, and how many Treats go to the pile."""

    defiance: SideSettled
    competition: SideSettled
    to_pile: int = 0


def base_rate(token: int | None, modifier: int = 0) -> int:
    """The PSR: the Movement token's value of this turn, None where it is forgotten, with the costume's modifier.

    A costume takes it to 0 at the least (R-13).
    """
    return FORGOTTEN_RATE if token is None else max(0, token + modifier)


def draw_panic(piles: Piles, rng: Random) -> tuple[int, Piles]:
    """The PR, which no costume changes (R-13), and the piles after the ticket went back; 0 without a ticket (R-19)."""
    drawn, pile = take(piles.tricks, 1)
    return sum(drawn), replace(piles, tricks=put_under(pile, drawn, rng))


def desert(stake: int, treats: int, *, linked: bool = False) -> Settlement:
    """The Competition flees: it pays half of the stake, rounded up.

    With too few Treats for that it goes back the whole stake and misses turns; else neither (R-11).

    Args:
        stake: ST.
        treats: what the Competition holds.
        linked: whether the square where it ends up is linked to a Housing tile.
    """
    paid = paid_in_flight(stake, treats)
    if 2 * paid >= stake:
        return Settlement(SideSettled(paid), SideSettled(-paid))
    return Settlement(SideSettled(paid), SideSettled(-paid, stake, 2 if linked else 1))


def paid_in_flight(stake: int, treats: int) -> int:
    """What a Competition that flees pays: half of the stake, rounded up, or all its Treats."""
    half = (stake + 1) // 2
    return half if half < treats else treats


def outcome(defiance: int, competition: int) -> StreetOutcome:
    """What the auction's totals come to."""
    return "successful" if defiance > competition else "failed" if defiance < competition else "equalization"


def settle(found: StreetOutcome, stake: int, defiance_treats: int, competition_treats: int) -> Settlement:
    """Who pays after an auction: the loser the winner, or on a tie both the Treat pile."""
    defiance, competition = _pays(stake, defiance_treats), _pays(stake, competition_treats)
    if found == "successful":
        return Settlement(SideSettled(-competition.treats), competition)
    if found == "failed":
        return Settlement(defiance, SideSettled(-defiance.treats))
    return Settlement(defiance, competition, to_pile=-defiance.treats - competition.treats)


def _pays(stake: int, treats: int) -> SideSettled:
    return SideSettled(-min(stake, treats), stake if treats < stake else 0)

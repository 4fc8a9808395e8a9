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


class StreetRules(Struct, frozen=True):
    """Rulings that can be changed.

    Attributes:
        least_rate: the smallest PSR, where a costume would take it lower (R-13). None: no bound.
        costume_changes_panic: whether the Defiance's Trick modifier changes PR. Ours: no (R-13).
        always_misses: whether missed turns and immunity follow every desertion. Ours: only one with too few Treats, as
            the order of the text has it (R-11).
        halved_retreat: whether a deserter with too few Treats goes back half of ST, rounded up. Ours: all (R-11).
        must_bid: whether the lower side has to bid while it can reach a tie. Ours: yes, "as long as possible" (R-10).
        raises_ties: whether a side may raise when both are level. Ours: yes, it is even advised (R-10).
    """

    least_rate: int | None = 0
    costume_changes_panic: bool = False
    always_misses: bool = False
    halved_retreat: bool = False
    must_bid: bool = True
    raises_ties: bool = True


RULES = StreetRules()


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


def may_gather(ends_on_rival: bool, missing: int, rival_missing: int) -> bool:  # noqa: FBT001 - a fact, no option
    """Whether a collector may start a Gathering: the move ends exactly on a rival's square, and neither is immune.

    Args:
        ends_on_rival: whether it does.
        missing: turns that the collector has to miss yet.
        rival_missing: turns that the rival has to miss yet.
    """
    return ends_on_rival and not missing and not rival_missing


def base_rate(token: int | None, modifier: int = 0, rules: StreetRules = RULES) -> int:
    """The PSR: the Movement token's value of this turn, None where it is forgotten, with the costume's modifier."""
    if token is None:
        return FORGOTTEN_RATE
    rate = token + modifier
    return rate if rules.least_rate is None else max(rules.least_rate, rate)


def draw_panic(piles: Piles, rng: Random, modifier: int = 0, rules: StreetRules = RULES) -> tuple[int, Piles]:
    """The PR, and the piles after the ticket went back; 0 where there is none to draw (R-19)."""
    drawn, pile = take(piles.tricks, 1)
    value = sum(drawn) + (modifier if rules.costume_changes_panic and drawn else 0)
    return value, replace(piles, tricks=put_under(pile, drawn, rng))


def desert(stake: int, treats: int, *, linked: bool = False, rules: StreetRules = RULES) -> Settlement:
    """The Competition flees: it pays half of the stake, rounded up.

    Args:
        stake: ST.
        treats: what the Competition holds.
        linked: whether the square where it ends up is linked to a Housing tile.
        rules: our rulings.
    """
    due = -(-stake // 2)
    paid, short = min(due, treats), treats < due
    back = (due if rules.halved_retreat else stake) if short else 0
    missed = (2 if linked else 1) if short or rules.always_misses else 0
    return Settlement(SideSettled(paid), SideSettled(-paid, back, missed))


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

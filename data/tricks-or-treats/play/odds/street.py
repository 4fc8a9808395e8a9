"""What a Gathering in Street comes to: the stake, the auction if the rival takes it up, and whether it should.

A hand is named (``masks:7,2;tricks:6``) or only counted (``held:masks:2,tricks:3``, drawn at random from the game's
piles). Both sides go on as long as they can, so that the larger sum of all pieces wins. The Panic Rate is drawn from
the Trick tickets that nobody holds.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

from msgspec import Struct

from generator.games import (
    Answer,
    BadQuestion,
    Distribution,
    Shelf,
    Value,
    ValueShape,
    Ways,
    as_chances,
    counts,
    expected,
    left_of,
    number,
    numbers,
    percent,
    sorts,
    table,
    whole,
)

from ..street import (
    OUTCOMES,
    Settlement,
    StreetOutcome,
    base_rate,
    desert,
    outcome,
    settle,
)

GAME, TRICKS, MASKS = "tricks-or-treats", "trick-tickets", "mask-tokens"
FORGOTTEN = "forgotten"
PIECES = ("masks", "tricks")
SIDES = ("defiance", "competition")
MOST_NUMBER = 99
MOST_HELD = 99
MOST_STEPS = 20_000_000  # of the sums over hands, estimated from above: 4 s at the most
PLENTY = 10**6  # Treats, where it is not said how many are held

PileOfNumbers = Mapping[int, int]  # how many show each number


class SidePieces(Struct, frozen=True):
    """One side's pieces: those named, or how many are held, by their sort."""

    named: Mapping[str, tuple[int, ...]]
    unknown: Mapping[str, int]


def _read_side(text: str) -> SidePieces:
    if text.startswith("held:"):
        return SidePieces(dict.fromkeys(PIECES, ()), counts(PIECES, MOST_HELD)(text.removeprefix("held:")))
    return SidePieces(sorts(PIECES, MOST_NUMBER)(text), dict.fromkeys(PIECES, 0))


def _read_token(text: str) -> int | str:
    return FORGOTTEN if text == FORGOTTEN else whole(0, MOST_NUMBER)(text)


_treats = whole(0, PLENTY)
SIDE = ValueShape("lists", 1, MOST_NUMBER, ("held",), PIECES)
VALUES = {
    "token": Value("N", "the Movement token's value this turn, or forgotten", _read_token),
    "costume": Value("-1", "the Movement modifier of the Defiance's costume", whole(-MOST_NUMBER, MOST_NUMBER)),
    "stake": Value("N", "the stake, in place of token and costume", whole(0, 999)),
    "defiance": Value(
        "masks:7,2;tricks:6", "what the one who starts it holds", _read_side, required=True, made_of=SIDE
    ),
    "competition": Value("held:masks:2,tricks:3", "what the rival holds", _read_side, required=True, made_of=SIDE),
    "defiance-treats": Value("N", "the Treats of the one; plenty if not given", _treats),
    "competition-treats": Value("N", "the Treats of the other; plenty if not given", _treats),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The stake, the outcomes if challenged, and what to do: the expected change of Treats of each side both ways."""
    stake, token = values["stake"], values["token"]
    if (stake is None) == (token is None):
        raise BadQuestion("give either token (with costume), or stake")
    if stake is not None and values["costume"] is not None:
        raise BadQuestion("costume goes with token; a stake has it counted in")
    game = shelf.game_with(TRICKS, GAME)
    sides: tuple[SidePieces, SidePieces] = values["defiance"], values["competition"]
    tricks = _unheld(numbers(game, TRICKS), sides, "tricks")
    masks = _unheld(numbers(shelf.game_with(MASKS, GAME), MASKS), sides, "masks")
    by_stake = stakes_and_outcomes(
        stake, base_rate(None if token in (None, FORGOTTEN) else token, values["costume"] or 0), sides, tricks, masks
    )
    purses = [PLENTY if values[name] is None else values[name] for name in ("defiance-treats", "competition-treats")]
    stakes: Distribution = {amount: sum(shares.values(), Fraction(0)) for amount, shares in sorted(by_stake.items())}
    outcomes = {name: sum((shares[name] for shares in by_stake.values()), Fraction(0)) for name in OUTCOMES}
    advice = advise(by_stake, purses[0], purses[1])
    data = {"stake": list(stakes.items()) if stake is None else stake, "outcomes": outcomes, "advice": advice}
    return Answer(data, _told(stakes, outcomes, advice))


def _unheld(pile: PileOfNumbers, sides: tuple[SidePieces, SidePieces], sort: str) -> PileOfNumbers:
    """What neither side is known to hold."""
    left = left_of(pile, [value for side in sides for value in side.named[sort]], sort)
    wanted = sum(side.unknown[sort] for side in sides)
    if wanted > sum(left.values()):
        raise BadQuestion(f"{wanted} unknown {sort} are held; the pile has {sum(left.values())} left for them")
    return left


def stakes_and_outcomes(
    stake: int | None, rate: int, sides: tuple[SidePieces, SidePieces], tricks: PileOfNumbers, masks: PileOfNumbers
) -> dict[int, dict[StreetOutcome, Fraction]]:
    """The chance of each stake and outcome together: the Panic Rate's ticket is one that no hand holds.

    Args:
        stake: ST where it is known, else None.
        rate: the PSR, to which the ticket drawn is added.
        sides: what the Defiance and the Competition hold.
        tricks: how many tickets show each number, of those that neither side is known to hold.
        masks: the same of Mask tokens.
    """
    unknown = [(side.unknown["tricks"], side.unknown["masks"]) for side in sides]
    known = [sum(sum(part) for part in side.named.values()) for side in sides]
    by_masks = as_chances(differences(masks, unknown[0][1], unknown[1][1]))
    rest = sum(tricks.values()) - unknown[0][0] - unknown[1][0]
    panics: dict[int, Fraction] = {0: Fraction(1)}  # none is needed, or none is left to draw
    if stake is None and rest:
        panics = {value: Fraction(copies, sum(tricks.values())) for value, copies in tricks.items() if copies}
    found: dict[int, dict[StreetOutcome, Fraction]] = {}
    for panic, share in panics.items():
        left = {value: copies - (value == panic) for value, copies in tricks.items()}
        by_tricks = as_chances(differences(left, unknown[0][0], unknown[1][0]))
        amount = rate + panic if stake is None else stake
        shares = found.setdefault(amount, dict.fromkeys(OUTCOMES, Fraction(0)))
        for more, one in by_masks.items():
            for also, other in by_tricks.items():
                shares[outcome(known[0] + more + also, known[1])] += share * one * other
    return found


def differences(pile: PileOfNumbers, defiance: int, competition: int) -> Ways:
    """In how many ways two hands of this many pieces are drawn from a pile, by how much larger the first one's sum is.

    Raises:
        BadQuestion: there are too many.
    """
    spread = max(pile, default=0) * (defiance + competition) + 1
    if (defiance + 1) * (competition + 1) * spread * len(pile) * max(1, defiance * competition) > MOST_STEPS:
        raise BadQuestion(f"{defiance} against {competition} unknown pieces cost too much to work out; ask for fewer")
    states: Counter[tuple[int, int, int]] = Counter({(0, 0, 0): 1})  # drawn by each, difference
    for value, copies in pile.items():
        after: Counter[tuple[int, int, int]] = Counter()
        for (one, other, ahead), ways in states.items():
            for mine in range(min(copies, defiance - one) + 1):
                for theirs in range(min(copies - mine, competition - other) + 1):
                    more = ways * comb(copies, mine) * comb(copies - mine, theirs)
                    after[one + mine, other + theirs, ahead + (mine - theirs) * value] += more
        states = after
    return {ahead: ways for (one, other, ahead), ways in states.items() if (one, other) == (defiance, competition)}


def advise(by_stake: Mapping[int, Mapping[StreetOutcome, Fraction]], defiance: int, competition: int) -> dict[str, Any]:
    """What the Competition should do, which knows the stake when it chooses; and the expected changes both ways.

    Args:
        by_stake: the chance of each stake and outcome together.
        defiance: the Treats that it holds.
        competition: the same.
    """
    by_way = {
        "desert": {
            amount: _changes([(sum(shares.values(), Fraction(0)), desert(amount, competition))])
            for amount, shares in by_stake.items()
        },
        "challenge": {
            amount: _changes([(share, settle(name, amount, defiance, competition)) for name, share in shares.items()])
            for amount, shares in by_stake.items()
        },
    }
    both = {
        way: {side: sum((found[side] for found in of.values()), Fraction(0)) for side in SIDES}
        for way, of in by_way.items()
    }
    by_amount = {amount: _choice({way: of[amount] for way, of in by_way.items()}) for amount in sorted(by_stake)}
    return {"choice": _choice(both), **both, "by_stake": by_amount}


def _changes(settlements: Sequence[tuple[Fraction, Settlement]]) -> dict[str, Fraction]:
    """The expected change of each side's Treats."""
    return {side: sum((share * getattr(one, side).treats for share, one in settlements), Fraction(0)) for side in SIDES}


def _choice(ways: Mapping[str, Mapping[str, Fraction]]) -> str:
    """What is better for the Competition; on a tie it stays."""
    return "desert" if ways["desert"]["competition"] > ways["challenge"]["competition"] else "challenge"


def _told(stakes: Distribution, outcomes: Mapping[StreetOutcome, Fraction], advice: Mapping[str, Any]) -> list[str]:
    text = ["stake", *table(list(stakes.items()))]
    if len(stakes) > 1:
        text.append(f"  mean {number(expected(stakes)).removeprefix('+')}")
    text += ["if challenged", *table(list(outcomes.items()))]
    text.append(f"  not failed: {percent(1 - outcomes['failed'])}; the rules advise the Defiance 90 % or more")
    text.append("treats expected")
    for way in ("desert", "challenge"):
        change = advice[way]
        text.append(f"  {way:<10} Defiance {number(change['defiance'])}, Competition {number(change['competition'])}")
    text.append(f"advice to the Competition: {advice['choice']}")
    if len(set(advice["by_stake"].values())) > 1:
        deserted = [str(amount) for amount, choice in advice["by_stake"].items() if choice == "desert"]
        text.append(f"  by the stake: desert at {', '.join(deserted)}, else challenge")
    return text

"""Who knocks the other out first, round by round, if two Collectors do nothing but attack each other.

Each spends all AP on attacks, but those it keeps for the Recovery Step; a round's attacks end when the other is knocked
out. The Instigator goes first, rolled for in the first round and changing each round. Cunning counts for nothing here.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from msgspec import Struct

from generator.games import Answer, BadQuestion, Shelf, Value, ValueShape, one_of, share, table, whole

from ..checks import SIDES, twelfths
from ..rounds import recovered
from ..state import AP, MOST_STAMINA
from .check import MOST

SIDE = ("a", "b")
ROUNDS, MOST_ROUNDS = 28, 60  # 28: the longest game, with four
MOST_AP = 12
ATTRIBUTES = 3
DECIDED = Fraction(999, 1000)  # where the text's table ends

Line = tuple[int, int, int]


def _read_line(text: str) -> Line:
    parts = text.split(",")
    if len(parts) != ATTRIBUTES:
        raise BadQuestion(f"{text[:40]!r} is not GRIT,CUNNING,REFLEXES, such as 3,3,9")
    number = whole(-MOST, MOST)
    grit, cunning, reflexes = (number(part.strip()) for part in parts)
    return grit, cunning, reflexes


LINE = ValueShape("together", -MOST, MOST, parts=("grit", "cunning", "reflexes"))
VALUES = {
    "a": Value("GRIT,CUNNING,REFLEXES", "the one", _read_line, required=True, made_of=LINE),
    "b": Value("GRIT,CUNNING,REFLEXES", "the other", _read_line, required=True, made_of=LINE),
    "ap": Value("N", f"AP of each in a round; {AP} if not given", whole(0, MOST_AP)),
    "a-keeps": Value("N", "AP that A does not spend, for recovery; 0 if not given", whole(0, MOST_AP)),
    "b-keeps": Value("N", "the same of B", whole(0, MOST_AP)),
    "first": Value("a|b", "who is Instigator in the first round; rolled for if not given", one_of(*SIDE)),
    "rounds": Value("N", f"how many are played; {ROUNDS}, as in the longest game, if not given", whole(1, MOST_ROUNDS)),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:  # noqa: ARG001 - lines are given as numbers
    """The chances of each side to be knocked out in each round, and to be the one that knocks the other out."""
    ap = AP if values["ap"] is None else values["ap"]
    keeps = [values[f"{side}-keeps"] or 0 for side in SIDE]
    for side, kept in zip(SIDE, keeps, strict=True):
        if kept > ap:
            raise BadQuestion(f"{side}-keeps is {kept}; there are {ap} AP")
    rounds = values["rounds"] or ROUNDS
    a, b = values["a"], values["b"]
    out = knock_outs(a, b, ap, (keeps[0], keeps[1]), rounds, values["first"])
    wins = {"a": sum(out["b"], Fraction(0)), "b": sum(out["a"], Fraction(0))}
    undecided = 1 - wins["a"] - wins["b"]
    data = {"knock_out": out, "wins": wins, "undecided": undecided, "rounds": rounds}
    return Answer(data, _told(a, b, out, wins, undecided))


def knock_outs(
    a: Line,
    b: Line,
    ap: int = AP,
    keeps: tuple[int, int] = (0, 0),
    rounds: int = ROUNDS,
    first: str | None = None,
) -> dict[str, list[Fraction]]:
    """The chance of each side to be knocked out in each round, before the other ever was.

    Args:
        a: the one's Grit, Cunning and Reflexes.
        b: the other's.
        ap: of each in a round.
        keeps: of these, what each side does not spend.
        rounds: how many are played.
        first: the Instigator of the first round; None: each with the same chance.
    """
    one = Fighter(twelfths(a[0], b[2]), ap - keeps[0], keeps[0])
    other = Fighter(twelfths(b[0], a[2]), ap - keeps[1], keeps[1])
    if first == "a":
        return dict(zip(SIDE, chain(one, other, rounds), strict=True))
    if first == "b":
        return dict(zip(SIDE, reversed(chain(other, one, rounds)), strict=True))
    both = [knock_outs(a, b, ap, keeps, rounds, side) for side in SIDE]
    return {side: [(x + y) / 2 for x, y in zip(both[0][side], both[1][side], strict=True)] for side in SIDE}


class Fighter(Struct, frozen=True):
    """What a side does in a round: attacks, of which each lands with so many twelfths; AP that it keeps."""

    lands: int
    attacks: int
    keeps: int

    @property
    def hits(self) -> list[int]:
        """In how many ways of all its dice 0, 1, … attacks land."""
        return [
            comb(self.attacks, hits) * self.lands**hits * (SIDES - self.lands) ** (self.attacks - hits)
            for hits in range(self.attacks + 1)
        ]


@lru_cache(maxsize=1_000)
def chain(
    leader: Fighter, follower: Fighter, rounds: int, stamina: int = MOST_STAMINA
) -> tuple[list[Fraction], list[Fraction]]:
    """The chances of each to be knocked out in each round, before the other ever was; the leader begins.

    The state is the Stamina of both at a round's start, with the number of ways of all dice so far. In every second
    round the other goes first. Nobody recovers from a knock-out here, for the duel is over.
    """
    states: dict[tuple[int, int], int] = {(stamina, stamina): 1}
    out: tuple[list[Fraction], list[Fraction]] = [], []
    ways, in_a_round = 1, SIDES ** (leader.attacks + follower.attacks)
    for number in range(rounds):
        ways *= in_a_round
        downs = [0, 0]
        for attacker in (0, 1) if number % 2 == 0 else (1, 0):
            states, down = _attacked(states, (leader, follower)[attacker], 1 - attacker)
            # Who is knocked out first rolls no more in this round; count its dice as if it did.
            unrolled = SIDES ** (leader, follower)[1 - attacker].attacks if attacker == number % 2 else 1
            downs[1 - attacker] += down * unrolled
        for side, chances in enumerate(out):
            chances.append(Fraction(downs[side], ways))
        after: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (one, other), count in states.items():
            after[recovered(one, leader.keeps), recovered(other, follower.keeps)] += count
        states = after
    return out


def _attacked(
    states: Mapping[tuple[int, int], int], attacker: Fighter, target: int
) -> tuple[dict[tuple[int, int], int], int]:
    """The states after one side's attacks, and in how many ways they knock the other out."""
    after: defaultdict[tuple[int, int], int] = defaultdict(int)
    down = 0
    for (one, other), count in states.items():
        for hits, ways in enumerate(attacker.hits):
            left = (one, other)[target] - hits
            if left <= 0:
                down += count * ways
            else:
                after[(left, other) if target == 0 else (one, left)] += count * ways
    return after, down


def _told(
    a: Line, b: Line, out: Mapping[str, Sequence[Fraction]], wins: Mapping[str, Fraction], undecided: Fraction
) -> list[str]:
    rounds = len(out["a"])
    text = [f"Grit {a[0]}, Reflexes {a[2]} (A) against Grit {b[0]}, Reflexes {b[2]} (B)"]
    text += table([("A knocks B out", wins["a"]), ("B knocks A out", wins["b"]), (f"neither in {rounds}", undecided)])
    text += ["by round     B out    A out"]
    so_far = Fraction(0)
    for number, (one, other) in enumerate(zip(out["b"], out["a"], strict=True), 1):
        so_far += one + other
        if one or other:
            text.append(f"  {number:>5}  {share(one):>9}{share(other):>9}")
        if so_far >= DECIDED:
            break
    return text

"""Gathering in Street, STANDARD only: the stake and its settlement. Source: the game's rules for it.

A collector whose move ends exactly on a rival's square may start one: it is the Defiance, the rival the Competition.
Neither chooses the stake: the Subtilized Treats (ST) are the Pre-Subtilization Rate (PSR), from the Movement token of
the turn and the costume worn then, and the Panic Rate (PR), a Trick ticket that the Defiance draws from the pile, never
one held, and puts back at once. The Competition then deserts or takes up the challenge, an auction. A side that holds
fewer Treats than it has to pay pays all of them and goes back ST squares.

The auction: the Defiance opens with a Mask token of its choice, or with 0 where it holds none; the Competition does the
same. Then the lower side may add Masks, and Tricks from its inventory, to reach the other's total or pass it; in turn,
until the lower side cannot, or both are level and nobody raises (R-10). Costumes never count. All pieces staked go to
their piles, those of the winner too. Rulings are ours and named.
"""

from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from .state import Collector, Piles, put_under, take, without

StreetOutcome = Literal["successful", "failed", "equalization"]
OUTCOMES: tuple[StreetOutcome, ...] = ("successful", "failed", "equalization")
FORGOTTEN_RATE = 1  # the PSR where nobody remembers the token's value, whatever the costume


class SideSettlement(Struct, frozen=True):
    """What the settlement does to one side."""

    treats: int  # change
    back: int = 0  # squares
    missed: int = 0  # turns; while it must miss any, it is immune: no Gathering in Street, in either role


class Settlement(Struct, frozen=True):
    """What the settlement does to both sides, and how many Treats go to the pile."""

    defiance: SideSettlement
    competition: SideSettlement
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
        return Settlement(SideSettlement(paid), SideSettlement(-paid))
    return Settlement(SideSettlement(paid), SideSettlement(-paid, stake, 2 if linked else 1))


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
        return Settlement(SideSettlement(-competition.treats), competition)
    if found == "failed":
        return Settlement(defiance, SideSettlement(-defiance.treats))
    return Settlement(defiance, competition, to_pile=-defiance.treats - competition.treats)


def _pays(stake: int, treats: int) -> SideSettlement:
    return SideSettlement(-min(stake, treats), stake if treats < stake else 0)


SideName = Literal["defiance", "competition"]


class Bid(Struct, frozen=True):
    """Pieces laid at once, by their values; none where a side passes, or opens without a Mask."""

    masks: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()

    @property
    def total(self) -> int:
        """What they add up to."""
        return sum(self.masks) + sum(self.tricks)


class SideHand(Struct, frozen=True):
    """One side: what it can still lay, and what it has laid."""

    masks: tuple[int, ...]
    tricks: tuple[int, ...]
    laid: Bid = Bid()

    @property
    def left(self) -> int:
        """The most that it can add."""
        return sum(self.masks) + sum(self.tricks)


class Auction(Struct, frozen=True):
    """An auction under way. ``turn`` is the side that is to bid, None when it is over."""

    defiance: SideHand
    competition: SideHand
    turn: SideName | None = "defiance"
    opened: int = 0  # sides that have laid their first Mask
    passes: int = 0  # sides that have let it stand as it is, one after the other

    @property
    def sides(self) -> tuple[SideHand, SideHand]:
        """The side whose turn it is, and the other."""
        pair = self.defiance, self.competition
        return pair if self.turn == "defiance" else (pair[1], pair[0])

    @property
    def outcome(self) -> StreetOutcome:
        """What the totals come to as they are."""
        return outcome(self.defiance.laid.total, self.competition.laid.total)


def start(defiance: Collector, competition: Collector) -> Auction:
    """The auction between two collectors, before anything is laid."""
    return Auction(SideHand(defiance.masks, defiance.tricks), SideHand(competition.masks, competition.tricks))


def may_pass(auction: Auction) -> bool:
    """Whether the side that is to bid may lay nothing: on a tie alone; else it bids "as long as possible" (R-10)."""
    mine, other = auction.sides
    return auction.opened == 2 and mine.laid.total == other.laid.total


def lay(auction: Auction, bid: Bid) -> Auction:
    """The auction after the side whose turn it is lays a bid.

    Raises:
        ValueError: the bid cannot be made.
    """
    here = auction.turn
    if here is None:
        raise ValueError("the auction is over")
    mine, other = auction.sides
    _check(auction, bid)
    laid = Bid((*mine.laid.masks, *bid.masks), (*mine.laid.tricks, *bid.tricks))
    mine = SideHand(without(mine.masks, bid.masks), without(mine.tricks, bid.tricks), laid)
    opening = auction.opened < 2
    passes = 0 if opening or bid != Bid() else auction.passes + 1
    sides = (mine, other) if here == "defiance" else (other, mine)
    after = Auction(*sides, here, min(2, auction.opened + 1), passes)
    return replace(after, turn=_next(after))


def end(auction: Auction, piles: Piles, rng: Random) -> Piles:
    """The piles after all pieces staked went back, "winner included"."""
    laid = auction.defiance.laid, auction.competition.laid
    masks = [mask for bid in laid for mask in bid.masks]
    tricks = [trick for bid in laid for trick in bid.tricks]
    return replace(piles, masks=put_under(piles.masks, masks, rng), tricks=put_under(piles.tricks, tricks, rng))


def _next(auction: Auction) -> SideName | None:
    """Whose turn it is after the side ``auction.turn`` laid a bid or passed."""
    here = auction.turn
    there: SideName = "competition" if here == "defiance" else "defiance"
    mine, other = auction.sides
    if auction.opened < 2:
        return there
    ahead = mine.laid.total - other.laid.total
    if ahead > 0:
        return there if other.left >= ahead else None
    if ahead < 0:
        return here if mine.left >= -ahead and not auction.passes else None
    if auction.passes == 2:
        return None
    if other.left:  # the side that did not bid last decides first
        return there
    return here if mine.left and not auction.passes else None


def _check(auction: Auction, bid: Bid) -> None:
    mine, other = auction.sides
    if auction.opened < 2:
        if len(bid.masks) != min(1, len(mine.masks)) or bid.tricks:
            raise ValueError("a side opens with one Mask, or with nothing where it holds none")
    elif bid == Bid():
        if not may_pass(auction):
            raise ValueError("the lower side has to bid while it can reach the other")
    elif mine.laid.total + bid.total < other.laid.total:
        raise ValueError(f"{bid.total} do not reach the other's total")

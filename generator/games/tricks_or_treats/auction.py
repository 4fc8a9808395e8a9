"""The auction of a Gathering in Street. Source: the game's rules for it; rulings are ours and named.

The Defiance opens with a Mask token of its choice, or with 0 where it holds none; the Competition does the same. Then
the lower side may add Masks, and Tricks from its inventory, to reach the other's total or pass it; in turn, until the
lower side cannot, or both are level and nobody raises (R-10). Costumes never count. All pieces staked go to their
piles, those of the winner too.
"""

from random import Random
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.games.tricks_or_treats.state import Collector, Piles, put_under, without
from generator.games.tricks_or_treats.street import StreetOutcome, outcome

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

"""All bids of an auction, to try each."""

from collections.abc import Iterator
from itertools import combinations

from play.street import Auction, Bid, may_pass


def bids(auction: Auction) -> Iterator[Bid]:
    """All that the side whose turn it is may lay, each different bid once; an empty one where it may pass."""
    mine, other = auction.defiance, auction.competition
    if auction.turn == "competition":
        mine, other = other, mine
    if auction.opened < 2:
        yield from (Bid((mask,)) for mask in sorted(set(mine.masks)))
        if not mine.masks:
            yield Bid()
        return
    if may_pass(auction):
        yield Bid()
    behind = other.laid.total - mine.laid.total
    for masks in _parts(mine.masks):
        for tricks in _parts(mine.tricks):
            if (masks or tricks) and sum(masks) + sum(tricks) >= behind:
                yield Bid(masks, tricks)


def _parts(values: tuple[int, ...]) -> list[tuple[int, ...]]:
    """All that can be chosen of some values, each different choice once."""
    ordered = sorted(values)
    return sorted({part for size in range(len(ordered) + 1) for part in combinations(ordered, size)})

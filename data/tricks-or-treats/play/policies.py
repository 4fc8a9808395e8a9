"""How simulated collectors play: at random, for the best expectation now, or with the care that the rules advise."""

from collections.abc import Mapping, Sequence
from random import Random

from .boards import Cell
from .doors import (
    Attempt,
    Door,
    best_attempt,
    best_state,
    needs_nothing,
    treats_changed,
)
from .priors import Priors
from .state import Choices, Collector, Costume
from .street import Auction, Bid, base_rate, desert, may_pass, paid_in_flight, settle
from .table import GameRules, TreatsTable

ADVISED = 0.9  # the rules' advice to whoever attempts: only with such a chance not to fail


class TreatsChance(Choices):
    """What a collector decides, here at random, whatever is legal. ``me`` is its seat's number."""

    def __init__(self, rng: Random, priors: Priors, rules: GameRules) -> None:
        self.rng = rng
        self.priors = priors
        self.rules = rules

    def end_of_move(self, table: TreatsTable, me: int, squares: int, ends: Sequence[Cell]) -> Cell:
        """Where the turn's move ends, of the squares where it can."""
        return self.rng.choice(ends)

    def way(self, ways: Sequence[Cell]) -> Cell:
        """The next square of a move that a Surprise or a settlement forces."""
        return self.rng.choice(ways)

    def doors_first(self, table: TreatsTable, me: int) -> bool:
        """Whether doors come before the street, where both are open."""
        return self.rng.random() < 0.5

    def knocks(self, table: TreatsTable, me: int, door: Door) -> bool:
        """Whether it accepts a door."""
        return self.rng.random() < 0.5

    def attempt(self, table: TreatsTable, me: int, door: Door) -> Attempt:
        """The tickets that it plays at a door."""
        held = table.seats[me].collector.tricks
        first, *extra = self.rng.sample(held, self.rng.randint(1, len(held)))
        return Attempt(first, tuple(ticket * self.rng.choice((1, -1)) for ticket in extra))

    def rival(self, table: TreatsTable, me: int, rate: int, rivals: Sequence[int]) -> int | None:
        """The rival whom it starts a Gathering in Street with, none if None. ``rate`` is the PSR."""
        return self.rng.choice((None, *rivals))

    def takes_up(self, table: TreatsTable, me: int, defiance: int, stake: int) -> bool:
        """Whether it takes up the challenge of another seat as the Competition, or deserts."""
        return self.rng.random() < 0.5

    def bid(self, auction: Auction) -> Bid:
        """What it lays in an auction: pieces in any order until they reach the other's total, and maybe more."""
        mine, other = auction.sides
        behind = other.laid.total - mine.laid.total
        if auction.opened < 2:
            return Bid((self.rng.choice(mine.masks),)) if mine.masks else Bid()
        if may_pass(auction) and self.rng.random() < 0.5:
            return Bid()
        pieces = [("masks", value) for value in mine.masks] + [("tricks", value) for value in mine.tricks]
        self.rng.shuffle(pieces)
        reach = next(count for count in range(1, len(pieces) + 1) if sum(v for _, v in pieces[:count]) >= behind)
        laid = pieces[: self.rng.randint(reach, len(pieces))]
        masks, tricks = (tuple(value for sort, value in laid if sort == wanted) for wanted in ("masks", "tricks"))
        return Bid(masks, tricks)

    def give_back(self, holding: str, held: tuple[int, ...], number: int) -> tuple[int, ...]:
        return tuple(self.rng.sample(held, number))

    def keeps_new(self, worn: Costume, drawn: Costume) -> bool:
        return self.rng.random() < 0.5


class TreatsGreedy(TreatsChance):
    """Takes whatever brings the most Treats now, in expectation; among equals it draws lots.

    Tickets held are known; hidden pieces are reckoned as drawn from the whole box (see `Priors`). A rival is taken to
    do what is worse for the one who starts it. What is worth least goes back, and auctions are bid as low as will lead.
    """

    least_chance = 0.0  # not to fail, without which nothing is tried

    def end_of_move(self, table: TreatsTable, me: int, squares: int, ends: Sequence[Cell]) -> Cell:
        if len(ends) == 1:
            return ends[0]
        board, rivals = table.board, dict[Cell, list[int]]()
        for number, seat in enumerate(table.seats):
            if number != me and not seat.missing and seat.cell in ends:
                rivals.setdefault(seat.cell, []).append(number)
        best, found = 0.0, list[Cell]()  # no less anywhere, as nothing has to be tried
        for end in ends:
            worth = 0.0
            if end in board.doors:
                worth = max(worth, self._door(table.seats[me].collector, board.doors[end]))
            if self.rules.solo:
                worth += _card_worth(table) if end in board.surprises else 0
            elif end in rivals:
                worth += max(0.0, *(self._street(table, me, rival, base_rate(squares)) for rival in rivals[end]))
            if worth > best:
                best, found = worth, []
            if worth == best:
                found.append(end)
        return self.rng.choice(found)

    def doors_first(self, table: TreatsTable, me: int) -> bool:
        return True  # the auction would take tickets that may open the door, and the settlement drive one off

    def knocks(self, table: TreatsTable, me: int, door: Door) -> bool:
        return self._door(table.seats[me].collector, door) > 0

    def attempt(self, table: TreatsTable, me: int, door: Door) -> Attempt:
        collector = table.seats[me].collector
        return best_attempt(door.difficulty, collector.tricks, _trick(collector))

    def rival(self, table: TreatsTable, me: int, rate: int, rivals: Sequence[int]) -> int | None:
        worth = {rival: self._street(table, me, rival, rate) for rival in rivals}
        best = max(rivals, key=lambda rival: worth[rival])
        return best if worth[best] > 0 else None

    def takes_up(self, table: TreatsTable, me: int, defiance: int, stake: int) -> bool:
        mine, other = table.seats[me].collector, table.seats[defiance].collector
        higher, level = self.priors.against(_strength(mine), len(other.masks), len(other.tricks))
        gains = settle("failed", stake, other.treats, mine.treats).competition.treats
        loses = settle("successful", stake, other.treats, mine.treats).competition.treats
        pays = settle("equalization", stake, other.treats, mine.treats).competition.treats
        stays = higher * gains + level * pays + (1 - higher - level) * loses
        return stays >= desert(stake, mine.treats).competition.treats

    def bid(self, auction: Auction) -> Bid:
        """The cheapest pieces that lead, Masks before Tricks; all where they only reach a tie."""
        mine, other = auction.sides
        behind = other.laid.total - mine.laid.total
        if auction.opened < 2:
            return Bid((min(mine.masks),)) if mine.masks else Bid()
        if sum(mine.masks) > behind:
            return Bid(cheapest(mine.masks, behind + 1))
        wanted = min(behind + 1, mine.left) - sum(mine.masks)
        return Bid(mine.masks, cheapest(mine.tricks, wanted))

    def give_back(self, holding: str, held: tuple[int, ...], number: int) -> tuple[int, ...]:
        return tuple(sorted(held)[:number])

    def keeps_new(self, worn: Costume, drawn: Costume) -> bool:
        return drawn.movement + drawn.trick > worn.movement + worn.trick

    def _door(self, collector: Collector, door: Door) -> float:
        """The expected change of Treats at a door; none where it is too risky."""
        if needs_nothing(door):
            return door.gathering
        if collector.tricks:
            state = best_state(door.difficulty, collector.tricks, _trick(collector))
            return treats_changed(state, door.gathering, collector.treats)
        chances = self.priors.door(door.difficulty, _trick(collector))
        if 1 - chances.get("failed", 0) < self.least_chance:
            return 0
        return sum(
            chance * treats_changed(state, door.gathering, collector.treats) for state, chance in chances.items()
        )

    def _street(self, table: TreatsTable, me: int, rival: int, rate: int) -> float:
        """The expected change of Treats if a Gathering in Street is started; none where it is too risky."""
        mine, other = table.seats[me].collector, table.seats[rival].collector
        higher, level = self.priors.against(_strength(mine), len(other.masks), len(other.tricks))
        if higher + level < self.least_chance:
            return 0
        worth, lower = 0.0, 1 - higher - level
        for panic, chance in self.priors.panic:
            stake = rate + panic
            wins = stake if stake < other.treats else other.treats
            pays = -stake if stake < mine.treats else -mine.treats  # on a tie it pays as if it had lost
            fight, flight = higher * wins + level * pays + lower * pays, paid_in_flight(stake, other.treats)
            worth += chance * (fight if fight < flight else flight)
        return worth


class TreatsCareful(TreatsGreedy):
    """As `Greedy`, but starts only what has a chance of 90 % or more not to fail, as the rules advise.

    The advice is for the one who attempts: at a door, or as the Defiance. The Competition attempts nothing.
    """

    least_chance = ADVISED


PLAYERS: Mapping[str, type[TreatsChance]] = {
    "greedy": TreatsGreedy,
    "careful": TreatsCareful,
    "random": TreatsChance,
}


def cheapest(pieces: Sequence[int], wanted: int) -> tuple[int, ...]:
    """The pieces with the least sum that is not below what is wanted, and the fewest of those; all if none reach it."""
    if wanted <= 0:
        return ()
    reached: dict[int, tuple[int, ...]] = {0: ()}
    for piece in sorted(pieces, reverse=True):
        for total, laid in list(reached.items()):
            more = total + piece
            if total < wanted and (more not in reached or len(laid) + 1 < len(reached[more])):
                reached[more] = (*laid, piece)
    return reached[min((total for total in reached if total >= wanted), default=max(reached))]


def _card_worth(table: TreatsTable) -> float:
    """The Treats to expect of a Surprise card, without those that it draws."""
    cards = table.piles.surprises
    treats = sum(size for card in cards for kind, size in card.effects if kind == "treats")
    return treats / max(1, len(cards))


def _strength(collector: Collector) -> int:
    return sum(collector.masks) + sum(collector.tricks)


def _trick(collector: Collector) -> int:
    return collector.costume.trick if collector.costume else 0

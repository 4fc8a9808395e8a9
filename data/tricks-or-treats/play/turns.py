"""A collector's turn, from the Movement token to the Surprise card. Source: the game's rules, as printed.

STANDARD: move, gather where the move ended, draw a Surprise card. SOLO: the same turn with doors only, and a card only
where the move ends on an "S!" square. Our rulings: where doors and street are both open, the collector says which comes
first, and each is played once; a collector whom the street has driven from the square cannot knock there any more
(R-14). A turn that is missed has no Surprise. A move of 0 squares is not an arrival.

Each function is given the table, and yields or returns it changed; `Ledger` notes what happened.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec.structs import replace

from generator.games import Ledger

from . import street
from .doors import needs_nothing, visit
from .moves import destinations, move, move_length, set_out
from .policies import TreatsChance
from .state import put_under, take
from .street import Settlement, StreetOutcome, end, lay, start
from .surprise import draw_surprise
from .table import GameRules, TreatsTable


class TreatsTurn:
    """One collector's turn: who plays, by which rules, and what is noted."""

    def __init__(self, me: int, players: Sequence[TreatsChance], rng: Random, rules: GameRules, ledger: Ledger) -> None:
        self.me = me
        self.players = players
        self.player = players[me]
        self.rng = rng
        self.rules = rules
        self.ledger = ledger
        self.rate = 0  # the PSR, from the token and the costume of this turn's move
        self.arrived = False

    def play(self, table: TreatsTable) -> Iterator[TreatsTable]:
        """The turn; the table after every step of it."""
        seat = table.seats[self.me]
        if seat.missing:
            self.ledger.happened("turns missed")
            yield table.with_seat(self.me, replace(seat, missing=seat.missing - 1))
            return
        self.ledger.happened("turns")
        table = self.moved(table)
        yield table
        place = table.seats[self.me].cell
        for gather in self.gatherings(table):
            if self.arrived and table.seats[self.me].cell == place:
                table = gather(table)
                yield table
        if not self.rules.solo or (self.arrived and place in table.board.surprises):
            yield self.surprised(table)

    def moved(self, table: TreatsTable) -> TreatsTable:
        """Draw a Movement token, which goes back at once, and go as far as it and the costume say."""
        seat, piles = table.seats[self.me], table.piles
        drawn, left = take(piles.movements, 1)
        self.ledger.drawn("movements", len(left), short=not drawn)
        costume = seat.collector.costume
        modifier = costume.movement if costume else 0
        token = sum(drawn)
        self.rate = street.base_rate(token, modifier)
        squares = move_length(token, modifier)
        self.ledger.said("token", token, *([f"costume {modifier:+d}"] if modifier else []))
        self.arrived = squares != 0  # else it is no arrival (our setting)
        cell = seat.cell
        if self.arrived:
            cell = set_out(table.board, cell)
            if cell != seat.cell:
                self.ledger.happened("back to the start")
                table = table.with_seat(self.me, replace(seat, cell=cell))
            ends = destinations(table.board, cell, squares)
            self.ledger.chosen(len(ends))
            cell = self.player.end_of_move(table, self.me, squares, ends)
            if cell not in ends:
                raise ValueError(f"no move of {squares} squares ends at row {cell[0]}, column {cell[1]}")
        piles = replace(piles, movements=put_under(left, drawn, self.rng))
        return table.with_seat(self.me, replace(seat, cell=cell), piles)

    def gatherings(self, table: TreatsTable) -> list[Callable[[TreatsTable], TreatsTable]]:
        """What is open where the move ended, in the order in which the collector takes it."""
        doors = self.arrived and table.seats[self.me].cell in table.board.doors
        rivals = self.arrived and not self.rules.solo and self.rivals(table)
        if doors and rivals:
            first = self.player.doors_first(table, self.me)
            return [self.at_door, self.in_street] if first else [self.in_street, self.at_door]
        return [self.at_door] if doors else [self.in_street] if rivals else []

    def rivals(self, table: TreatsTable) -> list[int]:
        """The seats on the same square that are not immune."""
        mine = table.seats[self.me]
        return [
            number
            for number, seat in enumerate(table.seats)
            if number != self.me and seat.cell == mine.cell and not mine.missing and not seat.missing
        ]

    def at_door(self, table: TreatsTable) -> TreatsTable:
        """A Gathering at a door, if the collector knocks."""
        collector = table.seats[self.me].collector
        door = table.board.doors[table.seats[self.me].cell]
        self.ledger.happened("doors reached")
        self.ledger.said("door", f"{door.difficulty}x{door.gathering}")
        if not self.player.knocks(table, self.me, door):
            self.ledger.happened("doors declined")
            return table
        plays = bool(collector.tricks) and not needs_nothing(door)
        if not collector.tricks and not needs_nothing(door):
            self.ledger.drawn("tricks", max(0, len(table.piles.tricks) - 1), short=not table.piles.tricks)
        attempt = self.player.attempt(table, self.me, door) if plays else None
        came = visit(door, collector, table.piles, attempt, self.rng)
        self.ledger.said("total", came.total)
        self.ledger.happened(f"doors {came.state}")
        if came.state == "successful":
            self.ledger.drawn("treats", came.piles.treats, short=came.change < door.gathering)
        self.ledger.happened("Treats won at doors" if came.change > 0 else "Treats lost at doors", abs(came.change))
        return table.with_collector(self.me, came.collector, came.piles)

    def in_street(self, table: TreatsTable) -> TreatsTable:
        """A Gathering in Street, if the collector starts one."""
        rivals = self.rivals(table)
        if not rivals:
            return table
        self.ledger.happened("rivals met")
        rival = self.player.rival(table, self.me, self.rate, rivals)
        if rival is None:
            self.ledger.happened("streets declined")
            return table
        if rival not in rivals:
            raise ValueError(f"seat {rival} cannot be chosen as the Competition")
        self.ledger.drawn("tricks", max(0, len(table.piles.tricks) - 1), short=not table.piles.tricks)
        panic, piles = street.draw_panic(table.piles, self.rng)
        table, stake = replace(table, piles=piles), self.rate + panic
        self.ledger.said("against player", rival + 1, "PSR", self.rate, "PR", panic)
        if not self.players[rival].takes_up(table, rival, self.me, stake):
            self.ledger.happened("streets deserted")
            return self.deserted(table, rival, stake)
        table, found = self.auctioned(table, rival)
        self.ledger.happened(f"streets {found}")
        purses = [table.seats[number].collector.treats for number in (self.me, rival)]
        settlement = street.settle(found, stake, purses[0], purses[1])
        for number, side in ((self.me, settlement.defiance), (rival, settlement.competition)):
            table = self.driven(table, number, side.back)
        return self.settled(table, rival, settlement, stake)

    def deserted(self, table: TreatsTable, rival: int, stake: int) -> TreatsTable:
        """The rival flees; where it ends up decides how many turns it misses."""
        treats = table.seats[rival].collector.treats
        back = street.desert(stake, treats).competition.back
        table = self.driven(table, rival, back)
        linked = back > 0 and table.seats[rival].cell in table.board.doors
        settlement = street.desert(stake, treats, linked=linked)
        return self.settled(table, rival, settlement, stake)

    def auctioned(self, table: TreatsTable, rival: int) -> tuple[TreatsTable, StreetOutcome]:
        """The challenge: both sides lay pieces, which all go to their piles."""
        auction = start(table.seats[self.me].collector, table.seats[rival].collector)
        while auction.turn is not None:
            side = self.player if auction.turn == "defiance" else self.players[rival]
            bid = side.bid(auction)
            self.ledger.said(auction.turn, "lays", *bid.masks, *(f"Trick {value}" for value in bid.tricks))
            auction = lay(auction, bid)
        for number, hand in ((self.me, auction.defiance), (rival, auction.competition)):
            self.ledger.happened("pieces staked", len(hand.laid.masks) + len(hand.laid.tricks))
            collector = replace(table.seats[number].collector, masks=hand.masks, tricks=hand.tricks)
            table = table.with_collector(number, collector)
        return replace(table, piles=end(auction, table.piles, self.rng)), auction.outcome

    def settled(self, table: TreatsTable, rival: int, settlement: Settlement, stake: int) -> TreatsTable:
        """Treats change hands; whoever has to go back has gone."""
        self.ledger.happened("Treats at stake", stake)
        for number, side in ((self.me, settlement.defiance), (rival, settlement.competition)):
            seat = table.seats[number]
            self.ledger.happened("Treats won in streets", max(0, side.treats))
            collector = replace(seat.collector, treats=seat.collector.treats + side.treats)
            table = table.with_seat(number, replace(seat, collector=collector, missing=seat.missing + side.missed))
        self.ledger.happened("Treats lost to the pile", settlement.to_pile)
        return replace(table, piles=replace(table.piles, treats=table.piles.treats + settlement.to_pile))

    def driven(self, table: TreatsTable, number: int, back: int) -> TreatsTable:
        """A seat goes back this many squares, which is none if 0."""
        if not back:
            return table
        self.ledger.happened("retreats")
        return self.forced(table, number, -back)

    def forced(self, table: TreatsTable, number: int, squares: int) -> TreatsTable:
        """A seat's pawn is moved: it triggers nothing, and stops where it cannot go on."""
        seat, choose = table.seats[number], self.players[number].way
        cell = move(table.board, seat.cell, squares, lambda ways: choose(sorted(ways)))
        return table.with_seat(number, replace(seat, cell=cell))

    def surprised(self, table: TreatsTable) -> TreatsTable:
        """The Surprise card that the turn ends with."""
        before = table.seats[self.me].collector
        event = draw_surprise(before, table.piles, self.player, self.rng, self.ledger, masks=not self.rules.solo)
        self.ledger.happened("Surprise cards", len(event.cards))
        self.ledger.said(*[card.name for card in event.cards])
        change = event.collector.treats - before.treats
        self.ledger.happened("Treats won by Surprises" if change > 0 else "Treats lost by Surprises", abs(change))
        table = table.with_collector(self.me, event.collector, event.piles)
        for squares in event.moves:
            self.ledger.happened("forced moves")
            table = self.forced(table, self.me, squares)
        return table

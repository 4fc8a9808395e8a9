"""*Tricks or Treats* by itself: STANDARD for 2 to 4, and SOLO, by the printed rules with our settings."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.games import Box as Components
from generator.games import Game, GameResult, Ledger, NoSimulation, Teller, seated

from .boards import CLOSED, COLUMNS, ROWS, joints
from .cards import HOLDINGS, MOVES, SPECIAL
from .doors import Door
from .policies import PLAYERS, TreatsChance
from .priors import Priors
from .state import Card, Collector, Piles, card_of, costume_of
from .street import OUTCOMES
from .table import (
    PIECES,
    GameRules,
    TreatsBox,
    TreatsSeat,
    TreatsTable,
    rules_of,
    set_up,
    winners,
)
from .turns import TreatsTurn

PILES_BY_NAME: Mapping[str, str] = {  # the kind of the components in each pile
    "treats": "treat-tickets",
    "tricks": "trick-tickets",
    "masks": "mask-tokens",
    "costumes": "costumes",
    "surprises": "surprise-cards",
    "movements": "movement-tokens",
}
A_TURN, ATTEMPT, AN_AUCTION = 1 / 3, 1 / 3, 1.0  # minutes, reckoned (ours)
BOARDS, TILES, PAWNS = "game-boards", "housing-tiles", "pawns"
KINDS = (*PILES_BY_NAME.values(), BOARDS, TILES, PAWNS)
SETTINGS = {  # of `GameRules`; a piece has a plot, and eleven joints at the outside of a board
    "rounds": (1, 99),
    "treats": (0, 99),
    "tricks": (0, 20),
    "masks": (0, 20),
    "tiles": (0, 12),
    "goal": (1, 99),
    "head_start": (0, 99),
}
POLICIES = {
    "greedy": "what brings the most Treats now, in expectation",
    "careful": "the same, but starts only what fails in 1 of 10 cases at the most",
    "random": "any legal move",
    "search": "where to go, knock and start an auction, by what playing on for two rounds shows",
}
LARGEST = 99  # number on a ticket or token


class TreatsSetting(Struct, frozen=True):
    """A box, this many collectors, and the rules of a mode."""

    box: TreatsBox
    players: int
    rules: GameRules

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        """See `generator.games.Setting`."""
        ledger, rules = Ledger(teller), self.rules
        course = TreatsSearch(_priors(self.box.piles.tricks, self.box.piles.masks), rules)
        players, searching = seated(policies[: self.players], course, rng)
        table = set_up(self.box, self.players, rules, rng, ledger)
        leaders: tuple[int, ...] = ()
        ledger.had([()] * self.players)
        held = _noted((), table, ledger)
        _told(table, ledger)
        for number in range(rules.rounds):
            for me in range(self.players):
                for player in searching:
                    player.begins((table, me, number))
                for table in TreatsTurn(me, players, rng, rules, ledger).play(table):  # noqa: B020 - began with it
                    held = _noted(held, table, ledger)
                    if teller is not None:
                        _told(table, ledger)
            if number + 1 == rules.rounds // 2:
                leaders = winners(table, rules)
        won = winners(table, rules)
        if len(leaders) == len(won) == 1 and not rules.solo:
            ledger.happened("leader at half time wins" if leaders == won else "leader at half time loses")
        return self._played(table, won, policies, ledger)

    def _played(self, table: TreatsTable, won: tuple[int, ...], policies: Sequence[str], ledger: Ledger) -> GameResult:
        turns = ledger.events.pop("turns", 0)
        sizes = {name: len(getattr(self.box.piles, name)) for name in PILES_BY_NAME if name != "treats"}
        sizes["treats"] = self.box.piles.treats
        used = {PILES_BY_NAME[name]: sizes[name] - left for name, left in ledger.least.items()}
        used |= {PAWNS: self.players, BOARDS: PIECES, TILES: len(table.board.doors)}
        dry = frozenset(PILES_BY_NAME[name] for name in ledger.short)
        scores = tuple(seat.collector.treats for seat in table.seats)
        record = ledger.record(won, policies, _minutes(turns, ledger))
        return GameResult(turns, scores, won, used, dry, ledger.events, record)


def _minutes(turns: int, ledger: Ledger) -> float:
    """How long a game takes, reckoned: so long a turn, each door or rival not declined, and each auction besides."""
    events = ledger.events
    auctions = sum(events[f"streets {outcome}"] for outcome in OUTCOMES)
    met = events["doors reached"] - events["doors declined"] + events["rivals met"] - events["streets declined"]
    return A_TURN * turns + ATTEMPT * met + AN_AUCTION * auctions


def _noted(before: Sequence[Collector], table: TreatsTable, ledger: Ledger) -> Sequence[Collector]:
    """Note who stands how, if what somebody holds has changed; what all hold."""
    now = [seat.collector for seat in table.seats]
    if now != before:
        treats = tuple([one.treats for one in now])
        if not ledger.standings or ledger.standings[-1] != treats:
            ledger.stood(treats)
        for kept, one in zip(ledger.held, now, strict=True):
            if one.costume is not None:
                kept.add(one.costume.name)
    return now


def _told(table: TreatsTable, ledger: Ledger) -> None:
    """Report what changed; a row for each step of a turn."""
    treats = tuple(seat.collector.treats for seat in table.seats)
    ledger.step(ledger.events["turns"], lambda: [_before(seat) for seat in table.seats], lambda: treats)


def _before(seat: TreatsSeat) -> Mapping[str, object]:
    """What lies before a collector, in words."""
    one = seat.collector
    return {
        "square": f"{seat.cell[0]}/{seat.cell[1]}",
        "Treats": one.treats,
        "Tricks": sorted(one.tricks),
        "Masks": sorted(one.masks),
        "costume": one.costume.name if one.costume else "none",
        "turns to miss": seat.missing,
    }


_priors = lru_cache(maxsize=4)(Priors)


class TreatsGame(Game):
    """How *Tricks or Treats* plays: whole games by policies of its own."""

    kinds, piles, settings, policies = KINDS, tuple(PILES_BY_NAME.values()), SETTINGS, POLICIES
    searched = True

    def prepare(
        self, box: Components, players: int, mode: str, settings: Mapping[str, int] = MappingProxyType({})
    ) -> TreatsSetting:
        solo = players == 1
        piles = Piles(
            len(box.get(PILES_BY_NAME["treats"], ())),
            _each(box, PILES_BY_NAME["tricks"], _value),
            () if solo else _each(box, PILES_BY_NAME["masks"], _value),
            _each(box, PILES_BY_NAME["costumes"], costume_of),
            _each(box, PILES_BY_NAME["surprises"], _card),
            _each(box, PILES_BY_NAME["movements"], _value),
        )
        rules = replace(rules_of("solo" if solo else mode), **settings)
        pieces, doors = _each(box, BOARDS, _piece), _each(box, TILES, _door)
        setting = TreatsSetting(TreatsBox(pieces, doors, piles), players, rules)
        try:
            set_up(setting.box, players, setting.rules, Random(0), Ledger())
        except (ValueError, IndexError) as error:
            raise NoSimulation(f"the game cannot be set up: {error}") from None
        return setting


def _each(box: Components, kind: str, read: Callable[[str, Any], Any]) -> tuple[Any, ...]:
    """What is read of each component of a kind."""
    found = []
    for item in box.get(kind, ()):
        try:
            found.append(read(item.id, item.fields))
        except (KeyError, AttributeError, TypeError, ValueError):
            raise NoSimulation(f"{kind}/{item.id} does not fit the rules of this game") from None
    return tuple(found)


def _value(_: str, fields: Mapping[str, Any]) -> int:
    value = fields["value"]
    if not isinstance(value, int) or not 1 <= value <= LARGEST:
        raise ValueError(value)
    return value


def _card(name: str, fields: Mapping[str, Any]) -> Card:
    card = card_of(name, fields)
    if not all(kind in (*HOLDINGS, MOVES, SPECIAL) and abs(size) <= LARGEST for kind, size in card.effects):
        raise ValueError(card)
    return card


def _door(_: str, fields: Mapping[str, Any]) -> Door:
    door = Door(fields["difficulty"], fields["gathering"])
    if not (0 <= door.difficulty <= LARGEST and 0 <= door.gathering <= LARGEST):
        raise ValueError(door)
    return door


def _piece(_: str, fields: Mapping[str, Any]) -> tuple[str, ...]:
    """A piece of the size that all have, whose joints are open: so any of them meet, and a tile lies at any joint."""
    rows = tuple(fields["rows"])
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        raise ValueError(rows)
    if any(rows[row][column] in CLOSED for row, column in joints()):
        raise ValueError(rows)
    return rows


TurnsState = tuple[TreatsTable, int, int]  # the table, whose turn begins, and the round from 0
ROUNDS = 2  # that are played on; with one, of two players who searches wins no more than who does not
QUESTIONS = ("end_of_move", "knocks", "rival")
A_TRICK, A_MASK = 0.12, 0.05  # Treats that a point of a ticket or a Mask may bring later, as a guess


class TreatsSearch:
    """Plays on greedily for some rounds."""

    def __init__(self, priors: Priors, rules: GameRules) -> None:
        self.players = {name: partial(player, priors=priors, rules=rules) for name, player in PLAYERS.items()}
        self.rules = rules

    def searches(self, question: str, _: TreatsTable, __: int) -> bool:
        """What is asked before anything is drawn but the turn's token."""
        return question in QUESTIONS

    def guessed(self, state: TurnsState, seat: int, rng: Random) -> TurnsState:
        """Piles are shuffled, but for the token of this turn, and tickets and Masks that others hold dealt again."""
        table, me, number = state
        piles, seats = table.piles, list(table.seats)
        left: dict[str, tuple[int, ...]] = {}
        for holding in ("tricks", "masks"):
            held = [getattr(one.collector, holding) for place, one in enumerate(seats) if place != seat]
            hidden = [*getattr(piles, holding), *(value for values in held for value in values)]
            rng.shuffle(hidden)
            for place, one in enumerate(seats):
                if place != seat:
                    count = len(getattr(one.collector, holding))
                    dealt, hidden = tuple(hidden[:count]), hidden[count:]
                    seats[place] = replace(one, collector=replace(one.collector, **{holding: dealt}))
            left[holding] = tuple(hidden)
        later = list(piles.movements[1:])
        rng.shuffle(later)
        cards = list(piles.surprises)
        rng.shuffle(cards)
        tokens = (*piles.movements[:1], *later)
        piles = replace(piles, movements=tokens, surprises=tuple(cards), tricks=left["tricks"], masks=left["masks"])
        return replace(table, piles=piles, seats=tuple(seats)), me, number

    def play_on(self, state: TurnsState, seat: int, players: Sequence[TreatsChance], rng: Random) -> float:
        """Some turns of each, if the game lasts so long; then Treats count, and a little what is held besides."""
        table, me, number = state
        seats, left = len(table.seats), (self.rules.rounds - number) * len(table.seats) - me
        for turn in range(me, me + min(ROUNDS * seats, left)):
            for after in TreatsTurn(turn % seats, players, rng, self.rules, Ledger()).play(table):
                table = after
        last = left <= ROUNDS * seats
        worths = [
            one.treats + (0.0 if last else A_TRICK * sum(one.tricks) + A_MASK * sum(one.masks))
            for one in (after.collector for after in table.seats)
        ]
        mine = worths.pop(seat)
        return mine - (max(worths) if worths else 0.0)

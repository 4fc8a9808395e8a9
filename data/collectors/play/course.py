"""A round of Collectors from its opening to its close: what players decide, and who is asked.

Source: the rules page of the game's public design journal. Escapades count by their keywords only. Ours: an offer of a
trade that is refused costs nothing, and a Collector who made one makes no other in the same turn.
"""

from collections.abc import Sequence
from random import Random

from generator.games import Ledger

from . import powers, rounds
from .actions import attack, collect, collect_from_deck, move_item, refuse, trade, use
from .allowed import JOINT, CollectorsAct, Window, may_intercept, may_use, open_to
from .by_chance import CollectorsChance
from .checks import die
from .effects import fire, has_lost
from .state import SEQUENTIAL, CollectorsTable

# Steps of a round: what is done, by which seat; -1 where nobody in particular does it.
COLLECT, BEGIN, CONFRONT, DROP, CHECK, CLOSE = "collect", "begin", "confront", "drop", "check", "close"
NAMES = {"collection": "Collection Phase", "confrontation": "Confrontation Phase", "drop": "Drop Step"}


class CollectorsCourse:
    """Plays a game step by step: with whom, and what is noted."""

    def __init__(self, players: Sequence[CollectorsChance], rng: Random, ledger: Ledger) -> None:
        self.players = players
        self.roll = die(rng)
        self.ledger = ledger

    def advance(self, table: CollectorsTable) -> None:
        """Make the next step of the round: its opening, a Collection Step, one action, a Drop Step, its close."""
        if not table.steps:
            self.opened(table)
            table.steps = _steps(table)
            return
        what, seat = table.steps[0]
        if what == CONFRONT and self.confronted(table, seat):
            return
        table.steps = table.steps[1:]
        if what == CHECK:
            self.left(table, NAMES[table.phases[1:3][seat]] if seat < 2 else NAMES[DROP])
        elif what == CLOSE:
            self.closed(table)
        elif table.collectors[seat].out:
            return
        elif what == COLLECT:
            self.collected(table, seat)
        elif what == BEGIN:
            fire(table, "confrontation", seat)
        elif what == DROP:
            self.dropped(table, seat)

    def closed(self, table: CollectorsTable) -> None:
        """The end of a round: recovery, who loses, the next Instigator."""
        self.ledger.happened("knocked out in a round", sum(one.knocked_out for one in table.collectors))
        self.ledger.happened("AP left", sum(one.ap for one in table.collectors if not one.out))
        rounds.recover_all(table)
        self.left(table, "Recovery Step")
        self.left(table, "Closing Phase")
        rounds.close_round(table)

    def left(self, table: CollectorsTable, after: str) -> None:
        """Whoever meets a Lose Condition that is checked now leaves; of several, all do (ours)."""
        if after == NAMES["confrontation"]:
            for seat in table.playing:
                fire(table, "confronted", seat)
        for seat in [seat for seat in table.playing if has_lost(table, seat, after)]:
            self.ledger.happened("left by a Lose Condition")
            self.ledger.said(f"player {seat + 1} leaves the game")
            rounds.eliminate(table, seat)

    def opened(self, table: CollectorsTable) -> None:
        """Cards from the decks, the Instigator's exchange, and its Escapade; none where it has none to play."""
        if table.round > 1:
            self.drawn(table, [len(table.collectors[seat].deck) for seat in table.playing])
        rounds.open_round(table)
        me = table.instigator
        player, one = self.players[me], table.collectors[me]
        if one.hand and not table.overtime:
            card = player.exchanges(table, me)
            if card is not None:
                self.ledger.happened("Escapades exchanged")
                self.ledger.said(f"player {me + 1} puts {card.name} under the deck")
                rounds.swap(table, card)
        cards = [card for card in one.discard if card.keyword != SEQUENTIAL] if table.overtime else one.hand
        if not cards:
            self.ledger.happened("rounds without an Escapade")
            return
        card = player.escapade(table, me, cards)
        others = [seat for seat in table.playing if seat != me]
        alone = card.keyword == JOINT and len(others) == 1
        partner = player.partner(table, me, others) if card.keyword in rounds.CHOSEN and not alone else None
        self.ledger.happened(f"Escapades: {card.keyword or 'basic'}")
        self.ledger.said(f"player {me + 1} plays {card.name}", "" if partner is None else f"with player {partner + 1}")
        rounds.play(table, card, partner)

    def collected(self, table: CollectorsTable, seat: int) -> None:
        """A Collection Step, unless an interception has cost it."""
        if table.collectors[seat].collected:
            self.ledger.happened("Collection Steps lost")
            return
        if not table.circulation:
            self.drawn(table, [len(table.collectors[seat].deck)])
            self.ledger.happened("collected from the deck")
            self.ledger.said(f"player {seat + 1} takes a card of its deck")
            collect_from_deck(table, seat)
            return
        item = self.players[seat].collects(table, seat)
        self.ledger.said(f"player {seat + 1} collects {item.name}")
        by = self.interceptor(table, Window(seat, "collect", (item,)))
        collect(table, seat, item, self.roll, by)
        self.told("collecting", by, taken=by is not None and table.collectors[by].items[-1:] == (item,))

    def confronted(self, table: CollectorsTable, seat: int) -> bool:
        """An action of a Collector's turn in the Confrontation Phase; False if the turn is over."""
        one = table.collectors[seat]
        if one.stamina == 0 or one.out or not (one.ap or one.free):
            return False
        act = self.players[seat].acts(table, seat, offers="offered" not in one.used)
        if act is None:
            return False
        self.ledger.said(f"player {seat + 1}", act)
        if act.action == "use":
            self.ledger.happened("abilities used")
            powers.apply(table, seat, act, self.players)
            return act.power is not None and act.power.does != "rest"
        if act.action == "trade":
            one.used.add("offered")
            if not self.agreed(table, seat, act):
                self.ledger.happened("trades refused")
                refuse(table, seat, act.target, act.power)
                return True
        self.ledger.happened(f"{act.action}: tried")
        if act.power is not None:
            self.ledger.happened("abilities used")
        self.done(table, seat, act)
        return True

    def agreed(self, table: CollectorsTable, seat: int, act: CollectorsAct) -> bool:
        """Whether an offer is taken."""
        if act.item is None or act.wanted is None or "trade" not in open_to(table, seat, act.target):
            raise ValueError("a trade is one item for one item, with somebody who may be traded with")
        return self.players[act.target].agrees(table, act.target, act.wanted, act.item, seat)

    def done(self, table: CollectorsTable, seat: int, act: CollectorsAct) -> None:
        """An action, and its interception."""
        target, item = act.target, act.item
        stake = tuple([one for one in (item, act.wanted) if one is not None])
        if act.action == "use":
            raise ValueError("an ability is used, and not intercepted")
        by = self.interceptor(table, Window(seat, act.action, stake, target))
        if act.action == "attack":
            stamina, mine = table.collectors[target].stamina, table.collectors[by].stamina if by is not None else 0
            attack(table, seat, target, self.roll, by, act.power)
            self.ledger.happened("attack: succeeded", table.collectors[target].stamina < stamina)
            if by is not None:
                self.ledger.happened("attack: interceptions tried")
                self.ledger.happened("interceptors hit", table.collectors[by].stamina < mine)
            return
        if item is None:
            raise ValueError(f"to {act.action} an item has to be named")
        if act.action == "trade":
            items = stake[0], stake[1]
            takes = self.players[by].picks(table, by, items) if by is not None else 0
            held = len(table.collectors[by].items) if by is not None else 0
            trade(table, seat, target, items, self.roll, by, act.power, takes=takes)
            self.told("trade", by, taken=by is not None and len(table.collectors[by].items) > held)
            return
        to_circulation = by is not None and not self.players[by].keeps(table, by, item)
        giver, receiver = (target, seat) if act.action == "steal" else (seat, target)
        held, had = len(table.collectors[receiver].items), len(table.collectors[giver].items)
        move_item(table, act.action, seat, target, item, self.roll, by, act.power, to_circulation=to_circulation)
        came = len(table.collectors[receiver].items) > held
        self.ledger.happened(f"{act.action}: succeeded", came)
        self.told(act.action, by, taken=not came and len(table.collectors[giver].items) < had)

    def dropped(self, table: CollectorsTable, seat: int) -> None:
        """A Drop Step: one item may be returned, more with an item or an ability that allows it."""
        one = table.collectors[seat]
        fire(table, "drop", seat)
        returned, cleared = 0, 0
        clear = next((power for power in one.powers if power.does == powers.DROPPING and may_use(one, power)), None)
        while one.items and not one.knocked_out:
            more = returned >= 1 + cleared + len(one.hooks.get("drops", ()))
            item = self.players[seat].drops(table, seat) if clear or not more else None
            if item is None:
                return
            if more and clear is not None:
                if item.type == one.character.item_type:
                    return
                use(table, seat, clear)
                cleared, clear = clear.bonus, None
            returned += 1
            self.ledger.happened("items dropped")
            self.ledger.said(f"player {seat + 1} returns {item.name}")
            rounds.drop(table, seat, item)

    def interceptor(self, table: CollectorsTable, window: Window) -> int | None:
        """Who intercepts: the first who may and is willing, clockwise from the one acting (ours).

        A Collection Step is intercepted only by who has not had theirs.
        """
        parties = (window.seat,) if window.target is None else (window.seat, window.target)
        players = len(self.players)
        for step in range(1, players):
            seat = (window.seat + step) % players
            had = window.action == "collect" and table.collectors[seat].collected
            if may_intercept(table, seat, parties) and not had and self.players[seat].intercepts(table, seat, window):
                self.ledger.said(f"player {seat + 1} intercepts")
                return seat
        return None

    def told(self, what: str, by: int | None, *, taken: bool) -> None:
        """Note an interception, if there was one."""
        if by is not None:
            self.ledger.happened(f"{what}: interceptions tried")
            self.ledger.happened(f"{what}: interceptions succeeded", taken)

    def drawn(self, table: CollectorsTable, decks: Sequence[int]) -> None:
        """Note that a card is drawn of each of some Collection Decks, which hold so many."""
        left = sum(len(one.deck) for one in table.collectors) - sum(1 for cards in decks if cards)
        self.ledger.drawn("items", left, short=0 in decks)


def _steps(table: CollectorsTable) -> tuple[tuple[str, int], ...]:
    """The steps of a round after its opening."""
    found: list[tuple[str, int]] = []
    for number, phase in enumerate(table.phases[1:3]):
        if phase == "confrontation":
            found += [(BEGIN, seat) for seat in table.playing]
        found += [(COLLECT if phase == "collection" else CONFRONT, seat) for seat in table.playing]
        found.append((CHECK, number))
    return (*found, *((DROP, seat) for seat in table.playing), (CHECK, 2), (CLOSE, -1))


def close(table: CollectorsTable) -> tuple[int, ...]:
    """After a round: who has won; nobody if the game goes on, in overtime where there was a tie.

    Then rounds go on until one closes with a single leader.
    """
    won = rounds.winners(table)
    table.overtime = table.overtime or len(won) > 1
    return won if len(won) == 1 else ()


def leaders(table: CollectorsTable) -> tuple[int, ...]:
    """The seats with the most items of their own type so far."""
    most = max(table.collectors[seat].own for seat in table.playing)
    return tuple(seat for seat in table.playing if table.collectors[seat].own == most)

"""Whole games of Collectors: what holds after every step, whoever plays; and the order of a round."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from collectors_rounds import changed, play_round
from msgspec.structs import replace
from tables import setting
from tries import tries

from generator.lab.simulation.ledger import Ledger
from play.allowed import CollectorsAct, Window
from play.by_chance import CollectorsChance
from play.course import CollectorsCourse, close, leaders
from play.policies import PLAYERS
from play.simulated import MOST_OVERTIME, CollectorsSetting
from play.state import (
    AP,
    MOST_STAMINA,
    CollectorsBox,
    CollectorsCharacter,
    CollectorsItem,
    CollectorsPlayer,
    CollectorsTable,
    Escapade,
    set_up,
)

HAT, KEY = CollectorsItem("topper", "Hats"), CollectorsItem("latchkey", "Keys")


def boxes(players: int) -> tuple[CollectorsBox, ...]:
    found = setting("collectors", players, "")
    assert isinstance(found, CollectorsSetting)
    return found.boxes


def steps(
    found: Sequence[CollectorsBox], policies: Sequence[str], rng: Random, ledger: Ledger
) -> Iterator[CollectorsTable]:
    """The table as it is set up, and after every step of a whole game."""
    table = set_up(found, rng)
    players = [PLAYERS[policies[seat % len(policies)]](rng) for seat in range(len(found))]
    yield table
    won: tuple[int, ...] = ()
    for _ in range(7 * len(found) + MOST_OVERTIME):
        for after in play_round(table, players, rng, ledger):
            table = after
            yield table
        won = close(table)
        if won:
            break


def components(table: CollectorsTable) -> Counter[CollectorsItem | Escapade]:
    """All cards, wherever they are."""
    found: Counter[CollectorsItem | Escapade] = Counter((*table.circulation, *table.discarded))
    for one in table.collectors:
        found.update((*one.items, *one.deck, *one.escapades, *one.hand, *one.discard))
    found.update([table.escapade] if table.escapade else [])
    return found


def in_all(boxes: Sequence[CollectorsBox]) -> Counter[CollectorsItem | Escapade]:
    whole: Counter[CollectorsItem | Escapade] = Counter()
    for box in boxes:
        whole.update(box.items)
        whole.update(box.escapades)
    return whole


def check(table: CollectorsTable, whole: Counter[CollectorsItem | Escapade]) -> None:
    """What holds after every step."""
    assert components(table) == whole
    for one in table.collectors:
        assert 0 <= one.stamina <= MOST_STAMINA
        assert len(one.hand) <= 3
        assert one.ap >= 0
        apart = one.fork()
        assert (one.lasting, one.hooks, one.own) == (apart.lasting, apart.hooks, apart.own)  # as if made again


@pytest.mark.tried
@pytest.mark.parametrize("policies", ["random", "greedy", "careful", "greedy,random", "random,careful,greedy"])
@pytest.mark.parametrize("players", [2, 3])
def test_no_step_of_a_game_loses_a_card_or_leaves_the_rules(players: int, policies: str) -> None:
    found = boxes(players)
    whole = in_all(found)
    for seed in range(tries(2)):
        last = None
        for table in steps(found, policies.split(","), Random(f"{policies}/{seed}"), Ledger()):
            check(table, whole)
            last = table
        assert last is not None
        left = [last.collectors[seat] for seat in last.playing]
        assert not any(one.escapades for one in left) or len(left) == 1
        assert last.round > 7 * players or len(left) < players  # "14, 21 or 28 rounds", and overtime


@pytest.mark.parametrize("policies", ["random", "greedy"])
def test_decks_that_are_far_too_small_are_played_to_the_end(policies: str) -> None:
    few = [replace(box, items=box.items[:4], escapades=box.escapades[:5]) for box in boxes(3)]
    ledger = Ledger()
    for table in steps(few, [policies], Random(1), ledger):
        check(table, in_all(few))
    assert "items" in ledger.short


@pytest.mark.slow
def test_all_happens_in_some_game() -> None:
    """The invariants say nothing of what never happens."""
    events: Counter[str] = Counter()
    nobody_loses = [replace(box, character=replace(box.character, lose=None)) for box in boxes(3)]
    for seed in range(40):
        ledger = Ledger()
        for _ in steps(nobody_loses, ["random", "random", "greedy"], Random(seed), ledger):
            pass
        events += ledger.events
    for action in ("steal", "foist", "collecting", "trade"):
        assert 0 < events[f"{action}: interceptions succeeded"] < events[f"{action}: interceptions tried"]
    assert 0 < events["attack: succeeded"] < events["attack: tried"]
    for keyword in ("basic", "Joint Effort", "Heated Encounter", "Clandestine Approach", "Immediate Action"):
        assert events[f"Escapades: {keyword}"] > 0
    for name in ("interceptors hit", "Collection Steps lost", "items dropped", "trades refused", "Escapades exchanged"):
        assert events[name] > 0


class Told(CollectorsChance):
    """Collects the first item, intercepts if told to, and does one thing."""

    def __init__(self, act: CollectorsAct | None = None, *, intercepts: bool = False, agrees: bool = True) -> None:
        super().__init__(Random(0))
        self.act, self.stops, self.consents = act, intercepts, agrees
        self.seen: list[Window] = []

    def exchanges(self, table: CollectorsTable, me: int) -> Escapade | None:
        return None

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        return table.circulation[0]

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        act, self.act = self.act, None
        return act

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        return self.consents

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        self.seen.append(window)
        return self.stops

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        return None


def table(
    *items: tuple[CollectorsItem, ...], circulation: tuple[CollectorsItem, ...] = (), keyword: str | None = None
) -> CollectorsTable:
    card = Escapade("card", keyword)
    people = (
        CollectorsCharacter("a", "Hats", 5, 5, 7),
        CollectorsCharacter("b", "Keys", 0, 0, 12),
        CollectorsCharacter("c", "Moths", 4, 4, 7),
    )
    seats = (
        CollectorsPlayer(one, held, escapades=(card,), hand=(card,)) for one, held in zip(people, items, strict=False)
    )
    return CollectorsTable(tuple(seats), circulation)


def last(start: CollectorsTable, players: Sequence[Told], seed: int = 0) -> tuple[CollectorsTable, Ledger]:
    """The table before a round closes."""
    ledger = Ledger()
    tables = [after.fork() for after in play_round(start, players, Random(seed), ledger)]
    return tables[-2], ledger


def test_everyone_collects_from_the_instigator_on() -> None:
    start = replace(table((), (), (), circulation=(HAT, KEY, CollectorsItem("luna", "Moths"))), instigator=1)
    found, _ = last(start, [Told(), Told(), Told()])
    assert [one.items for one in found.collectors] == [(CollectorsItem("luna", "Moths"),), (HAT,), (KEY,)]


def test_who_intercepts_a_collector_has_no_collection_step() -> None:
    thief = Told(intercepts=True)
    found, ledger = last(table((), (), circulation=(HAT, KEY)), [Told(), thief])
    assert ledger.events["collecting: interceptions tried"] == ledger.events["Collection Steps lost"] == 1
    assert found.collectors[1].ap == AP - 1
    assert sum(len(one.items) for one in found.collectors) == 1
    assert thief.seen == [Window(0, "collect", (HAT,))]


def test_the_first_who_is_willing_clockwise_from_the_one_acting_intercepts_by_our_ruling() -> None:
    five = CollectorsTable(tuple(CollectorsPlayer(CollectorsCharacter("x", "Hats", 3, 3, 9)) for _ in range(5)))

    def stops(table: CollectorsTable, *willing: int) -> int | None:
        players = [Told(intercepts=seat in willing) for seat in range(5)]
        return CollectorsCourse(players, Random(0), Ledger()).interceptor(table, Window(3, "attack", (), 1))

    assert stops(five, *range(5)) == 4
    assert stops(five, 0, 2) == 0
    assert stops(changed(five, 4, intercepted=True), *range(5)) == 0
    assert stops(five) is None


def test_nobody_intercepts_who_has_collected() -> None:
    first = Told(intercepts=True)
    last(table((), (), circulation=(HAT, KEY)), [first, Told()])
    assert first.seen == []


def test_under_an_immediate_action_confrontation_comes_first() -> None:
    start = table((), (KEY,), circulation=(HAT,), keyword="Immediate Action")
    steal = Told(CollectorsAct("steal", 1, KEY))
    tables = [after.fork() for after in play_round(start, [steal, Told()], Random(0), Ledger())]
    assert tables[3].collectors[0].ap == AP - 3  # the theft
    assert tables[3].circulation == (HAT,)  # before anything was collected
    assert tables[-2].circulation == ()


def test_a_trade_takes_both() -> None:
    offer = CollectorsAct("trade", 1, KEY, HAT)
    agreed, _ = last(table((KEY,), (HAT,)), [Told(offer), Told()])
    assert [one.items for one in agreed.collectors] == [(HAT,), (KEY,)]
    refused, ledger = last(table((KEY,), (HAT,)), [Told(offer), Told(agrees=False)])
    assert [one.items for one in refused.collectors] == [(KEY,), (HAT,)]
    assert refused.collectors[0].ap == AP
    assert ledger.events["trades refused"] == 1


def test_a_third_player_may_intercept_a_theft() -> None:
    third = Told(intercepts=True)
    found, ledger = last(table((), (KEY,), ()), [Told(CollectorsAct("steal", 1, KEY)), Told(), third])
    assert third.seen == [Window(0, "steal", (KEY,), 1)]
    assert ledger.events["steal: interceptions tried"] == 1
    assert found.collectors[2].ap == AP - 1


def test_a_game_ends_with_one_leader_and_a_tie_goes_on() -> None:
    over = replace(
        table((HAT,), ()), collectors=tuple(replace(one, escapades=()) for one in table((HAT,), ()).collectors)
    )
    assert close(over) == leaders(over) == (0,)
    tied = replace(over, collectors=tuple(replace(one, items=()) for one in over.collectors))
    won = close(tied)
    assert (tied.overtime, won, leaders(tied)) == (True, (), (0, 1))
    assert close(table((HAT,), ())) == ()  # there are Escapades yet

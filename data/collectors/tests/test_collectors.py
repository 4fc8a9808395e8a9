"""Simulated games of Collectors against exact answers, and what its policies choose."""

from collections import Counter
from math import sqrt
from random import Random
from statistics import median

import pytest
from collectors_rounds import changed
from msgspec.structs import replace
from shared_games import shipped_game
from tables import setting
from tries import tries

from generator.lab.simulation.job import Job, play_part
from generator.lab.simulation.moves import NoSimulation
from generator.lab.simulation.playable import box_of
from play.allowed import CollectorsAct, Window, may_be_stolen, price
from play.by_chance import CollectorsChance
from play.checks import twelfths
from play.policies import (
    PLAYERS,
    CollectorsCareful,
    CollectorsGreedy,
)
from play.simulated import CollectorsGame, CollectorsSetting
from play.state import (
    HAND,
    CollectorsCharacter,
    CollectorsItem,
    CollectorsPlayer,
    CollectorsTable,
)

WITHIN = 4  # standard errors
HAT, KEY, MOTH = CollectorsItem("topper", "Hats"), CollectorsItem("latchkey", "Keys"), CollectorsItem("luna", "Moths")


def of_game(players: int) -> CollectorsSetting:
    found = setting("collectors", players, "")
    assert isinstance(found, CollectorsSetting)
    return found


@pytest.mark.rare
@pytest.mark.tried
def test_no_character_of_the_box_for_four_wins_half_of_the_games() -> None:
    games = tries(40)
    totals = play_part(Job(of_game(4), ("greedy",) * 4, 1), (0, games))
    assert max(seat.wins for seat in totals.seats) < games / 2


@pytest.mark.slow
def test_a_short_game_lasts_as_many_rounds_as_its_escapade_decks_and_an_hour() -> None:
    for players, cards in ((2, 8), (3, 5), (4, 4)):
        box = box_of(shipped_game("collectors"), players, "")
        short = CollectorsGame().prepare(box, players, "", {"escapades": cards})
        games = [short.play(("greedy",) * players, Random(f"0/{game}")) for game in range(40)]
        assert (cards - HAND) * players in {game.turns for game in games}
        assert max(game.turns for game in games) >= (cards - HAND) * players
        minutes = [game.record.minutes for game in games if game.record and game.record.minutes]
        assert 20 < median(minutes) < 60


class Thief(CollectorsChance):
    """Steals whatever there is, and does nothing else."""

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        acts = [
            CollectorsAct("steal", seat, item)
            for seat in table.playing
            if seat != me
            for item in table.collectors[seat].items
            if may_be_stolen(table.collectors[seat], item)
        ]
        paid = price(table.collectors[me], "steal") <= table.collectors[me].ap
        return self.rng.choice(acts) if acts and paid and not _barred(table) else None

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        return False


def _barred(table: CollectorsTable) -> bool:
    return table.escapade is not None and table.escapade.keyword is not None


@pytest.mark.parametrize("line", [(5, 1, 9), (1, 4, 10), (0, 0, 12)])
def test_thefts_succeed_as_often_as_the_table_of_chances_says(
    line: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PLAYERS, "thief", Thief)
    alike = CollectorsSetting(
        tuple(
            replace(
                box,
                character=CollectorsCharacter(box.character.name, box.character.item_type, *line),
                items=tuple(replace(item, passive=None, power=None) for item in box.items),
            )
            for box in of_game(2).boxes
        )
    )
    totals = play_part(Job(alike, ("thief", "thief"), 2), (0, 75))
    tried = sum(number * times for number, times in totals.events["steal: tried"].items())
    succeeded = sum(number * times for number, times in totals.events.get("steal: succeeded", Counter()).items())
    exact = (13 - (line[2] - line[1])) / 12
    assert tried > 800
    assert succeeded / tried == pytest.approx(exact, abs=WITHIN * sqrt(exact * (1 - exact) / tried))


def test_chances_are_those_of_the_printed_table() -> None:
    assert [round(12 * twelfths(0, n) / 12) for n in range(2, 13)] == [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert (twelfths(5, 0) / 12, twelfths(0, 30) / 12) == (11 / 12, 1 / 12)


@pytest.mark.slow
def test_a_game_has_as_many_rounds_as_the_rules_say_or_goes_into_overtime() -> None:
    nobody_loses = CollectorsSetting(
        tuple(replace(box, character=replace(box.character, lose=None)) for box in of_game(3).boxes)
    )
    totals = play_part(Job(nobody_loses, ("careful",) * 3, 0), (0, 10))
    assert min(totals.turns) == 21
    assert totals.turns[21] == 10 - totals.events.get("rounds of overtime", Counter()).total()


def table(*items: tuple[CollectorsItem, ...], circulation: tuple[CollectorsItem, ...] = ()) -> CollectorsTable:
    people = (
        CollectorsCharacter("a", "Hats", 2, 5, 8),
        CollectorsCharacter("b", "Keys", 3, 3, 9),
        CollectorsCharacter("c", "Moths", 4, 4, 7),
    )
    return CollectorsTable(
        tuple(CollectorsPlayer(one, held) for one, held in zip(people, items, strict=False)), circulation
    )


def greedy(policy: type[CollectorsGreedy] = CollectorsGreedy) -> CollectorsGreedy:
    return policy(Random(0))


def test_greedy_takes_its_own_and_then_what_others_want() -> None:
    assert greedy().collects(table((), (), circulation=(MOTH, KEY, HAT)), 0) == HAT
    assert greedy().collects(table((), (), circulation=(MOTH, KEY)), 0) == KEY


def test_greedy_steals_what_changes_most() -> None:
    assert greedy().acts(table((), (MOTH, HAT)), 0, offers=True) == CollectorsAct("steal", 1, HAT)
    assert greedy().acts(table((), (KEY,)), 0, offers=True) == CollectorsAct(
        "steal", 1, KEY
    )  # of no use, but a loss to its owner


def test_three_trade_what_helps_both() -> None:
    there = table((KEY,), (HAT,), ())
    assert greedy().acts(there, 0, offers=True) == CollectorsAct(
        "steal", 1, HAT
    )  # 9 of 12 to gain 1, and no loss to the other
    clumsy = changed(there, 0, character=replace(there.collectors[0].character, cunning=0))  # 4 of 12
    assert greedy().acts(clumsy, 0, offers=True) == CollectorsAct(
        "trade", 1, KEY, HAT
    )  # half a lead over each, for certain
    assert greedy().acts(clumsy, 0, offers=False) == CollectorsAct("steal", 1, HAT)
    assert greedy().agrees(table((KEY,), (HAT,), ()), 1, HAT, KEY, 0)
    assert not greedy().agrees(table((KEY,), (HAT,)), 1, KEY, HAT, 0)


def test_ap_of_no_other_use_go_into_attacks_unless_they_are_needed_to_recover() -> None:
    there = table((), ())
    assert greedy().acts(there, 0, offers=True) == CollectorsAct("attack", 1)
    assert greedy().acts(changed(there, 0, stamina=9), 0, offers=True) == CollectorsAct("attack", 1)  # 4 AP are enough
    assert greedy().acts(changed(there, 0, stamina=9, ap=1), 0, offers=True) is None
    nimble = changed(there, 1, character=replace(there.collectors[1].character, reflexes=10))
    assert greedy(CollectorsCareful).acts(there, 0, offers=True) == CollectorsAct("attack", 1)  # 6 of 12
    assert greedy(CollectorsCareful).acts(nimble, 0, offers=True) is None  # 5 of 12


def test_careful_keeps_an_ap_and_leaves_bad_odds_alone() -> None:
    there = changed(table((), (HAT,)), 0, ap=3)
    assert greedy(CollectorsCareful).acts(there, 0, offers=True) == CollectorsAct("attack", 1)
    assert greedy().acts(there, 0, offers=True) == CollectorsAct("steal", 1, HAT)
    hard = table((HAT,), (KEY,))
    hard = changed(hard, 0, character=replace(hard.collectors[0].character, reflexes=12))
    assert greedy(CollectorsCareful).acts(hard, 1, offers=True) is None
    assert greedy().acts(hard, 1, offers=True) == CollectorsAct("steal", 0, HAT)


def test_who_gains_intercepts() -> None:
    there = table((), (HAT,), ())
    assert not greedy().intercepts(there, 2, Window(0, "attack", (), 1))
    assert greedy().intercepts(there, 2, Window(0, "steal", (HAT,), 1))  # the thief would have one more
    assert not greedy().intercepts(there, 2, Window(1, "steal", (HAT,), 0))  # the owner only loses one
    assert greedy().keeps(there, 2, HAT)
    assert greedy().picks(there, 1, (HAT, KEY)) == 1


def test_a_box_without_a_character_for_each_cannot_be_played() -> None:
    with pytest.raises(NoSimulation, match="the box for 2 holds 0 characters"):
        CollectorsGame().prepare({}, 2, "")

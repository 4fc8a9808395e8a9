"""Simulated games of Tricks or Treats against exact answers, and what its policies know and choose."""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, groupby
from random import Random

import pytest
from auctions import bids
from each import each
from hypothesis import given
from hypothesis import strategies as st
from shared_games import shipped_game
from tables import setting

from generator.core.distribution import expected
from generator.core.sample import error, mean
from generator.lab.deck import numbers
from generator.lab.simulation.job import Job, play_part
from generator.lab.simulation.ledger import Ledger, TracedMove
from generator.lab.simulation.totals import padded
from play.boards import Cell
from play.doors import Attempt, Door, best_attempt, best_state, result
from play.moves import Board
from play.odds.door import states_by_held
from play.odds.street import differences
from play.odds.surprise import changed
from play.policies import (
    PLAYERS,
    TreatsCareful,
    TreatsChance,
    TreatsGreedy,
    cheapest,
)
from play.priors import Priors
from play.simulated import TreatsSetting
from play.state import Collector, Costume, Piles
from play.street import Auction, Bid, SideHand, lay
from play.table import GameRules, TreatsSeat, TreatsTable, set_up

WITHIN = 4  # standard errors: one run in 16,000 would miss, and these runs are always the same
VALUES = st.lists(st.integers(1, 9), min_size=1, max_size=6)


def of_game(players: int) -> TreatsSetting:
    found = setting("tricks-or-treats", players, "solo" if players == 1 else "standard")
    assert isinstance(found, TreatsSetting)
    return found


PRIORS = Priors(of_game(2).box.piles.tricks, of_game(2).box.piles.masks)


# ---- figures against exact answers ----


@pytest.mark.slow
def test_as_many_surprise_cards_are_drawn_as_the_deck_says() -> None:
    """A turn draws one card, and as many as its special says: on average of the deck, whatever was drawn before."""
    found = of_game(2)
    cards = found.box.piles.surprises
    each = 1 + sum(size for card in cards for kind, size in card.effects if kind == "surprises") / len(cards)
    totals = play_part(Job(found, ("careful", "random"), 3), (0, 400))
    drawn = totals.events["Surprise cards"]
    assert mean(drawn) == pytest.approx(each * mean(totals.turns), abs=WITHIN * error(drawn))
    assert error(drawn) < 0.2


class Hermit(TreatsChance):
    """Meets nobody."""

    def rival(self, table: TreatsTable, me: int, rate: int, rivals: Sequence[int]) -> int | None:
        return None


@pytest.mark.slow
def test_the_first_surprise_changes_treats_as_the_exact_answer_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of one round without doors and streets is one Surprise card for five Treats."""
    found = of_game(2)
    deck = Counter(card.effects for card in found.box.piles.surprises if card.effects)
    exact = 5 + expected(changed(deck, None, "treats", 5))
    monkeypatch.setitem(PLAYERS, "hermit", Hermit)
    alone = TreatsSetting(found.box, 2, GameRules(rounds=1, treats=5, tiles=0))
    totals = play_part(Job(alone, ("hermit", "hermit"), 1), (0, 1200))
    for seat in totals.seats:
        assert mean(seat.scores) == pytest.approx(float(exact), abs=WITHIN * error(seat.scores))
        assert error(seat.scores) < 0.06


@pytest.mark.slow
def test_hands_that_are_dealt_open_doors_as_often_as_the_exact_answer_says() -> None:
    found = of_game(2)
    exact = states_by_held(numbers(shipped_game("tricks-or-treats"), "trick-tickets"), [5], [12, 20, 28])[0]
    hands = [
        set_up(found.box, 2, found.rules, Random(seed), Ledger()).seats[1].collector.tricks for seed in range(1500)
    ]
    for difficulty, chances in exact.items():
        states = Counter(best_state(difficulty, hand) for hand in hands)
        for state, chance in chances.items():
            counts = padded(Counter({1: states[state]}), len(hands))
            assert mean(counts) == pytest.approx(
                float(chance), abs=WITHIN * (float(chance * (1 - chance)) / 1500) ** 0.5
            )


@pytest.mark.rare
def test_a_policy_that_looks_ahead_beats_one_that_does_not() -> None:
    totals = play_part(Job(of_game(2), ("random", "greedy"), 0), (0, 200))
    assert totals.seats[1].wins > 2 * totals.seats[0].wins


# ---- what they reckon with ----


@each(("masks", "tricks"), [(0, 0), (1, 0), (0, 2), (5, 5)])
def test_the_chances_about_a_rivals_pieces_are_those_of_the_exact_answers(masks: int, tricks: int) -> None:
    game = shipped_game("tricks-or-treats")
    of_masks = differences(numbers(game, "mask-tokens"), masks, 0)
    of_tricks = differences(numbers(game, "trick-tickets"), tricks, 0)
    sums: Counter[int] = Counter()
    for one, ways in of_masks.items():
        for two, more in of_tricks.items():
            sums[one + two] += ways * more
    for total in (0, 5, 20, 40, 400):
        lower = Fraction(sum(ways for value, ways in sums.items() if value < total), sums.total())
        exact = float(lower), sums[total] / sums.total()
        assert PRIORS.against(total, masks, tricks) == pytest.approx(exact, abs=1e-12)


def test_a_small_pile_is_counted_hand_by_hand() -> None:
    tricks, masks = (1, 2, 2, 9), (3, 5)
    priors = Priors(tricks, masks)
    hands = [sum(a) + sum(b) for a in combinations(tricks, 2) for b in combinations(masks, 1)]
    for total in range(20):
        exact = sum(hand < total for hand in hands) / 12, hands.count(total) / 12
        assert priors.against(total, 1, 2) == pytest.approx(exact)


def test_a_first_ticket_that_is_drawn_has_the_exact_chances() -> None:
    exact = states_by_held(numbers(shipped_game("tricks-or-treats"), "trick-tickets"), [0], [4, 7], -1)[0]
    for difficulty, chances in exact.items():
        found = PRIORS.door(difficulty, -1)
        assert {state: found.get(state, 0.0) for state in chances} == pytest.approx(
            {state: float(chance) for state, chance in chances.items()}
        )


@pytest.mark.slow
@given(st.integers(0, 30), VALUES, st.integers(-3, 3))
def test_the_best_state_is_the_one_that_the_best_attempt_leads_to(
    difficulty: int, tricks: list[int], modifier: int
) -> None:
    attempt = best_attempt(difficulty, tricks, modifier)
    assert best_state(difficulty, tricks, modifier) == result(difficulty, attempt, modifier)


# ---- what they choose ----


@given(st.lists(st.integers(1, 9), max_size=7), st.integers(0, 30))
def test_the_cheapest_pieces_are_the_least_sum_that_reaches(pieces: list[int], wanted: int) -> None:
    found = cheapest(pieces, wanted)
    assert not Counter(found) - Counter(pieces)
    parts = [part for size in range(len(pieces) + 1) for part in combinations(pieces, size)]
    reaching = [(sum(part), len(part)) for part in parts if sum(part) >= wanted]
    assert (sum(found), len(found)) == (min(reaching) if reaching else (sum(pieces), len(pieces)))


@pytest.mark.slow
@given(st.data())
def test_whatever_they_lay_is_one_of_the_legal_bids(data: st.DataObject) -> None:
    hands = [
        SideHand(
            tuple(data.draw(st.lists(st.integers(1, 5), max_size=3))),
            tuple(data.draw(st.lists(st.integers(1, 5), max_size=3))),
        )
        for _ in range(2)
    ]
    auction, rng = Auction(hands[0], hands[1]), Random(data.draw(st.integers(0, 99)))
    seen = 0
    while auction.turn is not None:
        for policy in (TreatsChance, TreatsGreedy, TreatsCareful):
            bid = policy(rng, PRIORS, GameRules()).bid(auction)
            assert Bid(tuple(sorted(bid.masks)), tuple(sorted(bid.tricks))) in list(bids(auction))
        auction = lay(auction, data.draw(st.sampled_from(list(bids(auction)))))
        seen += 1
    assert seen >= 2


BOARD = Board(frozenset((row, column) for row in range(5) for column in range(5)), frozenset())


def table(mine: Collector, other: Collector, doors: dict[tuple[int, int], Door] | None = None) -> TreatsTable:
    board = Board(BOARD.walkable, frozenset(), doors or {})
    return TreatsTable(board, (TreatsSeat(mine, (4, 0)), TreatsSeat(other, (2, 2))), Piles())


def greedy(policy: type[TreatsGreedy] = TreatsGreedy) -> TreatsGreedy:
    return policy(Random(0), PRIORS, GameRules())


def test_greedy_goes_where_a_door_opens() -> None:
    doors = {(3, 1): Door(30, 7), (2, 0): Door(6, 2), (4, 2): Door(2, 1)}
    there = table(Collector(5, (6, 2)), Collector(), doors)
    assert greedy().end_of_move(there, 0, 2, [(2, 0), (3, 1), (4, 2)]) == (2, 0)
    assert [greedy().knocks(there, 0, door) for door in doors.values()] == [False, True, True]
    assert greedy().attempt(there, 0, Door(8, 1)) == Attempt(6, (2,))


class Thorough(TreatsGreedy):
    """Reckons what each square is worth, also where nothing is."""

    def end_of_move(self, table: TreatsTable, me: int, squares: int, ends: Sequence[Cell]) -> Cell:
        if len(ends) == 1:
            return ends[0]
        worth = [self._worth(table, me, squares, end) for end in ends]
        return self.rng.choice([end for end, value in zip(ends, worth, strict=True) if value == max(worth)])

    def _worth(self, table: TreatsTable, me: int, squares: int, end: Cell) -> float:
        door = table.board.doors.get(end)
        worth = max(0.0, self._door(table.seats[me].collector, door)) if door else 0.0
        cards = table.piles.surprises if self.rules.solo and end in table.board.surprises else ()
        treats = sum(size for card in cards for kind, size in card.effects if kind == "treats")
        rivals = [number for number, seat in enumerate(table.seats) if number != me and seat.cell == end]
        if self.rules.solo:
            return worth + treats / max(1, len(cards))
        rates = [self._street(table, me, rival, max(0, squares)) for rival in rivals if not table.seats[rival].missing]
        return worth + max([0.0, *rates])


@pytest.mark.parametrize("players", [1, 4])
def test_the_same_games_come_of_reckoning_every_square(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "thorough", Thorough)
    for seed in range(3):
        quick, slow = (of_game(players).play([policy] * players, Random(seed)) for policy in ("greedy", "thorough"))
        assert (quick.scores, quick.events) == (slow.scores, slow.events)


def test_what_is_recorded_is_what_is_told_step_by_step() -> None:
    steps: list[TracedMove] = []
    played = of_game(4).play(["greedy"] * 4, Random(1), steps.append)
    assert played.record is not None
    assert [scores for scores, _ in groupby(step.scores for step in steps)] == list(played.record.standings)
    worn = [set(re.findall(rf"player {seat}: [^;]*costume [\w-]+ → (?!none)([\w-]+)", words)) for seat in range(1, 5)
            for words in ["; ".join(step.words for step in steps)]]  # fmt: skip
    assert worn == list(played.record.held)


def test_greedy_takes_a_chance_that_careful_does_not() -> None:
    there = table(Collector(0), Collector())  # nothing to lose, and no ticket
    assert greedy().knocks(there, 0, Door(7, 3))
    assert not greedy(TreatsCareful).knocks(there, 0, Door(7, 3))
    assert greedy(TreatsCareful).knocks(there, 0, Door(0, 3))


def test_a_strong_hand_starts_a_street_and_takes_up_a_challenge() -> None:
    strong, weak = Collector(9, (9, 9, 9), (9, 9, 9)), Collector(9, (1,), (1,))
    for policy in (TreatsGreedy, TreatsCareful):
        assert greedy(policy).rival(table(strong, weak), 0, 5, [1]) == 1
        assert greedy(policy).rival(table(weak, strong), 0, 5, [1]) is None
        assert greedy(policy).takes_up(table(strong, weak), 0, 1, 9)
        assert not greedy(policy).takes_up(table(weak, strong), 0, 1, 9)


def test_what_is_worth_least_goes_back() -> None:
    assert greedy().give_back("tricks", (9, 1, 5), 2) == (1, 5)
    assert greedy().keeps_new(Costume("ghost", 1, 0), Costume("bat", 0, 2))
    assert not greedy().keeps_new(Costume("ghost", 1, 0), Costume("bat", -1, 2))

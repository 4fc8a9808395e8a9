"""A stranger's game of drawing and discarding comes to what counting alone says of it, with any number of workers."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

import pytest

from generator.core.sample import error, mean, wilson
from generator.games import Game
from generator.lab.simulation.job import Job, play_part
from generator.lab.simulation.move_by_move import verify
from generator.lab.simulation.report import as_text
from generator.lab.simulation.run import play
from generator.lab.simulation.totals import Totals, figures
from generator.model.game import Item
from generator.read.tree import Mapping as Tree

CARDS = 7
TURNS = 5  # the first has three of them, the second two
BOX = {"cards": [Item(str(card), "card", {"value": card}, 1, {}, "", Tree({}, {}, 1, 1)) for card in range(1, 8)]}
GAMES = 4_000


class Hands(NamedTuple):
    """The card that each holds, what is to be drawn, and what was discarded; the top of the deck is open."""

    held: tuple[int, ...]
    deck: tuple[int, ...]
    discarded: tuple[int, ...] = ()


class DrawAndDiscard(Game):
    """Each holds a card. Whoever's turn it is draws one, and discards one of the two. The higher card wins."""

    players = range(2, 3)
    kinds = ("cards",)

    def start(self, box: Any, players: int, settings: Mapping[str, Any], rng: Random) -> Hands:
        cards = [item.fields["value"] for item in box["cards"]]
        rng.shuffle(cards)
        return Hands(tuple(cards[:players]), tuple(cards[players:]))

    def player(self, state: Hands) -> int:
        return len(state.discarded) % 2

    def moves(self, state: Hands) -> Sequence[str]:
        return "hold", "take"

    def apply(self, state: Hands, move: str, rng: Random) -> Hands:
        held, (drawn, *deck), seat = list(state.held), state.deck, self.player(state)
        if move == "take":
            held[seat], drawn = drawn, held[seat]
        return Hands(tuple(held), tuple(deck), (*state.discarded, drawn))

    def is_over(self, state: Hands) -> bool:
        return len(state.discarded) == TURNS

    def scores(self, state: Hands) -> Sequence[int]:
        return state.held

    def counts(self, state: Hands) -> Mapping[str, Mapping[str, int]]:
        return {"cards": {"hands": 2, "deck": len(state.deck), "discarded": len(state.discarded)}}


def counted() -> tuple[Fraction, Fraction, Fraction]:
    """By all orders of the deck, where each keeps the higher card: the mean of each hand, and how often the first
    wins."""
    held = [(max(order[0], order[2], order[4], order[6]), max(order[1], order[3], order[5]))
            for order in permutations(range(1, CARDS + 1))]  # fmt: skip
    first, second = (Fraction(sum(hands), len(held)) for hands in zip(*held, strict=True))
    return first, second, Fraction(sum(one > other for one, other in held), len(held))


def totals(policy: str) -> Totals:
    return play_part(Job(DrawAndDiscard().prepare(BOX, 2, ""), (policy,) * 2, 5), (0, GAMES))


@pytest.mark.slow
def test_who_keeps_the_higher_card_fares_as_counting_says() -> None:
    first, second, wins = counted()
    assert (first, second, wins) == (Fraction(32, 5), Fraction(6), Fraction(4, 7))
    found = totals("greedy")
    assert found.turns.keys() == {TURNS}
    for seat, expected in zip(found.seats, (first, second), strict=True):
        assert abs(mean(seat.scores) - expected) < 4 * error(seat.scores)
    low, high = wilson(found.seats[0].wins, GAMES)
    assert low - (high - low) < wins < high + (high - low)


@pytest.mark.slow
def test_who_discards_by_lot_holds_any_card_as_often() -> None:
    found = totals("random")
    low, high = wilson(found.seats[0].wins, GAMES)
    assert low - (high - low) < 1 / 2 < high + (high - low)
    assert all(abs(mean(seat.scores) - (CARDS + 1) / 2) < 4 * error(seat.scores) for seat in found.seats)


def test_it_keeps_to_the_interface() -> None:
    assert verify(DrawAndDiscard().prepare(BOX, 2, ""), 5, 1) == (5 * TURNS, "")


def test_what_a_game_does_not_count_has_no_table() -> None:
    class Uncounted(DrawAndDiscard):
        def counts(self, state: Hands) -> Mapping[str, Mapping[str, int]]:
            return {}

    for game, counted in ((DrawAndDiscard(), True), (Uncounted(), False)):
        job = Job(game.prepare(BOX, 2, ""), ("random", "random"), 3)
        text = as_text("head", figures(play(job, 5, 1, None), job.policies, BOX))
        assert ("most out at a time" in text) is counted
        assert ("there was enough" in text) is counted


@pytest.mark.rare
def test_one_two_and_eight_workers_come_to_the_same() -> None:
    job = Job(DrawAndDiscard().prepare(BOX, 2, ""), ("greedy", "random"), 3)
    once = [figures(play(job, 430, workers, None), job.policies, BOX) for workers in (1, 2, 8)]
    assert once[0] == once[1] == once[2]

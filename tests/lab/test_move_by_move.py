"""Any game plays by the interface alone, as its theory says, and what it does wrong is reported with its place."""

import json
from collections.abc import Mapping as MappingType
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from dice_race import DiceRace, FootRace, Track, beyond, expected_rolls, first_wins

from generator.core.sample import error, mean, wilson
from generator.lab.simulation.job import Job, play_part, trace_lines, trace_text, traced
from generator.lab.simulation.move_by_move import greedy
from generator.lab.simulation.moves import NoSimulation
from generator.lab.simulation.playable import PlayableGame
from generator.lab.simulation.run import play
from generator.lab.simulation.search import search
from generator.lab.simulation.totals import Totals, figures
from generator.model.game import Item
from generator.read.tree import Mapping

BOX = {"stones": [Item("stone", "stone", {}, 1, {}, "", Mapping({}, {}, 1, 1))] * 20}
GAMES = 4_000


def totals(game: PlayableGame, players: int, policy: str = "random", games: int = GAMES, seed: int = 0) -> Totals:
    return play_part(Job(game.prepare(BOX, players, ""), (policy,) * players, seed), (0, games))


@pytest.mark.slow
def test_a_race_lasts_as_long_as_theory_says_and_the_first_wins_as_often() -> None:
    alone = totals(DiceRace(), 1)
    assert abs(mean(alone.turns) - expected_rolls()) < 4 * error(alone.turns)
    assert alone.turns.keys() <= {rolls for rolls in range(1, 11) if beyond(rolls - 1) > beyond(rolls)}
    low, high = wilson(totals(DiceRace(), 2).seats[0].wins, GAMES)
    assert low - (high - low) < first_wins() < high + (high - low)


@pytest.mark.slow
def test_a_policy_looks_one_move_ahead_in_expectation() -> None:
    race, state = FootRace(), Track((0, 0), pile=20)
    race.start(BOX, 2, {}, Random(0))
    assert {greedy(race, state, 0, race.moves(state), Random(seed)) for seed in range(50)} == {"roll"}
    assert {greedy(race, state, 0, ("foot", "foot"), Random(seed)) for seed in range(5)} == {"foot"}
    wins = [seat.wins for seat in play_part(Job(race.prepare(BOX, 2, ""), ("random", "greedy"), 1), (0, 400)).seats]
    assert wins[1] > 2 * wins[0]


def test_a_game_may_bring_a_policy_along() -> None:
    class Walkers(FootRace):
        policies: MappingType[str, str] = {"walker": "goes by the foot", "random": "any"}

        def decide(self, policy: str, state: Track, player: int, moves: Sequence[str], rng: Random) -> str:
            assert (policy, player) == ("walker", state.turn)
            return "foot"

    assert totals(Walkers(), 1, "walker", 3).turns == {10: 3}


def test_what_is_hidden_is_guessed() -> None:
    class Cups(DiceRace):
        """A stone lies under one of two cups; only whoever peeps knows it, and the other one may as well draw lots."""

        def moves(self, state: Track) -> tuple[int, int]:  # type: ignore[override]
            return 0, 1

        def apply(self, state: Any, move: Any, rng: Random) -> Any:
            return state._replace(places=(int(move == state.pile),))

        def worth(self, state: Track, player: int) -> float:
            return state.places[0]

    class FairCups(Cups):
        def guess(self, state: Track, player: int, rng: Random) -> Track:
            return state._replace(pile=rng.choice((0, 1)))

    hidden = Track((0,), pile=1)
    assert {greedy(Cups(), hidden, 0, (0, 1), Random(seed)) for seed in range(40)} == {1}
    assert {greedy(FairCups(), hidden, 0, (0, 1), Random(seed)) for seed in range(40)} == {0, 1}


def test_the_shuffles_stay_when_a_policy_changes() -> None:
    few = [totals(game, 1, policy, 50) for game, policy in ((DiceRace(), "random"), (DiceRace(), "greedy"))]
    assert (few[0].turns, few[0].seats, few[0].used) == (few[1].turns, few[1].seats, few[1].used)


def test_components_in_use_are_counted_and_piles_run_dry() -> None:
    found = totals(DiceRace(), 2, games=50)
    assert max(found.used["stones"]) == max(found.turns)
    assert not found.dry
    slow = play_part(Job(DiceRace().prepare(BOX, 1, "", {"length": 99}), ("random",), 0), (0, 5))
    assert slow.dry == {"stones": 5}


@pytest.mark.slow
def test_figures_are_the_same_for_any_number_of_workers() -> None:
    job = Job(DiceRace().prepare(BOX, 3, ""), ("random",) * 3, 7)
    once = [figures(play(job, 150, workers, None), job.policies, BOX) for workers in (1, 2)]
    assert once[0] == once[1]


class NoMoves(DiceRace):
    """Forgets that somebody has to move."""

    def moves(self, state: Track) -> tuple[str, ...]:
        return ()


class HalfScores(DiceRace):
    """Counts in halves."""

    def scores(self, state: Track) -> Any:
        return [place / 2 for place in state.places]


class Slip(DiceRace):
    """Has a mistake."""

    def apply(self, state: Track, move: str, rng: Random) -> Track:
        return dict[str, Track]()[move]  # the place that is told


class Endless(DiceRace):
    """Never ends."""

    most_moves = 30

    def is_over(self, state: Track) -> bool:
        return False


@pytest.mark.parametrize("workers", [1, 2])
def test_a_mistake_in_a_game_is_reported_with_its_place_wherever_it_is_played(workers: int) -> None:
    line = Slip.apply.__code__.co_firstlineno + 1
    told = {
        NoMoves: r"test_move_by_move.py:\d+: NoMoves.moves\(\) gives \(\), and is_over",
        HalfScores: r"py:\d+: HalfScores.scores\(\) gives \[5.0",
        Slip: rf"test_move_by_move.py:{line}: KeyError: 'roll'",
    }
    for game, message in told.items() if workers == 1 else [(Slip, told[Slip])]:
        with pytest.raises(NoSimulation, match=message):
            play(Job(game().prepare(BOX, 2, ""), ("random", "random"), 0), 100, workers, None)


def test_a_game_without_an_end_is_given_up() -> None:
    assert totals(Endless(), 2, games=3).events["given up"] == {1: 3}


def test_a_game_is_for_as_many_as_it_says() -> None:
    with pytest.raises(NoSimulation, match="5 cannot play: it is for 1 to 4"):
        DiceRace().prepare(BOX, 5, "")


class Nim(PlayableGame):
    """Two take 1 to 3 of the stones, in turn; who takes the last one wins. Nothing but the end is worth anything."""

    def start(self, box: Any, players: int, settings: MappingType[str, Any], rng: Random) -> tuple[int, int]:
        return rng.randint(9, 15), 0

    def player(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> Sequence[int]:
        return range(1, min(3, state[0]) + 1)

    def apply(self, state: tuple[int, int], move: int, rng: Random) -> tuple[int, int]:
        return state[0] - move, 1 - state[1]

    def is_over(self, state: tuple[int, int]) -> bool:
        return state[0] == 0

    def scores(self, state: tuple[int, int]) -> Sequence[int]:
        return [int(not state[0] and seat != state[1]) for seat in range(2)]

    def held(self, state: tuple[int, int]) -> Sequence[Sequence[str]]:
        return [["last"] if not state[0] and seat != state[1] else [] for seat in range(2)]

    def minutes(self, state: tuple[int, int], move: int) -> float:
        return 0.5

    def told(self, state: tuple[int, int], move: int) -> str:
        return f"takes {move} of {state[0]}"


@pytest.mark.slow
def test_random_is_beaten_by_greedy_and_greedy_by_search() -> None:
    def wins(better: str, worse: str) -> int:
        job = Job(Nim().prepare({}, 2, ""), (worse, better), 5)
        found = play_part(job, (0, 80)).quality.figures()["skill"]
        assert found[better]["low"] > found[worse]["high"]
        return int(80 * found[better]["share"])

    assert wins("search:60", "greedy") > 55  # it sees more than one move ahead
    assert wins("greedy", "random") > 44  # it takes the last stones
    assert wins("search:60", "random") > 60


def test_search_plays_the_theory_of_nim() -> None:
    nim = Nim()
    for stones in (5, 6, 7, 9, 10, 11):
        moves = nim.moves((stones, 0))
        assert search(nim, (stones, 0), 0, moves, 400, Random(stones)) == stones % 4


def test_search_plays_alone_for_the_score_and_by_what_is_guessed() -> None:
    class Doors(PlayableGame):
        """Three doors hide as many coins; only the pile that is guessed says which."""

        def start(self, box: Any, players: int, settings: MappingType[str, Any], rng: Random) -> Any:
            return (2, 8, 5), None

        def player(self, state: Any) -> int:
            return 0

        def moves(self, state: Any) -> Any:
            return [[0], [1], [2]]  # a move need not be hashable

        def apply(self, state: Any, move: Any, rng: Random) -> Any:
            return state[0], state[0][move[0]]

        def is_over(self, state: Any) -> bool:
            return state[1] is not None

        def scores(self, state: Any) -> Any:
            return [state[1] or 0]

    class Shuffled(Doors):
        def guess(self, state: Any, player: int, rng: Random) -> Any:
            return tuple(rng.sample(state[0], 3)), state[1]

    def chosen(doors: Doors) -> set[int]:
        state = ((2, 8, 5), None)
        return {search(doors, state, 0, doors.moves(state), 60, Random(seed))[0] for seed in range(20)}

    assert chosen(Doors()) == {1}
    assert chosen(Shuffled()) == {0, 1, 2}


@pytest.mark.slow
def test_search_is_the_same_for_any_number_of_workers() -> None:
    job = Job(DiceRace().prepare(BOX, 2, ""), ("search:5", "random"), 3)
    assert play(job, 120, 1, None) == play(job, 120, 2, None)


def test_what_was_played_is_recorded_and_reported() -> None:
    job = Job(Nim().prepare({}, 2, ""), ("greedy", "random"), 2)
    steps, played = traced(job, 3)
    record = played.record
    assert record is not None
    assert len(steps) == played.turns == len(record.choices) == len(record.standings) - 1 == 2 * (record.minutes or 0)
    assert [step.player for step in steps] == [turn % 2 for turn in range(played.turns)]
    assert steps[0].words.startswith("takes ")
    assert record.held[played.winners[0]] == {"last"} != record.held[1 - played.winners[0]]
    text, lines = trace_text("Nim", steps, played), trace_lines(steps, played).splitlines()
    assert text.splitlines()[
        -1
    ] == f"after {played.turns} turns: player {played.winners[0] + 1} won; scores " + " ".join(map(str, played.scores))
    assert [json.loads(line)["told"] for line in lines[:-1]] == [step.words for step in steps]
    assert json.loads(lines[-1])["winners"] == [played.winners[0] + 1]


def test_a_game_whose_scores_are_known_at_its_end_alone_has_no_standings() -> None:
    class Sealed(Nim):
        def scores(self, state: tuple[int, int]) -> Sequence[int]:
            return {0: super().scores(state)}[state[0]]

    found = play_part(Job(Sealed().prepare({}, 2, ""), ("random", "random"), 0), (0, 5)).quality.figures()
    assert found["drama"] is None
    assert found["branching"]["mean"] > 1

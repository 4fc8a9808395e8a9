"""Games of variants in pairs, against each game played by itself; and games that are all the same one."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest
from msgspec import Struct

from generator.core.sample import CONFIDENT
from generator.lab.simulation.job import Job, play_part
from generator.lab.simulation.ledger import Teller
from generator.lab.simulation.moves import GameResult
from generator.lab.simulation.report import as_text
from generator.lab.simulation.run import play
from generator.lab.simulation.totals import Differences, Totals, figures


class Race(Struct, frozen=True):
    """A roll each, the second seat's with a bonus; in a race without luck every roll is a 3, and who begins wins."""

    bonus: int = 0
    luck: bool = True
    lots: bool = False  # who begins is drawn

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        scores = [rng.randint(1, 6) if self.luck else 3 for _ in policies]
        begins = rng.randrange(2) if self.lots else 0
        scores[1] += self.bonus
        scores[begins] += not self.luck
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        dry = frozenset({"pips"} if sum(scores) > 9 else ())
        return GameResult(sum(scores), tuple(scores), winners, {"dice": 2}, dry, {"ties": int(len(winners) > 1)})


def job(*settings: Race) -> Job:
    return Job(settings[0], ("roll", "roll"), 7, settings[1:])


def told(found: Mapping[str, Any]) -> tuple[float, float, float]:
    return found["mean"], found["low"], found["high"]


def test_differences_are_those_of_each_game_beside_the_same_game() -> None:
    games = 60
    alone = [[Race(bonus).play(("a", "b"), Random(f"7/{n}")) for n in range(games)] for bonus in (0, 2)]
    pairs = list(zip(*alone, strict=True))
    totals = play(job(Race(), Race(2), Race()), games, 1, None)
    for other, played in zip(totals.others, (alone[1], alone[0]), strict=True):
        wanted = Totals()
        for one in played:
            wanted.add(one)
        assert (other.turns, other.seats, other.dry) == (wanted.turns, wanted.seats, wanted.dry)
    found = totals.others[0].differences.figures()
    for name, differences in (
        ("turns", [float(other.turns - one.turns) for one, other in pairs]),
        ("scores", [(sum(other.scores) - sum(one.scores)) / 2 for one, other in pairs]),
    ):
        assert found[name]["mean"] == pytest.approx(mean(differences))
        assert "low" not in found[name]  # it is 2 more in each game
    wins = [(1 in other.winners) - (1 in one.winners) for one, other in pairs]
    share, low, high = told(found["wins_by_seat"][1])
    assert share == pytest.approx(mean(wins), abs=1e-6)
    assert low < share < high
    dry = [("pips" in other.dry) - ("pips" in one.dry) for one, other in pairs]
    assert found["shortages"]["pips"]["mean"] == pytest.approx(mean(dry), abs=1e-6)
    same = totals.others[1].differences
    assert (same.turns, same.dry, same.wins) == (Counter({0: games}), {}, [Counter({0: games})] * 2)


def test_limits_of_a_difference_are_those_of_the_pairs() -> None:
    first = Race()
    pairs = Differences()
    values = []
    for n in range(50):
        one = first.play(("a", "b"), Random(f"{n}"))
        two = first.play(("a", "b"), Random(f"{n + 1}"))
        pairs.count(one, two)
        values.append(two.turns - one.turns)
    middle, _, high = told(pairs.figures()["turns"])
    assert middle == pytest.approx(mean(values))
    assert high - middle == pytest.approx(CONFIDENT * stdev(values) / sqrt(50), abs=1e-5)


def test_limits_of_shares_hold_the_truth_in_95_of_100_samples() -> None:
    rng, held, samples = Random(5), 0, 400
    outcomes = [GameResult(0, (0,), (0,) * won, {}, frozenset(), {}) for won in (0, 1)]
    for _ in range(samples):
        found = Differences()
        for _ in range(30):
            sort = rng.random()
            found.count(outcomes[sort < 0.15 or sort > 0.7], outcomes[0.15 < sort < 0.2 or sort > 0.7])
        _, low, high = told(found.figures()["wins_by_seat"][0])
        held += low <= -0.1 <= high
    assert 0.92 <= held / samples <= 0.99


def test_parts_of_pairs_put_together_are_the_whole() -> None:
    whole = play_part(job(Race(), Race(2)), (0, 12))
    parts = Totals()
    for part in ((5, 12), (0, 5)):
        parts.join(play_part(job(Race(), Race(2)), part))
    assert parts == whole


@pytest.mark.parametrize(
    ("race", "alike", "certain"),
    [(Race(luck=False), True, True), (Race(luck=False, lots=True), True, False), (Race(), False, False)],
)
def test_one_game_played_over_and_over_is_said_to_be_one(race: Race, alike: bool, certain: bool) -> None:
    totals = play(job(race), 40, 1, None)
    data = figures(totals, ("roll", "roll"), {})
    assert data["alike"] is totals.alike is alike
    assert all((seat["low"] == seat["high"]) is certain for seat in data["wins_by_seat"])
    assert ("error" in data["turns"]) is not alike
    text = as_text("head", data)
    assert ("all 40 games came out the same" in text) is alike
    assert ("but for who sat where" in text) is (alike and not certain)
    assert "± 0.00" not in text
    assert not play(job(race), 1, 1, None).alike

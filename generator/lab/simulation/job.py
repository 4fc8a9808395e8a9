"""Games to be played, whole or in parts.

Game n of a seed has a stream of random numbers of its own, so that who plays
it, and after which others, changes nothing.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from generator.lab.simulation.moves import MoveRules, Setting
from generator.lab.simulation.totals import Totals

PART = 50  # games that a worker plays at once: about 0.2 s
GamesPart = tuple[int, int]  # the first game, and the one after the last


class Job(Struct, frozen=True):
    """What is played: a setting, the policy of each seat, the seed; other settings of the same games; what plays it."""

    setting: Setting
    policies: tuple[str, ...]
    seed: int
    others: tuple[Setting, ...] = ()
    rules: MoveRules | None = None

    def __reduce__(self) -> Any:
        """Send the game first: by it another process finds the code that the settings are made of."""
        return _job, (self.rules, self.setting, self.policies, self.seed, self.others)


def _job(
    rules: MoveRules | None, setting: Setting, policies: tuple[str, ...], seed: int, others: tuple[Setting, ...]
) -> Job:
    return Job(setting, policies, seed, others, rules)


def play_part(job: Job, part: GamesPart) -> Totals:
    """Play the games of one part."""
    totals = Totals(others=[Totals() for _ in job.others])
    for number in range(*part):
        played = job.setting.play(job.policies, Random(f"{job.seed}/{number}"))
        totals.add(played)
        for differing, setting in zip(totals.others, job.others, strict=True):
            beside = setting.play(job.policies, Random(f"{job.seed}/{number}"))
            differing.add(beside)
            differing.differences.count(played, beside)
    return totals


def parts_of(games: int, size: int = PART) -> Iterator[GamesPart]:
    """So many games in parts."""
    return ((first, min(first + size, games)) for first in range(0, games, size))

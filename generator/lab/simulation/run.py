"""Playing many games, here or in parts elsewhere. Game n of a seed has a stream of random numbers of its own, so that
who plays it, and after which others, changes nothing."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from random import Random
from typing import Any

from msgspec import Struct

from generator.lab.simulation.playable import PlayableGame, Setting
from generator.lab.simulation.totals import Totals

PART = 50  # games that a worker plays at once: about 0.2 s

GamesProgress = Callable[[str, int, int], None]  # what, done, of how many
GamesPart = tuple[int, int]  # the first game, and the one after the last


class Job(Struct, frozen=True):
    """What is played: a setting, the policy of each seat, the seed; other settings of the same games; what plays it."""

    setting: Setting
    policies: tuple[str, ...]
    seed: int
    others: tuple[Setting, ...] = ()
    rules: PlayableGame | None = None

    def __reduce__(self) -> Any:
        """Send the game first: by it another process finds the code that the settings are made of."""
        return _job, (self.rules, self.setting, self.policies, self.seed, self.others)


def _job(
    rules: PlayableGame | None, setting: Setting, policies: tuple[str, ...], seed: int, others: tuple[Setting, ...]
) -> Job:
    return Job(setting, policies, seed, others, rules)


def play_part(job: Job, part: GamesPart) -> Totals:
    """Play the games of one part."""
    totals = Totals(others=[Totals() for _ in job.others])
    for number in range(*part):
        played = job.setting.play(job.policies, Random(f"{job.seed}/{number}"))
        totals.add(played)
        for other, setting in zip(totals.others, job.others, strict=True):
            beside = setting.play(job.policies, Random(f"{job.seed}/{number}"))
            other.add(beside)
            other.differences.count(played, beside)
    return totals


def parts_of(games: int, size: int = PART) -> Iterator[GamesPart]:
    """So many games in parts."""
    return ((first, min(first + size, games)) for first in range(0, games, size))


def play(job: Job, games: int, workers: int, progress: GamesProgress | None) -> Totals:
    """Play this many games, with as many processes as are of use."""
    from generator.lab.simulation.workers import played_by

    count = min(workers, -(-games // PART))
    parts = parts_of(games)
    with closing(played_by(count, job, parts) if count > 1 else (play_part(job, part) for part in parts)) as done:
        return joined(done, games, progress)


def joined(parts: Iterable[Totals], games: int, progress: GamesProgress | None) -> Totals:
    """All parts of so many games together."""
    totals = Totals()
    for part in parts:
        totals.join(part)
        if progress:
            progress("games", totals.games, games)
    return totals

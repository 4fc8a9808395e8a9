"""Playing many games, here or in parts elsewhere."""

from collections.abc import Callable, Iterable
from contextlib import closing

from generator.lab.simulation.job import PART, Job, parts_of, play_part
from generator.lab.simulation.totals import Totals

GamesProgress = Callable[[str, int, int], None]  # what, done, of how many


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

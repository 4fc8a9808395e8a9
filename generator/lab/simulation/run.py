"""Playing many games, here or in parts elsewhere. Game n of a seed has a stream of random numbers of its own, so that
who plays it, and after which others, changes nothing. By whom they are played, and what a run is called."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import cycle, islice
from random import Random

from msgspec import Struct

from generator.lab.simulation.playable import NoSimulation, PlayableGame, Setting
from generator.lab.simulation.search import SEARCH, playouts_of
from generator.lab.simulation.totals import Totals
from generator.model.game import Game
from generator.model.values import nearest


def policies_of(simulated: PlayableGame, given: str | None, players: int) -> tuple[str, ...]:
    """The policy of each seat: those named, in turn, over and over; the first known one if none is.

    Raises:
        NoSimulation: one is not known, or more are named than play.
    """
    named = [next(iter(simulated.policies))] if given is None else [name.strip() for name in given.split(",")]
    for name in named:
        if name in simulated.policies:
            continue
        if playouts_of(name) is None:
            raise NoSimulation(f"there is no policy {name[:40]!r}; {nearest(name, simulated.policies)}")
        if not (simulated.move_by_move or simulated.searched):
            why = "this game has its own policies, and is not played move by move"
            raise NoSimulation(f"there is no {SEARCH} here: {why}; {nearest(name, simulated.policies)}")
    if len(named) > players:
        raise NoSimulation(f"--policy names {len(named)} seats; {_counted(players, 'player')} is all there are")
    return tuple(islice(cycle(named), players))


def head_of(game: Game, mode: str, players: int, games: int, seed: int) -> str:
    """What was played, in a line."""
    return f"{table_of(game, mode, players)}, {_counted(games, 'game')} simulated, seed {seed}"


def table_of(game: Game, mode: str, players: int) -> str:
    """The game, the mode, and how many play."""
    title = game.title.in_language(game.language, game.language)
    return ", ".join([title, *([mode] if mode else []), _counted(players, "player")])


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


PART = 50  # games that a worker plays at once: about 0.2 s

GamesProgress = Callable[[str, int, int], None]  # what, done, of how many
GamesPart = tuple[int, int]  # the first game, and the one after the last


class Job(Struct, frozen=True):
    """What is played: a setting, the policy of each seat, the seed; other settings that play the same games."""

    setting: Setting
    policies: tuple[str, ...]
    seed: int
    others: tuple[Setting, ...] = ()


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

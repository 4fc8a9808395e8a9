"""Playing many games: the same whoever plays them, and nobody is left behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest
from each import each
from projects import ROOT
from tables import setting

from generator.core.sample import wilson
from generator.lab.simulation.job import PART, Job, parts_of, play_part
from generator.lab.simulation.ledger import Teller
from generator.lab.simulation.moves import GameResult, Setting
from generator.lab.simulation.playable import PlayableGame
from generator.lab.simulation.run import play
from generator.lab.simulation.seated import policies_of
from generator.lab.simulation.totals import Totals
from generator.lab.simulation.workers import played_by

COMMAND = [sys.executable, "-m", "generator", "simulate", "tricks-or-treats", "--players", "4", "--games", "1000000"]


@pytest.mark.slow
def test_who_looks_ahead_beats_who_plays_at_random_in_each_shipped_game() -> None:
    """The ladder, with limits: both seats in turn, as seats are not alike in all of them."""
    for name, mode in (("tricks-or-treats", "standard"), ("star-road", "set1"), ("collectors", "")):
        found, games = setting(name, 2, mode), 30
        low = wilson(sum(_wins(found, order, games) for order in (0, 1)), 2 * games)[0]
        assert low > 1 / 2, name


def _wins(found: Setting, seat: int, games: int) -> int:
    """In how many games ``greedy`` on a seat wins alone against ``random``."""
    policies = ("greedy", "random") if seat == 0 else ("random", "greedy")
    return sum(found.play(policies, Random(f"{seat}/{game}")).winners == (seat,) for game in range(games))


class Dice:
    """A game of one roll, for two; light enough to be played often."""

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        one, other = rng.randint(1, 6), rng.randint(1, 6)
        won = tuple(seat for seat, roll in enumerate((one, other)) if roll == max(one, other))
        return GameResult(1, (one, other), won, {"dice": 2}, frozenset(), {"doubles": int(one == other)})


class Mortal(Dice):
    """The same, but whoever plays it in a process of its own is killed in the middle of the first part it gets."""

    def play(self, policies: Sequence[str], rng: Random, teller: Teller | None = None) -> GameResult:
        if os.environ.get("PYTEST_MORTAL") != str(os.getpid()):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().play(policies, rng)


def test_each_game_has_a_stream_of_its_own() -> None:
    found = setting("tricks-or-treats", 2, "standard")
    job = Job(found, ("greedy", "random"), 5)
    parts = Totals()
    for part in ((7, 9), (0, 7), (9, 12)):
        parts.join(play_part(job, part))
    assert parts == play_part(job, (0, 12))
    alone = Totals()
    alone.add(found.play(job.policies, Random("5/11")))
    assert alone == play_part(job, (11, 12))


def test_another_seed_plays_other_games() -> None:
    found = setting("tricks-or-treats", 2, "standard")
    assert play_part(Job(found, ("random",) * 2, 1), (0, 5)) != play_part(Job(found, ("random",) * 2, 2), (0, 5))


@each("games", [1, PART, PART + 1, 5 * PART])
def test_parts_are_all_games_once(games: int) -> None:
    assert [number for part in parts_of(games) for number in range(*part)] == list(range(games))


@pytest.mark.rare
def test_any_number_of_workers_comes_to_the_same() -> None:
    job = Job(Dice(), ("roll", "roll"), 9)
    games = 4 * PART + 3
    told: list[tuple[str, int, int]] = []
    alone = play(job, games, 1, lambda *words: told.append(words))
    assert told[-1] == ("games", games, games)
    assert [done for _, done, _ in told] == sorted({done for _, done, _ in told})
    assert play(job, games, 2, None) == play(job, games, 5, None) == alone
    assert alone.games == games
    assert active_children() == []


@pytest.mark.slow
def test_a_part_whose_process_died_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_MORTAL", str(os.getpid()))
    games = 2 * PART
    assert play(Job(Mortal(), ("roll", "roll"), 9), games, 2, None) == play(
        Job(Dice(), ("roll", "roll"), 9), games, 1, None
    )


@pytest.mark.slow
def test_processes_are_gone_when_nobody_wants_the_rest() -> None:
    with closing(played_by(2, Job(Dice(), ("roll", "roll"), 9), parts_of(10_000_000))) as parts:
        next(parts)
        assert len(active_children()) == 2
    assert active_children() == []


def test_seats_follow_the_policies_in_turn() -> None:
    assert policies_of(PlayableGame(), "greedy,random", 3) == ("greedy", "random", "greedy")


def _children(process: int) -> list[int]:
    folder = Path(f"/proc/{process}/task/{process}/children")
    return [int(child) for child in folder.read_text(encoding="utf-8").split()]


def _started() -> tuple["subprocess.Popen[str]", list[int]]:
    """A long simulation with two workers, and their ids."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # what runs the tests may ignore it
    try:
        process = subprocess.Popen(
            [*COMMAND, "--workers", "2"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True,
        )  # fmt: skip
    finally:
        signal.signal(signal.SIGINT, before)
    limit = time.monotonic() + 60
    while len(_workers(process.pid)) < 2 and time.monotonic() < limit:
        time.sleep(0.05)
    return process, _children(process.pid)


def _workers(process: int) -> list[int]:
    lines = {child: Path(f"/proc/{child}/cmdline").read_bytes() for child in _children(process)}
    return [child for child, line in lines.items() if b"spawn_main" in line]


def _gone(processes: list[int]) -> bool:
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        if not any(Path(f"/proc/{process}").exists() and not _is_dead(process) for process in processes):
            return True
        time.sleep(0.05)
    return False


def _is_dead(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


LINUX = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes through /proc")


@pytest.mark.slow
@LINUX
def test_an_interrupt_ends_it_quietly_with_130() -> None:
    process, children = _started()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    try:
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "")
    assert len(children) >= 2
    assert _gone(children)


_INTERRUPTED = """
import os, signal, subprocess, sys
from generator.lab.simulation.workers import _uninterrupted

signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    with _uninterrupted():
        os.kill(os.getpid(), signal.SIGINT)
        other = subprocess.Popen([sys.executable, "-c", "print(input())"], stdin=subprocess.PIPE, text=True)
        other.send_signal(signal.SIGINT)
        other.communicate("unharmed")
except KeyboardInterrupt:
    print("and then interrupted")
"""


@pytest.mark.slow
@LINUX
def test_an_interrupt_while_workers_are_started_comes_after_it_and_not_to_them() -> None:
    # A process of its own: in one with several threads any of them may be the one that is interrupted.
    done = subprocess.run([sys.executable, "-c", _INTERRUPTED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("unharmed\nand then interrupted\n", "")


@pytest.mark.slow
@LINUX
def test_workers_end_with_the_one_that_started_them() -> None:
    process, children = _started()
    process.kill()
    process.communicate(timeout=60)
    assert len(children) >= 2
    assert _gone(children)

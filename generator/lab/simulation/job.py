"""Games to be played, whole or in parts, and one of them told move by move.

Game n of a seed has a stream of random numbers of its own, so that who plays
it, and after which others, changes nothing.
"""

import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import Struct

from generator.lab.simulation.ledger import TracedMove
from generator.lab.simulation.moves import GameResult, MoveRules, Setting
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


def traced(job: Job, number: int) -> tuple[list[TracedMove], GameResult]:
    """The steps of one game of a job, and what came of it."""
    steps: list[TracedMove] = []
    played = job.setting.play(job.policies, Random(f"{job.seed}/{number}"), steps.append)
    return steps, played


def trace_text(head: str, steps: Sequence[TracedMove], played: GameResult) -> str:
    """A line for each step under the turn that it belongs to, and who has won."""
    lines, turn = [head], None
    for step in steps:
        if step.turn != turn:
            turn = step.turn
            lines.append(f"turn {turn}" if turn else "set-up")
        who = "" if step.player is None else f"player {step.player + 1}: "
        scores = f"  ({_numbers(step.scores)})" if step.scores else ""
        lines.append(f"  {who}{' '.join(step.words.split())}{scores}")
    names = ", ".join(f"player {seat + 1}" for seat in played.winners)
    lines.append(f"after {played.turns} turns: {names or 'nobody'} won; scores {_numbers(played.scores)}")
    return "\n".join(lines)


def trace_lines(steps: Sequence[TracedMove], played: GameResult) -> str:
    """A JSON object a line: each step, then what came of the game. Players are counted from 1."""
    rows: list[dict[str, Any]] = [
        {
            "step": number,
            "turn": step.turn,
            "player": None if step.player is None else step.player + 1,
            "told": step.words,
            "scores": list(step.scores),
        }
        for number, step in enumerate(steps, 1)
    ]
    winners = [seat + 1 for seat in played.winners]
    rows.append({"turns": played.turns, "scores": list(played.scores), "winners": winners})
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows)


def _numbers(scores: Sequence[float]) -> str:
    return " ".join(f"{score:g}" for score in scores)

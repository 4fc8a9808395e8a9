"""One game step by step: in words for people, or as JSON lines."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from generator.lab.simulation.job import Job
from generator.lab.simulation.ledger import TracedMove
from generator.lab.simulation.moves import GameResult


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

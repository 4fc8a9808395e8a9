"""``pnp tune``."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.cli.lab_commands import TuneWanted
from generator.cli.reporting import say
from generator.core.cores import cores_here
from generator.core.folders import Project
from generator.core.problem import require_sound
from generator.lab.simulation.playable import NoSimulation, box_of, find_game
from generator.lab.simulation.policies import head_of, policies_of
from generator.lab.simulation.report import aligned
from generator.lab.simulation.result_figures import figures
from generator.lab.simulation.run import Job, play, seats
from generator.lab.simulation.tune import Trial, TuneGoal, read_goal, read_range, tune
from generator.lab.simulation.variant import variant_of
from generator.model.load import load_game
from generator.project.printing.plan import choose_mode

MOST_TRIALS, MOST_GAMES = 10_000, 1_000_000


def run(wanted: TuneWanted) -> int:
    """Look for settings, and say what was found; the exit status."""
    game, problems = load_game(Project(wanted.data, Path()).game_folder(wanted.game), f"{wanted.data}/{wanted.game}")
    require_sound(sorted(problems), "nothing was played")
    for name, number, most in (("--trials", wanted.trials, MOST_TRIALS), ("--games", wanted.games, MOST_GAMES)):
        if not 1 <= number <= most:
            raise NoSimulation(f"{name} is {number}; 1 to {most:,} are possible")
    mode = choose_mode(game, wanted.players, wanted.mode)
    playable, box = find_game(game), box_of(game, wanted.players, mode)
    policies = seats(policies_of(playable, wanted.policy, wanted.players), wanted.players)
    goals, ranges = [read_goal(text) for text in wanted.goal], [read_range(text, playable) for text in wanted.vary]

    def played(values: Mapping[str, int]) -> Mapping[str, Any]:
        one = variant_of(box, values)
        job = Job(playable.prepare(one.box, wanted.players, mode, one.settings), policies, wanted.seed)
        sizes = {kind: len(components) for kind, components in one.box.items()}
        return figures(play(job, wanted.games, wanted.workers or cores_here(), None), policies, sizes)

    trials = tune(ranges, goals, played, wanted.trials, wanted.seed)
    best = min(trials, key=lambda trial: trial.missed)
    head = head_of(game, mode, wanted.players, wanted.games, wanted.seed)
    say(_as_json(goals, trials, best) if wanted.format == "json" else _as_text(head, goals, trials, best))
    return 0


def _as_text(head: str, goals: Sequence[TuneGoal], trials: Sequence[Trial], best: Trial) -> str:
    rows = [["trial", *best.values, "off the goals"]]
    rows += [
        [str(number), *map(str, trial.values.values()), f"{trial.missed:.3f}"] for number, trial in enumerate(trials, 1)
    ]
    lines = [f"{head}, each trial", *aligned(rows), ""]
    lines += ["the best meets all goals" if not best.missed else "no trial meets all goals; the best"]
    for goal in goals:
        for of, value, low, high in goal.figures(best.found):
            kept = "kept" if goal.least <= value <= goal.most else "missed"
            lines.append(f"  {goal.text}: {of} is {value:.4g} ({low:.4g} to {high:.4g}), {kept}")
    return "\n".join([*lines, "", "the lines to change, as a file for pnp simulate --settings", *_lines(best)])


def _lines(best: Trial) -> list[str]:
    """What is to be written into a file of settings."""
    parts = {"settings": [], "components": []}  # type: dict[str, list[str]]
    for name, number in best.values.items():
        parts["components" if "." in name else "settings"].append(f"  {name}: {number}")
    return [line for part, rows in parts.items() if rows for line in (f"{part}:", *rows)]


def _as_json(goals: Sequence[TuneGoal], trials: Sequence[Trial], best: Trial) -> str:
    tried = [{"values": trial.values, "missed": trial.missed} for trial in trials]
    found = [
        {"goal": goal.text, "figure": of, "value": value, "low": low, "high": high}
        for goal in goals
        for of, value, low, high in goal.figures(best.found)
    ]
    chosen = {"values": best.values, "missed": best.missed, "figures": found, "lines": _lines(best)}
    return json.dumps({"trials": tried, "best": chosen}, indent=2)

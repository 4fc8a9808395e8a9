"""``pnp simulate`` and ``pnp tune``."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from generator.cli.ending import progress_bar
from generator.cli.lab_options import SimulateOptions, TuneOptions
from generator.cli.plots import write_plots_of
from generator.cli.reporting import say
from generator.core.atomic import target_of, write_whole
from generator.core.cores import cores_here
from generator.core.folders import Project
from generator.core.problem import require_sound
from generator.lab.simulation.enough import as_table as enough_as_table
from generator.lab.simulation.enough import enough
from generator.lab.simulation.job import Job
from generator.lab.simulation.moves import Box, NoSimulation
from generator.lab.simulation.playable import box_of, find_game
from generator.lab.simulation.report import aligned, as_csv, as_table, as_text
from generator.lab.simulation.result_page import as_page
from generator.lab.simulation.run import GamesProgress, play
from generator.lab.simulation.seated import SeatedGame, seated
from generator.lab.simulation.totals import Totals
from generator.lab.simulation.trace import trace_lines, trace_text, traced
from generator.lab.simulation.tune import Trial, TuneGoal, read_goal, read_range, tune
from generator.lab.simulation.variant import Variant, of_files, of_variation, read_variation, variant_of
from generator.model.game import Game
from generator.model.load import load_game
from generator.printing.plan import choose_mode

MOST_GAMES, MOST_WORKERS = 10_000_000, 256
MOST_VERIFIED = 100  # games
USUAL_ROUNDS = 3  # in which --enough plays all games: as it is, with larger piles, with what is needed


def run(wanted: SimulateOptions) -> int:
    """Play, and show what came of it; the exit status."""
    name, data = wanted.game, wanted.data
    game, problems = load_game(Project(data, Path()).game_folder(name), f"{data.as_posix()}/{name}")
    require_sound(sorted(problems), "nothing was played")
    if wanted.verify:
        return _verified(game, wanted)
    if wanted.out is not None:
        target_of(wanted.out)  # nobody is to wait for figures that cannot be written
    shown = _asked_for(game, wanted)
    if wanted.out is None:
        say(shown)
    else:
        write_whole(wanted.out, shown + "\n")
    return 0


def _verified(game: Game, wanted: SimulateOptions) -> int:
    """Say whether the game keeps to the interface; the exit status."""
    from generator.lab.simulation.verify import verify

    mode = choose_mode(game, wanted.players, wanted.mode)
    setting = find_game(game).prepare(box_of(game, wanted.players, mode), wanted.players, mode)
    moves, wrong = verify(setting, min(wanted.games, MOST_VERIFIED), wanted.seed)
    say(wrong or f"{moves:,} moves of {min(wanted.games, MOST_VERIFIED):,} random games: all as it should be")
    return 1 if wrong else 0


def _asked_for(game: Game, wanted: SimulateOptions) -> str:
    played = seated(game, wanted.players, choose_mode(game, wanted.players, wanted.mode), wanted.policy, wanted.seed)
    _check(wanted)
    if wanted.enough:
        return _enough(played, wanted)
    if wanted.vary is not None:
        variation = read_variation(wanted.vary)
        return _swept(played, variation.name, of_variation(played.box, played.rules, variation), wanted)
    if wanted.settings:
        return _swept(played, "settings", of_files(played.box, played.rules, wanted.settings), wanted)
    if wanted.trace is not None:
        return _traced(played, wanted, wanted.trace)
    return _shown(played, wanted)


def _traced(game: SeatedGame, wanted: SimulateOptions, number: int) -> str:
    """One game, step by step."""
    steps, played = traced(game.job(), number)
    if wanted.format == "json":
        return trace_lines(steps, played)
    return trace_text(f"{game.named}, game {number} of seed {game.seed}", steps, played)


def _check(wanted: SimulateOptions) -> None:
    for name, number, most in (("--games", wanted.games, MOST_GAMES), ("--workers", wanted.workers, MOST_WORKERS)):
        if number is not None and not 1 <= number <= most:
            raise NoSimulation(f"{name} is {number}; 1 to {most:,} are possible")
    if wanted.dask is not None and wanted.workers is not None:
        raise NoSimulation("--workers and --dask exclude each other: a cluster has its own workers")
    if wanted.trace is not None and not 0 <= wanted.trace <= MOST_GAMES:
        raise NoSimulation(f"--trace is {wanted.trace}; 0 to {MOST_GAMES:,} are possible")
    tables = {
        "--trace": wanted.trace is not None,
        "--vary": wanted.vary is not None,
        "--settings": bool(wanted.settings),
        "--enough": wanted.enough,
    }
    asked = [name for name, given in tables.items() if given]
    if len(asked) > 1:
        raise NoSimulation(f"{' and '.join(asked)} exclude each other")
    if asked and wanted.plots:
        raise NoSimulation(f"--plots has no plot of what {asked[0]} makes")
    if asked and wanted.format not in ("text", "json"):
        raise NoSimulation(f"{asked[0]} is printed as text or json, not as {wanted.format}")


def _played(job: Job, wanted: SimulateOptions, progress: GamesProgress | None) -> Totals:
    if wanted.dask is None:
        return play(job, wanted.games, wanted.workers or cores_here(), progress)
    from generator.lab.simulation.cluster import play_on_cluster

    return play_on_cluster(job, wanted.games, wanted.dask, progress)


def _swept(game: SeatedGame, name: str, variants: Sequence[Variant], wanted: SimulateOptions) -> str:
    """The games of each variant, game by game beside the first one's; ``name`` says what varies."""
    job = game.job(*variants)
    with progress_bar() as progress:
        played = _played(job, wanted, progress)
    found = {}
    for one, totals in zip(variants, [played, *played.others], strict=True):
        found[one.name] = game.figures(totals, one.box)
        if totals is not played:
            found[one.name] |= {"differences": {"from": variants[0].name, **totals.differences.figures()}}
    if wanted.format == "text":
        return as_table(game.head(wanted.games), name, found)
    rows = [{"value": value, **data} for value, data in found.items()]
    return json.dumps({**_asked(game), "vary": name, "variants": rows}, indent=2)


def _enough(game: SeatedGame, wanted: SimulateOptions) -> str:
    """How many of each kind it takes."""
    with progress_bar(lambda: ["games"] * USUAL_ROUNDS) as progress:

        def played(changed: Box) -> Totals:
            return _played(game.job(Variant("", changed)), wanted, progress)

        found = enough(game.rules, game.box, wanted.games, played)
    if wanted.format == "text":
        return enough_as_table(game.head(wanted.games), found)
    return json.dumps({**_asked(game), "enough": [asdict(one) for one in found]}, indent=2)


def _asked(game: SeatedGame) -> Mapping[str, Any]:
    """What was asked for."""
    asked = {"game": game.game.name, "players": game.players, "mode": game.mode}
    return {**asked, "policies": game.policies, "seed": game.seed}


def _shown(game: SeatedGame, wanted: SimulateOptions) -> str:
    """What came of all games."""
    job = game.job()
    with progress_bar() as progress:
        totals = _played(job, wanted, progress)
    data = game.figures(totals, not_played=game.rules.leaves_out(game.box, game.mode))
    head = game.head(wanted.games)
    if wanted.plots is not None:
        write_plots_of(wanted.plots, wanted.plots_as, as_page(head, data, totals))
    if wanted.format == "text":
        return as_text(head, data)
    if wanted.format == "csv":
        return as_csv(data)
    if wanted.format == "html":
        return as_page(head, data, totals)
    return json.dumps({**_asked(game), **data}, indent=2)


MOST_TRIALS, MOST_TUNED = 10_000, 1_000_000


def run_tune(wanted: TuneOptions) -> None:
    """Look for settings, and say what was found."""
    game, problems = load_game(Project(wanted.data, Path()).game_folder(wanted.game), f"{wanted.data}/{wanted.game}")
    require_sound(sorted(problems), "nothing was played")
    for name, number, most in (("--trials", wanted.trials, MOST_TRIALS), ("--games", wanted.games, MOST_TUNED)):
        if not 1 <= number <= most:
            raise NoSimulation(f"{name} is {number}; 1 to {most:,} are possible")
    tuned = seated(game, wanted.players, choose_mode(game, wanted.players, wanted.mode), wanted.policy, wanted.seed)
    goals, ranges = [read_goal(text) for text in wanted.goal], [read_range(text, tuned.rules) for text in wanted.vary]

    def played(values: Mapping[str, int]) -> Mapping[str, Any]:
        one = variant_of(tuned.box, values)
        return tuned.figures(play(tuned.job(one), wanted.games, wanted.workers or cores_here(), None), one.box)

    trials = tune(ranges, goals, played, wanted.trials, wanted.seed)
    best = min(trials, key=lambda trial: trial.missed)
    head = tuned.head(wanted.games)
    say(_tuned_json(goals, trials, best) if wanted.format == "json" else _tuned_text(head, goals, trials, best))


def _tuned_text(head: str, goals: Sequence[TuneGoal], trials: Sequence[Trial], best: Trial) -> str:
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


def _tuned_json(goals: Sequence[TuneGoal], trials: Sequence[Trial], best: Trial) -> str:
    tried = [{"values": trial.values, "missed": trial.missed} for trial in trials]
    found = [
        {"goal": goal.text, "figure": of, "value": value, "low": low, "high": high}
        for goal in goals
        for of, value, low, high in goal.figures(best.found)
    ]
    chosen = {"values": best.values, "missed": best.missed, "figures": found, "lines": _lines(best)}
    return json.dumps({"trials": tried, "best": chosen}, indent=2)

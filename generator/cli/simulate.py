"""``pnp simulate`` and ``pnp tune``."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

from generator.cli.ending import progress_bar
from generator.cli.lab_commands import SimulateOptions, TuneOptions
from generator.cli.plots import write_plots_of
from generator.cli.reporting import say
from generator.core.atomic import target_of, write_whole
from generator.core.cores import cores_here
from generator.core.folders import Project
from generator.core.problem import require_sound
from generator.lab.simulation.enough import as_table as enough_as_table
from generator.lab.simulation.enough import enough
from generator.lab.simulation.job import Job, trace_lines, trace_text, traced
from generator.lab.simulation.moves import Box, NoSimulation
from generator.lab.simulation.playable import box_of, find_game
from generator.lab.simulation.report import aligned, as_csv, as_table, as_text
from generator.lab.simulation.result_page import as_page
from generator.lab.simulation.run import GamesProgress, play
from generator.lab.simulation.seated import SeatedGame, seated
from generator.lab.simulation.totals import Totals
from generator.lab.simulation.tune import Trial, TuneGoal, read_goal, read_range, tune
from generator.lab.simulation.variant import Variant, of_files, of_variation, read_variation, variant_of
from generator.model.game import Game
from generator.model.load import load_game
from generator.printing.plan import choose_mode

MOST_GAMES, MOST_WORKERS = 10_000_000, 256
MOST_VERIFIED = 100  # games
USUAL_ROUNDS = 3  # in which --enough plays all games: as it is, with larger piles, with what is needed


def run(options: SimulateOptions) -> int:
    """Play, and show what came of it; the exit status."""
    name, data = options.game, options.data
    game, problems = load_game(Project(data, Path()).game_folder(name), f"{data.as_posix()}/{name}")
    require_sound(sorted(problems), "nothing was played")
    if options.verify:
        return _verified(game, options)
    if options.out is not None:
        target_of(options.out)  # nobody is to wait for figures that cannot be written
    text = _answer(game, options)
    if options.out is None:
        say(text)
    else:
        write_whole(options.out, text + "\n")
    return 0


def _verified(game: Game, options: SimulateOptions) -> int:
    """Say whether the game keeps to the interface; the exit status."""
    from generator.lab.simulation.move_by_move import verify

    mode = choose_mode(game, options.players, options.mode)
    setting = find_game(game).prepare(box_of(game, options.players, mode), options.players, mode)
    moves, wrong = verify(setting, min(options.games, MOST_VERIFIED), options.seed)
    say(wrong or f"{moves:,} moves of {min(options.games, MOST_VERIFIED):,} random games: all as it should be")
    return 1 if wrong else 0


def _answer(game: Game, options: SimulateOptions) -> str:
    played = seated(
        game, options.players, choose_mode(game, options.players, options.mode), options.policy, options.seed
    )
    _check(options)
    if options.enough:
        return _enough(played, options)
    if options.vary is not None:
        variation = read_variation(options.vary)
        return _swept(played, variation.name, of_variation(played.box, played.rules, variation), options)
    if options.settings:
        return _swept(played, "settings", of_files(played.box, played.rules, options.settings), options)
    if options.trace is not None:
        return _traced(played, options, options.trace)
    return _figures(played, options)


def _traced(game: SeatedGame, options: SimulateOptions, number: int) -> str:
    """One game, step by step."""
    steps, played = traced(game.job(), number)
    if options.format == "json":
        return trace_lines(steps, played)
    return trace_text(f"{game.named}, game {number} of seed {game.seed}", steps, played)


def _check(options: SimulateOptions) -> None:
    for name, number, most in (("--games", options.games, MOST_GAMES), ("--workers", options.workers, MOST_WORKERS)):
        if number is not None and not 1 <= number <= most:
            raise NoSimulation(f"{name} is {number}; 1 to {most:,} are possible")
    if options.dask is not None and options.workers is not None:
        raise NoSimulation("--workers and --dask exclude each other: a cluster has its own workers")
    if options.trace is not None and not 0 <= options.trace <= MOST_GAMES:
        raise NoSimulation(f"--trace is {options.trace}; 0 to {MOST_GAMES:,} are possible")
    tables = {
        "--trace": options.trace is not None,
        "--vary": options.vary is not None,
        "--settings": bool(options.settings),
        "--enough": options.enough,
    }
    names = [name for name, is_chosen in tables.items() if is_chosen]
    if len(names) > 1:
        raise NoSimulation(f"{' and '.join(names)} exclude each other")
    if names and options.plots:
        raise NoSimulation(f"--plots has no plot of what {names[0]} makes")
    if names and options.format not in ("text", "json"):
        raise NoSimulation(f"{names[0]} is printed as text or json, not as {options.format}")


def _played(job: Job, options: SimulateOptions, progress: GamesProgress | None) -> Totals:
    if options.dask is None:
        return play(job, options.games, options.workers or cores_here(), progress)
    from generator.lab.simulation.cluster import play_on_cluster

    return play_on_cluster(job, options.games, options.dask, progress)


def _swept(game: SeatedGame, name: str, variants: Sequence[Variant], options: SimulateOptions) -> str:
    """The games of each variant, game by game beside the first one's; ``name`` says what varies."""
    job = game.job(*variants)
    with progress_bar() as progress:
        played = _played(job, options, progress)
    figures = {}
    for variant, totals in zip(variants, [played, *played.others], strict=True):
        figures[variant.name] = game.figures(totals, variant.box)
        if totals is not played:
            figures[variant.name] |= {"differences": {"from": variants[0].name, **totals.differences.figures()}}
    if options.format == "text":
        return as_table(game.head(options.games), name, figures)
    rows = [{"value": value, **data} for value, data in figures.items()]
    return json.dumps({**_question(game), "vary": name, "variants": rows}, indent=2)


def _enough(game: SeatedGame, options: SimulateOptions) -> str:
    """How many of each kind it takes."""
    with progress_bar(lambda: ["games"] * USUAL_ROUNDS) as progress:

        def played(changed: Box) -> Totals:
            return _played(game.job(Variant("", changed)), options, progress)

        figures = enough(game.rules, game.box, options.games, played)
    if options.format == "text":
        return enough_as_table(game.head(options.games), figures)
    return json.dumps({**_question(game), "enough": [asdict(figure) for figure in figures]}, indent=2)


def _question(game: SeatedGame) -> Mapping[str, Any]:
    """What was asked for."""
    answer = {"game": game.game.name, "players": game.players, "mode": game.mode}
    return {**answer, "policies": game.policies, "seed": game.seed}


def _figures(game: SeatedGame, options: SimulateOptions) -> str:
    """What came of all games."""
    job = game.job()
    with progress_bar() as progress:
        totals = _played(job, options, progress)
    data = game.figures(totals, not_played=game.rules.leaves_out(game.box, game.mode))
    head = game.head(options.games)
    if options.plots is not None:
        write_plots_of(options.plots, options.plots_as, as_page(head, data, totals))
    if options.format == "text":
        return as_text(head, data)
    if options.format == "csv":
        return as_csv(data)
    if options.format == "html":
        return as_page(head, data, totals)
    return json.dumps({**_question(game), **data}, indent=2)


MOST_TRIALS, MOST_TUNED = 10_000, 1_000_000


def run_tune(options: TuneOptions) -> None:
    """Look for settings, and say what was found."""
    game, problems = load_game(
        Project(options.data, Path()).game_folder(options.game), f"{options.data}/{options.game}"
    )
    require_sound(sorted(problems), "nothing was played")
    for name, number, most in (("--trials", options.trials, MOST_TRIALS), ("--games", options.games, MOST_TUNED)):
        if not 1 <= number <= most:
            raise NoSimulation(f"{name} is {number}; 1 to {most:,} are possible")
    tuned = seated(
        game, options.players, choose_mode(game, options.players, options.mode), options.policy, options.seed
    )
    goals, ranges = [read_goal(text) for text in options.goal], [read_range(text, tuned.rules) for text in options.vary]

    def played(values: Mapping[str, int]) -> Mapping[str, Any]:
        variant = variant_of(tuned.box, values)
        return tuned.figures(
            play(tuned.job(variant), options.games, options.workers or cores_here(), None), variant.box
        )

    trials = tune(ranges, goals, played, options.trials, options.seed)
    best = min(trials, key=lambda trial: trial.missed)
    head = tuned.head(options.games)
    say(_tuned_json(goals, trials, best) if options.format == "json" else _tuned_text(head, goals, trials, best))


def _tuned_text(head: str, goals: Sequence[TuneGoal], trials: Sequence[Trial], best: Trial) -> str:
    rows = [["trial", *best.values, "off the goals"]]
    rows += [
        [str(number), *map(str, trial.values.values()), f"{trial.missed:.3f}"] for number, trial in enumerate(trials, 1)
    ]
    lines = [f"{head}, each trial", *aligned(rows), ""]
    lines += ["the best meets all goals" if not best.missed else "no trial meets all goals; the best"]
    for goal in goals:
        for of, value, low, high in goal.figures(best.found):
            result = "kept" if goal.least <= value <= goal.most else "missed"
            lines.append(f"  {goal.text}: {of} is {value:.4g} ({low:.4g} to {high:.4g}), {result}")
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

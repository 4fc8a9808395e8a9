"""Whether the games that ``lab.yaml`` has played come out as it expects, remembered by content."""

from collections.abc import Mapping
from typing import Any

from generator.check.judge import Judge
from generator.check.verdict import as_answer, read_answer
from generator.core.folders import Project
from generator.core.problem import Problem, Refusal
from generator.lab.lab_file import read_lab
from generator.lab.simulation.result_figures import figures_at
from generator.lab.simulation.run import GamesProgress, play
from generator.lab.simulation.seated import seated
from generator.model.game import Game
from generator.model.load import load_game
from generator.model.values import ProblemLog, Record, nearest
from generator.printing.plan import choose_mode
from generator.read.tree import locate

MOST_TOLD = 3  # figures of one path that are outside


def check_simulated(project: Project, name: str, judge: Judge) -> list[Problem]:
    """What is wrong with the figures of a game's ``simulated`` in ``lab.yaml``; each game is played once, and again
    when something that it rests on has changed."""
    known = judge.known(project, name)
    kept = read_answer(judge.cache.get(known.key("simulated")), list[Problem])
    if kept is not None:
        return kept
    problems = _played(load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")[0], judge)
    if known.stand():
        judge.cache.put(known.key("simulated"), as_answer(problems))
    return problems


def _played(game: Game, judge: Judge) -> list[Problem]:
    lab, report = read_lab(game)
    if report.problems:
        return []  # the check itself tells them
    for wanted in lab.simulated:
        try:
            found = simulate(game, wanted, judge.jobs, judge.progress)
        except Refusal as refusal:
            report.add(wanted.node, "lab-syntax", f"it cannot be played: {refusal}", "ask for what can be played")
            continue
        for path, limits in wanted.expect.items():
            _hold(found, path, limits, wanted, report)
    return report.problems


def simulate(game: Game, wanted: Record, jobs: int, progress: GamesProgress | None) -> Mapping[str, Any]:
    """The figures of the games wanted.

    Raises:
        Refusal: they cannot be played.
    """
    mode = choose_mode(game, wanted.players, wanted.mode)
    played = seated(game, wanted.players, mode, wanted.policy, wanted.seed)
    return played.figures(play(played.job(), wanted.games, jobs, progress))


def _hold(found: Mapping[str, Any], path: str, limits: tuple[float, float], wanted: Record, report: ProblemLog) -> None:
    """Note what lies outside of the limits; a figure does where its own limits lie outside altogether."""
    node = locate(wanted.node, ("expect", path))
    named = list(figures_at(found, path))
    if not named:
        report.add(
            node, "unknown-reference", f"there is no figure {path[:60]!r}", nearest(path, [*found, *found["quality"]])
        )
    low, high = limits
    outside = [one for one in named if one[3] < low or one[2] > high]
    for of, value, least, most in outside[:MOST_TOLD]:
        reach = f" ({least:.4g} to {most:.4g})" if least < most else ""
        message = f"{of}: {value:.4g}{reach} in {wanted.games:,} games; {low} to {high} expected"
        report.add(node, "lab-expectation", message, "change the game, or what is expected")

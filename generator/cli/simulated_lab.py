"""Whether the games that ``lab.yaml`` has played come out as it expects, remembered by content."""

from collections.abc import Mapping
from typing import Any

from generator.check.judge import Judge
from generator.check.verdict import as_answer, read_answer
from generator.core.folders import Project
from generator.core.problem import Problem, Refusal
from generator.lab.lab_file import read_lab
from generator.lab.simulation.run import GamesProgress, play
from generator.lab.simulation.seated import seated
from generator.lab.simulation.totals import figures_at
from generator.model.game import Game
from generator.model.load import load_game
from generator.model.values import ProblemLog, Record, nearest
from generator.printing.plan import choose_mode
from generator.read.tree import locate

MOST_TOLD = 3  # figures of one path that are outside


def check_simulated(project: Project, name: str, judge: Judge) -> list[Problem]:
    """What is wrong with the figures of a game's ``simulated`` in ``lab.yaml``; each game is played once, and again
    when something that it rests on has changed."""
    key = judge.key(project, name)
    stored = read_answer(judge.cache.get(key.key("simulated")), list[Problem])
    if stored is not None:
        return stored
    problems = _played(load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")[0], judge)
    if key.stand():
        judge.cache.put(key.key("simulated"), as_answer(problems))
    return problems


def _played(game: Game, judge: Judge) -> list[Problem]:
    lab, report = read_lab(game)
    if report.problems:
        return []  # the check itself tells them
    for expectation in lab.simulated:
        try:
            answer = simulate(game, expectation, judge.jobs, judge.progress)
        except Refusal as refusal:
            report.add(expectation.node, "lab-syntax", f"it cannot be played: {refusal}", "ask for what can be played")
            continue
        for path, limits in expectation.expect.items():
            _hold(answer, path, limits, expectation, report)
    return report.problems


def simulate(game: Game, expectation: Record, jobs: int, progress: GamesProgress | None) -> Mapping[str, Any]:
    """The figures of the games wanted.

    Raises:
        Refusal: they cannot be played.
    """
    mode = choose_mode(game, expectation.players, expectation.mode)
    played = seated(game, expectation.players, mode, expectation.policy, expectation.seed)
    return played.figures(play(played.job(), expectation.games, jobs, progress))


def _hold(
    answer: Mapping[str, Any], path: str, limits: tuple[float, float], expectation: Record, report: ProblemLog
) -> None:
    """Note what lies outside of the limits; a figure does where its own limits lie outside altogether."""
    node = locate(expectation.node, ("expect", path))
    named = list(figures_at(answer, path))
    if not named:
        report.add(
            node, "unknown-reference", f"there is no figure {path[:60]!r}", nearest(path, [*answer, *answer["quality"]])
        )
    low, high = limits
    outside = [row for row in named if row[3] < low or row[2] > high]
    for of, value, least, most in outside[:MOST_TOLD]:
        reach = f" ({least:.4g} to {most:.4g})" if least < most else ""
        message = f"{of}: {value:.4g}{reach} in {expectation.games:,} games; {low} to {high} expected"
        report.add(node, "lab-expectation", message, "change the game, or what is expected")

"""Settings that meet goals, looked for with Optuna: each trial plays the same games with other numbers."""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from math import inf
from typing import Any

from msgspec import Struct

from generator.lab.simulation.moves import NoSimulation
from generator.lab.simulation.playable import PlayableGame
from generator.lab.simulation.totals import FigureRange, figures_at
from generator.lab.simulation.variant import check_setting
from generator.model.values import nearest

GOAL = re.compile(r"\s*(.+?)\s*(<=|>=)\s*(-?[0-9]+(?:\.[0-9]+)?)\s*(%?)\s*")
RANGE = re.compile(r"\s*([\w.-]+?)\s*=\s*(-?[0-9]{1,4})\.\.(-?[0-9]{1,4})\s*")


class TuneGoal(Struct, frozen=True):
    """What every figure at a path is to keep to."""

    text: str
    path: str
    least: float
    most: float

    def missed(self, figures: Mapping[str, Any]) -> float:
        """How far the figures are from it, as parts of its limit; 0 where it is met.

        Raises:
            NoSimulation: there is no such figure.
        """
        values = self.figures(figures)
        limit = max(abs(self.least if self.most == inf else self.most), 1e-6)
        return sum(max(0.0, self.least - value, value - self.most) for _, value, _, _ in values) / limit

    def figures(self, played_figures: Mapping[str, Any]) -> list[FigureRange]:
        """The figures that it is about."""
        values = list(figures_at(played_figures, self.path))
        if not values:
            names = [*played_figures, *(name for name, value in played_figures["quality"].items() if value is not None)]
            raise NoSimulation(f"--goal {self.text!r}: there is no figure {self.path!r}; {nearest(self.path, names)}")
        return values


class TuneRange(Struct, frozen=True):
    """A number that may be changed: a setting of the game, or one of the box as `--vary` names it."""

    name: str
    low: int
    high: int


class Trial(Struct, frozen=True):
    """What was tried, how far it was from all goals together, and its figures."""

    values: Mapping[str, int]
    missed: float
    found: Mapping[str, Any]


def read_goal(text: str) -> TuneGoal:
    """``PATH <= NUMBER`` or ``PATH >= NUMBER``, the number in percent or not.

    Raises:
        NoSimulation: it is not of that form.
    """
    match = GOAL.fullmatch(text)
    if match is None:
        raise NoSimulation(f"--goal {text[:60]!r} is not FIGURE <= NUMBER or FIGURE >= NUMBER")
    number = float(match[3]) / (100 if match[4] else 1)
    return TuneGoal(text.strip(), match[1], *((-inf, number) if match[2] == "<=" else (number, inf)))


def read_range(text: str, playable: PlayableGame) -> TuneRange:
    """``NAME=LOW..HIGH``: a setting of the game, or KIND.FIELD of the box.

    Raises:
        NoSimulation: it is not of that form, or the game cannot be played so.
    """
    match = RANGE.fullmatch(text)
    if match is None or int(match[2]) >= int(match[3]):
        raise NoSimulation(f"--vary {text[:60]!r} is not NAME=LOW..HIGH, LOW below HIGH")
    name, low, high = match[1], int(match[2]), int(match[3])
    if "." not in name:
        check_setting(playable, name, low, high)
    return TuneRange(name, low, high)


def tune(
    ranges: Sequence[TuneRange],
    goals: Sequence[TuneGoal],
    played: Callable[[Mapping[str, int]], Mapping[str, Any]],
    trials: int,
    seed: int,
) -> list[Trial]:
    """What was tried, in this order; it ends early with what meets all goals.

    Args:
        ranges: what may be changed.
        goals: what is wanted.
        played: the figures of games with some numbers.
        trials: how many are made at the most.
        seed: the same one tries the same.

    Raises:
        NoSimulation: Optuna is not installed, or a goal asks for what there is not.
    """
    try:
        optuna = import_module("optuna")
    except ImportError:
        raise NoSimulation("pnp tune needs Optuna: pip install 'pnp-generator[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))
    learns = study.tell
    done: list[Trial] = []
    for _ in range(trials):
        draft = study.ask()
        values = {span.name: int(draft.suggest_int(span.name, span.low, span.high)) for span in ranges}
        again = next((trial for trial in done if trial.values == values), None)
        figures = again.found if again is not None else played(values)
        done.append(Trial(values, sum(goal.missed(figures) for goal in goals), figures))
        learns(draft, done[-1].missed)
        if not done[-1].missed:
            break
    return done

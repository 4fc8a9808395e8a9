"""The questions of ``lab.yaml`` answered, and what ``pnp check`` says of the answers."""

import re
from collections.abc import Mapping as MappingType
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct

from generator.core.notes import Remember, anew
from generator.core.problem import Problem
from generator.lab.ask import ask
from generator.lab.deck import SPREAD, deck_of, spread, worked_out
from generator.lab.lab_file import Lab, read_lab
from generator.lab.question import BadQuestion
from generator.lab.telling import fraction, percent, share
from generator.model.game import Game, Item, Kind
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Mapping, Node, locate

FIRST_WORD = re.compile(r"[a-z][a-z-]*")
CHANCES = ("chance", "distribution", "outcomes", "dry")  # parts of an answer that hold chances


class LabAnswer(Struct, frozen=True):
    """A question with the figure that it asks for; None where it cannot be answered, and ``refusal`` says why.

    A figure that was simulated has ``limits``, with 95 % confidence.
    """

    question: Record
    figure: Fraction | None
    refusal: str = ""
    limits: tuple[float, float] | None = None

    @property
    def holds(self) -> bool | None:
        """Whether the figure is as expected; None where nothing is expected or it cannot be determined.

        A simulated figure misses only where its limits lie outside altogether: more tries would not mend that.
        """
        if self.question.expect is None or self.figure is None:
            return None
        low, high = (Fraction(str(limit)) for limit in self.question.expect)
        least, most = self.limits or (self.figure, self.figure)
        return low <= most and least <= high

    @property
    def kind(self) -> str:
        """The kind that it is about; empty for a question of no deck."""
        return next((word.removeprefix("kind=") for word in self.question.given if word.startswith("kind=")), "")

    @property
    def is_chance(self) -> bool:
        """Whether the figure is a part of 1: a chance, or the share of a deck."""
        asks = self.question.asks
        return "what=share" in self.question.given if asks == SPREAD else self.question.take.split(".")[0] in CHANCES


class OneGame:
    """A shelf with one game, whatever a question usually is about."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def game_with(self, kind: str, usual: str | None = None) -> Game:  # noqa: ARG002 - there is one game
        """See `generator.lab.question.Shelf`."""
        if kind not in self.game.kinds:
            raise BadQuestion(f"the game has no kind {kind[:40]!r}; {nearest(kind, self.game.kinds)}")
        return self.game


def answered(game: Game, lab: Lab, remember: Remember = anew) -> list[LabAnswer]:
    """The answers to all questions of a game's lab."""
    return [
        LabAnswer(question, *remember(number, partial(_answer, game, question)))
        for number, question in enumerate(lab.questions)
    ]


def _answer(game: Game, question: Record) -> tuple[Fraction | None, str, tuple[float, float] | None]:
    """The figure, why there is none, and its limits where it was simulated."""
    try:
        if question.asks == SPREAD:
            return spread(question.given, game), "", None
        data = ask(question.asks, question.given, OneGame(game), game.folder.parent, game.folder).data
        figure = _at(data, question.take)
        if not isinstance(figure, Fraction | int):
            raise BadQuestion(f"take: {question.take[:40]!r} is not a number of the answer")
        return Fraction(figure), "", _limits(data, question.take)
    except BadQuestion as error:
        return None, str(error), None


def _at(data: Any, path: str) -> Any:
    """What stands at a path of an answer, such as ``outcomes.successful`` or ``distribution.2``.

    Raises:
        BadQuestion: there is nothing.
    """
    for step in path.split("."):
        if isinstance(data, MappingType) and step in data:
            data = data[step]
        elif isinstance(data, Sequence) and not isinstance(data, str) and step.isdecimal() and int(step) < len(data):
            data = data[int(step)]
        else:
            hint = f"; {nearest(step, list(map(str, data)))}" if isinstance(data, MappingType) else ""
            raise BadQuestion(f"take: the answer has no {step[:40]!r}{hint}")
    return data


def _limits(data: MappingType[str, Any], path: str) -> tuple[float, float] | None:
    """The limits of a figure that was simulated: they stand at its path, among the limits of all."""
    if data.get("exact", True):
        return None
    match _at(data["limits"], path):
        case [float(low), float(high)]:
            return low, high
    return None


def check_lab(game: Game, remember: Remember = anew) -> list[Problem]:
    """What is wrong with a game's ``lab.yaml``, and where the game does not keep what it expects."""
    lab, report = tried_lab(game)
    if not _is_broken(game):
        without = {kind.name: kind for kind in game.kinds.values() if not kind.items}
        lacking = {}
        for answer in answered(game, lab, remember):
            if answer.figure is None and answer.kind in without:
                lacking[answer.kind] = without[answer.kind]
            else:
                _check_answer(answer, report)
        report.problems += [_without_items(kind) for kind in lacking.values() if kind.path is not None]
    return report.problems


def _without_items(kind: Kind) -> Problem:
    """Said once, in place of every question about the kind; a file that is not there is reported by itself."""
    message = f"{kind.name} have no items, and lab.yaml asks about them"
    return Problem(kind.file, 1, 1, "error", "missing-field", message, "write an item, or delete the question")


def tried_lab(game: Game) -> tuple[Lab, ProblemLog]:
    """A game's lab with all that is wrong with it; its expressions are tried on the game's items.

    A game whose items have errors is not asked: what is missing would be reported twice.
    """
    lab, report = read_lab(game)
    if not _is_broken(game):
        _try_expressions(game, lab, report)
    return lab, report


def _is_broken(game: Game) -> bool:
    return any(kind.is_broken for kind in game.kinds.values())


def _try_expressions(game: Game, lab: Lab, report: ProblemLog) -> None:
    """Try every expression on the items that it is about."""
    for entry in [*lab.measures, *lab.curves]:
        names = ("expression", "by") if "expression" in entry else ("x", "y", "by")
        items = _tried(deck_of(game, entry.kind), entry.where, entry.node.values.get("where"), report)
        for name in names:
            _tried(items, entry[name], entry.node.values.get(name), report)
    for kind, ways in lab.better.items():
        node = locate(lab.root, ("better", kind)) if lab.root else None
        if isinstance(node, Mapping):
            for expression in ways:
                _tried(deck_of(game, kind), expression, node.keys[expression], report)


def _tried(items: Sequence[Item], expression: str | None, node: Node | None, report: ProblemLog) -> Sequence[Item]:
    """The items for which an expression holds; all of them where there is none, or it cannot be worked out."""
    if expression is None or node is None:
        return items
    try:
        values = worked_out(items, expression)
    except BadQuestion as error:
        report.add(node, "lab-syntax", str(error))
        return items
    return [item for item, value in zip(items, values, strict=True) if value]


_CHANGE = "change the question's numbers, or the deck"


def _check_answer(answer: LabAnswer, report: ProblemLog) -> None:
    question, figure = answer.question, answer.figure
    if figure is None:
        hint = "write one, such as 3" if answer.refusal.endswith("is not a whole number") else _CHANGE
        report.add(_at_fault(answer), "lab-syntax", f"{question.name}: {answer.refusal}", hint)
    elif answer.is_chance and question.expect is not None and question.expect[1] > 1:
        low, high = (Fraction(str(limit)) / 100 for limit in question.expect)
        message = f"{question.name}: a chance is between 0 and 1, not up to {question.expect[1]}"
        report.add(
            locate(question.node, ("expect",)), "number-range", message, f"write [{float(low):g}, {float(high):g}]"
        )
    elif answer.holds is False:
        message = f"{question.name}: {told(answer)}; {expected(answer)} expected"
        node = locate(question.node, ("expect",))
        report.add(node, "lab-expectation", message, "change the deck, or what is expected", question.level)


def _at_fault(answer: LabAnswer) -> Node:
    """Where a refusal belongs: the value that it names first, or the only one that there is."""
    question = answer.question
    named = FIRST_WORD.match(answer.refusal)
    if named and named[0] == "take":
        return locate(question.node, ("take",))
    values = locate(question.node, (question.asks,))
    settings = {key.replace("_", "-"): key for key in values.values} if isinstance(values, Mapping) else {}
    if named and named[0] in settings:
        return locate(values, (settings[named[0]],))
    if answer.refusal.endswith(" is missing"):
        return values
    return locate(values, tuple(settings.values())) if len(settings) == 1 else values


def expected(answer: LabAnswer) -> str:
    """The limits of an answer."""
    if answer.question.expect is None:
        return ""
    low, high = answer.question.expect
    return f"{100 * low:g} to {100 * high:g} %" if answer.is_chance else f"{low} to {high}"


def told(answer: LabAnswer) -> str:
    """The figure in words."""
    figure = answer.figure
    if figure is None:
        return answer.refusal
    chance = answer.is_chance and 0 <= figure <= 1
    if answer.limits is not None:
        shown, low, high = (share(Fraction(end)) if chance else f"{float(end):.4g}" for end in (figure, *answer.limits))
        return f"{shown}, simulated ({low} to {high})"
    if chance:
        return percent(figure)
    return str(figure) if figure.denominator == 1 else f"{float(figure):.4g}" + fraction(figure)

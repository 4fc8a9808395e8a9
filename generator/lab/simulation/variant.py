"""Variants of a game to be played side by side: one number of the box changed, or files of settings."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.core.problem import Faulty, NotFound, Problem
from generator.lab.simulation.playable import Box, NoSimulation, PlayableGame
from generator.lab.simulation.vary import NUMBER, Variation, varied
from generator.model.fields import Field, MapField, NumberField, ReadContext, read_fields
from generator.model.values import ProblemLog, nearest
from generator.read.reader import read_file
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import locate

# A file of settings: numbers of the rules that are ours, and numbers of the box as `--vary` names them.
SETTINGS_FILE: dict[str, Field] = {
    "settings": MapField(
        of=NumberField(), says="numbers that the game's rules leave open, by name", example="{rounds: 16}"
    ),
    "components": MapField(says="numbers of the box, named as after `--vary`", example="{cards.count: +10}"),
}
AS_IT_IS = "as it is"
UNPLAYED = "nothing was played"


class Variant(Struct, frozen=True):
    """What is played, under a name for its row in a table."""

    name: str
    box: Box
    settings: Mapping[str, int] = {}


def of_variation(box: Box, simulated: PlayableGame, variation: Variation) -> list[Variant]:
    """A variant for each value of a variation.

    Raises:
        NoSimulation: the box has no such kind, or its items no such number; there is no such setting.
    """
    if not variation.field:
        numbers = [int(value) for value in variation.values]
        check_setting(simulated, variation.kind, min(numbers), max(numbers))
    return [variant_of(box, {variation.name: value}, value) for value in variation.values]


def variant_of(box: Box, values: Mapping[str, int | str], name: str = "") -> Variant:
    """What is played with some numbers, of settings and of the box.

    Raises:
        NoSimulation: the box has none of that name.
    """
    for changed, number in values.items():
        kind, dot, field = changed.partition(".")
        if dot:
            box = varied(box, kind, field, str(number))
    return Variant(name, box, {changed: int(number) for changed, number in values.items() if "." not in changed})


def check_setting(simulated: PlayableGame, name: str, low: int, high: int) -> None:
    """Make sure that numbers of a setting can be played.

    Raises:
        NoSimulation: they cannot, or there is no such setting.
    """
    if name not in simulated.settings:
        known = nearest(name, list(simulated.settings)) if simulated.settings else "it has none"
        raise NoSimulation(f"--vary: this game has no setting {name!r}; {known}")
    least, most = simulated.settings[name]
    if low < least or high > most:
        raise NoSimulation(f"--vary {name}: {least} to {most} can be played")


def of_files(box: Box, simulated: PlayableGame, files: Sequence[Path]) -> list[Variant]:
    """The game as it is, and a variant for each file of settings, named after the file.

    Raises:
        NotFound: there is no such file.
        Faulty: a file has errors.
        NoSimulation: two files have one name.
    """
    names = [file.stem for file in files]
    if len({AS_IT_IS, *names}) <= len(names):
        raise NoSimulation("--settings: each file needs its own name, for its row in the table")
    return [Variant(AS_IT_IS, box), *(_of_file(box, simulated, file) for file in files)]


def _of_file(box: Box, simulated: PlayableGame, file: Path) -> Variant:
    if not file.is_file():
        raise NotFound(f"there is no file {file.as_posix()}")
    root, problems = read_file(file)
    report = ProblemLog(file.as_posix())
    parts: dict[str, Any] = {}
    if isinstance(root, MappingNode):
        parts = read_fields(root, SETTINGS_FILE, ReadContext(report, ("en",)))
    elif not problems:
        problems = [
            Problem(file.as_posix(), 1, 1, "error", "wrong-type", "a mapping with settings and components is wanted")
        ]
    settings, changes = parts.get("settings") or {}, parts.get("components") or {}
    if isinstance(root, MappingNode):
        _check_settings(simulated, settings, root, report)
        box = _changed(box, changes, root, report)
    if problems or report.problems:
        raise Faulty(sorted([*problems, *report.problems]), UNPLAYED)
    return Variant(file.stem, box, settings)


def _check_settings(
    simulated: PlayableGame, settings: Mapping[str, int], root: MappingNode, report: ProblemLog
) -> None:
    for name, number in settings.items():
        node = locate(root, ("settings", name))
        if name not in simulated.settings:
            hint = report.suggest(name, simulated.settings) or "this game has no settings of ours"
            report.add(node, "unknown-field", f"{name!r} is not a setting of this game", hint)
            continue
        least, most = simulated.settings[name]
        if not least <= number <= most:
            report.add(node, "number-range", f"{name} is {number}; {least} to {most} can be played")


def _changed(box: Box, changes: Mapping[str, str], root: MappingNode, report: ProblemLog) -> Box:
    """The box with every change that a file names: ``KIND.FIELD: NUMBER``, with a sign or without."""
    for name, value in changes.items():
        node = locate(root, ("components", name))
        kind, dot, changed = name.partition(".")
        if not dot or not NUMBER.fullmatch(value):
            message = f"{name}: {value!r} is not KIND.FIELD: NUMBER, with a sign or without"
            report.add(node, "wrong-type", message, "such as mask-tokens.count: 45")
            continue
        try:
            box = varied(box, kind, changed, value)
        except NoSimulation as error:
            report.add(node, "unknown-reference", str(error).removeprefix("--vary: "))
    return box

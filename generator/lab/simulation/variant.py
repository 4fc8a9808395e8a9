"""Variants of a game to be played side by side: one number of the box or a setting changed, or files of settings.

``KIND.FIELD=a,b,c``: a field of the kind's items, or the entries of that name in their lists, with the value ``a`` put
in its place, or added to it where it has a sign. ``KIND.count``: how many there are in the box, their shares kept.
``NAME=a,b,c``: a setting of the game.
Each variant plays with the same random numbers, and is compared with the first one game by game.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.core.problem import Faulty, NotFound, Problem
from generator.core.shares import drawn_evenly
from generator.lab.simulation.moves import Box, NoSimulation
from generator.lab.simulation.playable import PlayableGame
from generator.model.fields import Field, MapField, NumberField, ReadContext, read_fields
from generator.model.game import Item
from generator.model.values import ProblemLog, Record, nearest
from generator.read.reader import read_file
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import locate

FORM = re.compile(r"([\w-]+)(?:\.([\w-]+))?=(.*)", re.DOTALL)
NUMBER = re.compile(r"[+-]?[0-9]{1,4}")
COUNT = "count"
MOST_VALUES = 40


class Variation(Struct, frozen=True):
    """What is changed, and to what, each as it was written."""

    kind: str  # or a setting
    field: str  # none of a setting
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        """``KIND.FIELD``, or the setting's."""
        return f"{self.kind}.{self.field}" if self.field else self.kind


def read_variation(text: str) -> Variation:
    """``KIND.FIELD=a,b,c``, or ``NAME=a,b,c`` of a setting.

    Raises:
        NoSimulation: it is not of that form.
    """
    match = FORM.fullmatch(text)
    values = tuple(value.strip() for value in match[3].split(",")) if match else ()
    if not match or not all(NUMBER.fullmatch(value) for value in values):
        raise NoSimulation(f"--vary {text[:60]!r} is not KIND.FIELD=NUMBER,NUMBER,… or SETTING=NUMBER,NUMBER,…")
    if len(values) > MOST_VALUES:
        raise NoSimulation(f"--vary names {len(values)} values; {MOST_VALUES} are possible")
    return Variation(match[1], match[2] or "", values)


def varied(box: Box, kind: str, field: str, value: str) -> Box:
    """The box with another number of a kind's items, as `Variation` has it.

    Raises:
        NoSimulation: the box has no such kind, or its items no such number.
    """
    if kind not in box:
        raise NoSimulation(f"--vary: the box has no kind {kind!r}; {nearest(kind, list(box))}")
    items = box[kind]
    if field == COUNT:
        changed: Sequence[Item] = _as_many(items, _change_to(value)(len(items)))
    else:
        changed = [_with(item, field, _change_to(value)) for item in items]
        if not any(_has(item, field) for item in items):
            raise NoSimulation(f"--vary: no item of {kind} has a number {field!r}")
    return {**box, kind: changed}


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
        hint = nearest(name, list(simulated.settings)) if simulated.settings else "it has none"
        raise NoSimulation(f"--vary: this game has no setting {name!r}; {hint}")
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
            report.add(node, "wrong-type", message, "such as cards.count: 45")
            continue
        try:
            box = varied(box, kind, changed, value)
        except NoSimulation as error:
            report.add(node, "unknown-reference", str(error).removeprefix("--vary: "))
    return box


def _change_to(value: str) -> Callable[[int], int]:
    number = int(value)
    return (lambda old: old + number) if value[0] in "+-" else (lambda _: number)


def _as_many(items: Sequence[Item], total: int) -> list[Item]:
    """So many of some items, each with its share."""
    copies = Counter(item.id for item in items)
    if total < 0 or not copies:
        raise NoSimulation(f"--vary: {total} components cannot be in the box")
    each = {item.id: item for item in items}
    numbers = zip(copies, drawn_evenly(total, list(copies.values())), strict=True)
    return [each[name] for name, number in numbers for _ in range(number)]


def _has(item: Item, name: str) -> bool:
    """Whether an item has a number of that name, as a field or as an entry of a list."""
    lists = (value for value in item.fields.values() if isinstance(value, list | tuple))
    return _is_number(item.fields.get(name)) or any(_is_entry(entry, name) for value in lists for entry in value)


def _with(item: Item, name: str, change: Callable[[int], int]) -> Item:
    """An item with its numbers of a name changed."""
    fields = {
        key: change(value) if key == name and _is_number(value) else _entries(value, name, change)
        for key, value in item.fields.items()
    }
    return replace(item, fields=fields)


def _entries(value: Any, name: str, change: Callable[[int], int]) -> Any:
    """A list with the numbers of its entries of a name changed; anything else as it is."""
    if not isinstance(value, list | tuple):
        return value
    return [
        Record({"key": entry.key, "value": change(entry.value)}) if _is_entry(entry, name) else entry for entry in value
    ]


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_entry(entry: object, name: str) -> bool:
    """Whether something is an entry of a list that names what it changes: ``treats: +2``."""
    return isinstance(entry, Record) and "key" in entry and entry.key == name and _is_number(entry.value)

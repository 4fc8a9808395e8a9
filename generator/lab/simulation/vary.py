"""Sweeps: the same games with one number of the components or the settings changed, and a table of what that does.

``KIND.FIELD=a,b,c``: a field of the kind's items, or the entries of that name in their lists, with the value ``a`` put
in its place, or added to it where it has a sign. ``KIND.count``: how many there are in the box, their shares kept.
``NAME=a,b,c``: a setting of the game.
Each variant plays with the same random numbers, and is compared with the first one game by game.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import Struct

from generator.core.shares import drawn_evenly
from generator.lab.simulation.playable import Box, NoSimulation
from generator.lab.simulation.report import aligned, mean_in_words, one_game
from generator.model.game import Item
from generator.model.values import Record, nearest

FORM = re.compile(r"([\w-]+)(?:\.([\w-]+))?=(.*)", re.DOTALL)
NUMBER = re.compile(r"[+-]?[0-9]{1,4}")
COUNT = "count"
MOST_VALUES = 40
DIFFERENCES = ("turns", "score", "wins by seat, % of games", "not enough, % of games")


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
    found = FORM.fullmatch(text)
    values = tuple(value.strip() for value in found[3].split(",")) if found else ()
    if not found or not all(NUMBER.fullmatch(value) for value in values):
        raise NoSimulation(f"--vary {text[:60]!r} is not KIND.FIELD=NUMBER,NUMBER,… or SETTING=NUMBER,NUMBER,…")
    if len(values) > MOST_VALUES:
        raise NoSimulation(f"--vary names {len(values)} values; {MOST_VALUES} are possible")
    return Variation(found[1], found[2] or "", values)


def varied(box: Box, kind: str, field: str, value: str) -> Box:
    """The box with another number of a kind's items, as `Variation` has it.

    Raises:
        NoSimulation: the box has no such kind, or its items no such number.
    """
    if kind not in box:
        raise NoSimulation(f"--vary: the box has no kind {kind!r}; {nearest(kind, list(box))}")
    items = box[kind]
    if field == COUNT:
        changed: Sequence[Item] = _as_many(items, _changed(value)(len(items)))
    else:
        changed = [_with(item, field, _changed(value)) for item in items]
        if not any(_has(item, field) for item in items):
            raise NoSimulation(f"--vary: no item of {kind} has a number {field!r}")
    return {**box, kind: changed}


def as_table(head: str, name: str, variants: Mapping[str, Mapping[str, Any]]) -> str:
    """A row for each variant: length, scores, wins by seat, and the kind that runs dry most often; then a row for each
    but the first: what differs from that."""
    rows = [[name, "turns", "score", "wins by seat, %", "not enough, % of games"]]
    for value, data in variants.items():
        wins = " ".join(f"{100 * seat['share']:.1f}" for seat in data["wins_by_seat"])
        dry = max(data["shortages"], key=lambda kind: data["shortages"][kind], default="")
        share = data["shortages"].get(dry, 0)
        short = f"{dry} {100 * share:.1f}" if share else "–"
        rows.append([value, f"{data['turns']['mean']:.2f}", f"{data['scores']['mean']:.2f}", wins, short])
    alike = [f"{value}: {one_game(data)}" for value, data in variants.items() if data["alike"]]
    lines = [head, *alike, *aligned(rows, ">")]
    pairs = {value: data["differences"] for value, data in variants.items() if "differences" in data}
    if pairs:
        first = next(iter(variants))
        lines += ["", f"what differs from {first}, game by game (with 95 % confidence)"]
        lines += aligned([[name, *DIFFERENCES], *(_differing(value, of) for value, of in pairs.items())], ">")
    return "\n".join(lines)


def _differing(value: str, of: Mapping[str, Any]) -> list[str]:
    """A row: turns and score, then percent of games by seat, and for the kind that it changes most."""
    wins = "  ".join(_points(seat) for seat in of["wins_by_seat"])
    dry = max(of["shortages"], key=lambda kind: abs(of["shortages"][kind]["mean"]), default="")
    short = f"{dry} {_points(of['shortages'][dry])}" if dry else "–"
    return [value, mean_in_words(of["turns"], "+"), mean_in_words(of["scores"], "+"), wins, short]


def _points(of: Mapping[str, float]) -> str:
    return f"{100 * of['mean']:+.1f} ({100 * of['low']:+.1f} to {100 * of['high']:+.1f})"


def _changed(value: str) -> Callable[[int], int]:
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

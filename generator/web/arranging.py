"""Items as lines of their file: those of one come, go or change places, and all others stay as they are."""

from generator.core.problem import Infeasible
from generator.model.game import Item, Kind
from generator.model.values import NUMBERED
from generator.project.editing.item_texts import fields_changed
from generator.web.source_files import SourceFile, span_of


def without(file: SourceFile, kind: Kind, item: Item) -> bytes:
    """A file without an item, and without the empty lines behind it."""
    lines = file.lines
    start, end = span_of(kind, item, lines)
    while end < len(lines) and not lines[end].strip():
        end += 1
    if end == len(lines):  # nothing comes any more: what parted it from the one before goes too
        while start > 0 and not lines[start - 1].strip():
            start -= 1
    return file.replaced(start, end, [])


def copied(file: SourceFile, kind: Kind, item: Item) -> tuple[bytes, str]:
    """A file with a copy of an item behind it, and the id of the copy."""
    lines = file.lines
    start, end = span_of(kind, item, lines)
    identifier = _next_id(item.id, {one.id for one in kind.items})
    text = "".join(f"{line}\n" for line in lines[item.node.line - 1 : end])
    copy = fields_changed(kind, text, {"id": identifier}).removesuffix("\n").split("\n")
    parted = not all(line.strip() for line in [*lines[max(start - 1, 0) : start], *lines[end : end + 1]])
    return file.replaced(end, end, [*([""] if parted else []), *copy]), identifier


def _next_id(identifier: str, taken: set[str]) -> str:
    """An id with the next number that is free: ``fox`` has ``fox-2``, and that ``fox-3``."""
    numbered = NUMBERED.fullmatch(identifier)
    base, number = (numbered[1], int(numbered[2])) if numbered else (identifier, 1)
    while f"{base}-{number}" in taken or number == 1:
        number += 1
    return f"{base}-{number}"


def moved(file: SourceFile, kind: Kind, item: Item, *, up: bool) -> bytes:
    """A file in which an item has changed places with the one before or behind it.

    Raises:
        Infeasible: there is none, or one of them cannot be moved by itself.
    """
    place = kind.position(item)
    other = place - 1 if up else place + 1
    if not 0 <= other < len(kind.items):
        raise Infeasible(f"{item.id} is the first one already" if up else f"{item.id} is the last one already")
    lines = file.lines
    pair = kind.items[min(place, other)], kind.items[max(place, other)]
    (start, end), (other_start, other_end) = (span_of(kind, one, lines) for one in pair)
    swapped = [*lines[other_start:other_end], *lines[end:other_start], *lines[start:end]]
    return file.replaced(start, other_end, swapped)

"""Items of a kind's file that are copied, removed, put in another order and brought in: all other lines stay."""

from collections.abc import Iterable, Sequence
from textwrap import dedent, indent

from msgspec.structs import replace

from generator.core.problem import Infeasible
from generator.editing.item_texts import fields_changed
from generator.forge.yaml_writer import appended_to
from generator.model.game import Item, Kind
from generator.model.values import NUMBERED
from generator.read.reader import read_text
from generator.read.tree import Mapping, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.web.source_files import SourceFile, spans_of

MOST_PASTED = 1_000  # items at once


def without(file: SourceFile, kind: Kind, items: Sequence[Item]) -> bytes:
    """A file without some items, and without the empty lines behind each."""
    lines = file.lines
    gone: set[int] = set()
    for start, end in spans_of(kind, items, lines):
        gone.update(range(start, end))
        while end < len(lines) and not lines[end].strip():
            gone.add(end)
            end += 1
    start = min(gone)
    rest = [line for place, line in enumerate(lines) if place >= start and place not in gone]
    if len(lines) - 1 in gone:  # nothing comes any more: what parted it from the one before goes too
        while rest and not rest[-1].strip():
            rest.pop()
        while not rest and start > 0 and not lines[start - 1].strip():
            start -= 1
    end = len(lines)
    while rest and end - 1 not in gone:
        rest.pop()
        end -= 1
    return file.replaced(start, end, rest)


def copied(file: SourceFile, kind: Kind, items: Iterable[Item]) -> tuple[bytes, list[str]]:
    """A file with a copy of each of some items behind it, and the ids of the copies."""
    lines, used, copies = file.lines, {item.id for item in kind.items}, list[str]()
    chosen = list(items)
    insertions = []
    for item, (start, end) in zip(chosen, spans_of(kind, chosen, lines), strict=True):
        copies.append(_next_id(item.id, used))
        text = "".join(f"{line}\n" for line in lines[item.node.line - 1 : end])
        copy = fields_changed(kind.fields, text, {"id": copies[-1]}).removesuffix("\n").split("\n")
        parted = not all(line.strip() for line in [*lines[max(start - 1, 0) : start], *lines[end : end + 1]])
        insertions.append((end, [*([""] if parted else []), *copy]))
    for end, copy in sorted(insertions, reverse=True):
        file = replace(file, content=file.replaced(end, end, copy))
    return file.content, copies


def _next_id(identifier: str, used_ids: set[str]) -> str:
    """An id with the next number that is free, from now on used: ``fox`` has ``fox-2``, and that ``fox-3``."""
    numbered = NUMBERED.fullmatch(identifier)
    base, number = (numbered[1], int(numbered[2])) if numbered else (identifier, 1)
    while f"{base}-{number}" in used_ids or number == 1:
        number += 1
    used_ids.add(f"{base}-{number}")
    return f"{base}-{number}"


def reordered(file: SourceFile, kind: Kind, order: Sequence[Item]) -> bytes:
    """A file whose items stand in another order; what stands between two places stays there.

    Raises:
        Infeasible: one of those that move cannot be moved by itself.
    """
    changed = [place for place, (old, new) in enumerate(zip(kind.items, order, strict=True)) if old is not new]
    if not changed:
        return file.content
    places = range(changed[0], changed[-1] + 1)
    lines, now = file.lines, [kind.items[place] for place in places]
    spans = spans_of(kind, now, lines)
    texts = {id(item): lines[start:end] for item, (start, end) in zip(now, spans, strict=True)}
    new: list[str] = []
    for place, (_, end), (following, _) in zip(places, spans, [*spans[1:], (spans[-1][1], 0)], strict=True):
        new += [*texts[id(order[place])], *lines[end:following]]
    return file.replaced(spans[0][0], spans[-1][1], new)


def text_of(file: SourceFile, kind: Kind, items: Sequence[Item]) -> str:
    """The text of some items, as `pasted` takes it."""
    lines = file.lines
    texts = ["\n".join(lines[start:end]) for start, end in spans_of(kind, items, lines)]
    return "".join(f"{dedent(text)}\n" for text in texts)


def pasted(file: SourceFile, kind: Kind, text: str, after: Item | None) -> tuple[bytes, list[str], list[str]]:
    """A file with the items of a text behind one of its own, or at its end.

    Returns:
        The content, the ids of the new items, and the fields that this kind does not have, which are left out.

    Raises:
        Infeasible: the text is no list of items, or has too many.
    """
    text = dedent(text.expandtabs()).strip("\n") + "\n"
    root, problems = read_text(text, "")
    nodes = root.items if isinstance(root, SequenceNode) and not problems else []
    if not nodes or not all(isinstance(node, Mapping) for node in nodes) or text.lstrip().startswith("["):
        raise Infeasible("these are no items: copy some in a gallery or a grid first")
    if len(nodes) > MOST_PASTED:
        raise Infeasible(f"{len(nodes)} items are too many to be pasted at once; {MOST_PASTED} are the most")
    used, lines = {item.id for item in kind.items}, text.split("\n")
    entries, ids, unknown = list[str](), list[str](), dict[str, None]()
    for node, end in zip(nodes, [*(following.line - 1 for following in nodes[1:]), len(lines)], strict=True):
        assert isinstance(node, Mapping)
        written = node.values.get("id")
        identifier = written.text if isinstance(written, Scalar) and written.text else f"{kind.name}-1"
        ids.append(_next_id(identifier, used) if identifier in used else identifier)
        used.add(ids[-1])
        foreign = dict.fromkeys(name for name in node.values if name not in kind.fields)
        unknown |= foreign
        entry = "\n".join(lines[node.line - 1 : end]).rstrip() + "\n"
        entries.append(fields_changed(kind.fields, entry, {"id": ids[-1], **foreign}))
    if after is None:
        return appended_to(file.path, file.content, "\n".join(entries)), ids, list(unknown)
    ((_, end),) = spans_of(kind, [after], file.lines)
    place = indent("\n" + "\n".join(entries), " " * max(after.node.column - 3, 0)).removesuffix("\n").split("\n")
    return file.replaced(end, end, place), ids, list(unknown)

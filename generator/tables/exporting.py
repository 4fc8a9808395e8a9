"""Items as rows: what `importing` reads back without a difference."""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path as FilePath

from generator.core.atomic import replacing
from generator.core.folders import Project
from generator.core.problem import require_sound
from generator.core.textfile import BOM
from generator.model.fields import Field
from generator.model.game import Kind, missing
from generator.model.load import load_game
from generator.model.values import nearest
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.tables.cells import EMPTY_LIST, EMPTY_MAPPING, EMPTY_TEXT, guarded
from generator.tables.headings import FieldPath, written

FIRST, LAST = ("id",), ("art", "copies", "waive")


def export_rows(project: Project, name: str, kinds: Sequence[str], out: FilePath) -> list[tuple[str, int, FilePath]]:
    """Write kinds of a game as ``OUT/GAME/csv/KIND.csv``: each one's name, how many items it has, the file.

    UTF-8 with a byte order mark, without which spreadsheet programs take it for another encoding.

    Args:
        project: the folders.
        name: the game.
        kinds: their names; all that have items if there are none.
        out: the folder.

    Raises:
        NotFound: there is no such game or kind.
        Faulty: the files have errors of form.
    """
    game, problems = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    unknown = next((kind for kind in kinds if kind not in game.kinds), None)
    if unknown is not None:
        raise missing([game], f"{name} has no kind {unknown!r}; {nearest(unknown, game.kinds)}")
    chosen = [kind for kind in game.kinds.values() if kind.name in kinds or (not kinds and kind.items)]
    files = {game.file, *(kind.file for kind in chosen)}
    require_sound(sorted(problem for problem in problems if problem.file in files), "nothing was exported")
    exports = []
    for kind in chosen:
        if kind.prose:
            continue
        file = out / name / "csv" / f"{kind.name}.csv"
        file.parent.mkdir(parents=True, exist_ok=True)
        with replacing(file) as part:
            part.write_bytes(BOM + as_csv(kind).encode())
        exports.append((kind.name, len(kind.items), file))
    return exports


def as_csv(kind: Kind) -> str:
    """All items of a kind as CSV: commas, CRLF (RFC 4180); a field or a part of one a column, in the kind's order."""
    apart: set[FieldPath] = set()
    rows = [dict(_cells(kind.fields, item.node, apart)) for item in kind.items]
    if apart:  # in the rows before too
        rows = [dict(_cells(kind.fields, item.node, apart)) for item in kind.items]
    columns = _ordered(kind, {path for row in rows for path in row})
    out = StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([written(path) for path in columns or [("id",)]])
    writer.writerows([row.get(path, "") for path in columns] for row in rows)
    return out.getvalue()


def _cells(fields: Mapping[str, Field], node: MappingNode, apart: set[FieldPath]) -> Iterator[tuple[FieldPath, str]]:
    for name, part in node.values.items():
        if name in fields:
            yield from _of(fields[name], part, (name,), apart)


def _of(at: Field, node: Node, path: FieldPath, apart: set[FieldPath]) -> Iterator[tuple[FieldPath, str]]:
    """The cells of a value. A list that some row cannot have in one cell is ``apart``: a cell for each member."""
    match node:
        case Scalar():
            if not node.absent:
                yield path, _word(at, node)
        case SequenceNode() if of := at.member:
            is_one = not of.is_nested and path not in apart
            if not node.items:
                yield path, EMPTY_LIST
            elif is_one and (text := joined(of, node)) is not None:
                yield path, text
            else:
                apart.update([path] if is_one else [])
                for place, member in enumerate(node.items):
                    yield from _of(of, member, (*path, place), apart)
        case MappingNode():
            if not node.values:
                yield path, EMPTY_MAPPING
            for name, part in node.values.items():  # of a text, those in one language
                yield from _of(at.part(name) or at, part, (*path, name), apart)


def _word(at: Field, node: Scalar) -> str:
    text = node.text.removesuffix("\n") if at.is_text else node.text
    return guarded(text) if text else EMPTY_TEXT


def joined(of: Field, node: SequenceNode) -> str | None:
    """A list's members in one cell; None where they would not come apart again."""
    texts = [member.text if isinstance(member, Scalar) else "" for member in node.items]
    if any(not text or guarded(text) != text or set(text) & set(",;\r\n") or text != text.strip() for text in texts):
        return None
    return ("\n" if of.is_text else ", ").join(texts)


def _ordered(kind: Kind, paths: Iterable[FieldPath]) -> list[FieldPath]:
    """Columns as they are: the id, the kind's own fields in their order, what all kinds have."""
    own = [name for name in kind.fields if name not in (*FIRST, *LAST)]
    order = {name: place for place, name in enumerate([*FIRST, *own, *LAST])}

    def key(path: FieldPath) -> tuple[object, ...]:
        return (order[str(path[0])], *((0, step, "") if isinstance(step, int) else (1, 0, step) for step in path[1:]))

    return sorted(paths, key=key)

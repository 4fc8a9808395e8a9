"""What may be written at a place: keys, choices, ids, names of pictures and icons."""

import re
from collections.abc import Iterator

from msgspec import Struct

from generator.project.editing.cursor import MARK, writing_at
from generator.project.editing.json_schema import Schema
from generator.project.editing.lines import Lines
from generator.project.editing.read_game import ReadGame
from generator.project.editing.schema_walk import description, properties, schemas_at, words
from generator.read.tree import Mapping, locate

MOST = 2_000  # offers at once
_ICON = re.compile(r"\{[\w -]*$")
_ICON_REST = re.compile(r"[\w -]*\}")
_IN_TEXT = re.compile(r"""(^|\s)(-|[^\s{\[]+:)\s+[^{\["'\s].*$|["'][^"']*$""")
_BARE = re.compile(r"[A-Za-z][\w .+/-]*")
_READS_AS_ELSE = ("true", "false", "null", "yes", "no", "on", "off", "~")


class Offer(Struct, frozen=True):
    """Something to write in place of the columns ``start`` to ``end`` (from 0) of the line."""

    sort: str  # key, value or icon
    label: str
    text: str
    start: int
    end: int
    says: str = ""


def offers_at(snapshot: ReadGame, file: str, lines: Lines, line: int, column: int) -> list[Offer]:
    """What may be written at a place of a file, by its real path; line and column from 0."""
    before = lines.line(line)[:column]
    icon = _ICON.search(before)
    if icon and _IN_TEXT.search(before[: icon.start()]):
        rest = _ICON_REST.match(lines.line(line), column)
        end = rest.end() if rest else column
        return [Offer("icon", name, name, icon.start(), end) for name in _icons(snapshot)]
    schema = snapshot.schemas.get(file)
    return list(_of_schema(schema, lines, line, column))[:MOST] if schema is not None else []


def _icons(snapshot: ReadGame) -> list[str]:
    return [name for name in snapshot.renderer.theme.icons if name.startswith("{")]


def _of_schema(schema: Schema, lines: Lines, line: int, column: int) -> Iterator[Offer]:
    writing = writing_at(lines, line, column)
    if writing is None:
        return
    found = schemas_at(schema, writing.root, writing.path)
    text = lines.line(line)
    if writing.as_key:
        node = locate(writing.root, writing.path)
        there = {key for key in node.values if key != MARK} if isinstance(node, Mapping) else set()
        colon = "" if text[writing.end :].lstrip().startswith(":") else ": "
        for key, inner in properties(found).items():
            if key not in there:
                yield Offer("key", key, key + colon, writing.start, writing.end, description([inner]))
    quoted = text[: writing.start].endswith(('"', "'"))
    for word in words(found):
        written = word if quoted or word in ("true", "false") else _quoted(word)
        yield Offer("value", word, written, writing.start, writing.end)


def _quoted(word: str) -> str:
    """A word as it is written in YAML: quoted where it has to be."""
    if _BARE.fullmatch(word) and word.lower() not in _READS_AS_ELSE:
        return word
    return word if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?|[0-9][\w-]*", word) else f'"{word}"'

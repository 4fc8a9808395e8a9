"""What may be written at a place: keys, choices, ids, names of pictures and icons; and quick fixes of problems."""

import re
from collections.abc import Iterator

from msgspec import Struct

from generator.core.problem import Problem
from generator.editing.lines import MARK, Lines, writing_at
from generator.editing.read_game import EditorGame
from generator.editing.schema_places import description, properties, schemas_at, words
from generator.model.fields.json_schema import Schema
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


def offers_at(snapshot: EditorGame, file: str, lines: Lines, line: int, column: int) -> list[Offer]:
    """What may be written at a place of a file, by its real path; line and column from 0."""
    before = lines.line(line)[:column]
    icon = _ICON.search(before)
    if icon and _IN_TEXT.search(before[: icon.start()]):
        icon_end = _ICON_REST.match(lines.line(line), column)
        end = icon_end.end() if icon_end else column
        return [Offer("icon", name, name, icon.start(), end) for name in _icons(snapshot)]
    schema = snapshot.schemas.get(file)
    return list(_of_schema(schema, lines, line, column))[:MOST] if schema is not None else []


def _icons(snapshot: EditorGame) -> list[str]:
    return [name for name in snapshot.renderer.theme.icons if name.startswith("{")]


def _of_schema(schema: Schema, lines: Lines, line: int, column: int) -> Iterator[Offer]:
    writing = writing_at(lines, line, column)
    if writing is None:
        return
    schemas = schemas_at(schema, writing.root, writing.path)
    text = lines.line(line)
    if writing.as_key:
        node = locate(writing.root, writing.path)
        there = {key for key in node.values if key != MARK} if isinstance(node, Mapping) else set()
        colon = "" if text[writing.end :].lstrip().startswith(":") else ": "
        for key, inner in properties(schemas).items():
            if key not in there:
                yield Offer("key", key, key + colon, writing.start, writing.end, description([inner]))
    quoted = text[: writing.start].endswith(('"', "'"))
    for word in words(schemas):
        written = word if quoted or word in ("true", "false") else _quoted(word)
        yield Offer("value", word, written, writing.start, writing.end)


def _quoted(word: str) -> str:
    """A word as it is written in YAML: quoted where it has to be."""
    if _BARE.fullmatch(word) and word.lower() not in _READS_AS_ELSE:
        return word
    return word if re.fullmatch(r"[+-]?[0-9]+(\.[0-9]+)?|[0-9][\w-]*", word) else f'"{word}"'


_INSTEAD = re.compile(r"did you mean (.+)\?|write ([a-z0-9-]+)|round it to (-?\d+)|write it without quotes: (\S+)")
_ADDED = re.compile(r"add (?:a line )?([\w-]+): …")
INSTEAD_OF_WHOLE = ("bad-id", "unknown-field", "not-one-of", "unknown-reference", "wrong-type")


class Remedy(Struct, frozen=True):
    """A change of one line: ``text`` in place of the columns ``start`` to ``end``; all from 0."""

    title: str
    line: int
    start: int
    end: int
    text: str


def remedy_of(problem: Problem, lines: Lines) -> Remedy | None:
    """The change that a problem's hint asks for, if it says it in so many words."""
    line, column = problem.line - 1, problem.column - 1
    text = lines.line(line)
    if line < 0 or column > len(text):
        return None
    instead = _INSTEAD.fullmatch(problem.hint)
    if instead:
        word = next(group for group in instead.groups() if group)
        return _instead(problem, word, lines)
    added = _ADDED.fullmatch(problem.hint)
    if added and problem.rule == "missing-field":
        indent = " " * column
        key = f"{added[1]}: "
        if text[:column].strip(" -"):  # inside braces, or behind a key: there is no line to add
            return None
        return Remedy(f"add {added[1]}", line, column, column, f"{key}\n{indent}")
    if added and problem.rule == "missing-translation" and text[column : column + 1] == "{":
        return Remedy(f"add {added[1]}", line, column + 1, column + 1, f'{added[1]}: "", ')
    return None


def _instead(problem: Problem, word: str, lines: Lines) -> Remedy | None:
    line, column = problem.line - 1, problem.column - 1
    end = lines.token_end(line, column)
    there = lines.line(line)[column:end]
    if problem.rule == "unknown-icon" or problem.rule == "unknown-style":
        sign = re.match(r"\{[^{}:]*\}?", lines.line(line)[column:])
        end = column + len(sign[0]) if sign else end
    elif problem.rule not in INSTEAD_OF_WHOLE or not there or there[0] in "{[|>":
        return None
    elif there.strip("\"'") not in problem.message:
        return None  # the mistake is in a part of it, as of an expression
    elif there[0] in "\"'" and not problem.hint.startswith("write it without"):
        word = f"{there[0]}{word}{there[0]}"
    return Remedy(f"write {word}", line, column, end, word)

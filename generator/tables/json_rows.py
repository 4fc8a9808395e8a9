"""JSON: a list of mappings is a sheet, each mapping a row, each key a heading."""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from generator.core.problem import NotFound, WrongUse
from generator.tables.cells import EMPTY_LIST, EMPTY_TEXT, MAX_ROW, CellGrid, SheetCell, guarded, refuse

MOST_NESTED = 20


def read_json(data: bytes, file: str, key: str | None = None, like: str = "") -> CellGrid:
    """The cells of a JSON file.

    Args:
        data: the file's bytes.
        file: its name.
        key: the key of the list, where the file is a mapping; where None, the only one, or the one named like ``like``.
        like: the kind whose items it holds.

    Raises:
        Faulty: it is no JSON, or holds no rows.
        NotFound: it has no such key.
        WrongUse: several of its lists could be meant.
    """
    rows = _rows(_loaded(data, file), file, key, like)
    grid = CellGrid(file, comma=False, said=True)
    columns: dict[str, int] = {}
    if len(rows) >= MAX_ROW:
        refuse(file, f"the list has more than {MAX_ROW:,} members", "split it", "too-costly")
    for number, row in enumerate(rows, start=2):
        if not isinstance(row, Mapping):
            refuse(file, f"member {number - 1} of the list is not a mapping", 'write each as {"name": …, …}')
        for heading, value in _values(row, "", file):
            column = columns.setdefault(heading, len(columns) + 1)
            text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else f"{value}"
            held = Decimal(value) if isinstance(value, Decimal | int) and not isinstance(value, bool) else None
            flag = value if isinstance(value, bool) else None
            grid.put(SheetCell(number, column, text, held, flag=flag))
            grid.is_typed |= text == EMPTY_LIST or text.endswith("\n")
    for heading, column in columns.items():
        grid.put(SheetCell(1, column, heading))
    return grid


def _loaded(data: bytes, file: str) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), parse_float=Decimal, parse_constant=str)
    except UnicodeDecodeError:
        refuse(file, "it is not UTF-8, as JSON is", "save it as JSON in UTF-8")
    except json.JSONDecodeError as error:
        refuse(f"{file}:{error.lineno}:{error.colno}", f"this is no JSON: {error.msg}", "mend it there")
    except (RecursionError, ValueError):
        refuse(file, "it is nested too deeply, or has a number of too many digits", "make it simpler")


def _rows(root: Any, file: str, key: str | None, like: str) -> list[Any]:
    """The rows: a list, or a list in a mapping; the values of a mapping of mappings, whose keys are ids."""
    if isinstance(root, dict):
        lists = {name: part for name, part in root.items() if isinstance(part, list | dict) and part}
        inner = {name: rows for name, part in lists.items() if (rows := _members(part))}
        if key is not None and key not in inner:
            raise NotFound(f"{file} has no rows under the key {key!r}; it has {', '.join(inner)}")
        alike = key or next((name for name in inner if name.casefold().replace(" ", "-") == like), None)
        if alike is None and len(inner) > 1 and not _members(root):
            raise WrongUse(f"{file} has several lists; say which with --sheet: {', '.join(inner)}")
        root = inner[alike] if alike is not None else _members(root) or next(iter(inner.values()), [])
    elif key is not None:
        raise WrongUse(f"{file} is a list: --sheet is for a mapping of several")
    if not isinstance(root, list) or not root:
        refuse(file, "it holds no rows", 'write a list of mappings: [{"name": "Fox", "cost": 2}, …]')
    return root


def _members(part: list[Any] | dict[str, Any]) -> list[Any]:
    """The mappings of a list, or of a mapping that gives each by its id; none where it is something else."""
    if isinstance(part, list):
        return part if all(isinstance(member, dict) for member in part) else []
    are_rows = all(isinstance(member, dict) and member for member in part.values())
    if not are_rows or any(isinstance(value, list | dict) and _members(value) for value in part.values()):
        return []
    return [{"id": name, **member} for name, member in part.items()]


def _values(value: Any, heading: str, file: str) -> Iterator[tuple[str, Any]]:
    """The cells of a value under a heading: parts of mappings and members of lists of mappings have their own."""
    if heading.count(".") > MOST_NESTED:
        refuse(file, "it is nested too deeply", "make it simpler", "too-costly")
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _values(part, f"{heading}.{name}" if heading else name.replace(".", " "), file)
    elif isinstance(value, list) and any(isinstance(member, list | dict) for member in value):
        for place, member in enumerate(value):
            yield from _values(member, f"{heading}.{place}", file)
    elif isinstance(value, list):
        yield heading, "".join(f"{_word(member)}\n" for member in value) or EMPTY_LIST
    elif value is not None and heading.strip():
        yield heading, (guarded(value) or EMPTY_TEXT) if isinstance(value, str) else value


def _word(member: Any) -> str:
    text = str(member).lower() if isinstance(member, bool) else "" if member is None else str(member)
    return text.replace("\n", " ")

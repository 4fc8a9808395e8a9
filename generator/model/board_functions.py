"""What expressions may ask about boards: places, addresses, lines, tracks, and the geometry to reckon with."""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.core import places
from generator.core.places import Grid, Link, Place, Point, Step
from generator.model.budget import MAX_SIZE, METER, ExpressionError, TooCostlyError, made
from generator.model.values import Record, nearest

MOST_COLUMNS = 1_000
PER_PLACE = 6  # steps
HEXES, SQUARES = Grid(), Grid(is_hex=False)
_WHOLE, _LENGTHS = ("columns", "rows", "side"), ("size", "x", "y")
GRID_SETTINGS = (*_WHOLE, *_LENGTHS, "pointed", "shift", "form", "diagonal")


def _grid(usual: Grid, given: Iterable[Any], settings: Mapping[str, Any]) -> tuple[Grid, list[Any]]:
    """A board by the settings in a record (or a mapping) among ``given`` and those by name; and the rest of these."""
    values: dict[str, Any] = {}
    rest = []
    for value in given:
        if isinstance(value, Record):
            held = value.held
            values |= {name: held[name] for name in GRID_SETTINGS if held.get(name) is not None}
        elif isinstance(value, dict):
            settings = {**value, **settings}
        else:
            rest.append(value)
    for name, value in settings.items():
        if name not in GRID_SETTINGS:
            raise ExpressionError(f"{str(name)[:40]!r} is no setting of a board", nearest(str(name), GRID_SETTINGS))
        values |= {name: value} if value is not None else {}
    for name, value in values.items():
        values[name] = _setting(name, value)
    if values.get("side"):
        values["shift"] = "even" if values["side"] % 2 else "odd"
    return usual._replace(**values), rest


def board_of(fields: Mapping[str, Any], usual: Grid = HEXES) -> Grid:
    """The board that an item with these fields is.

    Raises:
        ValueError: a field has a value that no board has.
    """
    return _grid(usual, (Record(dict(fields)),), {})[0]


def _setting(name: str, value: Any) -> Any:
    """A setting as a board takes it."""
    if name in _WHOLE:
        return whole(value, name, least=1, most=MOST_COLUMNS)
    if name in _LENGTHS:
        number = _number(value, name)
        if name == "size" and number <= 0:
            raise ExpressionError("size is more than 0")
        return number
    if name == "shift" and value not in ("even", "odd"):
        raise ExpressionError(f"shift is even or odd, not {str(value)[:20]!r}")
    return str(value) if name in ("shift", "form") else bool(value)


def _number(value: Any, name: str = "this") -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ExpressionError(f"{name} is a number, not {str(value)[:20]!r}")
    return float(value)


def whole(value: Any, name: str, *, least: int = 1, most: int = MAX_SIZE) -> int:
    """A whole number between bounds.

    Raises:
        ExpressionError: it is none.
    """
    number = _number(value, name)
    if number != int(number) or not least <= number <= most:
        raise ExpressionError(f"{name} is a whole number from {least} to {most:,}, not {value}")
    return int(number)


def _place(usual: Grid, where: Any, /, *given: Any, **settings: Any) -> Place:
    grid, rest = _grid(usual, given, settings)
    METER.charge(PER_PLACE)
    if not rest:
        return grid.at(str(where))
    return grid.place(whole(where, "column"), whole(rest[0], "row"))


def _places(usual: Grid, /, *given: Any, **settings: Any) -> list[Place]:
    grid, rest = _grid(usual, given, settings)
    if rest and isinstance(rest[0], list):
        METER.charge(PER_PLACE * len(rest[0]))
        return [grid.at(str(where)) for where in rest[0]]
    if len(rest) == 2:
        sizes = {name: _setting(name, value) for name, value in zip(("columns", "rows"), rest, strict=True)}
        grid = grid._replace(**sizes)
    elif rest:
        raise ExpressionError(f"a board is told by its columns and rows, not by {str(rest[0])[:20]!r}")
    if not grid.side and not (grid.columns and grid.rows):
        raise ExpressionError("a board needs columns and rows" + (", or side" if usual.is_hex else ""))
    if grid.columns * grid.rows > MAX_SIZE or 3 * grid.side * grid.side > MAX_SIZE:
        raise TooCostlyError(f"the board has more than {MAX_SIZE:,} places")
    METER.charge(PER_PLACE * (grid.columns * grid.rows or 4 * grid.side * grid.side))
    return list(grid.places())


def _on(usual: Grid, answer: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *given, **settings: answer(usual, *given, **settings)


def _address(column: Any, row: Any, form: Any = "", /, **settings: Any) -> str:
    given = settings if isinstance(form, (Record, dict)) else {"form": str(form or "A1"), **settings}
    grid, _ = _grid(HEXES, (form,), given)
    return grid.address(whole(column, "column"), whole(row, "row"))


def _edge(place: Any, side: Any) -> Link:
    if not isinstance(place, Place):
        raise ExpressionError("edge takes a place, such as hex('0101'), and a side")
    return places.edge(place, str(side))


def _border(board: Any) -> str:
    if not all(isinstance(place, Place) for place in board):
        raise ExpressionError("border takes places, such as hexes(['0101', '0102'])")
    METER.charge(4 * PER_PLACE * len(board))
    return made(places.border(board))  # type: ignore[no-any-return]


def _point(value: Any) -> Point:
    """Anything that has a place, or x and y, as a point."""
    if isinstance(value, (Place, Step, Link)):
        return value.x, value.y
    if isinstance(value, Record):
        value = value.held
    point = (value.get("x"), value.get("y")) if isinstance(value, dict) else tuple(value)
    if len(point) != 2:
        raise ExpressionError("a point is a place or [x, y]")
    x, y = point
    return _number(x, "x"), _number(y, "y")


def _link(start: Any, end: Any, gap: Any = 0, gap_at_end: Any = None) -> Link:
    last = None if gap_at_end is None else _number(gap_at_end, "the gap")
    return places.link(_point(start), _point(end), _number(gap, "the gap"), last)


def _track(points: Any, count: Any, closed: Any = False) -> list[Step]:  # noqa: FBT002
    steps = whole(count, "the number of places")
    METER.charge(2 * (steps + len(points)))
    return places.along([_point(point) for point in points], steps, closed=bool(closed))


def _ring(count: Any, radius: Any, x: Any = 0, y: Any = 0, start: Any = 0) -> list[Step]:
    steps = whole(count, "the number of places")
    METER.charge(2 * steps)
    return places.ring(steps, *map(_number, (radius, x, y, start), ("the radius", "x", "y", "the start")))


def _path(points: Any, closed: Any = False, gap: Any = 0) -> str:  # noqa: FBT002
    METER.charge(2 * len(points))
    return places.path([_point(point) for point in points], closed=bool(closed), gap=_number(gap, "the gap"))


def _sqrt(value: Any) -> float:
    number = _number(value)
    if number < 0:
        raise ExpressionError(f"there is no square root of {value}")
    return math.sqrt(number)


def _sin(angle: Any) -> float:
    return round(math.sin(math.radians(_number(angle, "an angle"))), 15)


def _cos(angle: Any) -> float:
    return round(math.cos(math.radians(_number(angle, "an angle"))), 15)


def _atan2(down: Any, across: Any) -> float:
    return math.degrees(math.atan2(_number(down, "down"), _number(across, "across")))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "hex": _on(HEXES, _place), "square": _on(SQUARES, _place),
    "hexes": _on(HEXES, _places), "squares": _on(SQUARES, _places),
    "address": _address, "edge": _edge, "border": _border, "link": _link, "along": _track, "ring": _ring, "path": _path,
    "sqrt": _sqrt, "sin": _sin, "cos": _cos, "atan2": _atan2,
}  # fmt: skip

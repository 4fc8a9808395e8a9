"""All figures as plain data, for JSON: numbers of things are whole, everything else is a fraction as text."""

from fractions import Fraction
from math import sqrt
from typing import Any

from msgspec.structs import asdict

from generator.lab.answers import LabAnswer
from generator.lab.columns import ColumnValue, CrossTable, FieldColumn
from generator.lab.figures import GameFigures, KindFigures, MeasureFigures, Outdone, ShareTarget
from generator.lab.numbers import Counts, Curve, CurvePart, counted, summarised
from generator.lab.telling import as_json


def json_of(games: list[GameFigures]) -> str:
    """The figures of games as JSON: an object with each game by its name."""
    return as_json({game.name: data_of(game) for game in games})


def data_of(game: GameFigures) -> dict[str, Any]:
    """The figures of a game as mappings, lists, texts and numbers."""
    return {
        "title": game.title,
        "how": "exact",
        "kinds": {kind.name: _kind(kind) for kind in game.kinds},
        "questions": [_answer(answer) for answer in game.answers],
        "words_used_once": {language: [asdict(word) for word in words] for language, words in game.rare.items()},
    }


def _kind(kind: KindFigures) -> dict[str, Any]:
    return {
        "title": kind.title,
        "items": kind.items,
        "components": kind.components,
        "kept_out": kind.kept_out,
        "fields": {column.path: column_data(column, kind) for column in kind.columns},
        "tables": [_table(table) for table in kind.tables],
        "curves": [_curve(curve) for curve in kind.curves],
        "measures": [_measured(measured) for measured in kind.measures],
        "targets": [_target(target) for target in kind.targets],
        "dominated": None if kind.outdone is None else _outdone(kind.outdone),
        "twins": [list(names) for names in kind.twins],
        "near_twins": [
            {"one": list(pair.one), "other": list(pair.other), "field": pair.path, "values": _number(pair.values)}
            for pair in kind.near_twins
        ],
    }


def spread_of(column: FieldColumn, kind: KindFigures) -> tuple[Counts, dict[str, int]]:
    """How often each number of a column is there, copies counted, and each word."""
    numbers, words = [], dict[str, int]()
    for cell, copies in zip(column.cells, kind.copies, strict=True):
        for value in cell:
            if isinstance(value, Fraction):
                numbers.append((value, copies))
            else:
                words[value] = words.get(value, 0) + copies
    return counted(numbers), dict(sorted(words.items(), key=lambda pair: (-pair[1], pair[0])))


def having(column: FieldColumn, kind: KindFigures, value: ColumnValue | None = None) -> int:
    """Components that have a value in a column, or that very value."""
    pairs = zip(column.cells, kind.copies, strict=True)
    return sum(copies for cell, copies in pairs if (cell if value is None else value in cell))


def column_data(column: FieldColumn, kind: KindFigures) -> dict[str, Any]:
    """A column with all that is known of it."""
    numbers, words = spread_of(column, kind)
    data: dict[str, Any] = {"type": column.sort, "components": having(column, kind)}
    if column.sort == "text":
        return data | {"different": len(words)}
    if column.sort == "number":
        data |= {"values": [[_number(value), often] for value, often in numbers.items()]}
        if numbers:
            data |= _summary(numbers)
    if words:
        total = sum(words.values())
        data["words"] = [
            {"word": word, "count": often, "share": Fraction(often, total), "components": having(column, kind, word)}
            for word, often in words.items()
        ]
    return data


def _summary(counts: Counts) -> dict[str, Any]:
    short = asdict(summarised(counts))
    return short | {key: _number(short[key]) for key in ("lowest", "quartiles", "highest")}


def _number(value: Any) -> Any:
    """What a deck holds: a whole number as such, also in a list; all else as it is."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    return [_number(member) for member in value] if isinstance(value, list | tuple) else value


def _table(table: CrossTable) -> dict[str, Any]:
    return {key: _number(value) for key, value in asdict(table).items()}


def _curve(curve: Curve) -> dict[str, Any]:
    return {"x": curve.x, "y": curve.y, "by": curve.by, "parts": [_part(part) for part in curve.parts]}


def _part(part: CurvePart) -> dict[str, Any]:
    line = part.line
    return {
        "sort": part.sort,
        "line": None if line is None else {**asdict(line), "deviation": round(sqrt(line.variance), 4)},
        "means": [[_number(x), mean, number] for x, mean, number in part.means],
        "points": [
            {
                "id": point.id,
                "copies": point.copies,
                "x": _number(point.x),
                "y": _number(point.y),
                "residual": None if line is None else line.residual(point),
            }
            for point in part.points
        ],
        "outliers": [point.id for point, _ in part.outliers],
    }


def _measured(measured: MeasureFigures) -> dict[str, Any]:
    parts = [{"sort": sort, **(_summary(counts) if counts else {"count": 0})} for sort, counts in measured.parts]
    return {
        "name": measured.name,
        "unit": measured.unit,
        "by": measured.by,
        "all": parts[0],
        "parts": parts[1:],
        "most": [[name, _number(value)] for name, value in measured.best],
        "least": [[name, _number(value)] for name, value in measured.worst],
    }


def _target(target: ShareTarget) -> dict[str, Any]:
    shares = [
        {"sort": sort, "count": count, "share": Fraction(count, target.total or 1), "wanted": goal / 100}
        for sort, count, goal in target.shares
    ]
    return {"rule": target.rule, "total": target.total, "tolerance": target.tolerance / 100, "shares": shares}


def _outdone(outdone: Outdone) -> dict[str, Any]:
    return asdict(outdone) | {"items": [{"id": name, "by": others} for name, others in outdone.items.items()]}


def _answer(answer: LabAnswer) -> dict[str, Any]:
    limits = answer.question.expect
    return {
        "name": answer.question.name,
        "question": answer.question.asks,
        "values": list(answer.question.given),
        "take": answer.question.take,
        "figure": answer.figure,
        "limits": answer.limits,
        "expect": None if limits is None else [str(limit) for limit in limits],
        "holds": answer.holds,
        "refusal": answer.refusal,
    }

"""Exact chances on a printed card: ``derived: {NAME: odds}`` gives a template the answer to the question of its item.

The item's field ``ask`` names the question as `pnp odds` does, ``values`` (a list of ``NAME=VALUE``) what it is about.
It is answered out of the game's own data each time, so that the card cannot fall behind them.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from generator.core.notes import NotedSet, note_all, noting, take_note
from generator.model.budget import METER
from generator.model.game import Game
from generator.model.values import Record

ODDS = "odds"  # its name under `derived`


class _Shelf:
    """The one game."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def game_with(self, kind: str, usual: str | None = None) -> Game:  # noqa: ARG002 - see `generator.lab.question.Shelf`
        """See `generator.lab.question.Shelf`."""
        from generator.lab.question import BadQuestion

        if kind not in self.game.kinds:
            raise BadQuestion(f"{self.game.name} has no kind {kind!r}")
        take_note("read", kind)
        return self.game


def odds_of(game: Game) -> Callable[[dict[str, Any]], Any]:
    """What answers an item's question: a record of what JSON holds, chances as numbers, and ``table`` where it is one.

    It raises ValueError where the question cannot be answered.
    """
    answers: dict[tuple[str, ...], tuple[Record, NotedSet]] = {}

    def answer(fields: dict[str, Any]) -> Record:
        from generator.lab.ask import ask
        from generator.lab.question import BadQuestion

        asked = (str(fields["ask"]), *map(str, fields.get("values") or ()))
        if asked not in answers:
            with noting() as noted, METER.set_aside():  # asked twice, it would cost less
                try:
                    found = ask(asked[0], asked[1:], _Shelf(game), game.folder.parent)
                except BadQuestion as error:
                    raise ValueError(str(error)) from None
            table = found.table
            shown = {} if table is None else {"rows": table.rows, "columns": table.columns, "cells": table.cells}
            answers[asked] = _plain({**found.data, "table": shown}), noted
        record, noted = answers[asked]
        note_all(noted)
        return record

    return answer


def _plain(value: Any) -> Any:
    """Data as templates read them."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Mapping):
        return Record({str(key): _plain(member) for key, member in value.items()})
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(member) for member in value]
    return value

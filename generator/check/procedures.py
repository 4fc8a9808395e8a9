"""What kinds ask for by name: procedures of games, grown art, exact chances; and those that are for other items."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from generator.check.memo import Memo
from generator.core.notes import DependencySet, note_all, noting, take_note
from generator.core.plugins import code_digest, faults, offered, own_plugin
from generator.core.problem import Problem
from generator.core.project_code import code_of
from generator.draw.renderer import Derive
from generator.games import Procedure
from generator.model.budget import METER
from generator.model.game import Game, Kind
from generator.model.values import Record
from generator.read.tree import error_at, locate

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
    answers: dict[tuple[str, ...], tuple[Record, DependencySet]] = {}

    def answer(fields: dict[str, Any]) -> Record:
        from generator.lab.ask import ask
        from generator.lab.question import BadQuestion

        words = (str(fields["ask"]), *map(str, fields.get("values") or ()))
        if words not in answers:
            with noting() as noted, METER.set_aside():  # asked twice, it would cost less
                try:
                    reply = ask(words[0], words[1:], _Shelf(game), game.folder.parent, game.folder)
                except BadQuestion as error:
                    raise ValueError(str(error)) from None
            table = reply.table
            table_parts = {} if table is None else {"rows": table.rows, "columns": table.columns, "cells": table.cells}
            answers[words] = _plain({**reply.data, "table": table_parts}), noted
        record, noted = answers[words]
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


def unfit_procedures(game: Game, kinds: Iterable[Kind], derived: Mapping[str, Derive], memo: Memo) -> Iterator[Problem]:
    """What is wrong with a game's own code, and what these kinds ask for and can't have: procedures that are not there,
    or are for items of another form.

    The kinds are rid of them.
    """
    yield from _code_problems(game)
    for kind in kinds:
        yield from _unfit_of(game, kind, derived, memo)


def _code_problems(game: Game) -> Iterator[Problem]:
    """What is wrong with the code in a game's own folder: it is not trusted, or fails when it is imported."""
    plugin, name = own_plugin(game.folder), game.folder.name

    def file_name(file: str) -> str:
        return game.file.removesuffix("game.yaml") + os.path.relpath(file, game.folder)

    if plugin is not None:
        if plugin.game is None and plugin.fault is not None:
            message = f"the code of {name} cannot be imported: {plugin.fault.said}"
            hint = f"correct the code, then: pnp trust {name}" if plugin.file else f"correct the package of {name}"
            yield Problem(
                file_name(plugin.fault.file), plugin.fault.line, 1, "error", "unknown-reference", message, hint
            )
    elif (code := code_of(game.folder)) is not None:
        message = f"the code of {name} is not run: nobody here has allowed it"
        hint = f"read it, then: pnp trust {name}"
        yield Problem(file_name(code.file), 1, 1, "warning", "untrusted-code", message, hint)


def _unfit_of(game: Game, kind: Kind, derived: Mapping[str, Derive], memo: Memo) -> Iterator[Problem]:
    """What one kind asks for and can't have, and is rid of; see `unfit_procedures`."""
    for name, procedure in list(kind.derived.items()):
        why = _why(procedure, derived[procedure], game, kind, memo) if procedure in derived else None  # else faces tell
        if why is not None:
            yield _unfit(game, kind, ("derived", name), f"{procedure} is for items of another form", why)
            del kind.derived[name]
    if kind.procedure is None:
        return
    effect = effect_of(game, kind)
    if effect is None:
        message = f"there is no procedure {kind.procedure!r}"
        names = ", ".join(offered("effects", None, game.folder))
        yield _unfit(game, kind, ("procedure",), message, f"known: {names}{faults()}")
    elif _why(f"order of {kind.procedure}", effect.order, game, kind, memo) is not None:
        yield _unfit(game, kind, ("procedure",), f"{kind.procedure} is for items of another form")
        kind.procedure = None


def granted(game: Game) -> str:
    """What kinds have of what they ask for: a template that shows more than that is at fault."""
    return repr(([(kind.name, kind.derived) for kind in game.kinds.values()], code_digest(game.folder)))


def derived_of(game: Game) -> dict[str, Derive]:
    """What a kind may ask for under ``derived``: procedures of games' code, and exact chances."""
    names = {name for kind in game.kinds.values() for name in kind.derived.values()} - {ODDS}
    return {**offered("procedures", names, game.folder), ODDS: odds_of(game)}


def effect_of(game: Game, kind: Kind) -> Procedure | None:
    """What a kind names under ``procedure``: how its items are played; None where it names none that is there."""
    if kind.procedure is None:
        return None
    effect: Procedure | None = offered("effects", [kind.procedure], game.folder).get(kind.procedure)
    return effect


def _why(name: str, procedure: Callable[[dict[str, Any]], object], game: Game, kind: Kind, memo: Memo) -> str | None:
    digest = memo.inputs.data("game.yaml") + code_digest(game.folder)
    return memo.remember(("unsuited", name, kind.name, digest), lambda: _unsuited(procedure, kind))


def _unsuited(procedure: Callable[[dict[str, Any]], object], kind: Kind) -> str | None:
    """Why a procedure cannot work with an item of a kind, as far as it says; None where it can with all."""
    for item in kind.items:
        try:
            if not item.broken:
                procedure(item.fields)
        except ValueError as error:
            return f"{item.id}: {error}" if str(error) else ""
        except (LookupError, AttributeError, TypeError):
            return ""
    return None


def _unfit(game: Game, kind: Kind, path: tuple[str, ...], message: str, hint: str = "") -> Problem:
    return error_at(game.file, locate(kind.node, path), "unknown-reference", message, hint)

"""What kinds ask for by name: procedures of games, grown art, exact chances; and those that are for other items."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.core.problem import Problem
from generator.draw.grown import GROWN
from generator.draw.renderer import Derive
from generator.model.game import Game, Kind
from generator.play import DERIVED, PROCEDURES
from generator.project.check_scope import WHOLE, Scope
from generator.project.memory import Memory
from generator.project.printed_odds import ODDS, odds_of
from generator.read.tree import locate


def unfit_procedures(
    game: Game, derived: Mapping[str, Derive], memory: Memory, scope: Scope = WHOLE
) -> Iterator[Problem]:
    """What kinds ask for and can't have: procedures that are not there, or are for items of another form.

    The kinds are rid of them.
    """
    for kind in scope.kinds_of(game):
        yield from unfit_of(game, kind, derived, memory)


def unfit_of(game: Game, kind: Kind, derived: Mapping[str, Derive], memory: Memory) -> Iterator[Problem]:
    """What one kind asks for and can't have, and is rid of; see `unfit_procedures`."""
    for name, procedure in list(kind.derived.items()):
        why = _why(procedure, derived[procedure], kind, memory) if procedure in derived else None  # else faces tell
        if why is not None:
            yield _unfit(game, kind, ("derived", name), f"{procedure} is for items of another form", why)
            del kind.derived[name]
    if kind.procedure is not None and kind.procedure not in PROCEDURES:
        message, hint = f"there is no procedure {kind.procedure!r}", "known: " + ", ".join(PROCEDURES)
        yield _unfit(game, kind, ("procedure",), message, hint)
    elif (
        kind.procedure is not None
        and _why(f"order of {kind.procedure}", PROCEDURES[kind.procedure].order, kind, memory) is not None
    ):
        yield _unfit(game, kind, ("procedure",), f"{kind.procedure} is for items of another form")
        kind.procedure = None


def granted(game: Game) -> str:
    """What kinds have of what they ask for: a template that shows more than that is at fault."""
    return repr([(kind.name, kind.derived) for kind in game.kinds.values()])


def derived_of(game: Game) -> dict[str, Derive]:
    """What a kind may ask for under ``derived``: procedures of games, grown art, and exact chances."""
    return DERIVED | GROWN | {ODDS: odds_of(game)}


def _why(name: str, procedure: Callable[[dict[str, Any]], object], kind: Kind, memory: Memory) -> str | None:
    known = memory.world.data("game.yaml") if memory.world is not None else ""
    return memory.remember(("unsuited", name, kind.name, known), lambda: _unsuited(procedure, kind))


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
    node = locate(kind.node, path)
    return Problem(game.file, node.line, node.column, "error", "unknown-reference", message, hint)

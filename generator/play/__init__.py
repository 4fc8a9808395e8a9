"""Each game's own procedures, as pure functions: state in, state out, randomness passed in.

``DERIVED`` names those that a kind in ``game.yaml`` may ask for under ``derived``: each takes an item's fields and
returns a value for its template. ``PROCEDURES`` names those that tell how an item is played, under ``procedure``.
``LAYERS`` lay the streets of new pieces of a board, unlike those that are known.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from generator.play.procedure import Procedure
from generator.play.tricks_or_treats.cards import SurpriseCard, surprise_order

if TYPE_CHECKING:
    from generator.play.tricks_or_treats.boards import Rows


def _board_plan(fields: dict[str, Any]) -> Any:
    from generator.play.tricks_or_treats.board_plan import board_plan

    return board_plan(fields)


def _make_pieces(rng: Random, count: int, known: Iterable[Sequence[str]] = ()) -> "list[Rows]":
    from generator.play.tricks_or_treats.boards import make_pieces

    return make_pieces(rng, count, known)


# What few kinds ask for is imported when it is called.
DERIVED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "surprise-order": surprise_order,
    "board-plan": _board_plan,
}
PROCEDURES: dict[str, Procedure] = {"surprise-card": SurpriseCard()}
LAYERS = {"straight-streets": _make_pieces}

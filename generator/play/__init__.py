"""Each game's own procedures, as pure functions: state in, state out, randomness passed in.

``DERIVED`` names those that a kind in ``game.yaml`` may ask for under ``derived``: each takes an item's fields and
returns a value for its template. ``PROCEDURES`` names those that tell how an item is played, under ``procedure``.
``LAYERS`` lay the streets of new pieces of a board, unlike those that are known.
"""

from collections.abc import Callable
from typing import Any

from generator.play.procedure import Procedure
from generator.play.tricks_or_treats.board_plan import board_plan
from generator.play.tricks_or_treats.boards import make_pieces
from generator.play.tricks_or_treats.cards import SurpriseCard, surprise_order

DERIVED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "surprise-order": surprise_order,
    "board-plan": board_plan,
}
PROCEDURES: dict[str, Procedure] = {"surprise-card": SurpriseCard()}
LAYERS = {"straight-streets": make_pieces}

"""Procedures of *Tricks or Treats* as pure functions."""

from collections.abc import Sequence
from typing import Any

SPECIAL = "surprises"


def application_order(effects: Sequence[tuple[str, int]]) -> list[int]:
    """The order in which a Surprise card's effects apply.

    Source: the game's rules for Surprise cards. Effects apply from top to bottom; when the lowest one is a loss, from
    bottom to top. The special effect (draw further Surprise cards) comes first on a card without a loss and last on a
    card with one; several specials keep their printed order. Where a special is the lowest, the lowest effect that is
    not special decides (our ruling, the rules being silent).

    Args:
        effects: type and signed size, top to bottom as printed.

    Returns:
        Positions in ``effects``, from 0, in the order they apply.
    """
    special = [position for position, (kind, _) in enumerate(effects) if kind == SPECIAL]
    plain = [position for position, (kind, _) in enumerate(effects) if kind != SPECIAL]
    if plain and effects[plain[-1]][1] < 0:
        plain.reverse()
    loss = any(effects[position][1] < 0 for position in plain)
    return plain + special if loss else special + plain


def surprise_order(fields: dict[str, Any]) -> list[int]:
    """`application_order` of a card's fields, as templates ask for it."""
    return application_order([(effect.key, effect.value) for effect in fields["effects"]])

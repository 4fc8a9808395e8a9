"""Procedures of *Tricks or Treats* as pure functions.

Source: the game's rules for Surprise cards; where they are silent, our rulings, named as such.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from generator.games import Member, Outcome, Step

SPECIAL = "surprises"
MOVES = "movements"
HOLDINGS = ("treats", "tricks", "masks", "costumes")
MOST_COSTUMES = 1

Effects = Sequence[tuple[str, int]]  # type and signed size, top to bottom as printed


def application_order(effects: Effects) -> list[int]:
    """The order in which a Surprise card's effects apply.

    Effects apply from top to bottom; when the lowest one is a loss, from bottom to top. The special effect (draw
    further Surprise cards) comes first on a card without a loss and last on a card with one; several specials keep
    their printed order. Where a special is the lowest, the lowest effect that is not special decides (our ruling).

    Args:
        effects: type and signed size, top to bottom as printed.

    Returns:
        Positions in ``effects``, from 0, in the order they apply.
    """
    special = [position for position, (kind, _) in enumerate(effects) if kind == SPECIAL]
    plain = [position for position, (kind, _) in enumerate(effects) if kind != SPECIAL]
    if plain and effects[plain[-1]][1] < 0:
        plain.reverse()
    return plain + special if _has_loss(effects) else special + plain


def order_reasons(effects: Effects) -> list[str]:
    """Why the effects apply in their order, as names of phrases; a card without effects is put aside (our ruling)."""
    if not effects:
        return ["why-blank"]
    plain = [size for kind, size in effects if kind != SPECIAL]
    reasons = []
    if len(plain) == 1:
        reasons.append("why-single")
    elif plain:
        reasons.append("why-bottom-up" if plain[-1] < 0 else "why-top-down")
    if len(plain) < len(effects) and plain:
        reasons.append("why-special-last" if _has_loss(effects) else "why-special-first")
    elif not plain:
        reasons.append("why-special-alone")
    return reasons


def play_card(effects: Effects, hand: Mapping[str, int], *, drawn_by_surprise: bool = False) -> Outcome:
    """What a player holds after a Surprise card.

    A loss larger than the holding takes everything; a costume gained while one is worn is exchanged for it or put
    back; a special is void on a card that another card's special drew. Costumes never change an effect.

    Args:
        effects: the card's, as printed.
        hand: what the player holds; a holding that is not named is 0.
        drawn_by_surprise: whether another card's special drew this one.

    Raises:
        ValueError: a holding is unknown, below 0, or more than one costume.
    """
    held = dict.fromkeys(HOLDINGS, 0)
    for name, number in hand.items():
        if name not in held:
            raise ValueError(f"there is no holding {name!r}; known: {', '.join(HOLDINGS)}")
        if number < 0:
            raise ValueError(f"{name} is {number}; a holding is never below 0")
        held[name] = number
    if held["costumes"] > MOST_COSTUMES:
        raise ValueError(f"costumes is {held['costumes']}; a collector keeps one at the most")
    steps, moved, drawn = [], 0, 0
    for position in application_order(effects):
        kind, size = effects[position]
        if kind == SPECIAL:
            drawn += 0 if drawn_by_surprise else size
            steps.append(Step(position, "step-void" if drawn_by_surprise else "", dict(held)))
        elif kind == MOVES:
            moved += size
            steps.append(Step(position, "", dict(held)))
        else:
            steps.append(Step(position, _hold(held, kind, size), dict(held)))
    return Outcome(tuple(steps), held, moved, drawn)


def _hold(held: dict[str, int], kind: str, size: int) -> str:
    """Change a holding; the name of a phrase where something other than the plain sum happened."""
    before = held[kind]
    held[kind] = max(0, before + size)
    if before + size < 0:
        return "step-all"
    if kind == "costumes" and held[kind] > MOST_COSTUMES:
        held[kind] = MOST_COSTUMES
        return "step-exchange"
    return ""


def _has_loss(effects: Effects) -> bool:
    return any(size < 0 for _, size in effects)


def effects_of(fields: Mapping[str, Any]) -> Effects:
    """A card's effects, from an item's fields."""
    return [(effect.key, effect.value) for effect in fields["effects"]]


def surprise_order(fields: Mapping[str, Any]) -> list[int]:
    """`application_order` of a card's fields, as templates ask for it."""
    return application_order(effects_of(fields))


class SurpriseCard:
    """The procedure of a Surprise card."""

    holdings = HOLDINGS

    def order(self, fields: Mapping[str, Any], *, drawn_by_surprise: bool = False) -> list[int]:
        """See `application_order`; specials are void on a card that another card's special drew."""
        effects = effects_of(fields)
        return [
            position
            for position in application_order(effects)
            if not drawn_by_surprise or effects[position][0] != SPECIAL
        ]

    def reasons(self, fields: Mapping[str, Any], *, drawn_by_surprise: bool = False) -> list[str]:
        """See `order_reasons`."""
        effects = effects_of(fields)
        valid = [effect for effect in effects if not drawn_by_surprise or effect[0] != SPECIAL]
        return order_reasons(valid) if valid or not effects else []

    def members(self, fields: Mapping[str, Any]) -> list[Member]:
        """The effects as printed; a special has no sign."""
        return [
            Member(f"{'lose' if size < 0 else 'gain'}-{kind}", kind, size, kind != SPECIAL)
            for kind, size in effects_of(fields)
        ]

    def play(self, fields: Mapping[str, Any], hand: Mapping[str, int], *, drawn_by_surprise: bool) -> Outcome:
        """See `play_card`."""
        return play_card(effects_of(fields), hand, drawn_by_surprise=drawn_by_surprise)

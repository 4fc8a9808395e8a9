"""Items that whoever plans a box asks for by name: ``pnp plan collectors --with clocks,teacups``.

The plan's expressions have their ids as ``wanted``; what it makes of them is the game's own affair.
"""

from collections.abc import Collection, Sequence

from generator.core.problem import NotFound, WrongUse
from generator.model.expressions import compile_expression
from generator.model.game import Game, Item
from generator.model.values import LocalizedText, nearest


def wanted_ids(game: Game, names: Sequence[str]) -> list[str]:
    """The ids that names stand for: each the id of an item, or a text that one item of a kind alone has.

    Raises:
        WrongUse: the plan does not choose by name, or a name is said twice or means several items.
        NotFound: there is no such item.
    """
    if not names:
        return []
    if not any(_asks(text) for entry in game.plan for text in (entry.only, entry.when, entry.count, entry.sets)):
        raise WrongUse(f"the plan of {game.name} does not choose by name: no entry asks for wanted")
    ids = [_id_of(game, name) for name in names]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice is not None:
        raise WrongUse(f"{twice} is named twice")
    return ids


def require_wanted(game: Game, ids: Sequence[str], boxed: Collection[str]) -> None:
    """Make sure that what is wanted is in the box.

    Raises:
        WrongUse: one of the items is not.
    """
    for one in ids:
        if one not in boxed:
            raise WrongUse(f"{one} is not in this box: the plan of {game.name} has no place for it")


def _asks(text: str | None) -> bool:
    return text is not None and "wanted" in compile_expression(text)[1]


def _id_of(game: Game, name: str) -> str:
    kinds = [kind for kind in game.kinds.values() if kind.printed]
    known = {item.id for kind in kinds for item in kind.items}
    if name in known:
        return name
    named = [[item for item in kind.items if _has(item, name.casefold())] for kind in kinds]
    found = {items[0].id for items in named if len(items) == 1}
    if len(found) > 1:
        raise WrongUse(f"{name!r} may be {' or '.join(sorted(found))}: name one of them")
    if not found:
        hint = nearest(name, sorted(known))
        raise NotFound(f"no item of {game.name} is called {name!r}{f': {hint}' if hint else ''}")
    return found.pop()


def _has(item: Item, name: str) -> bool:
    """Whether a field of an item is this text, in any language; ``name`` in small letters."""
    for value in item.fields.values():
        texts = value.translations.values() if isinstance(value, LocalizedText) else (value,)
        if any(isinstance(text, str) and text.casefold() == name for text in texts):
            return True
    return False

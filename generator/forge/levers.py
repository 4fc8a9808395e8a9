"""All levers of a kind: what can be asked of the making of its items, and what not, with the reason."""

from collections.abc import Iterable, Sequence
from random import Random

from msgspec.structs import replace

from generator.forge.lever import COUNT, LANGUAGE, SEED, SPECIAL, Lever
from generator.forge.request import Context
from generator.forge.spec import FILE, ForgeSpec
from generator.model.game import Game, Item, Kind
from generator.rules.rule import Rule


def levers(game: Game, kind: Kind, book: ForgeSpec, rules: Sequence[Rule], taken: Iterable[Item] = ()) -> list[Lever]:
    """All levers of a kind: those of every run first, then the special ones, to be had or not.

    Args:
        game: the game.
        kind: what is to be made.
        book: its ``forge.yaml``.
        rules: the game's rules in force.
        taken: items beyond the kind's own that no new one may repeat.

    Raises:
        Infeasible: the rules leave nothing of the kind to make.
    """
    one = f"{game.name} is written in {game.languages[0]} alone" if len(game.languages) == 1 else ""
    usual = [COUNT, SEED, replace(LANGUAGE, of=tuple(game.languages), reason=one)]
    entry = book.entries.get(kind.name)
    if entry is None:
        why = f"{FILE} has no recipe for {kind.name}"
        return [replace(lever, reason=why) for lever in (*usual, *(lever for lever, _ in SPECIAL.values()))]
    own = [rule for rule in rules if rule.kind == kind.name]
    context = Context(game, kind, own, [*kind.items, *taken], Random(0))
    found = {lever.name: lever for lever in entry.recipe.levers(context, entry.settings)}
    special = (
        found.get(name) or replace(lever, reason=untold.format(kind=kind.name))
        for name, (lever, untold) in SPECIAL.items()
    )
    return [*(found.get(lever.name, lever) for lever in usual), *special]

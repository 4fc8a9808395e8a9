"""The shipped game with what it takes to make new cards of it."""

from dataclasses import dataclass
from random import Random
from typing import Any

from generator.forge.forge import NewItem, forge
from generator.forge.request import Request
from generator.forge.spec import ForgeSpec
from generator.model.game import Game, Item, Kind
from generator.rules.rule import Rule

Effects = tuple[tuple[str, int], ...]


@dataclass(frozen=True, repr=False)
class Smithy:
    """A game with what it takes to make new items of it."""

    game: Game
    book: ForgeSpec
    rules: list[Rule]

    @property
    def kind(self) -> Kind:
        return self.game.kinds["surprise-cards"]

    def make(self, count: int, seed: int = 1, taken: tuple[Item, ...] = (), **options: Any) -> list[NewItem]:
        return self.made(count, seed, taken, **options)[0]

    def made(
        self, count: int, seed: int = 1, taken: tuple[Item, ...] = (), **options: Any
    ) -> tuple[list[NewItem], list[str]]:
        notes: list[str] = []
        request = Request(count, **options)
        items = forge(
            self.game, self.kind, self.book, request, Random(seed), rules=self.rules, extra=taken, notes=notes
        )
        return list(items), notes


def effects_of(item: NewItem) -> Effects:
    """A new card's effects."""
    return tuple((key, int(value)) for effect in item.fields["effects"] for key, value in effect.items())


def effects_in(item: Item) -> Effects:
    """A card's effects."""
    return tuple((effect.key, effect.value) for effect in item.fields["effects"])

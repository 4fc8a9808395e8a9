"""What a kind's own procedure can tell about an item."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from msgspec import Struct


class Member(NamedTuple):
    """One effect as printed."""

    phrase: str  # its name in words.yaml
    type: str
    value: int
    signed: bool = True  # whether its number has a sign


class Step(Struct, frozen=True):
    """One effect applied: its position as printed, the phrase for what was out of the ordinary, the hand after."""

    position: int
    note: str
    hand: Mapping[str, int]


class Outcome(Struct, frozen=True):
    """What a player has after an item was played."""

    steps: tuple[Step, ...]
    hand: Mapping[str, int]
    moved: int  # squares, forward if positive
    drawn: int  # further cards


class Procedure(Protocol):
    """The procedure of a kind, named by ``procedure`` in ``game.yaml``. Phrases are those of ``words.yaml``."""

    @property
    def holdings(self) -> tuple[str, ...]:
        """What a hand may hold, by the names that `play` takes."""

    def order(self, fields: Mapping[str, Any], *, drawn_by_surprise: bool = False) -> list[int]:
        """Positions of the item's members, from 0, in the order they apply; those that are void are left out."""

    def reasons(self, fields: Mapping[str, Any], *, drawn_by_surprise: bool = False) -> list[str]:
        """Why they apply in that order: names of phrases."""

    def members(self, fields: Mapping[str, Any]) -> list[Member]:
        """The item's members as printed."""

    def play(self, fields: Mapping[str, Any], hand: Mapping[str, int], *, drawn_by_surprise: bool) -> Outcome:
        """What a player with ``hand`` has afterwards. Raises ValueError for an impossible hand."""

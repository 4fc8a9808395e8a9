"""What a Collector is asked in the course of a game, and what it can answer."""

from collections.abc import Sequence
from typing import Literal, Protocol

from msgspec import Struct

from generator.games.collectors.allowed import Action
from generator.games.collectors.state import CollectorsItem, CollectorsTable, Escapade
from generator.games.collectors.texts import Power

TOWARDS = {"attack": "", "steal": "from ", "trade": "with "}


class CollectorsAct(Struct, frozen=True):
    """What a Collector does to another: the item stolen, foisted or given, and the one wanted for it in a trade; or an
    active ability, which may be any of these."""

    action: Action | Literal["use"]
    target: int = -1
    item: CollectorsItem | None = None
    wanted: CollectorsItem | None = None
    power: Power | None = None

    def __str__(self) -> str:
        """The act in words."""
        words = [f"uses {self.power.name}:"] if self.power is not None else []
        words += [f"{self.action}s"] if self.action != "use" else []
        words += [" for ".join([item.name for item in (self.item, self.wanted) if item is not None])]
        words += [f"{TOWARDS.get(self.action, 'on ')}player {self.target + 1}"] if self.target >= 0 else []
        return " ".join(filter(None, words))


class Window(Struct, frozen=True):
    """What could be intercepted: who acts, what is done, and to whom; ``collect`` has no target."""

    seat: int
    action: Action | Literal["collect"]
    items: tuple[CollectorsItem, ...] = ()  # at stake: in a trade what the one acting gives, then what it gets
    target: int | None = None


class CollectorsDecider(Protocol):
    """What a Collector decides. ``me`` is its seat; what it is asked it has to answer legally."""

    def exchanges(self, table: CollectorsTable, me: int) -> Escapade | None:
        """The card of the hand that goes under the Escapade Deck, none if None."""

    def escapade(self, table: CollectorsTable, me: int, cards: Sequence[Escapade]) -> Escapade:
        """The Escapade that it plays."""

    def partner(self, table: CollectorsTable, me: int, others: Sequence[int]) -> int:
        """Whom it chooses for an Escapade that wants somebody."""

    def collects(self, table: CollectorsTable, me: int) -> CollectorsItem:
        """The item that it takes from circulation."""

    def acts(self, table: CollectorsTable, me: int, *, offers: bool) -> CollectorsAct | None:
        """Its next action, None if it is done. ``offers``: whether it may still offer a trade."""

    def agrees(self, table: CollectorsTable, me: int, gives: CollectorsItem, gets: CollectorsItem, other: int) -> bool:
        """Whether it trades with another."""

    def yields(self, table: CollectorsTable, me: int, item: CollectorsItem, by: int | None) -> bool:
        """Whether it gives up an item, to another or into circulation, rather than lose 2 Stamina."""

    def intercepts(self, table: CollectorsTable, me: int, window: Window) -> bool:
        """Whether it pays for an interception."""

    def keeps(self, table: CollectorsTable, me: int, item: CollectorsItem) -> bool:
        """Whether it keeps what it intercepts of a theft, or puts it into circulation."""

    def picks(self, table: CollectorsTable, me: int, items: tuple[CollectorsItem, CollectorsItem]) -> Literal[0, 1]:
        """Which item of a trade it takes."""

    def drops(self, table: CollectorsTable, me: int) -> CollectorsItem | None:
        """The item that it returns to circulation, none if None."""

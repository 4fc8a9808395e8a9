"""What a Collector can do in its turn, and what others can intercept."""

from typing import Literal

from msgspec import Struct

from generator.games.collectors.allowed import Action
from generator.games.collectors.state import CollectorsItem
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

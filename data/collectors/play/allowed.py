"""What a Collector can do in its turn, whether it may as things stand, what it costs, and what may be intercepted.

Source and rulings as in `actions`.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from .effects import LOW
from .state import CollectorsItem, CollectorsPlayer, CollectorsTable
from .texts import Power

Action = Literal["attack", "steal", "foist", "trade"]
JOINT, HEATED, CLANDESTINE = "Joint Effort", "Heated Encounter", "Clandestine Approach"
ACTIONS: tuple[Action, ...] = ("attack", "steal", "foist", "trade")
ACTION = INTERCEPTION = 1  # AP, but for a theft


def open_to(table: CollectorsTable, seat: int, target: int) -> tuple[Action, ...]:
    """What this round's Escapade lets a Collector do to another; interceptions it leaves alone (ours)."""
    one, other = table.collectors[seat], table.collectors[target]
    if seat == target or one.out or other.out or one.stamina == 0:
        return ()
    keyword = table.escapade.keyword if table.escapade else None
    pair = table.instigator, table.partner
    if keyword == JOINT and seat in pair and target in pair:
        return ACTIONS[-1:]
    if keyword == HEATED and seat in pair and table.partner is not None:
        return ACTIONS[:-1] if target in pair else ()
    if keyword == CLANDESTINE and target == table.instigator and len(table.playing) > 2:
        return ()
    return ACTIONS


def may_intercept(table: CollectorsTable, seat: int, parties: Sequence[int]) -> bool:
    """Whether a Collector may intercept what others do: once per round, for 1 AP, and not while knocked out (ours)."""
    one = table.collectors[seat]
    if seat in parties or one.out or one.stamina == 0 or one.intercepted:
        return False
    if one.ap < INTERCEPTION and "free interception" not in one.hooks:
        return False
    tired = one.stamina <= LOW and "tired" in one.hooks
    return not tired and not (parties[0] == table.instigator and "unstopped" in table.collectors[parties[0]].hooks)


def price(one: CollectorsPlayer, action: Action) -> int:
    """The AP that an action costs a Collector now."""
    if action == "steal" and one.free:
        return 0
    dearer = one.hooks.get(f"dearer {action}")
    cost = one.theft if action == "steal" else ACTION
    return cost + len(dearer) if dearer and f"tried {action}" not in one.used else cost


def may_be_stolen(one: CollectorsPlayer, item: CollectorsItem) -> bool:
    """Whether an item of a Collector can be stolen at all."""
    return not item.fixed and item is not one.guarded and item is not one.locked


def may_use(one: CollectorsPlayer, power: Power) -> bool:
    """Whether an ability is at hand in this round, and can be paid."""
    return one.ap >= power.cost and one.stamina > power.stamina and power.name not in one.spent


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

"""What is worth doing in a turn of the Confrontation Phase, as it begins."""

from random import Random

from generator.games.collectors.allowed import may_act, may_be_stolen, may_use
from generator.games.collectors.by_chance import CollectorsChance
from generator.games.collectors.deciding import CollectorsAct
from generator.games.collectors.effects import margin
from generator.games.collectors.powers import uses
from generator.games.collectors.state import CollectorsItem, CollectorsTable, ItemSort
from generator.games.collectors.texts import Power
from generator.games.collectors.worths import (
    A_POINT,
    AN_AP,
    LeadReckoning,
    best,
    danger,
    expelling,
    odds,
    of_changes,
    recovery,
)

EARLY = 10.0  # abilities that are worth it come before plain actions
RESTED, RESTING = 7, ("recover", "rest", "sell")  # Stamina above which these abilities are worth nothing
ALIKE = frozenset(("recover", "rest", "gain", "raise", "lower", "tire", "guard"))  # worth the same on whatever
ANY_USE = CollectorsAct("use")
NEAR = 2  # items to a Lose Condition at which one takes care

CollectorsPlan = tuple[float, CollectorsAct, ItemSort | None]  # its worth; a theft is of any item of a sort


class TurnPlanning(CollectorsChance):
    """Reckons what a turn may bring."""

    least_chance = 0.0  # of a check, without which nothing is tried

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.lead = LeadReckoning()
        self._tries = {"steal": self._theft, "foist": self._gift, "trade": self._offer, "attack": self._blow}

    def planned(self, table: CollectorsTable, me: int) -> list[CollectorsPlan]:
        """What is worth doing in a turn as it begins, the best last; lots are drawn among equals."""
        one, found = table.collectors[me], list[CollectorsPlan]()
        others = [seat for seat in table.playing if seat != me]
        for target in others:
            if may_act(table, me, target, "steal"):
                found += self._thefts(table, me, target)
        first = max(found, key=lambda plan: plan[0], default=None)
        for target in others:
            pairs = []
            if may_act(table, me, target, "trade"):
                pairs.append(self._offer(table, me, target))
            if may_act(table, me, target, "foist"):
                pairs.append(self._gift(table, me, target))
            if may_act(table, me, target, "attack"):
                pairs.append(self._blow(table, me, target))
            found += [(value, act, None) for value, act in pairs if act is not None]
        target = first[1].target if first else others[0] if others else me
        rested = one.stamina > RESTED
        for power in one.powers:
            if may_use(one, power) and not (rested and power.does in RESTING):
                found += [(value, act, None) for value, act in self._used(table, me, power, target) if value > 0]
        self.rng.shuffle(found)
        return sorted(found, key=lambda plan: plan[0] + EARLY * (plan[1].power is not None))

    def _thefts(self, table: CollectorsTable, me: int, target: int) -> list[CollectorsPlan]:
        """What thefts from another are worth, by the sort of the item."""
        rates, other = odds(table, me, target, "steal"), table.collectors[target]
        if rates < self.least_chance:
            return []
        more, own = self.lead.moved(table, me, target, me).more, table.collectors[me].character.item_type
        crowded, theirs, found = self.crowded(table, me), other.character.item_type, list[CollectorsPlan]()
        act, expelled = CollectorsAct("steal", target), expelling(table, target)
        for sort in other.sorts:
            value = more.get(sort, 0.0)
            if value > 0 and not (crowded and sort[0] != own):
                found.append((rates * (value + expelled if sort[0] == theirs else value), act, sort))
        return found

    def _theft(self, table: CollectorsTable, me: int, target: int, power: Power) -> tuple[float, CollectorsAct | None]:
        """The best theft by an ability."""
        rates, other = odds(table, me, target, "steal", power), table.collectors[target]
        sorts = other.sorts
        if other.guarded is not None or "unstealable" in other.hooks:
            sorts = {one.sort: one for one in other.items if may_be_stolen(other, one)}
        gain, item = best(self.lead.moved(table, me, target, me), sorts)
        if item is None or rates < self.least_chance or self.crowded(table, me):
            return 0.0, None
        expelled = expelling(table, target) if item.type == other.character.item_type else 0.0
        return rates * (gain + expelled), CollectorsAct("steal", target, item, None, power)

    def _gift(
        self, table: CollectorsTable, me: int, target: int, power: Power | None = None
    ) -> tuple[float, CollectorsAct | None]:
        """The best gift."""
        gain, item = best(self.lead.moved(table, me, me, target), table.collectors[me].sorts)
        if item is None or gain <= 0 or (rates := odds(table, me, target, "foist", power)) < self.least_chance:
            return 0.0, None
        return rates * gain, CollectorsAct("foist", target, item, None, power)

    def _offer(
        self, table: CollectorsTable, me: int, target: int, power: Power | None = None
    ) -> tuple[float, CollectorsAct | None]:
        """The best trade that both gain by; whoever is offered one is taken to reckon in the same way."""
        found: tuple[float, CollectorsAct | None] = (0.0, None)
        mine, theirs = table.collectors[me], table.collectors[target]
        wanted = [item for item in theirs.sorts.values() if item.type == mine.character.item_type]
        if not wanted:
            return found
        gets, gives = self.lead.moved(table, me, target, me).more, self.lead.moved(table, me, me, target).more
        for got in wanted:
            for given in mine.sorts.values():
                value = gets[got.sort] + gives[given.sort]
                if value > found[0] and self._exchanged(table, target, me, got, given) > 0:
                    found = value, CollectorsAct("trade", target, given, got, power)
        return found

    def _exchanged(
        self, table: CollectorsTable, me: int, other: int, gives: CollectorsItem, gets: CollectorsItem
    ) -> float:
        """What a trade is worth to one of the two."""
        gain = self.lead.moved(table, me, other, me).more[gets.sort]
        return gain + self.lead.moved(table, me, me, other).more[gives.sort]

    def _blow(
        self, table: CollectorsTable, me: int, target: int, power: Power | None = None
    ) -> tuple[float, CollectorsAct | None]:
        other = table.collectors[target]
        loss = 0.0 if other.knocked_out else danger(other, other.stamina - 1) - danger(other, other.stamina)
        if loss <= 0 or (rates := odds(table, me, target, "attack", power)) < self.least_chance:
            return 0.0, None
        return rates * loss / max(1, len(table.playing) - 1), CollectorsAct("attack", target, power=power)

    def stands(self, table: CollectorsTable, me: int, act: CollectorsAct) -> bool:
        """Whether what was planned as the turn began can still be done."""
        one, power = table.collectors[me], act.power
        does = act.action if power is None else power.does
        if not (one.ap if power is None else may_use(one, power)):
            return False
        if does == "press" and not table.collectors[act.target].own:
            return False
        from_other = does in ("steal", "extort")
        there = table.circulation if does == "bury" else table.collectors[act.target if from_other else me].items
        if act.item is not None and act.item not in there:
            return False
        if act.action == "use":
            return act.wanted is None or act.wanted in table.circulation
        if act.wanted is not None and ("offered" in one.used or act.wanted not in table.collectors[act.target].items):
            return False
        return act.action != "steal" or (act.item is not None and may_be_stolen(table.collectors[act.target], act.item))

    def _used(self, table: CollectorsTable, me: int, power: Power, target: int) -> list[tuple[float, CollectorsAct]]:
        """What an ability is worth more than what its AP are otherwise, for all that it can be used for; what is an
        action is one on whom a theft is best."""
        one = table.collectors[me]
        paid = power.cost * AN_AP - (recovery(one, -power.stamina) if power.stamina else 0.0)
        if power.does in ALIKE:
            value = self._worth(table, me, power, ANY_USE) - paid
            return [(value, act) for act in uses(table, me, power)] if value > 0 else []
        tries = self._tries.get(power.does)
        if tries is None:
            return [(self._worth(table, me, power, act) - paid, act) for act in uses(table, me, power)]
        if target == me or not may_act(table, me, target, power.does):  # type: ignore[arg-type]  # it is one of them
            return []
        value, act = tries(table, me, target, power)
        if act is None:
            return []
        other, rivals = table.collectors[target], max(1, len(table.playing) - 1)
        won, lost = (of_changes(one, a) - of_changes(other, b) / rivals for a, b in (power.won, power.lost))
        rates = 1.0 if power.does == "trade" else odds(table, me, target, power.does, power)
        return [(value + rates * won + (1 - rates) * lost - paid, act)]

    def _worth(self, table: CollectorsTable, me: int, power: Power, act: CollectorsAct) -> float:
        """What an ability that is none of the four actions is worth."""
        one, rivals = table.collectors[me], max(1, len(table.playing) - 1)
        match power.does:
            case "recover":
                return recovery(one, min(power.bonus, one.own) if power.bonus == 5 else power.bonus)
            case "rest":
                return recovery(one, 3 * (one.ap - 1)) - one.ap * AN_AP
            case "gain":
                return power.bonus * AN_AP
            case "raise":
                return one.ap * A_POINT
            case "lower" | "tire":
                return (one.ap * A_POINT if power.kind == "reflexes" else A_POINT) / rivals + A_POINT
            case "guard":
                return 2 * A_POINT
            case "press" | "extort" if act.target >= 0:
                other = table.collectors[act.target]
                blow = -recovery(other, -power.bonus) / rivals
                item = act.item or next(item for item in other.items if item.type == other.character.item_type)
                receiver = me if act.item is not None else -1
                return min(blow, self.lead.moved(table, me, act.target, receiver).more[item.sort])
            case "bury" if act.item is not None:
                sort, owner = act.item.type, one.character.item_type
                return 0.0 if sort == owner else 1 / rivals / 2
            case _:
                found = recovery(one, power.bonus) if power.does == "sell" else 0.0
                if act.wanted is not None:
                    found += self.lead.moved(table, me, -1, me).more[act.wanted.sort]
                if act.item is not None:
                    receiver = act.target if power.does == "give" else -1
                    found += self.lead.moved(table, me, me, receiver).more[act.item.sort]
                return found

    def crowded(self, table: CollectorsTable, me: int) -> bool:
        """Whether items of other types are about to lose the game."""
        lose = table.collectors[me].character.lose
        return lose is not None and lose.what == "clutter" and margin(table, me) <= NEAR

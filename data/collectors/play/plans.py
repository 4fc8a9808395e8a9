"""What is worth doing in a turn of the Confrontation Phase, as it begins."""

from operator import itemgetter

from .allowed import ACTIONS, CollectorsAct, may_be_stolen, may_use, open_to
from .by_chance import CollectorsChance
from .effects import margin
from .powers import uses
from .state import CollectorsItem, CollectorsTable
from .texts import Power
from .worths import (
    A_POINT,
    AN_AP,
    MovesByGiver,
    best,
    expelling,
    moves_for,
    odds,
    of_changes,
    recovery,
)

EARLY = 10.0  # abilities that are worth it come before plain actions
LOTS = 1e-9  # what is drawn among equals
RESTED, RESTING = 7, ("recover", "rest", "sell")  # Stamina above which these abilities are worth nothing
ALIKE = frozenset(("recover", "rest", "gain", "raise", "lower", "tire", "guard", "lock"))  # worth the same on whatever
ANY_USE = CollectorsAct("use")
NO_CHANGE = ((), ())
A_BURIAL = 0.5  # an item that no rival collects soon, to all of them together
NEAR = 2  # items to a Lose Condition at which one takes care

CollectorsPlan = tuple[float, CollectorsAct]  # its worth first
Try = tuple[float, float, CollectorsAct]  # what an action is worth if it succeeds, and how often it does
NOTHING = 0.0, ANY_USE


class TurnPlanning(CollectorsChance):
    """Reckons what a turn may bring."""

    least_chance = 0.0  # of a check, without which nothing is tried

    def planned(self, table: CollectorsTable, me: int) -> list[CollectorsPlan]:
        """What is worth doing in a turn as it begins, the best last; lots are drawn among equals.

        On each rival the best of each action counts; an ability that is an action is for the one whom a theft is best
        from, and what it may bring is reckoned once.
        """
        one, moves, lot = table.collectors[me], moves_for(table, me), self.rng.random
        found, rivals = list[tuple[float, float, CollectorsAct]](), max(1, len(table.playing) - 1)
        prey, most = dict[str, Try](), -1.0
        for target in table.playing:
            tries = self._tries(table, me, target, moves, rivals) if target != me else {}
            for gain, rate, act in tries.values():
                if rate >= self.least_chance:
                    found.append((rate * gain + LOTS * lot(), rate * gain, act))
            best_theft = tries["steal"][0] * tries["steal"][1] if "steal" in tries else 0.0
            if tries and best_theft > most:
                prey, most = tries, best_theft
        rested = one.stamina > RESTED
        for power in one.powers:
            if not (rested and power.does in RESTING) and may_use(one, power):
                value, act = self._used(table, me, power, prey, moves)
                if value > 0:
                    found.append((EARLY + value + LOTS * lot(), value, act))
        found.sort(key=itemgetter(0))
        return [plan[1:] for plan in found]

    def _tries(self, table: CollectorsTable, me: int, target: int, moves: MovesByGiver, rivals: int) -> dict[str, Try]:
        """What may be done to another and is worth anything, the best of each action."""
        found, one, other = dict[str, Try](), table.collectors[me], table.collectors[target]
        for action in open_to(table, me, target):
            if action == "attack":
                gain, item = -recovery(other, -1) / rivals, None
            elif action == "steal":
                gain, item = self.theft(table, me, target, moves)
            elif action == "foist":
                gain, item = best(moves[me][target], one.sorts)
            else:
                gain, act = self._offer(table, me, target, moves)
                if gain > 0:
                    found[action] = gain, 1.0, act
                continue
            if gain > 0:
                found[action] = gain, odds(table, me, target, action), CollectorsAct(action, target, item)
        return found

    def theft(
        self, table: CollectorsTable, me: int, target: int, moves: MovesByGiver
    ) -> tuple[float, CollectorsItem | None]:
        """The item that is best stolen, and what that is worth."""
        other, sorts = table.collectors[target], table.collectors[target].loose
        if other.guarded or other.locked:
            sorts = {one.sort: one for one in other.items if may_be_stolen(other, one)}
        if self.crowded(table, me):
            own = table.collectors[me].character.item_type
            sorts = {sort: item for sort, item in sorts.items() if sort[0] == own}
        found = best(moves[target][me], sorts)
        expelled = expelling(table, target)
        if expelled:
            theirs = {sort: item for sort, item in sorts.items() if sort[0] == other.character.item_type}
            gain, item = best(moves[target][me], theirs)
            return max(found, (gain + expelled, item), key=itemgetter(0)) if item is not None else found
        return found

    def _offer(self, table: CollectorsTable, me: int, target: int, moves: MovesByGiver) -> tuple[float, CollectorsAct]:
        """The best trade that both gain by; whoever is offered one is taken to reckon in the same way."""
        found = NOTHING
        mine, theirs = table.collectors[me], table.collectors[target]
        own = mine.character.item_type
        wanted = [item for sort, item in theirs.sorts.items() if sort[0] == own]
        if not wanted:
            return found
        gets, gives = moves[target][me].more, moves[me][target].more
        for got in wanted:
            for given in mine.sorts.values():
                value = gets[got.sort] + gives[given.sort]
                if value > found[0] and self.exchanged(table, target, me, got, given) > 0:
                    found = value, CollectorsAct("trade", target, given, got)
        return found

    def exchanged(
        self, table: CollectorsTable, me: int, other: int, gives: CollectorsItem, gets: CollectorsItem
    ) -> float:
        """What a trade is worth to one of the two."""
        moves = moves_for(table, me)
        return moves[other][me].more[gets.sort] + moves[me][other].more[gives.sort]

    def stands(self, table: CollectorsTable, me: int, act: CollectorsAct) -> bool:
        """Whether what was planned as the turn began can still be done."""
        one, power = table.collectors[me], act.power
        does = act.action if power is None else power.does
        if power is not None and not may_use(one, power):
            return False
        if does == "press" and not table.collectors[act.target].own:
            return False
        if does == "attack":
            return not table.collectors[act.target].knocked_out
        if does in ("foist", "trade") and act.item is one.locked:
            return False
        from_other = does in ("steal", "extort")
        there = table.circulation if does == "bury" else table.collectors[act.target if from_other else me].items
        if act.item is not None and act.item not in there:
            return False
        if act.action == "use":
            return act.wanted is None or act.wanted in table.circulation
        if act.wanted is not None and act.wanted not in table.collectors[act.target].items:
            return False
        return act.action != "steal" or (act.item is not None and may_be_stolen(table.collectors[act.target], act.item))

    def _used(
        self, table: CollectorsTable, me: int, power: Power, tries: dict[str, Try], moves: MovesByGiver
    ) -> tuple[float, CollectorsAct]:
        """What an ability is worth more than what its AP are otherwise, and what it is best used for."""
        one, does = table.collectors[me], power.does
        action = does in ACTIONS
        if action and does not in tries:
            return NOTHING
        paid = power.cost * AN_AP
        if power.stamina:
            paid -= recovery(one, -power.stamina)
        if does in ALIKE:
            value = self._worth(table, me, power, ANY_USE, moves) - paid
            acts = list(uses(table, me, power)) if value > 0 else []
            return (value, self.rng.choice(acts)) if acts else NOTHING
        if not action:
            if does == "bury" and paid >= A_BURIAL / max(1, len(table.playing) - 1):
                return NOTHING
            found = [(self._worth(table, me, power, act, moves), act) for act in uses(table, me, power)]
            value, act = max(found, key=itemgetter(0), default=NOTHING)
            return value - paid, act
        gain, rate, act = tries[does]
        if power.twice or power.bonus or power.swapped:
            rate = odds(table, me, act.target, power.does, power)
        if rate < self.least_chance:
            return NOTHING
        value = rate * gain - paid
        if power.won != NO_CHANGE or power.lost != NO_CHANGE:
            other, rivals = table.collectors[act.target], max(1, len(table.playing) - 1)
            won, lost = (of_changes(one, a) - of_changes(other, b) / rivals for a, b in (power.won, power.lost))
            value += rate * won + (1 - rate) * lost
        return value, CollectorsAct(act.action, act.target, act.item, act.wanted, power)

    def _worth(self, table: CollectorsTable, me: int, power: Power, act: CollectorsAct, moves: MovesByGiver) -> float:
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
                return one.ap / one.theft * A_POINT
            case "lower" | "tire":
                thefts = one.ap / one.theft if power.kind == "reflexes" else 1
                return thefts * A_POINT / rivals + A_POINT
            case "guard" | "lock":
                return 2 * A_POINT
            case "press" | "extort" if act.target >= 0:
                other = table.collectors[act.target]
                hurt = -recovery(other, -power.bonus) / rivals
                item = act.item or next(item for item in other.items if item.type == other.character.item_type)
                receiver = me if act.item is not None else -1
                return min(hurt, moves[act.target][receiver].more[item.sort])
            case "bury" if act.item is not None:
                sort, owner = act.item.type, one.character.item_type
                return 0.0 if sort == owner else A_BURIAL / rivals
            case _:
                found = recovery(one, power.bonus) if power.does == "sell" else 0.0
                if act.wanted is not None:
                    found += moves[-1][me].more[act.wanted.sort]
                if act.item is not None:
                    receiver = act.target if power.does == "give" else -1
                    found += moves[me][receiver].more[act.item.sort]
                return found

    def crowded(self, table: CollectorsTable, me: int) -> bool:
        """Whether items of other types are about to lose the game."""
        lose = table.collectors[me].character.lose
        return lose is not None and lose.what == "clutter" and margin(table, me) <= NEAR

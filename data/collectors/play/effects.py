"""What items and characters do in a game: attributes as they are, events, Stamina and AP, Lose Conditions."""

from collections.abc import Callable, Mapping

from .checks import SIDES, Roll, succeeds
from .state import MOST_STAMINA, PLACES, CollectorsPlayer, CollectorsTable
from .texts import ATTRIBUTES, CONTEXTS, Changes, Passive, Power

MOST_BONUS, LEAST_REFLEXES, MOST_REFLEXES = 6, 6, 13  # 1 beyond what is printed, however much adds up (ours)
LOW, HIGH = 5, 6  # Stamina at which some items work
EVERYWHERE: Mapping[str, tuple[int, ...]] = {
    attribute: tuple(PLACES[attribute, context] for context in CONTEXTS) for attribute in ATTRIBUTES
}
BY: Mapping[str, str] = {"attack": "grit", "intercept": "grit", "steal": "cunning", "foist": "cunning"}
OTHER: Mapping[str, str] = {"grit": "cunning", "cunning": "grit"}


def bonus(table: CollectorsTable, seat: int, context: str, against: int, power: Power | None = None) -> int:
    """What a Collector adds to a roll."""
    one = table.collectors[seat]
    attribute = BY[context]
    if power is not None and power.swapped:
        attribute = OTHER[attribute]
    place = PLACES[attribute, context]
    printed = one.character.grit if attribute == "grit" else one.character.cunning
    found = printed + one.lasting[place] + one.now[place]
    if attribute in one.hooks:
        found += _while(table, seat, attribute, against)
    if power is not None:
        found += power.bonus
    return found if found < MOST_BONUS else MOST_BONUS


def reflexes(table: CollectorsTable, seat: int, context: str, by: int) -> int:
    """What a roll against a Collector has to reach."""
    one = table.collectors[seat]
    if one.stamina == 0:
        return 0
    place = PLACES["reflexes", context]
    found = one.character.reflexes + one.lasting[place] + one.now[place]
    if "reflexes" in one.hooks:
        found += _while(table, seat, "reflexes", by)
    return LEAST_REFLEXES if found < LEAST_REFLEXES else found if found < MOST_REFLEXES else MOST_REFLEXES


def check(table: CollectorsTable, seat: int, target: int, context: str, roll: Roll, power: Power | None = None) -> bool:
    """Whether a roll of one Collector against another succeeds, with what follows from it whatever it was about."""
    one, shown = table.collectors[seat], roll()
    if power is not None and power.twice:
        shown = max(shown, roll())
    if shown == 1 and _once(one, "second chance"):
        shown = roll()
    succeeded = succeeds(shown, bonus(table, seat, context, target, power), reflexes(table, target, context, seat))
    if one.hooks or table.collectors[target].hooks:
        if shown in (1, SIDES):
            fire(table, f"rolled {shown}", seat)
        if not succeeded:
            fire(table, "failed", seat)
            if context != "intercept":
                fire(table, f"{context} failed", seat)
                fire(table, f"{context} failed on you", target, seat)
                fire(table, "failed on you", target, seat)
    return succeeded


def fire(table: CollectorsTable, event: str, seat: int, other: int | None = None) -> None:
    """Something happened to a Collector, or was done by it; ``other`` is who did it, or to whom."""
    one = table.collectors[seat]
    found = one.hooks.get(event)
    if not found:
        return
    for passive in tuple(found):
        if passive.when and not HOLDS[passive.when](table, seat, passive, other):
            continue
        if passive.once:
            if passive.name in one.used:
                continue
            one.used.add(passive.name)
        change(table, seat, passive.mine)
        if other is not None:
            change(table, other, passive.theirs)


def change(table: CollectorsTable, seat: int, changes: Changes) -> None:
    """Stamina, AP, and attributes until the round ends."""
    for what, by in changes:
        one = table.collectors[seat]
        if what == "stamina":
            wound(table, seat, -by) if by < 0 else recover(one, by)
        elif what == "ap":
            one.ap = max(0, one.ap + by)
        elif what == "free":
            one.free += by
        else:
            for place in EVERYWHERE[what]:
                one.now[place] += by


def wound(table: CollectorsTable, seat: int, by: int = 1) -> None:
    """A Collector loses Stamina; one that would be knocked out may have an item that saves it."""
    one = table.collectors[seat]
    one.stamina = max(0, one.stamina - by)
    saves = one.hooks.get("saves")
    if one.stamina == 0 and saves:
        item = next(item for item in one.items if item.passive is saves[0])
        table.give(seat, None, item)
        one.stamina = 1


def recover(one: CollectorsPlayer, by: int) -> None:
    """A Collector recovers Stamina, who is knocked out none until the round is over (ours)."""
    if one.stamina:
        one.stamina = max(one.stamina, min(most_stamina(one), one.stamina + by))


def most_stamina(one: CollectorsPlayer) -> int:
    """As far as Stamina can rise."""
    return MOST_STAMINA - 1 if "least room" in one.hooks else MOST_STAMINA


HOLDS: Mapping[str, Callable[[CollectorsTable, int, Passive, int | None], bool]] = {
    "low": lambda table, seat, _, __: table.collectors[seat].stamina <= LOW,
    "high": lambda table, seat, _, __: table.collectors[seat].stamina >= HIGH,
    "instigator": lambda table, seat, _, __: seat == table.instigator,
    "richer": lambda table, seat, _, other: (
        other is not None and len(table.collectors[other].items) > len(table.collectors[seat].items)
    ),
    "fitter": lambda table, seat, _, other: (
        other is not None and table.collectors[other].stamina > table.collectors[seat].stamina
    ),
    "magic": lambda table, seat, passive, _: (
        [item.passive for item in table.collectors[seat].items if item.magic] not in ([], [passive])
    ),
    "foisted nothing": lambda table, seat, _, __: "foisted" not in table.collectors[seat].used,
    "idle": lambda table, seat, _, __: not table.collectors[seat].spent,
}  # by `Passive.when`: whether the condition is met


def has_lost(table: CollectorsTable, seat: int, after: str) -> bool:
    """Whether a Collector meets the Lose Condition, at the end of a phase or step."""
    one = table.collectors[seat]
    lose = one.character.lose
    return lose is not None and lose.after == after and margin(table, seat) <= 0


def margin(table: CollectorsTable, seat: int) -> int:
    """How far a Collector is from what the Lose Condition says; 0 or less where it holds, large where there is none."""
    one = table.collectors[seat]
    lose = one.character.lose
    if lose is None:
        return 99
    kind, own = one.character.item_type, one.own
    match lose.what:
        case "fewest":
            return own - lose.number + 1
        case "down":
            return max(0, own - lose.number + 1) + one.stamina
        case "lying":
            return own + lose.number - [item.type for item in table.circulation].count(kind)
        case "rival":
            rivals = [other for number, other in enumerate(table.collectors) if number != seat]
            return own + lose.number - max([[item.type for item in rival.items].count(kind) for rival in rivals])
        case "weak":
            return one.stamina - lose.number
        case _:  # clutter
            return own + lose.number - (len(one.items) - own)


def _while(table: CollectorsTable, seat: int, attribute: str, other: int) -> int:
    found = 0
    for passive in table.collectors[seat].hooks[attribute]:
        if HOLDS[passive.when](table, seat, passive, other):
            found += passive.mine[0][1]
    return found


def _once(one: CollectorsPlayer, what: str) -> bool:
    """Whether an item with a rule that works once a round is at hand; then it has worked."""
    for passive in one.hooks.get(what, ()):
        if passive.name not in one.used:
            one.used.add(passive.name)
            return True
    return False

"""What the printed texts of active abilities and Lose Conditions do, as `texts` has it of passive ones."""

import re
from collections.abc import Mapping

from .texts import Lose, Power, changes

START = "At the start of the Confrontation Phase, "
TAIL = re.compile(r"If (it lands|you succeed|it is made|it misses|you fail|it is refused), (.*)\.")
USES: Mapping[str, tuple[str, int]] = {  # patterns of what is done besides the four actions, and how much of it
    r"Recover 3 Stamina\.": ("recover", 3),
    r"Recover 1 Stamina for each \w+ you possess, up to 5\.": ("recover", 5),
    r"End your turn and recover 1 Stamina for each AP you have left\.": ("rest", 1),
    r"Put an item you possess into circulation to recover 4 Stamina\.": ("sell", 4),
    r"Gain 2 AP\.": ("gain", 2),
    r"raise your (grit|cunning|reflexes) by 1 until the round ends\.": ("raise", 1),
    r"lower another Collector’s (grit|cunning|reflexes) by 1 until the round ends\.": ("lower", 1),
    r"choose another Collector: that Collector loses 1 AP\.": ("tire", 1),
    r"choose an? \w+ you possess: it cannot be stolen until the round ends\.": ("guard", 1),
    r"Exchange an item you possess for an? \w+ in circulation\.": ("exchange", 1),
    r"Put an item from circulation under its Collection Deck\.": ("bury", 1),
    r"Give another Collector an item you possess, then collect one item from circulation\.": ("give", 1),
    r"Choose another Collector: they put an item of their own type into circulation or lose 2 Stamina\.": ("press", 2),
    r"Choose an item another Collector possesses: they give it to you or lose 2 Stamina\.": ("extort", 2),
    # characters
    r".*you may spend 2 Stamina to gain 1 AP\.": ("gain", 1),
    r".*you may pay 1 AP to collect one \w+ from circulation\. If you do, lower your Reflexes.*": ("lure", 1),
    r".*you may pay 1 AP and choose another Collector: lower that Collector’s (grit) by 1.*": ("lower", 1),
    r".*choose an? \w+ you possess\. Until the round ends it cannot be stolen, foisted or traded,.*": ("lock", 1),
    r".*choose an? \w+ you possess\. It cannot be stolen until the round ends\.": ("guard", 1),
    r".*you may pay 1 AP and put a Magic item you possess back into circulation to collect one more item\.": (
        "recall",
        1,
    ),
    r".*you may pay 1 AP to return up to two more items to circulation, none of them an? \w+\.": ("clear", 2),
}
ACTIONS = (("Attack", "attack"), ("Steal an item", "steal"), ("Foist an item", "foist"), ("Propose a trade", "trade"))


def power(name: str, text: str, kind: str, cost: int, stamina: int) -> Power | None:
    """What an active ability does, for so many AP and Stamina."""
    plain = text.removeprefix(START)
    if text.startswith(
        "Once per round, a trade you propose costs you no AP. If it is made, you and the other trader each"
    ):
        return Power(name, "trade", 0, won=((("stamina", 1),), (("stamina", 1),)))
    for pattern, (does, number) in USES.items():
        found = re.fullmatch(pattern, plain, re.IGNORECASE)
        if found:
            attribute = found[1].lower() if found.groups() else ""
            return Power(name, does, cost, stamina, number, kind=attribute or kind)
    for start, action in ACTIONS:
        if text.startswith(start):
            return _action(Power(name, action, cost, stamina), text.removeprefix(start).strip(" ."))
    return None


def _action(found: Power, rest: str) -> Power | None:
    """An ability that is one of the four actions, by what is said after it; without the stop at the end."""
    if rest == "Roll twice; the higher roll counts":
        return found._replace(twice=True)
    if re.fullmatch(r"Your \w+ is raised by 1 for this roll", rest):
        return found._replace(bonus=1)
    if re.fullmatch(r"with (Grit|Cunning) instead of (Grit|Cunning)", rest):
        return found._replace(swapped=True)
    tail = TAIL.fullmatch(f"{rest}.")
    clauses = changes(tail[2]) if tail else None
    if tail is None or clauses is None:
        return None
    won = tail[1] in ("it lands", "you succeed", "it is made")
    return found._replace(won=clauses) if won else found._replace(lost=clauses)


LOSES = (  # patterns of Lose Conditions with the number that decides, and what they look at
    (r"you possess (no) \w+", "fewest"),
    (r"you are knocked out and possess fewer than (\w+) \w+", "down"),
    (r"circulation holds at least (\w+) more \w+ than you possess", "lying"),
    (r"any one other Collector possesses at least (\w+) more \w+ than you", "rival"),
    (r"your Stamina is (\w+) or lower", "weak"),
    (r"your items of other types outnumber your \w+ by (\w+) or more", "clutter"),
)
WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBERS = {"no": 1, **{word: number for number, word in enumerate(WORDS, 1)}}  # no items are fewer than one


def lose(text: str) -> Lose | None:
    """A Lose Condition; None where it is not understood."""
    found = re.fullmatch(r"Checked at the end of (?:each|a) ([\w ]+): you lose if (.*)\.", text)
    for pattern, what in LOSES:
        matched = re.fullmatch(pattern, found[2]) if found else None
        if found and matched:
            number = int(matched[1]) if matched[1].isdecimal() else NUMBERS.get(matched[1])
            return None if number is None else Lose(found[1], what, number)
    return None

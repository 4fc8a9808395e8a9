"""What the printed texts of items and characters do, as far as they are told in the game's own turns of phrase.

A text that none of these patterns fits is for players to read: nothing here does what it says, and the game lists it.
"""

import re
from typing import NamedTuple

Changes = tuple[tuple[str, int], ...]  # stamina, ap, grit, cunning or reflexes, and by how much; those last the round
ATTRIBUTES = ("grit", "cunning", "reflexes")
CONTEXTS = ("attack", "intercept", "steal", "foist")


class Passive(NamedTuple):
    """What happens to whoever possesses an item, or to a character."""

    name: str
    on: str = ""  # the event, a rule's name, or none for an attribute that is always changed
    once: bool = False  # a round
    mine: Changes = ()
    theirs: Changes = ()  # to the other party
    contexts: tuple[str, ...] = CONTEXTS  # in which an attribute is changed
    when: str = ""  # what has to hold


class Power(NamedTuple):
    """An active ability, once a round."""

    name: str
    does: str  # an action with the changes below, or what `powers` calls it
    cost: int = 1
    stamina: int = 0  # paid besides
    bonus: int = 0
    twice: bool = False  # the higher of two rolls
    swapped: bool = False  # Grit in place of Cunning, or the other way round
    won: tuple[Changes, Changes] = ((), ())  # to oneself and the other
    lost: tuple[Changes, Changes] = ((), ())
    kind: str = ""  # of items that it is about


class Lose(NamedTuple):
    """A Lose Condition: when it is checked, what is examined, and the number that decides."""

    after: str
    what: str
    number: int


CHANGE = re.compile(
    r"(?:(?P<who>the target|that Collector|they|you and the other trader) )?"
    r"(?P<verb>gains?|recovers?|loses?|raise|lower)"
    r"(?: (?P<whose>your|that Collector’s|the target’s))? (?P<what>AP|(?P<number>\d) (?:more |extra )?(?:AP|Stamina)"
    r"(?: each)?|(?:Grit|Cunning|Reflexes) by 1 until the round ends)(?:, if (?:you|they) have any)?",
    re.IGNORECASE,
)


def changes(text: str) -> tuple[Changes, Changes] | None:
    """What a clause does to oneself and to the other; None if it is not understood."""
    found = CHANGE.fullmatch(text)
    if found is None:
        return None
    sign = -1 if found["verb"].lower() in ("lose", "loses", "lower") else 1
    if found["number"]:
        change = ("ap" if " AP" in found["what"] else "stamina", sign * int(found["number"]))
    else:
        change = (found["what"].split()[0].lower(), sign)
    if found["who"] == "you and the other trader":
        return (change,), (change,)
    theirs = found["who"] is not None or (found["whose"] or "your") != "your"
    return ((), (change,)) if theirs else ((change,), ())


WHEN = {
    "while your Stamina is 5 or lower": "low",
    "while you are the Instigator": "instigator",
    "against Collectors who possess more items than you": "richer",
    "against Collectors with more Stamina than you": "fitter",
    "while you possess another Magic item": "magic",
}
EVENTS = {
    "your roll fails": "failed",
    "you roll a 1": "rolled 1",
    "you roll a 12": "rolled 12",
    "you collect an item": "collected",
    "you collect an item that is not of your own type": "collected other",
    "a roll to steal from you fails": "steal failed on you",
    "a roll to attack you, steal from you or foist on you fails": "failed on you",
    "an attack on you lands": "hit",
    "an attack on you misses": "attack failed on you",
    "another Collector tries to steal from you": "steal tried on you",
    "an item is stolen from you": "robbed",
    "this item is stolen from you": "taken",
    "you steal an item": "stole",
    "another Collector uses an active ability": "other used",
    "you use an active ability": "used",
    "you make a trade": "traded",
    "a trade you propose is refused": "refused",
    "your interception succeeds": "intercepted",
    "you lose your Collection Step by intercepting": "step lost",
}
GAIN, LOSS = (("stamina", 1),), (("stamina", -1),)
RULES = {  # whole sentences, and the event or the rule's name, with its changes
    "This item cannot be stolen.": ("unstealable", ()),
    "Your Stamina cannot rise above 9.": ("least room", ()),
    "You cannot intercept while your Stamina is 5 or lower.": ("tired", ()),
    "While you are the Instigator, you cannot be intercepted.": ("unstopped", ()),
    "You cannot return this item in the Drop Step.": ("kept", ()),
    "Once per round, when you roll a 1, roll again. The second roll counts.": ("second chance", ()),
    "Your first interception in each round costs no AP.": ("free interception", ()),
    "When you would be knocked out, put this item into circulation: your Stamina becomes 1 instead.": ("saves", ()),
    "Once per round, when an item is stolen from you, you may hand over this item instead.": ("decoy", ()),
    "In the Recovery Step, recover 1 extra Stamina.": ("recovery", GAIN),
    "In the Recovery Step, recover 1 Stamina less.": ("recovery", LOSS),
    "The first active ability you use each round also costs you 1 Stamina.": ("used", LOSS),
    "At the start of the Confrontation Phase, lose 1 Stamina if you have 6 or more.": ("confrontation", LOSS),
    "While you are the Instigator, gain 1 AP at the start of the Confrontation Phase.": ("confrontation", (("ap", 1),)),
    "Each time you collect an item, lose 1 Stamina.": ("collected", LOSS),
    "In the Drop Step, you may return up to one more item to circulation.": ("drops", ()),
    "In the Drop Step, lose 1 Stamina unless you foisted an item this round.": ("drop", LOSS),
    "In the Recovery Step, recover 1 extra Stamina if you used no active ability this round.": ("recovery", GAIN),
    "At the end of each Confrontation Phase, lose 1 Stamina unless you used an active ability.": ("confronted", LOSS),
    "Your first attempt to steal each round costs 1 more AP.": ("dearer steal", ()),
    "Your first attempt to attack each round costs 1 more AP.": ("dearer attack", ()),
    # characters
    "Each time you use a Hat’s ability, raise one attribute of your choice by 1 until the round ends.": (
        "used",
        (("cunning", 1),),
    ),
    "Once per round, after your steal or interception fails or your steal is intercepted, your next steal this round"
    " costs no AP.": ("steal failed", (("free", 1),)),
}
RULES_WHEN = {
    "lose 1 Stamina if you have 6": "high",
    "While you are the Instigator, gain": "instigator",
    "unless you foisted": "foisted nothing",
    "used no active": "idle",
    "unless you used": "idle",
}
RAISED = re.compile(
    r"Your (\w+) (?:is|are) (raised|lowered) by (\d)(?: when you (\w+)| against rolls to (\w+)[^.]*?)?\."
)
WHILE = re.compile(r"Your (\w+) (?:is|are) (raised|lowered) by (\d) (.*)\.")
TRIGGER = re.compile(r"(Once per round, )?(?:when|each time) (.*?), (?:you may )?([^,]*(?:, if you have any)?)\.", re.I)
OF_TYPE = re.compile(r"you (collect|steal|foist) an? (\w+)(?: on another Collector)?")
PAST = {"collect": "collected", "steal": "stole", "foist": "foisted"}


def passive(name: str, text: str, kind: str) -> Passive | None:
    """What a passive ability does.

    Args:
        name: tells it from others in possession of the same Collector.
        text: as it is printed in English.
        kind: the type of its item, or of its Collector's items.
    """
    if text in RULES:
        on, mine = RULES[text]
        when = next((when for words, when in RULES_WHEN.items() if words in text), "")
        return Passive(name, on, "first" in text or "Once per" in text, mine, when=when)
    found = RAISED.fullmatch(text)
    if found:
        contexts = (found[4] or found[5],) if found[4] or found[5] else CONTEXTS
        return Passive(name, mine=_raised(found), contexts=contexts) if contexts[0] in CONTEXTS else None
    found = WHILE.fullmatch(text)
    if found:
        return Passive(name, mine=_raised(found), when=WHEN[found[4]]) if found[4] in WHEN else None
    found = TRIGGER.fullmatch(text)
    clauses = changes(found[3]) if found else None
    if found is None or clauses is None:
        return None
    on = EVENTS.get(found[2], "")
    typed = OF_TYPE.fullmatch(found[2])
    if not on and typed and kind.startswith(typed[2]):
        on = f"{PAST[typed[1]]} {kind}"
    return Passive(name, on, bool(found[1]), *clauses) if on else None


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return re.findall(r"[^.]+\.", text)


def _raised(found: re.Match[str]) -> Changes:
    return ((found[1].lower(), int(found[3]) * (1 if found[2] == "raised" else -1)),)

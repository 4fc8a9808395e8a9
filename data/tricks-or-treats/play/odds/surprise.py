"""What a Surprise card does to a hand, with all cards that its special draws: how each holding and the pawn change.

``card`` names the card; without it the first card is drawn from the deck too. Cards are drawn from the game's own deck,
shuffled, without putting back; blank ones are passed over. Piles of Treats, Tricks, Masks and Costumes are taken to be
large enough.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from generator.games import (
    Answer,
    BadQuestion,
    Distribution,
    GameData,
    Item,
    Shelf,
    Value,
    ValueShape,
    as_chances,
    counts,
    deck_of,
    expected,
    nearest,
    number,
    table,
    without_tails,
)

from ..cards import HOLDINGS, MOST_COSTUMES, MOVES, SPECIAL, application_order
from ..state import card_of

GAME, CARDS = "tricks-or-treats", "surprise-cards"
MOST_HELD = 999
MOST_STATES = 30_000  # kept in mind at once
MOVED = "moved"

VALUES = {
    "card": Value(
        "ID", "the card that is played; drawn from the deck if not given", made_of=ValueShape("item", ids_of=CARDS)
    ),
    "hand": Value("treats:1,tricks:0,masks:3,costumes:1", "what is held", counts(HOLDINGS, MOST_HELD), required=True),
}

PrintedEffects = tuple[tuple[str, int], ...]  # type and signed size of its effects, as printed
SurpriseDeck = Mapping[PrintedEffects, int]  # cards with effects, and how often each is there
Part = tuple[tuple[str, int], ...]  # what matters of a card, in the order in which it applies
Walk = tuple[tuple[int, ...], int]  # cards of each sort left in the pile, what is held


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The distribution of the change of each holding, and of the squares moved."""
    hand: dict[str, int] = values["hand"]
    if hand["costumes"] > MOST_COSTUMES:
        raise BadQuestion(f"hand: costumes is {hand['costumes']}; a collector keeps one at the most")
    game = shelf.game_with(CARDS, GAME)
    deck: Counter[PrintedEffects] = Counter()
    for item in deck_of(game, CARDS):
        card = _effects(item)
        deck[card] += item.copies if card else 0
    played = None if values["card"] is None else _card(game, values["card"])
    changes = {name: changed(+deck, played or None, name, hand.get(name, 0)) for name in (*HOLDINGS, MOVED)}
    means = {name: expected(chances) for name, chances in changes.items()}
    data = {"expected": means, "distribution": {name: list(chances.items()) for name, chances in changes.items()}}
    text = []
    for name, chances in changes.items():
        text += [f"{name}: {number(means[name])}", *table(without_tails(chances))]
    return Answer(data, text)


def changed(deck: SurpriseDeck, card: PrintedEffects | None, what: str, held: int) -> Distribution:
    """How a holding (or the pawn's place) changes by a card and all that it draws.

    Each holding goes its own way, given the cards: so the deck falls into few sorts of cards that do the same to it.

    Args:
        deck: the cards with effects and how often each is there.
        card: the one that is played; None draws it.
        what: a holding, or ``moved``.
        held: how many are held before.

    Raises:
        BadQuestion: a special draws too many cards.
    """
    sorts: Counter[Part] = Counter()
    roots: Counter[tuple[Part, Part | None]] = Counter()  # with specials, and what leaves the pile with the card
    for there, copies in deck.items():
        sorts[_part(there, what)] += copies
        if card is None:
            roots[_part(there, what, special=True), _part(there, what)] += copies
    if card is not None:
        roots[_part(card, what, special=True), _part(card, what) if deck.get(card) else None] = 1
    weighed: dict[int, Fraction] = {}
    for (root, own), copies in roots.items():
        pile = sorts - Counter([own]) if own is not None else sorts
        for value, chance in _played(root, tuple(sorted(pile.items())), what, held).items():
            weighed[value - held] = weighed.get(value - held, Fraction(0)) + chance * Fraction(copies, roots.total())
    return dict(sorted(weighed.items())) or {0: Fraction(1)}


@lru_cache(maxsize=1 << 10)
def _played(root: Part, pile: tuple[tuple[Part, int], ...], what: str, held: int) -> Distribution:
    """What is held after a card: a walk over its effects, with the cards that its specials draw one after the other.

    Of a changed deck most piles are what they were for most holdings. Nobody may change what it gives.
    """
    sorts = [sort for sort, _ in pile]
    states: Counter[Walk] = Counter({(tuple(copies for _, copies in pile), held): 1})
    left = sum(copies for _, copies in pile)
    for kind, size in root:
        if kind != SPECIAL:
            states = _applied(states, what, size)
            continue
        drawn = max(0, min(size, left))
        left -= drawn
        for _ in range(drawn):
            states = _drawn(states, sorts, what)
    ways: Counter[int] = Counter()
    for (_, value), number_of in states.items():
        ways[value] += number_of
    return as_chances(ways)


def _drawn(states: Counter[Walk], sorts: list[Part], what: str) -> Counter[Walk]:
    after: Counter[Walk] = Counter()
    for (left, value), ways in states.items():
        for place, sort in enumerate(sorts):
            if left[place]:
                fewer = (*left[:place], left[place] - 1, *left[place + 1 :])
                held = value
                for _, size in sort:
                    held = _held(what, held, size)
                after[fewer, held] += ways * left[place]
        if len(after) > MOST_STATES:
            raise BadQuestion("a special draws too many cards to follow")
    return after


def _applied(states: Counter[Walk], what: str, size: int) -> Counter[Walk]:
    after: Counter[Walk] = Counter()
    for (left, value), ways in states.items():
        after[left, _held(what, value, size)] += ways
    return after


def _held(what: str, held: int, size: int) -> int:
    """A holding after an effect: never below 0, and one costume at the most; squares add up."""
    if what == MOVED:
        return held + size
    return max(0, min(held + size, MOST_COSTUMES) if what == "costumes" else held + size)


def _part(card: PrintedEffects, what: str, *, special: bool = False) -> Part:
    """A card's effects on a holding, in the order in which they apply; with its specials if wanted."""
    kinds = {MOVES if what == MOVED else what, *([SPECIAL] if special else [])}
    return tuple(card[position] for position in application_order(card) if card[position][0] in kinds)


def _card(game: GameData, identifier: str) -> PrintedEffects:
    item = game.find(CARDS, identifier)
    if item is None:
        known = [item.id for item in game.kinds[CARDS].items]
        raise BadQuestion(f"there is no card {identifier[:40]!r}; {nearest(identifier, known)}")
    return _effects(item)


def _effects(item: Item) -> PrintedEffects:
    try:
        card = card_of(item.id, item.fields).effects
        application_order(card)
    except (KeyError, AttributeError, TypeError):
        raise BadQuestion(f"{CARDS}/{item.id} has no effects as this game has them") from None
    return card

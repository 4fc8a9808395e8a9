"""How likely it is to find so many of a sort among the first cards of a shuffled deck.

Cards are drawn without putting back; items count with their copies. ``where`` is an expression over an item's fields,
as in ``balance.yaml``, that says which cards are looked for; ``from`` one that says which are in the deck at all.
"""

from collections.abc import Mapping
from typing import Any

from generator.core.distribution import chance_of, hypergeometric
from generator.lab.deck import deck_of, size, those
from generator.lab.question import Answer, BadQuestion, Shelf, Value, ValueShape, whole
from generator.lab.telling import percent, table

MOST_DRAWS = 1_000
MOST_CARDS = 100_000  # beyond it, fractions have more digits than Python writes

VALUES = {
    "kind": Value("KIND", "the kind that is drawn from", required=True, made_of=ValueShape("kind")),
    "draws": Value("N", "how many are drawn", whole(1, MOST_DRAWS), required=True),
    "where": Value("EXPR", "which are looked for", required=True, made_of=ValueShape("expression")),
    "from": Value("EXPR", "which lie in the deck; all if not given", made_of=ValueShape("expression")),
    "at-least": Value("N", "how many of them are wanted; 1 if not given", whole(0, MOST_DRAWS)),
    "exactly": Value("N", "how many of them are wanted, no more and no fewer", whole(0, MOST_DRAWS)),
}


def ask(values: Mapping[str, Any], shelf: Shelf) -> Answer:
    """The chance, and that of each number of cards found."""
    if values["at-least"] is not None and values["exactly"] is not None:
        raise BadQuestion("at-least and exactly exclude each other; give one")
    kind, draws, exactly = values["kind"], values["draws"], values["exactly"]
    items = deck_of(shelf.game_with(kind), kind, values["from"])
    deck, marked = size(items), size(those(items, values["where"]))
    if deck > MOST_CARDS:
        raise BadQuestion(f"the deck holds {deck:,}; up to {MOST_CARDS:,} can be answered")
    if draws > deck:
        raise BadQuestion(f"draws is {draws:,}; the deck holds {deck:,}")
    chances = hypergeometric(deck, marked, draws)
    least = 1 if values["at-least"] is None else values["at-least"]
    chance = chance_of(deck, marked, draws, at_least=least, exactly=exactly)
    range_words = f"{least} or more" if exactly is None else f"exactly {exactly}"
    text = [f"{range_words} of {marked} among {draws} drawn from {deck}: {percent(chance)}"]
    text += table([(count, share) for count, share in enumerate(chances) if share])
    data = {"chance": chance, "distribution": chances, "deck": deck, "marked": marked, "draws": draws}
    return Answer(data, text)

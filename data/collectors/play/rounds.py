"""A round's other phases, leaving the game, and its end. Source: the rules page of the game's public design journal."""

from .allowed import HEATED, JOINT
from .effects import fire, most_stamina
from .state import (
    AP,
    MOST_STAMINA,
    SEQUENTIAL,
    CollectorsItem,
    CollectorsTable,
    Escapade,
)

PER_AP = 2  # Stamina recovered for each AP that is left
CHOSEN = (JOINT, HEATED)  # keywords for which the Instigator chooses a partner


def open_round(table: CollectorsTable) -> None:
    """From round 2 on everyone moves the top card of their own deck into circulation; from an empty one nothing (ours).

    Who left the game moves none: "the deck gives no more cards".
    """
    if table.round == 1:
        return
    for seat in table.playing:
        one = table.collectors[seat]
        table.circulation = (*table.circulation, *one.deck[:1])
        one.deck = one.deck[1:]


def swap(table: CollectorsTable, card: Escapade) -> None:
    """The Instigator puts a card of the hand under their own Escapade Deck and draws a new one, once per round.

    Raises:
        ValueError: this round's is done, the card is not in the hand, or one is played already.
    """
    one = table.collectors[table.instigator]
    if table.swapped or table.escapade is not None or table.overtime:
        raise ValueError("one card is exchanged, once per round, before an Escapade is played")
    deck = (*one.escapades, card)
    one.hand, one.escapades, table.swapped = (*_taken(one.hand, card), deck[0]), deck[1:], True


def play(table: CollectorsTable, card: Escapade, partner: int | None = None) -> None:
    """The Instigator plays an Escapade and draws one; in overtime plays one of their own discard pile again.

    Args:
        table: the game.
        card: of the hand; in overtime any of the discard pile but Sequential Events.
        partner: whom the Instigator chooses; for a Joint Effort nobody where one opponent is left.

    Raises:
        ValueError: the card cannot be played, or not so.
    """
    one = table.collectors[table.instigator]
    if table.escapade is not None:
        raise ValueError("one Escapade is played in a round")
    if partner is not None and (partner == table.instigator or partner not in table.playing):
        raise ValueError("the partner is another Collector who is still in the game")
    alone = card.keyword == JOINT and len(table.playing) == 2
    if (partner is not None) != (card.keyword in CHOSEN and not alone):
        raise ValueError(f"{card.name} {'wants' if partner is None else 'has no'} partner")
    if table.overtime:
        if card.keyword == SEQUENTIAL:
            raise ValueError(f"{card.name} is a Sequential Event, and is not played again")
        one.discard = _taken(one.discard, card)
    else:
        one.hand, one.escapades = (*_taken(one.hand, card), *one.escapades[:1]), one.escapades[1:]
    table.escapade, table.partner = card, partner


def drop(table: CollectorsTable, seat: int, item: CollectorsItem) -> None:
    """The Drop Step: a Collector may return one item to circulation, but not while knocked out."""
    one = table.collectors[seat]
    if one.knocked_out or one.out:
        raise ValueError(f"{one.character.name} cannot drop an item now")
    if item.passive is not None and item.passive.on == "kept":
        raise ValueError(f"{item.name} cannot be returned")
    table.give(seat, None, item)


def recovered(stamina: int, ap: int, most: int = MOST_STAMINA) -> int:
    """Stamina after the Recovery Step: 2 more for each AP left, 10 at the most; all of it for who is knocked out."""
    return most if stamina == 0 else max(stamina, min(most, stamina + PER_AP * ap))


def recover_all(table: CollectorsTable) -> None:
    """The Recovery Step."""
    for seat in table.playing:
        one = table.collectors[seat]
        one.stamina = recovered(one.stamina, one.ap, most_stamina(one))
        fire(table, "recovery", seat)


def close_round(table: CollectorsTable) -> None:
    """The next round's start: the Instigator's role moves one seat clockwise, everyone has 5 AP.

    The Escapade goes to its player's discard pile. AP that are left do not carry over (ours).
    """
    following = next((seat for seat in table.playing if seat != table.instigator), table.instigator)
    if table.escapade is not None:
        table.collectors[table.instigator].discard += (table.escapade,)
    for one in table.collectors:
        one.ap, one.collected, one.intercepted, one.free = AP, False, False, 0
        one.guarded = one.locked = None
        one.used.clear()
        one.spent.clear()
        one.now = [0] * len(one.now)
    table.instigator, table.round = following, table.round + 1
    table.escapade, table.partner, table.swapped = None, None, False
    table.seat()


def eliminate(table: CollectorsTable, seat: int) -> None:
    """A Collector whose Lose Condition is met leaves at once: all items go back to circulation, Soulbound ones are
    discarded, and the Collection Deck gives no more cards. The Instigator's role passes on at the round's end (ours).
    """
    one = table.collectors[seat]
    for item in one.items:
        if item.soulbound:
            table.discarded += (item,)
        else:
            table.circulation += (item,)
        one.give_up(item)
    one.out = True
    table.seat()


def winners(table: CollectorsTable) -> tuple[int, ...]:
    """Asked when a round has closed: who has won; several in a tie that leads to overtime; nobody while it goes on.

    The game ends once nobody still playing has cards in the Escapade Deck; cards in hand do not count (ours). Who is
    the only one left wins (ours).
    """
    playing = table.playing
    if len(playing) == 1:
        return playing
    if any(table.collectors[seat].escapades for seat in playing):
        return ()
    most = max((table.collectors[seat].own for seat in playing), default=0)
    return tuple(sorted(seat for seat in playing if table.collectors[seat].own == most))


def _taken(cards: tuple[Escapade, ...], card: Escapade) -> tuple[Escapade, ...]:
    if card not in cards:
        raise ValueError(f"{card.name} is not there")
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]

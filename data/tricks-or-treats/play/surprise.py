"""Drawing a Surprise card from a real pile, with all that follows from it. Source: the rules for Surprise cards.

A special effect draws further cards, which apply in the order drawn; their own specials are void, "one level only".
A blank card is ignored and another drawn. A loss larger than the holding takes everything. Costumes never change an
effect. An empty pile gives nothing, and the draw lapses: with 2 cards left, a special of 3 yields 2.

Our rulings: all cards of one event go back under the pile together when it is over, so that no card is seen twice and a
pile of blanks comes to an end (R-4, R-5); a card with one void effect is not a blank (R-5); several specials run in
printed order (R-3).
"""

from functools import lru_cache
from random import Random

from msgspec import Struct

from generator.games import Ledger

from .cards import MOVES, SPECIAL, application_order
from .state import Card, Choices, Collector, Costume, Piles, put_under, take, without


class Event(Struct, frozen=True):
    """What came of drawing: holdings and piles after it, each move in turn, the cards in the order drawn."""

    collector: Collector
    piles: Piles
    moves: tuple[int, ...]  # squares, forward if positive: each is a move of its own, which an edge may stop
    cards: tuple[Card, ...]  # blank ones left out


def draw_surprise(
    collector: Collector, piles: Piles, choices: Choices, rng: Random, ledger: Ledger, *, masks: bool = True
) -> Event:
    """Draw and apply a card (one, R-15), with all that its specials draw.

    Args:
        collector: who draws.
        piles: what is drawn from.
        choices: what the collector decides.
        rng: chance.
        ledger: notes how low piles go.
        masks: whether Mask effects change what is held; not in SOLO, where Masks stay in the box (R-16).
    """
    return _Resolution(collector, piles, choices, rng, ledger, masks=masks).run()


class _Resolution:
    """One event while it goes on: holdings and piles are taken apart once, and put together at its end."""

    def __init__(
        self, collector: Collector, piles: Piles, choices: Choices, rng: Random, ledger: Ledger, *, masks: bool
    ) -> None:
        self.treats = collector.treats
        self.held = {"tricks": collector.tricks, "masks": collector.masks}
        self.costume = collector.costume
        self.treats_left = piles.treats
        self.left = {"tricks": piles.tricks, "masks": piles.masks}
        self.costumes_left = piles.costumes
        self.surprises = piles.surprises
        self.movements = piles.movements
        self.choices = choices
        self.rng = rng
        self.ledger = ledger
        self.masks = masks
        self.moves: list[int] = []
        self.cards: list[Card] = []
        self.seen = 0  # cards from the top of the pile, blank ones with them

    def run(self) -> Event:
        for card in self.drawn(1):
            for kind, size in _applied(card.effects):
                if kind != SPECIAL:
                    self.apply(kind, size)
                    continue
                for further in self.drawn(size):
                    for inner, number in _applied(further.effects):
                        if inner != SPECIAL:  # void: another card's special drew this one
                            self.apply(inner, number)
        used, rest = take(self.surprises, self.seen)
        piles = Piles(
            self.treats_left, self.left["tricks"], self.left["masks"], self.costumes_left,
            put_under(rest, used, self.rng), self.movements,
        )  # fmt: skip
        collector = Collector(self.treats, self.held["tricks"], self.held["masks"], self.costume)
        return Event(collector, piles, tuple(self.moves), tuple(self.cards))

    def drawn(self, number: int) -> list[Card]:
        """The next cards with effects, or fewer where the pile ends; all drawn before the first is applied."""
        found: list[Card] = []
        while len(found) < number and self.seen < len(self.surprises):
            card = self.surprises[self.seen]
            self.seen += 1
            if card.effects:
                found.append(card)
        self.cards += found
        self.ledger.drawn("surprises", len(self.surprises) - self.seen, short=len(found) < number)
        return found

    def apply(self, kind: str, size: int) -> None:
        if kind == MOVES:
            self.moves.append(size)
        elif kind == "treats":
            change = min(size, self.treats_left) if size > 0 else max(size, -self.treats)
            self.treats += change
            self.treats_left -= change
            if size > 0:
                self.ledger.drawn(kind, self.treats_left, short=change < size)
        elif kind == "costumes":
            self.change_costume(size)
        elif kind == "tricks" or self.masks:
            self.change_values(kind, size)

    def change_values(self, kind: str, size: int) -> None:
        """Draw Tricks or Masks, or give some back."""
        held, pile = self.held[kind], self.left[kind]
        if size > 0:
            drawn, self.left[kind] = take(pile, size)
            self.held[kind] = (*held, *drawn)
            self.ledger.drawn(kind, len(self.left[kind]), short=len(drawn) < size)
            return
        given = held if len(held) <= -size else self.choices.give_back(kind, held, -size)
        if len(given) != min(-size, len(held)):
            raise ValueError(f"{len(given)} {kind} were given back; {min(-size, len(held))} have to be")
        self.held[kind], self.left[kind] = without(held, given), put_under(pile, given, self.rng)

    def change_costume(self, size: int) -> None:
        """Draw a costume and keep one of the two (R-17), or give back the one worn."""
        kept, pile = self.costume, self.costumes_left
        back: list[Costume] = []
        if size < 0:
            kept, back = None, [kept] if kept else []
        else:
            drawn, pile = take(pile, size)
            self.ledger.drawn("costumes", len(pile), short=len(drawn) < size)
            for costume in drawn:
                if kept is None:
                    kept = costume
                elif self.choices.keeps_new(kept, costume):
                    back.append(kept)
                    kept = costume
                else:
                    back.append(costume)
        self.costume, self.costumes_left = kept, put_under(pile, back, self.rng)


@lru_cache(maxsize=4096)
def _applied(effects: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """A card's effects in the order in which they apply."""
    return tuple(effects[position] for position in application_order(effects))

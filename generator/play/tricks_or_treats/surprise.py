"""Drawing a Surprise card from a real pile, with all that follows from it. Source: the rules for Surprise cards.

A special effect draws further cards, which apply in the order drawn; their own specials are void, "one level only".
A blank card is ignored and another drawn. A loss larger than the holding takes everything. Costumes never change an
effect. An empty pile gives nothing, and the draw lapses: with 2 cards left, a special of 3 yields 2.

Our rulings: all cards of one event go back under the pile together when it is over, so that no card is seen twice and a
pile of blanks comes to an end (R-4, R-5); a card whose only effect is void is no blank (R-5); several specials run in
printed order (R-3).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from generator.play.tricks_or_treats.cards import MOVES, SPECIAL, application_order
from generator.play.tricks_or_treats.state import Card, Choices, Collector, Piles, put_under, take, without


@dataclass(frozen=True, slots=True)
class SurpriseRules:
    """Rulings that can be changed.

    Attributes:
        cards: how many are drawn each time (R-15; the rules do not say). Ours: one.
        masks_count: whether Mask effects change what is held. Ours: not in SOLO, where Masks stay in the box (R-16).
    """

    cards: int = 1
    masks_count: bool = True


RULES = SurpriseRules()


@dataclass(frozen=True, slots=True)
class Event:
    """What came of drawing: holdings and piles after it, each move in turn, the cards in the order drawn."""

    collector: Collector
    piles: Piles
    moves: tuple[int, ...]  # squares, forward if positive: each is a move of its own, which an edge may stop
    cards: tuple[Card, ...]  # blank ones left out


def draw_surprise(
    collector: Collector, piles: Piles, choices: Choices, rng: Random, rules: SurpriseRules = RULES
) -> Event:
    """Draw and apply as many cards as the rules say, with all that their specials draw."""
    return _Resolution(collector, piles, choices, rng, rules).run()


class _Resolution:
    """One event while it goes on."""

    def __init__(self, collector: Collector, piles: Piles, choices: Choices, rng: Random, rules: SurpriseRules) -> None:
        self.collector = collector
        self.piles = piles
        self.choices = choices
        self.rng = rng
        self.rules = rules
        self.moves: list[int] = []
        self.cards: list[Card] = []
        self.used: list[Card] = []  # blank ones with them

    def run(self) -> Event:
        for card in self.drawn(self.rules.cards):
            for kind, size in _applied(card):
                if kind != SPECIAL:
                    self.apply(kind, size)
                    continue
                for further in self.drawn(size):
                    for inner, number in _applied(further):
                        if inner != SPECIAL:  # void: another card's special drew this one
                            self.apply(inner, number)
        piles = replace(self.piles, surprises=put_under(self.piles.surprises, self.used, self.rng))
        return Event(self.collector, piles, tuple(self.moves), tuple(self.cards))

    def drawn(self, number: int) -> list[Card]:
        """The next cards with effects, or fewer where the pile ends; all drawn before the first is applied."""
        found: list[Card] = []
        while len(found) < number and self.piles.surprises:
            (card,), rest = take(self.piles.surprises, 1)
            self.piles = replace(self.piles, surprises=rest)
            self.used.append(card)
            found += [card] if card.effects else []
        self.cards += found
        return found

    def apply(self, kind: str, size: int) -> None:
        if kind == MOVES:
            self.moves.append(size)
        elif kind == "treats":
            self.change_treats(size)
        elif kind == "costumes":
            self.change_costume(size)
        elif kind == "tricks" or self.rules.masks_count:
            self.change_values(kind, size)

    def change_treats(self, size: int) -> None:
        change = min(size, self.piles.treats) if size > 0 else max(size, -self.collector.treats)
        self.collector = replace(self.collector, treats=self.collector.treats + change)
        self.piles = replace(self.piles, treats=self.piles.treats - change)

    def change_values(self, kind: str, size: int) -> None:
        """Draw Tricks or Masks, or give some back."""
        held: tuple[int, ...] = getattr(self.collector, kind)
        pile: tuple[int, ...] = getattr(self.piles, kind)
        if size > 0:
            drawn, pile = take(pile, size)
            held = (*held, *drawn)
        else:
            given = held if len(held) <= -size else self.choices.give_back(kind, held, -size)
            if len(given) != min(-size, len(held)):
                raise ValueError(f"{len(given)} {kind} were given back; {min(-size, len(held))} have to be")
            held, pile = without(held, given), put_under(pile, given, self.rng)
        if kind == "tricks":
            self.collector, self.piles = replace(self.collector, tricks=held), replace(self.piles, tricks=pile)
        else:
            self.collector, self.piles = replace(self.collector, masks=held), replace(self.piles, masks=pile)

    def change_costume(self, size: int) -> None:
        """Draw a costume and keep one of the two (R-17), or give back the one worn."""
        worn, pile = self.collector.costume, self.piles.costumes
        if size < 0:
            back, kept = [worn] if worn else [], None
        else:
            drawn, pile = take(pile, size)
            kept, back = worn, []
            for costume in drawn:
                if kept is None or self.choices.keeps_new(kept, costume):
                    kept, costume = costume, kept
                back += [costume] if costume else []
        self.collector = replace(self.collector, costume=kept)
        self.piles = replace(self.piles, costumes=put_under(pile, back, self.rng))


def _applied(card: Card) -> Iterator[tuple[str, int]]:
    """A card's effects in the order in which they apply."""
    return (card.effects[position] for position in application_order(card.effects))

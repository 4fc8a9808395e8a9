"""What is noted while a game is played: how often things happen, how low piles go, which ran dry."""

from collections import Counter


class Ledger:
    """The notes on one game. A procedure that is given one tells it what happens; it decides nothing."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.least: dict[str, int] = {}  # the fewest left in each pile
        self.short: set[str] = set()  # piles that gave less than was to be drawn

    def happened(self, event: str, times: int = 1) -> None:
        """Something happened so many times, or came to so much."""
        self.events[event] += times

    def drawn(self, pile: str, left: int, *, short: bool = False) -> None:
        """A pile was drawn from; so many are left, and it may have been too small."""
        if left < self.least.get(pile, left + 1):
            self.least[pile] = left
        if short:
            self.short.add(pile)

"""What is noted while a game is played: how often things happen, how low piles go, which ran dry; who stood how, and in
words what each step did."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from generator.lab.simulation.quality import GameRecord, SeatWorths

TURNS = "turns"  # the event that counts them, which is not news


class TracedMove(Struct, frozen=True):
    """A move, or a step of a game, in words."""

    turn: int
    player: int | None  # from 0; None where the words name whom they are about
    words: str
    scores: SeatWorths = ()  # after it


Teller = Callable[[TracedMove], None]
SeatFacts = Mapping[str, object]  # what lies before a player, by what it is called


class Ledger:
    """The notes on one game. A procedure that is given one tells it what happens; it decides nothing."""

    def __init__(self, teller: Teller | None = None) -> None:
        """Begin.

        Args:
            teller: gets each step in words; None if nobody wants to know.
        """
        self.events: Counter[str] = Counter()
        self.least: dict[str, int] = {}  # the fewest left in each pile
        self.short: set[str] = set()  # piles that gave less than was to be drawn
        self.standings: list[SeatWorths] = []
        self.choices: list[int] = []
        self.held: list[set[str]] = []
        self._teller = teller
        self._noted: list[str] = []
        self._facts: Sequence[SeatFacts] = ()

    def happened(self, event: str, times: int = 1) -> None:
        """Something happened this many times, or came to so much."""
        self.events[event] += times
        if self._teller is not None and times and event != TURNS:
            self._noted.append(event if times == 1 else f"{event}: {times}")

    def said(self, *words: object) -> None:
        """What a trace tells of a step besides, in words: who does what, the name of a card."""
        if self._teller is not None:
            self._noted.append(" ".join([str(word) for word in words if word != ""]))

    def drawn(self, pile: str, left: int, *, short: bool = False) -> None:
        """A pile was drawn from; so many are left, and it may have been too small."""
        self.least[pile] = min(left, self.least.get(pile, left))
        if short:
            self.short.add(pile)

    def chosen(self, among: int) -> None:
        """A player chose one of so many."""
        self.choices.append(among)

    def stood(self, worths: SeatWorths) -> None:
        """What each seat's place is worth: before the first turn, and after each."""
        self.standings.append(worths)

    def had(self, items: Sequence[Collection[str]]) -> None:
        """The ids of what each seat holds now."""
        self.held += [set() for _ in range(len(items) - len(self.held))]
        for ids, more in zip(self.held, items, strict=True):
            ids.update(more)

    def step(self, turn: int, facts: Callable[[], Sequence[SeatFacts]], scores: Callable[[], SeatWorths]) -> None:
        """Report what happened since the last step, and what changed before each player."""
        if self._teller is None:
            return
        before, self._facts = self._facts, facts()
        words, self._noted = self._noted, []
        for seat, (old, new) in enumerate(zip(before, self._facts, strict=False), 1):
            changed = [f"{name} {_change(old.get(name), new[name])}" for name in new if new[name] != old.get(name)]
            words += [f"player {seat}: {', '.join(changed)}"] if changed else []
        if words:
            self._teller(TracedMove(turn, None, "; ".join(words), scores()))

    def record(self, winners: Sequence[int], policies: Sequence[str], minutes: float | None = None) -> GameRecord:
        """What was recorded, for the measures of quality."""
        held = tuple(map(frozenset, self.held))
        return GameRecord(tuple(self.standings), tuple(self.choices), tuple(winners), minutes, held, tuple(policies))


def _change(old: object, new: object) -> str:
    """What became of a number or words; of a list, what came and what went."""
    if not isinstance(new, list) or not isinstance(old, list):
        return f"{old} → {new}"
    came, went = Counter(new) - Counter(old), Counter(old) - Counter(new)
    return ", ".join([f"+{element}" for element in came.elements()] + [f"-{element}" for element in went.elements()])

"""Tables that several machines play at: where everything lies, and which card each thing is, which is sent to nobody
but those who may see it.

A card is known by a token. What a token stands for is shown to all where it lies face up, and to one seat where it
is in that seat's hand. Cards that are shuffled have other tokens afterwards, so whoever knew them knows them no more.
"""

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from secrets import SystemRandom, choice, token_urlsafe
from threading import RLock
from time import monotonic
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Infeasible, NotFound, WrongUse

MOST_TABLES = 20
MOST_CARDS = 5_000
MOST_STEPS = 60  # that can be taken back
MOST_SAID = 60  # acts that are repeated to who comes later
LONGEST_NOTES = 4_000  # characters of a seat
IDLE = 12 * 3600.0  # s after which a table is forgotten
_SOUNDS = ("ba", "be", "bo", "da", "de", "do", "fa", "fi", "ga", "ki", "la", "li", "lo", "ma", "mi", "mo", "na", "ni",
           "no", "pa", "pi", "ra", "ri", "ro", "sa", "so", "ta", "ti", "to", "vi", "wa", "zo")  # fmt: skip
_ROLLED = re.compile(r"[d0-9 ,]{1,100}", re.ASCII)
_CHANCE = SystemRandom()


class LyingCard(Struct, frozen=True):
    """A card of a pile."""

    c: str
    up: bool


class LyingStack(Struct, frozen=True):
    """A pile, its cards from the bottom up."""

    id: str
    x: float
    y: float
    turn: float
    fan: bool
    cards: list[LyingCard]


class LyingTable(Struct, frozen=True, forbid_unknown_fields=False):
    """Where everything lies, as pages have it (`table/state.js`)."""

    version: int
    game: str
    players: int
    stacks: list[LyingStack]
    hands: list[list[str]]
    counters: list[dict[str, int]]
    dice: list[dict[str, int]]
    homes: dict[str, dict[str, float]]
    made: int
    random: list[int]
    seed: str

    def cards(self) -> Iterator[str]:
        """All that lies there or is held, by token."""
        for stack in self.stacks:
            yield from (card.c for card in stack.cards)
        for hand in self.hands:
            yield from hand


class _Before(NamedTuple):
    """A table as it was before a seat did something."""

    seat: int
    state: LyingTable
    cards: dict[str, str]


class SharedTable:
    """One table. Seats count from 1; 0 is whoever only looks on."""

    def __init__(self, word: str, state: LyingTable, decks: Mapping[str, str]) -> None:
        """Take a table as one page has it: cards by their names, which get tokens; what lies face down is shuffled."""
        self.word, self.game, self.number, self.used = word, state.game, 1, monotonic()
        self._decks = decks
        self.said: list[Any] = []
        self._log: deque[list[Any]] = deque(maxlen=MOST_SAID)
        self._past: deque[_Before] = deque(maxlen=MOST_STEPS)
        self._future: list[_Before] = []
        self._notes: dict[int, str] = {}
        self._keys: dict[int, str] = {}
        self._lock = RLock()
        names = list(state.cards())
        self._cards = {self._token(name): name for name in names}
        tokens = {name: token for token, name in self._cards.items()}
        if len(tokens) != len(names):
            raise WrongUse("a card lies there twice")
        self._state = replace(
            state,
            stacks=[_turned(stack, tokens) for stack in state.stacks],
            hands=[[tokens[name] for name in hand] for hand in state.hands],
        )
        self._shuffle({stack.id for stack in state.stacks})

    def _token(self, name: str) -> str:
        """What stands for a card: of it no more is known than its deck, as its back shows."""
        return f"{self._decks[name]}/{token_urlsafe(9)}"

    def sit(self, seat: int, key: str) -> str:
        """Take a seat, or come back to it: its key, which is to be shown from then on.

        Raises:
            Infeasible: somebody else sits there.
            NotFound: there is no such seat.
        """
        with self._lock:
            if not 1 <= seat <= self._state.players:
                raise NotFound(f"the table has {self._state.players} seats")
            if seat in self._keys and self._keys[seat] != key:
                raise Infeasible("somebody sits there already")
            return self._keys.setdefault(seat, token_urlsafe(18))

    def seat_of(self, key: str) -> int:
        """Whose key it is; 0 for one of nobody."""
        return next((seat for seat, own in self._keys.items() if key and own == key), 0)

    def view(self, key: str) -> dict[str, Any]:
        """The table as one seat sees it."""
        with self._lock:
            self.used, seat, state = monotonic(), self.seat_of(key), self._state
            seen = {card.c for stack in state.stacks for card in stack.cards if card.up}
            seen |= set(state.hands[seat - 1]) if seat else set()
            return {
                "word": self.word,
                "version": self.number,
                "seat": seat,
                "taken": sorted(self._keys),
                "state": msgspec.to_builtins(state),
                "cards": {token: self._cards[token] for token in sorted(seen)},
                "said": self.said,
                "log": list(self._log),
                "notes": self._notes.get(seat, ""),
                "undo": bool(seat and self._past and self._past[-1].seat == seat),
                "redo": bool(seat and self._future and self._future[-1].seat == seat),
            }

    def change(self, key: str, version: int, state: LyingTable, mixed: set[str], said: list[Any]) -> bool:
        """Take over what a seat did; False where the table is another one by now.

        Args:
            key: the seat's.
            version: the number of the table that it was done at.
            state: the table after it.
            mixed: piles that were shuffled.
            said: what is to be said of it: a word's key and its values, of which names of hidden cards are left out.

        Raises:
            WrongUse: that cannot come of playing: cards appear or vanish, or leave another's hand.
        """
        with self._lock:
            seat, old = self.seat_of(key), self._state
            if not seat:
                raise WrongUse("who only looks on moves nothing")
            if version != self.number:
                return False
            if Counter(state.cards()) != Counter(old.cards()) or (state.game, state.players) != (old.game, old.players):
                raise WrongUse("cards would appear or vanish")
            hidden = {card.c for stack in state.stacks if stack.id in mixed for card in stack.cards if not card.up}
            for other in range(state.players):
                gone = set(old.hands[other]) - set(state.hands[other]) - hidden
                if other != seat - 1 and gone:
                    raise WrongUse("nobody takes a card out of another's hand")
            self._past.append(_Before(seat, old, self._cards))
            self._future.clear()
            self._state = state
            self._shuffle(mixed)
            self._done(seat, self._harmless(said))
            return True

    def _done(self, seat: int, said: list[Any]) -> None:
        self.number, self.used, self.said = self.number + 1, monotonic(), said
        if said:
            self._log.append([seat, *said])

    def turn(self, key: str, *, again: bool) -> bool:
        """Take back what was done last, or do again what was taken back; False where it was not this seat that did it.

        Tokens are those of before again: whoever knew a card then knows it again.
        """
        with self._lock:
            seat = self.seat_of(key)
            steps: Any = self._future if again else self._past
            if not seat or not steps or steps[-1].seat != seat:
                return False
            before = steps.pop()
            (self._past if again else self._future).append(_Before(seat, self._state, self._cards))
            self._state, self._cards = before.state, before.cards
            self._done(seat, ["table-redone" if again else "table-undone", {}])
            return True

    def note(self, key: str, text: str) -> None:
        """Keep what a seat writes down for itself.

        Raises:
            WrongUse: nobody sits there, or it is too long.
        """
        seat = self.seat_of(key)
        if not seat or len(text) > LONGEST_NOTES:
            raise WrongUse(f"notes are those of a seat, and of {LONGEST_NOTES:,} characters at most")
        self._notes[seat] = text

    def _shuffle(self, mixed: set[str]) -> None:
        """Give what lies face down in piles other tokens, in an order that nobody knows."""
        self._cards = dict(self._cards)  # the one before belongs to what can be taken back
        stacks = []
        for stack in self._state.stacks:
            places = [at for at, card in enumerate(stack.cards) if not card.up] if stack.id in mixed else []
            names = [self._cards.pop(stack.cards[at].c) for at in places]
            _CHANCE.shuffle(names)
            cards = list(stack.cards)
            for at, name in zip(places, names, strict=True):
                cards[at] = LyingCard(self._token(name), up=False)
                self._cards[cards[at].c] = name
            stacks.append(replace(stack, cards=cards))
        self._state = replace(self._state, stacks=stacks)

    def _harmless(self, said: list[Any]) -> list[Any]:
        """What is said of an act, with no names but those of counters: a card's may be known to one seat alone."""
        word, values = (said[0], said[1]) if len(said) > 1 and isinstance(said[1], dict) else ("", {})
        if not (isinstance(word, str) and word.startswith("table-")):
            return []
        counters = self._state.counters[0]
        kept = {
            str(key)[:20]: value
            for key, value in values.items()
            if isinstance(value, int) or (isinstance(value, str) and (value in counters or _ROLLED.fullmatch(value)))
        }
        return [word[:40], kept]


def _turned(stack: LyingStack, tokens: Mapping[str, str]) -> LyingStack:
    return replace(stack, cards=[LyingCard(tokens[card.c], card.up) for card in stack.cards])


class SharedTables:
    """All tables of a server."""

    def __init__(self) -> None:
        """Begin with none."""
        self._tables: dict[str, SharedTable] = {}
        self._lock = RLock()

    def open(self, state: LyingTable, decks: Mapping[str, str]) -> SharedTable:
        """Put a table up, under a word that nobody guesses soon; ``decks``: of each card.

        Raises:
            Infeasible: there are too many.
        """
        with self._lock:
            for word in [word for word, table in self._tables.items() if table.used < monotonic() - IDLE]:
                del self._tables[word]
            if len(self._tables) >= MOST_TABLES:
                raise Infeasible(f"{MOST_TABLES} tables are up already")
            word = "-".join("".join(choice(_SOUNDS) for _ in range(3)) for _ in range(2))
            self._tables[word] = SharedTable(word, state, decks)
            return self._tables[word]

    def get(self, word: str) -> SharedTable:
        """The table of a word.

        Raises:
            NotFound: there is none.
        """
        table = self._tables.get(word)
        if table is None:
            raise NotFound("there is no table of this word")
        return table

"""What changed, sent to whoever listens: server-sent events (HTML Living Standard, 9.2)."""

import asyncio
import json
from collections import Counter, deque
from collections.abc import AsyncGenerator
from secrets import token_hex

from generator.web.workshop import GameChange

KEPT = 200  # events that a listener who was away gets
HEARTBEAT = 15.0  # s of silence, after which a comment keeps the line open
MOST_LISTENERS = 100
_MOST_WAITING = 50  # events that a slow listener may be behind


class Hub:
    """Tells all listeners of all changes. Events have ids that grow; another run of the server has others."""

    def __init__(self) -> None:
        self.run = token_hex(4)
        self.last = 0
        self._events: deque[tuple[int, bytes]] = deque(maxlen=KEPT)
        self._listeners: set[asyncio.Queue[bytes | None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    @property
    def now(self) -> str:
        """The id of the last event."""
        return f"{self.run}-{self.last}"

    @property
    def is_full(self) -> bool:
        """Whether no more listeners are taken."""
        return len(self._listeners) >= MOST_LISTENERS or self._closed

    def begin(self) -> None:
        """Take the running loop as the one that listeners are served by."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """Let all listeners go."""
        self._closed = True
        for waiting in self._listeners:
            _put(waiting, None)

    def publish(self, change: GameChange) -> None:
        """Tell everybody of a change; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._send, _data_of(change))

    def _send(self, data: object) -> None:
        self.last += 1
        text = _event("changed", data, self.now)
        self._events.append((self.last, text))
        for waiting in list(self._listeners):
            if not _put(waiting, text):
                self._listeners.discard(waiting)

    async def listen(self, last_id: str | None) -> AsyncGenerator[bytes, None]:
        """Yield what happens from now on, with what happened since the event of the id ``last_id``.

        What was missed is sent before ``hello``; ``resync`` is sent instead if it is no longer known.
        """
        waiting: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)
        self._listeners.add(waiting)
        try:
            missed = self._missed(last_id)
            now = _event("hello" if missed is not None else "resync", {"now": self.now}, self.now)
            yield b"retry: 1000\n" + b"".join([*(missed or ()), now])
            while True:
                try:
                    event = await asyncio.wait_for(waiting.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": still there\n\n"
                    continue
                if event is None:
                    return
                yield event
        finally:
            self._listeners.discard(waiting)

    def _missed(self, last_id: str | None) -> list[bytes] | None:
        """The events after one; none where nobody says which; None where not all of them are known."""
        if not last_id:
            return []
        run, _, number = last_id.rpartition("-")
        if run != self.run or not number.isascii() or not number.isdigit() or len(number) > 15:
            return None
        last = int(number)
        first_kept = self._events[0][0] if self._events else self.last + 1
        if last > self.last or last + 1 < first_kept:
            return None
        return [text for at, text in self._events if at > last]


def _put(waiting: "asyncio.Queue[bytes | None]", text: bytes | None) -> bool:
    """Whether a listener can be notified; one that is too far behind is let go, and comes again with the last id."""
    try:
        waiting.put_nowait(text)
    except asyncio.QueueFull:
        waiting.get_nowait()
        waiting.put_nowait(None)
        return False
    return True


def _data_of(change: GameChange) -> dict[str, object]:
    counts = Counter(problem.level for problem in change.snapshot.problems) if change.snapshot else Counter[str]()
    return {
        "game": change.game,
        "number": change.number,
        "there": change.snapshot is not None,
        "items": change.items,
        "gone": change.gone,
        "problems": {"errors": counts["error"], "warnings": counts["warning"]},
        "seconds": round(change.seconds, 4),
    }


def _event(event: str, data: object, identifier: str) -> bytes:
    return f"id: {identifier}\nevent: {event}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()

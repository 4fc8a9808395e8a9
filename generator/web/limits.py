"""How much of the server one client may have: answers, and work, in any length of time."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from threading import Lock
from time import monotonic
from typing import NamedTuple

MOST_CLIENTS = 20_000  # that are remembered; the one that was away longest is forgotten first


class Rate(NamedTuple):
    """How much is granted: so much at once, and so much a second from then on."""

    at_once: float
    a_second: float


ANSWERS = Rate(800, 40)  # a gallery asks for some hundreds of faces at a time
ACTS = Rate(200, 10)  # at tables that several play at, words that are tried out included
UPLOADS = Rate(100, 1)  # files that are sent to be kept
WORK = Rate(12, 0.25)  # errands
TOGETHER = 2  # errands of one client at a time


class TooMany(Exception):
    """The client has had more than its share; ``wait`` says for how many seconds."""

    status = 429

    def __init__(self, wait: float, says: str = "") -> None:
        self.wait = max(1, round(wait))
        super().__init__(says or f"too many at once; try again in {self.wait} s")


class Allotment:
    """What each client has left of one thing."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # by client: how much, as of when
        self._lock = Lock()

    def take(self, client: str) -> None:
        """Let a client have one more.

        Raises:
            TooMany: it has had its share.
        """
        with self._lock:
            now = self._clock()
            left, then = self._left.pop(client, (self._rate.at_once, now))
            left = min(self._rate.at_once, left + (now - then) * self._rate.a_second)
            if left < 1:
                self._left[client] = left, now
                raise TooMany((1 - left) / self._rate.a_second)
            self._left[client] = left - 1, now
            if len(self._left) > MOST_CLIENTS:
                self._left.popitem(last=False)


class Crowd:
    """How many errands each client has under way."""

    def __init__(self, most: int = TOGETHER) -> None:
        self._most = most
        self._under_way = Counter[str]()
        self._lock = Lock()

    @contextmanager
    def one(self, client: str) -> Iterator[None]:
        """One more, for as long as the block takes.

        Raises:
            TooMany: the client has as many as it may.
        """
        with self._lock:
            if self._under_way[client] >= self._most:
                raise TooMany(2)
            self._under_way[client] += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= Counter([client])  # and nothing is kept of who has none


def client_name(address: str) -> str:
    """Whom an address identifies: of IPv6 a whole network of one subscriber (/64, RFC 6177)."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:60]
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return found.exploded[:19]
    return str(found)

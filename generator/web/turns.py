"""The one lock of the workshop: who works long lets those go first that ask for a moment."""

from threading import Condition, Lock, get_ident

from generator.model.budget import METER

PATIENCE = 0.25  # s that who works long waits for others at a time: it comes to its end whatever they ask for


class Turns:
    """A lock that one thread holds as often as it likes, and that it can let others have in between."""

    def __init__(self) -> None:
        self._turn = Condition()
        self._waiting, self._counting = 0, Lock()
        self._depth, self._holder = 0, 0

    def __enter__(self) -> None:
        if not self._turn.acquire(blocking=False):
            with self._counting:
                self._waiting += 1
            self._turn.acquire()
            with self._counting:
                self._waiting -= 1
        self._depth, self._holder = self._depth + 1, get_ident()

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._holder = 0
            self._turn.notify_all()
        self._turn.release()

    @property
    def mine(self) -> bool:
        """Whether the thread that asks holds it."""
        return self._holder == get_ident()

    def give_way(self) -> None:
        """Let those go first that wait. What is being worked out stays whole, with its allowance of steps."""
        if not self._waiting:
            return
        depth = self._depth
        with METER.set_aside():
            self._depth, self._holder = 0, 0
            self._turn.wait_for(lambda: not self._waiting, PATIENCE)
            self._depth, self._holder = depth, get_ident()

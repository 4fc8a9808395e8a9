"""Work that takes longer than an answer should: done in a separate process, within a budget, ended when unwanted.

An errand is a function of a module, which is called as ``function(progress, *values)`` in a fresh process and gives
back a value. What it refuses is refused here. While it runs, `Errands.state` says how far it is, by the name that the
asker gave it (``?job=NAME``); it is ended when the asker has left, when its budget is spent, and when this
process ends.
"""

import logging
import multiprocessing
import re
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any, NamedTuple

from anyio import from_thread, to_thread
from msgspec import Struct
from starlette.requests import Request

from generator.core.problem import Faulty, Infeasible, NotFound, Problem, Refusal, WrongUse
from generator.web.errand_work import work

NAME = re.compile(r"[A-Za-z0-9_-]{8,60}")
PRELOADED = (
    "generator.web.errand_work",
    "generator.printing.render",
    "generator.printing.box",
    "generator.pdf.pdf",
)
METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_LOOK = 0.1  # s between looks at whether an errand is still wanted
_REFUSALS = {cls.__name__: cls for cls in (WrongUse, NotFound, Infeasible)}

log = logging.getLogger("pnp.web.errands")


class ErrandBudget(NamedTuple):
    """Limits of an errand."""

    seconds: float  # of processor time; by the clock, five times as long
    memory: int  # bytes
    waiting: int  # how many may wait for their turn before the next is sent away


OWN = ErrandBudget(600, 4_000_000_000, 200)  # of the maker's on their own machine
FILE = ErrandBudget(5, 1_000_000_000, 24)  # of a file that somebody sent, whatever is in it


class Busy(Exception):
    """Too many errands wait already; the next is to come later."""


class Spent(Infeasible):
    """The errand took more than it may."""


class Errand(Struct):
    """One that waits or is carried out."""

    function: Callable[..., Any]
    values: tuple[Any, ...]
    budget: ErrandBudget
    told: tuple[str, int, int] = ("", 0, 0)  # what is being done, how much of it, of how much
    working: bool = False
    unwanted: bool = False


class Errands:
    """All errands of a server."""

    def __init__(self, budget: ErrandBudget, at_once: int = 2) -> None:
        self.budget = budget
        self._turns = BoundedSemaphore(at_once)
        self._most = at_once + budget.waiting
        self._open: list[Errand] = []
        self._named: dict[str, Errand] = {}
        self._lock = Lock()
        self._ended = False

    def end(self) -> None:
        """End all that is under way, and let no more begin."""
        self._ended = True
        for errand in list(self._open):
            errand.unwanted = True

    def state(self, name: str) -> dict[str, object] | None:
        """Report how far an errand is: ``working``, ``what``, ``done`` and ``of``; None without one of this name."""
        errand = self._named.get(name)
        if errand is None:
            return None
        what, done, of = errand.told
        return {"working": errand.working, "what": what, "done": done, "of": of}

    def carry_out(
        self, request: Request, function: Callable[..., Any], *values: Any, budget: ErrandBudget | None = None
    ) -> Any:
        """Have an errand done for a request that a thread answers, and wait for it; ``budget``: a smaller one.

        Raises:
            Refusal: it was refused; `Spent` where it takes too much, or is not wanted any more.
            Busy: too many are waiting.
        """
        errand = Errand(function, values, budget or self.budget)
        name = request.query_params.get("job", "")
        with self._lock:
            if self._ended or len(self._open) >= self._most:
                raise Busy
            self._open.append(errand)
            if NAME.fullmatch(name):
                self._named[name] = errand
        try:
            while not self._turns.acquire(timeout=_LOOK):
                self._see_to(errand, request)
            try:
                return self._process(errand, request)
            finally:
                self._turns.release()
        finally:
            with self._lock:
                self._open.remove(errand)
                if self._named.get(name) is errand:
                    del self._named[name]

    async def aside(self, function: Callable[..., Any], *values: Any) -> Any:
        """Have something short done while others are answered."""
        return await to_thread.run_sync(function, *values)

    def _see_to(self, errand: Errand, request: Request) -> None:
        """Give an errand up that nobody waits for."""
        errand.unwanted = errand.unwanted or from_thread.run(request.is_disconnected)
        if errand.unwanted:
            raise Spent("its page was closed")

    def _process(self, errand: Errand, request: Request) -> Any:
        """Start the process, hear it out, and see that it is gone."""
        self._see_to(errand, request)
        errand.working = True
        context: Any = multiprocessing.get_context(METHOD)
        line, far_end = context.Pipe()
        limits = errand.budget.seconds, errand.budget.memory
        process = context.Process(target=work, args=(far_end, limits, errand.function, errand.values), daemon=True)
        with line:
            with self._lock:  # the server that forks is started once
                context.set_forkserver_preload(list(PRELOADED))
                process.start()
            far_end.close()
            try:
                return self._outcome(errand, request, line)
            finally:
                process.kill()
                process.join()
                process.close()

    def _outcome(self, errand: Errand, request: Request, line: Connection) -> Any:
        over = monotonic() + 5 * errand.budget.seconds
        while True:
            if monotonic() > over:
                raise Spent(f"this takes more than {5 * errand.budget.seconds:.0f} s; ask for less")
            try:
                if not line.poll(_LOOK):
                    self._see_to(errand, request)
                    continue
                outcome, *details = line.recv()
            except (EOFError, OSError):
                raise Spent(_TOO_MUCH.format(errand.budget.seconds, errand.budget.memory // 1_000_000)) from None
            if outcome == "done":
                return details[0]
            if outcome == "progress":
                errand.told = details[0], details[1], details[2]
            else:
                self._refuse(outcome, *details)

    def _refuse(self, reason: str, *details: Any) -> None:
        if reason == "faulty":
            problems, outcome = details
            raise Faulty([Problem(*each) for each in problems], outcome)
        if reason == "refused":
            name, message = details
            raise _REFUSALS.get(name, Refusal)(message)
        log.error("an errand failed: %s\n%s", *details)
        raise RuntimeError(details[0])


class HereAndNow(Errands):
    """Errands where there is one process and one thread: each is done where it is asked for."""

    def __init__(self) -> None:
        """Nobody waits for another."""
        super().__init__(OWN)

    def carry_out(  # as others are asked
        self,
        request: Request,  # noqa: ARG002
        function: Callable[..., Any],
        *values: Any,
        budget: ErrandBudget | None = None,  # noqa: ARG002
    ) -> Any:
        """Do it. Raises what the errand raises."""
        return function(lambda *_: None, *values)

    async def aside(self, function: Callable[..., Any], *values: Any) -> Any:
        """Do it."""
        return function(*values)


_TOO_MUCH = (
    "this takes more than {:.0f} s of work or {} MB of memory, or the process was ended from outside; ask for less"
)

"""Work in processes of its own: what comes back, what ends it, and that nothing of it stays."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import errand_samples
import pytest
from anyio import to_thread
from loops import played

from generator.core.problem import Faulty, NotFound, Problem
from generator.web.errands import OWN, Busy, ErrandBudget, Errands, Spent

NAMES = ("errand-one", "errand-two")
LONG = 120.0  # s that a busy machine is waited for


class Asker(SimpleNamespace):
    """A request that waits, until it leaves."""

    left = False

    async def is_disconnected(self) -> bool:
        return self.left


def asker(**query: str) -> Any:
    return Asker(query_params=query)


def carried_out(errands: Errands, function: Any, *values: Any) -> Any:
    async def play() -> Any:
        return await to_thread.run_sync(errands.carry_out, asker(), function, *values)

    return played(play)


def test_what_is_worked_out_comes_back_and_so_does_what_is_refused() -> None:
    errands = Errands(OWN)
    assert carried_out(errands, errand_samples.add, 2, 3) == 5
    with pytest.raises(NotFound, match="no such thing"):
        carried_out(errands, errand_samples.refuse)
    with pytest.raises(Faulty) as faulty:
        carried_out(errands, errand_samples.find_faults)
    assert faulty.value.problems == [Problem("a.yaml", 1, 2, "error", "wrong-type", "wrong", "mend it")]
    with pytest.raises(RuntimeError, match="ZeroDivisionError: oh"):
        carried_out(errands, errand_samples.blunder)


@pytest.mark.parametrize("function", [errand_samples.fall, errand_samples.swell, errand_samples.spin])
def test_what_takes_too_much_or_is_killed_is_said_and_the_next_goes_well(function: Any) -> None:
    errands = Errands(ErrandBudget(0.1, 1_000_000_000, 1))
    with pytest.raises(Spent, match="takes more than"):
        carried_out(errands, function)
    assert carried_out(errands, errand_samples.add, 2, 3) == 5


def is_there(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc")
@pytest.mark.parametrize("how", ["left", "ended"])
def test_an_errand_tells_how_far_it_is_and_ends_when_nobody_waits(tmp_path: Path, how: str) -> None:
    errands, request, noted = Errands(OWN, at_once=1), asker(job="my-errand"), tmp_path / "process"

    async def watch() -> None:
        end = time.monotonic() + LONG
        while (errands.state("my-errand") or {}).get("done") != 3:
            assert time.monotonic() < end
            await anyio.sleep(0.01)
        assert errands.state("my-errand") == {"working": True, "what": "waiting", "done": 3, "of": 10}
        if how == "left":
            request.left = True
        else:
            errands.end()

    async def play() -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watch)
            with pytest.raises(Spent):
                await to_thread.run_sync(errands.carry_out, request, errand_samples.wait, str(noted))

    played(play)
    assert not is_there(int(noted.read_text()))
    assert errands.state("my-errand") is None
    if how == "ended":
        with pytest.raises(Busy):
            carried_out(errands, errand_samples.add, 1, 1)


def test_when_too_many_wait_the_next_is_sent_away(tmp_path: Path) -> None:
    errands, requests = Errands(ErrandBudget(60, 2_000_000_000, 1), at_once=1), [asker(job=name) for name in NAMES]

    async def play() -> None:
        async def one(request: Any) -> None:
            with pytest.raises(Spent):
                await to_thread.run_sync(errands.carry_out, request, errand_samples.wait, str(tmp_path / "process"))

        async with anyio.create_task_group() as tasks:
            for request in requests:
                tasks.start_soon(one, request)
            while not all(map(errands.state, NAMES)):
                await anyio.sleep(0.01)
            with pytest.raises(Busy):
                await to_thread.run_sync(errands.carry_out, asker(), errand_samples.add, 1, 1)
            for request in requests:
                request.left = True

    played(play)

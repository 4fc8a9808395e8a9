"""The same on a Dask cluster that runs already: its workers play parts, and whatever one of them takes along when it
dies, others play again."""

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import islice
from typing import Any

from generator.lab.simulation.job import GamesPart, Job, parts_of, play_part
from generator.lab.simulation.moves import NoSimulation
from generator.lab.simulation.run import GamesProgress, joined
from generator.lab.simulation.totals import Totals

PART = 200  # games at once: longer than the way there and back
IN_FLIGHT = 4  # parts for each thread of the cluster, so that memory stays flat
PATIENCE = 10  # seconds to find it
TRIES = 5  # a part may lose its worker so often


def play_on_cluster(job: Job, games: int, address: str, progress: GamesProgress | None) -> Totals:
    """Play this many games on the cluster of a scheduler's address.

    Raises:
        NoSimulation: Dask is not installed, or nobody answers there.
    """
    try:
        from distributed import Client
    except ImportError:
        raise NoSimulation("--dask needs Dask: install pnp-generator[cluster]") from None
    with _unlogged():
        try:
            client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise NoSimulation(f"no Dask scheduler at {address!r}: {' '.join(str(error).split())}") from None
        with client:
            return joined(_played(client, job, parts_of(games, PART)), games, progress)


@contextmanager
def _unlogged() -> Iterator[None]:
    """Dask logs in many lines what is reported here in one."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _played(client: Any, job: Job, parts: Iterator[GamesPart]) -> Iterator[Totals]:
    from distributed import KilledWorker, as_completed

    threads = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
    if not threads:
        raise NoSimulation("the Dask cluster has no workers")

    def submit(some: Iterator[GamesPart]) -> list[Any]:
        return [client.submit(play_part, job, part, pure=False, retries=TRIES) for part in some]

    under_way = as_completed(submit(islice(parts, IN_FLIGHT * threads)), loop=client.loop)
    try:
        for future in under_way:
            yield future.result()
            for more in submit(islice(parts, 1)):
                under_way.add(more)
    except KilledWorker:
        raise NoSimulation("the Dask cluster loses its workers; see their logs") from None
    except (CancelledError, OSError):
        raise NoSimulation("the Dask scheduler has gone away") from None

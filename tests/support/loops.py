"""Event loops for tests: a browser that another test opened has one running in the thread of the tests."""

from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import anyio

T = TypeVar("T")


def played(scene: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """What a scene comes to, played on a loop in a thread of its own."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(anyio.run, scene).result()

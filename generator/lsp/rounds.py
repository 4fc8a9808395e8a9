"""Rounds of checking: asked for with every keystroke, carried out by a process beside, the newest alone told."""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from generator.core.problem import Problem
from generator.lsp.belonging import Belonging

PAUSE = 0.02  # s of silence before a round begins: what follows so soon belongs to it
LONGEST_LINE = 1 << 30


class Round(Struct, frozen=True):
    """What was checked, with which versions of the texts; what is wrong, or why nobody knows."""

    belonging: Belonging
    versions: Mapping[str, int]  # by real path
    problems: list[Problem] = []
    refused: str = ""
    fault: str = ""


class Rounds:
    """Asks the process that checks, one round at a time."""

    def __init__(
        self, texts: Callable[[], tuple[dict[str, str], dict[str, int]]], tell: Callable[[Round], None]
    ) -> None:
        """``texts`` gives those of unsaved files and their versions by real path; ``tell`` takes what was found."""
        self._texts, self._tell = texts, tell
        self._waiting: dict[Any, Belonging] = {}
        self._running: Round | None = None
        self._number = 0
        self._pause: asyncio.TimerHandle | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, belonging: Belonging) -> None:
        """Have a file's games checked soon."""
        self._waiting[belonging.key] = belonging
        if self._pause is not None:
            self._pause.cancel()
        self._pause = asyncio.get_running_loop().call_later(PAUSE, self._go_on)

    def warm_up(self) -> None:
        """Start the process before it is needed."""
        self._soon(self._begin())

    def end(self) -> None:
        """End the process."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    def _go_on(self) -> None:
        running = self._running.belonging.key if self._running is not None else None
        if running in self._waiting or (running is None and self._waiting):
            key = running if running in self._waiting else next(iter(self._waiting))
            texts, versions = self._texts()
            self._running = Round(self._waiting.pop(key), versions)
            self._number += 1
            self._soon(self._send(self._running.belonging, texts, self._number))

    def _soon(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)  # the loop itself would let it go
        task.add_done_callback(self._tasks.discard)

    async def _send(self, belonging: Belonging, texts: dict[str, str], number: int) -> None:
        project = belonging.project
        folders = {"data": str(project.data), "templates": str(project.templates)}
        games = {"games": belonging.games, "whole": belonging.whole}
        request = {"number": number, **folders, **games, "texts": texts}
        process = await self._begin()
        if number == self._number and process.stdin is not None:
            process.stdin.write(json.dumps(request).encode() + b"\n")

    async def _begin(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                pipe = asyncio.subprocess.PIPE
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "generator.lsp.checker"), stdin=pipe, stdout=pipe, limit=LONGEST_LINE
                )
                self._soon(self._listen(self._process))
            return self._process

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self._answered(json.loads(line))
        await process.wait()
        if self._running is not None:
            self._answered({"number": self._number, "fault": f"the check ended with status {process.returncode}"})

    def _answered(self, answer: dict[str, Any]) -> None:
        if answer["number"] != self._number or self._running is None:
            return  # stale: a newer round is under way
        asked = self._running
        more = answer.get("more", False)  # to come: the round is not over
        self._running = asked if more else None
        problems = [Problem(*values) for values in answer.get("problems", [])]
        self._tell(Round(asked.belonging, asked.versions, problems, answer.get("refused", ""), answer.get("fault", "")))
        if not more:
            self._go_on()


def is_running(process: int) -> bool:
    """Whether there is a process with this number, as far as the system tells."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True

"""Rounds of checking the games that an open file belongs to.

They are asked for with every keystroke and carried out by a process beside; the newest alone is reported.
"""

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.core.folders import Project, defaults_file
from generator.core.problem import Problem
from generator.core.search_path import command_of
from generator.model.at_a_glance import outline_of
from generator.model.defaults import read_defaults

MOST_PARENTS = 40


class Belonging(Struct, frozen=True):
    """A file's project, and its games that the file has a part in."""

    project: Project
    games: tuple[str, ...]
    whole: bool = False  # whether the file refers to the project and not of single games

    def holds(self, path: Path) -> bool:
        """Whether a file lies where the games' files lie."""
        folders = [self.project.templates, *(self.project.data / game for game in self.games)]
        return path == self.project.defaults or any(path.is_relative_to(folder) for folder in folders)


def belonging_of(path: Path, named: Project | None) -> Belonging | None:
    """Where a file belongs; None where it is not a file of any game.

    Args:
        path: the file, absolute; it need not be there.
        named: the project that the command was given; others are found by their folders.
    """
    places = [path.parent, *path.parents[1:MOST_PARENTS]]
    for project in [*([named] if named is not None else []), *(_project(folder) for folder in places)]:
        belonging = _within(path, project) if project is not None else None
        if belonging is not None:
            return belonging
    # A folder of games that is not called ``data``: the game's own folder says where it is.
    for folder in places[:2]:
        if (folder / "game.yaml").is_file():
            return Belonging(_with_defaults(folder.parent), (folder.name,))
    return None


def _project(folder: Path) -> Project | None:
    data = folder / "data"
    return _with_defaults(data) if any(data.glob("*/game.yaml")) else None


def _with_defaults(data: Path) -> Project:
    """The project with this data, and the templates that its ``pnp.yaml`` names."""
    folder = read_defaults(defaults_file(data)).values.get("templates")
    return Project(data, Path(folder) if folder is not None else data.parent / "templates")


def _within(path: Path, project: Project) -> Belonging | None:
    names = sorted(file.parent.name for file in project.data.glob("*/game.yaml") if file.parent.name[:1] != ".")
    if not names:
        return None
    if path == project.defaults:
        return Belonging(project, tuple(names), whole=True)
    if path.is_relative_to(project.data) and path.parent.parent == project.data and path.parent.name in names:
        return Belonging(project, (path.parent.name,))
    if path.is_relative_to(project.templates):
        folder = path.relative_to(project.templates).parts[0]
        own = tuple(name for name in names if folder in (name, outline_of(project.data / name).templates))
        games = own or (tuple(names) if folder == project.common.name else ())
        return Belonging(project, games) if games else None
    return None


PAUSE = 0.002  # s of silence before a round begins: changes that an editor sends together belong to it
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
        self._waiting: dict[Belonging, None] = {}
        self._running: Round | None = None
        self._number = 0
        self._pause: asyncio.TimerHandle | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, belonging: Belonging) -> None:
        """Have a file's games checked soon."""
        self._waiting[belonging] = None
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
        running = self._running.belonging if self._running is not None else None
        if running in self._waiting or (running is None and self._waiting):
            belonging = running if running in self._waiting else next(iter(self._waiting))
            del self._waiting[belonging]
            texts, versions = self._texts()
            self._running = Round(belonging, versions)
            self._number += 1
            self._soon(self._send(belonging, texts, self._number))

    def _soon(self, coroutine: Any) -> None:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)  # the loop itself would let it go
        task.add_done_callback(self._tasks.discard)

    async def _send(self, belonging: Belonging, texts: dict[str, str], number: int) -> None:
        project = belonging.project
        folders = {"data": project.data.as_posix(), "templates": project.templates.as_posix()}
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
                    *command_of("generator.lsp.checker"), stdin=pipe, stdout=pipe, limit=LONGEST_LINE
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
        request = self._running
        more = answer.get("more", False)  # to come: the round is not over
        self._running = request if more else None
        problems = [Problem(*values) for values in answer.get("problems", [])]
        self._tell(
            Round(request.belonging, request.versions, problems, answer.get("refused", ""), answer.get("fault", ""))
        )
        if not more:
            self._go_on()


def is_running(process: int) -> bool:
    """Whether there is a process with this number, as far as the system knows."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True

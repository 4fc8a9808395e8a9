"""`pnp serve` as a program of its own: how it begins, what it tells, how it ends, what it leaves behind."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from projects import Project
from tries import slow_but

from generator.core.folders import Project as Folders
from generator.web import serving
from generator.web.app import make_app
from generator.web.serving import HEADER_SECONDS, config_of, listening
from generator.web.terms import Terms
from generator.web.workshop import Workshop

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
LONG = 120  # s that a busy machine is waited for


class Served:
    """The command at work."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # what runs the tests may ignore it
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "generator", "serve", "--no-open", "--port", "0", *arguments],
                cwd=folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            )
        finally:
            signal.signal(signal.SIGINT, before)
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://\S+/", self.said)
        assert found, self.process.communicate()
        self.address = found[0]

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(self.address + path, timeout=LONG) as answer:
            content: bytes = answer.read()
        return content

    def children(self) -> set[int]:
        """All processes that it started, and those that these started."""
        parents = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                try:
                    parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                except (OSError, IndexError):
                    continue
        found, last = {self.process.pid}, 0
        while len(found) != last:
            last = len(found)
            found |= {child for child, parent in parents.items() if parent in found}
        return found - {self.process.pid}

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """End it; its status."""
        self.process.send_signal(number)
        return self.process.wait(timeout=LONG)


def is_there(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2][:3]
    except OSError:
        return False


@pytest.fixture
def served(project: Project) -> Iterator[Callable[..., Served]]:
    made: list[Served] = []

    def serve(*arguments: str) -> Served:
        made.append(Served(project.folder, *arguments))
        return made[-1]

    yield serve
    for each in made:
        each.process.kill()
        each.process.communicate()


@pytest.mark.slow
@pytest.mark.parametrize("number", slow_but(1, [signal.SIGINT, signal.SIGTERM, signal.SIGKILL]))
def test_a_change_is_reported_and_nothing_is_left_when_it_ends(
    project: Project, served: Callable[..., Served], number: signal.Signals
) -> None:
    server = served()
    assert server.said.startswith("serving data on http://127.0.0.1:")
    assert server.get("-/health") == b"ok\n"
    assert server.get("fair/stalls.pdf").startswith(b"%PDF-")
    children = server.children()
    assert children  # the server that forks for errands
    with urllib.request.urlopen(f"{server.address}events", timeout=LONG) as line:
        assert b"retry" in line.readline()
        project.change("stalls.yaml", "price: 3", "price: 7")
        while not (text := line.readline()).startswith(b'data: {"game"'):
            assert text
        told = json.loads(text.removeprefix(b"data: "))
        assert (told["game"], "cake" in told["items"]["stalls"]) == ("fair", True)
    status = server.end(number)
    assert status == {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -9}[number]
    end = time.monotonic() + LONG
    while left := [child for child in children if is_there(child)]:
        assert time.monotonic() < end, f"processes {left} go on"
        time.sleep(0.05)


@pytest.mark.slow
def test_it_ends_without_a_word_though_a_page_still_listens(served: Callable[..., Served]) -> None:
    server = served()
    with urllib.request.urlopen(f"{server.address}events", timeout=LONG) as line:
        assert b"retry" in line.readline()
        server.process.send_signal(signal.SIGINT)
        _, complaints = server.process.communicate(timeout=LONG)
    assert (server.process.returncode, "Traceback" in complaints, "ERROR" in complaints) == (130, False, False)


def test_an_answer_that_is_given_up_at_the_end_is_said_in_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.05)

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            server.should_exit = True
            await asyncio.sleep(LONG)

    with serving.listening("127.0.0.1", 0) as sock:
        server = serving._Server(serving.config_of(slow), lambda: None, lambda: None)
        with ThreadPoolExecutor(1) as threads:
            asked = threads.submit(urllib.request.urlopen, serving.address_of(sock), timeout=LONG)
            asyncio.run(server.serve([sock]))
            assert asked.exception() is not None
    assert [record.getMessage().partition(" 1 ")[0] for record in caplog.records if record.levelname == "ERROR"] == [
        "Cancel"
    ]


def test_a_port_that_is_taken_is_said_in_one_line(project: Project) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = project.pnp("serve", "--no-open", "--port", str(taken.getsockname()[1]))
    assert (result.exit_code, result.stderr.count("\n"), result.stdout) == (2, 1, "")
    assert "address already in use" in result.stderr
    assert project.pnp("serve", "no-game", "--port", "0").exit_code == 2
    assert project.pnp("serve", "--no-open", "--host", "192.0.2.1").exit_code == 2


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time passes when a test says so: what it waits for comes neither sooner nor later on a busy machine."""

    now = 0.0

    def time(self) -> float:
        return self.now

    async def passes(self, seconds: float) -> None:
        """Let time pass, and all come that comes of it."""
        self.now += seconds
        for _ in range(10):
            await asyncio.sleep(0)


@pytest.mark.slow
def test_a_connection_without_a_whole_request_is_closed_and_a_busy_one_is_not(project: Project) -> None:
    ask = b"GET /-/health HTTP/1.1\r\nhost: localhost\r\n\r\n"

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, Clock)
        config = config_of(make_app(Workshop(Folders(Path("data"), Path("templates")), Terms())))
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([sock]))
        while not server.started:
            await asyncio.sleep(0)
        idle, unused = await asyncio.open_connection("127.0.0.1", port)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for turn in range(40):  # for as long as eight times what is examined
            writer.write(ask)
            assert (await reader.readuntil(b"ok\n")).startswith(b"HTTP/1.1 200"), turn
            await loop.passes(HEADER_SECONDS / 5)
        assert idle.at_eof()
        writer.write(b"GET / HTTP/1.1\r\nx: ")
        await loop.passes(0)  # it has come
        await loop.passes(HEADER_SECONDS / 2)
        assert not reader.at_eof()
        await loop.passes(HEADER_SECONDS)
        await loop.passes(HEADER_SECONDS)
        assert await reader.read() == b""
        for each in (unused, writer):
            each.close()
        server.should_exit = True
        while not task.done():
            await loop.passes(1)

    def played() -> None:
        with asyncio.Runner(loop_factory=Clock) as runner:
            runner.run(scene())

    with listening("127.0.0.1", 0) as sock, ThreadPoolExecutor(1) as threads:
        port = sock.getsockname()[1]
        threads.submit(played).result()  # begun and ended there: a browser's tests keep a loop of this thread's

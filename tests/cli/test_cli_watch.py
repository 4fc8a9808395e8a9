"""`pnp watch` as a program of its own: the ways in which editors save, and how it ends."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue

import pytest
from projects import STALLS, Project

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
LONG = 120  # seconds that a busy machine is waited for


class Running:
    """The command at work."""

    def __init__(self, project: Project, *arguments: str, **environment: str) -> None:
        before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # what runs the tests may ignore it
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "generator", "watch", *arguments],
                cwd=project.folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env={**os.environ, **environment, "PYTHONPATH": str(Path(__file__).parents[2])},
            )
        finally:
            signal.signal(signal.SIGINT, before)
        self.lines: Queue[str] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as said:
            for line in said:
                self.lines.put(line.rstrip("\n"))

    def until(self, beginning: str) -> list[str]:
        """The lines up to one that begins so."""
        end, found = time.monotonic() + LONG, [""]
        while not found[-1].startswith(beginning):
            try:
                found.append(self.lines.get(timeout=max(0.0, end - time.monotonic())))
            except Empty:
                pytest.fail(f"{beginning!r} did not come; what came: {found[1:]}")
        return found[1:]

    def end(self, number: signal.Signals = signal.SIGINT) -> int:
        """End it; its status."""
        self.process.send_signal(number)
        return self.process.wait(timeout=LONG)


@pytest.fixture
def running() -> Iterator[Callable[..., Running]]:
    made: list[Running] = []

    def run(project: Project, *arguments: str, **environment: str) -> Running:
        made.append(Running(project, *arguments, **environment))
        return made[-1]

    yield run
    for each in made:
        each.process.kill()
        each.process.wait()
        each.reader.join()


def replaced(path: Path, text: str) -> None:
    """As most editors save: beside it, then in its place."""
    beside = path.with_name(f".{path.name}.tmp")
    beside.write_text(text)
    os.replace(beside, path)


def backed_up(path: Path, text: str) -> None:
    """As Vim saves: the old file is moved away, a new one is written."""
    backup = path.with_name(path.name + "~")
    os.replace(path, backup)
    path.write_text(text)
    backup.unlink()


@pytest.mark.slow
def test_each_save_is_seen_however_the_editor_saves(project: Project, running: Callable[..., Running]) -> None:
    stalls, sheets = project.path("stalls.yaml"), project.folder / "output/fair/stalls.pdf"
    watch = running(project, "--marks", "guides")
    first = watch.until("watching ")
    assert first[1].split()[:3] == ["fair/stalls", "3", "1"]
    assert first[-1] == "watching data, templates and pnp.yaml; Ctrl-C ends"
    saves: list[Callable[[Path, str], object]] = [Path.write_text, replaced, backed_up]
    for price, save in enumerate(saves, start=6):
        before = sheets.read_bytes()
        save(stalls, STALLS.replace("price: 3", f"price: {price}"))
        assert watch.until("printed ")[-1].split(" (")[0].endswith("3 components on 1 sheet; changed: cake")
        assert sheets.read_bytes() != before
    stalls.write_text("- [")
    assert watch.until("changed ")[-1].startswith(
        "changed data/fair/stalls.yaml: 1 error in 1 file; the last good sheets"
    )
    (project.folder / "pnp.yaml").write_text("paper: letter\n")
    watch.until("changed pnp.yaml")
    stalls.write_text(STALLS)
    watch.until("printed output/fair/stalls.pdf")
    assert b"612" in sheets.read_bytes()
    assert watch.end() == 130
    assert [path for path in project.folder.rglob("*") if path.name.endswith(".part")] == []


@pytest.mark.slow
def test_a_sheet_is_brought_in_whenever_it_is_saved(project: Project, running: Callable[..., Running]) -> None:
    sheet = project.write("in/a.csv", "name.en,price\nDarts,6\n")
    watch = running(project, "--import", "in/a.csv", "--kind", "stalls", "--key", "name")
    began = watch.until("watching data, templates, in/a.csv and pnp.yaml")
    assert any(
        line.startswith("imported in/a.csv: data/fair/stalls.yaml: 0 added, 1 changed (1 field)") for line in began
    )
    assert any(line.startswith("printed ") and "changed: darts" in line for line in began)
    sheet.write_text("name.en,price\nDarts,6\nJuggler,2\n", encoding="utf-8")
    watch.until("imported in/a.csv: data/fair/stalls.yaml: 1 added, 0 changed, 1 the same")
    watch.until("printed ")
    assert watch.end() == 130


@pytest.mark.slow
def test_where_the_system_tells_of_nothing_files_are_compared(
    project: Project, running: Callable[..., Running]
) -> None:
    watch = running(project, "--quiet", WATCHFILES_FORCE_POLLING="1")
    sheets = project.folder / "output/fair/stalls.pdf"
    while not sheets.exists() and watch.process.poll() is None:
        time.sleep(0.05)
    project.write("stalls.yaml", STALLS.replace("price: 3", "price: x"))
    said = watch.until("changed ")
    assert said[0].startswith("data/fair/stalls.yaml:3:10: error wrong-type: ")
    assert watch.end(signal.SIGTERM) == 143


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["nowhere"], "pnp: there is no game 'nowhere' in data; known: fair"),
        (["--kind", "cows"], "pnp: fair prints no kind 'cows'; known: stalls"),
        (["--data", "none"], "pnp: there is no folder none; begin with: pnp new my-game --data none"),
    ],
)
def test_what_is_not_there_is_not_waited_for(project: Project, arguments: list[str], why: str) -> None:
    result = project.pnp("watch", *arguments)
    assert (result.exit_code, result.stderr) == (2, why + "\n")

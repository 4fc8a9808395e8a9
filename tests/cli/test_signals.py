"""A signal ends the program with its status, at whatever moment, and leaves nothing half written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from projects import Project
from tries import slow_but

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
START = "import sys; from generator.cli.app import main; sys.argv = ['pnp', {}]; print('here', flush=True); main()"
# Takes a while before it puts its first sheets in place, or until a signal comes.
SLOW = (
    "import os, time; place = os.replace\n"
    "def put(part, path): str(path).endswith('.pdf') and time.sleep({}); place(part, path)\n"
    "os.replace = put\n"
)
# Stops just before it puts its first sheets in place.
PAUSED = (
    "import os, signal; place = os.replace\n"
    "def pause(part, path): str(path).endswith('.pdf') and os.kill(os.getpid(), signal.SIGSTOP); place(part, path)\n"
    "os.replace = pause\n"
)


def started(
    project: Project, *arguments: str, ignored: tuple[signal.Signals, ...] = (), before: str = ""
) -> subprocess.Popen[str]:
    """The command as a program of its own that has just come to our first line, after the lines ``before``.

    What runs the tests may ignore signals itself: the program is to ignore those ``ignored`` and no others.
    """
    handlers = {each: signal.signal(each, signal.SIG_IGN if each in ignored else signal.SIG_DFL) for each in SIGNALS}
    try:
        process = _run(project, arguments, before)
    finally:
        for each, handler in handlers.items():
            signal.signal(each, handler)
    assert process.stdout is not None
    assert process.stdout.readline() == "here\n"
    return process


def paused(project: Project) -> subprocess.Popen[str]:
    """A program that has written sheets, and is stopped before these are in place."""
    process = started(project, "render", before=PAUSED)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
    return process


def _run(project: Project, arguments: tuple[str, ...], before: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", before + START.format(", ".join(map(repr, arguments)))],
        cwd=project.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def parts(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.name.endswith(".part")]


def wait_for_part(project: Project, process: subprocess.Popen[str]) -> None:
    while process.poll() is None and not parts(project.folder):
        time.sleep(0.005)


@pytest.mark.slow
@pytest.mark.parametrize("number", slow_but(1, SIGNALS))
def test_a_signal_while_a_file_is_written_leaves_nothing_of_it(project: Project, number: signal.Signals) -> None:
    with started(project, "render", before=SLOW.format(60)) as process:
        wait_for_part(project, process)
        process.send_signal(number)
        said, wrong = process.communicate(timeout=60)
    assert (process.returncode, said, wrong) == (128 + number, "", "")
    assert parts(project.folder) == []
    assert not (project.folder / "output/fair/stalls.pdf").exists()


@pytest.mark.slow
def test_a_signal_during_the_start_is_no_traceback(project: Project) -> None:
    for turn, number in enumerate(SIGNALS * 4):
        with started(project, "--version") as process:
            time.sleep(0.007 * turn)
            process.send_signal(number)
            _, wrong = process.communicate(timeout=60)
        # 0: the program was faster. By the signal itself: it came before our first line, and Python may say so.
        early = process.returncode == -number and "generator" not in wrong
        assert (process.returncode in (0, 128 + number, -number), "" if early else wrong) == (True, "")


@pytest.mark.slow
def test_a_signal_that_the_caller_ignores_is_ignored(project: Project) -> None:
    with started(project, "render", ignored=(signal.SIGHUP,), before=SLOW.format(1)) as process:
        wait_for_part(project, process)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.slow
def test_what_a_killed_run_left_is_swept_by_the_next_and_what_a_living_one_writes_is_not(project: Project) -> None:
    project.write("stalls.yaml", "".join(f"- {{id: s{n}, name: Stall {n}, price: {n}}}\n" for n in range(40)))
    with paused(project) as killed:
        killed.kill()
        killed.communicate(timeout=60)
    (left,) = parts(project.folder)
    with paused(project) as living:
        try:
            (written,) = parts(project.folder)  # it swept, and has its own
            assert written != left
            project.write("stalls.yaml", "- {id: one, name: One, price: 1}\n")
            assert project.pnp("render", "--copies", "3").exit_code == 0
            assert parts(project.folder) == [written]
            small = (project.folder / "output/fair/stalls.pdf").stat().st_size
        finally:
            os.kill(living.pid, signal.SIGCONT)
        living.communicate(timeout=60)
    assert living.returncode == 0
    assert parts(project.folder) == []
    assert (project.folder / "output/fair/stalls.pdf").stat().st_size > small

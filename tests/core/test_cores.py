"""Work divided among processes comes to the same as done by one, whatever befalls them; each test is a program."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from projects import Project

from generator.core import cores

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="work is not divided there")

START = """
import os, signal, sys, time
from functools import partial
from pathlib import Path
from generator.core.atomic import replacing
from generator.core.cores import divided, foreseen

HERE = os.getpid()

def until(came, seconds=50):
    last = time.monotonic() + seconds
    while not came() and time.monotonic() < last:
        time.sleep(0.001)

def square(number, among=1):
    Path(f"here-{os.getpid()}").touch()
    until(lambda: len(list(Path().glob("here-*"))) >= among)  # or a busy machine lets one begin when all is done
    return number * number, os.getpid(), b"x" * 100_000

def picky(number):
    if number in (5, 9):
        raise ValueError(number)

def mortal(number):
    with replacing(Path(f"{number}.txt")) as part:
        part.write_text(str(number))
        if number == 1:
            Path("begun").touch()
        if number == 1 and os.getpid() != HERE:
            os.kill(os.getpid(), signal.SIGKILL)
        while number == 0 and not Path("begun").exists():
            time.sleep(0.001)  # or one process does all before the other begins
    return number

def stubborn(number):
    with replacing(Path(f"{number}.txt")) as part:
        part.touch()
        Path(f"at-{os.getpid()}").touch()
        time.sleep(60)

def meeting(number, *, size=1_000_000):
    Path(f"{number // 2}-by-{os.getpid()}").touch()
    until(lambda: len(list(Path().glob(f"{number // 2}-by-*"))) > 1)
    return len(list(Path().glob(f"{number // 2}-by-*"))), b"x" * size

def interrupted_twice(number):
    if os.getpid() != HERE:
        both = {signal.SIGINT, signal.SIGTERM}
        signal.pthread_sigmask(signal.SIG_BLOCK, both)
        for one in both:
            signal.raise_signal(one)
        try:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, both)
        finally:
            for _ in range(1000):
                print(end="")  # time in which Python looks for signals
    return number

def open_files():
    return sorted(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else []

def children():
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return 0
    return 1
"""


def run(folder: Path, script: str) -> str:
    """What a program says that can do all of the above."""
    done = subprocess.run(
        [sys.executable, "-c", START + script], cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    return done.stdout


def test_a_process_that_waits_for_others_does_nothing_itself(tmp_path: Path) -> None:
    script = """
found = foreseen([partial(square, number) for number in range(20)], 2)
print([square for square, *_ in found] == [number ** 2 for number in range(20)])
print(HERE in {process for _, process, _ in found}, children())
print(foreseen([partial(picky, 5), partial(pow, 2, 3)], 1), foreseen([], 2))
def nested():
    return foreseen([partial(pow, 2, 3)], 2), divided([partial(os.getpid)] * 2, 2) == [os.getpid()] * 2
print(divided([nested, nested], 2))  # while a crew is at work there is nobody else
"""
    assert run(tmp_path, script) == "True\nFalse 0\n[None, None] []\n[([None], True), ([None], True)]\n"


def test_results_come_in_the_order_of_the_tasks_from_all_processes(tmp_path: Path) -> None:
    script = """
before = open_files()
found = divided([partial(square, number, 3) for number in range(40)], 3)
print([square for square, *_ in found] == [number ** 2 for number in range(40)])
print(len({process for _, process, _ in found}), {len(rest) for *_, rest in found})
print(open_files() == before, children())
print(divided([], 3), divided([partial(pow, 2, 3)], 3), divided([partial(pow, 2, 3)] * 2, 1))
print(divided([partial(pow, number, 1) for number in range(2500)], 2) == list(range(2500)))  # more than a pipe holds
first = []
print(divided([os.getpid], 2, lambda: (first.append(1), time.sleep(0.5))) != [HERE], first)
"""
    assert run(tmp_path, script) == "True\n3 {100000}\nTrue 0\n[] [8] [8, 8]\nTrue\nTrue [1]\n"


def test_no_process_stands_still_with_what_it_has_to_tell(tmp_path: Path) -> None:
    # Each pair of tasks ends early only where two processes are at it: results fill a pipe many times over.
    script = "print([met for met, _ in foreseen([partial(meeting, number) for number in range(8)], 2)], children())"
    assert run(tmp_path, script) == "[2, 2, 2, 2, 2, 2, 2, 2] 0\n"


def test_news_of_processes_may_be_ignored(tmp_path: Path) -> None:
    script = """
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print(divided([partial(mortal, number) for number in range(4)], 2))
try:
    divided([partial(picky, number) for number in range(20)], 2)
except ValueError as error:
    print(error)
"""
    assert run(tmp_path, script) == "[0, 1, 2, 3]\n5\n"
    assert len(list(tmp_path.iterdir())) == 5


def test_the_first_error_is_raised_whoever_met_it(tmp_path: Path) -> None:
    script = """
for jobs in (1, 2, 5):
    try:
        divided([partial(picky, number) for number in range(20)], jobs)
    except ValueError as error:
        print(error, children())
"""
    assert run(tmp_path, script) == "5 0\n5 0\n5 0\n"


def test_what_a_killed_process_did_is_done_again_and_nothing_of_it_is_left(tmp_path: Path) -> None:
    assert run(tmp_path, "print(divided([partial(mortal, number) for number in range(4)], 2), children())") == (
        "[0, 1, 2, 3] 0\n"
    )
    (tmp_path / "begun").unlink()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {f"{n}.txt": str(n) for n in range(4)}


def test_a_process_that_two_signals_reach_at_once_ends_without_a_word(tmp_path: Path) -> None:
    script = "print(foreseen([partial(interrupted_twice, 1)] * 2, 2), children())"
    assert run(tmp_path, script) == "[None, None] 0\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_process_outlives_the_one_that_started_it(tmp_path: Path, number: signal.Signals) -> None:
    script = "divided([partial(stubborn, number) for number in range(2)], 2)"
    with subprocess.Popen(
        [sys.executable, "-c", START + "signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n" + script],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
    ) as process:
        while len(found := list(tmp_path.glob("at-*"))) < 2 and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(number)
        assert process.wait(30) in (143, -signal.SIGKILL)
    other = next(int(path.name[3:]) for path in found if path.name != f"at-{process.pid}")
    last = time.monotonic() + 30
    while _runs(other) and time.monotonic() < last:
        time.sleep(0.005)
    assert not _runs(other)
    left = [path.name for path in tmp_path.iterdir() if not path.name.startswith("at-")]
    assert len(left) == (1 if number == signal.SIGKILL else 0)  # of the one that was killed outright


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")  # one that ended may wait for somebody to ask how
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_all_is_done_here_where_there_are_threads(tmp_path: Path) -> None:
    script = """
from threading import Event, Thread
Thread(target=Event().wait, daemon=True).start()
print({process == HERE for _, process, _ in divided([partial(square, number) for number in range(4)], 2)})
"""
    assert run(tmp_path, script) == "{True}\n"


def test_as_many_processors_are_taken_as_the_system_grants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quota = tmp_path / "cpu.max"
    monkeypatch.setattr(cores, "_QUOTA", str(quota))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 5, 7}, raising=False)
    assert cores.cores_here() == 4
    for text, count in {"max 100000": 4, "150000 100000": 2, "50000 100000": 1, "0 100000": 1, "nonsense": 4}.items():
        quota.write_text(text)
        assert cores.cores_here() == count


PRINT = """
import os, signal, sys, time
from pathlib import Path
from generator.cli.app import main
from generator.check import runner as check_together
from generator.printing import render
check_together.WORTH_PROCESSES, here, prints = 0, os.getpid(), render._print_file
def print_file(checked, order, name, *rest):
    if os.getpid() != here:
        Path("apart").touch()
        {befalls}
    last = time.monotonic() + 5
    while "1" not in sys.argv and not Path("apart").exists() and time.monotonic() < last:
        time.sleep(0.001)  # or this process prints both files before another begins
    return prints(checked, order, name, *rest)
render._print_file = print_file
main()
"""
ORDER = ("render", "--lang", "all", "--blanks", "--whole")
SHEETS = [
    *("stalls.pdf", "tents.pdf", "stalls-blank.pdf", "tents-blank.pdf"),
    *("stalls.fr.pdf", "tents.fr.pdf", "stalls-blank.fr.pdf", "tents-blank.fr.pdf"),
]


@pytest.fixture
def tents(project: Project) -> Project:
    """A game of two kinds that are printed."""
    project.change("game.yaml", "  people:\n", "  tents:\n    title: {en: Tents, fr: Tentes}\n    size: [50, 40]\n"
                   "    template: stall.svg\n    fields: {name: {type: text}, price: {type: whole},"
                   " note: {type: text}}\n  people:\n")  # fmt: skip
    project.write("tents.yaml", "- {id: red, name: {en: Red tent, fr: Tente rouge}, price: 1}\n")
    return project


@pytest.mark.slow
@pytest.mark.parametrize(
    "befalls", ["", "os.kill(os.getpid(), signal.SIGKILL)", "raise OSError(28, 'full')", "TOO LONG", "IN THE WAY"]
)
def test_processes_print_what_one_prints(tents: Project, befalls: str) -> None:
    if befalls == "TOO LONG":
        tents.change("tents.yaml", "Tente rouge", "Tente " * 90)
        tents.write("output/fair/stalls.pdf", "of before")
    elif befalls == "IN THE WAY":
        tents.write("output/fair/stalls-blank.pdf/kept", "")  # the file cannot take this place
    ends, files = [], []
    script = PRINT.format(befalls="pass" if befalls.isupper() or not befalls else befalls)
    for jobs in ("1", "3"):
        command = [sys.executable, "-c", script, *ORDER, "--jobs", jobs]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        ends.append((done.returncode, [line.split()[:-1] for line in done.stdout.splitlines()], done.stderr))
        files.append({str(path): path.is_file() and path.read_bytes() for path in sorted(Path("output").rglob("*"))})
        assert befalls == "TOO LONG" or Path("apart").exists() == (jobs == "3")
    status, said, errors = ends[0]
    assert ends[0] == ends[1]
    if befalls == "TOO LONG":
        assert (status, sorted(files[0])) == (1, ["output/fair", "output/fair/stalls.pdf"])
        assert files[0] == files[1]
    elif befalls == "IN THE WAY":
        assert (status, errors.count("\n")) == (2, 1)
        assert not [path for path in files[1] if not path.endswith((".pdf", "fair", "kept"))]
    else:
        assert status == 0
        assert said[0] == ["checked", "fair", "(3", "kinds,", "4", "items):", "no", "problem"]
        assert [row[3].removeprefix("output/fair/") for row in said[2:-1]] == SHEETS
        assert files[0] == files[1]
        assert sorted(Path(path).name for path in files[0]) == sorted(["fair", *SHEETS])


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_nothing_stays_of_sheets_that_were_interrupted(tents: Project, number: signal.Signals) -> None:
    slow = [sys.executable, "-c", PRINT.format(befalls="time.sleep(60)"), *ORDER, "--jobs", "3"]
    with subprocess.Popen(slow, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not Path("apart").exists() and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(number)
        assert process.wait(30) in (128 + signal.SIGINT, -signal.SIGKILL)
    left = list(Path("output").rglob("*"))
    assert [path for path in left if path.suffix == ".pdf" and "pnp-" not in str(path)] == []
    assert bool(left) == (number == signal.SIGKILL)
    if left:
        time.sleep(2.1)  # it may be another run's that begins just now
        subprocess.run([sys.executable, "-m", "generator", *ORDER, "--jobs", "3"], check=True, capture_output=True)
        subprocess.run([*slow[:2], PRINT.format(befalls="pass"), *slow[3:]], check=True, capture_output=True)
        assert sorted(path.name for path in Path("output").rglob("*")) == sorted(["fair", *SHEETS])

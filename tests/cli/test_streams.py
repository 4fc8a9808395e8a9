"""The status of every command holds whatever happens to its standard streams; as programs of their own."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from projects import ROOT, Project
from tries import slow_but

pytestmark = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")

PLAN = "plan:\n  - {kind: stalls, count: players, source: ours, why: {en: One each, fr: Une chacun}}\n"
SHIPPED = f"--data {ROOT / 'data'} --templates {ROOT / 'templates'}"
COMMANDS = {
    "--help": 0,
    "check data/fair/broken.yaml": 1,
    "rules wrong-type": 0,
    "show stalls/cake": 0,
    f"generate characters --game collectors --seed 1 --out more.yaml {SHIPPED}": 0,
    "blank": 0,
    "plan fair --players 3": 0,
    "export fair": 0,
    f"calibrate --templates {ROOT / 'templates'}": 0,
    "preflight data/fair/game.yaml": 1,
}
SAYS_NOTHING = ("generate",)  # on standard output


def statuses(project: Project, *lines: str) -> list[int]:
    """What a shell says of lines in which ``pnp`` is the command."""
    script = [f'pnp() {{ {shlex.join([sys.executable, "-m", "generator"])} "$@"; }}']
    script += [f"({line}\necho ${{PIPESTATUS[0]}} >>statuses)" for line in lines]
    result = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=project.folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in result.stderr + result.stdout
    assert "fault" not in result.stderr + result.stdout
    assert [*project.folder.rglob("*.part")] == []
    return [int(line) for line in (project.folder / "statuses").read_text().split()]


@pytest.fixture
def fair(project: Project) -> Project:
    """The small project with a plan, and a file with a mistake that no game reads."""
    project.change("game.yaml", "kinds:\n", PLAN + "kinds:\n")
    project.write("broken.yaml", "- {id: cake, name: Cake, price: x}\n")
    return project


@pytest.mark.slow
@pytest.mark.parametrize("command", slow_but(2, COMMANDS))
def test_a_command_ends_as_ever_where_all_streams_are_closed_and_with_two_where_the_disk_is_full(
    fair: Project, command: str
) -> None:
    full = COMMANDS[command] if command.startswith(SAYS_NOTHING) else 2
    wanted = [COMMANDS[command], full]
    assert statuses(fair, f"pnp {command} <&- >&- 2>&-", f"pnp {command} >/dev/full 2>/dev/full") == wanted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "status"),
    [("check", 0), (f"generate characters --game collectors --seed 1 {SHIPPED}", 0), ("--nope", 2)],
)
def test_no_single_stream_changes_the_status(fair: Project, command: str, status: int) -> None:
    broken = (">&-", "2>&-", "| true", "2>/dev/full")
    assert statuses(fair, *(f"pnp {command} {stream}" for stream in broken)) == [status] * len(broken)


@pytest.mark.slow
def test_sheets_are_written_though_nobody_reads_what_is_said_of_them(fair: Project) -> None:
    assert statuses(
        fair, "pnp render --out a | true", "pnp render --out b >&- 2>&-", "pnp render --out c >/dev/full"
    ) == [0, 0, 2]
    made = [(fair.folder / out / "fair/stalls.pdf").read_bytes() for out in "abc"]
    assert made[0] == made[1] == made[2]
    assert made[0].startswith(b"%PDF")


@pytest.mark.parametrize("unbuffered", slow_but(1, ["", "1"]))
def test_a_full_disk_behind_the_output_is_said_in_one_line(fair: Project, unbuffered: str) -> None:
    command = [sys.executable, "-m", "generator", "check"]
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            command,
            cwd=fair.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert (result.returncode, result.stderr) == (2, "pnp: cannot write to standard output: no space left on device\n")


@pytest.mark.slow
def test_what_is_printed_never_ends_in_a_file_that_got_the_number_of_a_closed_stream(fair: Project) -> None:
    assert statuses(fair, "pnp check --format json >&- 2>&-", "pnp export fair >&- 2>&-") == [0, 0]
    for picture in (fair.folder / "output").rglob("*.png"):
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_full_disk_under_the_sheets_is_no_fault_of_ours(fair: Project, tmp_path: Path) -> None:
    # Half a kibibyte a file, or one: too small for a sheet, and for a module that would be compiled.
    limit = "export PYTHONDONTWRITEBYTECODE=1; ulimit -f 1; pnp render"
    assert statuses(fair, limit) == [2]
    assert not (fair.folder / "output/fair/stalls.pdf").exists()

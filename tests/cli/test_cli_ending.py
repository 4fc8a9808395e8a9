"""Whatever refuses a command, it ends with one line and 2, or with what is wrong with files and 1."""

import errno
from pathlib import Path

import pytest

from generator.cli import app, commands
from generator.cli.ending import carried_out
from generator.cli.reporting import MOST_OF_A_FILE, as_lines
from generator.cli.streams import Signals
from generator.core.problem import Faulty, Infeasible, NotFound, Problem, Refusal, WrongUse, require_sound

WRONG = Problem("a.yaml", 2, 3, "error", "wrong-type", "a number is wanted here")
DOUBTFUL = Problem("a.yaml", 1, 1, "warning", "missing-translation", "no text in 'fr'")


def refusing(error: Exception, out: Path | None = Path("out")) -> int:
    def command() -> int:
        raise error

    return carried_out(command, out)


@pytest.mark.parametrize("sort", [WrongUse, NotFound, Infeasible])
def test_a_refusal_is_one_line_and_two(sort: type[Refusal], capsys: pytest.CaptureFixture[str]) -> None:
    assert refusing(sort("there is no such thing")) == 2
    assert capsys.readouterr() == ("", "pnp: there is no such thing\n")


def test_errors_in_files_are_reported_with_their_places_and_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusing(Faulty([DOUBTFUL, WRONG], "nothing was printed")) == 1
    assert capsys.readouterr().err.splitlines() == [
        "a.yaml:1:1: warning missing-translation: no text in 'fr'",
        "a.yaml:2:3: error wrong-type: a number is wanted here",
        "1 error, 1 warning in 1 file; nothing was printed",
    ]


def test_what_cannot_be_written_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusing(PermissionError(13, "Permission denied", "out/a.pdf")) == 2
    assert refusing(OSError(28, "No space left on device")) == 2
    assert capsys.readouterr().err.splitlines() == [
        "pnp: cannot write out/a.pdf: permission denied",
        "pnp: cannot write out: no space left on device",
    ]


@pytest.mark.parametrize(
    "error, out", [(BrokenPipeError(32, "Broken pipe"), Path("out")), (OSError(28, "No space left on device"), None)]
)
def test_a_fault_of_standard_output_is_not_the_commands(error: OSError, out: Path | None) -> None:
    with pytest.raises(type(error)):
        refusing(error, out)


def test_a_fault_of_our_own_is_not_taken_for_a_refusal() -> None:
    with pytest.raises(ValueError, match="inside"):
        refusing(ValueError("inside"))


def test_warnings_alone_stop_nothing() -> None:
    require_sound([DOUBTFUL], "nothing was printed")
    with pytest.raises(Faulty):
        require_sound([DOUBTFUL, WRONG], "nothing was printed")


def _out_of_memory(error: Exception) -> Exception:
    """What a library raises that hides why."""
    try:
        try:
            raise MemoryError
        except MemoryError:
            raise error  # noqa: B904 - it hides the first
    except Exception as outer:  # noqa: BLE001 - as it is
        return outer


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (MemoryError(), 2),
        (OSError(errno.ENOMEM, "Cannot allocate memory"), 2),
        (ImportError("libx.so: failed to map segment from shared object"), 2),
        (ImportError("libx.so: cannot allocate memory in static TLS block"), 2),
        (_out_of_memory(ValueError("odd")), 2),
        (ImportError("No module named x"), 3),
        (ValueError("odd"), 3),
    ],
)
def test_too_little_memory_is_no_fault_of_the_tool(
    error: Exception, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> int:
        raise error

    monkeypatch.delenv("PNP_TRACEBACK", raising=False)
    monkeypatch.setattr(commands, "run", fail)
    monkeypatch.setattr("gc.disable", lambda: None)
    assert app._run(Signals()) == status
    assert ("not enough memory" in capsys.readouterr().err) == (status == 2)


def test_of_many_problems_of_a_file_some_are_printed_and_the_others_counted() -> None:
    many = [Problem("a.yaml", line, 1, "error", f"rule-{line}", "wrong") for line in range(1, 1001)]
    lines = list(as_lines(sorted([*many, DOUBTFUL, Problem("b.yaml", 1, 1, "error", "unknown-key", "key")])))
    assert len(lines) == MOST_OF_A_FILE + 2
    assert lines[-1] == f"a.yaml: {1001 - MOST_OF_A_FILE} more; pnp check --all prints them"
    assert "b.yaml:1:1: error unknown-key: key" in lines
    assert len(list(as_lines(many[:MOST_OF_A_FILE]))) == MOST_OF_A_FILE

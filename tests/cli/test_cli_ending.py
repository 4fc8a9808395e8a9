"""Whatever refuses a command, it ends with one line and 2, or with what is wrong with files and 1."""

from pathlib import Path

import pytest

from generator.cli.ending import carried_out
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

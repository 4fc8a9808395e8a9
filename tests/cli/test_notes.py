"""A note says what is worth knowing: it stops nothing, fails nothing, and is listed where all is asked for."""

import json

import pytest
from each import each

from generator.cli.check import closing_lines
from generator.cli.ending import tell_problems
from generator.cli.reporting import as_annotation, tally
from generator.core.problem import Problem, without_notes
from generator.lsp.desk import LEVELS
from generator.web.faults import levels

NOTE = Problem("a.yaml", 1, 2, "note", "drawn-as-pixels", "a blur of 2 is drawn as pixels")
WARNING = Problem("a.yaml", 3, 1, "warning", "lone-mark", "one star")
ERROR = Problem("a.yaml", 4, 1, "error", "wrong-type", "a number is wanted here")


def ended(problems: list[Problem], form: str = "text", *, strict: bool = False, every: bool = False) -> int:
    return tell_problems(problems, form, closing_lines(problems, [], every=every), strict=strict, every=every)


@each("strict", [False, True])
def test_a_note_fails_nothing(strict: bool) -> None:
    assert ended([NOTE], strict=strict) == 0
    assert ended([NOTE, ERROR], strict=strict) == 1
    assert ended([NOTE, WARNING], strict=strict) == strict


def test_notes_are_counted_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    ended([NOTE, WARNING])
    assert capsys.readouterr().out.splitlines() == [
        "a.yaml:3:1: warning lone-mark: one star",
        "1 note; pnp check --all lists it",
        "1 warning in 1 file",
    ]


def test_all_lists_notes(capsys: pytest.CaptureFixture[str]) -> None:
    ended([NOTE], every=True)
    said = capsys.readouterr().out
    assert said.startswith("a.yaml:1:2: note drawn-as-pixels: a blur of 2 is drawn as pixels\n")
    assert said.endswith(": no problem found\n")


def test_programs_get_every_note(capsys: pytest.CaptureFixture[str]) -> None:
    ended([NOTE], "json")
    assert json.loads(capsys.readouterr().out)[0]["level"] == "note"
    assert as_annotation(NOTE).startswith("::notice file=a.yaml,line=1,col=2,")


def test_notes_mark_nothing_as_wrong() -> None:
    assert tally([NOTE]) == ""
    assert levels([NOTE]) == ""
    assert levels([NOTE, WARNING]) == "doubtful"
    assert without_notes([ERROR, NOTE, WARNING]) == [ERROR, WARNING]
    assert LEVELS["note"].name == "Information"

"""What a game calls its pages and its modes, in each of its languages."""

from collections.abc import Sequence

import pytest
from projects import Project
from pypdf import PdfReader
from tries import slow_but

GROUPED = """\
    page_label: {en: "Stalls {number}", fr: "Étals {number}"}
    blank_page_label: {en: "Empty stalls", fr: "Étals vierges"}
    group: side
    group_page_label: {left: {en: "On the left {number}", fr: "À gauche {number}"}, right: "R {number}"}
"""
BOX = """\
players: 2
modes: [fair, solo]
mode_names: {solo: {en: On your own, fr: En solitaire}}
plan: [{kind: stalls, sets: '1', source: ours, why: {en: all, fr: tout}}]
"""


@pytest.fixture
def labelled(project: Project) -> Project:
    """A game that names its pages, its groups and one of its modes in both of its languages."""
    project.change("game.yaml", '    page_label: "Page [{number}]"\n    blank_page_label: "Page [blank]"\n', GROUPED)
    project.change("game.yaml", "kinds:\n", f"{BOX}kinds:\n")
    project.change("stalls.yaml", "  price: 3\n", "  price: 3\n  side: left\n")
    return project


def printed(project: Project, *command: str) -> PdfReader:
    """The one file that a command writes."""
    for path in (project.folder / "output").rglob("*.pdf"):
        path.unlink()
    result = project.pnp(*command)
    assert result.exit_code == 0, result.output
    (file,) = (project.folder / "output").rglob("*.pdf")
    return PdfReader(file)


@pytest.mark.parametrize(
    ("language", "labels", "margin", "form"),
    [
        ("en", ["On the left 1 + Stalls 1"], "On the left", "Empty stalls"),
        ("fr", ["À gauche 1 + Étals 1"], "À gauche", "Étals vierges"),
    ],
)
def test_pages_are_called_by_their_names_in_the_sheets_language(
    labelled: Project, language: str, labels: Sequence[str], margin: str, form: str
) -> None:
    assert labelled.check() == []
    sheets = printed(labelled, "render", "--lang", language)
    assert sheets.page_labels == labels
    assert margin in sheets.pages[0].extract_text()
    assert printed(labelled, "blank", "--lang", language).page_labels[0] == form


@pytest.mark.parametrize(("language", "name"), [("en", "On your own"), ("fr", "En solitaire")])
def test_a_mode_is_called_by_its_name_on_the_cover_and_in_its_margin(
    labelled: Project, language: str, name: str
) -> None:
    box = ("plan", "fair", "--players", "2", "--render", "--lang", language, "--mode")
    assert printed(labelled, *box, "solo").pages[0].extract_text().count(name) == 2
    assert printed(labelled, *box, "fair").pages[0].extract_text().count("· fair ·") == 1


@pytest.mark.parametrize(
    "french", [', fr: "Étals {number}"', ', fr: "Étals vierges"', ', fr: "À gauche {number}"', ", fr: En solitaire"]
)
def test_a_label_that_is_not_translated_is_reported(labelled: Project, french: str) -> None:
    labelled.change("game.yaml", french, "")
    assert [(problem.level, problem.rule) for problem in labelled.check()] == [("warning", "missing-translation")]


@pytest.mark.parametrize("text", ["Étals {number}", "Étals vierges", "À gauche {number}", "En solitaire"])
def test_a_label_in_any_language_has_its_glyphs(labelled: Project, text: str) -> None:
    labelled.change("game.yaml", text, f"\u4e2d {text}")
    problems = labelled.check()
    assert {(problem.file, problem.rule) for problem in problems} == {("data/fair/game.yaml", "missing-glyph")}
    assert "\u4e2d" in problems[0].message


def test_only_modes_have_names(labelled: Project) -> None:
    labelled.change("game.yaml", "{solo: {en: On", "{sole: {en: On")
    (problem,) = labelled.check()
    assert (problem.rule, problem.message, problem.hint) == (
        "unknown-reference",
        "'sole' is not a mode",
        "did you mean solo?",
    )


def test_the_empty_back_of_a_cover_is_called_so_in_the_sheets_language(labelled: Project) -> None:
    labelled.change("game.yaml", "    template: stall.svg\n", "    template: stall.svg\n    back: stall.svg\n")
    box = ("plan", "fair", "--players", "2", "--render", "--backs", "long", "--lang")
    assert [printed(labelled, *box, language).page_labels[1] for language in ("en", "fr")] == ["1 back", "1 (dos)"]


NAMES = [
    ("Village fair", "render"), ("Stalls, fr", "render"), ("Stalls {number}", "render"), ("Empty stalls", "blank"),
    ("On the left", "render"), ("On your own", "plan fair --players 2 --render --mode solo"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "command"), slow_but(2, NAMES))
def test_a_name_of_any_length_is_reported_or_printed(labelled: Project, old: str, command: str) -> None:
    """What stands in a margin: as long as it may be, longer, and under more marks than are drawn."""
    old, text = old.removesuffix(", fr"), labelled.path("game.yaml").read_text(encoding="utf-8")
    at = text.index(old)
    sound = set[str]()
    for new in (
        "N" * 180,
        "long " * 35 + "x",
        "a" + "\u0301" * 30,
        "N" * 5000,
        "long " * 999 + "x",
        "a" + "\u0301" * 31,
    ):
        labelled.write("game.yaml", text[:at] + new + text[at + len(old) :])
        wrong = labelled.check()
        assert {(one.file, one.line) for one in wrong} <= {("data/fair/game.yaml", text[:at].count("\n") + 1)}
        if not wrong:
            sound.add(new)
            assert labelled.pnp(*command.split()).exit_code == 0, new
    assert "a" + "\u0301" * 30 in sound
    assert max(map(len, sound)) <= 180
    assert "a" + "\u0301" * 31 not in sound

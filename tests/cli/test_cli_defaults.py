"""``pnp.yaml``: what commands follow where no option says otherwise."""

from pathlib import Path

import pytest
from projects import STYLE, Project

from generator.core.folders import defaults_file

OTHER = """\
name: Other
kinds:
  cards: {title: Cards, size: [50, 40], template: stall.svg, fields: {name: {type: text, required: true}}}
"""
FACE = '<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40"/>'


def files(project: Project) -> list[str]:
    return sorted(str(path.relative_to(project.folder)) for path in project.folder.rglob("*.pdf"))


def with_another_game(project: Project) -> None:
    """A game beside that is in English alone."""
    project.write("data/other/game.yaml", OTHER)
    project.write("data/other/cards.yaml", "- {id: one, name: One}\n")
    project.write("templates/other/stall.svg", FACE)
    project.write("templates/other/style.yaml", STYLE)


def test_defaults_are_taken_and_an_option_beats_them(project: Project) -> None:
    project.write("./pnp.yaml", "paper: letter\nlang: fr\nout: prints\n")
    assert project.pnp("render").exit_code == 0
    assert files(project) == ["prints/fair/stalls.fr.pdf"]
    letter = (project.folder / "prints/fair/stalls.fr.pdf").read_bytes()
    assert project.pnp("render", "--lang", "en", "--out", "other", "--paper", "a4").exit_code == 0
    assert files(project) == ["other/fair/stalls.pdf", "prints/fair/stalls.fr.pdf"]
    project.path("./pnp.yaml").unlink()
    assert project.pnp("render", "--lang", "fr", "--paper", "letter").exit_code == 0
    assert (project.folder / "output/fair/stalls.fr.pdf").read_bytes() == letter


def test_help_tells_which_defaults_are_the_projects(project: Project) -> None:
    project.write("./pnp.yaml", "paper: letter\nlang: fr\n")
    told = " ".join(project.pnp("render", "--help").stdout.split())
    assert "[default: letter, from pnp.yaml]" in told
    assert "[default: fr, from pnp.yaml]" in told
    assert "[default: output]" in told
    assert "from pnp.yaml" not in project.pnp("preflight", "--help").stdout


@pytest.mark.slow
def test_a_default_language_is_that_of_the_games_that_are_written_in_it(project: Project) -> None:
    with_another_game(project)
    project.write("./pnp.yaml", "lang: fr\n")
    assert project.pnp("render").exit_code == 0
    assert files(project) == ["output/fair/stalls.fr.pdf", "output/other/cards.pdf"]
    assert project.pnp("blank", "other").exit_code == 0
    assert project.pnp("export", "other").exit_code == 0
    assert project.pnp("render", "other", "--lang", "fr").exit_code == 2


def test_faces_are_in_the_default_language(project: Project) -> None:
    assert project.pnp("render", "--lang", "fr", "--out", "asked").exit_code == 0
    project.write("./pnp.yaml", "lang: fr\nout: preferred\n")
    assert project.pnp("render").exit_code == 0
    asked, preferred = (project.folder / folder / "fair/stalls.fr.pdf" for folder in ("asked", "preferred"))
    assert asked.read_bytes() == preferred.read_bytes()


def test_a_default_printer_is_left_aside_where_it_shifts_nothing(project: Project) -> None:
    project.write("./pnp.yaml", "printer: den\nmarks: guides\n")
    assert project.pnp("render").stderr == ""
    shifted = project.pnp("render", "--backs", "long")
    assert (shifted.exit_code, shifted.stderr.count("\n")) == (0, 1)
    assert "backs are not shifted" in shifted.stderr
    assert project.pnp("render", "--printer", "den").exit_code == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("paper: letter\npapr: a4\n", (2, 1, "unknown-field")),
        ("paper: a9\n", (1, 8, "not-one-of")),
        ("paper: [a4]\n", (1, 8, "wrong-type")),
        ("lang: French\n", (1, 7, "wrong-type")),
        ("lang: de\n", (1, 7, "not-one-of")),
        ("backs: lng\n", (1, 8, "not-one-of")),
        ("ink: {}\n", (1, 6, "wrong-type")),
        ("printer: ''\n", (1, 10, "wrong-type")),
        ("out: ../elsewhere\n", (1, 6, "not-one-of")),
        ("out: /tmp\n", (1, 6, "not-one-of")),
        ("templates: ~/faces\n", (1, 12, "not-one-of")),
        ("ink: low\nink: full\n", (2, 1, "duplicate-key")),
        ("- paper\n", (1, 1, "wrong-type")),
        ("paper: *a\n", (1, 8, "yaml-syntax")),
    ],
)
def test_a_mistake_is_reported_at_its_place(project: Project, text: str, place: tuple[int, int, str]) -> None:
    project.write("./pnp.yaml", text)
    found = project.check()
    assert [(one.file, one.line, one.column, one.rule) for one in found] == [("pnp.yaml", *place)]


def test_commands_refuse_wrong_defaults_and_write_nothing(project: Project) -> None:
    project.write("./pnp.yaml", "paper: a9\n")
    for command in (["render"], ["blank"], ["generate", "stalls"], ["export", "fair"], ["show", "stalls/cake"]):
        result = project.pnp(*command)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("pnp.yaml:1:8: error not-one-of: there is no paper 'a9'\n    hint: known: a4")
    assert files(project) == []
    assert project.pnp("render", "--help").exit_code == 0
    assert project.pnp("check").exit_code == 1
    assert project.pnp("rules").exit_code == 0


def test_the_file_of_defaults_can_be_checked_alone(project: Project) -> None:
    project.write("./pnp.yaml", "paper: letter\n")
    assert project.pnp("check", "pnp.yaml").stdout == "checked pnp.yaml: no problem found\n"
    assert project.pnp("check").stdout == "checked fair (2 kinds, 3 items), pnp.yaml: no problem found\n"
    project.write("./pnp.yaml", "# nothing yet\n")
    assert project.check() == []


def test_the_file_lies_beside_the_folder_of_the_games(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    project.write("./pnp.yaml", "out: prints\ntemplates: templates\n")
    away = project.folder.parent / "away"
    away.mkdir()
    monkeypatch.chdir(away)
    assert project.pnp("render", "--data", "../project/data").exit_code == 0
    assert files(project) == ["prints/fair/stalls.pdf"]
    assert [str(defaults_file(Path(data))) for data in ("data", "x/data", ".", "..")] == [
        *("pnp.yaml", "x/pnp.yaml", "../pnp.yaml", "../../pnp.yaml")
    ]


def test_no_command_takes_a_default_for_what_it_calls_alike(project: Project) -> None:
    """``--out`` is a file for some, ``--lang`` what is written for others."""
    project.write("./pnp.yaml", "out: prints\nlang: fr\n")
    assert project.pnp("stats", "fair").exit_code == 0
    assert files(project) == []
    assert not (project.folder / "prints").exists()

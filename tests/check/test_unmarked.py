"""Cuts without room for crop marks, and kinds too large to fold, are told of: by check on the project's paper, by
what prints on its own."""

import pytest
from each import each
from PIL import Image
from projects import PLAIN, STYLE, Project

GAME = """\
name: Fair
languages: [en]
players: [2, 4]
kinds:
  cards:
    {title: Cards, size: [63.5, 88.9], template: card.svg, back: card.svg, fields: {}}
plan:
  - {kind: cards, sets: "1", source: ours, why: all}
"""
CARD = '<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="88.9mm" viewBox="0 0 63.5 88.9">\n</svg>\n'
ALL = "no room on letter for crop marks at both ends of vertical cuts 1 to 4 and horizontal cuts 1 to 4"


@pytest.fixture
def tight(project: Project) -> Project:
    """A project whose cards take nearly all of a sheet of Letter, and find room on A4."""
    for name in ("stalls.yaml", "people.yaml"):
        project.path(name).unlink(missing_ok=True)
    project.write("game.yaml", GAME)
    project.write("cards.yaml", "- {id: one, copies: 9}\n")
    project.write("templates/fair/card.svg", CARD)
    project.write("templates/fair/style.yaml", STYLE)
    assert PLAIN.exists()
    return project


def test_check_tells_it_of_the_paper_that_the_project_prints_on(tight: Project) -> None:
    assert tight.check() == []
    tight.write("./pnp.yaml", "paper: letter\n")
    (problem,) = tight.check()
    assert (problem.level, problem.rule, problem.line) == ("warning", "no-room-for-marks", 6)
    assert problem.message == f"cards: {ALL}"
    assert "--marks guides" in problem.hint
    assert tight.pnp("check", "--strict").exit_code == 1
    assert "no-room-for-marks" not in tight.pnp("render", "--paper", "a4").stderr
    for key in ("marks: guides", "gutter: 6", "backs: fold", "bleed: 3"):
        tight.write("./pnp.yaml", f"paper: letter\n{key}\n")
        assert "no-room-for-marks" not in {found.rule for found in tight.check()}, key
    tight.write("./pnp.yaml", "paper: letter\n")
    tight.write("cards.yaml", "- {id: one, copies: 0}\n")
    assert [found.rule for found in tight.check() if found.rule == "no-room-for-marks"] == []


@each(
    "command", [("render",), ("render", "--backs", "long"), ("plan", "fair", "--players", "2", "--render"), ("blank",)]
)
def test_what_prints_tells_it_once_on_standard_error(tight: Project, command: tuple[str, ...]) -> None:
    told = tight.pnp(*command, "--paper", "letter")
    assert told.exit_code == 0, told.output
    assert told.stderr.count("no-room-for-marks") == 1
    assert f"data/fair/game.yaml:6:5: warning no-room-for-marks: cards: {ALL}" in told.stderr
    for way in (("--paper", "a4"), ("--paper", "letter", "--marks", "guides")):
        assert "no-room-for-marks" not in tight.pnp(*command, *way).stderr
    if "--backs" in command:
        assert "no-room-for-marks" not in tight.pnp(*command, "--paper", "letter", "--cut", "svg").stderr


def test_impose_tells_it(tight: Project) -> None:
    (tight.folder / "pictures").mkdir()
    for number in range(9):
        Image.new("RGB", (635, 889)).save(tight.folder / f"pictures/{number}.png")
    job = ("impose", "pictures", "--size", "63.5x88.9", "--paper", "letter")
    told = tight.pnp(*job)
    assert told.exit_code == 0, told.output
    assert f"no-room-for-marks: 63.5 × 88.9 mm: {ALL}" in told.stderr
    assert "--marks guides" in told.stderr
    assert "no-room-for-marks" not in tight.pnp(*job, "--marks", "guides").stderr


@each("command", [("render",), ("blank",)])
def test_what_is_too_large_to_fold_is_told(tight: Project, command: tuple[str, ...]) -> None:
    said = "data/fair/game.yaml:6:5: warning too-large-to-fold: cards: printed without its back: to be folded, both "
    folded = tight.pnp(*command, "--paper", "120x130", "--backs", "fold")
    assert folded.exit_code == 0, folded.output
    assert folded.stderr.count(f"{said}sides are 127 × 88.9 mm, too large for 120x130\n") == 1
    again = tight.pnp(*command, "--paper", "120x130", "--backs", "fold")
    assert again.stderr.count(said) == 1
    for way in (("120x130", "long"), ("a4", "fold")):
        assert said not in tight.pnp(*command, "--paper", way[0], "--backs", way[1]).stderr


def test_check_tells_what_the_project_folds(tight: Project) -> None:
    tight.write("./pnp.yaml", "paper: 120x130\nbacks: fold\nmarks: guides\n")
    assert [problem.rule for problem in tight.check()] == ["too-large-to-fold"]
    assert tight.pnp("render").stderr.count("too-large-to-fold") == 1

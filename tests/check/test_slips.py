"""Every class of slip on every kind of file: its cause is reported first, at its place, and little follows from it."""

import re
import shutil
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from fox_hunt import write_fox_hunt
from slips import Slip, slips
from tries import part
from typer.testing import CliRunner

from generator.check.judge import Judge
from generator.check.paths import check_all
from generator.cli.commands import app
from generator.cli.reporting import as_lines
from generator.core.folders import Project
from generator.draw.svg.drawing import forget_drawings

MOST = 3  # lines beside the first
LEAST = 900  # slips in all
# What speaks in two files, and of which nobody can say in which of them the slip is.
ELSEWHERE = {
    "a width without mm": "game.yaml",
    "a width of another size": "game.yaml",
    "an item's line is gone": ".yaml",
    "a number far too large": ".yaml",
    "a number below zero": ".yaml",
    "a letter doubled in the key": "style.yaml",
    "a capital in the key": "style.yaml",
}
SAID_OF_ITEMS = {"a bracket too many"}  # a rule may be called so
FOREIGN = re.compile(
    r"NoneType|StrictUndefined|object (?:is|has|cannot)|not supported between|No filter|invalid token|mismatched tag"
    r"|well-formed|LocalizedText|instances of|is undefined|end of template|positional argument|Traceback"
)


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the starter's game."""
    folder = tmp_path_factory.mktemp("starter")
    where = ["--data", str(folder / "data"), "--templates", str(folder / "templates")]
    assert CliRunner().invoke(app, ["new", "my-game", *where]).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def fox_hunt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in two languages that has a default of its own for each command."""
    return write_fox_hunt(tmp_path_factory.mktemp("fox"))


def wrongly_told(project: Path, chosen: list[Slip]) -> Iterator[str]:
    """The slips that are reported elsewhere than where they are, with too much else, or in a library's words."""
    with chdir(project):
        for slip in chosen:
            kept = Path(slip.file).read_bytes()
            try:
                if slip.text is None:
                    Path(slip.file).unlink()
                else:
                    Path(slip.file).write_text(slip.text, encoding="utf-8")
                forget_drawings()
                lines = list(as_lines(sorted(check_all(Project(Path("data"), Path("templates")), Judge()).problems)))
            finally:
                Path(slip.file).write_bytes(kept)
            if len(lines) > 1 + MOST or (lines and not told_at(slip, lines[0])) or FOREIGN.search("\n".join(lines)):
                yield f"{slip}\n    " + "\n    ".join(lines[:6])


def told_at(slip: Slip, line: str) -> bool:
    """Whether a problem is reported where the slip is."""
    found = re.match(r"(.*?):(\d+):\d+: ", line)
    assert found
    if not slip.lines or slip.name in SAID_OF_ITEMS:
        return True
    if slip.file == found[1] and int(found[2]) in slip.lines:
        return True
    return slip.name in ELSEWHERE and found[1].endswith(ELSEWHERE[slip.name])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["starter", "fox_hunt"])
def test_a_slip_is_reported_first_at_its_place_and_little_follows(game: str, request: pytest.FixtureRequest) -> None:
    project: Path = request.getfixturevalue(game)
    chosen = [slip for slip in slips(project) if not (slip.text is None and slip.file.endswith("game.yaml"))]
    assert not list(wrongly_told(project, list(part(chosen, 36))))


def test_there_are_enough_of_them(starter: Path, fox_hunt: Path) -> None:
    found = [slip for project in (starter, fox_hunt) for slip in slips(project)]
    assert len(found) > LEAST
    assert len({slip.name for slip in found}) > 60


@pytest.mark.slow
def test_a_folder_of_pictures_that_is_gone_is_one_slip(starter: Path, tmp_path: Path) -> None:
    shutil.copytree(starter, tmp_path / "game")
    shutil.rmtree(tmp_path / "game/templates/my-game/art")
    with chdir(tmp_path / "game"):
        forget_drawings()
        problems = sorted(check_all(Project(Path("data"), Path("templates")), Judge()).problems)
    lines = list(as_lines(problems))
    assert len(problems) > 30
    assert len(lines) == 2  # what items show, and what the style does
    assert lines[0].startswith("data/my-game/letters.yaml:14:8: error unknown-reference: art of postcard-from-the-sea")
    assert lines[1].startswith(
        "templates/my-game/style.yaml:22:8: error unknown-reference: art/post-snail.svg: there is no folder"
    )


def lines_with(starter: Path, where: Path, file: str, old: str, new: str) -> list[str]:
    """What is printed of the starter's game with one change."""
    shutil.copytree(starter, where)
    with chdir(where):
        text = Path(file).read_text(encoding="utf-8")
        assert old in text
        Path(file).write_text(text.replace(old, new, 1), encoding="utf-8")
        forget_drawings()
        return list(as_lines(sorted(check_all(Project(Path("data"), Path("templates")), Judge()).problems)))


@pytest.mark.slow
def test_figures_do_not_repeat_what_is_wrong_with_a_kind(starter: Path, tmp_path: Path) -> None:
    lines = lines_with(starter, tmp_path / "game", "data/my-game/game.yaml", "size: [60, 60]", "size: [60mm, 60]")
    assert len(lines) == 1
    assert lines[0].startswith("data/my-game/game.yaml:63:12: error wrong-type")


@pytest.mark.parametrize("change", ["no file", "an empty file", "a heading misspelt"])
def test_items_that_figures_show_are_gone_by_one_slip(starter: Path, tmp_path: Path, change: str) -> None:
    file = starter / "data/my-game/places.yaml"
    kept = file.read_bytes()
    try:
        if change == "no file":
            file.unlink()
        elif change == "an empty file":
            file.write_bytes(b"")
        heading = "  place:" if change == "a heading misspelt" else "  places:"
        lines = lines_with(
            starter, tmp_path / "game", "data/my-game/game.yaml", "  places:\n    title", f"{heading}\n    title"
        )
    finally:
        file.write_bytes(kept)
    cause = "figures/ring.yaml:4:12: error" if change == "an empty file" else "game.yaml:61:3: warning missing-file"
    assert lines[0].startswith(f"data/my-game/{cause}")
    assert [line for line in lines[1:] if ": note no-items:" not in line] == []


@pytest.mark.slow
def test_a_view_box_of_another_shape_than_its_template_is_reported(starter: Path, tmp_path: Path) -> None:
    change = "templates/my-game/letter.svg", 'viewBox="0 0 63 88"'
    lines = lines_with(starter, tmp_path / "higher", *change, 'viewBox="0 0 63 90"')
    assert len(lines) == 1
    assert "error wrong-size: the viewBox of letter.svg is 63 x 90" in lines[0]
    assert not [
        line for line in lines_with(starter, tmp_path / "scaled", *change, 'viewBox="0 0 630 880"') if "viewBox" in line
    ]

"""Lines on paper: every face of the shipped games keeps to its game's three weights."""

from itertools import product

import pytest
from projects import STALL, STYLE, Project
from shipped_faces import GAMES, faces, opened
from strokes import StrokeGauge
from tries import FACTOR

from generator.check.build import check_game
from generator.core.choices import InkName
from generator.core.folders import Project as Folders

WEIGHTS = (0.25, 0.5, 0.8)  # mm: details, drawing, frames
NEAR = 0.002  # mm
FINEST, WIDEST = 0.25, 1.0  # mm: what a printer shows and crayons leave room for


@pytest.mark.tried
@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_every_face_has_one_of_the_three_weights(game: str) -> None:
    """Of every kind eight faces; all of them where values are tried more than once."""
    gauge = StrokeGauge()
    out = {
        f"{name}: {width:g} mm"
        for name, face in faces(opened(game), most=10_000 if FACTOR > 1 else 8)
        for width in {width for widths in gauge.measure(face.marks) for width in widths}
        if min(abs(width - weight) for weight in WEIGHTS) > NEAR
    }
    assert not out
    assert len(gauge.seen) > 50


@pytest.mark.tried
@pytest.mark.rare
@pytest.mark.parametrize("game, ink", [*product(GAMES, (InkName.low, InkName.colour))])
def test_no_line_is_too_fine_or_too_wide_in_another_edition(game: str, ink: InkName) -> None:
    gauge = StrokeGauge()
    for name, face in faces(opened(game, ink), most=4 if FACTOR > 1 else 2):
        for finest, widest in gauge.measure(face.marks):
            assert finest >= FINEST - NEAR, name
            assert widest <= (WIDEST if ink == InkName.colour else WEIGHTS[1]) + NEAR, name
    assert gauge.seen


TREE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    '<path d="M8 1L15 15H1Z" fill="none" stroke="#000" stroke-width="0.5"/></svg>'
)
PLACED = '<use href="tree.svg" x="30" y="20" width="{}" height="{}" preserveAspectRatio="none"/></svg>'


def widths(project: Project, width: float, height: float, style: str = "", ink: InkName = InkName.full) -> set[float]:
    """The widths of lines on a face where a picture is so large."""
    project.write("templates/fair/style.yaml", STYLE + style)
    project.write("templates/fair/tree.svg", TREE)
    project.write("templates/fair/stall.svg", STALL.replace("</svg>", PLACED.format(width, height)))
    assert project.check() == []
    checked = check_game(Folders(project.folder / "data", project.folder / "templates"), "fair", keep="*", ink=ink)
    kind = checked.game.kinds["stalls"]
    return {width for found in StrokeGauge().measure(checked.front(kind, 0, "en").marks) for width in found}


def test_without_weights_a_line_is_as_wide_as_its_picture_is_large(project: Project) -> None:
    assert widths(project, 4, 4) == {0.5, 0.125}


@pytest.mark.parametrize("width, height", [(4, 4), (16, 16), (19, 19), (4, 12), (12.01, 4)])
def test_with_weights_it_has_the_nearest_of_them_however_its_picture_is_placed(
    project: Project, width: float, height: float
) -> None:
    found = widths(project, width, height, "weights: [0.5, 0.25]\n")
    assert {round(each, 3) for each in found} == {0.5} | {0.25 if width < 8 or height < 8 else 0.5}


def test_low_ink_makes_finer_what_was_evened_out(project: Project) -> None:
    found = widths(project, 4, 4, "weights: [0.25, 0.4, 0.6]\nlow: {pen: 0.6}\n", InkName.low)
    assert {round(each, 3) for each in found} == {0.36, 0.25}  # none gets thinner than that


@pytest.mark.parametrize("written, rule", [("[0.25, wide]", "wrong-type"), ("[0.01]", "number-range")])
def test_a_weight_that_is_none_is_reported_at_its_place(project: Project, written: str, rule: str) -> None:
    project.write("templates/fair/style.yaml", f"{STYLE}weights: {written}\n")
    (problem,) = project.check()
    assert (problem.rule, problem.file) == (rule, "templates/fair/style.yaml")

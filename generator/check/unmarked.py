"""What sheets have no room for: crop marks, backs beside fronts; when they are made, and when a game is checked."""

from collections.abc import Collection

from generator.check.scope import UsualSheets
from generator.core.choices import UNPRINTABLE, Marks, paper_size
from generator.core.problem import Problem
from generator.draw.marks.marks import Outline
from generator.model.game import Kind
from generator.sheet.crop_marks import cut_marks, named_cuts
from generator.sheet.grid import fit_grid
from generator.sheet.page import StraightCut

RULE = "no-room-for-marks"
UNFOLDED = "too-large-to-fold"
GUIDES = "--marks guides prints a thin line along every edge; another paper or gutter may have room"
BESIDE = "--backs long prints it on the second side of the paper; or take larger paper, such as --paper a3"


def no_room(where: str, paper: str, cuts: Collection[StraightCut]) -> str:
    """That some cuts of a sheet have too few marks, with what and where it is."""
    return f"{where}: no room on {paper} for crop marks at both ends of {named_cuts(cuts)}"


def unmarked(file: str, kind: Kind, paper: str, cuts: Collection[StraightCut]) -> Problem:
    """The problem of a kind some of whose cuts cannot be found."""
    message = no_room(kind.name, paper, cuts)
    return Problem(file, kind.node.line, kind.node.column, "warning", RULE, message, GUIDES)


def unfolded(file: str, kind: Kind, sheets: UsualSheets) -> list[Problem]:
    """The problem of a kind printed without its back, as both sides beside each other are larger than the paper."""
    if not sheets.is_to_fold(kind) or kind.size is None or sheets.folds(kind):
        return []
    size = f"{2 * kind.size[0]:g} × {kind.size[1]:g} mm"
    message = (
        f"{kind.name}: printed without its back: to be folded, both sides are {size}, too large for {sheets.paper}"
    )
    return [Problem(file, kind.node.line, kind.node.column, "warning", UNFOLDED, message, BESIDE)]


def bare_cuts(kind: Kind, sheets: UsualSheets, outline: Outline) -> list[StraightCut]:
    """The cuts of a kind's first sheet that have too few marks; none where the kind is not cut straight."""
    assert kind.size is not None
    folded = sheets.folds(kind)
    if sheets.marks_of(kind) != Marks.crop or kind.prose or (outline and not folded):
        return []
    paper, bleed = paper_size(sheets.paper), sheets.bleed_of(kind)
    wide, high = kind.size
    count = sum(item.copies for item in kind.items) * kind.times
    if kind.share and count * wide * high < paper[0] * paper[1] / 2:  # on sheets with others, which have room for marks
        return []
    own = kind.gutter if sheets.gutter is None else sheets.gutter
    try:
        size, gutter = (2 * wide, high) if folded else kind.size, max(own, 2 * bleed)
        grid = fit_grid(paper, size, gutter=gutter, margin=UNPRINTABLE + bleed, bleed=bleed)
    except ValueError:  # it is put together of pieces, or refused when it is printed
        return []
    full = grid.slots if count >= len(grid.slots) else ()
    return [cut for cut in cut_marks(full, paper, bleed)[1] if not cut.marks]

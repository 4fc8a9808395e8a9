"""Pieces of what is larger than the paper: all of it, once, on few sheets, and texts whole where there is play."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tries import tries

from generator.core.choices import PAPERS, UNPRINTABLE, um
from generator.core.places import column_name
from generator.sheet.joining import Joint, JointSheet, joined, name_box, seam_boxes, torn_by
from generator.sheet.packing import SheetSpec
from generator.sheet.page import Rect, meet, rect_of

A3 = PAPERS["a3"]


def on(paper: str, bleed: float = 0.0) -> SheetSpec:
    return SheetSpec(PAPERS[paper], UNPRINTABLE + bleed, (), bleed)


@pytest.mark.parametrize(
    ("card", "paper", "overlap", "sheets", "pieces"),
    [
        (A3, "a4", 10.0, 3, 4),
        (A3, "letter", 0.0, 3, 4),
        (A3, "a3", 10.0, 2, 2),  # its own margins are too narrow
        ((600.0, 600.0), "a4", 10.0, 8, 12),
        ((600.0, 600.0), "letter", 10.0, 8, 12),
        ((600.0, 600.0), "letter", 0.0, 8, 9),
    ],
)
def test_boards_take_so_many_sheets(
    card: tuple[float, float], paper: str, overlap: float, sheets: int, pieces: int
) -> None:
    joint = joined(card, overlap, on(paper))
    assert (len(joint.sheets), sum(len(one.pieces) for one in joint.sheets)) == (sheets, pieces)
    assert joint.columns * joint.rows == pieces
    assert [place.name for place in joint.sheets[0].grid.slug] == ["square", "map", "ruler", "text"]


@pytest.mark.slow
@settings(max_examples=tries(5))
@given(
    st.tuples(st.integers(2000, 9000), st.integers(2000, 9000)),
    st.sampled_from(["a4", "letter", "a5"]),
    st.sampled_from([0.0, 5.0, 10.0]),
    st.sampled_from([0.0, 3.0]),
)
def test_pieces_are_the_component_once_and_lie_apart_on_paper(
    tenths: tuple[int, int], paper: str, overlap: float, bleed: float
) -> None:
    card = tenths[0] / 10, tenths[1] / 10
    joint = joined(card, overlap, on(paper, bleed))
    whole = [piece for one in joint.sheets for piece in one.pieces]
    assert sorted(piece.name for piece in whole) == sorted(
        f"{column_name(column)}{row + 1}" for column in range(joint.columns) for row in range(joint.rows)
    )
    bare = [Rect(um(p.left), um(p.top), um(p.right) - um(p.flap_right), um(p.bottom) - um(p.flap_below)) for p in whole]
    assert not any(meet(one.grown(-2), other.grown(-2)) for one, other in combinations(bare, 2))
    area = sum((one.x2 - one.x1) * (one.y2 - one.y1) for one in bare)
    assert area == pytest.approx(um(card[0]) * um(card[1]), rel=1e-5)
    assert all((p.flap_right == overlap) == (p.column < joint.columns - 1) for p in whole if overlap)
    least_sheets(joint, paper, bleed)


def least_sheets(joint: Joint, paper: str, bleed: float) -> None:
    edge, (width, height) = um(UNPRINTABLE), PAPERS[paper]
    printable = Rect(edge, edge, um(width) - edge, um(height) - edge)
    for grid, pieces in joint.sheets:
        boxes = [rect_of(slot).grown(um(bleed)) for slot in grid.slots]
        names = [rect_of(name_box(slot, bleed)) for slot in grid.slots]
        places = [rect_of(place.box) for place in grid.slug]
        for slot, piece in zip(grid.slots, pieces, strict=True):
            assert [um(side) for side in slot.card] == [um(side) for side in piece.size]
        assert not any(meet(one, other) for one, other in combinations([*boxes, *places], 2))
        assert not any(meet(name, other) for name in names for other in [*boxes, *places])
        assert all(
            printable.x1 <= box.x1 and printable.y1 <= box.y1 and box.x2 <= printable.x2 and box.y2 <= printable.y2
            for box in [*boxes, *places]
        )


def test_seams_keep_out_of_texts_where_there_is_play() -> None:
    """Parted evenly, the seam would run through the middle, where the text is."""
    text = (230.0, 140.0, 275.0, 160.0)
    plain = joined((500.0, 300.0), 10.0, on("a4"))
    clear = joined((500.0, 300.0), 10.0, on("a4"), (text,))
    assert len(plain.sheets) == len(clear.sheets) == 4
    edges = {piece.left for one in clear.sheets for piece in one.pieces}
    assert clear.torn == 0
    assert not any(text[0] < edge < text[2] for edge in edges)


_AT = st.integers(0, 60).map(lambda tenths: tenths / 10)


@given(st.lists(st.tuples(_AT, _AT)), _AT)
def test_texts_that_a_seam_tears_are_those_it_runs_through(texts: list[tuple[float, float]], at: float) -> None:
    through = sum(start + 1e-6 < at < end - 1e-6 for start, end in texts)
    assert torn_by(texts)(at) == through


def test_paper_that_is_far_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="take larger paper"):
        joined((2000.0, 2000.0), 10.0, SheetSpec((60.0, 60.0), UNPRINTABLE))


def seams_on(sheet: JointSheet, bleed: float) -> list[tuple[str, Rect]]:
    """What stands at the seams of a sheet, and where."""
    pieces = zip(sheet.grid.slots, sheet.pieces, strict=True)
    return [(name, rect_of(box)) for slot, piece in pieces for name, box in seam_boxes(slot, piece, bleed).items()]


def test_pieces_that_are_set_edge_to_edge_say_which_comes_where() -> None:
    """Each seam is reported once, beyond the bleed and clear of all pieces on the sheet."""
    joint = joined((420.0, 297.0), 0.0, on("a4", 3.0))
    told = [(sheet, *seam) for sheet in joint.sheets for seam in seams_on(sheet, 3.0)]
    assert len(told) == (joint.columns - 1) * joint.rows + joint.columns * (joint.rows - 1)
    for sheet, _, box in told:
        assert not any(meet(box, rect_of(slot).grown(3000)) for slot in sheet.grid.slots)
    overlapping = joined((420.0, 297.0), 10.0, on("a4"))
    assert not any(seams_on(sheet, 0.0) for sheet in overlapping.sheets)

"""The colour editions of the shipped games: every face has a tint, under the same lines as without colour."""

from collections.abc import Iterable, Iterator

import pytest
from shipped_faces import GAMES, faces, opened

from generator.core.choices import InkName
from generator.draw.marks.marks import Layer, Mark, PlacedDrawing, Shape, TextRun

WHITE = "#ffffff"
PLAIN = ("form of markers",)  # starts of names of faces without a tint: what is drawn on by hand


def leaves(marks: Iterable[Mark]) -> Iterator[Mark]:
    """The marks that are drawn, out of all that holds others."""
    for mark in marks:
        if isinstance(mark, PlacedDrawing):
            yield from leaves(mark.drawing.marks)
        elif isinstance(mark, Layer):
            yield from leaves(mark.marks)
        else:
            yield mark


def told(mark: Mark, tints: Iterable[str]) -> object:
    """What is to be the same with colour and without: all but where it is, which is rounded otherwise, and tints."""
    if isinstance(mark, TextRun):
        return mark.text, mark.font.name, mark.size, mark.colour
    if not isinstance(mark, Shape):
        return type(mark)
    paint = mark.paint
    fill = "" if paint.fill in (None, WHITE, *tints) else paint.fill
    return fill, paint.stroke, paint.dash, paint.cap, paint.join, [step[0] for step in mark.path]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_face_has_a_tint_under_the_same_lines(game: str) -> None:
    full, coloured = opened(game), opened(game, InkName.colour)
    tints = set(coloured.theme.palette.values())
    assert len(tints) == 6
    plain, used = [], set()
    for (name, line), (_, tinted) in zip(faces(full, most=1), faces(coloured, most=1), strict=True):
        found = list(leaves(tinted.marks))
        assert [told(mark, ()) for mark in leaves(line.marks)] == [told(mark, tints) for mark in found], name
        seen = {mark.paint.fill for mark in found if isinstance(mark, Shape)} & tints
        used |= seen
        if not seen:
            plain.append(name)
    assert used == tints
    assert [name for name in plain if not name.startswith(PLAIN)] == []

"""What a person should know of a picture at its place: pixels too coarse to print, and a name that fits two files."""

from typing import NamedTuple

from generator.draw.marks.marks import Layer, Matrix, PlacedDrawing, multiply
from generator.draw.scope import FaceScope
from generator.draw.svg.drawing import Picture, picture_message
from generator.draw.svg.parse import Element

GOOD_DPI = 200  # pixels an inch below which steps show on a good printer, as in preflight
_ROUNDING = 0.5


class TemplatePicture(NamedTuple):
    """A picture that a template shows, by the name that it has there."""

    picture: Picture
    name: str
    placed: PlacedDrawing | Layer
    element: Element

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to say of it wherever it stands."""
        return self.picture.dpi is None and not self.picture.namesakes and not self.picture.notes

    def remark_on(self, scope: FaceScope, matrix: Matrix, field: str | None = None) -> None:
        """Add what there is to say of it to the scope: of the item's ``field``, else of the template's line."""
        picture, path = self.picture, tuple(field.split(".")) if field else None
        for note in picture.notes:
            message = picture_message(self.name, note, scope.theme.folder)
            scope.add_fault(self.element, note.rule, message, note.hint, path, note.level)
        dpi = picture.dpi_under(multiply(matrix, _matrix(self.placed)))
        if dpi is not None and dpi < GOOD_DPI - _ROUNDING:
            message = f"{self.name} has {dpi:.0f} pixels an inch at this size; {GOOD_DPI} are wanted"
            hint = "use a larger picture, or place it smaller"
            scope.add_fault(self.element, "picture-resolution", message, hint, path, "warning")
        if picture.namesakes:
            namesakes = " and ".join(picture.namesakes)
            message = f"{self.name} might be {namesakes} as well; the first of .svg, .png, .jpg, .jpeg, .webp is taken"
            hint = "write the suffix, or remove one of them"
            scope.add_fault(self.element, "ambiguous-picture", message, hint, path, "warning")


def _matrix(placed: PlacedDrawing | Layer) -> Matrix:
    """From a picture's own mm to those round it."""
    if isinstance(placed, PlacedDrawing):
        return placed.matrix
    (inner,) = placed.marks  # the picture, cut off at the edges of its rectangle
    assert isinstance(inner, PlacedDrawing)
    return multiply(placed.matrix, inner.matrix)

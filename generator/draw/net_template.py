"""A template drawn on the panels of a box of paper: what it draws is repeated, panel by panel, at each one's size."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct

from generator.draw.frame import Frame
from generator.draw.marks.marks import FOLD, IDENTITY, Matrix, Outline, Shape, moved, multiply
from generator.draw.reads import Reads
from generator.draw.scope import FaceScope
from generator.draw.template import Template, TemplatePart
from generator.model.containers import Net, Panel


def on_net(template: Template, net: Net) -> Template:
    """The template of a whole box unfolded.

    Args:
        template: of one panel. It sees ``panel`` (front, back, side, top, flap or glue), ``width`` and ``height``.
        net: the box.
    """
    width, height = net.size
    steps = [("M" if number == 0 else "L", x, y) for number, (x, y) in enumerate(net.outline)]
    outline: Outline = (*steps, ("Z",))
    folds: tuple[Outline, ...] = tuple((("M", x, y), ("L", to_x, to_y)) for x, y, to_x, to_y in net.folds)
    parts = [NetPanel(template.parts, panel) for panel in (*net.panels, *net.flaps)]
    frame = Frame(width, height, outline, clipped=False)
    return replace(
        template, width=width, height=height, matrix=IDENTITY, parts=(*parts, Folds(folds)), outline=outline,
        folds=folds, frame=frame, same={},
    )  # fmt: skip


class NetPanel(Struct, frozen=True):
    """The template's parts on one panel."""

    parts: Sequence[TemplatePart]
    panel: Panel

    def reads(self) -> Reads | None:
        """Nobody can say: its size is among its variables."""
        return None

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Draw them."""
        panel, outer = self.panel, scope.variables
        own: Matrix = (1.0, 0.0, 0.0, 1.0, panel.x, panel.y)
        if panel.turned:
            own = (-1.0, 0.0, 0.0, -1.0, panel.x + panel.width, panel.y + panel.height)
        scope.variables = {**outer, "panel": panel.name, "width": panel.width, "height": panel.height}
        for part in self.parts:
            part.draw(scope, multiply(matrix, own))
        scope.variables = outer


class Folds(Struct, frozen=True):
    """Lines to fold along."""

    paths: tuple[Outline, ...]

    def reads(self) -> Reads | None:
        """Nothing."""
        return frozenset()

    def draw(self, scope: FaceScope, matrix: Matrix) -> None:
        """Draw them dashed."""
        if scope.draws:
            scope.marks += [Shape(moved(path, matrix), FOLD) for path in self.paths]

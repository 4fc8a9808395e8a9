"""A template drawn on the panels of a box of paper: what it draws is repeated, panel by panel, at each one's size."""

from collections.abc import Sequence
from dataclasses import replace

from msgspec import Struct

from generator.core.choices import MOST_BLEED
from generator.draw.attribute_expressions import Reads
from generator.draw.frame import Frame
from generator.draw.marks.marks import (
    FOLD,
    IDENTITY,
    Drawing,
    Matrix,
    Outline,
    PlacedDrawing,
    Shape,
    content_name,
    inverse,
    moved,
    multiply,
)
from generator.draw.scope import FaceScope
from generator.draw.short_bleed import NEAR, CoveredBox, covered, spills
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
    panels = (*net.panels, *net.flaps)
    parts = [NetPanel(template.parts, panel, _limits(panel, net.panels)) for panel in panels]
    frame = Frame(width, height, outline, clipped=False)
    return replace(
        template, width=width, height=height, matrix=IDENTITY, parts=(*parts, Folds(folds)), outline=outline,
        folds=folds, frame=frame,
    )  # fmt: skip


def _limits(panel: Panel, neighbours: Sequence[Panel]) -> CoveredBox:
    """How far art may reach on the sheet: into the bleed and on to flaps, but not over a fold on to another panel."""

    def near(neighbour: Panel) -> CoveredBox:
        return CoveredBox(neighbour.x, neighbour.y, neighbour.x + neighbour.width, neighbour.y + neighbour.height)

    own = near(panel)
    limits = CoveredBox(own.left - MOST_BLEED, own.top - MOST_BLEED, own.right + MOST_BLEED, own.bottom + MOST_BLEED)
    for box in (near(neighbour) for neighbour in neighbours):
        if box.top < own.bottom and own.top < box.bottom:
            limits = limits._replace(left=own.left) if _meet(box.right, own.left) else limits
            limits = limits._replace(right=own.right) if _meet(box.left, own.right) else limits
        if box.left < own.right and own.left < box.right:
            limits = limits._replace(top=own.top) if _meet(box.bottom, own.top) else limits
            limits = limits._replace(bottom=own.bottom) if _meet(box.top, own.bottom) else limits
    return limits


def _meet(first: float, second: float) -> bool:
    return abs(first - second) < NEAR


class NetPanel(Struct, frozen=True):
    """The template's parts on one panel. Where they reach beyond it, they end at the ``limits``."""

    parts: Sequence[TemplatePart]
    panel: Panel
    limits: CoveredBox

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
        before = len(scope.marks)
        for part in self.parts:
            part.draw(scope, multiply(matrix, own))
        scope.variables = outer
        drawn = tuple(scope.marks[before:])
        if any(spills(box, panel.width, panel.height) for box in covered(drawn, inverse(multiply(matrix, own)))):
            left, top, right, bottom = self.limits
            name = f"{content_name(drawn)} in {left:g} {top:g} {right:g} {bottom:g}"
            scope.marks[before:] = [PlacedDrawing(Drawing(name, drawn, (left, top, right, bottom)))]


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

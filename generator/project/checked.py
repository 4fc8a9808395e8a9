"""A game as read and checked."""

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from generator.core.problem import Problem
from generator.draw.marks.marks import Face
from generator.draw.renderer import Renderer, Side
from generator.model.containers import Net
from generator.model.game import Game, Item, Kind
from generator.project.memory import Memory

if TYPE_CHECKING:
    from generator.draw.pages import Laid


class Checked(Struct):
    """A game as read and checked, with the faces that were drawn on the way."""

    game: Game
    problems: list[Problem]
    waived: list[tuple[Item, str, str]]  # item, rule, reason
    renderer: Renderer
    faces: dict[tuple[str, str], dict[int, Face]] = {}  # by kind and language, by position
    pages: "dict[tuple[str, str], Laid]" = {}  # of running text, by kind and language
    memory: Memory = field(default_factory=Memory)
    frame: str = ""  # tells what every face rests on; see `World.frame`
    tokens: dict[tuple[str, int], tuple[int, ...]] = {}  # by kind and position: tell faces apart
    elsewhere: int = 0  # errors that came up in what was not asked about

    def in_full(self) -> "Checked":
        """The same with faces in full ink, none of them drawn yet if these are not."""
        renderer = self.renderer.in_full()
        return self if renderer is self.renderer else replace(self, renderer=renderer, faces={}, pages={})

    def _net(self, kind: Kind) -> Net | None:
        """The net of the kind as it is kept: a box may be wanted for fewer components than there are."""
        known = self.game.kinds.get(kind.name)
        return known.net if known else None

    def front(self, kind: Kind, position: int, language: str, side: Side = "front") -> Face:
        """The front of the item at this position of its kind, as it was kept or else drawn now."""
        kept = (
            self.faces.get((kind.name, language), {}).get(position)
            if side == "front" and kind.net is self._net(kind)
            else None
        )
        return kept or self.renderer.face(kind, kind.items[position], language, side=side)[0]

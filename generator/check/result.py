"""Games as read and checked, with the faces that were drawn on the way."""

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from generator.check.memo import Memo
from generator.check.verdict import GameVerdict, UsedWaiver
from generator.core.problem import Problem
from generator.draw.marks.marks import Face
from generator.draw.renderer import Renderer, Side
from generator.model.game import Game, Kind

if TYPE_CHECKING:
    from generator.draw.pages import TextPages


class CheckResult(Struct):
    """A game as read and checked, with the faces that were drawn on the way."""

    game: Game
    problems: list[Problem]
    waived: list[UsedWaiver]
    renderer: Renderer
    faces: dict[tuple[str, str], dict[int, Face]] = {}  # by kind and language, by position
    pages: "dict[tuple[str, str], TextPages]" = {}  # of running text, by kind and language
    memo: Memo = field(default_factory=Memo)
    frame: str = ""  # says what every face rests on; see `Inputs.frame`
    tokens: dict[tuple[str, int], tuple[int, ...]] = {}  # by kind and position: tell faces apart
    elsewhere: int = 0  # errors that came up in what was not asked about

    def in_full(self) -> "CheckResult":
        """The same with faces in full ink, none of them drawn yet if these are not."""
        renderer = self.renderer.in_full()
        return self if renderer is self.renderer else replace(self, renderer=renderer, faces={}, pages={})

    def front(self, kind: Kind, position: int, language: str, side: Side = "front", copy: int = 0) -> Face:
        """The front of the item at this position of its kind, or of a copy of it, as it was kept or else drawn now."""
        own_kind, face = self.game.kinds.get(kind.name), None
        if (
            side == "front" and copy < 2 and kind.net is (own_kind.net if own_kind else None)
        ):  # a box may be wanted for fewer components
            face = self.faces.get((kind.name, language), {}).get(position)
        item = kind.items[position].numbered(copy) if copy else kind.items[position]
        return face or self.renderer.face(kind, item, language, side=side)[0]

    @property
    def verdict(self) -> GameVerdict:
        """What the check came to, as plain values."""
        game = self.game
        kinds = [kind for kind in game.kinds.values() if kind.items]
        items = sum(len(kind.items) for kind in kinds)
        files = tuple(file for kind in game.kinds.values() for file in kind.files)
        problems, waived = tuple(self.problems), tuple(self.waived)
        return GameVerdict(game.name, problems, waived, len(kinds), items, game.languages, files, self.elsewhere)

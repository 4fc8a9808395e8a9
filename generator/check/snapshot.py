"""A game as it was at one moment: what is wrong with it, and what its components look like."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from generator.check.build import in_ink
from generator.check.result import CheckResult
from generator.core.choices import InkName
from generator.core.problem import Problem
from generator.core.textfile import unsaved
from generator.draw.marks.marks import Face
from generator.draw.pages import TextPages, text_pages
from generator.draw.renderer import Renderer, Side
from generator.model.game import Game


class Snapshot(Struct):
    """A checked game, whose faces and pages are drawn when they are asked for, and then kept.

    A file that changes on the disk after the snapshot was taken makes no difference to what was drawn; what was not yet
    drawn may show it. So ask `Workspace.update` first.
    """

    game_name: str
    checked: CheckResult
    files: tuple[Path, ...] = ()  # that changed, came or went since the snapshot before; none of the first
    seconds: float = 0.0  # that it took
    changed: Mapping[str, tuple[str, ...]] = {}  # by kind the items that may look otherwise
    texts: Mapping[str, bytes] = {}  # unsaved ones, by real path
    faces: dict[tuple[str, int, str, str, str], Face] = {}
    laid: dict[tuple[str, str, str], TextPages] = {}
    editions: dict[InkName, Renderer] = {}
    behind: frozenset[Problem] = frozenset()  # problems that are found last
    is_whole: bool = True  # they are there; until then, those of the snapshot before

    def follow(self, before: "Snapshot | None") -> None:
        """Report which items may look otherwise than ``before``; what was drawn of the others in full ink is kept."""
        changed, stay = {}, dict[tuple[str, int], int]()  # by kind and position before: the position now
        texts = any(path.suffix != ".yaml" for path in self.files)
        for name, kind in self.game.kinds.items():
            if not kind.printed or (kind.prose and before is not None and not texts):
                continue
            differences = before.told_apart(name) if before is not None else {}
            other = []
            for item, (position, tokens) in self.told_apart(name).items():
                if tokens and item in differences and differences[item][1] == tokens:
                    stay[name, differences[item][0]] = position
                else:
                    other.append(item)
            if other:
                changed[name] = tuple(other)
        self.changed = changed
        for (name, position, language, ink, side), face in before.faces.items() if before is not None else ():
            if ink == InkName.full.value and (name, position) in stay:
                self.faces[name, stay[name, position], language, ink, side] = face

    def told_apart(self, kind: str) -> dict[str, tuple[int, tuple[int, ...]]]:
        """By item its position and what tells its faces from others; of a name that several have, the last."""
        tokens = self.checked.tokens
        items = self.game.kinds[kind].items if kind in self.game.kinds else []
        return {item.id: (position, tokens.get((kind, position), ())) for position, item in enumerate(items)}

    @property
    def game(self) -> Game:
        """The game, as far as it could be read."""
        return self.checked.game

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the game, as `pnp check` reports it."""
        return self.checked.problems

    def face(
        self,
        kind: str,
        position: int,
        language: str | None = None,
        ink: InkName = InkName.full,
        side: Side = "front",
    ) -> Face | None:
        """The face of the item at a position of its kind, from 0; None where it cannot be drawn, which is a problem.

        Args:
            kind: the kind's name; it is one of the game's.
            position: of the item among those of its kind.
            language: the game's own if None.
            ink: the edition.
            side: front or back.
        """
        game, language = self.game, language or self.game.language
        key = kind, position, language, ink.value, side
        face = self.faces.get(key)
        if face is None:
            item, described = game.kinds[kind].items[position], game.kinds[kind]
            with unsaved(self.texts):
                renderer = self.renderer(ink)
                printed = described.printed and not described.prose and (side == "front" or described.back)
                if item.broken or not printed or renderer.template(described, side) is None:
                    return None
                face = self.faces[key] = renderer.face(described, item, language, side=side)[0]
        return face

    def pages(self, kind: str, language: str | None = None, ink: InkName = InkName.full) -> TextPages:
        """The pages of a kind's running text; none where it cannot be laid out."""
        language = language or self.game.language
        key = kind, language, ink.value
        if key not in self.laid:
            with unsaved(self.texts):
                renderer = self.renderer(ink)
                described = self.game.kinds[kind]
                usable = described.printed and described.prose and renderer.template(described) is not None
                self.laid[key] = text_pages(renderer, described, language) if usable else TextPages()
        return self.laid[key]

    def renderer(self, ink: InkName = InkName.full) -> Renderer:
        """What draws an edition of the game.

        Raises:
            NotFound: the game has no such edition.
        """
        if ink not in self.editions:
            with unsaved(self.texts):
                self.editions[ink] = in_ink(self.checked, ink)
        return self.editions[ink]

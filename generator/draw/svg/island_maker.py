"""Decides what of a file becomes pixels: the smallest element that gives the right picture.

What lies in a clip, a mask, a pattern or a symbol is drawn by whatever refers to it, so the outermost of these becomes
the island; what is mixed with what is behind it, the nearest group that is painted by itself. Many islands, or large
ones, are the whole picture, once.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from generator.core.problem import Problem
from generator.draw.marks.art import shipped_art
from generator.draw.marks.islands import FINE, SOFT, Island, find_window, resvg_version
from generator.draw.marks.marks import Mark
from generator.draw.svg.island_text import FontNames, IslandText
from generator.draw.svg.parse import Element
from generator.draw.svg.style import NO_EFFECT, TINT, Style
from generator.draw.svg.svg_file import SvgFile
from generator.draw.svg.undrawn import Undrawn, name_of

MOST_ISLANDS = 40
_MOST_AREA = 1.5  # of the picture's
RULE = "drawn-as-pixels"
_SYMBOLIC = frozenset({"x", "y", "width", "height", "refX", "refY"})


class IslandMaker:
    """The islands of one file."""

    def __init__(self, reader: SvgFile, root: Element, size: tuple[float, float], fonts: FontNames) -> None:
        """``size`` is the file's in mm."""
        self._reader, self._root, self._size = reader, root, size
        self._text = IslandText(reader, root, size, fonts)
        self.islands: list[Island] = []
        self.notes: list[Problem] = []

    def settle(self, element: Element, style: Style, start: int, marks: list[Mark] | None, count: int) -> bool:
        """Put pixels in place of what an element drew, if it drew what no vectors show.

        Args:
            element: what was drawn.
            style: its own.
            start: where what it left undrawn begins, in the list of the reader.
            marks: where it drew; None where nothing is drawn.
            count: how many marks were there before.

        Returns:
            Whether there was anything to settle, and it is.
        """
        undrawn = self._reader.undrawn[start:]
        if marks is None:  # told where it is used, if it is
            del self._reader.undrawn[start:]
            return False
        is_apart = element is self._root or style.effect is not NO_EFFECT or _isolates(element)
        if any(left.behind and (not is_apart or left_by is element) for left_by, left, _ in undrawn) and (
            element is not self._root
        ):
            return False
        del self._reader.undrawn[start:]
        del marks[count:]
        island = self._drawn(element, [left for _, left, _ in undrawn], [problem for _, _, problem in undrawn])
        if island is not None:
            self.islands.append(island)
            marks.append(island.placed())
        return True

    def whole(self, marks: list[Mark]) -> list[Mark]:
        """What is drawn in the end: the marks, or the whole picture as one island where that is less."""
        area = sum(island.window[2] * island.window[3] for island in self.islands)
        if len(self.islands) <= MOST_ISLANDS and area <= _MOST_AREA * self._size[0] * self._size[1]:
            return marks
        is_fine = any(island.per_inch == FINE for island in self.islands)
        island = self._drawn(self._root, [Undrawn("all of it", soft=not is_fine)], [])
        return marks if island is None else [island.placed()]

    def tell(self, element: Element, notes: Iterable[Problem]) -> None:
        """Add the notes of a picture that an element shows; one that is embedded names no file."""
        place = {"file": str(self._reader.path), "line": element.line, "column": element.column}
        self.notes += [note if note.file else replace(note, **place) for note in notes]

    def all_notes(self, remarks: Mapping[str, tuple[int, int]]) -> tuple[Problem, ...]:
        """What to know of how the picture is drawn; ``remarks`` are on its words, with where they are."""
        told = [(place, words, "") for words, place in remarks.items()]
        words = "the place or size that a <symbol> says itself is heeded, which not every program does"
        symbols = [each for each in self._reader.ids.values() if each.tag == "symbol"]
        told += [((each.line, each.column), words, "") for each in symbols if _SYMBOLIC & each.attributes.keys()]
        flowing = (element for element in self._root.walk() if element.tag == "flowRoot")
        if lost := next((each for each in flowing if any(part.text.strip() for part in each.walk())), None):
            words = f"{name_of(lost)}: words in a <flowRoot> are not drawn, as in browsers"
            told.append(((lost.line, lost.column), words, "turn it into text (Text > Convert to Text in Inkscape)"))
        root = self._root
        if root.where("xmlns") == (root.line, root.column) and root.source.startswith(b"<svg", root.offset):
            told.append(((root.line, root.column), "<svg> has no xmlns, without which browsers show nothing", ""))
        otherwise = [
            replace(self._reader.problem(place, "drawn-otherwise", *words), level="note") for place, *words in told
        ]
        return self._reader.sorts({*self.notes, *otherwise})

    def _drawn(self, element: Element, undrawn: list[Undrawn], problems: list[Problem]) -> Island | None:
        """An element as an island, and the notes that it is; None, and reported, where it cannot be."""
        art = self._reader.ink.art or shipped_art()
        held = list(element.walk())
        refused = ""
        if not art.pixels:
            refused = "allow pixels in style.yaml, or draw it otherwise"
        elif not resvg_version():
            refused = "pip install resvg-py, or draw it otherwise"
        if refused:
            refusals = [
                replace(problem, message=f"{problem.message}: no vectors show it", hint=refused) for problem in problems
            ]
            self._reader.problems.update(refusals)
            return None
        try:
            text = self._text.write(element)
            has_words = "<text" in text  # in what it names, too
            fonts, family = (art.paths, self._text.family) if has_words else ((), "")
            island = find_window(text, *self._size, fonts, family)
        except (ValueError, RecursionError) as error:
            where = element.line, element.column
            message = f"{undrawn[0]} cannot be drawn as pixels either: {str(error).splitlines()[0][:200]}"
            self._reader.problems.add(self._reader.problem(where, "template-syntax", message, "remove it"))
            return None
        is_fine = has_words or not all(left.soft for left in undrawn)
        aside = self._unheeded(held)
        for problem in {problem.message: problem for problem in problems}.values():
            message = f"{problem.message}: drawn as pixels{aside}"
            self.notes.append(replace(problem, level="note", rule=RULE, message=message, hint=""))
        return island and Island(island.text, island.window, FINE if is_fine else SOFT, fonts, family)

    def _unheeded(self, held: list[Element]) -> str:
        """What pixels cannot do that the lines of this picture do."""
        ink = self._reader.ink
        if ink.pen != 1:
            return ", whose lines are as wide as in full ink"
        return ", whose tints stay" if any(TINT in each.attributes for each in held) and not ink.palette else ""


def _isolates(element: Element) -> bool:
    declared = element.attributes.get("style", "").replace(" ", "")
    return element.attributes.get("isolation") == "isolate" or "isolation:isolate" in declared

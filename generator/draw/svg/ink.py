"""How much ink a face takes: in full, or as the game's own design for a printer that is to be spared.

What makes a low-ink face is drawn by whoever draws the game, in three places:

- ``NAME.low.svg`` beside ``NAME.svg``: a picture or template of its own, taken in the other's place;
- ``ink`` in templates: ``full`` or ``low``;
- ``low`` in ``style.yaml``: a finer pen, lighter fonts, and roles whose large letters are drawn as outlines.

The colour edition goes the same way, with ``NAME.colour.svg``; and ``data-tint="NAME"`` fills an area, and what is in a
group, with a tint of the game's palette, under the lines that are there in every edition.
"""

from os.path import isfile
from pathlib import Path
from typing import NamedTuple

from generator.core.choices import InkName

FINEST = 0.25  # mm: art.md's thinnest line, to which a pen makes none thinner


class Ink(NamedTuple):
    """The ink that faces are drawn with. ``pen`` is how wide lines are, of what their files say."""

    name: InkName = InkName.full
    pen: float = 1.0
    palette: tuple[tuple[str, str], ...] = ()  # of the colour edition alone: tints by name

    def tint(self, name: str) -> str | None:
        """The colour that ``data-tint`` stands for; None in the editions without colour.

        Raises:
            ValueError: the palette has no such tint.
        """
        if not self.palette:
            return None
        known = dict(self.palette)
        if name not in known:
            raise ValueError(f"there is no tint {name[:40]!r} in the palette; known: {', '.join(known)}")
        return known[name]

    def line(self, width: float) -> float:
        """The width (mm) at which a line is drawn that is ``width`` wide in full ink."""
        return width if self.pen == 1 else min(width, max(width * self.pen, FINEST))

    def file(self, path: Path) -> Path:
        """The file to read for ``path``: its variant for this ink, where there is one."""
        if self.name is InkName.full:
            return path
        # A photograph may well have a drawing for its variant.
        sorts = dict.fromkeys((path.suffix, ".svg", ".png")) if path.suffix.lower() != ".svg" else (path.suffix,)
        variants = [path.with_suffix(f".{self.name}{suffix}") for suffix in sorts]
        return next((variant for variant in variants if isfile(variant)), path)


FULL_INK = Ink()

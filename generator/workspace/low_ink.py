"""Pictures of a game's design for low ink.

Faces are not drawn twice to be checked: texts are measured in the fonts of either ink at once (see
`generator.face.textbox`), and of templates only what asks for the ink is drawn with low ink (`Renderer.in_low`).
What is left are the files that stand beside others as ``NAME.low.svg``.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.problem import Problem

if TYPE_CHECKING:
    from generator.face.renderer import Renderer


def wrong_variants(low: "Renderer") -> Iterator[Problem]:
    """What is wrong with the low-ink variants of pictures that were read in full ink."""
    from generator.svg.drawing import variants_of_what_was_read

    for path in variants_of_what_was_read(low.theme.roots, low.theme.ink):
        found = low.theme.drawing(path)
        yield from found if isinstance(found, list) else ()

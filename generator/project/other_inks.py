"""Pictures of a game's design for low ink and in colour.

Faces are not drawn twice to be checked: texts are measured in the fonts of either ink at once (see
`generator.draw.textbox`), and of templates only what may be answered otherwise, or has a tint that goes by the item, is
drawn again (`generator.draw.ink_use`). What is left are the files that stand beside others as ``NAME.low.svg``, and
pictures with a tint that the palette does not have.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from generator.core.problem import Problem

if TYPE_CHECKING:
    from generator.draw.renderer import Renderer


def wrong_pictures(other: "Renderer", shown: Iterable[str] | None = None) -> Iterator[Problem]:
    """What is wrong, with another ink, with the pictures that are ``shown`` in full ink, or with their variants.

    Those that the program has read are meant where nobody says which are shown.
    """
    from generator.draw.svg.drawing import read_otherwise, shown_otherwise

    roots, ink = other.theme.roots, other.theme.ink
    for path in read_otherwise(roots, ink) if shown is None else shown_otherwise(shown, roots, ink):
        found = other.theme.drawing(path)
        yield from found if isinstance(found, list) else ()

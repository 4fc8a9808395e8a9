"""Art that is grown from an item's numbers, in place of a drawing for each.

``GROWN`` names what a kind in ``game.yaml`` may ask for under ``derived``, beside the procedures of `play`: each takes
an item's fields and returns shapes for its template.
"""

from collections.abc import Callable
from typing import Any

from generator.face.grown.houses import grown_house
from generator.face.grown.portraits import grown_portrait, grown_ware

GROWN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "grown-house": grown_house,
    "grown-portrait": grown_portrait,
    "grown-ware": grown_ware,
}

"""Art that is grown from an item's numbers, in place of a drawing for each.

``GROWN`` names what a kind in ``game.yaml`` may ask for under ``derived``, beside the procedures of `play`: each takes
an item's fields and returns shapes for its template.
"""

from collections.abc import Callable
from typing import Any


def _house(fields: dict[str, Any]) -> Any:
    from generator.draw.grown.houses import grown_house

    return grown_house(fields)


def _portrait(fields: dict[str, Any]) -> Any:
    from generator.draw.grown.portraits import grown_portrait

    return grown_portrait(fields)


def _ware(fields: dict[str, Any]) -> Any:
    from generator.draw.grown.portraits import grown_ware

    return grown_ware(fields)


# Few kinds ask for any: each is imported when it is called.
GROWN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "grown-house": _house,
    "grown-portrait": _portrait,
    "grown-ware": _ware,
}

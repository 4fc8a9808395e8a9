"""Portraits that are grown: a collector with a piece of the collection in hand, from the item type and the name.

The item type says what is held, what stands on the shelf behind and what is worn on the coat; the name and the type
together decide the rest: head, hair, face and clothes. All of it is our own.
"""

from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from generator.games import LocalizedText
from generator.games.pen import Pen, PenPart, Strokes, curve, drawings, oval

from .bust import (
    BOLD,
    FINE,
    LINE,
    Sitter,
    draw_coat,
    draw_features,
    draw_ground,
    draw_neck,
    hair_of,
)

HIS, HERS = {"he", "his", "him"}, {"she", "her", "hers"}


@lru_cache(maxsize=256)
def portrait(item_type: str, name: str, *, beard: bool) -> tuple[PenPart, ...]:
    """The shapes of a portrait, in the order in which they cover each other, in a box of 44 × 56 mm.

    Args:
        item_type: what is collected, by its name for many.
        name: who it is.
        beard: whether there may be one.
    """
    rng = Random(f"{item_type} {name}")
    sitter = Sitter(rng.uniform(5.9, 7.3), rng.uniform(13.6, 15.4), rng.random(), beard)
    pen = Pen(0, 0, 0, 0)
    chosen = Random(f"tints of {item_type} {name}")  # a source of their own: lines are the same in every edition
    coat, scarf = chosen.sample(("leaf", "rose", "sea"), 2)
    hair = chosen.choice(("gold", "ivory", "rose", "sea"))
    draw_ground(pen, rng)
    _draw_shelf(pen, item_type, rng)
    behind, before = hair_of(sitter, rng)
    pen.tint = hair
    sitter.draw(pen, behind)
    pen.tint = coat
    draw_coat(pen, rng)
    pen.tint = scarf
    draw_neck(pen, sitter, rng)
    pen.tint = "skin"
    sitter.draw(pen, "head")
    draw_features(pen, sitter, rng)
    pen.tint = hair
    sitter.draw(pen, before)
    _draw_held(pen, item_type, rng, coat)
    return tuple(pen.parts)


def wares() -> dict[str, Strokes]:
    """What people collect, as small drawings by the name of their sort, for many."""
    return drawings(Path(__file__).with_name("wares.txt"))


def ware(item_type: str) -> Strokes:
    """The drawing of what is collected, by its name for many; a parcel for what is not there."""
    return wares().get(item_type.casefold().strip(), wares()["parcel"])


def _draw_shelf(pen: Pen, item_type: str, rng: Random) -> None:
    """Two small pieces behind the shoulders, on a board each."""
    for x, y in ((9.6, 31.0), (34.4, 31.0)):
        pen.tint = ""
        pen.draw(oval(x, y, 3.9, 4.1), 0.0)
        pen.tint = "gold"
        pen.stamp(_thin(item_type), x, y, 6.2, turn=rng.uniform(-8, 8))
        pen.lines(((x - 4, y + 3.6), (x + 4, y + 3.6)), width=LINE, straight=True)
        pen.lines(((x - 3, y + 4.6), (x + 3, y + 4.6)), width=FINE, straight=True)


def _thin(item_type: str) -> list[tuple[str, float, str]]:
    """A ware in lines fit for a small size."""
    return [(path, min(width, LINE), fill) for path, width, fill in ware(item_type)]


def _draw_held(pen: Pen, item_type: str, rng: Random, coat: str) -> None:
    """A hand with a piece of the collection, held up before the coat, which has this tint."""
    side = rng.choice((-1, 1))
    x, y = 22 + side * 9.4, 44.4
    cuff = ((3.8, 49.8), (3.2, 48.8), (2.4, 48.4), (1.0, 48.6), (-2.0, 49.6), (-2.8, 51.2), (-3.0, 52.6))
    sleeve = curve(*((x + side * across, down) for across, down in cuff))
    pen.tint = coat
    pen.draw(sleeve, BOLD)
    pen.tint = ""
    pen.draw(oval(x, y, 5.2, 5.2), 0.0)
    pen.tint = "gold"
    pen.stamp(ware(item_type), x, y - 0.6, 10.4, turn=rng.uniform(-10, 10), flip=side < 0)
    pen.tint = "skin"
    pen.draw(oval(x, 49.4, 2.6, 1.9), LINE)
    for place in (-1.5, 0.0, 1.5):
        pen.draw(oval(x + place, 48.2, 0.85, 1.3), LINE)


def grown_portrait(fields: dict[str, Any]) -> tuple[PenPart, ...]:
    """`portrait` of a character's fields, as templates ask for it; nothing where a drawing is named."""
    if fields.get("art") or not fields.get("item_type"):
        return ()
    words = set(_text(fields.get("blurb")).casefold().replace(",", " ").replace(".", " ").split())
    beard = bool(words & HIS) and not words & HERS
    return portrait(_text(fields.get("item_type")), _text(fields.get("name")), beard=beard)


def grown_ware(fields: dict[str, Any]) -> tuple[PenPart, ...]:
    """What a card's character collects, in a box of 10 × 10 around its middle: by its type, or by its owner's id."""
    known = _text(fields.get("type") or fields.get("item_type"))
    if not known:
        owner = str(fields.get("owner") or "").removesuffix("-collector")
        knives = owner.endswith("fe")
        known = f"{owner[:-2]}ves" if knives else f"{owner}es" if owner.endswith("s") else f"{owner}s"
    return tuple(PenPart(path, width, fill) for path, width, fill in ware(known))


def _text(value: Any) -> str:
    return str(value.in_language("en", "en") or "") if isinstance(value, LocalizedText) else str(value or "")

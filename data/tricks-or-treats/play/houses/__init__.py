"""Houses that are grown: a portrait for each pair of Difficulty and Gathering of a Housing tile.

The Gathering makes a house grander: storeys, windows, turrets, flags. The Difficulty makes it scarier: it leans, cracks
and bares its teeth, bats and ghosts move in. Windows are eyes, the door is a mouth. All of it is our own.
"""

from functools import lru_cache
from random import Random
from typing import Any

from generator.games.pen import Pen, PenPart

from .around import draw_behind, draw_sky, draw_yard
from .clearing import Clearing, Patch
from .face import draw_face
from .outline import HARDEST, RICHEST, grow_plan
from .walls import draw_attic, draw_damage, draw_roof, draw_upstairs, draw_walls

ARROW: Patch = (15.3, 0, 24.7, 6.7)  # where a tile's arrow may stand over the roof
WEB: Patch = (0, 0, 3.4, 8.4)  # in a corner of its frame


@lru_cache(maxsize=256)  # a tile is drawn once a language
def house(difficulty: int, gathering: int, seed: int = 0) -> tuple[PenPart, ...]:
    """The shapes of a house, in the order in which they cover each other, in a box of 40 × 40 mm.

    Args:
        difficulty: 0 to 30, how scary.
        gathering: 1 to 7, how grand.
        seed: another house of the same sort.
    """
    rng = Random(f"{difficulty} {gathering} {seed}")
    plan = grow_plan(min(max(difficulty / HARDEST, 0.0), 1.0), min(max(gathering, 1), RICHEST), rng)
    lean = plan.side * (0.3 + 4.4 * plan.fear) * rng.uniform(0.7, 1.0) * (0.6 if plan.turrets else 1.0)
    pen = Pen(lean, rng.uniform(0.2, 0.9), 0.16 + 0.3 * plan.fear, rng.uniform(0.0, 6.0))
    draw_behind(pen, plan, rng)
    draw_walls(pen, plan, rng)
    windows = [rng.random() for _ in range((0, 0, 0, 2, 3, 3, 3, 3)[plan.gathering])]  # storeys by Gathering
    walls = len(pen.parts)
    pen.tint = plan.cover
    draw_roof(pen, plan)
    pen.tint = ""
    draw_attic(pen, plan)
    draw_face(pen, plan, rng)
    draw_damage(pen, plan, rng)
    clearing = Clearing()
    clearing.cover(pen.parts[walls:])
    draw_upstairs(pen, plan, clearing, windows)
    clearing.cover(pen.parts)
    clearing.take(ARROW)
    clearing.take(WEB)
    draw_yard(pen, plan, clearing, rng)
    draw_sky(pen, plan, clearing, rng)
    return tuple(pen.parts)


def grown_house(fields: dict[str, Any]) -> tuple[PenPart, ...]:
    """`house` of a Housing tile's fields, as templates ask for it; nothing where a drawing is named."""
    if fields.get("art"):
        return ()
    return house(fields.get("difficulty") or 0, fields.get("gathering") or 1)

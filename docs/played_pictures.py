"""A game as it is played, for the README: a table that is set, a box that is folded, a hand of coloured cards."""

from collections.abc import Callable

from PIL import Image

from generator.core.choices import paper_size
from generator.model.containers import Net
from generator.sheet.grid import fit_grid

DPI = 110
TABLE = (226, 226, 226)
TURNS = (22, 11, 0, -11, -22)  # degrees of the cards of a hand
Vector = tuple[float, float]
Sheet = Callable[[str, str, int], Image.Image]  # a page in colour, by game, kind and number from 0


def make_played(sheet: Sheet, net: Net) -> Image.Image:
    """The three side by side on a grey table."""
    table, box, hand = _table(sheet), _box(sheet, net), _hand(sheet)
    high = max(table.height, box.height, hand.height)
    whole = Image.new("RGB", (table.width + box.width + hand.width + 80, high + 40), TABLE)
    left = 20
    for image in (table, hand, box):
        whole.paste(image, (left, 20 + (high - image.height) // 2), image if image.mode == "RGBA" else None)
        left += image.width + 20
    return whole


def _table(sheet: Sheet) -> Image.Image:
    """The set-up that the rules show on page 1."""
    return _cut(sheet("collectors", "rules", 0), 30, 170.5, 152, 70.5)


def _hand(sheet: Sheet) -> Image.Image:
    """Cards of one sheet, fanned out."""
    page, grid = sheet("tricks-or-treats", "surprise-cards", 4), fit_grid(paper_size("a4"), (63, 88))
    wide = _px(200)
    fan = Image.new("RGBA", (wide, _px(118)))
    for turn, slot in zip(TURNS, grid.slots, strict=False):
        card = _cut(page, slot.x + 0.5, slot.y + 0.5, 62, 87).convert("RGBA")
        card = card.resize((card.width * 3 // 4, card.height * 3 // 4), Image.Resampling.LANCZOS)
        laid = Image.new("RGBA", (wide, wide))
        laid.paste(card, ((wide - card.width) // 2, _px(10)))
        turned = laid.rotate(turn, Image.Resampling.BICUBIC, center=(wide / 2, _px(170)))
        fan.alpha_composite(turned.crop((0, 0, wide, fan.height)))
    return fan.crop(fan.getbbox())


def _box(sheet: Sheet, net: Net) -> Image.Image:
    """A tuck box, folded, from its front: each panel of its sheet slanted into place."""
    page, (slot, *_) = sheet("tricks-or-treats", "surprise-box", 0), fit_grid(paper_size("a4"), net.size).slots
    _, front, side, _, top = net.panels
    across, down, away = (0.9, 0.16), (0.0, 1.0), (0.62, -0.42)
    origin = (2.0, -away[1] * front.height * 0.4)
    canvas = Image.new("RGBA", (_px(front.width + 22), _px(front.height + 36)))
    corner = (origin[0] + across[0] * front.width, origin[1] + across[1] * front.width)
    behind = (origin[0] + away[0] * net.depth, origin[1] + away[1] * net.depth)
    # The lid stands on its head on the sheet: turned, its foot meets the front.
    faces = (
        (front, origin, across, down, 0),
        (side, corner, away, down, 0),
        (top, behind, across, (-away[0], -away[1]), 180),
    )
    for panel, place, right, below, turn in faces:
        face = _cut(page, slot.x + panel.x, slot.y + panel.y, panel.width, panel.height).rotate(turn)
        canvas.alpha_composite(_slanted(face, canvas.size, place, right, below))
    return canvas.crop(canvas.getbbox())


def _slanted(face: Image.Image, size: tuple[int, int], place: Vector, right: Vector, below: Vector) -> Image.Image:
    """A face with its corner at ``place`` and its sides along two vectors; lengths in mm."""
    (a, b), (c, d), (x, y) = right, below, (place[0] * DPI / 25.4, place[1] * DPI / 25.4)
    area = a * d - b * c
    back = (d / area, -c / area, (c * y - d * x) / area, -b / area, a / area, (b * x - a * y) / area)
    return face.convert("RGBA").transform(size, Image.Transform.AFFINE, back, Image.Resampling.BICUBIC)


def _cut(page: Image.Image, x: float, y: float, width: float, height: float) -> Image.Image:
    return page.crop((_px(x), _px(y), _px(x + width), _px(y + height)))


def _px(length: float) -> int:
    return round(length * DPI / 25.4)

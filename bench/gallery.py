"""A made-up game of 54 cards, each a picture of 825 × 1125 pixels, and the same sheets by bare reportlab.

``python bench/gallery.py FOLDER PDF`` draws the pictures of such a game in a folder with reportlab alone.
"""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

PICTURES, SIZE = 54, (825, 1125)
CARD, COLUMNS, ROWS = (63.0, 88.0), 3, 3  # mm, and how many on A4
GAME = """name: {en: Gallery}
languages: [en]
templates: gallery
kinds:
  cards: {title: {en: Cards}, size: [63, 88], template: card.svg, fields: {art: {type: string}}}
"""
FACE = """<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">
  <image href="art/{{ item.art }}" data-place="art" width="63" height="88"/>
</svg>
"""


def write_gallery(folder: Path) -> None:
    """Write the game into ``folder``: soft patches of colour with the grain of a photograph."""
    from PIL import Image

    templates = write_game(folder, [f"p{number}" for number in range(PICTURES)])
    chance = random.Random(54)
    for number in range(PICTURES):
        patches = Image.frombytes("RGB", (15, 20), chance.randbytes(15 * 20 * 3)).resize(SIZE, Image.Resampling.BICUBIC)
        grain = Image.frombytes("L", SIZE, chance.randbytes(SIZE[0] * SIZE[1]))
        picture = Image.blend(patches, Image.merge("RGB", (grain,) * 3), 0.02)
        picture.save(templates / "art" / f"p{number}.png")


def write_game(folder: Path, pictures: Sequence[str]) -> Path:
    """Write a game into ``folder`` of a card for each picture; return the folder of its templates."""
    data, templates = folder / "data" / "gallery", folder / "templates" / "gallery"
    (templates / "art").mkdir(parents=True)
    data.mkdir(parents=True)
    (data / "game.yaml").write_text(GAME, encoding="utf-8")
    (data / "cards.yaml").write_text(
        "".join(f"- {{id: p{n}, art: {art}}}\n" for n, art in enumerate(pictures)), encoding="utf-8"
    )
    (templates / "style.yaml").write_text("fonts: {text: Andika_400Regular}\n", encoding="utf-8")
    (templates / "card.svg").write_text(FACE, encoding="utf-8")
    return templates


def write_drawings(folder: Path, *, filtered: bool) -> None:
    """Write the game into ``folder`` with drawings for pictures, each of three shapes: with a shadow, or plain."""
    templates = write_game(folder, [f"p{number}" for number in range(PICTURES)])
    shadow = '<filter id="f"><feDropShadow dx="1" dy="1" stdDeviation="1.5" flood-opacity=".6"/></filter>'
    used = ' filter="url(#f)"' if filtered else ""
    chance = random.Random(54)
    for number in range(PICTURES):
        shapes = [
            f'<circle cx="{chance.randint(15, 48)}" cy="{20 + 24 * at}" r="{chance.randint(8, 14)}" '
            f'fill="#{chance.randrange(0x100000, 0xFFFFFF):06x}"{used}/>'
            for at in range(3)
        ]
        head = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        (templates / "art" / f"p{number}.svg").write_text(f"{head}{shadow}{''.join(shapes)}</svg>", encoding="utf-8")


def change_drawings(folder: Path) -> None:
    """Draw something more on each card of that game."""
    card = folder / "templates" / "gallery" / "card.svg"
    text = card.read_text(encoding="utf-8")
    mark = f'<circle cx="5" cy="5" r="{1 + text.count("<circle")}"/>\n</svg>'
    card.write_text(text.replace("</svg>", mark), encoding="utf-8")


def draw_bare(folder: Path, pdf: Path) -> None:
    """Draw the pictures on A4, nine a page."""
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    rl_config.useA85 = 0  # text around the data would cost it several times as much
    mm = 72 / 25.4
    canvas = Canvas(str(pdf), pagesize=(210 * mm, 297 * mm), invariant=1)
    for number in range(PICTURES):
        place = number % (COLUMNS * ROWS)
        if number and not place:
            canvas.showPage()
        left, top = 10.5 + CARD[0] * (place % COLUMNS), 16.5 + CARD[1] * (place // COLUMNS)
        file = folder / "templates" / "gallery" / "art" / f"p{number}.png"
        canvas.drawImage(str(file), left * mm, top * mm, CARD[0] * mm, CARD[1] * mm)
    canvas.save()


if __name__ == "__main__":
    draw_bare(*map(Path, sys.argv[1:]))

"""The yardstick: the same sheets drawn by hand with reportlab and nothing else.

Usage: ``python bench/bare.py PAGES.json OUT.pdf [shaped]``

This is what someone would write who needs these cards once: no data to read and check, no template to evaluate, no
text to fit. ``PAGES.json`` (made by ``bench/pages.py``) says where every run of text and every picture goes, in points
from the lower left corner; what is drawn more than once is a form. Compression is on and reportlab's ASCII85 is off,
as that is both smaller and faster, and what is set already is not set again.

Letters stand as they follow each other, without kerning. With ``shaped``, reportlab has HarfBuzz place them, as pnp
does (though it follows the wrong widths where a font has other letters for those that repeat). That is what pnp's pages
are compared with, pixel for pixel; it takes longer, and pnp's time is not compared with it.
"""

import json
import sys
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont, shapeStr
from reportlab.pdfgen.canvas import Canvas


def main(source: str, target: str, shaped: str = "") -> None:
    """Draw the pages in ``source`` into the PDF ``target``."""
    with open(source, encoding="utf-8") as file:
        book = json.load(file)
    rl_config.useA85 = 0
    for name, path in book["fonts"].items():
        registerFont(TTFont(name, path))
    canvas = Canvas(target, pagesize=book["size"], pageCompression=1, invariant=1)
    if shaped:
        plain = canvas.drawString
        canvas.drawString = lambda x, y, text: plain(x, y, shapeStr(text, canvas._fontname, canvas._fontsize))
    canvas.setTitle(book["title"])
    for name, form in book["forms"].items():
        canvas.beginForm(name, *form["box"])
        draw(canvas, form["marks"])
        canvas.endForm()
    for page in book["pages"]:
        draw(canvas, page["marks"])
        canvas.showPage()
    canvas.save()


def draw(canvas: Canvas, marks: list[Any]) -> None:
    """Draw texts, forms and shapes, in order."""
    font = colour = None
    for mark in marks:
        if mark[0] == "text":
            _, name, size, ink, x, y, text = mark
            if (name, size) != font:
                font = (name, size)
                canvas.setFont(name, size)
            if ink != colour:
                colour = ink
                canvas.setFillColor(ink)
            canvas.drawString(x, y, text)
        elif mark[0] == "form":
            canvas.saveState()
            canvas.transform(*mark[2])
            canvas.doForm(mark[1])
            canvas.restoreState()
        elif mark[0] == "turned":
            canvas.saveState()
            canvas.transform(*mark[1])
            draw(canvas, mark[2])
            canvas.restoreState()
        else:
            shape(canvas, *mark[1:])
            colour = None


def shape(canvas: Canvas, steps: list[Any], paint: dict[str, Any]) -> None:
    """Draw one outline, filled or stroked or both."""
    path = canvas.beginPath()
    for letter, *points in steps:
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[letter](*points)
    if paint["fill"]:
        canvas.setFillColor(paint["fill"])
    if paint["stroke"]:
        canvas.setStrokeColor(paint["stroke"])
        canvas.setLineWidth(paint["width"])
        canvas.setLineCap(paint["cap"])
        canvas.setLineJoin(paint["join"])
        canvas.setMiterLimit(4)
        canvas.setDash(paint["dash"])
    canvas.drawPath(path, stroke=bool(paint["stroke"]), fill=bool(paint["fill"]), fillMode=paint["rule"])


if __name__ == "__main__":
    main(*sys.argv[1:])

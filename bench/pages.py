"""Finished sheets as JSON for ``bench/bare.py``: the very pages that `pnp render` would print, marks and all.

Usage: ``python bench/pages.py DATA TEMPLATES PAGES.json``
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from generator.check.build import OWN_LANGUAGE, check_game
from generator.core.choices import POINTS_PER_MM, points_from_mm
from generator.core.folders import Project
from generator.draw.marks.marks import Mark, Matrix, PlacedDrawing, Shape, TextRun, multiply
from generator.pdf import pdf
from generator.pdf.extent import extent
from generator.printing.order import RenderOrder
from generator.printing.render import render
from generator.sheet.page import Document, Page, PageRun

CAPS = {"butt": 0, "round": 1, "square": 2}
JOINS = {"miter": 0, "round": 1, "bevel": 2}
EVEN_ODD, NON_ZERO = 0, 1  # as reportlab counts fill rules


def write_pages(data: Path, templates: Path, target: Path) -> None:
    """Write what `pnp render` would print to ``target``, as JSON.

    There must be one game, without errors, with items of one printed kind.
    """
    book = _Book()

    def collect(document: Document, pages: Iterable[Page] | PageRun, file: Path, **_: Any) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)  # as the real one does
        book.fill(document, pages.between(0, pages.sheets) if isinstance(pages, PageRun) else pages)
        target.write_text(json.dumps(book.content, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")

    project = Project(data, templates)
    (game,) = project.games()
    checked = check_game(project, game, keep=OWN_LANGUAGE)
    real, pdf.write_pdf = pdf.write_pdf, collect  # type: ignore[assignment]
    try:
        list(render(checked, RenderOrder(out=target.parent, preflight=False)))
    finally:
        pdf.write_pdf = real


class _Book:
    def __init__(self) -> None:
        self.content: dict[str, Any] = {"title": "", "size": [], "fonts": {}, "forms": {}, "pages": []}

    def fill(self, document: Document, pages: Iterable[Page]) -> None:
        self.content["title"] = document.title
        for page in pages:
            self.content["size"] = _rounded((points_from_mm(page.width), points_from_mm(page.height)))
            self.content["pages"].append({"marks": self.page(page)})

    def page(self, page: Page) -> list[Any]:
        """A page's marks; y upwards from here on."""
        up = (POINTS_PER_MM, 0.0, 0.0, -POINTS_PER_MM, 0.0, points_from_mm(page.height))
        marks: list[Any] = []
        for placement in page.placements:
            slot = placement.slot
            assert not slot.turns
            marks += self.marks(placement.face.marks, multiply(up, (1.0, 0.0, 0.0, 1.0, slot.x, slot.y)))
        lines = [[["M", *_at(up, c.x1, c.y1)], ["L", *_at(up, c.x2, c.y2)]] for c in page.cuts]
        black: dict[str, Any] = {"fill": None, "stroke": "#000000", "cap": 0, "join": 0, "dash": [], "rule": NON_ZERO}
        width = page.cuts[0].width
        marks.append(["shape", [step for line in lines for step in line], {**black, "width": _points(width)}])
        return marks + self.marks(page.slug, up)

    def marks(self, marks: Iterable[Mark], up: Matrix) -> list[Any]:
        return [self.mark(mark, up) for mark in marks]

    def mark(self, mark: Mark, up: Matrix) -> list[Any]:
        if isinstance(mark, TextRun):
            return self.text(mark, up)
        if isinstance(mark, PlacedDrawing):
            self.form(mark)
            return ["form", mark.drawing.name, _rounded(multiply(multiply(up, mark.matrix), _down(up)), 5)]
        assert isinstance(mark, Shape)
        paint = mark.paint
        steps = [[step[0], *_through(up, step[1:])] for step in mark.path]
        theme = {
            "fill": paint.fill, "stroke": paint.stroke if paint.width else None, "width": _points(paint.width),
            "cap": CAPS[paint.cap], "join": JOINS[paint.join],
            "dash": [_points(length) for length in paint.dash], "rule": EVEN_ODD if paint.even_odd else NON_ZERO,
        }  # fmt: skip
        return ["shape", steps, theme]

    def text(self, text: TextRun, up: Matrix) -> list[Any]:
        self.content["fonts"][text.font.name] = str(text.font.path)
        a, b, c, d, *_ = text.matrix
        size = _points(text.size)
        if (a, b, c, d) == (1.0, 0.0, 0.0, 1.0):
            x, y = _at(multiply(up, text.matrix), text.x, text.y)
            return ["text", text.font.name, size, text.colour, x, y, text.text]
        inner = _rounded(multiply(multiply(up, text.matrix), (1.0, 0.0, 0.0, 1.0, text.x, text.y)), 5)
        upright = multiply(tuple(inner), (1 / POINTS_PER_MM, 0.0, 0.0, -1 / POINTS_PER_MM, 0.0, 0.0))  # type: ignore[arg-type]
        return ["turned", _rounded(upright, 5), [["text", text.font.name, size, text.colour, 0, 0, text.text]]]

    def form(self, placed: PlacedDrawing) -> None:
        drawing, forms = placed.drawing, self.content["forms"]
        if drawing.name in forms:
            return
        up = (POINTS_PER_MM, 0.0, 0.0, -POINTS_PER_MM, 0.0, 0.0)
        marks = self.marks(drawing.marks, up)  # what it uses comes first
        left, top, right, bottom = extent(drawing.marks)
        box = [*_at(up, left, bottom), *_at(up, right, top)]
        forms[drawing.name] = {"box": box, "marks": marks}


def _down(up: Matrix) -> Matrix:
    """From points, y upwards, back to mm, y downwards: a form's marks have been brought to points already."""
    return (1 / up[0], 0.0, 0.0, 1 / up[3], 0.0, 0.0)


def _at(matrix: Matrix, x: float, y: float) -> list[float]:
    a, b, c, d, e, f = matrix
    return _rounded((a * x + c * y + e, b * x + d * y + f))


def _through(matrix: Matrix, values: tuple[float, ...]) -> list[float]:
    return [number for at in range(0, len(values), 2) for number in _at(matrix, values[at], values[at + 1])]


def _points(length: float) -> float:
    return round(points_from_mm(length), 3)


def _rounded(values: Iterable[float], places: int = 3) -> list[float]:
    return [round(value, places) for value in values]


if __name__ == "__main__":
    write_pages(*map(Path, sys.argv[1:]))

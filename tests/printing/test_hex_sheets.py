"""Hexagons from a game's files to the sheet and to the cutter: they nest, and a shared edge is one line."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest
from projects import Project
from pypdfium2 import PdfDocument

from generator.core.choices import PAPERS
from generator.pdf.preflight.examine import preflight
from generator.sheet.grid import fit_grid

KIND = """\
  isles:
    title: {en: Isles, fr: Îles}
    size: [36, 41.57]
    template: isle.svg
    back: isle.svg
    fields: {}
"""
# A regular hexagon of 20.785 mm a side, its points up and down.
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="36mm" height="41.57mm" viewBox="0 0 36 41.57">
  <path data-cut="true" d="M18 0L36 10.392L36 31.178L18 41.57L0 31.178L0 10.392Z"/>
  <circle cx="18" cy="20.785" r="9" fill="none" stroke="#000" stroke-width="0.5"/>
  <rect data-text="isle" data-font="text" data-size="9" data-lines="1" data-align="center" data-valign="middle"
    x="10" y="17" width="16" height="8"/>
</svg>
"""
STEP = re.compile(r"[ML](-?[\d.]+) (-?[\d.]+)")
Line = tuple[tuple[int, int], tuple[int, int]]


def lines_of(drawing: Path) -> Counter[Line]:
    """The straight cuts of a drawing between their ends, in twentieths of a mm."""
    found: Counter[Line] = Counter()
    cuts = drawing.read_text(encoding="ascii").split('<g id="cut"')[1].split("</g>")[0]
    for path in re.findall(r' d="([^"]*)"', cuts):
        points = [(round(20 * float(x)), round(20 * float(y))) for x, y in STEP.findall(path)]
        if path.endswith("Z"):
            points.append(points[0])
        found.update((min(pair), max(pair)) for pair in pairwise(points) if pair[0] != pair[1])
    return found


@pytest.mark.slow
def test_hexagons_nest_from_the_game_to_the_sheet_and_the_cutter(project: Project) -> None:
    project.change("game.yaml", "  people:\n", KIND + "  people:\n")
    project.write("isles.yaml", "- {id: isle, copies: 60}\n")
    project.write("templates/fair/isle.svg", TEMPLATE)
    assert project.check() == []
    result = project.pnp("render", "fair", "--kind", "isles", "--cut", "svg", "--cutter", "none", "--backs", "long")
    assert result.exit_code == 0, result.output
    folder = project.folder / "output/fair"
    assert preflight(folder / "isles.pdf") == []
    with PdfDocument(folder / "isles.pdf") as document:
        counts = [document[page].get_textpage().get_text_range().count("isle") for page in range(len(document))]
    assert counts[0::2] == counts[1::2], "a back behind each front"
    assert sum(counts[0::2]) == 60
    assert counts[0] > len(fit_grid(PAPERS["a4"], (36, 41.57)).slots), "more than lie in boxes side by side"
    lines = lines_of(folder / "isles-cut-1.svg")
    assert set(lines.values()) == {1}, "no line is cut twice"
    assert len(lines) < 6 * counts[0] * 0.75, "and many edges are shared"

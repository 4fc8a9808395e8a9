"""Plots of a page as pictures of their own: SVG that needs no page round it, and PNG of that.

They are cut out of the page that shows them, so that both are the same plot.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

from generator.lab.plots.svg import CSS, STYLE

# What the page's style calls its colours on white paper.
ON_PAPER = dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6})", CSS.partition("@media")[0]))
EDGE = 8  # pixels of white round a plot
SCALE = 3  # pixels of a PNG to one of the plot: sharp in print at 288 dpi
_PART = re.compile(r'<section[^>]* id="([^"]*)"|<figure>(.*?)</figure>', re.DOTALL)
_PLOT = re.compile(r"<svg .*</svg>", re.DOTALL)
_CAPTION = re.compile(r"<figcaption>(.*?)(?:<br>.*?)?</figcaption>", re.DOTALL)
_VIEW = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_ABOUT = re.compile(r'aria-label="([^":]*)')
_SIZE = re.compile(r' (?:width|height|role|class|viewBox|font-family)="[^"]*"')


def cut_out(page: str) -> Iterator[tuple[str, str]]:
    """What each plot of a page shows, after the section that it is in, and the plot as a whole SVG file."""
    section = ""
    for match in _PART.finditer(page):
        if match[2] is None:
            section = match[1]
            continue
        drawing = _PLOT.search(match[2])
        if drawing:
            caption, about = _CAPTION.search(match[2]), _ABOUT.search(drawing[0])
            words = unescape(re.sub(r"<[^>]*>", "", caption[1])) if caption else about[1] if about else ""
            yield f"{section} {words.partition('(')[0]}".strip(), alone(drawing[0])


def alone(drawing: str) -> str:
    """A plot with its style and colours in it, on white."""
    view = _VIEW.search(drawing)
    if view is None:
        raise ValueError("a plot without a viewBox")
    width, height = (round(float(side) + 2 * EDGE, 2) for side in view.groups())
    head, inside = drawing.split(">", 1)
    head = _SIZE.sub("", head).replace("<svg", "")
    spelled_out = STYLE.replace("font: 11px/1.2 system-ui, sans-serif;", "font-family: sans-serif; font-size: 11px;")
    style = re.sub(r"var\(--([a-z0-9-]+)\)", lambda name: ON_PAPER[name[1]], spelled_out)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" width="{width:g}" height="{height:g}"'
        f' viewBox="{-EDGE} {-EDGE} {width:g} {height:g}" font-family="sans-serif"{head}>\n<style>{style}</style>\n'
        f'<rect x="{-EDGE}" y="{-EDGE}" width="{width:g}" height="{height:g}" fill="{ON_PAPER["paper"]}"/>\n{inside}\n'
    )


def as_png(plot: str, fonts: Path) -> bytes:
    """A plot in pixels, its words in DejaVu Sans, which has the most signs of the fonts in a folder.

    Raises:
        ImportError: resvg-py, which draws it, is not installed.
    """
    from resvg_py import svg_to_bytes

    files = sorted(str(file) for file in fonts.rglob("*.ttf"))
    family = "DejaVu Sans"
    drawn = svg_to_bytes(
        svg_string=plot,
        skip_system_fonts=True,
        font_files=files,
        sans_serif_family=family,
        font_family=family,
        zoom=SCALE,
    )
    return bytes(drawn)

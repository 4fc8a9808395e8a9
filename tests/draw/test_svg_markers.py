"""Markers, gradients that are mirrored, sizes in letters and what only ``inherit`` hands on stay vectors."""

from pathlib import Path

from each import each
from face_pictures import both, share_apart
from svg_pictures import difference, read, svg

from generator.draw.marks.marks import Face, PlacedDrawing, PlacedRaster, leaves

ARROW = (
    '<marker id="m" viewBox="0 0 4 4" refX="2" refY="2" markerWidth="4" markerHeight="4" orient="{}">'
    '<path d="M0 0L4 2L0 4Z"/></marker>'
)
PLAIN = '<marker id="m" {} markerWidth="3" markerHeight="3"><circle r="2" fill="#2a7"/></marker>'
LINE = '<path d="{}" fill="none" stroke="#e80" {}/>'
ZIGZAG = "M3 15L7 5L12 15L17 5"
STOPS = '<stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/>'
DRAWN = {
    "turned by the line": ARROW.format("auto") + LINE.format(ZIGZAG, 'style="marker:url(#m)"'),
    "turned back at the start": ARROW.format("auto-start-reverse") + LINE.format("M4 15C4 4 16 4 16 15", 'marker-start="url(#m)"'),
    "turned by an angle": ARROW.format(".1turn") + LINE.format(ZIGZAG, 'marker-mid="url(#m)"'),
    "cut off at its edge": PLAIN.format("") + LINE.format("M4 4H16V16", 'marker-mid="url(#m)"'),
    "reaching beyond its edge": PLAIN.format('style="overflow:visible"') + LINE.format("M4 4H16V16", 'marker-mid="url(#m)"'),
    "in units of the user": PLAIN.format('markerUnits="userSpaceOnUse"')
    + LINE.format("M4 4H16V16", 'stroke-width="3" marker-end="url(#m)"'),
    "faded with its line": ARROW.format("auto") + LINE.format(ZIGZAG, 'opacity=".4" style="marker:url(#m)"'),
    "by parts of no length": ARROW.format("auto") + LINE.format("M3 9L3 9L12 9L12 9", 'style="marker:url(#m)"'),
    "inherited": ARROW.format("auto") + f'<g marker-end="url(#m)">{LINE.format("M3 4H9", "")}<line x1="3" y1="15" x2="9" y2="12"/></g>',
    "painted as its line": ARROW.format("auto").replace("/></marker", ' fill="context-stroke"/></marker')
    + LINE.format(ZIGZAG, 'marker-end="url(#m)"'),
    "within a mask": ARROW.format("auto") + '<mask id="k">' + LINE.format(ZIGZAG, 'marker-end="url(#m)"') + "</mask>"
    '<rect width="20" height="20" fill="#08f" mask="url(#k)"/>',
    "a gradient that is mirrored": f'<linearGradient id="g" x2=".3" spreadMethod="reflect">{STOPS}</linearGradient>'
    '<rect width="20" height="20" fill="url(#g)"/>',
    "rings that are mirrored": f'<radialGradient id="g" r=".2" fx=".45" spreadMethod="reflect">{STOPS}</radialGradient>'
    '<rect width="20" height="12" fill="url(#g)"/>',
    "sizes in letters": '<g font-size="4"><rect x="1em" y="2em" width="2em" height="1ex" stroke="red" stroke-width=".2em"/></g>',
    "opacity by inherit": '<g opacity=".5"><rect width="9" height="9" opacity="inherit"/><rect y="9" width="9" height="9" '
    'style="opacity: inherit"/></g>',
}  # fmt: skip


@each("name", DRAWN, kept=4)
def test_it_is_drawn_with_vectors_as_resvg_draws_it(tmp_path: Path, name: str) -> None:
    text = svg(DRAWN[name])
    found = read(tmp_path, text)
    assert not found.notes
    assert not any(isinstance(mark, PlacedRaster) for mark, _ in leaves(found.drawing.marks))
    assert difference(found, text) <= 0.01
    assert share_apart(*both(Face(found.width, found.height, (PlacedDrawing(found.drawing),)))) <= 0.006


@each(("content", "note"), [
    (LINE.format(ZIGZAG, 'marker-end="url(#gone)"'), "there is no <marker> 'gone', so none is drawn"),
    (PLAIN + '<rect width="9" height="9" marker-end="url(#m)"/>', "a marker on a <rect> is not drawn, as in browsers"),
    ('<symbol id="s" viewBox="0 0 4 4" refX="2" refY="2"><rect width="4" height="4"/></symbol><use href="#s" x="9" '
     'y="9" width="4" height="4"/>', "the place or size that a <symbol> says itself is heeded, which not every program does"),
])  # fmt: skip
def test_what_programs_draw_differently_is_told(tmp_path: Path, content: str, note: str) -> None:
    (found,) = read(tmp_path, svg(content.format(""))).notes
    assert (found.level, found.rule, found.message) == ("note", "drawn-otherwise", note)


def test_a_symbol_stands_by_its_reference_point(tmp_path: Path) -> None:
    use = '<symbol id="s" viewBox="0 0 4 4" {}><rect width="4" height="4"/></symbol><use href="#s" x="{}" width="8" height="8"/>'
    text = svg(use.format("", 6))
    assert difference(read(tmp_path, svg(use.format('refX="center"', 10))), text) <= 0.01

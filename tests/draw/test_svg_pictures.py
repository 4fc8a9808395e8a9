"""What is read from an SVG looks as resvg shows it: at most one pixel in a hundred differs visibly."""

from pathlib import Path

import pytest
from each import each
from svg_pictures import difference, ours, read, svg

LINE = 'fill="none" stroke="#000" stroke-width="1"'
FEATURES = {
    "every path command": '<path d="M2 2h8v5q4 4 8 0t-3 6a3 4 30 1 0-6 2c-3 3-6-2-7 1s2 2-1-6zm14 1l2 1V9H17" '
    'fill="#9cf" stroke="#000" stroke-width=".5"/>',
    "absolute path commands": f'<path d="M2 2H10V4L18 6C18 12 14 8 12 12S6 10 4 14Q2 16 6 18T14 17A3 2 20 0 1 '
    f'18 14Z" {LINE}/>',
    "arcs of all four flags": "".join(
        f'<path d="M{x} 8A4 3 30 {large} {sweep} {x + 3} 10" fill="none" stroke="{colour}" stroke-width=".6"/>'
        for x, large, sweep, colour in [(5, 0, 0, "#00f"), (5, 0, 1, "#f00"), (11, 1, 0, "#080"), (10, 1, 1, "#000")]
    ),
    "rect": '<rect x="2" y="3" width="12" height="9" fill="#39f" stroke="#000"/>',
    "round rect": '<rect x="2" y="3" width="12" height="9" rx="3" ry="2" fill="#39f" stroke="#000"/>',
    "round rect with one radius": '<rect x="2" y="3" width="12" height="6" ry="30" fill="#39f" stroke="#000"/>',
    "circle": '<circle cx="9" cy="10" r="7" fill="#fd0" stroke="#000"/>',
    "ellipse": '<ellipse cx="9" cy="10" rx="8" ry="4" fill="#fd0" stroke="#000"/>',
    "line": f'<line x1="3" y1="2" x2="16" y2="18" {LINE}/>',
    "polyline": '<polyline points="2,2 9,17 16,4 18,12" fill="#ccc" stroke="#000"/>',
    "polygon": '<polygon points="2,2 9,17 16,4 18,12" fill="#ccc" stroke="#000"/>',
    "fill rule nonzero": '<path d="M2 2h16v16h-16zM6 6h8v8h-8z"/>',
    "fill rule evenodd": '<path d="M2 2h16v16h-16zM6 6h8v8h-8z" fill-rule="evenodd"/>',
    "caps": "".join(
        f'<path d="M4 {y}h12" stroke="#000" stroke-width="3" stroke-linecap="{cap}"/>'
        for y, cap in [(4, "butt"), (10, "round"), (16, "square")]
    ),
    "joins": "".join(
        f'<path d="M3 {y}l7 -4l7 4" fill="none" stroke="#000" stroke-width="2" stroke-linejoin="{join}"/>'
        for y, join in [(6, "miter"), (12, "round"), (18, "bevel")]
    ),
    "miter limit": f'<path d="M3 5l14 2l-14 2M3 12l10 5l-10 2" {LINE}/>',
    "dots": '<path d="M5 5h0M10 10zM15 5l0 0" stroke="#000" stroke-width="3" stroke-linecap="round"/>'
    '<path d="M5 15h0" stroke="#000" stroke-width="3" stroke-linecap="square"/><path d="M15 15h0" stroke="#000"/>',
    "dashes": f'<path d="M2 4h16" {LINE} stroke-dasharray="3 1"/><path d="M2 8h16" {LINE} stroke-dasharray="3,1,.5"/>'
    f'<circle cx="10" cy="14" r="4" {LINE} stroke-dasharray="2" stroke-linecap="round"/>',
    "colours": "".join(
        f'<circle cx="{4 + i % 4 * 4}" cy="{4 + i // 4 * 4}" r="2" fill="{colour}"/>'
        for i, colour in enumerate(
            ["#f80", "#123456", "teal", "rgb(200, 100, 50)", "rgb(20%,40%,90%)", "none", "fuchsia", "Silver"]
        )
    ),
    "painter's order": '<circle cx="8" cy="8" r="5" fill="#fff" stroke="#000"/>'
    '<circle cx="12" cy="12" r="5" fill="#fff" stroke="#000"/>',
    "inheritance": '<g fill="#f00" stroke="#000" stroke-width="2"><g stroke-width=".5" style="fill:#0f0">'
    '<rect x="2" y="2" width="6" height="6"/><rect x="10" y="2" width="6" height="6" fill="none"/></g>'
    '<rect x="3" y="11" width="6" height="6" stroke-linejoin="round"/></g>',
    "display": '<rect x="2" y="2" width="6" height="6"/><g display="none"><rect width="20" height="20"/></g>'
    '<rect style="display:none" width="20" height="20"/>',
    "translate and scale": f'<g transform="translate(5 5) scale(.5)">'
    f'<rect x="4" y="4" width="12" height="8" {LINE}/></g>',
    "rotate": f'<rect x="5" y="7" width="10" height="5" transform="rotate(30 10 10)" {LINE}/>'
    f'<rect x="8" y="-3" width="5" height="2" transform="rotate(25)" {LINE}/>',
    "matrix": f'<rect x="2" y="2" width="6" height="5" transform="matrix(.8 .6 -.6 .8 8 2)" {LINE}/>',
    "mirror": f'<path d="M3 3h8l-3 6" transform="matrix(-1 0 0 1 20 0)" {LINE}/>',
    "skew": '<rect x="3" y="3" width="6" height="5" transform="skewX(25)"/>'
    '<rect x="9" y="9" width="6" height="5" transform="skewY(15)" fill="#888"/>',
    "stretched stroke": f'<g transform="rotate(20) scale(3 1) skewX(10)"><circle cx="4" cy="8" r="2" {LINE}/></g>',
    "stretched dashes": f'<circle cx="3" cy="10" r="2" transform="scale(3 1)" {LINE} stroke-dasharray="1 .5"/>',
    "list of transforms": f'<g transform="translate(10,10),rotate(45) scale(1.5)">'
    f'<rect x="-3" y="-3" width="6" height="6" {LINE}/></g>',
    "use": '<defs><g id="a" stroke="#000"><rect width="4" height="4"/>'
    '<circle id="b" cx="6" cy="2" r="2" fill="#0f0"/></g></defs>'
    '<use href="#a" x="2" y="2" fill="#f00"/><use xlink:href="#a" transform="translate(3 9) rotate(10)"/>'
    '<use href="#b" y="12"/>',
    "units": '<rect x="1mm" y="2pt" width=".1in" height="3px" stroke="#000" stroke-width="1px"/>'
    '<circle cx=".3cm" cy="12" r="2mm" fill="#f00"/>',
    "numbers of all kinds": '<path d="M.5.5e1 4+5,6-.5.5.5L1e1,15.l-5 0" fill="#888"/>',
}


@each("feature", FEATURES)
def test_a_feature_looks_as_resvg_shows_it(tmp_path: Path, feature: str) -> None:
    text = svg(FEATURES[feature], extra='overflow="visible"')
    assert difference(read(tmp_path, text), text) <= 0.01


@each(
    "attributes",
    [
        'viewBox="0 0 20 20" preserveAspectRatio="xMidYMid meet"', 'viewBox="-5 -5 40 40"', 'viewBox="0 0 20 40"',
        'viewBox="0 0 40 20"', 'viewBox="0 0 40 20" preserveAspectRatio="none"', "",
    ],
)  # fmt: skip
def test_a_view_box_looks_as_resvg_shows_it(tmp_path: Path, attributes: str) -> None:
    content = f'<circle cx="10" cy="10" r="7" {LINE}/><rect x="2" y="8" width="9" height="5" fill="#f00"/>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" width="1in" height="1in" {attributes}>{content}</svg>'
    assert difference(read(tmp_path, text), text) <= 0.01


@pytest.mark.parametrize("stretch", [False, True])
def test_a_used_file_looks_as_if_it_stood_there_itself(tmp_path: Path, stretch: bool) -> None:
    content = f'<circle cx="10" cy="5" r="4" {LINE}/><path d="M1 1h18v8h-18z" {LINE}/>'
    inner = '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="10mm" viewBox="0 0 20 10">'
    (tmp_path / "eye.svg").write_text(f"{inner}{content}</svg>", encoding="utf-8")
    box = f'x="3" y="2" width="12" height="15" preserveAspectRatio="{"none" if stretch else "xMidYMid"}"'
    found = read(tmp_path, svg(f'<g transform="rotate(10)"><use href="eye.svg" {box}/></g>'))
    nested = svg(f'<g transform="rotate(10)"><svg viewBox="0 0 20 10" {box}>{content}</svg></g>')
    assert difference(found, nested) <= 0.01


def test_the_comparison_sees_a_difference(tmp_path: Path) -> None:
    text = svg('<circle cx="10" cy="10" r="5"/>')
    found = read(tmp_path, text)
    assert ours(found).size == (192, 192)
    assert difference(found, text) <= 0.001
    assert difference(found, text.replace('r="5"', 'r="5.3"')) > 0.01

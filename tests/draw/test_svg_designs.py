"""Gradients, opacity, clips, masks and what else designers export look as resvg shows them."""

from pathlib import Path

from each import each
from svg_pictures import difference, read, svg

GRADIENT = (
    '<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset=".4" stop-color="#0f0"/>'
    '<stop offset="1" stop-color="blue"/></linearGradient>'
)
RADIAL = '<radialGradient id="r"><stop stop-color="#fff"/><stop offset="1" stop-color="#039"/></radialGradient>'
FEATURES = {
    "gradient along a box": GRADIENT + '<rect x="2" y="3" width="14" height="9" fill="url(#g)"/>',
    "gradient on a curve": GRADIENT + '<path d="M2 2C10 -2 18 6 18 12L6 18Z" fill="url(#g)" stroke="#000"/>',
    "gradient in user units": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="4" y1="4" x2="14" y2="12"><stop stop-'
        'color="#ff0"/><stop offset="1" stop-color="#808"/></linearGradient><circle cx="10" cy="10" r="8" '
        'fill="url(#g)"/>'
    ),
    "gradient transformed": (
        '<linearGradient id="g" gradientTransform="rotate(45) scale(.7)"><stop stop-color="#ff0"/><stop '
        'offset="1" stop-color="#808"/></linearGradient><g transform="rotate(10) translate(3 1)"><rect '
        'width="12" height="8" fill="url(#g)"/></g>'
    ),
    "stops at one place": (
        '<linearGradient id="g"><stop offset=".3" stop-color="#f00"/><stop offset=".5" stop-'
        'color="#f00"/><stop offset=".5" stop-color="#00f"/><stop offset="80%" stop-'
        'color="#0ff"/></linearGradient><rect width="20" height="20" fill="url(#g)"/>'
    ),
    "all stops at one place": (
        '<linearGradient id="g"><stop offset=".5" stop-color="#f00"/><stop offset=".5" stop-'
        'color="#00f"/></linearGradient><rect width="20" height="20" fill="url(#g)"/>'
    ),
    "gradient of no length": (
        '<linearGradient id="g" x2="0"><stop stop-color="#f00"/><stop offset="1" stop-'
        'color="#00f"/></linearGradient><rect width="20" height="20" fill="url(#g)"/>'
    ),
    "gradient of one stop": (
        '<linearGradient id="g"><stop stop-color="#f80"/></linearGradient><rect width="9" height="20" fill="url(#g)"/>'
    ),
    "stops of different opacity": (
        '<linearGradient id="g"><stop stop-color="#f00" stop-opacity="0"/><stop offset="1" stop-'
        'color="#00f"/></linearGradient><path d="M0 8h20v4h-20z"/><rect x="2" y="2" width="16" height="16" '
        'fill="url(#g)" stroke="#080"/>'
    ),
    "stops of one opacity": (
        '<linearGradient id="g"><stop stop-color="#f00" stop-opacity=".4"/><stop offset="1" stop-color="#00f"'
        ' stop-opacity=".4"/></linearGradient><path d="M0 8h20v4h-20z"/><rect x="2" y="2" width="16" '
        'height="16" fill="url(#g)"/>'
    ),
    "opacity of stops, fill and group": (
        '<radialGradient id="g"><stop stop-color="#f00" stop-opacity="1"/><stop offset="1" stop-color="#00f" '
        'stop-opacity=".2"/></radialGradient><path d="M0 8h20v4h-20z"/><g opacity=".8"><circle cx="10" '
        'cy="10" r="9" fill="url(#g)" fill-opacity=".7"/></g>'
    ),
    "radial gradient": RADIAL + '<rect x="2" y="3" width="16" height="9" fill="url(#r)"/>',
    "radial gradient with a focus": (
        '<radialGradient id="r" fx=".3" fy=".3"><stop stop-color="#fff"/><stop offset="1" stop-'
        'color="#039"/></radialGradient><circle cx="10" cy="10" r="9" fill="url(#r)"/>'
    ),
    "elliptic gradient": (
        '<radialGradient id="r" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" '
        'gradientTransform="translate(10 10) rotate(30) scale(9 4)"><stop stop-color="#fff"/><stop offset="1"'
        ' stop-color="#039"/></radialGradient><rect width="20" height="20" fill="url(#r)"/>'
    ),
    "gradient that takes another's stops": (
        '<linearGradient id="a"><stop stop-color="#ff0"/><stop offset="1" stop-'
        'color="#f00"/></linearGradient><linearGradient id="g" xlink:href="#a" x2="0" y2="1"/><rect '
        'width="20" height="20" fill="url(#g)"/>'
    ),
    "gradient stroke": GRADIENT + '<circle cx="10" cy="10" r="7" fill="none" stroke="url(#g)" stroke-width="3"/>',
    "gradient stroke stretched": GRADIENT
    + ('<g transform="scale(2 1)"><circle cx="5" cy="10" r="3" fill="none" stroke="url(#g)" stroke-width="2"/></g>'),
    "gradient on a line without height": GRADIENT
    + (
        '<path d="M2 10h16" stroke="url(#g)" stroke-width="3"/><path d="M2 15h16v.5" stroke="url(#g)" stroke-'
        'width="3" fill="none"/>'
    ),
    "gradient inherited": GRADIENT
    + ('<g fill="url(#g)"><rect x="1" y="1" width="5" height="5"/><rect x="10" y="10" width="8" height="5"/></g>'),
    "fill opacity": (
        '<path d="M0 8h20v4h-20z"/><rect x="2" y="2" width="9" height="16" fill="#f00" fill-opacity=".5" '
        'stroke="#00f" stroke-width="3"/>'
    ),
    "stroke opacity": (
        '<path d="M0 8h20v4h-20z"/><rect x="4" y="4" width="9" height="12" fill="#f00" stroke="#00f" stroke-'
        'width="4" stroke-opacity=".4"/>'
    ),
    "opacity of a shape": (
        '<path d="M0 8h20v4h-20z"/><rect x="4" y="4" width="9" height="12" fill="#f00" stroke="#00f" stroke-'
        'width="4" opacity=".4"/>'
    ),
    "opacity of a group": (
        '<path d="M0 8h20v4h-20z"/><g opacity=".5"><circle cx="8" cy="8" r="6" fill="#f00"/><circle cx="12" '
        'cy="12" r="6" fill="#0a0"/></g>'
    ),
    "opacity in opacity": (
        '<g opacity=".5"><circle cx="8" cy="8" r="6" fill="#f00"/><g opacity=".3" transform="translate(2 '
        '2)"><circle cx="12" cy="12" r="6" fill="#0a0"/><rect width="9" height="9"/></g></g>'
    ),
    "colours with an alpha": '<path d="M0 8h20v4h-20z"/><circle cx="10" cy="10" r="7" fill="rgba(255,0,0,.5)" stroke="#00f8"/>',
    "hsl colours": (
        '<circle cx="10" cy="10" r="7" fill="hsl(200,50%,40%)" stroke="hsla(20,80%,50%,0.5)" stroke-width="4"/>'
    ),
    "clip": (
        '<clipPath id="c"><circle cx="10" cy="10" r="6"/></clipPath><g clip-path="url(#c)"><rect width="20" '
        'height="20" fill="#f80"/><path d="M0 0L20 20" stroke="#000"/></g>'
    ),
    "clip rule": (
        '<clipPath id="c"><path clip-rule="evenodd" d="M2 2h16v16h-16zM6 6h8v8h-8z"/></clipPath><rect '
        'width="20" height="20" fill="#f80" clip-path="url(#c)"/>'
    ),
    "clip in units of a box": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath><g '
        'clip-path="url(#c)" transform="rotate(10)"><rect x="3" y="2" width="14" height="8" fill="#08f"/></g>'
    ),
    "clip of two shapes": (
        '<clipPath id="c"><circle cx="5" cy="5" r="4"/><rect x="10" y="10" width="8" '
        'height="8"/></clipPath><rect width="20" height="20" fill="#08f" clip-path="url(#c)"/>'
    ),
    "clip of two shapes that overlap": (
        '<clipPath id="c"><circle cx="8" cy="8" r="6"/><path d="M6 6v12h12v-12z"/></clipPath><rect width="20"'
        ' height="20" fill="#08f" clip-path="url(#c)"/>'
    ),
    "clip of a use": (
        '<defs><circle id="d" cx="8" cy="8" r="6"/></defs><clipPath id="c" transform="translate(3 1)"><use '
        'href="#d" transform="scale(1 .7)"/></clipPath><rect width="20" height="20" fill="#08f" clip-'
        'path="url(#c)"/>'
    ),
    "clip that is cut": (
        '<clipPath id="a"><rect x="2" y="2" width="9" height="18"/></clipPath><clipPath id="c" clip-'
        'path="url(#a)"><circle cx="10" cy="10" r="8"/></clipPath><rect width="20" height="20" fill="#08f" '
        'clip-path="url(#c)"/>'
    ),
    "clip of shapes that are cut": (
        '<clipPath id="a"><rect x="2" y="2" width="9" height="18"/></clipPath><clipPath id="c"><circle '
        'cx="10" cy="10" r="8" clip-path="url(#a)"/><rect x="12" y="1" width="4" height="4"/></clipPath><rect'
        ' width="20" height="20" fill="#08f" clip-path="url(#c)"/>'
    ),
    "clip of nothing": (
        '<clipPath id="c"/><rect width="20" height="20" fill="#08f" clip-path="url(#c)"/><rect width="3" height="3"/>'
    ),
    "clip and opacity": (
        '<clipPath id="c"><circle cx="8" cy="8" r="6"/></clipPath><g opacity=".5" clip-path="url(#c)"><rect '
        'width="20" height="20" fill="#08f"/><rect width="10" height="20"/></g>'
    ),
    "mask": (
        '<linearGradient id="g"><stop stop-color="#fff"/><stop offset="1" stop-'
        'color="#000"/></linearGradient><mask id="m"><rect width="20" height="20" '
        'fill="url(#g)"/></mask><rect x="2" y="2" width="16" height="16" fill="#f00" mask="url(#m)"/>'
    ),
    "mask in colours": (
        '<mask id="m"><rect width="20" height="20" fill="#0f0"/><circle cx="10" cy="10" r="5" '
        'fill="#f00"/></mask><rect x="2" y="2" width="16" height="16" fill="#000" mask="url(#m)"/>'
    ),
    "mask by alpha": (
        '<mask id="m" style="mask-type:alpha"><circle cx="10" cy="10" r="7" fill="#000" fill-'
        'opacity=".6"/></mask><g mask="url(#m)"><rect x="2" y="2" width="16" height="16" fill="#f00"/></g>'
    ),
    "mask with a region": (
        '<mask id="m" maskUnits="userSpaceOnUse" x="4" y="4" width="8" height="20"><path fill="#fff" d="M0 '
        '0h20v20h-20z"/></mask><rect x="2" y="2" width="16" height="16" fill="#f00" mask="url(#m)"/>'
    ),
    "mask in units of a box": (
        '<mask id="m" maskContentUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".5" '
        'fill="#fff"/></mask><rect x="2" y="6" width="16" height="10" fill="#f00" mask="url(#m)"/>'
    ),
    "mask as Figma writes it": (
        '<mask id="m" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="0" y="0" width="20" '
        'height="20"><path d="M20 0H0V20H20V0Z" fill="white"/></mask><g mask="url(#m)"><path d="M-5 3L25 12" '
        'stroke="#00f" stroke-width="4"/></g>'
    ),
    "mask with opacity inside": (
        '<mask id="m"><g opacity=".5"><circle cx="8" cy="8" r="6" fill="#fff"/><circle cx="13" cy="13" r="6" '
        'fill="#fff"/></g></mask><g transform="translate(1 1) scale(.9)" mask="url(#m)"><rect width="20" '
        'height="20" fill="#808"/></g>'
    ),
    "symbol": (
        '<symbol id="s" viewBox="0 0 10 10"><circle cx="5" cy="5" r="7" fill="#08f"/></symbol><use href="#s" '
        'x="2" y="3" width="9" height="14"/><use href="#s" x="12" y="1" width="5" height="5" fill="#f00"/>'
    ),
    "symbol that is sliced": (
        '<symbol id="s" viewBox="0 0 10 10" preserveAspectRatio="xMinYMax slice"><circle cx="5" cy="5" r="5" '
        'fill="#08f"/></symbol><use href="#s" x="2" y="3" width="9" height="14"/>'
    ),
    "svg in an svg": (
        '<svg x="3" y="2" width="10" height="12" viewBox="0 0 5 5" preserveAspectRatio="none"><circle '
        'cx="2.5" cy="2.5" r="3"/></svg>'
    ),
    "style sheet": (
        "<style>.a{fill:#f00;stroke:#000}.b.a{fill:#0f0} rect{stroke-width:2} "
        '#x{fill:blue!important}</style><rect class="a" x="2" y="2" width="6" height="6"/><rect class="a b" '
        'x="11" y="2" width="6" height="6"/><rect id="x" class="a" style="fill:#ff0" x="2" y="11" width="6" '
        'height="6"/><circle fill="#888" class="z" cx="14" cy="14" r="3"/>'
    ),
    "current colour": (
        '<g color="#08f"><circle fill="currentColor" cx="6" cy="6" r="5"/><g color="red" '
        'stroke="currentColor"><rect x="10" y="10" width="6" height="6"/></g></g>'
    ),
    "paint order": '<circle cx="10" cy="10" r="6" fill="#f80" stroke="#000" stroke-width="4" paint-order="stroke"/>',
    "dash offset": (
        '<path d="M1 5h18" stroke="#000" stroke-width="2" stroke-dasharray="4 2" stroke-dashoffset="3"/><path'
        ' d="M1 12h18" stroke="#000" stroke-width="2" stroke-dasharray="4 2" stroke-dashoffset="-1"/>'
    ),
    "miter limits": (
        '<path d="M3 5l14 2l-14 2" fill="none" stroke="#000" stroke-miterlimit="10"/><path d="M3 12l10 5l-10 '
        '2" fill="none" stroke="#000" stroke-miterlimit="1"/>'
    ),
    "visibility": (
        '<g visibility="hidden"><rect width="9" height="9"/><rect x="10" y="10" width="9" height="9" '
        'visibility="visible"/></g>'
    ),
    "switch": (
        '<switch><foreignObject requiredExtensions="http://x" width="1" height="1"/><g><circle cx="10" '
        'cy="10" r="5"/></g></switch>'
    ),
    "percentages": '<rect width="100%" height="50%" fill="#08f"/><circle cx="50%" cy="75%" r="10%"/>',
    "beyond the viewBox": '<circle cx="18" cy="10" r="9" fill="#f80"/>',
    "box of a curve": GRADIENT + '<path d="M2 10C2 -6 18 26 18 10" fill="url(#g)"/>',
    "a colour in place of a gradient of what is flat": (
        GRADIENT + '<path d="M2 5H18" stroke="url(#g) #080" stroke-width="3"/><path d="M9 7V18" stroke="url(#g) '
        'currentColor" color="#c0c" stroke-width="3"/><path d="M2 18H8" stroke="url(#g)" stroke-width="3"/>'
    ),
    "box of a picture of pixels": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath><image '
        'clip-path="url(#c)" x="1" y="2" width="18" height="10" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAA'
        'AEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="/>'
    ),
    "an inner svg as large as what is around it": (
        '<svg x="2" y="3" width="10" height="12"><svg viewBox="0 0 20 10"><circle cx="10" cy="10" r="10"/></svg></svg>'
    ),
    "a clip on a clip in units of the box": (
        '<clipPath id="a"><rect width="9" height="20"/></clipPath><clipPath id="b" clipPathUnits="objectBoundingBox" '
        'clip-path="url(#a)" transform="translate(2 1)"><circle cx=".5" cy=".5" r=".5"/></clipPath><rect x="2" y="2" '
        'width="14" height="14" clip-path="url(#b)"/>'
    ),
    "box of a quadratic curve": GRADIENT + '<path d="M3 18Q10 -20 17 18z" fill="url(#g)"/>',
}


@each("feature", FEATURES, kept=15)
def test_what_designers_export_looks_as_resvg_shows_it(tmp_path: Path, feature: str) -> None:
    text = svg(FEATURES[feature])
    assert difference(read(tmp_path, text), text) <= 0.01

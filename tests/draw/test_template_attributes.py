"""What an element of a template says is drawn as if each shape said it, wherever it is written; or it is an error."""

import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from drawn import Bench
from each import each
from msgspec import structs
from tries import part

from generator.core.choices import InkName
from generator.draw.compile import read_template
from generator.draw.marks.marks import IDENTITY, Layer, Matrix, PlacedDrawing, Shape, moved, multiply
from generator.draw.scope import FaceScope
from generator.draw.svg.reference import Ink
from generator.draw.svg.style import PAINTING
from generator.draw.template import Template
from generator.draw.text.fit import Fitter
from generator.model.values import Record

ART = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    '<circle cx="4" cy="4" r="3" fill="currentColor"/><path d="M0 0H9" stroke="#00f"/></svg>'
)
INKS = (Ink(), Ink(InkName.low, 0.5), Ink(InkName.colour, palette=(("leaf", "#00aa00"), ("rust", "#aa3300"))))
ELEMENTS = {
    "rect": '<rect x="5" y="5" width="20" height="10" {}/>',
    "circle": '<circle cx="20" cy="20" r="6" {}/>',
    "ellipse": '<ellipse cx="20" cy="20" rx="8" ry="5" {}/>',
    "line": '<line x1="5" y1="5" x2="20" y2="9" {}/>',
    "polyline": '<polyline points="5 5 15 5 15 15" {}/>',
    "polygon": '<polygon points="5 5 15 5 15 15" {}/>',
    "path": '<path d="M5 5H20V15" {}/>',
    "use": '<use href="art.svg" x="5" y="5" width="20" height="20" {}/>',
    "image": '<image href="art.svg" x="5" y="5" width="20" height="20" {}/>',
    "text box": '<rect data-text="one two" x="5" y="5" width="30" height="20" {}/>',
}
SHAPES = list(ELEMENTS)[:7]
BASE = {"text box": {"data-font": "text", "data-size": "9"}, "line": {"stroke": "#123456"}}
# A value that is not the usual one, for all that any element may say.
PAINT = {
    "fill": "#cc0000", "stroke": "#0000cc", "stroke-width": "2.5", "stroke-dasharray": "1.5 2", "stroke-dashoffset": "1",
    "stroke-linecap": "round", "stroke-linejoin": "bevel", "stroke-miterlimit": "7", "fill-opacity": "0.25",
    "stroke-opacity": "0.25", "opacity": "0.5", "fill-rule": "evenodd", "display": "none", "visibility": "hidden",
    "color": "#cc00cc", "style": "fill:#cc0000;stroke-width:3", "data-tint": "leaf", "paint-order": "stroke",
    "clip-path": "url(#a)", "mask": "url(#a)", "filter": "url(#a)", "mix-blend-mode": "multiply",
    "marker-end": "url(#a)", "vector-effect": "non-scaling-stroke", "clip-rule": "evenodd",
}  # fmt: skip
OTHERS = {
    "transform": "translate(3 4)", "x": "7", "y": "7", "width": "12", "height": "12", "rx": "2", "ry": "2", "cx": "15",
    "cy": "15", "r": "4", "x1": "7", "y2": "12", "points": "1 1 9 9 1 9", "d": "M1 1H9", "href": "other.svg",
    "preserveAspectRatio": "none", "id": "a", "class": "a", "font-size": "9", "aria-label": "a", "viewBox": "0 0 9 9",
    "systemLanguage": "fr", "requiredExtensions": "a", "lang": "fr", "nonsense": "a", "data-nonsense": "a",
}  # fmt: skip
DATA = {
    "data-field": "title", "data-text": "three", "data-place": "title", "data-font": "number", "data-size": "12",
    "data-min": "5", "data-lines": "1", "data-leading": "1.75", "data-colour": "#00cc00", "data-align": "right",
    "data-valign": "bottom", "data-guide": "box", "data-case": "upper", "data-hyphenate": "true", "data-flow": "1",
    "data-cut": "true", "data-fold": "true", "data-if": "item.no", "data-for": "a in [1, 2]", "data-let": "a = 1",
}  # fmt: skip
VALUES = PAINT | OTHERS | DATA
SEEN = {  # of shapes: what shows in all of these, painted with both a fill and a line
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "fill-opacity", "stroke-opacity", "opacity",
    "display", "visibility", "style", "stroke-linejoin", "stroke-miterlimit", "paint-order",
}  # fmt: skip
PLACES = {
    "of its own": "@element",
    "on a group": "<g @said>@element</g>",
    "on a group of groups": "<g @said><g><g data-if='item.yes'>@element</g></g></g>",
    "on a group in a group": "<g><g data-if='item.yes'><g @said>@element</g></g></g>",
    "on a group with what varies": "<g @said>@element<path d='M{{ item.far }} 0H1' display='none'/></g>",
    "on a group that is repeated": "<g data-for='v in item.values' @said>@element</g>",
    "on a group with names": "<g data-let='v = item.v' @said><g data-let='v = 3'>@element</g></g>",
    "on a group that is moved": "<g transform='translate({{ item.none }} 0)' @said>@element</g>",
    "on the root": "@element",
}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path)
    made.write("art.svg", ART)
    made.write("other.svg", ART.replace("M0 0H9", "M0 9H9"))
    return made


def flat(marks: Any, matrix: Matrix = IDENTITY) -> Iterator[Any]:
    """Marks as they come to paper, whatever they were put together as: with rounded numbers, and without groups."""
    for mark in marks:
        if isinstance(mark, PlacedDrawing):
            yield from flat(mark.drawing.marks, multiply(matrix, mark.matrix))
        elif isinstance(mark, Layer):
            inner = list(flat(mark.marks, multiply(matrix, mark.matrix)))
            single = inner[0] if len(inner) == 1 and isinstance(inner[0], Shape) else None
            if single is not None and None in (single.paint.fill, single.paint.stroke) and not mark.clips:
                which = "fill_opacity" if single.paint.stroke is None else "stroke_opacity"
                faint = {which: getattr(single.paint, which) * mark.opacity}
                yield Shape(single.path, structs.replace(single.paint, **faint))
            else:
                yield mark.opacity, inner, len(mark.clips), mark.mask
        elif isinstance(mark, Shape):
            path = [(kind, *[round(n, 4) for n in numbers]) for kind, *numbers in moved(mark.path, matrix)]
            yield Shape(tuple(path), mark.paint)
        else:
            own = multiply(matrix, mark.matrix)
            yield structs.replace(mark, matrix=tuple([round(n, 4) for n in own]))


def drawn(bench: Bench, content: str, root: str = "", language: str = "en", v: str = "") -> list[object] | list[int]:
    """What is drawn for an item whose ``v`` this is; or the lines at which something is wrong."""
    size = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40"'
    bench.write("face.svg", f"{size} {root}>\n{content}\n</svg>")
    template = read_template(bench.folder / "face.svg", bench.theme, "face.svg")
    if not isinstance(template, Template):
        return [problem.line for problem in template]
    item = {"v": v, "values": [v], "yes": True, "no": False, "far": 0, "none": 0, "title": "Title"}
    scope = FaceScope({"item": Record(item), "lang": language, "blank": False}, bench.theme, Fitter(), language)
    face = template.face(scope)
    wrong = [finding.line for finding in scope.findings if finding.level == "error"]
    return wrong or [*flat(face.marks), face.outline, face.folds]


def element(sort: str, name: str, value: str | None) -> str:
    """An element of a sort that says this of itself; nothing where there is no value."""
    base = {} if name in ("style", "data-tint") or sort not in SHAPES else {"fill": "#eeee00", "stroke": "#00eeee"}
    said = {**base, **BASE.get(sort, {})}
    if name in PAINT:
        said.pop(name, None)
    tag, attributes, _ = ELEMENTS[sort].partition(" ")[0], *ELEMENTS[sort].partition(" ")[2].rpartition(" ")[::2]
    found = dict(re.findall(r'(\S+)="([^"]*)"', attributes)) | said
    if value is not None:
        found[name] = value
    return " ".join([tag, *[f'{key}="{text}"' for key, text in found.items()]]) + "/>"


def cases() -> Sequence[tuple[str, str, str, bool]]:
    """Each element with each attribute, on itself and round it, fixed and varying; of each sort one in each place."""
    whole, own = ("rect", "use", "text box"), list(PLACES)[:2]
    every = product(ELEMENTS, VALUES, PLACES, (False, True))
    return part([case for case in every if case[0] in whole or case[2] in own], 28)


@pytest.mark.tried
@each(("sort", "name", "place", "varies"), cases)
def test_it_is_drawn_as_if_each_element_said_it_or_is_an_error(
    bench: Bench, sort: str, name: str, place: str, varies: bool
) -> None:
    turn = zlib.crc32(f"{sort}{name}{place}".encode())
    bench.theme.ink, language, value = INKS[turn % 3], ("en", "fr")[turn % 2], VALUES[name]
    frame = PLACES[place]
    there = f"{{{{ {'v' if 'v in' in frame or 'v =' in frame else 'item.v'} }}}}" if varies else value
    said, own = f'{name}="{there}"', place == "of its own"
    content = frame.replace("@said", said).replace("@element", element(sort, name, there if own else None))
    got = drawn(bench, content, said if place == "on the root" else "", language, value)
    if got and isinstance(got[0], int):  # lines
        assert set(got) == {1 if place == "on the root" else 2}
        assert sort not in SHAPES or name not in SEEN
        return
    plain = drawn(bench, frame.replace("@said", "").replace("@element", element(sort, name, None)), "", language)
    itself = drawn(bench, frame.replace("@said", "").replace("@element", element(sort, name, value)), "", language)
    if name in ("x", "y", "preserveAspectRatio") and place == "on the root":  # where they say nothing (SVG 2, 8.5)
        itself = plain
    if itself and isinstance(itself[0], int):  # as is paint round a picture, which has its own
        assert name in PAINTING or place == "on the root"
        assert not own
        itself = plain
    assert got == itself
    assert sort not in SHAPES or name not in SEEN or got != plain


# ---- What varies ----


def test_a_group_is_drawn_once_for_each_paint(bench: Bench) -> None:
    template = bench.template(
        '<g fill="{{ item.v }}"><path d="M0 0H9V9"/><use href="art.svg" width="9" height="9"/></g>'
    )
    red, blue, again = (bench.draw(template, v=v).placed[0].drawing for v in ("#f00", "#00f", "#f00"))
    assert red is again
    assert red.name != blue.name


@each(
    ("attribute", "value", "says"),
    [
        ("data-colour", "reddish", "data-colour: 'reddish'"),
        ("data-size", "huge", "data-size: 'huge' is not a number"),
        ("data-size", "0.5", "data-size: 0.5 is not between 1 and 1000"),
        ("data-size", "", "data-size: is missing"),
        ("data-min", "12", "data-min, 12, is larger than data-size, 9"),
        ("data-lines", "1.5", "data-lines: 1.5 is not a whole number"),
        ("data-leading", "20", "data-leading: 20 is not between"),
        ("data-align", "middle", "data-align is 'middle'"),
        ("data-valign", "center", "data-valign is 'center'"),
        ("data-case", "lower", "data-case is 'lower'"),
        ("data-hyphenate", "no", "data-hyphenate is 'no'"),
        ("data-guide", "dots", "data-guide is 'dots'"),
        ("data-font", "txet", "'txet' is not a role"),
        ("opacity", "half", "opacity: 'half'"),
    ],
)
@each("name", ["item.v", "v"])
def test_a_wrong_value_of_one_item_is_told(bench: Bench, attribute: str, value: str, says: str, name: str) -> None:
    box = element("text box", attribute, f"{{{{ {name} }}}}")
    template = bench.template(f'<g data-let="v = item.v">{box}</g>')
    right = {**BASE["text box"], **VALUES}[attribute]
    for v, wrong in ((right, False), (value, True), (right, False), (value, True)):
        findings = bench.draw(template, v=v).findings
        assert [(fault.line, fault.message[: len(says)]) for fault in findings] == ([(2, says)] if wrong else [])


@each("attribute", [*DATA][4:14])
def test_a_setting_that_comes_out_empty_is_not_there(bench: Bench, attribute: str) -> None:
    if attribute != "data-size":
        plain = drawn(bench, element("text box", "data-none", None))
        assert drawn(bench, element("text box", attribute, "{{ item.v }}")) == plain


def test_a_text_box_in_a_group_is_one_whatever_the_paint(bench: Bench) -> None:
    template = bench.template(f'<g fill="{{{{ item.v }}}}">{element("text box", "id", "a")}</g>')
    for v in ("#f00", "#00f"):
        bench.draw(template, v=v)
    (group,) = template.parts
    (painted,) = group.parts  # type: ignore[attr-defined]
    first, second = (content.parts for content, _ in painted.known.values())
    assert first[0] is second[0]


@each("color", ["#cc0000", "rgba(200, 0, 0, 0.5)"])
@each("href", ["art.svg", "{{ item.art }}"])
@each("tag", ["use", "image"])
def test_color_reaches_the_picture_in_a_picture(bench: Bench, color: str, href: str, tag: str) -> None:
    bench.write("outer.svg", ART.replace("<path", '<use href="art.svg" width="5" height="5"/><path'))
    picture = f'<{tag} href="{href}" width="9" height="9" color="{color}"/>'
    paints = [mark.paint for mark in flat(bench.draw(picture.replace("art.svg", "outer.svg"), art="outer.svg").marks)]
    assert [paint.fill for paint in paints[:2]] == ["#cc0000" if color[0] == "#" else "#c80000"] * 2


@each("color", ['color="#c00"', 'color="{{ item.v }}"', 'style="color:#c00"'])
@each("href", ["plain.svg", "{{ item.art }}.svg"])
def test_color_on_a_picture_that_has_none_is_an_error(bench: Bench, color: str, href: str) -> None:
    bench.write("plain.svg", ART.replace("currentColor", "#000"))
    content = f'\n<use href="{href}" {color} width="9" height="9"/>'
    read = bench.read(content)
    for _ in range(2):
        wrong = bench.draw(read, v="#c00", art="plain").findings if isinstance(read, Template) else read
        assert [(problem.line, problem.message) for problem in wrong] == [(3, "color changes nothing in plain.svg")]


@each("faded", ['<g opacity="0.5">', '<g opacity="{{ 0.5 }}">'])
@each("content", ['<path d="M0 0H99"/>', '<use href="art.svg" x="70" width="9" height="9"/>'])
def test_what_is_faded_is_looked_for_beyond_the_face(bench: Bench, faded: str, content: str) -> None:
    assert bench.draw(f"{faded}{content}</g>").rules == ["off-the-face"]


def test_a_style_sheet_among_definitions_is_an_error(bench: Bench) -> None:
    (problem,) = bench.problems("<defs>\n<style>.a{fill:red}</style></defs>")
    assert (problem.line, problem.message) == (3, "<style> is not read in a template")


@each(
    "content",
    [
        "<svg @><path d='M0 0H9'/></svg>".replace("@", "fill=\"{{ '#999' if ink == 'low' else '#f00' }}\""),
        "<svg><g stroke=\"{{ '#999' if ink == 'low' else '#f00' }}\"><path d='M0 0H9'/></g></svg>",
        "<svg><rect data-text='a' data-font='{{ item.v }}' data-size='9' width='9' height='9'/></svg>",
    ],
)
def test_what_varies_with_the_ink_is_read_for_it(bench: Bench, content: str) -> None:
    size = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40" '
    bench.write("face.svg", size + content.removeprefix("<svg"))
    bench.theme.ink, bench.theme.lighter = INKS[1], frozenset(["number"])
    whole, part = (
        read_template(bench.folder / "face.svg", bench.theme, "f", of_ink=of_ink) for of_ink in (False, True)
    )
    assert isinstance(part, Template)
    assert len(part.parts) == len(whole.parts) == 1  # type: ignore[union-attr]

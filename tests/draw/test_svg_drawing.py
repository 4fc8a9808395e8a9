"""Whole SVG files as drawings, and everything that keeps them from being one."""

from pathlib import Path

import pytest
from each import each
from svg_pictures import RECT, picture, places, problems, read, svg, write

from generator.draw.marks.marks import Shape
from generator.draw.marks.picture import Aspect
from generator.draw.svg.drawing import Picture, fit, forget_drawings, read_drawing


def test_marks_are_millimetres_at_the_size_of_the_file(tmp_path: Path) -> None:
    text = svg('<rect x="10" y="20" width="5" height="5"/>', view_box="10 20 100 100")
    found = read(tmp_path, text)
    assert (found.width, found.height, found.shapes) == (25.4, 25.4, 1)
    (mark,) = found.drawing.marks
    assert isinstance(mark, Shape)
    assert [value for step in mark.path[1:3] for value in step[1:]] == pytest.approx([1.27, 0, 1.27, 1.27])


def test_user_units_that_are_millimetres_stay_as_written(tmp_path: Path) -> None:
    (mark,) = picture(tmp_path, '<path d="M1.1 2.2L3.3 4.4"/>').drawing.marks
    assert isinstance(mark, Shape)
    assert mark.path == (("M", 1.1, 2.2), ("L", 3.3, 4.4))


@each(
    ("attributes", "width", "height"),
    [
        ('width="54mm" height="36mm" viewBox="0 0 54 36"', 54, 36),
        ('width="96" height="48px"', 25.4, 12.7),
        ('viewBox="0 0 96 48"', 25.4, 12.7),
        ('width="30mm" viewBox="0 0 20 10"', 30, 15),
        ('height="30mm" viewBox="0,0,20,10"', 60, 30),
        ('width="10mm" height="10mm" viewBox="0 0 20 10"', 10, 10),
        ('width="100%" height="100%" viewBox="0 0 96 48"', 25.4, 12.7),
        ('width="1em" height="1em" viewBox="0 0 96 48"', 25.4, 12.7),
    ],
)
def test_the_size_comes_from_width_height_and_view_box(
    tmp_path: Path, attributes: str, width: float, height: float
) -> None:
    found = read(tmp_path, f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}/>')
    assert (found.width, found.height) == pytest.approx((width, height))
    assert found.drawing.marks == ()


@each(
    ("attributes", "words"),
    [
        ("", "no size"),
        ('width="10mm"', "no size"),
        ('width="0" height="5" viewBox="0 0 1 1"', "<svg> width: a size has to be more than 0"),
        ('width="1mm" height="-5"', "<svg> height: a size"),
        ('width="100%" height="100%"', "<svg> width: '100%' is not a number"),
        ('viewBox="0 0 1"', "<svg> viewBox: it has to be four numbers"),
        ('viewBox="0 0 0 5"', "<svg> viewBox: width and height"),
        ('viewBox="0 0 5 5" preserveAspectRatio="xMinYMin cut"', "preserveAspectRatio is 'xMinYMin cut'"),
        ('viewBox="0 0 5 5" transform="scale(2)"', "<svg> has an attribute transform"),
    ],
)
def test_a_size_that_makes_no_sense_is_reported(tmp_path: Path, attributes: str, words: str) -> None:
    path = tmp_path / "a.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{RECT}</svg>', encoding="utf-8")
    found = read_drawing(path, [tmp_path])
    assert isinstance(found, list)
    assert len(found) == 1
    assert words in found[0].message


def test_a_picture_fits_into_a_rectangle() -> None:
    assert fit(20, 10, (5, 5, 40, 40)) == (2, 0, 0, 2, 5, 15)
    assert fit(10, 20, (5, 5, 40, 40)) == (2, 0, 0, 2, 15, 5)
    assert fit(20, 10, (5, 5, 40, 40), Aspect(stretch=True)) == (2, 0, 0, 4, 5, 5)
    assert fit(20, 10, (5, 5, 40, 40), Aspect(fill=True)) == (4, 0, 0, 4, -15, 5)
    assert fit(20, 10, (5, 5, 40, 40), Aspect(1, 0)) == (2, 0, 0, 2, 5, 5)
    assert fit(10, 20, (5, 5, 40, 40), Aspect(1, 0)) == (2, 0, 0, 2, 25, 5)


def test_what_editors_add_is_skipped(tmp_path: Path) -> None:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- Created with Inkscape -->\n'
        '<svg width="20mm" height="20mm" viewBox="0 0 20 20" version="1.1" id="svg1" xml:space="preserve"\n'
        ' sodipodi:docname="bat.svg" xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://inkscape"\n'
        ' xmlns:sodipodi="http://sodipodi" xmlns:rdf="http://rdf">\n'
        '<title>A bat</title><desc>text</desc><sodipodi:namedview id="v"/><defs id="defs1"/>\n'
        "<metadata><rdf:RDF><rdf:Work/></rdf:RDF></metadata>\n"
        '<g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" style="display:inline">'
        '<path style="fill:#fff;stroke:#000;stroke-width:.5px" d="M1 1h2v2z" sodipodi:nodetypes="ccc"/></g></svg>'
    )
    found = read(tmp_path, text)
    assert found.shapes == 1


def test_hidden_groups_are_not_even_read(tmp_path: Path) -> None:
    hidden = f'<g display="none"><text>Scan</text><image href="x.png"/><use id="u" href="no.svg"/></g>{RECT}'
    assert picture(tmp_path, hidden).shapes == 1


def test_names_come_from_what_is_drawn(tmp_path: Path) -> None:
    one = picture(tmp_path, RECT)
    (tmp_path / "b").mkdir()
    same = picture(tmp_path / "b", '<title>Other</title><g id="x"><path d="M1 1 6 1 6 6 1 6z"/></g>')
    assert one.drawing.name == same.drawing.name
    assert len(one.drawing.name) == 16
    others = ["", RECT + RECT, RECT.replace('"5"', '"5.1"'), RECT.replace("<rect", '<rect fill="#fff"')]
    names = set()
    for index, content in enumerate(others):
        folder = tmp_path / str(index)
        folder.mkdir()
        names.add(picture(folder, content).drawing.name)
    assert len(names | {one.drawing.name}) == 5


@each(
    ("content", "line", "column", "words", "hint"),
    [
        ("<style>g path{fill:red}</style>", 2, 1, "'g path' is not read in a style sheet", "attributes"),
        ("<style>path:hover{fill:red}</style>", 2, 1, "'path:hover' is not read", "attributes"),
        ("<style>@page{margin:1mm}</style>", 2, 1, "'@page{margin:1mm}' is not read", ""),
        ("<style type='text/less'>a{}</style>", 2, 1, "of type 'text/less'", "text/css"),
        ("<script>1</script>", 2, 1, "<script> is not read", "remove"),
        ("<foreignObject/>", 2, 1, "<foreignObject> is not read", "PNG"),
        ("<animate/>", 2, 1, "<animate> is not read", "remove"),
        ('<g viewBox="x"/>', 2, 4, "attribute viewBox", "remove"),
        ('<g\n  opacity="half"/>', 3, 3, "opacity: 'half' is not a number", ""),
        (f'<g style="filter:url(#f)">{RECT}</g>', 2, 4, "filter: there is no <filter> 'f' in this file", ""),
        ('<path fill="url(#a)" d="M0 0h1"/>', 2, 7, "there is no id 'a'", ""),
        ('<path clip-path="url(#a)" d="M0 0h1"/>', 2, 7, "there is no <clipPath> 'a'", ""),
        (
            '<path clip-path="circle(3)" d="M0 0h1"/>',
            2,
            7,
            "clip-path: 'circle(3)' is neither none nor",
            "Intersection",
        ),
        ('<path mask="url(#a)" d="M0 0h1"/>', 2, 7, "there is no <mask> 'a'", ""),
        ('<g id="a"/><path\nfill="url(#a)" d="M0 0h1"/>', 3, 1, "<g> 'a' is not read as a paint", "gradient"),
        ('<path fill="url(a.svg#b)" d="M0 0h1"/>', 2, 7, "fill: 'url(a.svg#b)' is not url(#id)", ""),
        ('<switch>\n<g systemLanguage="en"/></switch>', 3, 4, "a choice by language", ""),
        ('<image href="data:image/gif;base64,R0lGOD"/>', 2, 8, "is not the data of a PNG", "PNG"),
        ('<image href="data:image/png;base64,R0lGOD"/>', 2, 8, "is not base64", ""),
        ('<path d="M0 0 h"/>', 2, 7, "<path> d: h takes 1 number at a time", ""),
        ('<g transform="spin(1)"/>', 2, 4, "transform: 'spin' is not", ""),
        ('<rect width="1" height="tall"/>', 2, 17, "<rect> height: 'tall' is not a number", ""),
        ('<circle cx="1"/>', 2, 1, "<circle> has no r", ""),
    ],
)
def test_what_lies_outside_the_subset_is_reported_at_its_place(
    tmp_path: Path, content: str, line: int, column: int, words: str, hint: str
) -> None:
    (found,) = problems(tmp_path, content)
    assert (found.file, found.line, found.column) == (str(tmp_path / "drawing.svg"), line, column)
    assert (found.level, found.rule) == ("error", "template-syntax")
    assert words in found.message
    assert hint in found.hint


def test_all_problems_of_a_file_are_reported_in_order_and_once(tmp_path: Path) -> None:
    content = (
        '<defs><g id="a">\n<video/><path d="M1"/></g></defs>\n<use href="#a"/>\n<use href="#a"/>\n'
        '<g fill="pinkish"><image/></g>'
    )
    assert [(line, message.split()[0]) for line, _, _, message in places(tmp_path, content)] == [
        (3, "<video>"),
        (3, "<path>"),
        (6, "fill:"),
        (6, "there"),
    ]


def test_faults_in_unused_defs_are_reported(tmp_path: Path) -> None:
    assert len(problems(tmp_path, '<defs><g fill="pinkish"/></defs>')) == 1


def test_files_that_are_no_svg_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(b"<svg>\xff")
    found = read_drawing(path, [tmp_path])
    assert isinstance(found, list)
    assert "not UTF-8" in found[0].message
    path = write(tmp_path, "b.svg", "<g>")
    found = read_drawing(path, [tmp_path])
    assert isinstance(found, list)
    assert found[0].message == "<g> is opened here and never closed"


def test_shapes_beyond_the_view_box_are_cut_off_unless_they_are_meant(tmp_path: Path) -> None:
    beyond = '<circle cx="19" cy="5" r="2"/>'
    assert picture(tmp_path, beyond).drawing.box == (0, 0, 20, 20)
    forget_drawings()
    assert picture(tmp_path, RECT).drawing.box is None
    assert read(tmp_path, svg(beyond, extra='overflow="visible"'), "visible.svg").drawing.box is None
    assert read(tmp_path, svg(beyond, extra='style="overflow:visible"'), "visible-style.svg").drawing.box is None


def test_a_curve_whose_handles_alone_lie_beyond_the_view_box_is_not_cut_off(tmp_path: Path) -> None:
    assert picture(tmp_path, '<path d="M1 10C1 -3 19 -3 19 10"/>').drawing.box is None
    forget_drawings()
    assert picture(tmp_path, '<path d="M1 10C1 -7 19 -7 19 10"/>').drawing.box is not None


def test_a_drawing_is_read_once_until_it_is_forgotten(tmp_path: Path) -> None:
    path = write(tmp_path, "a.svg", RECT)
    first = read_drawing(path, [tmp_path])
    path.write_text("<broken", encoding="utf-8")
    assert read_drawing(path, [tmp_path]) is first
    assert read_drawing(tmp_path / "x" / ".." / "a.svg", [tmp_path]) is first
    forget_drawings()
    assert isinstance(read_drawing(path, [tmp_path]), list)


def test_a_path_means_the_file_in_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "one/a.svg", RECT)
    write(tmp_path, "two/a.svg", RECT + RECT)
    counts = []
    for folder in ("one", "two"):
        monkeypatch.chdir(tmp_path / folder)
        found = read_drawing(Path("a.svg"), [Path()])
        assert isinstance(found, Picture)
        counts.append(found.shapes)
    assert counts == [1, 2]


@pytest.mark.parametrize("name", ["missing.svg", "../secret.svg", "/etc/passwd"])
def test_a_drawing_that_is_not_there_or_not_ours_is_reported(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "project"
    write(tmp_path, "secret.svg", RECT)
    folder.mkdir()
    found = read_drawing(folder / name, [folder])
    assert isinstance(found, list)
    assert [(p.rule, p.line, p.column) for p in found] == [("unknown-reference", 1, 1)]


@pytest.mark.parametrize("name", ["a.gif", "a.tiff", "a.BMP", "a.pdf"])
def test_a_file_of_another_sort_is_called_so(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"GIF89a\x81")
    found = read_drawing(tmp_path / name, [tmp_path])
    assert isinstance(found, list)
    assert "is no sort of picture" in found[0].message

"""What a drawing uses: its own elements, and other files."""

import time
from pathlib import Path

import pytest
from each import each
from svg_pictures import RECT, picture, places, problems, svg, write

from generator.draw.marks.marks import PlacedDrawing, Shape, leaves
from generator.draw.svg.drawing import Picture, forget_drawings, read_drawing
from generator.draw.svg.reference import MAX_FILES_DEEP


def test_use_of_an_id_draws_it_in_the_style_and_place_of_the_use(tmp_path: Path) -> None:
    content = (
        '<defs><g id="a" stroke="#000"><rect width="2" height="2"/><rect width="1" height="1" fill="#00f"/></g></defs>'
        '<g transform="scale(2)"><use href="#a" x="1" y="2" fill="#f00" transform="translate(3)"/></g>'
    )
    found = picture(tmp_path, content)
    first, second = found.drawing.marks
    assert isinstance(first, Shape)
    assert isinstance(second, Shape)
    assert first.path[0] == ("M", 8, 4)
    assert (first.paint.fill, first.paint.stroke, first.paint.width) == ("#ff0000", "#000000", 2)
    assert second.paint.fill == "#0000ff"


COLOURED = (
    '<use href="icon.svg" width="9" height="9"{}/>',
    '<image href="icon.svg"{}/>',
    '<image{} href="between.svg"/>',
)


@each("element", COLOURED)
def test_current_color_is_that_of_what_shows_a_file(tmp_path: Path, element: str) -> None:
    write(tmp_path, "icon.svg", '<path d="M1 1H9V9Z" fill="currentColor"/>')
    write(tmp_path, "between.svg", '<image href="icon.svg"/>')

    def colours(content: str) -> list[object]:
        forget_drawings()
        marks = leaves(picture(tmp_path, content).drawing.marks)
        return [(mark.paint.fill, round(mark.paint.fill_opacity, 1)) for mark, _ in marks if isinstance(mark, Shape)]

    plain = element.format("")
    assert colours(element.format(' color="#c00"')) == [("#cc0000", 1)]
    assert colours(element.format(' style="color:#00cc0080"')) == [("#00cc00", 0.5)]
    assert colours(f'<g color="blue">{plain}</g>{plain}') == [("#0000ff", 1), ("#000000", 1)]
    assert colours(f'<svg color="red"><defs><g id="a">{plain}</g></defs></svg>{plain}') == [("#000000", 1)]
    assert colours(f'<g id="a">{plain}</g><use href="#a" color="red"/>') == [("#000000", 1), ("#ff0000", 1)]


@each("paint", ('fill-opacity=".5"', 'stroke-width="2"', 'fill-rule="evenodd"', 'style="fill:red"', 'data-tint=""'))
def test_paint_on_the_use_of_a_file_is_refused(tmp_path: Path, paint: str) -> None:
    write(tmp_path, "icon.svg", RECT)
    ((_, _, _, message),) = places(tmp_path, f'<use href="icon.svg" width="9" height="9" {paint}/>')
    assert message == "a file that is used keeps its own paint, so paint on this <use> has no effect"


def test_any_element_may_be_used_even_from_a_hidden_group(tmp_path: Path) -> None:
    content = f'<g display="none"><rect id="a" width="2" height="2"/></g><use href="#a"/>{RECT}'
    assert picture(tmp_path, content).shapes == 2


@each(
    ("content", "words"),
    [
        ('<g id="a"><use href="#a"/></g>', "'a' would be drawn inside itself"),
        ('<defs><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></defs><use href="#a"/>', "inside itself"),
        ('<g><use href="#root"/></g>', "there is no id 'root'"),
        ("<use/>", "<use> refers to nothing"),
    ],
)
def test_uses_of_nothing_and_of_themselves_are_reported(tmp_path: Path, content: str, words: str) -> None:
    assert words in places(tmp_path, content)[0][3]


def test_use_of_the_whole_drawing_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text(svg('<use href="#all"/>', extra='id="all"'), encoding="utf-8")
    found = read_drawing(path, [tmp_path])
    assert isinstance(found, list)
    assert "inside itself" in found[0].message


@pytest.mark.slow
def test_uses_that_multiply_are_stopped(tmp_path: Path) -> None:
    groups = "".join(f'<g id="g{n + 1}">{f"<use href=%#g{n}%/>" * 10}</g>' for n in range(12)).replace("%", '"')
    start = time.process_time()
    found = problems(tmp_path, f'<defs><g id="g0">{RECT}</g>{groups}</defs><use href="#g12"/>')
    assert "more than 100,000 elements" in found[0].message
    assert time.process_time() - start < 10


def test_uses_that_lie_too_deep_are_stopped(tmp_path: Path) -> None:
    groups = "".join(f'<g id="g{n + 1}"><use href="#g{n}"/></g>' for n in range(200))
    found = problems(tmp_path, f'<defs><g id="g0">{RECT}</g></defs>{groups}')
    (message,) = [problem.message for problem in found]
    assert message == "groups and uses lie more than 60 deep in one another (in 'g0'); and 170 more like this"


def test_use_of_a_file_places_its_drawing_centred_in_the_rectangle(tmp_path: Path) -> None:
    write(tmp_path, "kit/eye.svg", RECT)
    found = picture(tmp_path, f'{RECT}<use href="kit/eye.svg" x="2" y="2" width="10" height="4"/>')
    placed = found.drawing.marks[1]
    assert isinstance(placed, PlacedDrawing)
    assert placed.matrix == pytest.approx((0.2, 0, 0, 0.2, 5, 2))
    eye = read_drawing(tmp_path / "kit" / "eye.svg", [tmp_path])
    assert isinstance(eye, Picture)
    assert placed.drawing is eye.drawing
    assert found.shapes == 3  # its two shapes, and the drawing placed in it


def test_use_of_a_file_may_stretch_it(tmp_path: Path) -> None:
    write(tmp_path, "eye.svg", RECT)
    found = picture(tmp_path, '<use href="eye.svg" width="10" height="4" preserveAspectRatio="none"/>')
    (placed,) = found.drawing.marks
    assert isinstance(placed, PlacedDrawing)
    assert placed.matrix == pytest.approx((0.5, 0, 0, 0.2, 0, 0))


@each(
    ("use", "column", "rule", "words"),
    [
        ('<use href="no.svg" width="1" height="1"/>', 6, "unknown-reference", "there is no file"),
        ('<use href="../secret.svg" width="1" height="1"/>', 6, "unknown-reference", "outside the folders"),
        ('<use x="1" href="/etc/passwd" width="1" height="1"/>', 12, "unknown-reference", "not a path"),
        ('<use href="drawing.svg" width="1" height="1"/>', 6, "unknown-reference", "inside itself"),
        ('<use href="eye.svg"/>', 1, "template-syntax", "has no width and no height"),
        ('<use href="eye.svg" width="-1" height="1"/>', 21, "template-syntax", "-1 is negative"),
        ('<use href="eye.svg" width="9" height="9" fill="#f00"/>', 1, "template-syntax", "keeps its own paint"),
        (
            '<use href="eye.svg" width="9" height="9" preserveAspectRatio="xMaxYBottom"/>',
            42,
            "template-syntax",
            "preserveAspectRatio",
        ),
    ],
)
def test_uses_of_files_that_cannot_be_are_reported(
    tmp_path: Path, use: str, column: int, rule: str, words: str
) -> None:
    folder = tmp_path / "project"
    write(tmp_path, "secret.svg", RECT)
    write(folder, "eye.svg", '<rect width="20" height="20"/>')
    ((line, found_column, found_rule, message),) = places(folder, use)
    assert (line, found_column, found_rule) == (2, column, rule)
    assert words in message


def test_problems_of_a_used_file_are_reported_once_and_in_its_own_name(tmp_path: Path) -> None:
    write(tmp_path, "kit/eye.svg", "<video/>")
    use = '<use href="kit/eye.svg" width="1" height="1"/>'
    (found,) = problems(tmp_path, use + use)
    assert (found.file, found.line) == (str(tmp_path / "kit" / "eye.svg"), 2)


def test_files_that_use_one_another_are_reported(tmp_path: Path) -> None:
    write(tmp_path, "a.svg", '<use href="b.svg" width="1" height="1"/>')
    write(tmp_path, "b.svg", '\n<use href="a.svg" width="1" height="1"/>')
    found = read_drawing(tmp_path / "a.svg", [tmp_path])
    assert isinstance(found, list)
    assert [(Path(p.file).name, p.line, p.message) for p in found] == [
        ("b.svg", 3, "a.svg would be drawn inside itself")
    ]


def test_files_may_use_one_another_only_so_deep(tmp_path: Path) -> None:
    write(tmp_path, "0.svg", RECT)
    for number in range(1, MAX_FILES_DEEP + 1):
        write(tmp_path, f"{number}.svg", f'<use href="{number - 1}.svg" width="20" height="20"/>')
    assert isinstance(read_drawing(tmp_path / f"{MAX_FILES_DEEP - 1}.svg", [tmp_path]), Picture)
    forget_drawings()
    found = read_drawing(tmp_path / f"{MAX_FILES_DEEP}.svg", [tmp_path])
    assert isinstance(found, list)
    assert "more than 8 files use one another in a row" in found[0].message


def test_pictures_of_pictures_that_multiply_are_stopped(tmp_path: Path) -> None:
    write(tmp_path, "0.svg", RECT)
    for number in range(1, 6):
        uses = f'<use href="{number - 1}.svg" width="20" height="20"/>' * 10
        write(tmp_path, f"{number}.svg", uses)
    found = read_drawing(tmp_path / "5.svg", [tmp_path])
    assert isinstance(found, list)
    assert "more than 100,000 elements" in found[0].message

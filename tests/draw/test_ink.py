"""Low ink: variants of pictures and templates, finer pens, lighter fonts, letters drawn as outlines."""

from pathlib import Path

import pytest
from each import each
from msgspec.structs import replace
from projects import FONTS, Project

from generator.check.build import check_game
from generator.check.result import CheckResult
from generator.core.choices import InkName
from generator.core.folders import Project as Folders
from generator.core.problem import Problem
from generator.draw.marks.marks import Face, Mark, PlacedDrawing, Shape, TextRun
from generator.draw.svg.drawing import Picture, read_drawing
from generator.draw.svg.reference import Ink

LOW = Ink(InkName.low, 0.5)
NUMBERS = "LilitaOne_400Regular"


def picture(path: Path, width: float, inner: str = "") -> Path:
    """A square of 10 mm with a line of this width (in units of half a millimetre) round it."""
    path.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="10mm" height="10mm" viewBox="0 0 20 20">'
        f'<path d="M2 2H18V18H2Z" fill="none" stroke="#000" stroke-width="{width}"/>{inner}</svg>',
        encoding="utf-8",
    )
    return path


def widths(marks: tuple[Mark, ...]) -> list[float]:
    """The widths of all lines, in mm as their pictures have them."""
    found: list[float] = []
    for mark in marks:
        if isinstance(mark, Shape) and mark.paint.stroke:
            found.append(round(mark.paint.width, 3))
        if isinstance(mark, PlacedDrawing):
            found += widths(mark.drawing.marks)
    return found


def drawn(path: Path, ink: Ink) -> list[float]:
    found = read_drawing(path, [path.parent], ink)
    assert isinstance(found, Picture)
    return widths(found.drawing.marks)


@each(("width", "thinner"), [(1.6, 0.4), (1.0, 0.25), (0.6, 0.25), (0.5, 0.25), (0.3, 0.15)])
def test_a_finer_pen_makes_lines_thinner_but_none_too_thin_to_print(
    tmp_path: Path, width: float, thinner: float
) -> None:
    path = picture(tmp_path / "a.svg", width)  # half a millimetre a unit
    assert drawn(path, Ink()) == [pytest.approx(width / 2)]
    assert drawn(path, LOW) == [pytest.approx(thinner)]


def test_a_variant_beside_a_picture_takes_its_place_also_inside_another(tmp_path: Path) -> None:
    picture(tmp_path / "eye.svg", 1.6)
    picture(tmp_path / "eye.low.svg", 0.8)
    face = picture(tmp_path / "face.svg", 0.6, '<use href="eye.svg" width="20" height="20"/>')
    assert drawn(tmp_path / "eye.svg", LOW) == [0.25]
    assert drawn(face, Ink(InkName.low)) == [0.3, 0.4]
    assert drawn(face, Ink()) == [0.3, 0.8]


def test_a_variant_that_lies_outside_the_project_is_not_read(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    picture(inside / "eye.svg", 1)
    (inside / "eye.low.svg").symlink_to(picture(outside / "secret.svg", 1))
    use = picture(inside / "face.svg", 1, '<use href="eye.svg" width="20" height="20"/>')
    for path in (inside / "eye.svg", use):
        found = read_drawing(path, [inside], LOW)
        assert isinstance(found, list)
        assert [problem.rule for problem in found if isinstance(problem, Problem)] == ["unknown-reference"]


# ---- A game's own design ----


@pytest.fixture
def shop(project: Project) -> Project:
    """The fair with a second font, and numbers in it."""
    (numbers,) = FONTS.rglob(f"{NUMBERS}.ttf")
    folder = project.folder / "templates" / "fair"
    (folder / "fonts").mkdir(exist_ok=True)
    (folder / "fonts" / numbers.name).write_bytes(numbers.read_bytes())
    return project


def checked(project: Project, ink: InkName = InkName.full, low: str = "") -> CheckResult:
    """The game in one ink, with this under ``low`` in its style."""
    style = project.folder / "templates" / "fair" / "style.yaml"
    if low:
        style.write_text(style.read_text(encoding="utf-8") + f"low: {low}\n", encoding="utf-8")
    return check_game(Folders(project.folder / "data", project.folder / "templates"), "fair", keep="en", ink=ink)


def face(game: CheckResult) -> Face:
    assert game.problems == []
    return game.faces[("stalls", "en")][0]


def texts(game: CheckResult) -> dict[str, TextRun]:
    return {mark.text: mark for mark in face(game).marks if isinstance(mark, TextRun)}


def test_a_game_that_says_nothing_gets_a_finer_pen(shop: Project) -> None:
    assert widths(face(checked(shop)).marks) == [0.5]
    assert widths(face(checked(shop, InkName.low)).marks) == [0.3]


def test_the_low_style_changes_pen_fonts_and_large_letters_in_low_ink_only(shop: Project) -> None:
    low = f"{{pen: 0.8, fonts: {{text: {NUMBERS}}}, hollow: {{roles: [text], line: 0.3, above: 14}}}}"
    in_full = checked(shop, InkName.full, low)
    assert widths(face(in_full).marks) == [0.5]
    assert {text.outline for text in texts(in_full).values()} == {0.0}
    assert NUMBERS not in {text.font.name for text in texts(in_full).values()}
    in_low = checked(shop, InkName.low)
    assert widths(face(in_low).marks) == [0.4]
    assert {text.font.name for text in texts(in_low).values()} == {NUMBERS}
    assert texts(in_low)["3"].outline == 0.3  # 20 pt
    assert texts(in_low)["Cake stall"].outline == 0.0  # 12 pt


def test_templates_know_the_ink_and_may_have_a_variant_of_their_own(shop: Project) -> None:
    template = shop.folder / "templates" / "fair" / "stall.svg"
    line = '<path data-if="ink == \'full\'" d="M2 2H40" stroke="#000" stroke-width="1"/></svg>'
    template.write_text(template.read_text(encoding="utf-8").replace("</svg>", line), encoding="utf-8")
    assert widths(face(checked(shop)).marks) == [0.5, 1.0]
    assert widths(face(checked(shop, InkName.low)).marks) == [0.3]
    thin = template.read_text(encoding="utf-8").replace('stroke-width="0.5"', 'stroke-width="0.26"')
    template.with_suffix(".low.svg").write_text(thin, encoding="utf-8")
    assert widths(face(checked(shop)).marks) == [0.5, 1.0]
    assert widths(face(checked(shop, InkName.low)).marks) == [0.25]


def test_what_is_wrong_with_a_variant_names_its_own_file(shop: Project) -> None:
    template = shop.folder / "templates" / "fair" / "stall.svg"
    template.with_suffix(".low.svg").write_text("<svg", encoding="utf-8")
    for ink in ("low", "full"):  # a check in full ink looks at both
        (problem,) = checked(shop, InkName(ink)).problems
        assert problem.file.endswith("fair/stall.low.svg")
        assert problem.rule == "template-syntax"


def test_what_is_wrong_with_a_pictures_variant_names_the_variant(shop: Project) -> None:
    folder = shop.folder / "templates" / "fair"
    picture(folder / "eye.svg", 1)
    picture(folder / "eye.low.svg", 1, "\n<video/>")
    template = folder / "stall.svg"
    use = '<use href="eye.svg" width="9" height="9"/></svg>'
    template.write_text(template.read_text(encoding="utf-8").replace("</svg>", use), encoding="utf-8")
    (problem,) = checked(shop, InkName.low).problems
    assert problem.file.endswith("fair/stall.svg")
    assert problem.message == "eye.low.svg, line 2: <video> is not read in a drawing"
    (problem,) = checked(shop).problems  # which looks at all variants
    assert (Path(problem.file).name, problem.line) == ("eye.low.svg", 2)
    assert problem.message == "<video> is not read in a drawing (low ink)"


@pytest.mark.parametrize(
    ("low", "rule", "column", "words"),
    [
        ("{fonts: {loud: X}}", "unknown-reference", 21, "'loud' is not a role"),
        ("{fonts: {text: Nowhere}}", "unknown-reference", 21, "there is no font 'Nowhere'"),
        ("{hollow: {roles: [loud], line: 0.3, above: 14}}", "unknown-reference", 24, "'loud' is not a role"),
        ("{pen: 3}", "number-range", 12, "0.1 to 1"),
        ("{pens: 1}", "unknown-field", 7, "pens"),
        ("{hollow: {roles: [text]}}", "missing-field", 15, "line"),
    ],
)
def test_mistakes_in_the_low_style_are_reported_in_either_ink(
    shop: Project, low: str, rule: str, column: int, words: str
) -> None:
    for ink in (InkName.full, InkName.low):
        problems = [
            found for found in checked(shop, ink, low if ink is InkName.full else "").problems if found.rule == rule
        ]
        assert [found.column for found in problems][:1] == [column]
        assert words in problems[0].message + problems[0].hint
        assert problems[0].file.endswith("style.yaml")


def test_only_an_outlined_text_has_a_name_of_its_own(shop: Project) -> None:
    from generator.draw.marks.marks import content_name

    (text, *_) = texts(checked(shop)).values()
    assert content_name([text]) == content_name([replace(text, outline=0.0)])
    assert content_name([text]) != content_name([replace(text, outline=0.3)])

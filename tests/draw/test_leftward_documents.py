"""Documents that run from right to left: each element is the mirror image of the same from left to right."""

from collections.abc import Sequence

import pytest
from drawn import ICONS
from each import each
from msgspec.structs import replace
from projects import PROSE, Project
from test_pages import KIND, PAGE, SECTION
from texts import BODY, STYLE, document, typesetter

from generator.check.build import check_game
from generator.core.choices import Edge
from generator.core.folders import Project as Folders
from generator.draw.marks.marks import Mark, Paint, PlacedDrawing, Shape, TextRun, leaves
from generator.draw.marks.picture import Picture
from generator.draw.pages import runs_leftwards, text_pages
from generator.draw.text.flow import flip_marks
from generator.draw.text.prose_style import Background, FigureStyle, Inset
from generator.printing.members import grouped
from generator.printing.order import RenderOrder, SheetLayout
from generator.printing.reading import sheets_of
from generator.printing.sheets import KindGroups
from generator.read.blocks import Figure

WIDTH = 60.0
LONG = "many words that go on for more than one line of this column and then for another one"
UNEVEN = Inset(9.0, 2.0, 3.0, 1.0)
GROUND = Shape((("M", 0.0, 0.0), ("L", 7.0, 0.0), ("L", 0.0, 3.0), ("Z",)), Paint(fill="#000000"))


class Pictures:
    """Every figure is a picture of 20 by 10 mm."""

    def size(self, figure: Figure) -> tuple[float, float]:
        return 20.0, 10.0

    def picture(self, figure: Figure, width: float) -> Picture:
        return ICONS["[coin]"]


def set_in(text: str, align: str, *, leftwards: bool, bulleted: bool = True) -> Sequence[Mark]:
    """The marks of a text in one column."""
    section = Background(STYLE.section.type, "ground.svg", UNEVEN, align, 5.0, 1.0)  # type: ignore[arg-type]
    style = replace(
        STYLE,
        section=section,
        box=replace(STYLE.box, ground="ground.svg", inset=UNEVEN),
        bullets=STYLE.bullets if bulleted else replace(STYLE.bullets, picture=None),
        numbers=STYLE.numbers if bulleted else replace(STYLE.numbers, picture=ICONS["[long]"]),
        figure=FigureStyle(BODY, align, 2.0, 1.5) if align != "start" else None,  # type: ignore[arg-type]
    )
    setter = replace(typesetter(style=style), draw=lambda *_: [GROUND], leftwards=leftwards, figures=Pictures())
    made: list[Mark] = []
    for row in setter.rows(document(text), WIDTH):
        made += row.marks
    assert setter.findings == []
    return made


def boxes(marks: Sequence[Mark]) -> list[tuple[str, float, float, float]]:
    """What the marks are, where they begin and end from left to right, and how far down."""
    found = []
    for mark in marks:
        if isinstance(mark, TextRun):
            wide = mark.font.width(mark.text, leftwards=mark.leftwards) * mark.size
            found.append(("".join(sorted(mark.text)), mark.x, mark.x + wide, mark.y))
        elif isinstance(mark, Shape):
            across = [value for step in mark.path for value in step[1::2]]
            found.append(("shape", min(across), max(across), mark.path[0][2]))
        else:
            assert isinstance(mark, PlacedDrawing)
            ((leaf, matrix),) = leaves([mark])
            assert isinstance(leaf, Shape)
            across = [matrix[0] * value + matrix[4] for step in leaf.path for value in step[1::2]]
            found.append(("picture", min(across), max(across), matrix[5]))
    return sorted((what, round(left, 2), round(right, 2), round(down, 2)) for what, left, right, down in found)


ELEMENTS = {
    "paragraph": LONG,
    "section": f"## Head\n\n{LONG}",
    "step": f"### Head\n\n{LONG}",
    "bullets": f"- one\n- {LONG}\n\n- three\n",
    "numbers": f"1. one\n2. {LONG}\n3. three\n",
    "more than nine": "".join(f"{number}. step\n" for number in range(1, 12)),
    "box": f"> {LONG}\n>\n> - one\n> - two\n",
    "numbers in a box": "> 1. one\n> 2. two\n",
    "table": f"| a | b | c d |\n|---|:-:|---|\n| one | two | {LONG} |\n| x | y | z |\n",
    "contents": "{contents}\n\n## One\n\nText\n\n## Two and three\n\nText\n",
    "figure": "![Caption](art/a.svg)\n",
    "wide figure": "![Caption](art/a.svg){width=50%}\n",
}


@each(
    "name, align, bulleted",
    [
        (name, *how)
        for name in ELEMENTS
        for how in [("start", True), ("left", False), ("right", True), ("center", False)]
    ],
)
def test_every_element_is_mirrored(name: str, align: str, bulleted: bool) -> None:
    onwards, leftwards = (set_in(ELEMENTS[name], align, leftwards=way, bulleted=bulleted) for way in (False, True))
    assert boxes(leftwards) == boxes(flip_marks(onwards, WIDTH))
    assert boxes(leftwards) != boxes(onwards) or "figure" in name


def test_the_picture_of_marked_words_is_at_their_right() -> None:
    (picture,) = (
        mark for mark in set_in("Ruling: קלף אחד\n", "start", leftwards=True) if isinstance(mark, PlacedDrawing)
    )
    assert picture.matrix[4] + 6.0 == pytest.approx(WIDTH)  # as wide as it is


def test_a_side_that_a_table_names_stays() -> None:
    table = "| a | b |\n|:--|--:|\n| x | y |\n"
    left, right = (
        {run.text: run.x for run in set_in(table, "start", leftwards=way) if isinstance(run, TextRun)}
        for way in (False, True)
    )
    assert left["a"] < left["b"]
    assert right["b"] < right["a"]
    assert left["a"] == left["x"]
    assert right["a"] == right["x"]


def test_numbers_have_their_stop_at_the_left_and_lines_begin_at_the_right() -> None:
    marks = set_in("1. UNO (א)\n2. קלף\n", "start", leftwards=True)
    places = {run.text: run.x for run in marks if isinstance(run, TextRun)}
    assert places[".1"] > places["UNO"] > places["א"]
    assert places[".2"] > places["קלף"] > places["א"]


@each("text, leftwards", [
    ("מניחים קלף UNO", True), ("Draw the קלף", False), ("اسحب بطاقة", True), ("رول 2 کارت", True), ("a\n\n- קלף\n- משחק", True),
    ("| a | b |\n|---|---|\n| משחק | קלפים |", True), ("12 (3)", False), ("> קלף", False),
])  # fmt: skip
def test_a_document_runs_as_most_of_its_letters_do(text: str, leftwards: bool) -> None:
    assert runs_leftwards(document(text)) == leftwards


HEBREW = "# משחק\n\n" + "".join(f"- קלף {number}\n" for number in range(160))


@pytest.fixture
def sefer(project: Project) -> Project:
    """A project with rules in Hebrew on pages of two columns."""
    project.change("game.yaml", "  people:\n", f"{KIND}  people:\n")
    project.write("rules.en.md", HEBREW)
    project.write("templates/fair/rules.svg", PAGE)
    project.write("templates/fair/section.svg", SECTION)
    style = project.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    project.write("templates/fair/style.yaml", style + PROSE + "fallback: [DejaVuSans]\n")
    return project


@pytest.mark.parametrize("from_the_right", [False, True])
def test_columns_fill_from_the_right_however_they_are_numbered(sefer: Project, from_the_right: bool) -> None:
    if from_the_right:
        page = PAGE.replace('flow="1"', 'flow="0"').replace('flow="2"', 'flow="1"').replace('flow="0"', 'flow="2"')
        sefer.write("templates/fair/rules.svg", page)
    checked = check_game(Folders(sefer.folder / "data", sefer.folder / "templates"), "fair")
    face = text_pages(checked.renderer, checked.game.kinds["rules"], "en").faces[0]
    places = {mark.text: mark.x for mark, _ in leaves(face.marks) if isinstance(mark, TextRun)}
    right = [number for number in range(160) if places.get(str(number), 0.0) > 50]
    left = [number for number in range(160) if 0 < places.get(str(number), 99.0) < 47]
    assert right == list(range(len(right)))
    assert left == list(range(len(right), len(right) + len(left)))
    assert left


def test_the_spine_of_a_booklet_is_at_the_right(sefer: Project) -> None:
    checked = check_game(Folders(sefer.folder / "data", sefer.folder / "templates"), "fair")
    kind, order = checked.game.kinds["rules"], RenderOrder(layout=SheetLayout("a3", booklet=True))
    parts = [KindGroups(kind, list(grouped(checked, kind, "en", {id(kind.items[0]): 1})))]
    sheets, faces = sheets_of(checked, parts, "en", order, 1), [face for _, face in parts[0].groups[0][1]]
    assert [side.label for sides in sheets.both_sides(Edge.short) for side in sides if side] == ["1 | 4", "3 | 2"]
    (outside, _), *_ = sheets.both_sides(Edge.short)
    first = min(outside.placements, key=lambda placement: placement.slot.x)
    assert first.face == faces[0]

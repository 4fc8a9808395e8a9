"""Figures in running text: pictures, faces, tables laid out; their captions, numbers and places."""

from pathlib import Path
from typing import Any

import pytest
from each import each
from projects import STALLS, Project, with_prose
from pypdf import PdfReader
from test_pages import KIND, PAGE, SECTION
from tries import slow_but

from generator.check.build import check_game
from generator.check.workspace import Workspace, forget_kept_files
from generator.core.choices import Backs, Edge
from generator.core.folders import Project as Folders
from generator.draw import pages
from generator.draw.marks.marks import Face
from generator.draw.pages import TextPages, _record
from generator.draw.renderer import Renderer
from generator.draw.text.flow import Column, Row, flow
from generator.model.game import Kind
from generator.printing.members import grouped
from generator.printing.order import RenderOrder, SheetLayout
from generator.printing.reading import sheets_of
from generator.printing.sheets import KindGroups
from generator.read.blocks import Figure, plain
from generator.read.markdown import parse_markdown
from generator.sheet.backs import mirrored

FOLDERS = Folders(Path("data"), Path("templates"))
TEXT = """\
# Fair play

{contents}

## Part 1

As {#set-up} has it. And _{#cake}_, of course.

![How it stands](table:set-up.yaml){span}

![A stall](card:stalls/cake){width=50%}

## Part 2

![Not named](art/tent.svg){width=10mm}

> As in {#cake}.
"""
TABLE = """\
size: [200, 100]
components:
  - {show: stalls/cake, at: [40, 50], stack: 4}
  - {show: stalls/darts, at: [150, 50], turn: 90}
  - {show: art/tent.svg, at: [100, 80], width: 10}
arrows: [{from: [70, 50], to: [120, 50]}]
callouts:
  - {at: [10, 10], to: [30, 40], says: {en: The pile, fr: La pile}}
"""
TENT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="20mm" height="10mm"><path d="M0 10L10 0L20 10Z" fill="none" stroke="#000" stroke-width="1"/></svg>'


@pytest.fixture
def fair(project: Project) -> Project:
    project.change("game.yaml", "  people:\n", f"{KIND}  people:\n")
    for language in ("en", "fr"):
        project.write(f"rules.{language}.md", TEXT)
    project.write("set-up.yaml", TABLE)
    project.write("templates/fair/rules.svg", PAGE)
    project.write("templates/fair/section.svg", SECTION)
    project.write("templates/fair/art/tent.svg", TENT)
    style = project.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    project.write("templates/fair/style.yaml", with_prose(style))
    return project


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        ("- id: darts", "- id darts", ["yaml-syntax"]),
        ("- id: darts", "- idd: darts", ["missing-field", "unknown-field"]),
        ("- id: darts", "- id: Darts!", ["bad-id"]),
        ("- id: darts", "- id: arrows", ["unknown-reference"]),
    ],
)
def test_what_a_broken_file_may_hold_is_not_said_to_be_missing_from_figures(
    fair: Project, old: str, new: str, rules: list[str]
) -> None:
    assert fair.check() == []  # and what was found then is not taken for an answer now
    fair.change("stalls.yaml", old, new)
    assert sorted(problem.rule for problem in fair.check()) == rules
    fair.change("stalls.yaml", new, old)
    assert fair.check() == []


def test_figures_have_captions_numbers_where_they_are_named_and_legends(fair: Project) -> None:
    assert fair.check("--strict") == []
    assert fair.pnp("render", "--kind", "rules", "--lang", "fr").exit_code == 0
    text = " ".join(
        "".join(page.extract_text() for page in PdfReader(fair.folder / "output/fair/rules.fr.pdf").pages).split()
    )
    assert "As Figure 1 has it. And Figure 2, of course." in text
    assert "Figure 1. How it stands 1 La pile" in text
    assert "Figure 2. A stall" in text
    assert "As in Figure 2." in text
    assert ". Not named" not in text
    assert text.startswith("Fair play Part 1 1 Part 2 2 Part 1 As")


def test_a_face_in_a_figure_is_the_items_own(fair: Project) -> None:
    """When the item changes, so does the figure, at once and in the memory of checks."""
    before = drawn(fair)
    fair.change("stalls.yaml", "Cake stall", "Pie stall")
    assert drawn(fair) != before


def drawn(fair: Project) -> tuple[Face, ...]:
    checked = check_game(Folders(fair.folder / "data", fair.folder / "templates"), "fair")
    return pages.text_pages(checked.renderer, checked.game.kinds["rules"], "en").faces


def test_small_letters_of_a_face_are_shapes_and_larger_ones_text(fair: Project) -> None:
    fair.write("rules.en.md", "# T\n\n![](card:stalls/cake){width=20%}\n")
    assert fair.pnp("render", "--kind", "rules").exit_code == 0  # preflight reads it back
    assert "Cake" not in PdfReader(fair.folder / "output/fair/rules.pdf").pages[0].extract_text()
    fair.write("rules.en.md", "# T\n\n![](card:stalls/cake){width=100%}\n")
    assert fair.pnp("render", "--kind", "rules").exit_code == 0
    assert "Cake" in PdfReader(fair.folder / "output/fair/rules.pdf").pages[0].extract_text()


MISTAKES = [
    ("![](card:stalls/cakes)", "rules.en.md", 3, 5, "unknown-reference", "not an item of stalls"),
    ("![](card:stall/cake)", "rules.en.md", 3, 5, "unknown-reference", "no printed kind 'stall'"),
    ("![](card:stalls/cake){back}", "rules.en.md", 3, 5, "unknown-reference", "no back"),
    ("![](art/tents.svg)", "rules.en.md", 3, 5, "unknown-reference", "no picture art/tents.svg"),
    ("![](../../../etc/x.svg)", "rules.en.md", 3, 5, "unknown-reference", "no picture"),
    ("![](table:no.yaml)", "rules.en.md", 3, 5, "unknown-reference", "no table no.yaml"),
    ("![](card:stalls/cake){width=60mm}", "rules.en.md", 3, 5, "text-overflow", "60 x 48 mm"),
    ("![](card:stalls/cake){wide}", "rules.en.md", 3, 23, "prose-syntax", "no setting 'wide'"),
    ("![]()", "rules.en.md", 3, 5, "prose-syntax", "shows nothing"),
    ("as {#x} has it", "rules.en.md", 3, 4, "unknown-reference", "no figure 'x'"),
    ("> so\n> ![](art/tent.svg)", "rules.en.md", 4, 3, "prose-syntax", "a box holds"),
    ("a ![](art/tent.svg)", "rules.en.md", 3, 3, "prose-syntax", "within a line"),
]
OF_TABLES = [
    ("[40, 50], stack", "[400, 50], stack", "number-range", "beyond the table"),
    ("stalls/cake", "stalls/cakes", "unknown-reference", "not an item"),
    ("at: [40, 50], stack", "at: [40], stack", "wrong-type", "two numbers"),
    ("stack: 4", "stack: 0", "number-range", "999"),
    ("turn: 90", "turned: 90", "unknown-field", "turned"),
    ("art/tent.svg", "art/tents.svg", "unknown-reference", "no picture"),
    ("size: [200, 100]", "size: [0, 100]", "wrong-type", "two numbers"),
]


def test_mistakes_are_reported_at_their_places(fair: Project) -> None:
    for text, file, line, column, rule, words in MISTAKES:
        fair.write("rules.en.md", f"# T\n\n{text}\n")
        found = fair.check(f"data/fair/{file}")
        assert [(one.line, one.column, one.rule) for one in found] == [(line, column, rule)], text
        assert words in found[0].message, text
    fair.write("rules.en.md", TEXT)
    for old, new, rule, words in OF_TABLES:
        fair.write("set-up.yaml", TABLE.replace(old, new, 1))
        found = fair.check()
        assert [one.rule for one in found] == [rule], new
        assert words in found[0].message, new


def test_settings_of_figures_are_read() -> None:
    text = "# T\n\n![A \\[b\\] **c**](table:a/set-up.yaml){#one width=40% span}\n\n![](card:k/i){back width=12.5mm}\n"
    document, problems = parse_markdown(text, "rules.md")
    first, second = document.blocks
    assert problems == []
    assert isinstance(first, Figure)
    assert isinstance(second, Figure)
    assert (plain(first.caption), first.name, first.share, first.across) == ("A [b] c", "one", 0.4, True)
    assert (second.name, second.back, second.width, second.across) == ("i", True, 12.5, False)


def test_how_a_picture_is_drawn_is_told_at_its_figure(fair: Project) -> None:
    blurred = TENT.replace("<path", '<path filter="blur(1px)"')
    fair.write("templates/fair/art/tent.svg", blurred)
    notes = [(note.file, note.line, note.message) for note in fair.check() if note.rule == "drawn-as-pixels"]
    words = "art/tent.svg, line 1: a blur on <path>: drawn as pixels"
    figure = TEXT.splitlines().index("![Not named](art/tent.svg){width=10mm}") + 1
    assert notes == [
        *((f"data/fair/rules.{language}.md", figure, words) for language in ("en", "fr")),
        ("data/fair/set-up.yaml", 5, words),
    ]


def columns(_page: int) -> list[Column]:
    return [Column(number, 60.0 * number, 10.0, 50.0, 100.0, 1, 1) for number in (1, 2)]


@each("before", range(0, 45, 4))
def test_what_stands_across_keeps_clear_of_all_else_and_nothing_is_lost(before: int) -> None:
    rows = [Row(5.0, heading=str(number)) for number in range(60)]
    rows.insert(before, Row(30.0, before=2.0, heading="across", spans=True))
    rows.insert(before + 9, Row(20.0, before=2.0, heading="again", spans=True))
    pages = flow(rows, columns)
    seen = [row.heading for page in pages for filled in page for row in filled.rows]
    assert sorted(seen) == sorted(row.heading for row in rows)
    assert [int(name) for name in seen if name.isdigit()] == list(range(60))
    for page in pages:
        boxes = [
            (filled.column.x, filled.column.x + filled.column.width, top, top + row.height)
            for filled in page
            for row, top in zip(filled.rows, filled.tops, strict=True)
        ]
        assert all(bottom <= 110.0 + 1e-6 for *_, bottom in boxes)
        free = [_record(column, page) for column in columns(1)]  # as templates are told
        boxes += [(told.x, told.x + told.width, told.end, told.end + told.free) for told in free]
        clashes = [
            (one, other)
            for at, one in enumerate(boxes)
            for other in boxes[at + 1 :]
            if one[0] < other[1] and other[0] < one[1] and one[2] < other[3] - 1e-6 and other[2] < one[3] - 1e-6
        ]
        assert clashes == []


def test_steps_stay_together_where_that_is_asked_for_and_a_column_holds_them(fair: Project) -> None:
    steps = "".join(f"{number}. Take one of them, and then another one, and go on.\n" for number in range(1, 9))
    fair.write("rules.en.md", "# T\n\n" + "Some words go first here.\n\n" * 14 + "Do this:\n\n" + steps)
    torn = parted(fair)
    fair.change("templates/fair/style.yaml", "  bold: bold\n", "  bold: bold\n  keep: steps\n")
    kept = parted(fair)
    assert len(torn) == 2
    assert len(kept) == 1


def parted(fair: Project) -> set[float]:
    """The columns, by how far from the left their words stand, that steps are in."""
    fair.pnp("render", "--kind", "rules")
    found: set[float] = set()

    def visit(text: str, _matrix: list[float], place: list[float], *_: object) -> None:
        if text.strip()[:4] == "Take":
            found.add(round(place[4]))

    for page in PdfReader(fair.folder / "output/fair/rules.pdf").pages:
        page.extract_text(visitor_text=visit)
    return found


@pytest.mark.slow
def test_a_text_is_set_again_for_components_that_it_shows_alone(fair: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    fair.write("stalls.yaml", STALLS + "- {id: nuts, name: Nuts, price: 1}\n")
    workspace, text_pages, set_again = Workspace(FOLDERS, fair.folder / "output"), pages.text_pages, list[str]()

    def noted(renderer: Renderer, kind: Kind, language: str, **options: Any) -> TextPages:
        set_again.append(language)
        return text_pages(renderer, kind, language, **options)

    monkeypatch.setattr(pages, "text_pages", noted)
    workspace.update()
    edits = [
        ("price: 1", "price: 2", False),  # nuts are in no figure
        ("- {id: nuts", "- {id: corn", False),
        ("price: 5", "price: 6", True),
        ("- {id: corn", "- {id: darts", False),  # the first of a name is shown
        ("- id: darts", "- id: arrows", True),
        ("- {id: darts", "- {id: corn", True),
        ("- id: arrows", "- id: darts", False),  # as it was
    ]
    for old, new, is_set_again in edits:
        fair.change("stalls.yaml", old, new)
        set_again.clear()
        workspace.update()
        assert bool(set_again) == is_set_again, new
        forget_kept_files()
        assert workspace.snapshots["fair"].problems == check_game(FOLDERS, "fair").problems, new


def long_text(fair: Project, lines: int) -> None:
    fair.write("rules.en.md", "# T\n\n" + "".join(f"- {number}\n" for number in range(lines)))


@pytest.mark.parametrize("lines", slow_but([160], [20, 160, 200, 280]))
def test_a_booklet_folds_into_the_order_of_reading(fair: Project, lines: int) -> None:
    """Sheets laid into each other and folded: turning the leaves gives 1, 2, 3, …, and empty pages at the end."""
    long_text(fair, lines)
    checked = check_game(Folders(fair.folder / "data", fair.folder / "templates"), "fair")
    kind, order = checked.game.kinds["rules"], RenderOrder(layout=SheetLayout("a3", booklet=True))
    parts = [KindGroups(kind, list(grouped(checked, kind, "en", {id(kind.items[0]): 1})))]
    sheets = sheets_of(checked, parts, "en", order, 1)
    faces = [face for _, face in parts[0].groups[0][1]]
    assert sheets.count == -(-len(faces) // 4)
    read: dict[int, Face] = {}
    last = 4 * sheets.count
    for number, (front, back) in enumerate(sheets.both_sides(Edge.short)):
        assert back is not None
        halves = [
            {placement.slot.x > page.width / 2: placement.face for placement in page.placements}
            for page in (front, back)
        ]
        wanted = {2 * number + 1: (0, True), 2 * number + 2: (1, False), last - 2 * number: (0, False)}
        wanted[last - 2 * number - 1] = (1, True)
        read |= {page: halves[side][right] for page, (side, right) in wanted.items() if right in halves[side]}
    assert [read[number] for number in sorted(read)] == faces
    assert sorted(read) == list(range(1, len(faces) + 1))


@pytest.mark.parametrize(
    ("paper", "edge"), slow_but(1, [("175x162", Edge.long), ("175x162", Edge.short), ("a4", Edge.long)])
)
def test_a_page_and_the_one_behind_it_are_cut_in_one(fair: Project, paper: str, edge: Edge) -> None:
    """Also where the ruler takes a margin of its own, so that a page does not stand in the middle of its sheet."""
    long_text(fair, 280)
    checked = check_game(Folders(fair.folder / "data", fair.folder / "templates"), "fair")
    kind, order = checked.game.kinds["rules"], RenderOrder(layout=SheetLayout(paper, backs=Backs(edge)))
    parts = [KindGroups(kind, list(grouped(checked, kind, "en", {id(kind.items[0]): 1})))]
    for front, back in sheets_of(checked, parts, "en", order, 1).both_sides(edge):
        assert back is not None
        assert back.slug or not back.placements
        for before, behind in zip(front.placements, back.placements, strict=False):
            place = mirrored(before.slot, front.width, front.height, edge)
            assert (behind.slot.x, behind.slot.y) == pytest.approx((place.x, place.y))
            assert behind.slot.turns == place.turns


def test_booklets_and_pages_on_both_sides_pass_preflight(fair: Project) -> None:
    long_text(fair, 110)
    for option, edge, count in ((["--booklet"], "Short", 2), (["--backs", "long"], "Long", 4)):
        assert fair.pnp("render", "--kind", "rules", *option).exit_code == 0
        reader = PdfReader(fair.folder / "output/fair/rules.pdf")
        how: Any = reader.root_object["/ViewerPreferences"]
        assert str(how["/Duplex"]) == f"/DuplexFlip{edge}Edge"
        assert len(reader.pages) == count

"""Running text on the pages of a template, from the game's files to the finished PDF."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from projects import PROSE, ROOT, Found, Project
from pypdf import PdfReader
from pypdf.generic import Destination

from generator.check.build import check_game
from generator.check.scope import Scope
from generator.core.choices import PAPERS
from generator.core.folders import Project as Folders
from generator.draw.marks.marks import Face, Mark, TextRun
from generator.model.game import Kind
from generator.read.blocks import Block, Callout, Heading, List, Paragraph, Spans, Table, plain
from generator.sheet.grid import fit_grid

KIND = """\
  rules:
    title: {en: Rules, fr: Règles}
    size: [150, 150]
    template: rules.svg
    prose: rules
"""
PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="150mm" height="150mm" viewBox="0 0 150 150">
  <rect data-if="page == 1" data-text="{{ title }}" data-font="text" data-size="20" x="5" y="3" width="90" height="10"/>
  <rect data-flow="1" x="5" y="{{ 15 if page == 1 else 5 }}" width="42" height="{{ 95 if page == 1 else 105 }}"/>
  <rect data-flow="2" x="53" y="{{ 15 if page == 1 else 5 }}" width="42" height="{{ 95 if page == 1 else 105 }}"/>
  <rect data-text="{{ page }} of {{ pages }}" data-font="text" data-size="8" x="5" y="112" width="90" height="5"/>
</svg>
"""
SECTION = """\
<svg xmlns="http://www.w3.org/2000/svg" width="42mm" height="8mm" viewBox="0 0 42 8">
  <path d="M0 {{ height }}H{{ width }}" fill="none" stroke="#000" stroke-width="0.5"/>
</svg>
"""
PARAGRAPH = "So many words that they go on for a while, and more of them after that, as rules do."
ENGLISH = "# Fair play\n\n" + "".join(f"## Part {n}\n\n{PARAGRAPH}\n\n- one\n- two\n\n" for n in range(1, 15))
FRENCH = ENGLISH.replace("Fair play", "Jouer le jeu").replace("Part", "Partie")


@pytest.fixture
def fair(project: Project) -> Project:
    """The small project with rules of its own."""
    project.change("game.yaml", "  people:\n", f"{KIND}  people:\n")
    project.write("rules.en.md", ENGLISH)
    project.write("rules.fr.md", FRENCH)
    project.write("templates/fair/rules.svg", PAGE)
    project.write("templates/fair/section.svg", SECTION)
    style = project.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    project.write("templates/fair/style.yaml", style + PROSE)
    return project


def read(path: Path) -> list[str]:
    """What the pages of a PDF say, with single spaces."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(path).pages]


def test_rules_print_like_any_kind_a_file_a_language(fair: Project) -> None:
    assert fair.check() == []
    assert fair.pnp("render", "--kind", "rules").exit_code == 0
    assert fair.pnp("render", "--kind", "rules", "--lang", "fr").exit_code == 0
    english, french = (read(fair.folder / f"output/fair/rules{end}.pdf") for end in ("", ".fr"))
    assert len(english) == len(french) > 1
    assert english[0].startswith("Fair play Part 1")
    assert french[0].startswith("Jouer le jeu Partie 1")
    assert f"1 of {len(english)}" in english[0]
    assert f"{len(english)} of {len(english)}" in english[-1]


def test_the_text_reads_back_from_the_file_in_order(fair: Project) -> None:
    fair.pnp("render", "--kind", "rules")
    pages = read(fair.folder / "output/fair/rules.pdf")
    text = " ".join(page.partition(f"{number} of ")[0] for number, page in enumerate(pages, 1))
    wanted = " ".join(f"Part {n} {PARAGRAPH} • one • two" for n in range(1, 15))
    assert text.split() == f"Fair play {wanted}".split()


def bookmarks(reader: PdfReader) -> list[Destination]:
    """The bookmarks of a file, none of which has others under it."""
    entries = [entry for entry in reader.outline if isinstance(entry, Destination)]
    assert len(entries) == len(reader.outline)
    return entries


def test_the_sections_are_the_bookmarks_of_the_file(fair: Project) -> None:
    fair.pnp("render", "--kind", "rules")
    reader = PdfReader(fair.folder / "output/fair/rules.pdf")
    assert [entry.title for entry in bookmarks(reader)] == [f"Part {n}" for n in range(1, 15)]
    assert reader.get_destination_page_number(bookmarks(reader)[-1]) == len(reader.pages) - 1


def test_bookmarks_lead_to_the_sheet_where_several_pages_share_one(fair: Project) -> None:
    fair.change("game.yaml", "size: [150, 150]", "size: [100, 120]")
    fair.change("templates/fair/rules.svg", "150mm", "100mm")
    fair.change("templates/fair/rules.svg", "150mm", "120mm")
    fair.change("templates/fair/rules.svg", "0 0 150 150", "0 0 100 120")
    fair.pnp("render", "--kind", "rules")
    reader = PdfReader(fair.folder / "output/fair/rules.pdf")
    assert len(reader.pages) == 1
    assert {reader.get_destination_page_number(entry) for entry in bookmarks(reader)} == {0}


def test_copies_are_copies_of_the_whole_text(fair: Project) -> None:
    fair.pnp("render", "--kind", "rules", "--copies", "2")
    pages = read(fair.folder / "output/fair/rules.pdf")
    half = len(pages) // 2
    assert [page.partition(" of ")[0] for page in pages[:half]] == [page.partition(" of ")[0] for page in pages[half:]]


def test_there_is_no_blank_form_of_a_text(fair: Project) -> None:
    result = fair.pnp("blank", "--kind", "rules")
    assert result.exit_code == 2
    assert "no blank form" in result.stderr
    assert fair.pnp("blank").exit_code == 0
    assert not (fair.folder / "output/fair/rules-blank.pdf").exists()


def test_a_language_without_a_file_is_a_warning_and_prints_the_other(fair: Project) -> None:
    fair.path("rules.fr.md").unlink()
    (problem,) = fair.check()
    assert (problem.level, problem.rule, problem.file) == ("warning", "missing-translation", "data/fair/game.yaml")
    assert "rules.en.md is printed in its place" in problem.message
    fair.pnp("render", "--kind", "rules", "--lang", "fr")
    assert read(fair.folder / "output/fair/rules.fr.pdf")[0].startswith("Fair play")


def test_a_text_without_any_file_is_a_warning(fair: Project) -> None:
    fair.path("rules.fr.md").unlink()
    fair.path("rules.en.md").unlink()
    assert {(problem.level, problem.rule) for problem in fair.check()} == {("warning", "missing-file")}


def test_a_text_in_no_language_of_the_game_is_noticed(fair: Project) -> None:
    fair.write("rules.de.md", "# Regeln\n")
    assert [(problem.file, problem.rule) for problem in fair.check()] == [("data/fair/rules.de.md", "unknown-file")]


def test_mistakes_in_the_text_stop_the_print_and_are_reported_in_its_file(fair: Project) -> None:
    fair.write("rules.fr.md", f"{FRENCH}a <b>\n\n#Deep\n")
    found = fair.check("data/fair/rules.fr.md")
    line = FRENCH.count("\n") + 1
    assert [(problem.line, problem.column, problem.rule) for problem in found] == [
        (line, 3, "prose-syntax"),
        (line + 2, 1, "prose-syntax"),
    ]
    assert fair.pnp("render", "--kind", "rules", "--lang", "fr").exit_code == 1
    assert fair.pnp("render", "--kind", "rules").exit_code == 0  # the English ones are sound


def test_what_no_font_has_and_what_is_too_wide_is_reported_in_its_file(fair: Project) -> None:
    fair.write("rules.en.md", "# Fair\n\na \U0001f383\n\n" + "x" * 60 + "\n")
    assert [(problem.file, *place(problem)) for problem in fair.check("data/fair/rules.en.md")] == [
        ("data/fair/rules.en.md", 3, 3, "missing-glyph"),
        ("data/fair/rules.en.md", 5, 1, "text-overflow"),
    ]


def place(problem: Found) -> tuple[int, int, str]:
    return problem.line, problem.column, problem.rule


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('data-flow="2" x="53"', 'data-flow="1" x="53"', "two columns 1"),
        ('x="53" y="{{ 15 if page == 1 else 5 }}" width="42"', 'x="53" y="5" width="41"', "41 mm wide"),
        ('data-flow="1" x="5"', 'data-flow="one" x="5"', "data-flow is 'one'"),
        ('data-flow="1" x="5"', 'data-flow="1" transform="scale(2)" x="5"', ""),
        ("{{ title }}", "{{ item.name }}", "item"),
    ],
)
def test_mistakes_of_the_template_are_reported_at_its_lines(fair: Project, old: str, new: str, words: str) -> None:
    fair.change("templates/fair/rules.svg", old, new)
    found = fair.check()
    if words:
        assert {problem.file for problem in found} == {"templates/fair/rules.svg"}
        assert any(words in problem.message for problem in found)


def test_a_template_without_columns_is_reported(fair: Project) -> None:
    text = "\n".join(line for line in PAGE.splitlines() if "data-flow" not in line)
    fair.write("templates/fair/rules.svg", text)
    assert [problem.message for problem in fair.check()] == ["no column on page 1"]


def test_a_column_in_the_template_of_a_card_is_reported(fair: Project) -> None:
    fair.change("templates/fair/stall.svg", "</svg>", '<rect data-flow="1" x="1" y="1" width="9" height="9"/></svg>')
    assert "no text flows here" in fair.check()[0].message


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("size: 9}", "size: 900}", "number-range"),
        ("font: text, size: 11", "font: texte, size: 11", "unknown-reference"),
        ("bold: text", "bold: fat", "unknown-reference"),
        ("inset: [2, 2, 2, 2]", "inset: [2, 2]", "wrong-type"),
        ("indent: 4", "picture: dot.svg", "unknown-reference"),
        ("section.svg", "sektion.svg", "unknown-reference"),
        ("  bold: text\n", "", "missing-field"),
    ],
)
def test_mistakes_of_the_style_are_reported_in_its_file(fair: Project, old: str, new: str, rule: str) -> None:
    fair.change("templates/fair/style.yaml", old, new)
    found = fair.check()
    assert rule in [problem.rule for problem in found]
    assert {problem.file for problem in found} == {"templates/fair/style.yaml"}


def test_a_text_needs_a_style(fair: Project) -> None:
    fair.write("templates/fair/style.yaml", fair.path("templates/fair/style.yaml").read_text().partition("prose:")[0])
    assert [(found.rule, found.file) for found in fair.check()] == [("missing-field", "templates/fair/style.yaml")]


@pytest.mark.parametrize("key", ["fields: {name: {type: text}}", "group: name", "file: rules.yaml", "back: b.svg"])
def test_running_text_has_nothing_that_items_have(fair: Project, key: str) -> None:
    fair.change("game.yaml", "    prose: rules\n", f"    prose: rules\n    {key}\n")
    assert "unknown-field" in [problem.rule for problem in fair.check()]


def test_a_kind_has_fields_or_a_text(project: Project) -> None:
    project.write("game.yaml", "name: Fair\nlanguages: [en, fr]\nkinds:\n  stalls:\n    title: Stalls\n")
    assert "fields is missing" in [problem.message for problem in project.check()]


def test_a_text_lies_beside_the_game(fair: Project) -> None:
    fair.change("game.yaml", "prose: rules", "prose: ../rules")
    assert "unknown-reference" in [problem.rule for problem in fair.check()]


ICON = re.compile(r"\{(costumes|masks|movements|surprises|treats|tricks)\}|\[W\]")
GAMES = [("star-road", "en"), ("collectors", "en"), ("tricks-or-treats", "en"), ("tricks-or-treats", "fr")]


@pytest.fixture(
    scope="module", params=[GAMES[0], *(pytest.param(game, marks=pytest.mark.slow) for game in GAMES[1:])], ids="-".join
)
def printed(request: pytest.FixtureRequest) -> tuple[Kind, tuple[Face, ...], str]:
    """The rules of a game as they print: the kind, its pages and its language."""
    game, language = request.param
    scope = Scope(kinds=("rules",), whole=False, languages=(language,))
    checked = check_game(Folders(ROOT / "data", ROOT / "templates"), game, keep=language, scope=scope, kinds=("rules",))
    kind = checked.game.kinds["rules"]
    assert [problem for problem in checked.problems if problem.file in kind.files] == []
    return kind, checked.pages["rules", language].faces, language


def letters_of(blocks: Sequence[Block]) -> Iterator[str]:
    """The letters of blocks in the order in which they are read, without spaces and icons."""

    def of(*texts: Spans) -> Iterator[str]:
        for text in texts:
            yield from ICON.sub("", "".join(plain(text).split()))

    for block in blocks:
        match block:
            case Heading() | Paragraph():
                yield from of(block.spans)
            case List():
                yield from of(*(item.spans for item in block.items))
            case Callout():
                yield from letters_of(block.blocks)
            case Table():
                yield from of(*block.head, *(cell for row in block.rows for cell in row))


def inside(mark: Mark, face: Face) -> bool:
    """Whether a run of text keeps 2 mm from the edges of its page."""
    if not isinstance(mark, TextRun):
        return True
    x, y = mark.x + mark.matrix[4], mark.y + mark.matrix[5]
    right = x + mark.font.width(mark.text.rstrip()) * mark.size
    return x >= 2 and right <= face.width - 2 and 2 <= y <= face.height - 2


def test_the_rules_of_the_games_are_on_their_pages_in_order(printed: tuple[Kind, tuple[Face, ...], str]) -> None:
    kind, faces, language = printed
    document = kind.document(language, "en")
    assert document is not None
    runs = [mark.text for face in faces for mark in face.marks if isinstance(mark, TextRun)]
    said, wanted = "".join("".join(runs).split()), list(letters_of(document.blocks))
    rest = iter(said)
    assert all(letter in rest for letter in wanted)
    assert len(said) - len(wanted) < 400 * len(
        faces
    )  # numbers of steps and sections, the title, figures, what each page says by itself
    assert len(faces) in (3, 4)


def test_the_rules_of_the_games_keep_clear_of_the_edge(printed: tuple[Kind, tuple[Face, ...], str]) -> None:
    _, faces, _ = printed
    for face in faces:
        assert all(inside(mark, face) for mark in face.marks)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_page_of_rules_fits_every_paper_with_its_ruler_and_label(
    printed: tuple[Kind, tuple[Face, ...], str], paper: str
) -> None:
    kind, _, _ = printed
    assert kind.size is not None
    grid = fit_grid(PAPERS[paper], kind.size)
    assert len(grid.slots) == 1
    assert {slug_box.name for slug_box in grid.slug} == {"square", "ruler", "text"}

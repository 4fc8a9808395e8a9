"""The cover of a box names the pages of its file, whatever lies behind its sheets."""

import re
from itertools import product
from pathlib import Path

import pytest
from projects import PROSE, STYLE, write_files
from pypdf import PdfReader
from tries import slow_but

from generator.check.build import check_game
from generator.core.choices import Backs
from generator.core.folders import Project
from generator.printing.box import print_box
from generator.printing.box_account import planned_box
from generator.printing.order import Choice, SheetLayout

GAME = """\
name: Harvest
languages: [en]
players: [2, 4]
kinds:
  cards: {title: Harvest cards, size: [63, 88], template: card.svg, back: card.svg, fields: {name: {type: text}}}
  acorns: {title: Acorns, size: [30, 30], template: token.svg, share: pieces, fields: {name: {type: text}}}
  leaves: {title: Leaves, size: [25, 40], template: leaf.svg, share: pieces, fields: {name: {type: text}}}
  fields: {title: The field, size: [250, 320], template: field.svg, join: {overlap: 10}, fields: {name: {type: text}}}
  rules: {title: How to play, prose: rules, size: [190, 260], template: page.svg}
plan:
  - {kind: fields, sets: "1", source: ours, why: one}
  - {kind: cards, sets: "1", source: ours, why: all}
  - {kind: rules, sets: "1", source: ours, why: one}
  - {kind: acorns, sets: "1", source: ours, why: all}
  - {kind: leaves, sets: "1", source: ours, why: all}
"""
ITEMS = "- {id: one, name: One, copies: COUNT}\n"
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="Wmm" height="Hmm" viewBox="0 0 W H">
  <rect data-field="name" data-font="text" data-size="8" data-min="6" x="3" y="3" width="15" height="8"/>
</svg>
"""
PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="190mm" height="260mm" viewBox="0 0 190 260">
  <rect data-flow="1" x="10" y="20" width="170" height="230"/>
</svg>
"""
ENTRY = re.compile(r"(?:Sheets?) (\d+) · (Pages?) ([\d–, ]+)")


@pytest.fixture(scope="module")
def harvest(tmp_path_factory: pytest.TempPathFactory) -> Project:
    counts = {"cards": 20, "acorns": 40, "leaves": 9, "fields": 1}
    sizes = {"card": (63, 88), "token": (30, 30), "leaf": (25, 40), "field": (250, 320)}
    faces = {name: FACE.replace("W", str(wide)).replace("H", str(high)) for name, (wide, high) in sizes.items()}
    files = {
        "data/harvest/game.yaml": GAME,
        "data/harvest/rules.en.md": "# How to play\n\n## Sow\n\nSow, and wait.\n",
        "templates/harvest/style.yaml": STYLE + PROSE.replace(", ground: section.svg", ""),
        "templates/harvest/page.svg": PAGE,
        **{f"data/harvest/{kind}.yaml": ITEMS.replace("COUNT", str(count)) for kind, count in counts.items()},
        **{f"templates/harvest/{name}.svg": face for name, face in faces.items()},
    }
    folder = write_files(tmp_path_factory.mktemp("harvest"), files, plain=True)
    return Project(folder / "data", folder / "templates")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("backs", "paper"), slow_but([(Backs.long, "letter")], [*product(Backs, ("a4", "letter", "a3"))])
)
def test_every_entry_of_the_cover_names_the_pages_that_its_kind_is_on(
    harvest: Project, backs: Backs, paper: str, tmp_path: Path
) -> None:
    checked = check_game(harvest, "harvest", keep="*")
    assert checked.problems == []
    box = planned_box(checked, 3, None, Choice(), SheetLayout(paper, backs))
    reader = PdfReader(print_box(harvest, box, tmp_path).file)
    cover, *pages = [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]
    entries = ENTRY.findall(cover)
    assert len(entries) == len(box.shares)
    sides = 2 if backs.edge else 1
    for share, (sheets, word, told) in zip(box.shares, entries, strict=True):
        runs = [[int(page) for page in run.split("–")] for run in told.split(", ")]
        named = {page for run in runs for page in range(run[0], run[-1] + 1)}
        found = {page for page, text in enumerate(pages, start=2) if str(share.kind.title) in text}
        where = f"{share.kind.title} on {sorted(found)}, the cover says {told}"
        assert found <= named, where
        assert found >= {page for page in named if (page - 1) % sides == 0}, where
        assert len(named) == sides * int(sheets), where
        assert word == ("Pages" if len(named) > 1 else "Page"), where
    bookmarked = [reader.get_destination_page_number(entry) for entry in reader.outline]  # type: ignore[arg-type]
    assert all(at is not None and at % sides == 0 for at in bookmarked)


@pytest.mark.slow
@pytest.mark.parametrize("backs", [Backs.long, Backs.short, Backs.separate, Backs.none])
def test_a_box_printed_on_both_sides_has_its_texts_on_both_sides_each_copy_from_a_sheet_on(
    tmp_path: Path, backs: Backs
) -> None:
    plan = GAME.replace("{kind: rules, sets", "{kind: rules, count").replace('count: "1"', 'count: "2"')
    only = re.sub(r"  (- \{)?\{?(kind: )?(cards|acorns|leaves|fields).*\n", "", plan)
    told = "\n\n".join(f"## Part {number}\n\n" + "Sow, and wait. " * 420 for number in range(4))
    files = {
        "data/harvest/game.yaml": only,
        "data/harvest/rules.en.md": f"# How to play\n\n{told}\n",
        "templates/harvest/style.yaml": STYLE + PROSE.replace(", ground: section.svg", ""),
        "templates/harvest/page.svg": PAGE,
    }
    folder = write_files(tmp_path, files, plain=True)
    project = Project(folder / "data", folder / "templates")
    checked = check_game(project, "harvest", keep="*")
    box = planned_box(checked, 3, None, Choice(), SheetLayout("a4", backs))
    pages = [page.extract_text() for page in PdfReader(print_box(project, box, tmp_path).file).pages]
    number, (share,) = box.shares[0].pages, box.shares
    assert number % 2 == 1, "the last page has nothing behind it"
    sides = [int(found[1]) if (found := re.search(r"page (\d+) of", text)) else 0 for text in pages]
    copies = [[*range(1, number + 1)], [*range(number + 1, 2 * number + 1)]]
    if backs.edge:
        assert sides == [1, 0, *copies[0], 0, *copies[1], 0]
        assert box.account.sheets == number + 1
    else:
        assert sides == [1, *copies[0], *copies[1]]
        assert box.account.sheets == 2 * number
    assert share.components == 2

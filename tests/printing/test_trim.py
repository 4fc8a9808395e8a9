"""Kinds that can be cut in two ways: straight along their edges, or round a shape of their own."""

import json
import re
from pathlib import Path

import pytest
from projects import STYLE, typed, write_files
from pypdf import PdfReader

from generator.check.build import check_game
from generator.core.choices import TrimName
from generator.core.folders import Project
from generator.printing.order import SheetLayout
from generator.printing.plan import plan

GAME = """\
name: Markthandel
languages: [de]
players: [2, 4]
plan:
  - {kind: marken, sets: "1", source: ours, why: alle}
kinds:
  marken:
    title: Marken
    size: [30, 30]
    template: marke.svg
    back: marke-back.svg
    shaped: marke-rund.svg
    shaped_back: marke-rund-back.svg
    shaped_gutter: 6
    fields:
      name: {type: text, required: true}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm" viewBox="0 0 30 30">{}</svg>'
NAME = '<rect data-field="name" data-font="text" data-size="9" x="6" y="12" width="18" height="6"/>'
ROUND = '<circle data-cut="true" cx="15" cy="15" r="15"/>'
MARK = '<circle cx="15" cy="15" r="{}" stroke="#000" fill="none"/>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "data/markt/game.yaml": GAME,
        "data/markt/marken.yaml": "- {id: apfel, name: Apfel, copies: 50}\n",
        "data/markt/balance.yaml": "[]\n",
        "templates/markt/style.yaml": STYLE,
        "templates/markt/marke.svg": SVG.format(MARK.format(9) + NAME),
        "templates/markt/marke-rund.svg": SVG.format(ROUND + MARK.format(9) + NAME),
        "templates/markt/marke-back.svg": SVG.format(MARK.format(5)),
        "templates/markt/marke-rund-back.svg": SVG.format(ROUND + MARK.format(7)),
    }
    return write_files(tmp_path, files, plain=True)


def planned(folder: Path, trim: TrimName) -> tuple[int, int, int]:
    """Sheets, straight cuts and outlines of the box."""
    checked = check_game(Project(folder / "data", folder / "templates"), "markt")
    (only,) = plan(checked, 2, "", SheetLayout(trim=trim), "de")
    return only.sheets, only.cuts, only.outlines


def test_straight_cuts_are_shared_and_shapes_stand_apart(folder: Path) -> None:
    sheets, cuts, outlines = planned(folder, TrimName.straight)
    assert (sheets, outlines) == (1, 0)
    assert cuts <= 9 + 10  # 6 x 9 places: a line between any two rows or columns
    sheets, cuts, outlines = planned(folder, TrimName.shaped)
    assert (sheets, cuts, outlines) == (2, 0, 50)


def test_the_sheets_show_the_edition_that_was_asked_for(folder: Path) -> None:
    made = {}
    for trim in TrimName:
        out = folder / trim
        assert typed(folder, "render", "--trim", trim, "--backs", "long", "--out", str(out)).exit_code == 0
        made[trim] = PdfReader(out / "markt" / "marken.pdf")
    assert [len(made[trim].pages) for trim in TrimName] == [2, 4]
    assert made[TrimName.straight].pages[0].extract_text().count("Apfel") == 50
    fronts, backs = ({trim: made[trim].pages[side].get_contents() for trim in TrimName} for side in (0, 1))
    assert fronts[TrimName.straight].get_data() != fronts[TrimName.shaped].get_data()  # type: ignore[union-attr]
    assert backs[TrimName.straight].get_data() != backs[TrimName.shaped].get_data()  # type: ignore[union-attr]


def test_a_cutting_machine_follows_the_shapes_unless_it_is_told_otherwise(folder: Path) -> None:
    for words, curved in (([], True), (["--trim", "straight"], False)):
        out = folder / f"cut{curved}"
        assert typed(folder, "render", "--cut", "svg", "--cutter", "none", *words, "--out", str(out)).exit_code == 0
        drawing = next((out / "markt").glob("*-cut-1.svg")).read_text(encoding="ascii")
        paths = re.findall(r'<path[^>]* d="([^"]*)"', drawing)
        assert any(path.count("L") > 9 for path in paths) == curved


def test_blank_forms_come_in_both_ways(folder: Path) -> None:
    forms = {}
    for trim in TrimName:
        result = typed(folder, "blank", "--trim", trim, "--out", str(folder / "out"))
        assert result.exit_code == 0
        forms[trim] = int(result.stdout.splitlines()[1].split()[1])
    assert forms == {TrimName.straight: 54, TrimName.shaped: 40}


def test_the_projects_default_is_heeded(folder: Path) -> None:
    (folder / "pnp.yaml").write_text("trim: shaped\n", encoding="utf-8")
    assert typed(folder, "plan", "markt", "--players", "2").stdout.count("50 ") >= 1
    (folder / "pnp.yaml").write_text("trim: scalloped\n", encoding="utf-8")
    result = typed(folder, "check", "--format", "json")
    assert [problem["rule"] for problem in json.loads(result.stdout)] == ["not-one-of"]


@pytest.mark.parametrize(
    ("broken", "rule", "said"),
    [
        ("shaped: marke-rund.svg", "unknown-reference", "shaped: marke-eckig.svg"),
        ("    template: marke.svg\n", "missing-field", ""),
        ("    back: marke-back.svg\n", "missing-field", ""),
    ],
)
def test_what_is_wrong_with_the_other_edition_is_reported(folder: Path, broken: str, rule: str, said: str) -> None:
    file = folder / "data" / "markt" / "game.yaml"
    file.write_text(GAME.replace(broken, said), encoding="utf-8")
    result = typed(folder, "check", "--format", "json")
    assert rule in [problem["rule"] for problem in json.loads(result.stdout)]


def test_a_text_that_fits_one_edition_alone_is_reported(folder: Path) -> None:
    file = folder / "templates" / "markt" / "marke-rund.svg"
    file.write_text(file.read_text().replace('width="18"', 'width="5"'), encoding="utf-8")
    result = typed(folder, "check", "--format", "json")
    assert [problem["rule"] for problem in json.loads(result.stdout)][:1] in (["text-overflow"], ["broken-word"])

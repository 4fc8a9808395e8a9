"""A stranger's game with boxes of paper: as large as its cards, or as so many of them as are in a box of the plan."""

import json
from pathlib import Path

import pytest
from projects import STYLE, typed, write_files
from pypdf import PdfReader

from generator.check.build import check_game
from generator.core.folders import Project
from generator.core.problem import Refusal
from generator.printing.order import SheetLayout
from generator.printing.plan import plan

GAME = """\
name: Perlenraub
languages: [de]
players: [2, 4]
plan:
  - {kind: perlen, count: 20 * players, source: ours, why: zwanzig je Kopf}
  - {kind: schachtel, sets: "1", source: ours, why: für die Perlen}
kinds:
  perlen:
    title: Perlen
    size: [40, 60]
    template: perle.svg
    fields:
      name: {type: text, required: true}
  schachtel:
    title: Schachtel
    holds: [perlen]
    thickness: 0.5
    template: schachtel.svg
    fields:
      name: {type: text, required: true}
"""
PEARL = """\
<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="60mm" viewBox="0 0 40 60">
  <rect data-field="name" data-font="text" data-size="9" x="6" y="12" width="28" height="6"/>
</svg>
"""
BOX = """\
<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">
  <rect data-if="panel == 'front'" data-field="name" data-font="text" data-size="9" x="2" y="12" width="{{ width - 4 }}" height="6"/>
  <rect data-if="panel == 'back'" data-text="{{ contents[0].count }} {{ contents[0].title }}" data-font="text" data-size="9" x="2" y="12" width="{{ width - 4 }}" height="6"/>
  <rect data-if="panel == 'side'" data-text="Seite" data-font="text" data-size="9" x="0.5" y="2" width="{{ width - 1 }}" height="6"/>
</svg>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "data/perlen/game.yaml": GAME,
        "data/perlen/perlen.yaml": "- {id: rot, name: Rot, copies: 100}\n",
        "data/perlen/schachtel.yaml": "- {id: schachtel, name: Schatzkiste}\n",
        "data/perlen/balance.yaml": "[]\n",
        "templates/perlen/style.yaml": STYLE,
        "templates/perlen/perle.svg": PEARL,
        "templates/perlen/schachtel.svg": BOX,
    }
    return write_files(tmp_path, files, plain=True)


def rules(folder: Path, text: str) -> list[str]:
    (folder / "data" / "perlen" / "game.yaml").write_text(text, encoding="utf-8")
    return [problem["rule"] for problem in json.loads(typed(folder, "check", "--format", "json").stdout)]


def test_a_box_for_all_that_there_are(folder: Path) -> None:
    checked = check_game(Project(folder / "data", folder / "templates"), "perlen")
    assert not checked.problems
    kind = checked.game.kinds["schachtel"]
    assert kind.net is not None
    assert (kind.net.width, kind.net.height, kind.net.depth) == (42, 62, 51)  # 100 x 0.5 mm, and air
    face = checked.renderer.face(kind, kind.items[0], "de")[0]
    assert (face.width, face.height) == kind.size
    assert face.outline
    assert len(face.folds) == len(kind.net.folds)


def test_nothing_is_said_of_a_box_if_what_lies_in_it_could_not_be_read(folder: Path) -> None:
    assert rules(folder, GAME.replace("[40, 60]", "[40,5, 60]")) == ["wrong-type"]
    (folder / "data/perlen/perlen.yaml").write_text("- {id: rot, name: Rot\n", encoding="utf-8")
    assert rules(folder, GAME) == ["yaml-syntax"]


def test_a_plan_that_chooses_nothing_takes_no_names(folder: Path) -> None:
    checked = check_game(Project(folder / "data", folder / "templates"), "perlen")
    with pytest.raises(Refusal, match="does not choose by name"):
        plan(checked, 2, "", SheetLayout(), "de", named_items=["rot"])


@pytest.mark.slow
def test_a_box_of_the_plan_is_as_deep_as_what_is_in_that_box(folder: Path) -> None:
    checked = check_game(Project(folder / "data", folder / "templates"), "perlen", keep="*")
    depths = []
    for players in (2, 4):
        (share,) = [
            share
            for sheets in plan(checked, players, "", SheetLayout(), "de")
            for share in sheets.shares
            if share.kind.net
        ]
        assert share.outlined
        assert share.creased
        assert share.kind.net is not None
        depths.append(share.kind.net.depth)
    assert depths == [21, 41]
    for players in (2, 4):
        out = folder / str(players)
        done = typed(folder, "plan", "perlen", "--players", str(players), "--render", "--out", str(out))
        assert done.exit_code == 0, done.output
        text = "".join(page.extract_text() for page in PdfReader(next(out.rglob("*.pdf"))).pages)
        assert f"{20 * players} Perlen" in text
        assert "Schatzkiste" in text


def test_a_text_that_does_not_fit_the_smallest_box_of_the_plan_is_reported(folder: Path) -> None:
    assert rules(folder, GAME) == []
    assert "text-overflow" in rules(folder, GAME.replace("count: 20", "count: 2"))  # its sides are 4 mm wide
    assert typed(folder, "plan", "perlen", "--players", "2", "--render").exit_code == 1
    assert typed(folder, "render").exit_code == 0  # of the size that all copies take


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("holds: [perlen]", "holds: [muscheln]", "unknown-reference"),
        ("holds: [perlen]", "holds: [schachtel]", "unknown-reference"),
        ("holds: [perlen]", "form: tuck", "missing-field"),
        ("holds: [perlen]", "holds: [perlen]\n    form: sack", "not-one-of"),
        ("holds: [perlen]", "holds: [perlen]\n    size: [10, 10]", "unknown-field"),
        ("thickness: 0.5", "thickness: 0", "number-range"),
        ("thickness: 0.5", "thickness: 21", "number-range"),
        ("thickness: 0.5", "sleeve: -3", "number-range"),
    ],
)
def test_a_wrong_description_is_reported(folder: Path, old: str, new: str, rule: str) -> None:
    assert rule in rules(folder, GAME.replace(old, new))


def test_an_envelope_prints_too(folder: Path) -> None:
    assert rules(folder, GAME.replace("thickness: 0.5", "thickness: 0.1\n    form: envelope")) == []
    assert typed(folder, "render", "--out", str(folder / "out")).exit_code == 0

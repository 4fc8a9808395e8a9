"""A reprint holds what has changed, and nothing else."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from projects import STALL, STALLS, Project
from pypdf import PdfReader
from typer.testing import CliRunner

from generator.check.build import check_game
from generator.check.scope import Scope
from generator.cli.commands import app
from generator.core.folders import Project as Folders
from generator.draw.marks.marks import Face, Paint, Shape
from generator.printing.manifest import face_hash, layout_of, read_manifest, write_manifest
from generator.printing.render import face_hashes
from generator.sheet.grid import LAYOUT_VERSION

ROOT = Path(__file__).parents[2]
LINE = (("M", 0.0, 0.0), ("L", 10.0, 10.0))
MANY = 30  # stalls, of which ten fit a sheet
BACK = """
  <rect x="1" y="1" width="48" height="38" fill="none" stroke="#000" stroke-width="1"/>
</svg>
"""


@pytest.fixture
def stalls(project: Project) -> Project:
    """A game of some sheets of stalls, with backs."""
    more = "".join(f"- {{id: s{n}, name: Stall {n}, price: {n}}}\n" for n in range(MANY - 2))
    project.write("stalls.yaml", STALLS + more)
    project.change("game.yaml", "template: stall.svg", "template: stall.svg\n    back: back.svg")
    project.write("templates/fair/back.svg", STALL.splitlines()[0] + BACK)
    return project


ENTRIES = ("3", "null", "[]", "{}", '{"face": "a"}', '{"face": 1, "copies": 1}', '{"face": "a", "copies": -1}')
WRONG = [f'{{"stalls": {{"en": {{"cake": {entry}}}}}}}' for entry in ENTRIES]
MANIFEST = Path("data/fair/printed.json")
OUT = Path("out/fair")


def render(*arguments: str) -> tuple[int, str]:
    words = ["render", "fair", "--kind", "stalls", "--out", "out", *arguments]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    return result.exit_code, result.stdout + result.stderr


def test_only_what_changed_is_printed_again_on_as_few_sheets_as_can_be(stalls: Project) -> None:
    assert render("--mark-printed")[0] == 0
    assert len(json.loads(MANIFEST.read_text())["stalls"]["en"]) == MANY
    status, text = render("--changed-since", str(MANIFEST))
    assert (status, "nothing has changed" in text) == (0, True)

    stalls.change("stalls.yaml", "name: Stall 3,", "name: Pancakes,")
    stalls.change("stalls.yaml", f"name: Stall {MANY - 3},", "name: Waffles,")
    status, text = render("--changed-since", str(MANIFEST))
    pages = PdfReader(OUT / "stalls-changed.pdf").pages
    printed = " ".join(page.extract_text() for page in pages)
    assert status == 0
    assert len(pages) == 1
    assert "Pancakes" in printed
    assert "Waffles" in printed
    assert "Cake" not in printed


@pytest.mark.parametrize(("first", "then"), [("full", "low"), ("low", "full")])
def test_another_ink_is_no_other_card(project: Project, first: str, then: str) -> None:
    assert render("--ink", first, "--mark-printed")[0] == 0
    status, text = render("--ink", then, "--changed-since", str(MANIFEST))
    assert (status, "nothing has changed" in text) == (0, True)


def test_a_print_manifest_needs_faces_in_full_ink_whatever_is_printed(project: Project) -> None:
    project.write("templates/fair/stall.low.svg", STALL)
    project.write("templates/fair/stall.svg", "<svg")
    assert render("--ink", "low")[0] == 0
    status, text = render("--ink", "low", "--mark-printed")
    assert status == 2
    assert "the print manifest compares faces in full ink: " in text
    assert "stall.svg:1:" in text


def test_a_print_manifest_keeps_what_it_knew_of_others(project: Project) -> None:
    MANIFEST.write_text('{"people": {"en": {"ann": "abc"}}}')
    assert render("--item", "cake", "--mark-printed")[0] == 0
    held = json.loads(MANIFEST.read_text())
    assert held["people"] == {"en": {"ann": "abc"}}
    assert list(held["stalls"]["en"]) == ["cake"]


@pytest.mark.parametrize("content", [None, "no json", "[1]", "3", '{"stalls": 3}', *WRONG])
def test_what_is_no_print_manifest_is_refused_in_one_line(project: Project, content: str | None) -> None:
    manifest = project.folder / "manifest.json"
    if content is not None:
        manifest.write_text(content)
    status, text = render("--changed-since", str(manifest))
    assert status == 2
    assert "print manifest" in text
    assert not (project.folder / "out").exists()


def test_a_face_is_known_by_what_it_shows() -> None:
    thin, thick = (Face(63, 88, (Shape(LINE, Paint(stroke="#000000", width=width)),)) for width in (0.25, 0.5))
    assert face_hash(thin) == face_hash(Face(63, 88, thin.marks))
    assert len({face_hash(thin), face_hash(thick), face_hash(thin, thick), face_hash(Face(60, 88, thin.marks))}) == 4


def changed(*arguments: str) -> list[str]:
    """The names on the sheets of a reprint, as often as they are there; none where nothing is printed."""
    file = OUT / "stalls-changed.pdf"
    file.unlink(missing_ok=True)
    status, _ = render("--changed-since", str(MANIFEST), *arguments)
    assert status == 0
    if not file.exists():
        return []
    text = " ".join(page.extract_text() for page in PdfReader(file).pages)
    return [name for name in ("Cake stall", "Darts") for _ in range(text.count(name))]


def test_one_more_copy_of_a_card_that_is_as_it_was_prints_that_copy_alone(project: Project) -> None:
    assert render("--item", "cake", "--item", "darts", "--copies", "2", "--mark-printed")[0] == 0
    assert json.loads(MANIFEST.read_text())["stalls"]["en"]["cake"]["copies"] == 2
    both = ("--item", "cake", "--item", "darts")
    assert changed(*both, "--copies", "2") == []
    assert changed(*both, "--copies", "1") == []
    assert changed(*both, "--copies", "3") == ["Cake stall", "Darts"]
    assert changed("--item", "cake", "--copies", "4", "--mark-printed") == ["Cake stall"] * 2
    assert changed(*both, "--copies", "4") == ["Darts"] * 2


def test_a_card_printed_once_more_is_not_less_than_there_was_and_a_changed_one_is_none(project: Project) -> None:
    assert render("--item", "cake", "--copies", "3", "--mark-printed")[0] == 0
    assert render("--item", "cake", "--copies", "1", "--mark-printed")[0] == 0
    assert changed("--item", "cake", "--copies", "4") == ["Cake stall"]
    held = json.loads(MANIFEST.read_text())
    held["stalls"]["en"]["cake"]["face"] = "another"
    MANIFEST.write_text(json.dumps(held))
    assert changed("--item", "cake", "--copies", "4", "--mark-printed") == ["Cake stall"] * 4
    assert json.loads(MANIFEST.read_text())["stalls"]["en"]["cake"]["copies"] == 4


def test_a_print_manifest_of_before_copies_were_counted_is_read(project: Project) -> None:
    assert render("--item", "cake", "--mark-printed")[0] == 0
    held = json.loads(MANIFEST.read_text())
    cake = held["stalls"]["en"]["cake"]
    held["stalls"]["en"] = {"cake": cake["face"], "darts": "another"}
    MANIFEST.write_text(json.dumps(held))
    both = ("--item", "cake", "--item", "darts", "--copies", "1")
    assert changed(*both, "--mark-printed") == ["Darts"]
    assert json.loads(MANIFEST.read_text())["stalls"]["en"]["cake"] == {**cake, "copies": 1}


def test_a_reprint_leaves_the_whole_decks_sheets_as_they_are(stalls: Project) -> None:
    assert render("--item", "cake", "--backs", "separate", "--cut", "svg", "--mark-printed")[0] == 0
    before = {path.name: path.read_bytes() for path in OUT.iterdir()}
    assert changed("--item", "cake", "--copies", "4", "--backs", "separate", "--cut", "svg") == ["Cake stall"] * 2
    after = {path.name: path.read_bytes() for path in OUT.iterdir()}
    assert {name: after[name] for name in before} == before
    assert len(after) > len(before)
    assert all("-changed" in name for name in after.keys() - before.keys())


@pytest.mark.slow
def test_running_text_is_another_when_any_of_its_pages_is() -> None:
    checked = check_game(Folders(ROOT / "data", ROOT / "templates"), "star-road", keep="en", scope=Scope(whole=False))
    kind = checked.game.kinds["rules"]
    laid = checked.pages[kind.name, "en"]
    before = face_hashes(checked, kind, "en")
    assert len(laid.faces) > 2
    for number, face in enumerate(laid.faces):
        other = Face(face.width, face.height, face.marks[:-1], face.outline)
        faces = (*laid.faces[:number], other, *laid.faces[number + 1 :])
        checked.pages[kind.name, "en"] = replace(laid, faces=faces)
        after = face_hashes(checked, kind, "en")
        assert after.keys() == before.keys()
        assert [item for item in before if after[item] == before[item]] == []


def test_a_manifest_knows_by_which_layout_its_sheets_were_printed(tmp_path: Path) -> None:
    file = tmp_path / "printed.json"
    file.write_text('{"cards": {"en": {"one": "abc"}}}', encoding="utf-8")
    assert layout_of(file) == 1
    write_manifest(file, {})
    assert layout_of(file) == LAYOUT_VERSION
    assert read_manifest(file)["cards"]["en"]["one"].face == "abc"

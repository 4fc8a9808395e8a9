"""A reprint holds what has changed, and nothing else."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.marks.marks import Face, Paint, Shape
from generator.printing.manifest import face_hash, layout_of, read_manifest, write_manifest
from generator.printing.render import face_hashes
from generator.project import Project as Workspace
from generator.sheet.grid import LAYOUT_VERSION
from generator.workspace.build import check_game

ROOT = Path(__file__).parents[2]
LINE = (("M", 0.0, 0.0), ("L", 10.0, 10.0))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of a game, without what printing does not rest on: it is checked at every run."""
    left_out = shutil.ignore_patterns("balance.yaml", "forge.yaml", "lab.yaml")
    shutil.copytree(ROOT / "data/star-road", tmp_path / "data/star-road", ignore=left_out)
    return tmp_path


ENTRIES = ("3", "null", "[]", "{}", '{"face": "a"}', '{"face": 1, "copies": 1}', '{"face": "a", "copies": -1}')
WRONG = [f'{{"characters": {{"en": {{"sniper": {entry}}}}}}}' for entry in ENTRIES]


def render(project: Path, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(
        app,
        [
            "render",
            "star-road",
            "--kind",
            "characters",
            "--data",
            str(project / "data"),
            "--templates",
            str(ROOT / "templates"),
        ]
        + ["--out", str(project / "out"), *arguments],
    )
    return result.exit_code, result.stdout + result.stderr


def test_only_what_changed_is_printed_again_on_as_few_sheets_as_can_be(project: Path) -> None:
    manifest = project / "data/star-road/printed.json"
    assert render(project, "--mark-printed")[0] == 0
    assert len(json.loads(manifest.read_text())["characters"]["en"]) == 72
    status, text = render(project, "--changed-since", str(manifest))
    assert (status, "nothing has changed" in text) == (0, True)

    file = project / "data/star-road/characters.yaml"
    words = file.read_text(encoding="utf-8")
    file.write_text(
        words.replace("name: {en: Frozen Man}", "name: {en: Icy Man}").replace(
            "name: {en: Disc Man}", "name: {en: Plate Man}"
        )
    )
    status, text = render(project, "--changed-since", str(manifest))
    pages = PdfReader(project / "out/star-road/characters-changed.pdf").pages
    printed = " ".join(page.extract_text() for page in pages)
    assert status == 0
    assert len(pages) == 1
    assert "Icy Man" in printed
    assert "Plate Man" in printed
    assert "Sniper" not in printed


@pytest.mark.parametrize(("first", "then"), [("full", "low"), ("low", "full")])
def test_another_ink_is_no_other_card(project: Path, first: str, then: str) -> None:
    manifest = project / "data/star-road/printed.json"
    assert render(project, "--ink", first, "--mark-printed")[0] == 0
    status, text = render(project, "--ink", then, "--changed-since", str(manifest))
    assert (status, "nothing has changed" in text) == (0, True)


def test_a_print_manifest_needs_faces_in_full_ink_whatever_is_printed(project: Path) -> None:
    shutil.copytree(ROOT / "templates", project / "templates")
    face = project / "templates/star-road/character.svg"
    shutil.copy(face, face.with_name("character.low.svg"))
    face.write_text("<svg", encoding="utf-8")
    own = ["--templates", str(project / "templates")]
    assert render(project, "--ink", "low", *own)[0] == 0
    status, text = render(project, "--ink", "low", "--mark-printed", *own)
    assert status == 2
    assert "the print manifest compares faces in full ink: " in text
    assert "character.svg:1:" in text


def test_a_print_manifest_keeps_what_it_knew_of_others(project: Path) -> None:
    manifest = project / "data/star-road/printed.json"
    manifest.write_text('{"blueprints": {"en": {"stone": "abc"}}}')
    assert render(project, "--item", "sniper", "--mark-printed")[0] == 0
    held = json.loads(manifest.read_text())
    assert held["blueprints"] == {"en": {"stone": "abc"}}
    assert list(held["characters"]["en"]) == ["sniper"]


@pytest.mark.parametrize("content", [None, "no json", "[1]", "3", '{"characters": 3}', *WRONG])
def test_what_is_no_print_manifest_is_refused_in_one_line(project: Path, content: str | None) -> None:
    manifest = project / "manifest.json"
    if content is not None:
        manifest.write_text(content)
    status, text = render(project, "--changed-since", str(manifest))
    assert status == 2
    assert "print manifest" in text
    assert not (project / "out").exists()


def test_a_face_is_known_by_what_it_shows() -> None:
    thin, thick = (Face(63, 88, (Shape(LINE, Paint(stroke="#000000", width=width)),)) for width in (0.25, 0.5))
    assert face_hash(thin) == face_hash(Face(63, 88, thin.marks))
    assert len({face_hash(thin), face_hash(thick), face_hash(thin, thick), face_hash(Face(60, 88, thin.marks))}) == 4


def changed(project: Path, *arguments: str) -> list[str]:
    """The names on the sheets of a reprint, as often as they are there; none where nothing is printed."""
    file = project / "out/star-road/characters-changed.pdf"
    file.unlink(missing_ok=True)
    status, _ = render(project, "--changed-since", str(project / "data/star-road/printed.json"), *arguments)
    assert status == 0
    if not file.exists():
        return []
    text = " ".join(page.extract_text() for page in PdfReader(file).pages)
    on_a_card = {"Sniper": 2, "Frozen Man": 1}
    return [name for name, times in on_a_card.items() for _ in range(text.count(name) // times)]


def test_one_more_copy_of_a_card_that_is_as_it_was_prints_that_copy_alone(project: Path) -> None:
    manifest = project / "data/star-road/printed.json"
    assert render(project, "--item", "sniper", "--item", "frozen-man", "--copies", "2", "--mark-printed")[0] == 0
    assert json.loads(manifest.read_text())["characters"]["en"]["sniper"]["copies"] == 2
    both = ("--item", "sniper", "--item", "frozen-man")
    assert changed(project, *both, "--copies", "2") == []
    assert changed(project, *both, "--copies", "1") == []
    assert changed(project, *both, "--copies", "3") == ["Sniper", "Frozen Man"]
    assert changed(project, "--item", "sniper", "--copies", "4", "--mark-printed") == ["Sniper"] * 2
    assert changed(project, *both, "--copies", "4") == ["Frozen Man"] * 2


def test_a_card_printed_once_more_is_not_less_than_there_was_and_a_changed_one_is_none(project: Path) -> None:
    manifest = project / "data/star-road/printed.json"
    assert render(project, "--item", "sniper", "--copies", "3", "--mark-printed")[0] == 0
    assert render(project, "--item", "sniper", "--copies", "1", "--mark-printed")[0] == 0
    assert changed(project, "--item", "sniper", "--copies", "4") == ["Sniper"]
    held = json.loads(manifest.read_text())
    held["characters"]["en"]["sniper"]["face"] = "another"
    manifest.write_text(json.dumps(held))
    assert changed(project, "--item", "sniper", "--copies", "4", "--mark-printed") == ["Sniper"] * 4
    assert json.loads(manifest.read_text())["characters"]["en"]["sniper"]["copies"] == 4


def test_a_print_manifest_of_before_copies_were_counted_is_read(project: Path) -> None:
    manifest = project / "data/star-road/printed.json"
    assert render(project, "--item", "sniper", "--mark-printed")[0] == 0
    held = json.loads(manifest.read_text())
    sniper = held["characters"]["en"]["sniper"]
    held["characters"]["en"] = {"sniper": sniper["face"], "frozen-man": "another"}
    manifest.write_text(json.dumps(held))
    both = ("--item", "sniper", "--item", "frozen-man", "--copies", "1")
    assert changed(project, *both, "--mark-printed") == ["Frozen Man"]
    assert json.loads(manifest.read_text())["characters"]["en"]["sniper"] == {**sniper, "copies": 1}


def test_a_reprint_leaves_the_whole_decks_sheets_as_they_are(project: Path) -> None:
    folder = project / "out/star-road"
    assert render(project, "--item", "sniper", "--backs", "separate", "--cut", "svg", "--mark-printed")[0] == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert (
        changed(project, "--item", "sniper", "--copies", "3", "--backs", "separate", "--cut", "svg") == ["Sniper"] * 2
    )
    after = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert {name: after[name] for name in before} == before
    assert len(after) > len(before)
    assert all("-changed" in name for name in after.keys() - before.keys())


def test_running_text_is_another_when_any_of_its_pages_is() -> None:
    checked = check_game(Workspace(ROOT / "data", ROOT / "templates"), "star-road", keep="en")
    kind = next(kind for kind in checked.game.kinds.values() if kind.prose)
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

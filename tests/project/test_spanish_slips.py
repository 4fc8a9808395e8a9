"""Slips of a designer who writes in Spanish: each is reported first, at its line, with what to write."""

import shutil
from contextlib import chdir
from pathlib import Path

import pytest
from spanish_slips import SLIPS, SpanishSlip
from tries import part
from typer.testing import CliRunner

from generator.cli.commands import app
from generator.cli.reporting import as_lines
from generator.core.folders import Project
from generator.draw.svg.drawing import forget_drawings
from generator.project.judge import Judge
from generator.project.paths import check_all

MOST = 3  # lines beside the first


@pytest.fixture(scope="module")
def mailbox(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the starter's game in Spanish, and a file of phrases."""
    folder = tmp_path_factory.mktemp("buzon")
    where = ["--data", str(folder / "data"), "--templates", str(folder / "templates")]
    assert CliRunner().invoke(app, ["new", "buzon", "--languages", "es", *where]).exit_code == 0
    assert CliRunner().invoke(app, ["new", "buzon", "--kind", "cards", *where]).exit_code == 0
    (folder / "templates/buzon/words.yaml").write_text('pasos: {es: "{n} pasos"}\njardín: Jardín\n', "utf-8")
    return folder


def reported(project: Path) -> list[str]:
    """What `pnp check` prints, an entry with its hint a problem."""
    with chdir(project):
        forget_drawings()
        return list(as_lines(sorted(check_all(Project(Path("data"), Path("templates")), Judge()).problems)))


def lines_of(project: Path, slip: SpanishSlip) -> tuple[list[str], int]:
    """The same after a slip, and its line."""
    path = project / slip.file
    kept = path.read_text(encoding="utf-8")
    assert slip.old in kept, slip
    at = kept.index(slip.old)
    try:
        path.write_text(kept[:at] + slip.new + kept[at + len(slip.old) :], encoding="utf-8")
        return reported(project), kept.count("\n", 0, at) + 1
    finally:
        path.write_text(kept, encoding="utf-8")


def test_a_slip_is_reported_at_its_line_with_what_to_write(mailbox: Path) -> None:
    wrong = []
    for slip in part(SLIPS, 4):
        lines, line = lines_of(mailbox, slip)
        first = lines[0] if lines else ""
        fits = first.startswith(f"{slip.file}:{line}:") and slip.said in first and slip.hint in first
        if not fits or len(lines) > 1 + MOST:
            wrong.append((slip, lines))
    assert not wrong


@pytest.mark.parametrize(
    ("start", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", "the file is a PNG picture, not text"),
        (b"\xff\xd8\xff\xe0", "the file is a JPEG picture, not text"),
        (b"%PDF-1.7\n%\xe2\xe3", "the file is a PDF, not text"),
        (b"\x1f\x8b\x08\x00", "the file is compressed, not text"),
        (b"\xff\xfe<\x00", "the file is in UTF-16 or UTF-32"),
        ("<svg>ñ</svg>".encode("latin-1"), "byte 0xF1 is not UTF-8"),
    ],
)
def test_a_picture_of_another_format_is_called_by_it(mailbox: Path, tmp_path: Path, start: bytes, said: str) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    (tmp_path / "game/templates/buzon/art/can.svg").write_bytes(start)
    assert f"art/can.svg, line 1: {said}" in reported(tmp_path / "game")[0]


def test_a_deck_without_items_is_reported_in_its_own_file(mailbox: Path, tmp_path: Path) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    (tmp_path / "game/data/buzon/letters.yaml").write_text("# nada\n", encoding="utf-8")
    (line,) = [line for line in reported(tmp_path / "game") if ": note no-items:" not in line]
    place = "data/buzon/letters.yaml:1:1: error missing-field"
    assert line.startswith(f"{place}: letters have no items, and lab.yaml asks about them")


@pytest.mark.parametrize("kinds", ["  - letters\n  - places\n", "  - id: letters\n    size: poker\n"])
def test_kinds_that_are_a_list_are_reported_with_what_to_write(mailbox: Path, tmp_path: Path, kinds: str) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    path = tmp_path / "game/data/buzon/game.yaml"
    head = path.read_text(encoding="utf-8").split("\nkinds:\n")[0]
    path.write_text(f"{head}\nkinds:\n{kinds}", encoding="utf-8")
    first = reported(tmp_path / "game")[0]
    assert first.startswith(f"data/buzon/game.yaml:{head.count(chr(10)) + 3}:3: error wrong-type")
    assert "without hyphens or brackets, such as letters:" in first


def test_a_new_language_is_reported_once_for_all_items(mailbox: Path, tmp_path: Path) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    path = tmp_path / "game/data/buzon/game.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("languages: [es]", "languages: [es, fr]"), "utf-8")
    (said,) = [line for line in reported(tmp_path / "game") if "is translated" in line]
    assert said.startswith("data/buzon/game.yaml:14:17: warning missing-translation: no text of letters, places, cards")


@pytest.mark.parametrize("kind", ["rules", "snails"])
def test_an_export_of_nothing_gives_its_one_reason(mailbox: Path, tmp_path: Path, kind: str) -> None:
    shutil.copytree(mailbox, tmp_path / "game")
    (tmp_path / "game/data/buzon/snails.yaml").write_text("[]\n", encoding="utf-8")
    where = ["--data", f"{tmp_path}/game/data", "--templates", f"{tmp_path}/game/templates"]
    result = CliRunner().invoke(app, ["export", "buzon", "--kind", kind, "--to", "png", *where])
    assert result.exit_code == 2
    reasons = {
        "rules": "pnp: rules are running text, which is not exported; pnp render prints it\n",
        "snails": "pnp: snails have no items: there is nothing to export\n",
    }
    assert reasons[kind] in result.stderr

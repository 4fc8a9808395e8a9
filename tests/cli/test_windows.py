"""What a file, a lock and a stream are on Windows, where no test of a whole command looks: it runs them all there."""

import os
import runpy
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
import typer
from projects import ROOT

from generator.cli.commands import app
from generator.cli.streams import PLAIN
from generator.core import atomic, leftovers
from generator.core.atomic import write_whole


def test_every_command_is_tried_on_every_system() -> None:
    """The commands that `.ci/try_installed.py` runs; `serve` it asks for pages, the others go on until they are ended."""
    group = typer.main.get_command(app)
    assert isinstance(group, click.Group)
    commands: str = runpy.run_path(str(ROOT / ".ci" / "try_installed.py"))["COMMANDS"]
    tried = {command.split()[0] for command in commands.split("\n") if command}
    assert set(group.commands) - tried == {"show", "completion", "help", "trust", "serve", "watch", "lsp"}


@pytest.mark.parametrize("lets_go", [True, False])
def test_a_file_that_a_reader_holds_is_waited_for_and_then_named(
    lets_go: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, tries = tmp_path / "cards.pdf", list[float]()
    path.write_text("old")
    place = os.replace

    def refused(part: Path, target: Path) -> None:
        tries.append(0)
        if not lets_go or len(tries) < 3:
            raise PermissionError(13, "Access is denied", part)
        place(part, target)

    monkeypatch.setattr(os, "replace", refused)
    monkeypatch.setattr(atomic, "_PATIENCE", 0.1)
    monkeypatch.setattr(atomic, "os", SimpleNamespace(**{**vars(os), "name": "nt"}))
    if lets_go:
        write_whole(path, "new")
        assert path.read_text() == "new"
        return
    with pytest.raises(PermissionError, match="close it in your PDF reader") as held:
        write_whole(path, "new")
    assert (held.value.filename, path.read_text(), os.listdir(tmp_path)) == (str(path), "old", ["cards.pdf"])


def test_what_was_left_is_known_by_its_age_where_there_are_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "LOCKS", False)
    old, young = tmp_path / ".a.pnp-0123abcd.part", tmp_path / ".b.pnp-0123abcd.part"
    folder = tmp_path / ".c.pnp-0123abcd.part"
    folder.mkdir()
    for path in (old, young, folder / "in"):
        path.write_text("x")
    for path in (old, folder):
        os.utime(path, (0, 0))
    write_whole(tmp_path / "new", "x")
    assert {path.name for path in tmp_path.iterdir()} == {"new", young.name}


def test_signs_that_a_stream_lacks_are_plain_ones() -> None:
    assert "██ 5 × 3 … 慶".encode("cp1252", PLAIN) == "## 5 × 3 … \\u6176".encode("cp1252")
    assert "█ → ×".encode("ascii", PLAIN) == b"# -> x"

"""A file is whole or not there."""

import errno
import os
import tempfile
from pathlib import Path

import pytest

from generator.core.atomic import folders_for, new_folders, replacing
from generator.core.leftovers import scratch, sweep_again


def test_the_file_is_there_after_the_block_and_not_before(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with replacing(target) as part:
        part.write_text("new")
        assert not target.exists()
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_what_was_there_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old and longer")
    with replacing(target) as part:
        part.write_text("new")
    assert target.read_text() == "new"


def test_an_error_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old")
    with pytest.raises(UnicodeEncodeError), replacing(target) as part:
        part.write_text("half of it, then \ud800", encoding="utf-8")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_an_interruption_leaves_nothing_half_written(tmp_path: Path) -> None:
    def interrupted() -> None:
        with replacing(tmp_path / "out.txt") as part:
            part.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert list(tmp_path.iterdir()) == []


def test_an_error_before_anything_is_written_is_passed_on(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="early"), replacing(tmp_path / "out.txt"):
        raise RuntimeError("early")
    assert list(tmp_path.iterdir()) == []


def test_folders_are_made(tmp_path: Path) -> None:
    with replacing(tmp_path / "game" / "kind" / "out.txt") as part:
        part.write_text("new")
    assert (tmp_path / "game" / "kind" / "out.txt").read_text() == "new"


def test_the_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("")
    with replacing(tmp_path / "out.txt") as part:
        part.write_text("new")
    assert (tmp_path / "out.txt").stat().st_mode == (tmp_path / "plain.txt").stat().st_mode


def test_names_of_any_sort_are_taken(tmp_path: Path) -> None:
    target = tmp_path / "Ä & b#1 %s.txt"
    with replacing(target) as part:
        part.write_text("new")
    assert target.read_text() == "new"


def test_an_error_of_the_system_names_the_file_that_was_wanted(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with pytest.raises(PermissionError) as raised, replacing(target) as part:
        raise PermissionError(13, "Permission denied", str(part))
    assert raised.value.filename == str(target)
    target.mkdir()
    with pytest.raises(OSError, match="a folder") as refused, replacing(target) as part:
        part.write_text("new")
    assert (refused.value.filename, refused.value.filename2) == (str(target), None)


def test_a_full_disk_is_told_of_the_file_that_was_wanted(tmp_path: Path) -> None:
    for number in (errno.ENOSPC, errno.EFBIG):
        with pytest.raises(OSError, match="new.pdf") as caught, replacing(tmp_path / "new.pdf"):
            raise OSError(number, os.strerror(number))
        assert caught.value.filename == str(tmp_path / "new.pdf")
    with pytest.raises(BrokenPipeError) as broken, replacing(tmp_path / "new.pdf"):
        raise BrokenPipeError(errno.EPIPE, "what the writer reads from has ended")
    assert broken.value.filename is None


def test_what_is_swept_has_our_name_and_nobody_at_work_on_it(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("mine")
    for name in (".a.pdf.pnp-0123abcd.part", "a.pdf.part", ".a.pdf.pnp-0123abcd.part.txt", ".a.pdf.0123abcd.part"):
        (tmp_path / name).write_text("mine")
    (tmp_path / ".b.pnp-0123abcd.part").symlink_to(elsewhere)
    (tmp_path / ".c.pnp-0123abcd.part").mkdir()
    kept = {path.name for path in tmp_path.iterdir()} - {".a.pdf.pnp-0123abcd.part"}
    with replacing(tmp_path / "out.txt") as part:
        sweep_again()
        with replacing(tmp_path / "other.txt") as other:
            assert {path.name for path in tmp_path.iterdir()} == kept | {part.name, other.name}
    assert {path.name for path in tmp_path.iterdir()} == kept | {"out.txt", "other.txt"}
    assert elsewhere.read_text() == "mine"


def test_a_file_that_was_swept_before_it_was_locked_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = []

    def late(file: int) -> bool:
        tries.append(file)
        if len(tries) == 1:
            (path,) = tmp_path.glob(".*.part")
            path.unlink()
        if len(tries) == 2:
            raise BlockingIOError
        return True

    monkeypatch.setattr("generator.core.leftovers.lock", late)
    with replacing(tmp_path / "out.txt") as part:
        assert part.is_file()
    assert len(tries) == 3


def test_a_scratch_folder_goes_with_its_block_and_with_it_those_of_dead_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("pnp-dead.scratch", "pnp-young.scratch", "pnp-theirs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "left").write_text("x")
    with scratch() as living:
        (living / "mine").write_text("x")
        for folder in (living, tmp_path / "pnp-dead.scratch", tmp_path / "pnp-theirs"):
            os.utime(folder, (0, 0))
        with scratch() as second:
            assert {path.name for path in tmp_path.iterdir()} == {
                "pnp-young.scratch", "pnp-theirs", living.name, second.name,
            }  # fmt: skip
        assert (living / "mine").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"pnp-young.scratch", "pnp-theirs"}


def test_new_folders_are_there_when_they_are_full_and_not_before(tmp_path: Path) -> None:
    first, second = tmp_path / "data/game", tmp_path / "faces/game"
    with new_folders(first, second) as (data, faces):
        (data / "a").write_text("a")
        (faces / "b").write_text("b")
        assert not first.exists()
        assert not second.exists()
    assert [path.name for path in (*first.iterdir(), *second.iterdir())] == ["a", "b"]
    assert {path.name for path in tmp_path.rglob("*")} == {"data", "faces", "game", "a", "b"}


def test_folders_that_a_killed_run_left_are_removed_by_the_next(tmp_path: Path) -> None:
    dead = tmp_path / ".game.pnp-0123abcd.part"
    (dead / "in").mkdir(parents=True)
    os.utime(dead, (0, 0))
    with new_folders(tmp_path / "other"):
        pass
    assert not dead.exists()
    assert (tmp_path / "other").is_dir()


def test_folders_are_gone_where_nothing_came_into_them(tmp_path: Path) -> None:
    def failing() -> None:
        with folders_for([tmp_path / "x/y/a", tmp_path / "b"]):
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        failing()
    assert not any(tmp_path.iterdir())

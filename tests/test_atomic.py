"""A file is whole or not there."""

from pathlib import Path

import pytest

from generator.atomic import replacing


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
    with pytest.raises(OSError, match="directory") as raised, replacing(target) as part:
        part.write_text("new")
    assert (raised.value.filename, raised.value.filename2) == (str(target), None)

"""Files that several write at once: who is told that it was written finds it there, and nobody else's is lost."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from generator.core import rewriting
from generator.core.problem import Infeasible
from generator.core.rewriting import EditConflict, rewrite, sole_writer

TIMES = 60
WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from test_rewriting import add_lines
print(add_lines(Path(sys.argv[1]), sys.argv[2]))
"""


def add_lines(path: Path, name: str) -> list[str]:
    """Add lines to a file; those that were written, for others may have been quicker."""
    written = []
    for number in range(TIMES):
        old, line = path.read_bytes(), f"{name}-{number}"
        try:
            rewrite(path, old, old + f"{line}\n".encode())
        except EditConflict:
            continue
        written.append(line)
    return written


def test_threads_and_processes_lose_nothing_that_was_written(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.touch(0o640)
    others = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, path, name, Path(__file__).parent], stdout=subprocess.PIPE, text=True
        )
        for name in ("one", "other")
    ]
    with ThreadPoolExecutor(8) as pool:
        written = [line for lines in pool.map(lambda name: add_lines(path, name), "abcdefgh") for line in lines]
    for process in others:
        written += eval(process.communicate()[0])
    assert sorted(path.read_text().split()) == sorted(written)
    assert len(written) >= TIMES
    assert path.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["list.yaml"]


def test_an_editor_that_knows_no_lock_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "list.yaml"
    path.write_text("old")

    def saved_meanwhile(_: object, part: Path) -> None:
        (tmp_path / "editor's").write_text("the editor's")
        (tmp_path / "editor's").replace(path)

    monkeypatch.setattr("shutil.copymode", saved_meanwhile)  # the last thing that is done before
    with pytest.raises(EditConflict, match="changed meanwhile"):
        rewrite(path, b"old", b"new")
    assert path.read_text() == "the editor's"


def test_a_writer_that_hangs_is_not_waited_for_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fcntl", reason="this system has no locks of folders")
    monkeypatch.setattr(rewriting, "PATIENCE", 0.05)
    hangs = "import fcntl, os, sys; fcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX); print(); input()"
    with subprocess.Popen(
        [sys.executable, "-c", hangs, tmp_path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        with pytest.raises(Infeasible, match="keeps writing"):
            rewrite(tmp_path / "list.yaml", b"", b"new")
        other.communicate(b"\n")
    with sole_writer(tmp_path / "a"):
        rewrite(tmp_path / "list.yaml", b"", b"new")  # who has the lock does not wait for itself
    assert (tmp_path / "list.yaml").read_bytes() == b"new"

"""What files were when they were looked at, and what of that a later run takes over."""

import os
from hashlib import sha256
from pathlib import Path
from time import time_ns

import pytest
from projects import Project

from generator.check import file_states
from generator.check.cache import Cache
from generator.check.file_states import FileLooker
from generator.core.folders import Project as Folders

FOLDERS = Folders(Path("data"), Path("templates"))
LARGE = "templates/fair/font.ttf"


@pytest.fixture
def cache(project: Project, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """A cache in which a run kept what a large file of the project was."""
    monkeypatch.setattr(file_states, "time_ns", lambda: time_ns() + 10**10)  # what was written is settled
    project.path(LARGE).write_bytes(b"a" * 70_000)
    cache = Cache(project.folder / "kept", b"secret")
    looker = FileLooker(FOLDERS, cache=cache)
    looker.states("fair", {})
    looker.keep()
    return cache


def test_a_large_file_that_stayed_is_not_read_again_and_a_small_one_is(
    project: Project, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    anew = FileLooker(FOLDERS).states("fair", {})
    read: list[int] = []
    monkeypatch.setattr(file_states, "sha256", lambda data=b"": sha256(read.append(len(data)) or data))  # type: ignore[func-returns-value]
    assert FileLooker(FOLDERS, cache=cache).states("fair", {}) == anew
    assert 0 < max(read) < 64 * 1024
    assert project.folder == Path.cwd()


@pytest.mark.parametrize("how", ["in place", "another file"])
def test_a_large_file_that_changed_is_read_again_though_size_and_time_are_what_they_were(
    project: Project, cache: Cache, how: str
) -> None:
    path = project.path(LARGE)
    before = path.stat()
    if how == "in place":
        with path.open("r+b") as file:
            file.write(b"b")
    else:
        path.unlink()
        path.write_bytes(b"b" + b"a" * 69_999)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    states = FileLooker(FOLDERS, cache=cache).states("fair", {})
    assert states == FileLooker(FOLDERS).states("fair", {})


def test_what_was_kept_in_another_form_is_nothing(project: Project, cache: Cache) -> None:
    looker = FileLooker(FOLDERS, cache=cache)
    for body in (b"[]", b"{", b'{"x": [1]}'):
        cache.put(looker._key, body)
        assert FileLooker(FOLDERS, cache=cache).states("fair", {}) == FileLooker(FOLDERS).states("fair", {})
    assert project.folder == Path.cwd()


@pytest.mark.parametrize(("age", "again"), [(1_900_000_000, True), (2_100_000_000, False)])
def test_a_file_written_within_two_seconds_is_read_again(
    project: Project, monkeypatch: pytest.MonkeyPatch, age: int, again: bool
) -> None:
    """It may be written once more in the same tick of a coarse clock: then nothing but its bytes tells."""
    path = project.path("stalls.yaml")
    content, about = path.read_bytes(), path.stat()
    read: list[bytes] = []
    monkeypatch.setattr(file_states, "time_ns", lambda: max(about.st_mtime_ns, about.st_ctime_ns) + age)
    monkeypatch.setattr(file_states, "sha256", lambda data=b"": sha256(read.append(data) or data))  # type: ignore[func-returns-value]
    looker = FileLooker(FOLDERS)
    looker.states("fair", {})
    looker.look_anew()
    looker.states("fair", {})
    assert read.count(content) == 1 + again

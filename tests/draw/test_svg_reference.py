"""Files that drawings refer to stay inside the project's folders."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from each import each

from generator.draw.svg.parse import MAX_WITH_PIXELS, read_svg_text
from generator.draw.svg.reference import check_file, find_file, is_without_folder


@pytest.fixture
def art(tmp_path: Path) -> Path:
    """A project with an art folder and a kit, and a secret outside."""
    for name in ("project/art/bat.svg", "project/kit/eye.svg", "project/kit/Ä & b#1.svg", "secret.svg"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return tmp_path / "project" / "art"


@pytest.mark.parametrize(
    ("href", "found"),
    [
        ("bat.svg", "art/bat.svg"),
        ("./bat.svg", "art/bat.svg"),
        ("../kit/eye.svg", "kit/eye.svg"),
        ("../kit/%C3%84%20&%20b%231.svg", "kit/Ä & b#1.svg"),
    ],
)
def test_files_beside_and_below_are_found(art: Path, href: str, found: str) -> None:
    assert find_file(href, art, [art.parent]) == art.parent / found


@each(
    ("href", "words"),
    [
        ("../../secret.svg", "outside the folders"),
        ("%2e%2e/%2e%2e/secret.svg", "outside the folders"),
        ("../../nothing.svg", "outside the folders"),
        ("/etc/passwd", "not a path from this file"),
        ("//server/share.svg", "not a path from this file"),
        ("file:///etc/passwd", "not a path from this file"),
        ("https://example.org/a.svg", "not a path from this file"),
        ("data:image/svg+xml,<svg/>", "not a path from this file"),
        ("C:/a.svg", "not a path from this file"),
        ("..\\kit\\eye.svg", "not a path from this file"),
        ("bat%00.svg", "not a path from this file"),
        ("../kit/eye.svg#pupil", "a part of another file"),
        ("cat.svg", "there is no file"),
        ("../kit", "there is no file"),
        ("", "there is no file"),
        ("x" * 5000, "there is no file"),
    ],
)
def test_other_references_are_refused(art: Path, href: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        find_file(href, art, [art.parent])


def test_links_are_followed_before_the_folder_is_judged(art: Path) -> None:
    (art / "out.svg").symlink_to(art.parent.parent / "secret.svg")
    (art / "in.svg").symlink_to(art.parent / "kit" / "eye.svg")
    (art / "loop.svg").symlink_to(art / "loop.svg")
    with pytest.raises(ValueError, match="outside the folders"):
        find_file("out.svg", art, [art.parent])
    assert find_file("in.svg", art, [art.parent]) == art / "in.svg"
    with pytest.raises(ValueError, match="there is no file"):
        find_file("loop.svg", art, [art.parent])


def test_a_folder_whose_name_only_starts_alike_is_outside(art: Path) -> None:
    twin = art.parent.parent / "project-two"
    twin.mkdir()
    (twin / "a.svg").touch()
    with pytest.raises(ValueError, match="outside the folders"):
        check_file(twin / "a.svg", [art.parent])
    check_file(twin / "a.svg", [art.parent, twin])
    with pytest.raises(ValueError, match="outside the folders"):
        check_file(twin / "a.svg", [])


def test_a_place_is_judged_as_the_system_finds_it(art: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = art.parent
    (project / "linked").symlink_to(project / "kit")
    (project / "outside").symlink_to(project.parent)
    (art / "up.svg").symlink_to("../kit/eye.svg")
    (art / "away.svg").symlink_to("../outside/secret.svg")
    monkeypatch.chdir(project)
    files = ["bat.svg", "eye.svg", "up.svg", "away.svg", "secret.svg", "..", ".", "", "\0", "x" * 400, "none/bat.svg"]
    folders = [
        art,
        project,
        project / "linked",
        project / "outside",
        Path("art"),
        Path("linked"),
        Path("art/../kit"),
        Path(),
    ]
    for path in [folder / name for folder in folders for name in files]:
        for roots in ([project], [art], [Path("kit")], [project / "linked"], [Path()], []):
            assert said_of(path, roots, check_file) == said_of(path, roots, plainly_checked), (path, roots)


def said_of(path: Path, roots: list[Path], check: Callable[[Path, list[Path]], None]) -> str:
    try:
        check(path, roots)
    except ValueError as error:
        return str(error)
    return ""


def plainly_checked(path: Path, roots: list[Path]) -> None:
    """As `check_file`, with a look at every folder on the way."""
    try:
        real = path.resolve()
        inside = any(real.is_relative_to(root.resolve()) for root in roots)
        found = inside and real.is_file()
    except (OSError, RuntimeError, ValueError):
        inside, found = True, False
    if not inside:
        raise ValueError(f"{path.name} lies outside the folders of this project")
    if not found:
        folder = f"there is no folder {path.parent}"
        raise ValueError(folder if is_without_folder(path) else f"there is no file {path}")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_no_file(art: Path) -> None:
    os.mkfifo(art / "pipe.svg")
    with pytest.raises(ValueError, match="there is no file"):
        find_file("pipe.svg", art, [art])


def test_text_is_utf_8_with_or_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(b"\xef\xbb\xbf<svg/>\xc3\xa9")
    assert read_svg_text(path, "a.svg") == ("<svg/>é", [])
    path.write_bytes(b"<svg/>\xe9")
    text, (problem,) = read_svg_text(path, "a.svg")
    assert (text, problem.column, problem.message) == (None, 7, "byte 0xE9 is not UTF-8")
    assert read_svg_text(tmp_path, "a.svg")[1][0].message == "this is not a file"


def test_a_picture_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text("é" * (MAX_WITH_PIXELS // 2 + 1), encoding="utf-8")
    text, (problem,) = read_svg_text(path, "a.svg")
    assert (text, problem.message, problem.hint) == (None, "the file is larger than 48 MiB", "simplify it")

"""``pnp pack`` and ``pnp new --from FILE.zip``: what goes in comes out, and hostile archives leave nothing behind."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from each import each
from projects import Project

from generator.core.file_names import fits_every_system
from generator.starter import packs


def contents(folder: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with a Polish game."""
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path)
    assert project.pnp("new", "poczta", "--kind", "cards", "--languages", "pl").exit_code == 0
    return project


@pytest.mark.parametrize("how", ["archive", "nested", "project", "game"])
def test_a_friend_begins_from_what_was_packed(made: Project, how: str) -> None:
    made.write("data/poczta/.notes", "mine alone")
    made.write("data/poczta/printed.json", "{}")
    made.write("templates/common/words/pl.yaml", "sheet-page: strona {page} z {pages}\n")
    assert made.pnp("pack", "poczta").exit_code == 0
    first = (made.folder / "poczta.zip").read_bytes()
    assert made.pnp("pack", "poczta").exit_code == 0
    assert (made.folder / "poczta.zip").read_bytes() == first
    if how == "nested":  # as an archive is that somebody unpacked and packed again
        with ZipFile(made.folder / "poczta.zip") as old, ZipFile(made.folder / "again.zip", "w") as new:
            for name in old.namelist():
                new.writestr(f"poczta/{name}", old.read(name))
    friend = Project(made.folder / "friend")
    friend.folder.mkdir()
    source = {"archive": "poczta.zip", "nested": "again.zip", "project": ".", "game": "data/poczta"}[how]
    where = ("--data", str(friend.folder / "data"), "--templates", str(friend.folder / "templates"))
    begun = made.pnp("new", "moja", "--from", source, *where)
    assert begun.exit_code == 0, begun.output
    original = contents(made.folder / "data/poczta")
    del original[".notes"], original["printed.json"]
    assert contents(friend.folder / "data/moja") == original
    assert contents(friend.folder / "templates/moja") == contents(made.folder / "templates/poczta")
    assert contents(friend.folder / "templates/common") == contents(made.folder / "templates/common")
    checked = made.pnp("check", "moja", *where)
    assert checked.exit_code == 0, checked.output


def test_what_pnp_yaml_says_of_the_game_goes_with_it(made: Project) -> None:
    said = "lang: pl\nout: mine\nbleed: 2\njoin: butt\npaper: 200x280\nlargest_file: 3\n"
    (made.folder / "pnp.yaml").write_text(said, encoding="utf-8")
    assert made.pnp("pack", "poczta").exit_code == 0
    friend, other = made.folder / "friend", made.folder / "other"
    for folder in (friend, other):
        folder.mkdir()
    (other / "pnp.yaml").write_text("bleed: 0\njoin: butt\n", encoding="utf-8")
    told = {}
    for folder in (friend, other):
        where = ("--data", str(folder / "data"), "--templates", str(folder / "templates"))
        begun = made.pnp("new", "poczta", "--from", "poczta.zip", *where)
        assert begun.exit_code == 0, begun.output
        told[folder] = begun.output
        assert made.pnp("check", "poczta", *where).exit_code == 0
        assert made.pnp("render", "poczta", *where, "--out", str(folder / "mine")).exit_code == 0
    (made.folder / "poczta.zip").unlink()
    assert (friend / "pnp.yaml").read_text() == "paper: 200x280\nbleed: 2\njoin: butt\nlargest_file: 3\n"
    assert "stays as it is" not in told[friend]
    assert (
        "pnp.yaml stays as it is; the original was made with paper: 200x280, bleed: 2, largest_file: 3" in told[other]
    )
    assert (other / "pnp.yaml").read_text() == "bleed: 0\njoin: butt\n"
    assert made.pnp("render", "poczta", "--no-cache").exit_code == 0
    sheets = [
        (folder / "poczta/cards.pdf").read_bytes() for folder in (made.folder / "mine", friend / "mine", other / "mine")
    ]
    assert sheets[0] == sheets[1] != sheets[2]


def test_an_archive_without_defaults_brings_none(made: Project) -> None:
    (made.folder / "pnp.yaml").write_text("printer: attic\n", encoding="utf-8")
    assert made.pnp("pack", "poczta").exit_code == 0
    with ZipFile(made.folder / "poczta.zip") as archive:
        assert "pnp.yaml" not in archive.namelist()


@pytest.mark.slow
def test_sheets_go_in_as_they_are_printed(made: Project) -> None:
    for backs in ("long", "separate"):
        assert made.pnp("render", "poczta", "--backs", backs).exit_code == 0
        assert made.pnp("pack", "poczta", "--with-sheets", "--backs", backs, "--out", "evening.zip").exit_code == 0
        with ZipFile(made.folder / "evening.zip") as archive:
            sheets = [name for name in archive.namelist() if name.startswith("sheets/")]
            there = sorted(f"sheets/{path.name}" for path in (made.folder / "output/poczta").glob("*.pdf"))
            assert sheets == there
            assert ("sheets/cards-backs.pdf" in sheets) == (backs == "separate")
    assert made.pnp("render", "poczta").exit_code == 0
    assert made.pnp("pack", "poczta", "--with-sheets", "--out", "evening.zip").exit_code == 0
    with ZipFile(made.folder / "evening.zip") as archive:
        assert archive.read("sheets/cards.pdf") == (made.folder / "output/poczta/cards.pdf").read_bytes()
        assert "pnp render poczta" in archive.read("README.md").decode()
    made.change("data/poczta/cards.yaml", "- id: ", "- id: Ą")
    faulty = made.pnp("pack", "poczta", "--with-sheets", "--out", "other.zip")
    assert (faulty.exit_code, (made.folder / "other.zip").exists()) == (1, False)
    assert made.pnp("pack", "poczta", "--out", "other.zip").exit_code == 0  # who is to help gets it as it is


GAME = "data/g/game.yaml"


def _link(archive: ZipFile) -> None:
    entry = ZipInfo("data/g/link.yaml")
    entry.external_attr = 0o120777 << 16
    archive.writestr(entry, "/etc/passwd")


def _named(*names: str) -> Callable[[ZipFile], None]:
    def build(archive: ZipFile) -> None:
        for name in names:
            archive.writestr(name, "x")

    return build


HOSTILE: dict[str, tuple[Callable[[ZipFile], None], str]] = {
    "above": (_named("data/g/../../../x.txt"), "leads elsewhere"),
    "from the root": (_named("/tmp/x.txt"), "leads elsewhere"),
    "a drive": (_named("C:/x.txt"), "leads elsewhere"),
    "backwards": (_named("data\\g\\x.txt"), "leads elsewhere"),
    "control": (_named("data/g/\x1b[2J.txt"), "leads elsewhere"),
    "long": (_named("data/g/" + "x" * 300), "leads elsewhere"),
    "long in bytes": (_named("data/g/" + "é" * 200), "leads elsewhere"),
    "link": (_link, "a link or no file"),
    "twice": (_named("data/g/A.yaml", "data/g/a.yaml"), "twice"),
    "in a file": (_named("data/g/a", "data/g/a/b"), "in a file"),
    "bomb": (lambda archive: archive.writestr("data/g/zeros", bytes(3_000_000)), "comes to more than 2 MiB"),
    "many": (_named(*(f"data/g/{number}" for number in range(60))), "more than 50 files"),
    "two games": (_named("data/h/game.yaml"), "holds several games: data/g, data/h"),
    "one name twice": (_named("x/data/g/game.yaml"), "holds several games: data/g, x/data/g"),
    **{
        f"{name} on Windows": (_named(f"data/g/{name}"), "fits no system")
        for name in (
            "con.yaml", "art/AUX.svg", "nul", "Com1.tar.gz", "lpt9/x.svg", "trail.", "trail ", "trail./x", "what?.png",
            "a<b", "conin$",
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_archive_is_refused_and_nothing_is_made(
    case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(packs, "MAX_BYTES", 2 * 1024**2)
    monkeypatch.setattr(packs, "MAX_FILES", 50)
    build, told = HOSTILE[case]
    with ZipFile("bad.zip", "w", ZIP_DEFLATED) as archive:
        archive.writestr(GAME, "name: G\nlanguages: [en]\nkinds: {}\n")
        build(archive)
    _refused(tmp_path, told)


@each("name", ["game.yaml", "console.yaml", "com.yaml", "art/com10.svg", "a.con", ".hidden", "Ä & b#1.png", "nul-2"])
def test_names_that_every_system_holds_are_taken(name: str) -> None:
    assert all(map(fits_every_system, name.split("/")))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for make in (os.mkfifo, lambda path: os.symlink("/dev/zero", path)):
        make("bad.zip")
        _refused(tmp_path, "bad.zip is not a file; nothing was made")
        os.unlink("bad.zip")


def test_what_is_no_archive_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with ZipFile("bad.zip", "w") as archive:
        archive.writestr("readme.txt", "no game")
    _refused(tmp_path, "holds no game")
    whole = Path("bad.zip").read_bytes()
    for broken in (b"", b"PK", whole[:-30], b"no archive" * 100):
        Path("bad.zip").write_bytes(broken)
        _refused(tmp_path, "is not a zip archive")
    with ZipFile("bad.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(GAME, "name: G\n" * 1000)
    content = bytearray(Path("bad.zip").read_bytes())
    content[60:70] = b"x" * 10  # what is packed no longer unpacks
    Path("bad.zip").write_bytes(content)
    _refused(tmp_path, "is not a zip archive")


def _refused(folder: Path, told: str) -> None:
    made = Project(folder).pnp("new", "mine", "--from", "bad.zip")
    assert made.exit_code == 2, made.output
    assert told in made.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["bad.zip"]

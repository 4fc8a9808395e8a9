"""``pnp icons --from``: sets on disk, in all forms, with their credit; archives that mean harm."""

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest
from each import each
from projects import Project

from generator.core.problem import Infeasible, NotFound, Refusal, WrongUse
from generator.starter import icons as icon_sets
from generator.starter.icons import CREDIT, read_icon_set

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 1h8v8z"/></svg>'
ICONIFY = {
    "prefix": "own",
    "width": 20,
    "icons": {"Sun": {"body": '<path d="M0 0h9v9z"/>'}, "moon": {"body": "<g/>", "width": 10, "height": 20}, "x": 5},
    "aliases": {"star": {"parent": "Sun"}, "turned": {"parent": "Sun", "rotate": 1}, "lost": {"parent": "none"}},
}
INFO = {"name": "Own Set", "author": {"name": "Ann", "url": "https://a.example"}, "license": {"title": "CC BY 4.0"}}
PACKAGE = {"name": "@a/own", "license": "MIT", "author": "Bo <bo@b.example>"}
FILES = {
    "svg": {"A sun.svg": SVG, "deep/moon.svg": SVG, ".hidden/no.svg": SVG, "note.txt": "no"},
    "iconify": {"package/icons.json": json.dumps(ICONIFY), "package/info.json": json.dumps(INFO)},
}


def put(folder: Path, files: dict[str, str], form: str) -> Path:
    """The files as a folder, a .zip or a .tgz."""
    target = folder / {"folder": "set", "zip": "set.zip", "tgz": "set.tgz"}[form]
    if form == "zip":
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    elif form == "tgz":
        with tarfile.open(target, "w:gz") as tar:
            for name, text in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(text.encode())
                tar.addfile(entry, io.BytesIO(text.encode()))
    else:
        for name, text in files.items():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            (target / name).write_text(text)
    return target


@each("form", ["folder", "zip", "tgz"])
def test_a_set_is_read_in_each_form(form: str, tmp_path: Path) -> None:
    drawn = read_icon_set(put(tmp_path, FILES["svg"], form), "CC0", "Ann")
    assert (list(drawn.icons), drawn.icons["moon"]()) == (["a-sun", "moon"], SVG)
    assert drawn.credit == {"folder": "set", "zip": "set.zip", "tgz": "set.tgz"}[form] + ": Ann, CC0"
    packed = read_icon_set(put(tmp_path / form, {**FILES["iconify"], "package.json": json.dumps(PACKAGE)}, "folder"))
    assert (list(packed.icons), packed.credit) == (["moon", "star", "sun"], "Own Set: Ann, CC BY 4.0")
    assert "https://a.example" in packed.heading
    assert 'width="12mm" height="24mm" viewBox="0 0 10 20"' in packed.icons["moon"]()


def test_what_is_taken_is_credited_beside_what_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path)
    assert project.pnp("new", "gra", "--kind", "cards", "--languages", "en,pl").exit_code == 0
    given = put(tmp_path, FILES["iconify"], "tgz").as_posix()
    assert project.pnp("icons", "--from", given, "s").stdout == "star\nsun\n"
    taken = project.pnp("icons", "--from", given, "sun", "--take")
    assert taken.exit_code == 0, taken.output
    assert project.pnp("icons", "hourglass", "--take").exit_code == 0
    assert project.pnp("icons", "--from", given, "moon", "--take").exit_code == 0
    words = (tmp_path / "templates/gra/words.yaml").read_text()
    assert [words.count(credit) for credit in (CREDIT, "Own Set: Ann, CC BY 4.0")] == [2, 2]
    credits_ = (tmp_path / "data/gra/CREDITS.md").read_text()
    assert "by Ann, https://a.example, under CC BY 4.0:\n\n- moon\n- sun\n" in credits_
    assert '"{sun}": icons/sun.svg' in (tmp_path / "templates/gra/style.yaml").read_text()
    assert project.pnp("check").exit_code == 0
    project.write("templates/gra/icons/star.svg", SVG)
    refused = project.pnp("icons", "--from", given, "star", "--take")
    assert (refused.exit_code, "is there already" in refused.stderr) == (1, True)
    assert (tmp_path / "templates/gra/icons/star.svg").read_text() == SVG
    assert "--licence and --credit" in project.pnp("icons", "--credit", "Ann").stderr


@each(
    ("options", "says"),
    [
        ({}, "--licence and --credit"),
        ({"licence": "CC0"}, "say it: --credit"),
        ({"credit": "Ann"}, "say it: --licence"),
    ],
)
def test_nothing_is_taken_without_licence_and_credit(options: dict[str, str], says: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=says):
        read_icon_set(put(tmp_path, FILES["svg"], "zip"), **options)


def test_what_is_no_set_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"no archive")
    (tmp_path / "bad.tgz").write_bytes(gzip.compress(b"no archive" * 99))
    (tmp_path / "cut.tgz").write_bytes(put(tmp_path, FILES["svg"], "tgz").read_bytes()[:90])
    (tmp_path / "bad.json").write_text("[" * 99_999)
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "other.rar").write_bytes(b"?")
    for name in ("bad.zip", "bad.tgz", "cut.tgz", "bad.json", "list.json", "other.rar", "none.zip"):
        with pytest.raises(Refusal):
            read_icon_set(tmp_path / name, "CC0", "Ann")
    with pytest.raises(NotFound, match="no icon in"):
        read_icon_set(put(tmp_path, {"a.txt": ""}, "folder"), "CC0", "Ann")


@pytest.mark.slow
@each("form", ["folder", "zip", "tgz"])
def test_a_set_that_unpacks_to_too_much_is_refused(form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for limit, files in (("MAX_FILE", {"a.svg": SVG * 9}), ("MAX_BYTES", {f"{n}.svg": SVG for n in range(9)}),
                         ("MAX_FILES", {f"{n}.svg": "" for n in range(900)}), ("MAX_BYTES", {"a.bin": SVG * 999, "b.svg": ""})):  # fmt: skip
        if "a.bin" in files and form != "tgz":  # others need not unpack what they pass over
            continue
        folder = tmp_path / f"{limit}-{len(files)}"
        folder.mkdir()
        path = put(folder, files, form)
        monkeypatch.setattr(icon_sets, limit, 500)
        with pytest.raises(Infeasible, match="too large|more than"):
            read_icon_set(path, "CC0", "A")
        monkeypatch.undo()


def test_links_and_places_outside_are_passed_over(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "set.tgz", "w:gz") as tar:
        link = tarfile.TarInfo("link.svg")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
        tar.addfile(link)
        for name in ("../../out.svg", "in.svg"):
            entry = tarfile.TarInfo(name)
            entry.size = len(SVG)
            tar.addfile(entry, io.BytesIO(SVG.encode()))
    assert list(read_icon_set(tmp_path / "set.tgz", "CC0", "A").icons) == ["in"]

"""Every command that writes does on a system like Windows what it does here: the same files, byte for byte."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import click
import pytest
import typer
from language_server import LanguageServer
from projects import ROOT, typed

from generator.cli.commands import app
from generator.cli.streams import PLAIN
from generator.core import atomic, leftovers
from generator.core.atomic import write_whole

SUPPORT = ROOT / "tests" / "support"
READING = "sheet=plain mid=3,0 tl=-4,0 tr=-4,0 bl=-4,0 br=-4,0"
COMMANDS = [
    "new fair --languages en,fr",
    "new fair --kind hexes",
    "check fair --strict",
    "check --strict --format json",
    "check data/none.yaml",
    "rules fair",
    "list fair",
    "schema",
    "render fair --kind letters --backs long --cut svg --mark-printed",
    "render fair --lang fr --kind letters",
    "render nowhere",
    "blank fair",
    "plan fair --players 3 --render",
    "generate letters --game fair --seed 7 --count 2 --out data/fair/letters.yaml",
    "export fair --to png --kind letters --dpi 100 --out shop",
    "export fair --to tts --dpi 36 --out table",
    "export fair --to csv --kind letters --out sheets",
    "import sheets/fair/csv/letters.csv --game fair --kind letters --update",
    "calibrate",
    "calibrate --printer den " + " ".join(f"--reading {one}" for one in READING.split()),
    "render fair --kind letters --backs long --printer den",
    "stats fair --out stats.html --format html --plots plots",
    "odds draw --game fair kind=letters draws=2 where=weight>1",
    "simulate collectors --data {ROOT}/data --players 2 --games 2 --workers 2 --out games.json --format json",
    "preflight output/fair/letters.pdf",
    "export fair --to svg --kind places --out shop",
    "export fair --to mpc --kind letters --out shop",
    "export fair --to dtc --kind places --out shop",
    "export fair --to pcio --kind letters --out table",
    "export fair --to screentop --kind letters --out table",
    "impose shop/fair/png/letters --size poker --cut dxf --out imposed",
    "generate letters --game fair --seed 7 --render --sheets forged",
    "odds collectors/checks --data {ROOT}/data --plots plots",
    "tune collectors --data {ROOT}/data --players 2 --games 2 --trials 2 --workers 1 --goal turns.mean<=40 "
    "--vary escapades=4..5 --format json",
    "icons --take --game fair broadsword",
    "pack fair --out fair.zip",
    "new small --kind tokens:coins",
    "site small --out site --jobs 1",
    "new copied --from collectors",
]
UNTRIED = {"watch", "serve", "lsp"}  # which do not end by themselves, and have tests of their own below


NO_LIMITS = "this system sets no limits to a program's time and memory; what strangers send may take much of both\n"
# Each run seals its answers with a secret of its own; a site remembers what its files rested on.
NOT_COMPARED = ("kept", "home", "site/.pnp-site.json")


def carried_out(folder: Path, **environment: str) -> tuple[list[str], dict[str, bytes]]:
    """What each command printed, with its status, and the files that are there then."""
    work = folder.parent / "work"  # some files name their own folder
    work.mkdir()
    result = subprocess.run(
        [sys.executable, str(SUPPORT / "in_turn.py")],
        cwd=work,
        input="".join(json.dumps(command.format(ROOT=ROOT).split()) + "\n" for command in COMMANDS),
        env={**os.environ, "PNP_CACHE": str(work / "kept"), "XDG_CACHE_HOME": str(work / "home"), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    work.rename(folder)
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    told = [
        re.sub(r" +\d+\.\d\d$", " SECONDS", line, flags=re.M)
        for line in result.stdout.replace("\\n", "\n").split("\n[")
    ]
    return told, {name: path.read_bytes() for name, path in files.items() if not name.startswith(NOT_COMPARED)}


@pytest.mark.dear
def test_a_system_like_windows_writes_the_same_bytes_and_words(tmp_path: Path) -> None:
    told_here, here = carried_out(tmp_path / "here", PYTHONPATH=str(ROOT))
    told_there, there = carried_out(tmp_path / "there", PYTHONPATH=f"{SUPPORT / 'windows'}{os.pathsep}{ROOT}")
    assert any(NO_LIMITS in told for told in told_there)
    assert [told.replace(NO_LIMITS, "") for told in told_there] == told_here
    assert Counter(told.lstrip("[")[0] for told in told_here) == {"0": len(COMMANDS) - 3, "2": 2, "1": 1}
    assert there.keys() == here.keys()
    assert [name for name, content in here.items() if there[name] != content] == []
    written = {Path(name).suffix for name in here}
    assert written >= {".pdf", ".svg", ".png", ".json", ".csv", ".yaml", ".html"}


def test_every_command_is_among_them_or_has_a_test_of_its_own() -> None:
    group = typer.main.get_command(app)
    assert isinstance(group, click.Group)
    tried = {command.split()[0] for command in COMMANDS}
    asks_alone = {"show", "completion", "help", "trust"}  # which write no file of a project
    assert set(group.commands) - tried - asks_alone == UNTRIED


@contextmanager
def there(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command at work on a system like Windows, in this folder; killed where it is silent for too long."""
    environment = {**os.environ, "PYTHONPATH": f"{SUPPORT / 'windows'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "generator", *arguments]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as process:
        patience = Timer(120, process.kill)
        patience.start()
        try:
            yield process
        finally:
            patience.cancel()
            process.kill()


def line_of(process: subprocess.Popen[str], beginning: str) -> str:
    """The next line that begins so."""
    assert process.stdout is not None
    return next((line for line in process.stdout if line.startswith(beginning)), "")


@pytest.mark.dear
def test_a_watch_prints_there_after_a_save_what_is_printed_here(tmp_path: Path) -> None:
    assert typed(tmp_path, "new", "fair").exit_code == 0
    letters = tmp_path / "data/fair/letters.yaml"
    with there(tmp_path, "watch", "fair", "--kind", "letters") as process:
        line_of(process, "watching ")
        letters.write_text(letters.read_text(encoding="utf-8").replace("A lost", "A found"), "utf-8")
        assert "lost-shoelace" in line_of(process, "printed ")
        process.send_signal(signal.SIGUSR1)  # stands for SIGBREAK
        assert process.wait(120) == 128 + signal.SIGUSR1
    watched = (tmp_path / "output/fair/letters.pdf").read_bytes()
    assert typed(tmp_path, "render", "fair", "--kind", "letters", "--out", "here").exit_code == 0
    assert (tmp_path / "here/fair/letters.pdf").read_bytes() == watched


@pytest.mark.dear
def test_a_language_server_there_tells_mistakes_and_ends_as_asked(tmp_path: Path) -> None:
    assert typed(tmp_path, "new", "fair").exit_code == 0
    path = f"PYTHONPATH={SUPPORT / 'windows'}{os.pathsep}{ROOT}"
    server = LanguageServer(tmp_path, ["env", path, sys.executable, "-m", "generator", "lsp"])
    letters = tmp_path / "data/fair/letters.yaml"
    text = letters.read_text(encoding="utf-8").replace("weight:", "wieght:", 1)
    try:
        document = {"uri": letters.as_uri(), "languageId": "yaml", "version": 1, "text": text}
        server.tell("textDocument/didOpen", {"textDocument": document})
        found = server.wrong(letters)
        while not found:  # it first says that there is nothing
            del server.diagnostics[letters.as_uri()]
            found = server.wrong(letters)
        assert any("'wieght' is not a field here" in one["message"] for one in found)
        assert server.end() == 0
    finally:
        server.close()


def save(address: str, path: str, text: bytes) -> bytes:
    """Save an item's text in a workshop, as its page does; what stood there before."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    page = opener.open(address, timeout=120).read().decode()
    token = re.search(r'"pnp-token" content="([^"]+)"', page)
    assert token
    old = json.loads(opener.open(address + path, timeout=120).read())
    new = old["text"].encode().replace(*text.split(b" > "))
    body = json.dumps({"text": new.decode(), "version": old["version"]}).encode()
    head = {"x-pnp-token": token[1], "content-type": "application/json", "origin": address.rstrip("/")}
    saving = urllib.request.Request(address + path, body, head, method="PUT")
    assert opener.open(saving, timeout=120).status == 200
    return str(old["text"]).encode()


@pytest.mark.dear
def test_the_workshop_answers_saves_and_prints_there_and_ends_with_ctrl_break(tmp_path: Path) -> None:
    assert typed(tmp_path, "new", "fair").exit_code == 0
    letters = tmp_path / "data/fair/letters.yaml"
    before = letters.read_bytes()
    with there(tmp_path, "serve", "--no-open", "--port", "0") as process:
        assert process.stdout is not None
        address = re.search(r"http://\S+/", process.stdout.readline())
        assert address
        read = {
            path: urllib.request.urlopen(address[0] + path, timeout=120).read()
            for path in ("", "fair/letters/", "fair/problems.json", "fair/letters.pdf")
        }
        assert b"A lost shoelace" in save(address[0], "fair/letters/lost-shoelace/text", b"A lost > A found")
        assert letters.read_bytes() == before.replace(b"A lost shoelace", b"A found shoelace"), "and no other byte"
        letters.write_bytes(before)
        process.send_signal(signal.SIGUSR1)  # stands for SIGBREAK
        assert process.wait(120) == 128 + signal.SIGUSR1
    assert typed(tmp_path, "render", "fair", "--kind", "letters").exit_code == 0
    assert read["fair/letters.pdf"] == (tmp_path / "output/fair/letters.pdf").read_bytes()
    assert json.loads(read["fair/problems.json"]) == []


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

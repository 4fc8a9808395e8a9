"""What commands write: a file as a whole, or into a device or pipe; nothing else is replaced. As docs/cli.md has it.

Every option that names a file or folder to write to stands in one table, which is compared with the commands.
"""

import os
import socket
import stat
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import click
import pytest
import typer
from projects import ROOT, STALL, STYLE, typed, write_files
from tries import part

from generator.cli.commands import app

GAME = """\
name: Fair
languages: [en]
players: 2
kinds:
  stalls:
    title: Stalls
    size: [50, 40]
    template: stall.svg
    fields:
      name: {type: text, required: true}
      price: {type: whole, required: true}
      side: {type: choice, of: [left, right], required: true}
      note: {type: text}
plan:
  - {kind: stalls, sets: "1", source: ours, why: all}
"""
FORGE = """\
kinds: {stalls: {recipe: draw, evenly: [side], texts: {title: name, longest: 40, titles: [{en: "{noun}"}]}}}
words: {nouns: [{en: a lantern, sort: [thing]}]}
"""
RULE = "number-range, kind: stalls, field: price, min: 1, max: 5, source: x, why: y, pass: {price: 1}, fail: {price: 6}"
FILES = {
    "data/fair/game.yaml": GAME,
    "data/fair/stalls.yaml": "- {id: cake, name: Cake, price: 3, side: left}\n- {id: pie, name: Pie, price: 4, side: right}\n",
    "data/fair/forge.yaml": FORGE,
    "data/fair/balance.yaml": f"- {{rule: price, check: {RULE}}}\n",
    "templates/fair/stall.svg": STALL,
    "templates/fair/style.yaml": STYLE,
}
GROUP = typer.main.get_command(app)
assert isinstance(GROUP, click.Group)
COMMANDS = GROUP.commands
PLAYED = f"simulate collectors --players 2 --games 2 --workers 1 --data {ROOT / 'data'}"


class Written(NamedTuple):
    """A command as it is typed, and where the option names a folder, a file that it writes there."""

    typed: str
    file: str = ""
    reads: bool = False  # it reads the file before, so that a stream cannot stand for it


WRITTEN = {
    ("stats", "--out"): Written("stats fair"),
    ("stats", "--plots"): Written("stats fair", "fair-stalls-price.svg"),
    ("simulate", "--out"): Written(PLAYED),
    ("simulate", "--plots"): Written(PLAYED, "turns-of-a-game.svg"),
    ("odds", "--plots"): Written(f"odds collectors/checks --data {ROOT / 'data'}", "collectors-checks.svg"),
    ("generate", "--out"): Written("generate stalls --seed 1"),
    ("generate", "--sheets"): Written("generate stalls --seed 1 --render", "fair/stalls-forged.pdf"),
    ("schema", "--out"): Written("schema fair", "vscode.json"),
    ("render", "--out"): Written("render fair", "fair/stalls.pdf"),
    ("blank", "--out"): Written("blank fair", "fair/stalls-blank.pdf"),
    ("pack", "--out"): Written("pack fair"),
    ("plan", "--out"): Written("plan fair --players 2 --render", "fair/box-2-players.pdf"),
    ("export", "--out"): Written("export fair --to png", "fair/png/stalls/cake.png"),
    ("impose", "--out"): Written(f"impose {ROOT / 'docs/pictures/sheets.png'}", "sheets-sheets.pdf"),
    ("calibrate", "--out"): Written("calibrate", "calibration.pdf"),
    ("calibrate", "--printers"): Written(
        "calibrate --printer den --reading sheet=plain --reading mid=3,0 --reading tl=-4,0 --reading tr=-4,0 "
        "--reading bl=-4,0 --reading br=-4,0",
        reads=True,
    ),
}
WATCHING = {
    ("watch", "--out"),
    ("site", "--out"),
}  # one prints as `render` does, and never ends; the other takes folders
READING = {
    "--runtime", "--from", "--list", "--import", "--data", "--templates", "--cache", "--like", "--settings",
    "--changed-since", "--printers",
}  # fmt: skip


def test_the_table_has_every_option_that_names_what_is_written() -> None:
    options = {
        (name, param.opts[0])
        for name, command in COMMANDS.items()
        for param in command.params
        if isinstance(param.type, click.Path) and param.param_type_name == "option"
    }
    kept = {(name, option) for name, option in options if option in READING} - WRITTEN.keys()
    assert options - kept - WATCHING == WRITTEN.keys()


def device(path: Path, sort: int, major: int, minor: int) -> None:
    try:
        os.mknod(path, 0o600 | sort, os.makedev(major, minor))
    except (OSError, AttributeError):
        pytest.skip("only root may make a device, and not everywhere")


def bound(path: Path) -> None:
    with chdir(path.parent), socket.socket(socket.AF_UNIX) as made:  # its path may be no longer than 107 bytes
        made.bind(path.name)


IN_THE_WAY: dict[str, Callable[[Path], object]] = {
    "null": lambda path: device(path, stat.S_IFCHR, 1, 3),
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "socket": bound,
    "block": lambda path: device(path, stat.S_IFBLK, 7, 250),
    "link": lambda path: path.symlink_to("elsewhere"),
    "far link": lambda path: path.symlink_to(path.parents[len(path.parents) - 2] / "nowhere" / "far"),
}
CASES = [(*option, way) for option in WRITTEN for way in IN_THE_WAY]


@pytest.mark.tried
@pytest.mark.parametrize(("command", "option", "way"), part(CASES, 5))
def test_what_is_no_file_is_written_into_or_left_as_it_is(command: str, option: str, way: str, tmp_path: Path) -> None:
    case = WRITTEN[command, option]
    named, usual, odd = Path("in", "the", "way"), tmp_path / "usual", tmp_path / "odd"
    for folder in (usual, odd):
        write_files(folder, FILES, plain=True)
    made = typed(usual, *case.typed.split(), option, str(named))
    assert made.exit_code == 0, made.output
    content = (usual / named / case.file).read_bytes()
    path = odd / named / case.file
    path.parent.mkdir(parents=True)
    IN_THE_WAY[way](path)
    before, read = os.lstat(path), list[bytes]()
    reader = Thread(target=lambda: read.append(path.read_bytes()), daemon=True)
    if way == "pipe":
        reader.start()
    made = typed(odd, *case.typed.split(), option, str(named))
    after = os.lstat(path)
    assert (after.st_ino, stat.S_IFMT(after.st_mode)) == (before.st_ino, stat.S_IFMT(before.st_mode))
    assert [found.name for found in path.parent.iterdir() if found.name.endswith(".part")] == []
    if way == "link" or (way in ("null", "pipe") and not case.reads):
        assert made.exit_code == 0, made.output
        if way == "pipe":  # its reader ends a little after the writer has closed
            reader.join(30)
            assert read == [content]
        assert way != "link" or (path.parent / "elsewhere").read_bytes() == content
    else:
        assert made.exit_code == 2
        assert str(named / case.file) in made.stderr
        if way == "pipe":
            os.close(os.open(path, os.O_WRONLY))  # nobody waits for it any more


@pytest.mark.parametrize(("command", "option"), [key for key, case in WRITTEN.items() if not case.file])
def test_what_can_be_no_file_is_refused(command: str, option: str, tmp_path: Path) -> None:
    write_files(tmp_path, FILES, plain=True)
    for name in (".", "/", "", "..", "data", "data/fair/game.yaml/x", "n" * 300):
        made = typed(tmp_path, *WRITTEN[command, option].typed.split(), option, name)
        assert (made.exit_code, made.stdout) == (2, ""), name
        assert made.stderr.startswith(("pnp: ", "seed 1\npnp: ")), made.stderr


def test_what_a_program_has_open_is_written_behind_what_is_there(tmp_path: Path) -> None:
    """A shell's `>` has emptied the file, and its `>>` has not."""
    write_files(tmp_path, FILES, plain=True)
    for before in ("", "something\n"):
        (tmp_path / "told").write_text(before)
        number = os.open(tmp_path / "told", os.O_WRONLY)
        usual = typed(tmp_path, "stats", "fair")
        assert typed(tmp_path, "stats", "fair", "--out", f"/dev/fd/{number}").exit_code == 0
        os.close(number)
        assert (tmp_path / "told").read_text() == before + usual.stdout


NEEDED = {
    "new": "x", "show": "stalls/cake", "generate": "stalls", "odds": "dice", "simulate": "fair --players 2",
    "plan": "fair --players 2", "export": "fair", "preflight": "x.pdf", "import": "x.csv --kind stalls",
    "completion": "bash",
}  # fmt: skip
GOES_ON = {"serve", "lsp", "watch"}
NAMED = [
    (name, number)
    for name, command in COMMANDS.items()
    if name not in GOES_ON
    for number, param in enumerate(command.params)
    if not getattr(param, "is_flag", False)
]


@pytest.mark.tried
@pytest.mark.parametrize(("command", "number"), part(NAMED, 9))
def test_bytes_that_are_no_text_do_not_break_a_command(
    command: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the system gives them to programs: as halves of a character."""
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, FILES, plain=True)
    (tmp_path / "data" / "\udcfe").symlink_to("fair")
    param, words = COMMANDS[command].params[number], NEEDED.get(command, "").split()
    for odd in ("\udcff", "\udcfe"):
        if param.param_type_name == "argument":
            made = typed(tmp_path, command, *[odd, *words[1:]])
        else:
            made = typed(tmp_path, command, *words, param.opts[0], odd)
        assert made.exit_code in (0, 1, 2)

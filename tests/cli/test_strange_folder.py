"""A folder full of modules that are called as Python's own, as the libraries' and as the tool's: none of them runs."""

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from language_server import LanguageServer

from generator.cli.commands import app
from generator.cli.group import app as group

PATIENCE = 120.0  # s
OFTEN_LOOKED_FOR = (
    *("generator", "sitecustomize", "usercustomize", "tests", "docs", "play", "style"),
    *("local_reportlab_settings", "reportlab_settings", "reportlab_mods", "rl_settings"),
    *("numpy", "scipy", "pandas", "optuna", "distributed", "dask", "resvg_py", "uvloop", "httptools", "orjson", "lxml"),
)
COMMANDS = {  # what each is tried with, in the order of the rows
    "new": "new other-game --languages en,fr",
    "check": "check --lab --jobs 2",
    "trust": "trust my-game",
    "simulate": "simulate my-game --players 3 --games 20 --workers 2",
    "tune": "tune my-game --players 3 --games 20 --goal turns<=20 --vary rounds=2..3",
    "render": "render my-game --backs long --jobs 2",
    "blank": "blank my-game",
    "plan": "plan my-game --players 3 --render",
    "generate": "generate letters --count 2",
    "export": "export my-game --kind letters --to csv",
    "import": "import output/my-game/csv/letters.en.csv --game my-game --kind letters --dry-run",
    "impose": "impose pictures",
    "calibrate": "calibrate",
    "preflight": "preflight output/my-game/letters.pdf",
    "pack": "pack my-game",
    "icons": "icons anchor",
    "rules": "rules my-game",
    "list": "list my-game",
    "schema": "schema my-game",
    "show": "show letters/{letter} --picture never",
    "odds": "odds dice roll=2d6>=9",
    "stats": "stats my-game",
    "site": "site my-game --jobs 2",
    "help": "help render",
    "completion": "completion bash",
    "serve": "serve --no-open --port 0",
    "lsp": "lsp",
    "watch": "watch my-game",
}
IN_TURN = """\
import shlex
import sys
from generator.cli.app import main
if __name__ == "__main__":
    for line in sys.stdin:
        sys.argv[1:] = shlex.split(line)
        try:
            main()
        except SystemExit as end:
            if end.code not in (0, 2):
                sys.exit(f"{line}: {end.code}")
"""


class StrangeFolder:
    """A project in such a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.marks = folder / "project", folder / "marks"
        self.folder.mkdir()
        self.program = folder / "bin" / "pnp"  # as installed: its own folder is looked in first
        self.program.parent.mkdir()
        self.in_turn = self.program.with_name("in-turn")  # runs a command for each line that it reads, in one process
        self.in_turn.write_text(IN_TURN)
        self.program.write_text("from generator.cli.app import main\nif __name__ == '__main__':\n    main()\n")
        self.run("new", "my-game", "--with-play")
        self.letter = re.findall(r"^- id: (\S+)", (self.folder / "data/my-game/letters.yaml").read_text(), re.M)[0]

    def fill(self, left_out: frozenset[str] = frozenset()) -> None:
        """Write a module of each name into the project's folders, which leaves a mark when it runs."""
        source = f"with open({str(self.marks)!r}, 'a') as marks:\n    marks.write(__file__ + '\\n')\n"
        names = {*sys.stdlib_module_names, *packages_distributions(), *OFTEN_LOOKED_FOR} - left_out
        assert len(names) > 300
        folders = [self.folder, *(path for path in self.folder.rglob("*") if path.is_dir())]
        original = folders[0] / "abc.py"
        for name in sorted(names):
            for folder in folders:
                if name.isidentifier() and not (name == "play" and folder.name == "my-game"):
                    file = folder / f"{name}.py"
                    file.hardlink_to(original) if original.exists() else file.write_text(source)

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        command = [sys.executable, str(self.program), *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, cwd=self.folder, stdout=pipe, stderr=subprocess.STDOUT, text=True)

    def run(self, *arguments: str) -> str:
        process = self.start(*arguments)
        said, _ = process.communicate(timeout=PATIENCE)
        assert process.returncode in (0, 2), said
        assert "fault in pnp" not in said
        return said

    def ran(self) -> list[str]:
        """What ran of the folder since it was asked last."""
        marks = self.marks.read_text().split() if self.marks.exists() else []
        self.marks.unlink(missing_ok=True)
        return sorted(set(marks))


@pytest.fixture
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StrangeFolder:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    return StrangeFolder(tmp_path)


def _print_in_the_workshop(strange: StrangeFolder) -> None:
    process = strange.start(*COMMANDS["serve"].split())
    try:
        assert process.stdout is not None
        address = re.findall(r"http://\S+/", process.stdout.readline())[0]
        for page in ("my-game/", "my-game/letters.pdf"):
            with urllib.request.urlopen(address + page, timeout=PATIENCE) as answer:
                assert answer.read()
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _open_in_an_editor(strange: StrangeFolder) -> None:
    server = LanguageServer(strange.folder, [sys.executable, str(strange.program), "lsp"])
    file = strange.folder / "data/my-game/letters.yaml"
    document = {"uri": file.as_uri(), "version": 1, "languageId": "yaml", "text": file.read_text() + "- id: odd\n"}
    server.tell("textDocument/didOpen", {"textDocument": document})
    assert server.wrong(file)
    assert server.end() == 0


def _watch_until_sheets_are_there(strange: StrangeFolder) -> None:
    (strange.folder / "output/my-game/letters.pdf").unlink()
    process = strange.start(*COMMANDS["watch"].split())
    end = time.monotonic() + PATIENCE
    while not (strange.folder / "output/my-game/letters.pdf").exists() and time.monotonic() < end:
        time.sleep(0.1)
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert time.monotonic() < end


LASTING: dict[str, Callable[[StrangeFolder], None]] = {
    "serve": _print_in_the_workshop,
    "lsp": _open_in_an_editor,
    "watch": _watch_until_sheets_are_there,
}


def test_each_command_is_tried() -> None:
    names = {one.name or one.callback.__name__ for one in group.registered_commands if one.callback is not None}
    assert names == set(COMMANDS)
    assert app is group


@pytest.mark.rare
def test_no_command_runs_anything_of_the_folder(strange: StrangeFolder) -> None:
    (strange.folder / "pictures").mkdir()
    strange.run("export", "my-game", "--kind", "letters", "--to", "png", "--out", "pictures")
    strange.fill()
    lines = "\n".join(line.format(letter=strange.letter) for name, line in COMMANDS.items() if name not in LASTING)
    command = [sys.executable, str(strange.in_turn)]
    done = subprocess.run(command, cwd=strange.folder, input=lines, capture_output=True, text=True, check=False)
    assert (done.returncode, "fault in pnp" in done.stderr, strange.ran()) == (0, False, []), done.stderr
    for lasting in LASTING.values():
        lasting(strange)
        assert strange.ran() == []


@pytest.mark.slow
def test_as_a_module_it_runs_nothing_of_the_folder_once_it_has_begun(strange: StrangeFolder) -> None:
    """What Python itself looks for to find the tool is out of its hands."""
    first = subprocess.check_output([sys.executable, "-c", "import runpy, sys; print(*sys.modules)"], text=True)
    strange.fill(frozenset({*(name.partition(".")[0] for name in first.split()), "generator"}))
    command = [sys.executable, "-m", "generator", "preflight", "data/my-game/letters.yaml"]
    done = subprocess.run(command, cwd=strange.folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, strange.ran()) == (1, []), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", ".", os.pathsep, f"lib{os.pathsep}."])
def test_a_search_path_with_the_current_folder_in_it_is_cleaned(
    strange: StrangeFolder, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python itself has looked for what it begins with by then."""
    monkeypatch.setenv("PYTHONPATH", path)
    for name in ("typer", "click", "typing", "multiprocessing", "json", "msgspec"):
        (strange.folder / f"{name}.py").write_text(f"open({str(strange.marks)!r}, 'a').write(__file__)\n")
    strange.run("trust", "my-game")
    strange.run("simulate", "my-game", "--players", "3", "--games", "4", "--workers", "2")
    assert strange.ran() == []

"""Completion: what a shell is given, by click's protocol and in the shells themselves."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import forked
import pytest
from projects import Project

from generator.cli.commands import run

HEAVY = ["jinja2", "reportlab", "PIL", "rich", "pypdfium2", "generator.model.load"]
BIN = Path(sys.executable).parent


def question(typed: str, shell: str = "bash") -> dict[str, str]:
    """What a shell sets to ask what can follow."""
    return {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), "_PNP_COMPLETE": f"{shell}_complete"}


def complete(project: Project, typed: str, shell: str = "bash", **more: str) -> list[str]:
    """What is offered behind what was typed."""
    asked = question(typed, shell)
    if shell == "fish":
        asked["COMP_CWORD"] = typed.split(" ")[-1]
    result = forked.run([], project.folder, {**os.environ, **asked, **more})
    assert result.stderr == ""
    return result.stdout.split()


def test_what_is_offered(project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    project.write("game.yaml", project.path("game.yaml").read_text() + "modes: [duel, league]\n")
    project.write("forge.yaml", "kinds:\n  stalls: {recipe: members}\n")
    offered = {
        "pnp re": ["render"],
        "pnp render f": ["fair"],
        "pnp render fair --kind ": ["stalls", "people"],
        "pnp render --kind=st": ["stalls"],
        "pnp render --kind stalls --item ": ["cake", "darts"],
        "pnp render --lang ": ["en", "fr"],
        "pnp render --paper le": ["letter", "legal", "ledger"],
        "pnp render --backs s": ["short", "separate"],
        "pnp plan fair --mode d": ["duel"],
        "pnp generate ": ["stalls"],
        "pnp show s": ["stalls/cake", "stalls/darts"],
        "pnp show people/": ["people/ann"],
        "pnp show ": ["people/", "stalls/"],
        "pnp list fair pe": ["people"],
        "pnp help rul": ["rules"],
        "pnp completion ": ["bash", "zsh", "fish", "powershell"],
        "pnp render fair --kind x": [],
    }
    monkeypatch.setattr(sys, "argv", ["pnp"])
    for typed, words in offered.items():
        for name, text in question(typed).items():
            monkeypatch.setenv(name, text)
        with pytest.raises(SystemExit):
            run()
        assert [line.removeprefix("plain,") for line in capsys.readouterr().out.split()] == words, typed


def test_powershell_is_answered_in_lines_of_values(project: Project) -> None:
    asks = {"pnp render --kind s": "s", "pnp render --kind ": "", "pnp check d": "d"}
    told = [complete(project, typed, "powershell", COMP_WORD=word) for typed, word in asks.items()]
    assert told == [["stalls"], ["stalls", "people"], []]


def test_files_and_folders_are_the_shells_affair(project: Project) -> None:
    assert complete(project, "pnp check ") == ["file,"]


@pytest.mark.slow
def test_another_folder_of_games_is_looked_into(project: Project) -> None:
    (project.folder / "data").rename(project.folder / "more")
    assert complete(project, "pnp render ") == ["plain,collectors", "plain,star-road", "plain,tricks-or-treats"]
    assert complete(project, "pnp render --data less ") == []
    assert complete(project, "pnp render --data more --kind s") == ["plain,stalls"]


@pytest.mark.slow
def test_names_that_a_shell_could_take_for_more_are_not_offered(project: Project) -> None:
    project.write("stalls.yaml", "- {id: '$(touch x)'}\n- {id: 'a b'}\n- {id: cake}\n- nothing\n")
    assert complete(project, "pnp render --item c") == ["plain,cake"]
    assert complete(project, "pnp render --item ") == ["plain,cake", "plain,ann"]
    project.write("game.yaml", "kinds: [\n")
    assert complete(project, "pnp render --item ") == []


@pytest.mark.slow
def test_completion_is_quick(project: Project) -> None:
    code = (
        "import atexit, os, sys\n"
        f"heavy = {HEAVY!r}\n"
        "atexit.register(lambda: print(*[name for name in heavy if name in sys.modules], file=sys.stderr))\n"
        "os.environ.update(_PNP_COMPLETE='bash_complete', COMP_WORDS='pnp render --item c', COMP_CWORD='3')\n"
        "from generator.cli.app import main\n"
        "main()\n"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, cwd=project.folder, capture_output=True, text=True, timeout=60, check=True)
    assert (result.stdout, result.stderr) == ("plain,cake\n", "\n")


def shell(project: Project, name: str, *arguments: str) -> str:
    """What a shell prints, with our command in its path."""
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    if not (BIN / "pnp").exists():
        pytest.skip("pnp is not installed beside this Python")
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "HOME": str(project.folder)}
    result = subprocess.run(
        [name, *arguments], cwd=project.folder, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


@pytest.mark.slow
def test_bash_completes(project: Project) -> None:
    asks = 'COMP_WORDS=(pnp render --kind s); COMP_CWORD=3; _pnp_completion pnp; echo "${COMPREPLY[*]}"'
    told = shell(project, "bash", "--norc", "-c", f'eval "$(pnp completion bash)"; {asks}; complete -p pnp')
    assert told.splitlines()[0] == "stalls"
    assert "-F _pnp_completion pnp" in told


def test_fish_completes(project: Project) -> None:
    told = shell(project, "fish", "--no-config", "-c", 'pnp completion fish | source; complete -C "pnp show stalls/"')
    assert told.split() == ["stalls/cake", "stalls/darts"]


def test_zsh_completes(project: Project) -> None:
    """Its function is called with what zsh's own would do recorded."""
    project.write("./ask.zsh", ZSH)
    assert shell(project, "zsh", "-f", "ask.zsh").split() == ["stalls"]


ZSH = """\
compdef() { : }
compadd() { print -l -- ${(P)@[-1]} }
zmodload zsh/parameter
eval "$(pnp completion zsh)"
words=(pnp render --kind s)
CURRENT=4
_pnp_completion
"""


def test_the_scripts_are_those_of_the_command(project: Project) -> None:
    for name in ("bash", "zsh", "fish", "powershell"):
        script = project.pnp("completion", name)
        assert script.exit_code == 0
        assert re.search(rf'_PNP_COMPLETE ?= ?"?{name}_complete', script.stdout)
    assert project.pnp("completion", "tcsh").exit_code == 2

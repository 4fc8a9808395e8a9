"""The program itself: help, exit statuses, faults, pipes, locales; mostly as a program of its own."""

import gc
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

import forked
import pytest
from projects import ROOT, Project
from tries import slow_but

from generator.cli import app
from generator.model.own_rules import own_rules
from generator.rules.rule import sentence
from generator.rules.rulebook import checks

INTERFACE = {
    "check": ["[PATH]...", "--data", "--format", "text|json|github", "--strict"],
    "rules": ["--data", "--checks"],
    "render": [
        "[GAME]...", "--kind", "--item", "--paper", "a4|letter", "--lang", "--copies", "--out", "--data", "--templates",
    ],
    "blank": ["[GAME]...", "--kind", "--pages", "--out"],
    "odds": ["[QUESTION]", "[NAME=VALUE]...", "--game", "--format", "text|json", "--data"],
    "generate": ["KIND", "--game", "--count", "--seed", "--out"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_ways_of_ending() -> Iterator[None]:
    """Give back what the command changes for the whole program."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    hook = sys.unraisablehook
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)
    sys.unraisablehook = hook
    gc.enable()


HEAVY = ("yaml", "jinja2", "reportlab", "PIL", "rich", "pypdfium2")


def run(
    project: Project, *arguments: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """The command as a program of its own."""
    return forked.run(arguments, project.folder, {**os.environ, **(environment or {})})


@pytest.mark.parametrize("command", INTERFACE)
def test_help_lists_every_option(project: Project, command: str) -> None:
    for flag in ("--help", "-h"):
        result = project.pnp(command, flag)
        assert result.exit_code == 0
        assert [word for word in INTERFACE[command] if word not in result.stdout] == []


def test_help_lists_every_command_and_the_version_is_reported(project: Project) -> None:
    assert set(INTERFACE) <= set(re.findall(r"[a-z]+", project.pnp("--help").stdout))
    assert re.fullmatch(r"pnp-generator \d+\.\d+\.\d+\S*\n", project.pnp("--version").stdout)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nope"],
        ["--nope"],
        ["check", "--nope"],
        ["check", "--format", "xml"],
        ["rules", "nope"],
        ["rules", "--data", "nope"],
        ["blank", "--pages", "0"],
        ["generate"],
    ],
)
def test_wrong_use_ends_with_two(project: Project, arguments: list[str]) -> None:
    assert project.pnp(*arguments).exit_code == 2


def test_rules_are_listed_and_explained(project: Project) -> None:
    assert project.pnp("rules").stdout.startswith("fair: 0 rules\n\nthe tool's own: ")
    rest = "kind: stalls, source: our own rules here, why: Cheap is fair., pass: {price: 1}, fail: {price: 9}"
    project.write("balance.yaml", f"- {{rule: cheap, check: number-range, field: price, max: 4, {rest}}}\n")
    assert "cheap" in project.pnp("rules", "fair").stdout
    assert "Cheap is fair." in project.pnp("rules", "cheap").stdout
    assert project.pnp("rules", "number-range").exit_code == 0


@pytest.mark.slow
def test_rules_of_the_tools_own_are_listed_and_explained(project: Project) -> None:
    for arguments in (["rules"], ["rules", "fair"]):
        assert [name for name in own_rules() if name not in project.pnp(*arguments).stdout] == []
    for name, rule in own_rules().items():
        result = project.pnp("rules", name)
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"{name}  [{rule.level}]  the tool's own" in result.stdout
        assert f"breaks it, at {rule.at}:" in result.stdout


def test_a_rule_of_a_game_one_of_the_tools_own_and_a_check_with_one_name_are_all_explained(project: Project) -> None:
    rest = "kind: stalls, source: our own rules here, why: Cheap is fair., pass: {price: 1}, fail: {price: 9}"
    project.write("balance.yaml", f"- {{rule: number-range, field: price, min: 0, max: 5, {rest}}}\n")
    told = project.pnp("rules", "number-range").stdout
    assert "number-range  [error]  fair, stalls" in told
    assert "number-range  [error]  the tool's own" in told
    assert "number-range: a check type" in told


def test_rules_of_the_tools_own_are_explained_where_there_is_no_game(project: Project) -> None:
    assert project.pnp("rules", "--data", "nope", "wrong-type").exit_code == 0


def test_rules_that_cannot_be_read_are_not_left_out_in_silence(project: Project) -> None:
    project.write("balance.yaml", "- {rule: nope, kind: stalls}\n")
    result = project.pnp("rules", "fair")
    assert (result.exit_code, result.stdout.partition("\n")[0]) == (0, "fair: 0 rules")
    assert result.stderr == "pnp: data/fair/balance.yaml has problems, which pnp check lists: 3 errors in 1 file\n"


def test_what_only_shows_when_a_rule_is_applied_is_a_mistake_for_rules_too(project: Project) -> None:
    rest = "kind: stalls, source: our own rules here, why: Cheap is fair., pass: {price: 1}, fail: {price: 9}"
    for rule in ("check: expression, that: price < 'x'", "check: number-range, field: price, max: 10"):
        project.write("balance.yaml", f"- {{rule: fair-price, {rule}, {rest}}}\n")
        told = project.pnp("rules", "fair").stderr
        assert told == "pnp: data/fair/balance.yaml has problems, which pnp check lists: 1 error in 1 file\n"


@pytest.mark.slow
def test_the_generic_checks_are_listed_and_each_has_a_manual(project: Project) -> None:
    listed = project.pnp("rules", "--checks")
    assert (listed.exit_code, listed.stderr) == (0, "")
    for name, check in checks().items():
        assert f"\n  {name}\n      {sentence(check)}" in listed.stdout
        manual = project.pnp("rules", name)
        assert (manual.exit_code, manual.stderr) == (0, "")
        assert manual.stdout.startswith(f"{name}: a check type\n\n{sentence(check)}")
        assert [key for key in check.PARAMETERS if f"\n    {key} " not in manual.stdout] == []
        assert "PASS\n" in manual.stdout
        assert "FAIL " in manual.stdout


def test_the_checks_are_reported_where_there_is_no_game(project: Project) -> None:
    assert project.pnp("rules", "--checks", "--data", "nope").exit_code == 0
    assert project.pnp("rules", "shares", "--data", "nope").exit_code == 0
    assert project.pnp("rules", "--checks", "shares").exit_code == 2


def loaded_after(arguments: Sequence[str], names: Sequence[str] = HEAVY) -> list[str]:
    code = (
        "import sys\n"
        "from generator.cli.app import main\n"
        f"sys.argv = {['pnp', *arguments]!r}\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        f"print(*[name for name in {names!r} if name in sys.modules], file=sys.stderr)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    return result.stderr.splitlines()[-1].split()


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["calibrate", "--help"], ["check", "--nope"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    assert [name for name in loaded_after(arguments) if name in HEAVY] == []


@pytest.mark.slow
def test_help_that_names_the_projects_languages_loads_what_reads_their_names_and_no_more() -> None:
    assert [name for name in loaded_after(["render", "--help"]) if name in HEAVY] == ["yaml"]


@pytest.mark.slow
def test_a_check_in_a_pipe_loads_no_progress_bar_and_no_preview(project: Project) -> None:
    folders = ["--data", str(project.folder / "data"), "--templates", str(project.folder / "templates")]
    assert [name for name in loaded_after(["check", *folders]) if name in ("rich", "pypdfium2")] == []


@pytest.mark.slow
@pytest.mark.parametrize("asked", [["check"], ["render", "fair", "--out", "out"]])
def test_what_is_answered_from_the_cache_loads_nothing_that_reads_games(
    project: Project, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(project.folder / "home"))
    folders = ["--data", str(project.folder / "data"), "--templates", str(project.folder / "templates")]
    command = [*asked, *folders, "--cache", str(project.folder / "cache")]
    readers = ("generator.read.reader", "generator.model.fields", "generator.model.schema")
    assert [loaded_after(command, readers) for _ in range(2)] == [list(readers), []]


def test_a_fault_of_our_own_ends_with_three_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def break_down(*arguments: object, **options: object) -> int:
        raise KeyError("inside")

    monkeypatch.setattr("generator.cli.check.run", break_down)
    monkeypatch.setattr(sys, "argv", ["pnp", "check"])
    with pytest.raises(SystemExit) as ended:
        app.main()
    assert ended.value.code == 3
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "pnp: a fault in pnp itself: KeyError: 'inside'"
    assert said[1:] == ["    please report it; PNP_TRACEBACK=1 shows where it happened"]
    monkeypatch.setenv("PNP_TRACEBACK", "1")
    with pytest.raises(KeyError):
        app.main()


def test_an_interrupt_that_a_library_turned_into_an_error_is_no_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def escape(*arguments: object, **options: object) -> int:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise ValueError("cannot escape") from None  # as reportlab does

    monkeypatch.setattr("generator.cli.check.run", escape)
    monkeypatch.setattr(sys, "argv", ["pnp", "check"])
    with pytest.raises(SystemExit) as ended:
        app.main()
    assert ended.value.code == 130
    assert capsys.readouterr().err == ""


def test_the_statuses_are_those_of_the_program(project: Project) -> None:
    assert run(project, "check").returncode == 0
    assert run(project, "check", "nope").returncode == 2
    project.change("stalls.yaml", "price: 3", "price: x")
    result = run(project, "check")
    assert result.returncode == 1
    assert "Traceback" not in result.stderr


ASKING = {"FORCE_COLOR": "1", "TERM": "xterm-256color"}  # for colour, as far as one can


@pytest.mark.parametrize(
    ("command", "environment"),
    slow_but(
        2,
        [
            *((command, ASKING) for command in ("check", "check --nope", "render", "--help")),
            *(("check", environment) for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "xterm-256color"})),
        ],
    ),
)
def test_there_is_no_colour_in_a_pipe(project: Project, command: str, environment: dict[str, str]) -> None:
    project.change("stalls.yaml", "price: 3", "price: x")
    result = run(project, *command.split(), environment=environment)
    assert result.stdout + result.stderr
    assert "\x1b" not in result.stdout + result.stderr


def test_names_outside_ascii_go_through_a_pipe_that_knows_only_ascii(project: Project) -> None:
    (project.folder / "data" / "fair").rename(project.folder / "data" / "Fête")
    project.write("data/Fête/people.yaml", "- {id: é}\n")
    poor = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = run(project, "check", environment=poor)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert "people.yaml:1:8: error bad-id: the id '\\xe9' is not made of" in result.stdout
    assert run(project, "check", "--format", "json", environment=poor).stdout.isascii()


@pytest.mark.slow
def test_a_reader_that_stops_early_is_no_fault(project: Project) -> None:
    project.write("stalls.yaml", "".join(f"- {{id: S{n}}}\n" for n in range(3_000)))
    command = [sys.executable, "-m", "generator", "check"]
    with subprocess.Popen(
        command, cwd=project.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait(timeout=60) == 1
    assert said == ""


def test_python_m_generator_is_the_command() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "generator", "--version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.stdout.startswith("pnp-generator ")

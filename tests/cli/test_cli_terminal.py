"""On a terminal: one progress bar, colour, tables that fit; --quiet and --open."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import STALL, STYLE, Project
from terminals import on_a_terminal

from generator.cli.ending import Headway, expected_of, open_made
from generator.cli.reporting import aligned, shortened, width
from generator.core.folders import Project as Folders

CONTROL = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]")
LONG = "an-uncommonly-long-name-of-a-kind-that-fills-more-than-half-of-a-line"


def with_a_second_game(project: Project) -> None:
    project.write("data/other/game.yaml", project.path("game.yaml").read_bytes())
    project.write("data/other/stalls.yaml", project.path("stalls.yaml").read_bytes())
    project.write("data/other/people.yaml", "[]\n")
    project.write("templates/other/stall.svg", STALL)
    project.write("templates/other/style.yaml", STYLE)


@pytest.mark.slow
def test_one_bar_goes_to_its_end(project: Project) -> None:
    with_a_second_game(project)
    status, written = on_a_terminal(project, "render")
    shares = [int(found) for found in re.findall(r"(\d+)%", written)]
    assert status == 0
    assert shares == sorted(shares)
    assert shares[-1] == 100
    frames = [CONTROL.sub("", frame) for frame in written.split("\r")]
    assert max(frame.count("━") > 0 and frame.count("%") for frame in frames) == 1


def test_the_phases_of_a_run_are_those_of_its_games_and_kinds(project: Project) -> None:
    with_a_second_game(project)
    folders = Folders(project.folder / "data", project.folder / "templates")
    assert expected_of(folders, ["fair", "other"], ["checking", "printing"], ["stalls"]) == [
        *("checking stalls", "checking people", "checking stalls", "checking people"),
        *("printing stalls", "printing stalls"),
    ]


def test_headway_counts_phases_that_are_left_out_and_those_that_come_again() -> None:
    headway = Headway(["a", "b", "a", "c"])
    told = [headway.reach(*step) for step in (("a", 1, 2), ("a", 2, 2), ("a", 1, 2), ("c", 0, 9), ("c", 9, 9))]
    assert told == [1 / 8, 1 / 4, 5 / 8, 3 / 4, 1.0]
    assert [Headway().reach("x", done, 4) for done in (1, 4)] == [0.25, 1.0]


@pytest.mark.slow
@given(
    phases=st.lists(st.sampled_from("abc"), max_size=6),
    steps=st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 9), st.integers(0, 9)), max_size=20),
)
def test_headway_never_falls_and_never_goes_beyond_the_end(
    phases: list[str], steps: list[tuple[str, int, int]]
) -> None:
    headway = Headway(phases)
    told = [headway.reach(*step) for step in steps]
    assert told == sorted(told)
    assert all(0 <= share <= 1 for share in told)


@pytest.mark.slow
def test_levels_of_problems_have_a_colour_on_a_terminal(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: x")
    plain = project.pnp("check").stdout
    status, painted = on_a_terminal(project, "check")
    assert status == 1
    assert "data/fair/stalls.yaml:3:10: \x1b[1;31merror\x1b[0m wrong-type: " in painted
    assert "\x1b[2m    hint: " in painted
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"}):
        assert plain in on_a_terminal(project, "check", **environment)[1]
    assert "\x1b[1;31merror" in on_a_terminal(project, "check", TERM="dumb", FORCE_COLOR="1")[1]


def test_refusals_and_wrong_use_have_a_colour_on_a_terminal(project: Project) -> None:
    assert "\x1b[1;31mpnp\x1b[0m: there is no game" in on_a_terminal(project, "render", "nope")[1]
    assert "\x1b[1;31mError\x1b[0m: No such option" in on_a_terminal(project, "render", "--nope")[1]


def test_a_table_fits_a_terminal_and_is_whole_in_a_pipe(project: Project) -> None:
    (project.folder / "data/fair/stalls.yaml").rename(project.folder / f"data/fair/{LONG}.yaml")
    project.change("game.yaml", "  stalls:\n", f"  {LONG}:\n")
    lines = CONTROL.sub("", on_a_terminal(project, "render", "--marks", "guides", NO_COLOR="1")[1]).splitlines()
    head = next(at for at, line in enumerate(lines) if "components" in line)
    assert [line for line in lines[head:] if width(line) > 80] == []
    assert "…" in lines[head + 1]
    assert lines[head + 1].split()[3].startswith("outp")
    assert lines[head + 1].split()[3].endswith(".pdf")
    assert f"output/fair/{LONG}.pdf" in project.pnp("render").stdout


@given(text=st.text(st.sampled_from("aé日本\u0301🎲"), max_size=30), most=st.integers(3, 20))
def test_a_shortened_text_keeps_its_ends_and_its_width(text: str, most: int) -> None:
    found = shortened(text, most)
    assert width(found) <= max(most, 1)
    if width(text) <= most:
        assert found == text
    else:
        head, _, tail = found.partition("…")
        assert text.startswith(head)
        assert text.endswith(tail)


def test_words_in_the_last_column_run_on_below_one_another(project: Project) -> None:
    why = "one stall for each of those who play, and another one for the sake of the fair that they all came to"
    plan = f"plan:\n  - {{kind: stalls, sets: '1', source: ours, why: \"{why}\"}}\n"
    project.write("game.yaml", project.path("game.yaml").read_text(encoding="utf-8") + plan)
    lines = CONTROL.sub("", on_a_terminal(project, "plan", "fair", "--players", "2")[1]).splitlines()
    head = next(at for at, line in enumerate(lines) if "components" in line)
    table = lines[head : next(at for at, line in enumerate(lines) if line.startswith("in all"))]
    assert [line for line in table if width(line) > 80] == []
    column = table[0].index("why")
    assert " ".join(line[column:].strip() for line in table[1:]) == why
    assert why in project.pnp("plan", "fair", "--players", "2").stdout


def test_wide_letters_take_two_columns() -> None:
    assert aligned([("日本", "1"), ("ab", "22")], right=(1,)) == "日本   1\nab    22"


def test_several_files_have_a_line_of_what_they_come_to(project: Project) -> None:
    assert len(project.pnp("render").stdout.splitlines()) == 2
    with_a_second_game(project)
    *rows, total = [line.split() for line in project.pnp("render").stdout.splitlines()[1:]]
    assert total[:4] == ["in", "all", "6", "2"]
    assert float(total[4]) == pytest.approx(sum(float(row[-1]) for row in rows), abs=0.02)


@pytest.mark.slow
def test_quiet_tells_errors_only(project: Project) -> None:
    for arguments in (["check"], ["render"], ["blank"], ["export", "fair"], ["calibrate"]):
        result = project.pnp(*arguments, "--quiet")
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert project.pnp("preflight", "-q", "output/fair/stalls.pdf").stdout == ""
    assert (project.folder / "output/fair/stalls.pdf").exists()
    project.change("stalls.yaml", "{en: Darts, fr: Fléchettes}", "{en: Darts}")
    assert project.pnp("check", "-q").stdout == ""
    assert project.pnp("render", "-q").stderr == ""
    told = project.pnp("check", "-q", "--strict")
    assert (told.exit_code, told.stdout.count("missing-translation")) == (1, 1)
    project.change("stalls.yaml", "price: 3", "price: x")
    for arguments in (["check"], ["render"]):
        result = project.pnp(*arguments, "-q")
        assert result.exit_code == 1
        assert "stalls.yaml:3:10: error wrong-type" in result.stdout + result.stderr


def nothing_really_opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What would have been opened."""
    launched: list[str] = []

    def launch(path: str) -> int:
        launched.append(path)
        return 0

    monkeypatch.setattr("click.launch", launch)
    return launched


def test_what_was_made_is_opened(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    launched = nothing_really_opened(monkeypatch)
    for arguments in (["render"], ["blank"], ["calibrate"], ["export", "fair"]):
        assert project.pnp(*arguments, "--open").exit_code == 0
    names = ["fair/stalls.pdf", "fair/stalls-blank.pdf", "calibration.pdf", "fair/png/stalls"]
    assert [Path(path) for path in launched] == [project.folder / "output" / name for name in names]


def test_many_files_are_shown_in_their_folder(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    launched = nothing_really_opened(monkeypatch)
    open_made([Path(f"output/fair/{number}.pdf") for number in range(7)])
    assert launched == [str(project.folder / "output/fair")]


def test_where_nothing_opens_files_that_is_said_and_no_fault(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = project.folder / "bin"
    empty.mkdir()
    monkeypatch.setenv("PATH", str(empty))
    result = project.pnp("render", "--open", "--marks", "guides")
    assert result.exit_code == 0
    assert result.stderr == (
        "pnp: this system has no program that opens output/fair/stalls.pdf; --open was left aside\n"
    )

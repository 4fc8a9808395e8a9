"""`pnp check`: what it looks at, how it says what it finds, and its exit status."""

import json
import re
import shutil
from pathlib import Path

import pytest
from projects import BEGIN, STALLS, Project

LINE = re.compile(r"^(?P<file>[^:]+):(?P<line>\d+):(?P<column>\d+): (error|warning) [a-z-]+: \S.*$")


def test_a_project_without_a_mistake_is_told_what_was_checked(project: Project) -> None:
    result = project.pnp("check")
    assert result.exit_code == 0
    assert result.stdout == "checked fair (2 kinds, 3 items): no problem found\n"
    assert result.stderr == ""


def test_a_mistake_is_a_line_with_its_place_and_a_hint(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: three")
    result = project.pnp("check")
    assert result.exit_code == 1
    assert result.stdout == (
        "data/fair/stalls.yaml:3:10: error wrong-type: a whole number is wanted here, not 'three'\n"
        "    hint: write it as a plain decimal, such as 12, +3 or -2\n"
        "1 error in 1 file\n"
    )


def test_all_problems_of_all_files_come_in_one_run_in_the_order_of_file_and_line(project: Project) -> None:
    project.change("game.yaml", "page_label", "page_lable")
    project.change("stalls.yaml", "price: 5", "price: x\n  copies: -1")
    project.change("stalls.yaml", "copies: 2", "copys: 2")
    project.change("people.yaml", "name: Ann", "name: {en: Ann}")
    result = project.pnp("check")
    *lines, closing = [line for line in result.stdout.splitlines() if not line.startswith("    hint: ")]
    assert all(LINE.match(line) for line in lines)
    assert [line.split(": ")[0] for line in lines] == [
        "data/fair/game.yaml:8:5",
        "data/fair/people.yaml:2:9",
        "data/fair/stalls.yaml:4:3",
        "data/fair/stalls.yaml:7:10",
        "data/fair/stalls.yaml:8:11",
    ]
    assert closing == "4 errors, 1 warning in 3 files"
    assert result.exit_code == 1


def test_a_warning_fails_only_where_it_is_asked_to(project: Project) -> None:
    project.write("people.yaml", "- id: ann\n  name: {en: Ann}\n")
    assert project.pnp("check").exit_code == 0
    assert project.pnp("check").stdout.endswith("1 warning in 1 file\n")
    assert project.pnp("check", "--strict").exit_code == 1
    assert project.pnp("check", "--strict", "--format", "json").exit_code == 1


def test_json_is_a_list_of_objects_with_the_same_keys(project: Project) -> None:
    assert json.loads(project.pnp("check", "--format", "json").stdout) == []
    project.write("stalls.yaml", "- id: Gâteau\n  name: x\n  price: 1\n")
    result = project.pnp("check", "--format", "json")
    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {
            "file": "data/fair/stalls.yaml",
            "line": 1,
            "column": 7,
            "level": "error",
            "rule": "bad-id",
            "message": "the id 'Gâteau' is not made of lower-case letters, digits and hyphens",
            "hint": "write gateau",
        }
    ]
    assert result.stdout.isascii()


def test_github_gets_workflow_annotations(project: Project) -> None:
    assert project.pnp("check", "--format", "github").stdout == ""
    project.write("stalls.yaml", "- id: a\n  name: x\n  price: 100%\n")
    result = project.pnp("check", "--format", "github")
    assert result.exit_code == 1
    assert result.stdout == (
        "::error file=data/fair/stalls.yaml,line=3,col=10,title=wrong-type::a whole number is wanted here, not '100%25'"
        " (hint: write it without %25: 100)\n"
    )


def test_a_waived_rule_is_reported_with_its_reason_at_the_end(project: Project) -> None:
    rule = "kind: stalls, source: our own rules here, why: Cheap is fair., pass: {price: 1}, fail: {price: 9}"
    project.write("balance.yaml", f"- {{rule: number-range, field: price, max: 4, {rule}}}\n")
    assert project.places() == [(7, 10, "number-range")]
    project.change("stalls.yaml", "price: 5", "price: 5\n  waive: {number-range: it is the best one}")
    result = project.pnp("check")
    assert result.exit_code == 0
    assert "data/fair/stalls.yaml:8:25: waived number-range for darts: it is the best one" in result.stdout
    project.change("stalls.yaml", "price: 5", "price: 4")
    assert project.places() == [(8, 25, "unused-waiver")]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("data/fair/stalls.yaml", ["data/fair/stalls.yaml"]),
        ("data/fair/people.yaml", ["data/fair/people.yaml"]),
        ("data/fair/game.yaml", []),
        ("data/fair", ["data/fair/people.yaml", "data/fair/stalls.yaml"]),
        ("data/fair/", ["data/fair/people.yaml", "data/fair/stalls.yaml"]),
        ("data", ["data/fair/people.yaml", "data/fair/stalls.yaml"]),
        (".", ["data/fair/people.yaml", "data/fair/stalls.yaml"]),
    ],
)
def test_a_file_or_a_folder_is_reported_on_alone(project: Project, path: str, found: list[str]) -> None:
    project.change("stalls.yaml", "price: 3", "price: x")
    project.change("people.yaml", "name", "nme")
    assert sorted({problem.file for problem in project.check(path)}) == found


def test_several_paths_are_reported_together_and_each_problem_once(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: x")
    found = project.check("data/fair/stalls.yaml", "data", "data/fair/stalls.yaml", "data/fair")
    assert [(problem.line, problem.rule) for problem in found] == [(3, "wrong-type")]


def test_a_path_is_known_by_whatever_name_it_goes(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: x")
    for path in (str(project.path("stalls.yaml")), "data/../data/fair/stalls.yaml", "./data/fair/stalls.yaml"):
        assert [problem.file for problem in project.check(path)] == ["data/fair/stalls.yaml"]


def test_a_file_outside_is_checked_in_the_place_of_its_kinds_own(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "stalls.yaml"
    path.parent.mkdir()
    path.write_text("- {id: new, name: N, price: 1, keeper: ann}\n- {id: other, name: O, price: x, keeper: anne}\n")
    project.change("stalls.yaml", "price: 3", "price: x")
    found = project.check(str(path), "--data", "data")
    assert [(p.file, p.line, p.column, p.rule) for p in found] == [
        (str(path), 2, 31, "wrong-type"),
        (str(path), 2, 42, "unknown-reference"),
    ]


def test_a_file_of_another_name_is_known_by_its_fields(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("- {id: new, name: N, price: 1, nite: x}\n")
    assert [(p.file, p.column, p.rule) for p in project.check(str(path))] == [(str(path), 32, "unknown-field")]


def test_a_file_that_cannot_be_read_is_answered_with_why(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("- {id: new\n")
    assert [(p.file, p.line, p.rule) for p in project.check(str(path))] == [(str(path), 1, "yaml-syntax")]


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no /dev/zero")
def test_a_file_of_another_sort_is_not_read_as_items(project: Project) -> None:
    assert project.pnp("check", "templates/fair/stall.svg").exit_code == 2
    assert project.pnp("check", "/dev/zero").exit_code == 2


def test_a_file_like_no_kind_is_not_checked_but_asked_about(project: Project, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("- {foo: 1}\n")
    result = project.pnp("check", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"pnp: {path} is like no kind of item; name it after one, ")
    assert result.stderr.endswith("; known: stalls, people\n")


def test_a_folder_of_loose_files_is_checked_file_by_file(project: Project, tmp_path: Path) -> None:
    loose = tmp_path / "loose"
    loose.mkdir()
    shutil.copy(project.path("stalls.yaml"), loose)
    (loose / "people.yaml").write_text("- {id: Bob, name: Bob}\n")
    assert [(p.file, p.rule) for p in project.check(str(loose))] == [(str(loose / "people.yaml"), "bad-id")]


def test_a_game_outside_the_data_is_checked_by_itself(project: Project, tmp_path: Path) -> None:
    other = tmp_path / "games" / "fair"
    shutil.copytree(project.folder / "data" / "fair", other)
    (other / "people.yaml").write_text("- {id: ann, nme: Ann}\n")
    assert [p.file for p in project.check(str(other))] == [str(other / "people.yaml")] * 2
    assert [p.file for p in project.check(str(other.parent))] == [str(other / "people.yaml")] * 2


ADVICE = "; begin with: pnp new my-game"
EMPTY = f"holds no game: no folder in it has a game.yaml{ADVICE}"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nope.yaml"], "there is no file or folder nope.yaml, and no game of that name"),
        (["fiar"], "there is no file or folder fiar, and no game of that name; did you mean fair?"),
        (["data/fair/nope.yaml"], "there is no file or folder data/fair/nope.yaml, and no game of that name"),
        (["templates"], f"templates {EMPTY} --data templates"),
        (["--data", "nope"], f"there is no folder nope{ADVICE} --data nope"),
        (
            ["--data", "data/fair/game.yaml"],
            f"there is no folder data/fair/game.yaml{ADVICE} --data data/fair/game.yaml",
        ),
        (["--data", "templates"], f"templates {EMPTY} --data templates"),
    ],
)
def test_what_is_not_there_cannot_be_checked(project: Project, arguments: list[str], says: str) -> None:
    result = project.pnp("check", *arguments)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"pnp: {says}\n")


def test_a_loose_file_that_is_like_nothing_keeps_no_other_from_being_checked(project: Project, tmp_path: Path) -> None:
    (tmp_path / "loose").mkdir()
    (tmp_path / "loose" / "what.yaml").write_text("- {foo: 1}\n")
    (tmp_path / "loose" / "stalls.yaml").write_text("- {id: a, name: A, price: x}\n")
    result = project.pnp("check", str(tmp_path / "loose"), "--format", "json")
    assert result.exit_code == 1
    found = [(Path(one["file"]).name, one["line"], one["rule"]) for one in json.loads(result.stdout)]
    assert ("what.yaml", 1, "unknown-file") in found
    assert ("stalls.yaml", 1, "wrong-type") in found


def test_a_missing_translation_can_be_waived(project: Project) -> None:
    project.change("stalls.yaml", "name: {en: Cake stall, fr: Gâteaux}", "name: {en: Cake stall}")
    assert "missing-translation" in project.pnp("check").stdout
    project.change("stalls.yaml", "copies: 2", "waive: {missing-translation: not found yet}")
    result = project.pnp("check", "--strict")
    assert result.exit_code == 0
    assert "waived missing-translation for cake: not found yet" in result.stdout
    project.change("stalls.yaml", "name: {en: Cake stall}", "name: {en: Cake stall, fr: Gâteaux}")
    assert "the waiver of missing-translation is not needed" in project.pnp("check").stdout


def test_no_data_folder_is_said_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = Project(tmp_path).pnp("check")
    assert (result.exit_code, result.stderr) == (2, f"pnp: there is no folder data; {BEGIN}\n")


def test_a_loop_of_links_is_no_folder(project: Project) -> None:
    (project.folder / "loop").symlink_to("loop")
    assert project.pnp("check", "data", "--data", "loop").exit_code in (0, 2)
    assert project.pnp("check", "--data", "loop").exit_code == 2
    assert project.pnp("check", "loop").exit_code == 2


def test_games_are_checked_in_the_order_of_their_names(project: Project) -> None:
    for name in ("b", "a"):
        project.write(f"data/{name}/game.yaml", "name: X\nkinds: {k: {title: K, fields: {n: {type: whole}}}}\n")
        project.write(f"data/{name}/k.yaml", "- id: x\n")
    assert project.pnp("check").stdout.startswith("checked a (1 kind, 1 item), b (1 kind, 1 item), fair (")


@pytest.mark.parametrize("name", ["a folder", "Fête & co #1 100%", "a'b", "-x", "日"])
def test_a_game_may_have_any_folders_name(project: Project, name: str) -> None:
    (project.folder / "data" / "fair").rename(project.folder / "data" / name)
    (project.folder / "templates" / "fair").rename(project.folder / "templates" / name)
    assert project.pnp("check").stdout == f"checked {name} (2 kinds, 3 items): no problem found\n"
    project.write(f"data/{name}/people.yaml", "- {id: A}\n")
    assert {p.file for p in project.check(f"data/{name}/people.yaml")} == {f"data/{name}/people.yaml"}


def test_a_broken_description_is_reported_alone_and_not_with_all_that_hangs_on_it(project: Project) -> None:
    project.write("balance.yaml", "- {rule: x, check: nope}\n")
    project.write("game.yaml", "name: G\nkinds:\n\tstalls: x\n")
    assert [(p.file, p.line, p.column, p.rule) for p in project.check()] == [
        ("data/fair/game.yaml", 3, 1, "yaml-syntax")
    ]


def test_what_two_languages_share_is_said_once(project: Project) -> None:
    project.write("stalls.yaml", STALLS + "  note: 日\n")
    assert project.places() == [(8, 9, "missing-glyph")]
    project.change("stalls.yaml", "note: 日", "note: {en: 日, fr: 月}")
    assert project.places() == [(8, 14, "missing-glyph"), (8, 21, "missing-glyph")]


def test_a_procedure_for_items_of_another_form_is_named_where_it_is_asked_for(project: Project) -> None:
    project.change("game.yaml", "    template", "    derived: {order: surprise-order}\n    template")
    assert project.places() == [(7, 22, "unknown-reference")]
    project.change("game.yaml", "derived: {order: surprise-order}", "procedure: surprise-card")
    assert project.places() == [(7, 16, "unknown-reference")]
    project.change("game.yaml", "surprise-card", "surprise")
    assert project.places() == [(7, 16, "unknown-reference")]


@pytest.mark.parametrize(
    "name, columns",
    [
        ('{en: "LONG"}', [14]),  # printed in French too
        ('{fr: "LONG"}', [14]),
        ('"LONG"', [9]),
        ('{en: "LONG", fr: "LONG"}', [14, 1519]),
        ('{en: short, fr: "LONG"}', [25]),
    ],
)
def test_a_text_that_is_too_long_is_reported_once_wherever_it_is_printed(
    name: str, columns: list[int], project: Project
) -> None:
    project.write("stalls.yaml", f"- id: cake\n  name: {name.replace('LONG', 'toolong ' * 187 + 'x')}\n  price: 3\n")
    found = [problem for problem in project.check() if problem.rule == "text-overflow"]
    assert [(problem.line, problem.column) for problem in found] == [(2, column) for column in columns]

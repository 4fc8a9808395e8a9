"""``source:`` of a kind in ``game.yaml``: what may be there, and how items are brought up to date from it."""

import pytest
from projects import Project

from generator.cli.import_sheet import SavedSheets
from generator.core.folders import Project as Folders
from generator.core.problem import Infeasible
from generator.model.load import load_game
from generator.tables import fetching

SHEET = "Nazwa,price\nCake stall,4\nPieróg,7\n"
FILE = "{file: ../../sheets/stalls.csv, key: name.en, map: {Nazwa: name.en}}"
URL = "{url: 'https://sheets.example/pub', key: name}"


def sourced(project: Project, source: str, kind: str = "stalls") -> None:
    project.change("game.yaml", f"  {kind}:\n", f"  {kind}:\n    source: {source}\n")


def test_a_file_is_a_source(project: Project) -> None:
    sourced(project, FILE)
    assert project.check() == []  # the sheet need not be there
    missing = project.pnp("import", "--all")
    assert (missing.exit_code, missing.stderr) == (2, "pnp: there is no file sheets/stalls.csv\n")
    project.write("sheets/stalls.csv", SHEET)
    for told in ("1 added, 1 changed (1 field), 0 the same", "0 added, 0 changed, 2 the same"):
        result = project.pnp("import", "--all")
        assert (result.exit_code, result.stdout) == (0, f"data/fair/stalls.yaml: {told}\n")
    assert "- id: pierog" in project.path("stalls.yaml").read_text(encoding="utf-8")


def test_where_the_net_is_away_the_last_state_stays_and_the_rest_is_done(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def away(url: str, _: object) -> None:
        asked.append(url)
        raise Infeasible(f"cannot fetch {url}: away; nothing was changed")

    monkeypatch.setattr(fetching, "fetch", away)
    sourced(project, FILE)
    sourced(project, URL, "people")
    project.write("sheets/stalls.csv", SHEET)
    people = project.path("people.yaml").read_bytes()
    assert project.check() == []
    assert project.pnp("render").exit_code == 0
    assert asked == []
    result = project.pnp("import", "--all")
    assert (result.exit_code, asked) == (2, ["https://sheets.example/pub"])
    assert "1 added, 1 changed" in result.stdout
    assert project.path("people.yaml").read_bytes() == people


@pytest.mark.parametrize(
    "source, rule, told",
    [
        ("{key: name}", "missing-field", "a source has a file or a url"),
        ("{file: a.csv, url: 'https://a.example/b'}", "missing-field", "one of the two"),
        ("{url: 'http://a.example/b'}", "not-one-of", "does not begin with https://"),
        ("{file: ../../../a.csv}", "unknown-reference", "leads out of the project"),
        ("{file: /tmp/a.csv}", "unknown-reference", "leads out of the project"),
        ("{file: a.csv, key: nmae}", "unknown-field", "'nmae' is not a field"),
        ("{file: a.csv, map: {A: prise.en}}", "unknown-field", "'prise.en' is not a field"),
        ("{file: a.csv, header: 0}", "number-range", "rows count from 1"),
        ("{file: a.csv, header: two}", "wrong-type", "a whole number is wanted"),
    ],
)
def test_a_source_with_a_mistake_is_reported_at_its_place(source: str, rule: str, told: str, project: Project) -> None:
    sourced(project, source)
    found = project.check()
    assert [(one.line, one.rule) for one in found] == [(5, rule)]
    assert told in found[0].message


def test_all_takes_no_file_and_wants_a_source(project: Project) -> None:
    for arguments, told in (
        (("--all",), "no kind that is meant has a source in game.yaml"),
        (("a.csv", "--all"), "--all takes what game.yaml says of each source"),
        (("a.csv",), "say which FILE or URL to import and its --kind"),
        ((), "say which FILE or URL to import and its --kind"),
    ):
        result = project.pnp("import", *arguments)
        assert result.exit_code == 2
        assert told in result.stderr


def test_a_watch_brings_in_what_was_saved_and_leaves_addresses(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fetching, "fetch", None)
    sourced(project, FILE)
    sourced(project, URL, "people")
    file = project.write("sheets/stalls.csv", SHEET)
    sheets = SavedSheets(Folders(project.folder / "data", project.folder / "templates"), None)
    sheets.take("fair", load_game(project.folder / "data" / "fair", "fair")[0])
    assert sheets.files == [file]
    assert [sheets.bring_in() for _ in range(2)] == [True, False]
    file.write_text(SHEET.replace("7", "nine"))
    assert [sheets.bring_in() for _ in range(2)] == [True, False]
    said = capsys.readouterr()
    assert "1 added, 1 changed (1 field), 0 the same" in said.out
    assert "stalls.csv:B3: error wrong-type" in said.err
    file.unlink()
    assert not sheets.bring_in()
    sheets.take("fair", None)
    assert sheets.files == []


def test_a_source_says_its_encoding_and_is_told_of_its_keys(project: Project) -> None:
    sheet = "id,Nazwa,price,Qty\ncake,Żółw śpi,3,2\n".encode("cp1250")
    project.write("sheets/stalls.csv", sheet)
    source = "{file: ../../sheets/stalls.csv, map: {Nazwa: name.en}, encoding: %s}"
    sourced(project, source % "cp1251x")
    assert "cp1251x' is not an encoding" in project.check()[0].message
    project.change("game.yaml", "cp1251x", "windows-1250")
    refused = project.pnp("import", "--all")
    assert refused.exit_code == 1
    assert 'did you mean copies?; map: {Qty: copies} says which it is, map: {Qty: ""} leaves it out' in refused.stderr
    assert "--map" not in refused.stderr
    project.change("game.yaml", "map: {", 'map: {Qty: "", ')
    result = project.pnp("import", "--all")
    assert result.exit_code == 0, result.stderr
    assert "en: Żółw śpi" in project.path("stalls.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("only", [True, False])
def test_a_source_is_all_of_its_kind_where_it_says_so(only: bool, project: Project) -> None:
    project.write("sheets/stalls.csv", "id,name,price\nnew,N,1\n")
    sourced(project, "{file: ../../sheets/stalls.csv" + (", only: true}" if only else "}"))
    result = project.pnp("import", "--all")
    ids = [line for line in project.path("stalls.yaml").read_text(encoding="utf-8").splitlines() if "id:" in line]
    assert (ids == ["- id: new"]) is only
    assert ("; removed" in result.stderr) is only
    assert ("; the same with --prune removes them" in result.stderr) is not only


def test_rows_for_no_kind_are_counted_and_fields_that_are_gone_stop_nothing(project: Project) -> None:
    sourced(project, "{file: ../../sheets/stalls.csv, where: {deck: [a, b]}, map: {deck: '', mood: ''}}")
    project.write("sheets/stalls.csv", "id,name,price,deck,mood\ncake,Cakes,4,a,x\nnut,Nuts,2,c,x\nbun,Buns,2,d,x\n")
    project.write(
        "stalls.yaml",
        "- id: cake\n  name: Cake\n  price: 4\n  mood: x\n- id: pie\n  name: Pie\n  price: 1\n  mood: y\n",
    )
    done = project.pnp("import", "--all")
    assert (done.exit_code, done.stdout) == (0, "data/fair/stalls.yaml: 0 added, 1 changed (1 field), 0 the same\n"), (
        done.stderr
    )
    assert "stalls.csv: 2 rows for no kind, the first in row 3: no where takes it" in done.stderr
    assert "mood is no field of stalls any more" in done.stderr
    assert "mood: x" in project.path("stalls.yaml").read_text(encoding="utf-8")

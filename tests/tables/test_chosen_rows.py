"""``where`` and ``replace`` of a source and of ``pnp import``: which rows are read, and what their cells say."""

import json

import pytest
from projects import Project
from terminals import on_a_terminal

SHEET = "Deck,id,name,price,Notes\nfood,bun,Bun%nstall,4,\nfood,pie,Pie,5,x\ngames,ring,Ring toss,6,\n,tent,Tent,7,\n"
LEFT_OUT = ("--map", "Deck=", "--map", "Notes=")
SOURCE = 'source: {{file: ../../in/a.csv, map: {{Deck: "", Notes: ""}}, {}}}'


def names(project: Project) -> list[str]:
    text = project.path("stalls.yaml").read_text(encoding="utf-8")
    return [line.removeprefix("- id: ") for line in text.splitlines() if line.startswith("- id: ")]


def sourced(project: Project, more: str, kind: str = "stalls") -> None:
    project.change("game.yaml", f"  {kind}:\n", f"  {kind}:\n    {SOURCE.format(more)}\n")


CHOSEN = {
    "one word": (("Deck=food",), "{Deck: food}", ["bun", "pie"]),
    "in capitals, under a heading in capitals": (("DECK=FOOD",), "{DECK: FOOD}", ["bun", "pie"]),
    "several words": (("Deck=food", "Deck=games"), "{Deck: [food, games]}", ["bun", "pie", "ring"]),
    "an empty cell": (("Deck=",), '{Deck: ""}', ["tent"]),
    "two columns": (("Deck=food", "Notes=x"), "{Deck: food, Notes: x}", ["pie"]),
    "a column by its letter": (("column A=games",), "{column A: games}", ["ring"]),
    "nothing": (("Deck=ships",), "{Deck: ships}", []),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_options_and_source_choose_the_same_rows(name: str, project: Project) -> None:
    options, source, wanted = CHOSEN[name]
    project.write("in/a.csv", SHEET)
    before = project.path("stalls.yaml").read_bytes()
    where = [part for option in options for part in ("--where", option)]
    done = project.pnp("import", "in/a.csv", "--kind", "stalls", *where, *LEFT_OUT)
    assert done.exit_code == 0, done.stderr
    taken = project.path("stalls.yaml").read_bytes()
    assert names(project)[-len(wanted) or 99 :] == wanted
    project.path("stalls.yaml").write_bytes(before)
    sourced(project, f"where: {source}")
    done = project.pnp("import", "--all", "fair")
    assert done.exit_code == 0, done.stderr
    assert project.path("stalls.yaml").read_bytes() == taken
    if not wanted:
        assert "no row has 'ships' in the column Deck; there are 'food', 'games', ''" in done.stderr


def test_a_sheet_without_a_row_that_is_wanted_removes_nothing(project: Project) -> None:
    project.write("in/a.csv", SHEET)
    sourced(project, "where: {Deck: ships}, only: true")
    before = project.path("stalls.yaml").read_bytes()
    done = project.pnp("import", "--all")
    assert (done.exit_code, project.path("stalls.yaml").read_bytes()) == (2, before)
    assert "no row has 'ships' in the column Deck" in done.stderr
    assert "has no rows: every item" in done.stderr


def test_a_column_that_is_not_there_is_reported_at_its_line(project: Project) -> None:
    project.write("in/a.csv", SHEET)
    sourced(project, "where: {Dek: food}")
    done = project.pnp("import", "--all")
    assert done.exit_code == 1
    assert "data/fair/game.yaml:5:" in done.stderr
    assert "unknown-reference: the sheet has no column 'Dek'" in done.stderr
    assert "did you mean Deck?" in done.stderr
    done = project.pnp("import", "in/a.csv", "--kind", "stalls", "--where", "Dek=food")
    assert (done.exit_code, done.stderr.splitlines()[-1][:40]) == (2, "pnp: --where: the sheet has no column 'D")


def test_signs_in_cells_are_replaced(project: Project) -> None:
    project.write("in/a.csv", SHEET)
    done = project.pnp(
        "import", "in/a.csv", "--kind", "stalls", "--where", "Deck=food", "--replace", r"%n=\n", *LEFT_OUT
    )
    assert done.exit_code == 0, done.stderr
    taken = project.path("stalls.yaml").read_text(encoding="utf-8")
    assert "name: |-\n    Bun\n    stall\n" in taken
    project.path("stalls.yaml").write_text("[]\n")
    sourced(project, 'where: {Deck: food}, replace: {"%n": "\\n"}')
    assert project.pnp("import", "--all").exit_code == 0
    assert "name: |-\n    Bun\n    stall\n" in project.path("stalls.yaml").read_text(encoding="utf-8")


def test_a_longer_sign_goes_before_a_shorter_one_and_nothing_is_replaced_twice(project: Project) -> None:
    project.write("in/a.csv", "id,name,price\na,<b>a<br>,1\n")
    signs = ("--replace", "<b=**", "--replace", "<br>=<b", "--replace", "<b>=(")
    assert project.pnp("import", "in/a.csv", "--kind", "stalls", *signs).exit_code == 0
    assert "name: (a<b\n" in project.path("stalls.yaml").read_text(encoding="utf-8")


def test_a_source_turns_markup_of_html_into_ours(project: Project) -> None:
    project.write("in/a.csv", "id,name,price\na,<b>Bold</b> &amp; <i>slanted</i>,1\n")
    project.change("game.yaml", "  stalls:\n", "  stalls:\n    source: {file: ../../in/a.csv, markup: html}\n")
    assert project.pnp("import", "--all").exit_code == 0
    assert 'name: "**Bold** & _slanted_"' in project.path("stalls.yaml").read_text(encoding="utf-8")


def test_several_kinds_come_out_of_one_sheet(project: Project) -> None:
    project.write("in/a.csv", "Deck,id,name,price\nfood,bun,Bun,4\nstaff,bea,Bea,\n")
    sourced_by = "source: {{file: ../../in/a.csv, map: {{Deck: ''{}}}, where: {{Deck: {}}}}}"
    for kind, more, word in (("stalls", "", "food"), ("people", ", price: ''", "staff")):
        project.change("game.yaml", f"  {kind}:\n", f"  {kind}:\n    {sourced_by.format(more, word)}\n")
    done = project.pnp("import", "--all", "fair")
    assert done.exit_code == 0, done.stderr
    assert names(project)[-1] == "bun"
    assert "- id: bea" in project.path("people.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "source, rule", [("where: Deck", "wrong-type"), ("where: {Deck: {a: b}}", "wrong-type"), ("markup: xml", "not-one-of"), ('replace: {"": a}', "missing-field")]
)  # fmt: skip
def test_a_mistake_in_a_source_is_reported_at_its_line(source: str, rule: str, project: Project) -> None:
    project.change("game.yaml", "  stalls:\n", f"  stalls:\n    source: {{file: a.csv, {source}}}\n")
    assert [(one.line, one.rule) for one in project.check()] == [(5, rule)]


@pytest.mark.parametrize("option", ["--where", "--replace", "--map"])
def test_an_option_without_its_sign_says_what_it_takes(option: str, project: Project) -> None:
    done = project.pnp("import", "in/a.csv", "--kind", "stalls", option, "Deck")
    assert (done.exit_code, "it takes " in done.stderr) == (2, True)


def test_all_takes_the_sources_of_the_game_that_is_named(project: Project) -> None:
    sourced(project, "where: {Deck: food}")
    project.write("in/a.csv", SHEET)
    for arguments in (("--all", "fair"), ("--all", "--game", "fair")):
        assert project.pnp("import", *arguments).exit_code == 0
    done = project.pnp("import", "--all", "fare")
    assert (done.exit_code, "there is no game 'fare'" in done.stderr) == (2, True)
    done = project.pnp("import", "--all", "fair", "--game", "other")
    assert (done.exit_code, "--all takes" in done.stderr) == (2, True)


ROWS = [
    {"id": "bun", "name": {"en": "Bun", "fr": "Gâteau"}, "price": 4, "open": True, "wares": ["pie, hot", "tea"]},
    {"id": "tent", "name": {"en": "007"}, "price": 7, "weight": 1.5, "wares": [], "crate": {"height": 2}, "note": None},
    {"id": "ring", "name": {"en": "=Ring"}, "price": 9, "wares": ["one, two"]},
]


@pytest.mark.parametrize("form", ["a list", "under a key", "by id", "named like the kind"])
def test_rows_of_json_become_items(form: str, project: Project) -> None:
    rows = {
        "a list": ROWS,
        "under a key": {"version": 2, "cards": ROWS},
        "by id": {row["id"]: {key: value for key, value in row.items() if key != "id"} for row in ROWS},
        "named like the kind": {"people": [{"id": "ann"}], "stalls": ROWS},
    }[form]
    project.write("in/a.json", json.dumps(rows))
    done = project.pnp("import", "in/a.json", "--kind", "stalls")
    assert done.exit_code == 0, done.stderr
    text = project.path("stalls.yaml").read_text(encoding="utf-8")
    assert text.endswith(
        '- id: bun\n  name: {en: Bun, fr: Gâteau}\n  price: 4\n  open: true\n  wares: ["pie, hot", tea]\n\n'
        '- id: tent\n  name: {en: "007"}\n  price: 7\n  weight: 1.5\n  wares: []\n  crate: {height: 2}\n\n'
        '- id: ring\n  name: {en: "=Ring"}\n  price: 9\n  wares: ["one, two"]\n'
    ), text


@pytest.mark.parametrize(
    "data, told",
    [
        (b"[{", "a.json:1:3: error sheet-file: this is no JSON"),
        (b"[]", "it holds no rows"),
        (b"3", "it holds no rows"),
        (b'["a"]', "member 1 of the list is not a mapping"),
        (b'{"a": 1}', "it holds no rows"),
        (b'[{"a": "\xe4"}]', "it is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
        (b'[{"id": ' + b'{"a": ' * 30 + b"1" + b"}" * 30 + b"}]", "nested too deeply"),
        (b'[{"id": ' + b"9" * 5_000 + b"}]", "too many digits"),
        (b'{"a": [{"id": "x"}], "b": [{"id": "y"}]}', "several lists; say which with --sheet: a, b"),
    ],
)  # fmt: skip
def test_json_that_holds_no_rows_is_refused(data: bytes, told: str, project: Project) -> None:
    project.write("in/a.json", data)
    done = project.pnp("import", "in/a.json", "--kind", "stalls")
    assert done.exit_code in (1, 2)
    assert told in done.stderr
    assert "fault in pnp" not in done.stderr


def test_the_items_of_a_kind_may_be_json(project: Project) -> None:
    project.path("stalls.yaml").rename(project.path("old.txt"))
    project.write("data/fair/stalls.json", json.dumps([{"id": "bun", "name": "Bun", "price": 4}]))
    assert project.check() == []
    project.write("data/fair/stalls.json", '[{"id": "bun", "name": "Bun", "prise": 4}]')
    assert {(one.file.rpartition("/")[2], one.rule) for one in project.check()} >= {("stalls.json", "unknown-field")}


KEPT = "- id: bun\n  name: {}\n  price: 4\n  note: kept\n"
RENAMED = {"by a key": (", key: name", "name,price\nBig bun,4\n"), "by ids": ("", "id,name,price\nbig,Big bun,4\n")}


@pytest.mark.parametrize("matched", RENAMED)
@pytest.mark.parametrize("answer", ["y", "n", ""])
@pytest.mark.parametrize("prune", [True, False])
def test_a_terminal_asks_whether_a_row_is_an_item_under_another_name(
    matched: str, answer: str, prune: bool, project: Project
) -> None:
    key, sheet = RENAMED[matched]
    project.write("in/a.csv", sheet)
    project.path("stalls.yaml").write_text(KEPT.format("Bun"), encoding="utf-8")
    project.change("game.yaml", "  stalls:\n", f"  stalls:\n    source: {{file: ../../in/a.csv{key}}}\n")
    options = ("--prune",) if prune else ()
    status, said = on_a_terminal(project, "import", "--all", *options, typed=f"{answer}\n")
    assert (status, "bun is not in the sheet, and big" in said, "renamed? [y/N]" in said) == (0, True, True), said
    text = project.path("stalls.yaml").read_text(encoding="utf-8")
    if answer == "y":
        new = KEPT.format("Big bun").replace("bun\n", "big\n", 1 if matched == "by ids" else 0)
        assert text == new
        assert "0 added, 1 changed" in said
        status, said = on_a_terminal(project, "import", "--all")
        assert (status, "0 added, 0 changed, 1 the same" in said) == (0, True), said
    else:
        assert ("note: kept" in text) is not prune
        assert "name: Big bun" in text


def test_a_pipe_is_told_that_a_row_may_be_an_item_under_another_name(project: Project) -> None:
    project.write("in/a.csv", "name,price\nBig bun,4\n")
    project.path("stalls.yaml").write_text(KEPT.format("Bun"), encoding="utf-8")
    project.change("game.yaml", "  stalls:\n", "  stalls:\n    source: {file: ../../in/a.csv, key: name}\n")
    done = project.pnp("import", "--all")
    assert (done.exit_code, done.stderr.endswith("; renamed? bun to big-bun\n")) == (0, True)
    assert "note: kept" in project.path("stalls.yaml").read_text(encoding="utf-8")

"""``pnp import --update``: what changed is changed, and every other character of the file stays."""

import pytest
from each import each
from projects import Project

OLD = """\
# The stalls.

- id: cake # the first
  # what it is called
  name: {en: Cake stall, fr: "Gâteaux"} # both
  price: 3 # cheap
  note: >-
    A long
    note.
  wares: [pie, cake] # sweet
  prizes:
    # the best
    - coins: 2 # two
    - dolls: +1
  copies: 2

- id: darts
  name: Darts
  price:   5

# ---- people ----
- {id: flow, name: {en: A, fr: B}, price: 1, crate: {height: 2}}
# the end
"""


@pytest.mark.parametrize(
    "sheet, changes",
    [
        ("id,price\ncake,3\ndarts,5\n", []),
        ("id,price\ncake,4\n", [("price: 3 # cheap", "price: 4 # cheap")]),
        ("id,name.en\ncake,Cakes\n", [("en: Cake stall", "en: Cakes")]),
        ("id,name\ncake,Cakes\n", [("en: Cake stall", "en: Cakes")]),
        ("id,name.en\ndarts,Dart\n", [("name: Darts", "name: {en: Dart, fr: Darts}")]),
        ("id,note\ncake,Short\n", [("note: >-\n    A long\n    note.", "note: Short")]),
        ('id,note\ncake,"A\n\nB"\n', [("note: >-\n    A long\n    note.", "note: |-\n    A\n\n    B")]),
        ("id,note\ncake,\n", [("  note: >-\n    A long\n    note.\n", "")]),
        ("id,note\ndarts,New\n", [("price:   5\n", "price:   5\n  note: New\n")]),
        ("id,wares\ncake,\"pie, tea\"\n", [("[pie, cake] # sweet", "[pie, tea] # sweet")]),
        ("id,wares\ncake,\"pie, tea, cake\"\n", [("[pie, cake] # sweet", "[pie, tea, cake] # sweet")]),
        ("id,wares\ndarts,pie\n", [("price:   5\n", "price:   5\n  wares: [pie]\n")]),
        ("id,prizes.0.coins\ncake,7\n", [("coins: 2 # two", "coins: 7 # two")]),
        ("id,prizes.0.coins,prizes.0.dolls\ncake,,7\n", [("- coins: 2", "- dolls: 7")]),
        ("id,prizes.1.dolls\ncake,\n", [("    - dolls: +1\n", "")]),
        ("id,prizes.2.dolls\ncake,-1\n", [("    - dolls: +1\n", "    - dolls: +1\n    - dolls: -1\n")]),
        ("id,price\nflow,9\n", [("price: 1,", "price: 9,")]),
        ("id,note,crate.label\nflow,hi,Top\n", [("price: 1, crate: {height: 2}}", "price: 1, crate: {height: 2, label: Top}, note: hi}")]),
        ("id,open,weight\ndarts,yes,1.50\n", [("price:   5\n", "price:   5\n  weight: 1.50\n  open: true\n")]),
        ("id,price,copies\ncake,4,2\ndarts,5,\n", [("price: 3", "price: 4")]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_only_what_differs_is_changed(
    sheet: str, changes: list[tuple[str, str]], newline: str, project: Project
) -> None:
    project.write("stalls.yaml", OLD.replace("\n", newline))
    project.write("in/a.csv", sheet)
    result = project.pnp("import", "in/a.csv", "--kind", "stalls", "--update")
    assert result.exit_code == 0, result.stderr
    wanted = OLD
    for before, after in changes:
        assert before in wanted
        wanted = wanted.replace(before, after, 1)
    assert project.path("stalls.yaml").read_bytes().decode() == wanted.replace("\n", newline)


def test_new_rows_are_added_at_the_end_and_others_stay(project: Project) -> None:
    project.write("stalls.yaml", OLD)
    project.write("in/a.csv", "id,name.en,name.fr,price\ncake,,,3\nnew,New,,1\n")
    result = project.pnp("import", "in/a.csv", "--kind", "stalls", "--update")
    assert result.exit_code == 1  # empty cells take the name away, and a name is required
    project.write("in/a.csv", "id,name.en,price\ncake,Cake stall,3\nnew,New,1\n,Another,2\n")
    result = project.pnp("import", "in/a.csv", "--kind", "stalls", "--update")
    assert result.stdout == "data/fair/stalls.yaml: 2 added, 0 changed, 1 the same\n"
    new = "\n- id: new\n  name: {en: New}\n  price: 1\n\n- id: another\n  name: {en: Another}\n  price: 2\n"
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == OLD + new


def test_a_comment_that_would_be_lost_stops_the_import(project: Project) -> None:
    project.write("stalls.yaml", OLD.replace("crate: {height: 2}", "crate: {height: 2, # why\n    label: x}"))
    project.write("in/a.csv", "id,note\nflow,hi\n")
    result = project.pnp("import", "in/a.csv", "--kind", "stalls", "--update")
    assert result.exit_code == 2
    assert "data/fair/stalls.yaml:22: flow cannot be changed: a comment is in" in result.stderr


def test_mistakes_that_the_file_has_already_are_not_the_sheets(project: Project) -> None:
    project.write("stalls.yaml", OLD.replace("price:   5", "price: five"))
    project.write("in/a.csv", "id,note\ndarts,hi\n")
    assert project.pnp("import", "in/a.csv", "--kind", "stalls", "--update").exit_code == 0


@each(
    "ids, gone",
    [
        ("darts flow", OLD[OLD.index("- id: cake") : OLD.index("- id: darts")]),
        ("cake flow", OLD[OLD.index("- id: darts") : OLD.index("# ---- people")]),
        ("cake darts", OLD[OLD.index("- {id: flow") : OLD.index("# the end")]),
        ("flow", OLD[OLD.index("- id: cake") : OLD.index("# ---- people")]),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_items_that_are_not_in_the_sheet_are_removed_where_that_is_wanted(
    ids: str, gone: str, newline: str, project: Project
) -> None:
    project.write("stalls.yaml", OLD.replace("\n", newline))
    project.write("in/a.csv", "id\n" + ids.replace(" ", "\n"))
    removed = [name for name in ("cake", "darts", "flow") if name not in ids]
    kept = project.pnp("import", "in/a.csv", "--kind", "stalls", "--update")
    some = "1 item is" if len(removed) == 1 else "2 items are"
    assert f"{some} not in the sheet: {', '.join(removed)}; the same with --prune removes" in kept.stderr
    assert project.path("stalls.yaml").read_bytes().decode() == OLD.replace("\n", newline)
    result = project.pnp("import", "in/a.csv", "--kind", "stalls", "--prune")
    assert result.exit_code == 0, result.stderr
    assert f"{some} not in the sheet: {', '.join(removed)}; removed" in result.stderr
    assert result.stdout.endswith(f", {len(removed)} removed\n")
    assert project.path("stalls.yaml").read_bytes().decode() == OLD.replace(gone, "").replace("\n", newline)


def test_the_last_item_goes_with_the_blank_line_before_it(project: Project) -> None:
    project.write("stalls.yaml", "- {id: a, name: A, price: 1}\n\n- {id: b, name: B, price: 1}\n")
    project.write("in/a.csv", "id\na\n")
    assert project.pnp("import", "in/a.csv", "--kind", "stalls", "--prune").exit_code == 0
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == "- {id: a, name: A, price: 1}\n"


@pytest.mark.parametrize(
    "file, sheet, reason",
    [
        (OLD, "id,name\n", "every item of"),
        ("[{id: a, name: A, price: 1}, {id: b, name: B, price: 1}]\n", "id\na\n", "cannot be changed in place"),
        (
            "- {id: a, name: A, price: 1}\n- {id: a, name: B, price: 1}\n- {id: b, name: B, price: 1}\n",
            "id\nb\n",
            "a would",
        ),
    ],
)
def test_what_cannot_be_removed_stays(file: str, sheet: str, reason: str, project: Project) -> None:
    project.write("stalls.yaml", file)
    project.write("in/a.csv", sheet)
    result = project.pnp("import", "in/a.csv", "--kind", "stalls", "--prune")
    assert result.exit_code == 2
    assert reason in result.stderr
    assert project.path("stalls.yaml").read_text(encoding="utf-8") == file


FOUR = "".join(
    f"- {{id: {name}, name: {name.upper()}, price: {price}}}\n" for name, price in zip("abcd", "1234", strict=True)
)


@pytest.mark.parametrize(
    "sheet, renamed",
    [
        ("a,A,1 b,B,2 c,C,3 e,D,9", "d to e"),  # one appears as one vanishes
        ("a,A,1 b,B,2 e,E,4", ""),  # c or d?
        ("a,A,1 e,E,3 f,F,4", ""),
        ("a,A,1 b,B,2 c,C,3", ""),
    ],
)
def test_a_row_that_appears_as_an_item_vanishes_may_be_renamed(sheet: str, renamed: str, project: Project) -> None:
    project.write("stalls.yaml", FOUR)
    project.write("in/a.csv", "id,name,price\n" + sheet.replace(" ", "\n"))
    result = project.pnp("import", "in/a.csv", "--kind", "stalls", "--update")
    assert result.exit_code == 0, result.stderr
    assert result.stderr.endswith(f"; renamed? {renamed}\n") is bool(renamed)
    assert ("renamed" in result.stderr) is bool(renamed)

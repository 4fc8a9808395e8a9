"""Items: their ids, their keys, their copies, what they refer to; and files that hold something else."""

from pathlib import Path

import pytest
from each import each
from readings import Read, reading

from generator.model.items import MAX_COPIES
from generator.model.load import load_game
from generator.model.values import MAX_SUGGESTIONS, nearest

TITLE = "{title: {type: text, required: true}}"


def test_items_without_a_mistake_are_read_in_their_order(read: Read) -> None:
    found = read(TITLE, "- {id: b, title: x}\n- {id: a, title: y, copies: 3, art: z}\n")
    assert found.places == []
    assert [(item.id, item.copies, item.fields["art"]) for item in found.items] == [("b", 1, None), ("a", 3, "z")]
    assert (found.items[1].where("title").line, found.items[1].where("title").column) == (2, 18)


@each("identifier", ["a", "a-1", "007", "no", "null-card", "-", '"x"', "'1'"])
def test_an_id_is_made_of_lower_case_letters_digits_and_hyphens(read: Read, identifier: str) -> None:
    found = read(TITLE, f"- {{id: {identifier}, title: x}}\n")
    assert found.places == []
    assert found.items[0].id == identifier.strip("\"'")


@each(
    ("identifier", "hint"),
    [
        ("Sweet Downpour!", "write sweet-downpour"),
        ("a_b", "write a-b"),
        ("é", "write e"),
        ("bärlauch", "write barlauch"),
        ('"?!"', ""),
        ('""', ""),
        ("../../x", "write x"),
        ('"a\\n"', "write a"),
        ("“x”", "write x"),
        ("x" * 500 + "Y", "write " + "x" * 60),
    ],
)
def test_any_other_id_is_named_with_one_that_would_do(read: Read, identifier: str, hint: str) -> None:
    found = read(TITLE, f"- id: {identifier}\n  title: x\n")
    assert found.places == [(1, 7, "bad-id")]
    assert found.hints == [hint]
    assert len(found.messages[0]) < 120


def test_an_id_that_stands_twice_names_both_lines_at_the_second(read: Read) -> None:
    found = read(TITLE, "- {id: a, title: x}\n- {id: b, title: y}\n- {title: z, id: a}\n- {id: a, title: w}\n")
    assert found.places == [(3, 18, "duplicate-id"), (4, 8, "duplicate-id")]
    assert found.messages == ["the id a is repeated here; it is first at line 1"] * 2


def test_an_id_that_is_missing_or_a_list_is_no_fault_of_other_items(read: Read) -> None:
    found = read(TITLE, "- title: x\n- {id: [a], title: y}\n- {id: ~, title: z}\n- {id: b, title: w}\n")
    assert found.places == [(1, 3, "missing-field"), (2, 8, "wrong-type"), (3, 3, "missing-field")]
    assert [item.broken for item in found.items] == [True, True, True, False]


def test_two_kinds_may_have_items_of_one_id(tmp_path: Path) -> None:
    kinds = "kinds: {a: {title: A, fields: {n: {type: whole}}}, b: {title: B, fields: {n: {type: whole}}}}"
    (tmp_path / "game.yaml").write_text(f"name: G\n{kinds}\n")
    for kind in ("a", "b"):
        (tmp_path / f"{kind}.yaml").write_text("- id: x\n")
    assert reading(tmp_path).places == []


@each(
    ("key", "hint"),
    [
        ("titel", "did you mean title?"),
        ("Title", "did you mean title?"),
        ("TITLE", "did you mean title?"),
        ("copis", "did you mean copies?"),
        ("zzz", "known: title, id, copies, art, waive"),
        ("<<", "known: title, id, copies, art, waive"),
        ("__class__", "known: title, id, copies, art, waive"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest_known_one(read: Read, key: str, hint: str) -> None:
    found = read(TITLE, f"- id: a\n  title: x\n  {key}: y\n")
    assert found.places == [(3, 3, "unknown-field")]
    assert found.messages == [f"{key!r} is not a field here"]
    assert found.hints == [hint]


def test_a_misspelt_field_that_is_required_is_reported_as_both(read: Read) -> None:
    found = read(TITLE, "- id: a\n  titel: x\n")
    assert found.places == [(1, 3, "missing-field"), (2, 3, "unknown-field")]


def test_a_text_lost_to_a_comment_is_told_how_to_keep_it(read: Read) -> None:
    found = read(TITLE, "- id: a\n  title: # 1 fan\n")
    assert found.places == [(1, 3, "missing-field")]
    assert found.hints == ["write what title is; a text that starts with # needs quotes"]


def test_a_text_that_begins_with_a_hash_is_reported_and_not_lost(read: Read) -> None:
    found = read(TITLE, "- id: a\n  title: #1 fan\n")
    assert found.places == [(2, 10, "yaml-syntax")]
    assert found.hints == ["put the text in quotes, or write a space after the # of a comment"]


@each("line", ["title: '#1 fan'", "title: a # fan", "title: a #1 fan", "title: |\n    fan: #1"])
def test_a_hash_in_a_text_or_behind_it_is_not_reported(read: Read, line: str) -> None:
    assert read(TITLE, f"- id: a\n  {line}\n").places == []


@each(("copies", "count"), [("0", 0), ("1", 1), ("+2", 2), ("999", 999), ("", 1), ("~", 1)])
def test_copies_are_a_number_and_one_if_not_written(read: Read, copies: str, count: int) -> None:
    found = read(TITLE, f"- id: a\n  title: x\n  copies: {copies}\n")
    assert found.places == []
    assert found.items[0].copies == count


@each("copies", ["-1", "2.5", '"3x"', "3x", "1000", "1000000", "[2]", "{n: 2}", "yes", '"2"'])
def test_copies_that_cannot_be_printed_are_an_error_at_their_place(read: Read, copies: str) -> None:
    found = read(TITLE, f"- id: a\n  title: x\n  copies: {copies}\n")
    rule = "number-range" if copies.lstrip("-").isdigit() else "wrong-type"
    assert found.places == [(3, 11, rule)]
    assert found.items[0].copies == 1


def test_no_item_is_printed_more_often_than_a_thousand_times(read: Read) -> None:
    assert read(TITLE, f"- {{id: a, title: x, copies: {MAX_COPIES}}}\n").places == []


def test_a_waiver_has_a_reason(read: Read) -> None:
    found = read(TITLE, "- id: a\n  title: x\n  waive: {some-rule: it is meant, other: }\n")
    assert found.places == [(3, 35, "missing-field")]
    assert list(found.items[0].waive) == ["some-rule"]
    kept = read(TITLE, "- {id: a, title: x, waive: {some-rule: it is meant}}\n")
    assert {rule: str(reason) for rule, reason in kept.items[0].waive.items()} == {"some-rule": "it is meant"}


@pytest.mark.parametrize("waive", ["[some-rule]", "some-rule"])
def test_waivers_are_a_mapping(read: Read, waive: str) -> None:
    assert read(TITLE, f"- {{id: a, title: x, waive: {waive}}}\n").places == [(1, 28, "wrong-type")]


@each(
    ("text", "places"),
    [
        ("", []),
        ("[]\n", []),
        ("# nothing yet\n", []),
        ("id: a\ntitle: x\n", [(1, 1, "wrong-type")]),
        ("items:\n  - id: a\n", [(1, 1, "wrong-type")]),
        ("hello\n", [(1, 1, "wrong-type")]),
        (
            "- hello\n- [a]\n-\n- 3\n",
            [(1, 3, "wrong-type"), (2, 3, "wrong-type"), (3, 2, "wrong-type"), (4, 3, "wrong-type")],
        ),
        ('[{"id": "a", "title": "x"}]', []),
    ],
)
def test_a_file_of_items_is_a_list_of_mappings(read: Read, text: str, places: list[tuple[int, int, str]]) -> None:
    assert read(TITLE, text).places == places


def two_kinds(folder: Path, items: str) -> Path:
    (folder / "game.yaml").write_text(
        "name: G\nkinds:\n"
        "  cards: {title: C, fields: {next: {type: reference, to: cards}, maker: {type: reference, to: makers}}}\n"
        "  makers: {title: M, fields: {name: {type: text}}}\n"
    )
    (folder / "cards.yaml").write_text(items)
    (folder / "makers.yaml").write_text("- id: ann\n- id: bob\n")
    return folder


def test_a_reference_names_an_item_that_is_there_be_it_further_down(tmp_path: Path) -> None:
    assert reading(two_kinds(tmp_path, "- {id: a, next: b, maker: ann}\n- {id: b, next: ~}\n")).places == []


def test_a_reference_to_nothing_is_named_at_its_value(tmp_path: Path) -> None:
    found = reading(two_kinds(tmp_path, "- id: a\n  next: b\n  maker: anne\n- id: c\n  maker: [ann]\n"))
    assert found.places == [(2, 9, "unknown-reference"), (3, 10, "unknown-reference"), (5, 10, "wrong-type")]
    assert found.messages[1] == "'anne' is not an item of makers"
    assert found.hints[1] == "did you mean ann?"


def test_another_file_is_read_in_a_kinds_place_with_the_rest_of_the_game(tmp_path: Path) -> None:
    folder = two_kinds(tmp_path, "- id: a\n")
    other = tmp_path / "elsewhere.yaml"
    other.write_text("- {id: z, maker: bob, next: a}\n- {id: y, maker: bob, next: nobody}\n")
    game, problems = load_game(folder, "G", {"cards": (other, "other.yaml")})
    assert [item.id for item in game.kinds["cards"].items] == ["z", "y"]
    wrong = [(p.file, p.line, p.column, p.rule) for p in problems if p.level == "error"]
    assert wrong == [("other.yaml", 2, 29, "unknown-reference")]


def test_an_edited_copy_of_a_kinds_own_file_knows_only_what_it_holds(tmp_path: Path) -> None:
    folder = two_kinds(tmp_path, "- id: a\n")
    (tmp_path / "drafts").mkdir()
    copy = tmp_path / "drafts" / "cards.yaml"
    copy.write_text("- {id: z, maker: bob, next: a}\n")
    _, problems = load_game(folder, "G", {"cards": (copy, "copy.yaml")})
    assert [(p.line, p.column, p.rule) for p in problems if p.level == "error"] == [(1, 29, "unknown-reference")]


def test_a_waiver_says_why(tmp_path: Path) -> None:
    folder = two_kinds(tmp_path, "- {id: a, waive: {some-rule: '', other: because}}\n")
    game, problems = load_game(folder, "G")
    assert [(p.line, p.column, p.rule) for p in problems if p.level == "error"] == [(1, 30, "missing-field")]
    assert list(game.kinds["cards"].items[0].waive) == ["other"]


def test_a_file_that_no_kind_reads_is_a_warning_with_the_nearest_name(tmp_path: Path) -> None:
    folder = two_kinds(tmp_path, "- id: a\n")
    (folder / "makrs.yaml").write_text("")
    (folder / "notes.txt").write_text("")
    (folder / "forge.yaml").write_text("")
    _, (problem,) = load_game(folder, "G")
    assert (problem.file, problem.level, problem.rule, problem.hint) == (
        "G/makrs.yaml",
        "warning",
        "unknown-file",
        "did you mean makers.yaml?",
    )


def test_a_kind_without_a_file_is_a_warning_at_the_kind(tmp_path: Path) -> None:
    folder = two_kinds(tmp_path, "- id: a\n")
    (folder / "makers.yaml").unlink()
    _, (problem,) = load_game(folder, "G")
    assert (problem.file, problem.line, problem.column, problem.level) == ("G/game.yaml", 4, 3, "warning")
    assert problem.message == "there is no file makers.yaml: makers have no items"


def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (data / "g").mkdir(parents=True)
    folder = two_kinds(data / "g", "- id: a\n")
    (tmp_path / "secret.yaml").write_text("- {id: secret}\n")
    (folder / "cards.yaml").unlink()
    (folder / "cards.yaml").symlink_to("../../secret.yaml")
    found = reading(folder)
    assert found.messages == ["the file is a link that leads out of the project"]
    assert found.items == []


def test_ten_thousand_mistakes_are_all_reported_and_the_first_have_a_suggestion(read: Read) -> None:
    found = read(TITLE, "".join(f"- {{id: a{number}, title: x, titl: y}}\n" for number in range(10_000)))
    assert len(found.places) == 10_000
    assert found.hints[0] == "did you mean title?"
    assert found.hints[MAX_SUGGESTIONS] == ""


def test_a_hint_names_the_nearest_word_or_what_there_is() -> None:
    assert nearest("Effcts", ["effects", "title"]) == "did you mean effects?"
    assert nearest("zzz", ["a", "b"]) == "known: a, b"
    assert nearest("zzz", []) == ""
    assert nearest("zzz", ["a", "", "b"]) == "known: a, b"  # an item may lack its id
    assert nearest("zzz", [f"w{number}" for number in range(20)]).endswith("w18, w19")
    names = [f"w{number}" for number in range(100)]
    assert nearest("zzz", names) == "100 are known, such as w0, w1, w2"
    halls = [f"the-{name}-of-the-hall" for name in names]
    assert (
        nearest("w9", [*names[:9], *halls])
        == "109 are known, such as the-w9-of-the-hall, the-w90-of-the-hall, the-w91-of-the-hall"
    )
    assert nearest("fog", [*names, "fog-over-the-harbour"]) == "did you mean fog-over-the-harbour?"

"""Items: their ids, their keys, their copies, what they refer to; and files that hold something else."""

from pathlib import Path

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


def test_no_item_is_printed_more_often_than_a_thousand_times(read: Read) -> None:
    assert read(TITLE, f"- {{id: a, title: x, copies: {MAX_COPIES}}}\n").places == []


def test_a_waiver_has_a_reason(read: Read) -> None:
    found = read(TITLE, "- id: a\n  title: x\n  waive: {some-rule: it is meant, other: }\n")
    assert found.places == [(3, 35, "missing-field")]
    assert list(found.items[0].waive) == ["some-rule"]
    kept = read(TITLE, "- {id: a, title: x, waive: {some-rule: it is meant}}\n")
    assert {rule: str(reason) for rule, reason in kept.items[0].waive.items()} == {"some-rule": "it is meant"}


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

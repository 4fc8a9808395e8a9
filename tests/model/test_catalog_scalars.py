"""What a scalar means, its field decides, not its looks."""

from hypothesis import given, settings
from hypothesis import strategies as st
from readings import Read

from generator.model.fields import ListField, NumberField, ReadContext, StringField, TextField
from generator.model.fields.field import MAX_MEMBERS, MAX_TEXT
from generator.model.values import LocalizedText, ProblemLog, Record
from generator.read.reader import read_text
from generator.read.tree import Mapping


def test_a_number_may_have_a_fraction_and_a_whole_one_may_not(read: Read) -> None:
    found = read("{n: {type: number}, w: {type: whole}}", "- {id: a, n: -1.25, w: 1.5}\n")
    assert found.items[0].fields["n"] == -1.25
    assert found.places == [(1, 24, "wrong-type")]
    assert found.messages == ["a whole number is wanted here, not '1.5'"]


def test_a_word_may_stand_in_a_numbers_place_where_the_field_says_so(read: Read) -> None:
    found = read("{n: {type: whole, words: [X, inf]}}", "- {id: a, n: X}\n- {id: b, n: inf}\n- {id: c, n: x}\n")
    assert [item.fields["n"] for item in found.items] == ["X", "inf", None]
    assert found.places == [(3, 14, "wrong-type")]
    assert found.messages == ["a whole number or X or inf is wanted here, not 'x'"]


def test_a_choice_is_one_of_its_words_as_they_are_written(read: Read) -> None:
    found = read(
        '{c: {type: choice, of: [up, "1", 1r, no]}}',
        "- {id: a, c: up}\n- {id: b, c: 1}\n- {id: c, c: no}\n- {id: d, c: Up}\n",
    )
    assert [item.fields["c"] for item in found.items] == ["up", "1", "no", None]
    assert found.places == [(4, 14, "not-one-of")]
    assert found.messages == ["'Up' is none of up, 1, 1r, no"]
    assert found.hints == ["did you mean up?"]


def test_a_missing_translation_is_a_warning_and_breaks_no_item(read: Read) -> None:
    found = read("{t: {type: text}}", "- {id: a, t: {en: x}}\n")
    assert not found.items[0].broken
    assert found.items[0].fields["t"].in_language("fr", "en") == "x"


def test_a_block_of_text_loses_the_line_break_that_yaml_ends_it_with(read: Read) -> None:
    found = read("{t: {type: text}}", "- id: a\n  t: |\n    one\n    two\n- id: b\n  t: >\n    one\n    two\n")
    assert [str(item.fields["t"]) for item in found.items] == ["one\ntwo", "one two"]


def test_a_text_longer_than_any_component_is_refused_at_its_place(read: Read) -> None:
    fields = "{t: {type: text}, s: {type: string}}"
    found = read(
        fields, f"- id: a\n  t: {'x' * (MAX_TEXT + 1)}\n  s: {'y' * (MAX_TEXT + 1)}\n- id: b\n  t: {'x' * MAX_TEXT}\n"
    )
    assert found.places == [(2, 6, "text-overflow"), (3, 6, "text-overflow")]
    assert all(len(message) < 100 for message in found.messages)


def test_a_list_with_too_many_members_is_refused_at_the_first_of_them(read: Read) -> None:
    found = read("{l: {type: list}}", f"- id: a\n  l: [{'x,' * (MAX_MEMBERS + 1)}]\n")
    assert found.places == [(2, 7 + 2 * MAX_MEMBERS, "number-range")]


def test_an_absent_list_is_an_empty_one_and_an_empty_line_in_it_is_a_mistake(read: Read) -> None:
    found = read("{l: {type: list}}", "- id: a\n- id: b\n  l:\n    - x\n    -\n    - y\n")
    assert [item.fields["l"] for item in found.items] == [[], ["x", None, "y"]]  # each in its place
    assert found.places == [(5, 6, "wrong-type")]


ONE_OF = "{e: {type: list, of: {type: one-of, keys: {coins: {type: whole}, dolls: {type: whole}}}}}"


def test_a_member_is_read_with_its_key_and_value(read: Read) -> None:
    found = read(ONE_OF, "- id: a\n  e: [coins: +2, dolls: -1]\n")
    assert found.items[0].fields["e"] == [Record({"key": "coins", "value": 2}), Record({"key": "dolls", "value": -1})]


def test_a_record_has_its_own_fields(read: Read) -> None:
    fields = "{r: {type: record, fields: {height: {type: whole, required: true}, label: {type: text}}}}"
    found = read(fields, "- {id: a, r: {height: 3}}\n- {id: b, r: {hieght: 3}}\n- {id: c, r: 3}\n")
    assert found.items[0].fields["r"].height == 3
    assert found.items[0].fields["r"].label is None
    assert found.places == [(2, 14, "missing-field"), (2, 15, "unknown-field"), (3, 14, "wrong-type")]
    assert found.hints[1] == "did you mean height?"


def test_a_default_stands_for_an_absent_value_and_not_for_a_wrong_one(read: Read) -> None:
    found = read("{n: {type: whole, default: 4}}", "- id: a\n- {id: b, n: ~}\n- {id: c, n: 5}\n- {id: d, n: x}\n")
    assert [item.fields["n"] for item in found.items] == [4, 4, 5, None]


def context() -> ReadContext:
    return ReadContext(ProblemLog("f"), ("en", "fr"))


@settings(max_examples=200, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=30))
def test_any_value_is_read_or_reported_by_every_field(text: str) -> None:
    root, _ = read_text(f"a: {text}\n", "f")
    if not isinstance(root, Mapping):
        return
    value = root.values.get("a", root)
    for field in (TextField(), StringField(), NumberField(), NumberField(whole=False), ListField()):
        where = context()
        read = field.read(value, where)
        assert (read is None) == any(problem.level == "error" for problem in where.report.problems)


@settings(max_examples=100, deadline=None)
@given(st.integers(-(10**11), 10**11))
def test_every_whole_number_is_read_as_itself(number: int) -> None:
    for written in (str(number), f"{number:+d}"):
        root, _ = read_text(written, "f")
        assert root is not None
        assert NumberField().read(root, context()) == number


def test_texts_are_alike_where_all_their_languages_are() -> None:
    assert LocalizedText({"en": "a", "fr": "b"}) == LocalizedText({"fr": "b", "en": "a"})
    assert LocalizedText({"": "a"}) == "a"
    assert LocalizedText({"en": "a"}) != LocalizedText({"en": "b"})
    assert not LocalizedText({"": ""})
    assert LocalizedText({"de": "x"}).in_language("fr", "en") == "x"

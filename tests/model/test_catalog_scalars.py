"""What a scalar means, its field decides, not its looks."""

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from readings import Read

from generator.model.fields import MAX_MEMBERS, MAX_TEXT, ListField, NumberField, ReadContext, StringField, TextField
from generator.model.values import LocalizedText, ProblemLog, Record
from generator.read.reader import read_text
from generator.read.tree import Mapping

TITLES = [
    "007",
    "no",
    "on",
    "Yes",
    "12:30",
    "1_000",
    "1.10",
    "2024-01-02",
    "=",
    "1e3",
    "0x1F",
    "010",
    "true",
    ".inf",
    "<<",
    "-",
    "+1",
    "Null",
    "NULL",
]


@each("title", TITLES)
@each("quote", ["", '"', "'"])
def test_where_text_is_wanted_any_scalar_stands_as_it_was_written(read: Read, title: str, quote: str) -> None:
    found = read(
        "{title: {type: text, required: true}, code: {type: string}}",
        f"- {{id: a, title: {quote}{title}{quote}, code: {title}}}\n",
    )
    assert found.places == []
    assert found.items[0].fields["title"].in_language("en", "en") == title
    assert found.items[0].fields["code"] == title


@pytest.mark.parametrize("absent", ["~", "null", ""])
def test_an_absent_text_is_missing_where_it_is_required_and_none_elsewhere(read: Read, absent: str) -> None:
    found = read(
        "{title: {type: text, required: true}, note: {type: text}}", f"- id: a\n  title: {absent}\n  note: {absent}\n"
    )
    assert found.places == [(1, 3, "missing-field")]
    assert found.messages == ["title is missing"]
    assert found.items[0].fields["note"] is None


@pytest.mark.parametrize("quoted", ['""', "''", '"~"', '"null"'])
def test_a_quoted_text_is_there_even_if_it_is_empty(read: Read, quoted: str) -> None:
    found = read("{title: {type: text, required: true}}", f"- {{id: a, title: {quoted}}}\n")
    assert found.places == []
    assert str(found.items[0].fields["title"]) == quoted[1:-1]


@each(
    ("written", "value"),
    [
        ("12", 12),
        ("+3", 3),
        ("-2", -2),
        ("0", 0),
        ("+0", 0),
        ("-0", 0),
        ("999999999999", 999999999999),
        ("3 # three", 3),
    ],
)
def test_a_plain_decimal_is_a_whole_number(read: Read, written: str, value: int) -> None:
    found = read("{n: {type: whole, required: true}}", f"- id: a\n  n: {written}\n")
    assert found.places == []
    assert found.items[0].fields["n"] == value
    assert isinstance(found.items[0].fields["n"], int)


NO_NUMBERS = [
    "010",
    "0x1F",
    "0o7",
    "1_000",
    "1:30",
    "yes",
    "true",
    '"3"',
    "'3'",
    "1e3",
    ".5",
    "5.",
    "--3",
    "+",
    "+ 3",
    "3x",
    "1,5",
    "−2",
    "٣",
    "３",
    "1/2",
    ".inf",
    ".nan",
    "1 000",
    "1\u00a0000",
    "1000000000000",
    "[1]",
    "{a: 1}",
    "+-1",
]


@each("written", NO_NUMBERS)
@each("sort", ["whole", "number"])
def test_anything_but_a_plain_decimal_is_no_number(read: Read, written: str, sort: str) -> None:
    found = read(f"{{n: {{type: {sort}, required: true}}}}", f"- id: a\n  n: {written}\n")
    assert found.places == [(2, 6, "wrong-type")]
    assert found.items[0].broken
    assert found.hints[0] or written in ("[1]", "{a: 1}")


def test_a_number_may_have_a_fraction_and_a_whole_one_may_not(read: Read) -> None:
    found = read("{n: {type: number}, w: {type: whole}}", "- {id: a, n: -1.25, w: 1.5}\n")
    assert found.items[0].fields["n"] == -1.25
    assert found.places == [(1, 24, "wrong-type")]
    assert found.messages == ["a whole number is wanted here, not '1.5'"]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ('"3"', "write it without quotes: 3"),
        ('"three"', "write a number"),
        ("010", "write it as a plain decimal, such as 12, +3 or -2"),
        ("yes", "write it as a plain decimal, such as 12, +3 or -2"),
        ("2.4", "round it to 2"),
    ],
)
def test_a_hint_says_what_to_write_in_place_of_what_is_no_number(read: Read, written: str, hint: str) -> None:
    assert read("{n: {type: whole}}", f"- {{id: a, n: {written}}}\n").hints == [hint]


def test_a_word_may_stand_in_a_numbers_place_where_the_field_says_so(read: Read) -> None:
    found = read("{n: {type: whole, words: [X, inf]}}", "- {id: a, n: X}\n- {id: b, n: inf}\n- {id: c, n: x}\n")
    assert [item.fields["n"] for item in found.items] == ["X", "inf", None]
    assert found.places == [(3, 14, "wrong-type")]
    assert found.messages == ["a whole number or X or inf is wanted here, not 'x'"]


@pytest.mark.parametrize(("written", "value"), [("true", True), ("false", False)])
def test_true_and_false_are_flags(read: Read, written: str, value: bool) -> None:
    found = read("{f: {type: flag}}", f"- {{id: a, f: {written}}}\n")
    assert (found.places, found.items[0].fields["f"]) == ([], value)


@each("written", ["yes", "no", "True", "TRUE", "on", "1", '"true"', "[true]", "maybe"])
def test_nothing_else_is_a_flag(read: Read, written: str) -> None:
    found = read("{f: {type: flag}}", f"- {{id: a, f: {written}}}\n")
    assert found.places == [(1, 14, "wrong-type")]
    assert found.hints == ["write true or false, without quotes"]


def test_a_choice_is_one_of_its_words_as_they_are_written(read: Read) -> None:
    found = read(
        '{c: {type: choice, of: [up, "1", 1r, no]}}',
        "- {id: a, c: up}\n- {id: b, c: 1}\n- {id: c, c: no}\n- {id: d, c: Up}\n",
    )
    assert [item.fields["c"] for item in found.items] == ["up", "1", "no", None]
    assert found.places == [(4, 14, "not-one-of")]
    assert found.messages == ["'Up' is none of up, 1, 1r, no"]
    assert found.hints == ["did you mean up?"]


@each(
    ("written", "column", "rule", "says"),
    [
        ("[a, b]", 13, "wrong-type", "a text, or one text per language, is wanted here, not a list"),
        ("{en: a, de: b}", 21, "unknown-field", "'de' is not a language of this game"),
        ("{en: [a], fr: b}", 18, "wrong-type", "a text is wanted here, not a list"),
        ("{en: {x: y}, fr: b}", 18, "wrong-type", "a text is wanted here, not a mapping"),
        ("{}", 13, "missing-field", "no text in any language"),
        ("{en: ~, fr: ~}", 13, "missing-field", "no text in any language"),
        ("{en: a}", 13, "missing-translation", "no text in 'fr'"),
        ("{fr: a}", 13, "missing-translation", "no text in 'en'"),
        ("{en: a, fr: }", 13, "missing-translation", "no text in 'fr'"),
    ],
)
def test_a_text_in_several_languages_is_reported_once_what_is_wrong(
    read: Read, written: str, column: int, rule: str, says: str
) -> None:
    found = read("{t: {type: text}}", f"- {{id: a, t: {written}}}\n")
    assert found.places == [(1, column + 1, rule)]
    assert found.messages == [says]


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


@each(
    ("member", "column", "rule", "says"),
    [
        ("coins: +2\n      dolls: 1", 7, "wrong-type", "'dolls' is next to 'coins'; only one of them is allowed"),
        ("coin: +2", 7, "unknown-field", "'coin' is not known here"),
        ("coins:", 7, "missing-field", "coins has no value"),
        ("coins: x", 14, "wrong-type", "a whole number is wanted here, not 'x'"),
        ("coins +2", 7, "wrong-type", "one of coins, dolls with its value is wanted here, not 'coins +2'"),
        ("{}", 7, "wrong-type", "one of coins, dolls with its value is wanted here, not a mapping"),
    ],
)
def test_a_member_is_one_key_with_its_value(read: Read, member: str, column: int, rule: str, says: str) -> None:
    found = read(ONE_OF, f"- id: a\n  e:\n    - {member}\n")
    line = 4 if "next to" in says else 3
    assert found.places == [(line, column, rule)]
    assert found.messages == [says]


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

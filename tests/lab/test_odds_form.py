"""Questions as forms: whatever can be typed can be clicked together."""

import pytest
from each import each

from generator.lab.ask import all_questions
from generator.lab.question import (
    Answer,
    BadQuestion,
    Question,
    Value,
    ValueShape,
    counts,
    given_of,
    one_of,
    parts_of,
    several,
    sorts,
    whole,
)

QUESTIONS = all_questions()


@each("name", QUESTIONS)
def test_every_value_of_every_question_says_what_it_is_made_of(name: str) -> None:
    for wanted in QUESTIONS[name].values.values():
        shape = wanted.shape
        assert shape.sort != "word" or shape.words
        assert shape.sort not in ("together", "counts", "lists") or shape.parts
        assert shape.sort != "number" or shape.low < shape.high


VALUES = {
    "cards": Value("9,6", "named", several(9)),
    "hand": Value("red:1,blue:0", "counted", counts(("red", "blue"), 9)),
    "side": Value("red:7,2", "by sort", sorts(("red", "blue"), 9), made_of=ValueShape("lists", 1, 9, ("held",), ("red", "blue"))),
    "line": Value("1,2,3", "together", made_of=ValueShape("together", 0, 9, parts=("a", "b", "c"))),
    "zero": Value("yes|no", "a word", one_of("yes", "no")),
    "most": Value("N", "a number", whole(0, 5)),
}  # fmt: skip
HAND = Question("hand", "A question about a hand.", VALUES, lambda values, shelf: Answer({}, []))


@each(
    "query, word",
    [
        ({"cards": " 9,6 "}, "cards=9,6"),
        ({"hand.red": "2", "hand.blue": ""}, "hand=red:2"),
        ({"hand.red": "2", "hand.blue": "1"}, "hand=red:2,blue:1"),
        ({"side.red": "7,2", "side.blue": "6"}, "side=red:7,2;blue:6"),
        ({"side.red": "2", "side.blue": "3", "side.how": "held"}, "side=held:red:2,blue:3"),
        ({"line.a": "1", "line.c": "3"}, "line=1,0,3"),
        ({"zero": "yes"}, "zero=yes"),
        ({"most": "0"}, "most=0"),
    ],
)
def test_fields_become_the_words_that_are_typed_and_back(query: dict[str, str], word: str) -> None:
    assert given_of(HAND, query) == [word]
    name, _, whole_value = word.partition("=")
    parts = parts_of(VALUES[name], name, {name: whole_value})
    again = {f"{name}.{part}": text for part, text in parts.items()} or {name: whole_value}
    assert given_of(HAND, again) == [word]


def test_an_empty_form_asks_nothing() -> None:
    assert given_of(HAND, {"cards": "", "hand.red": " ", "side.how": "held", "other": "1"}) == []


def test_readers_still_refuse_what_they_cannot_read() -> None:
    for read, text in ((whole(0, 5), "6"), (one_of("a"), "b"), (several(9), "0"), (counts(("red",), 9), "blue:1")):
        with pytest.raises(BadQuestion):
            read(text)

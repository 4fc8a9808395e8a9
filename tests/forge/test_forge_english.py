"""English: a and an, the possessive, one and many."""

import pytest
from each import each

from generator.forge.grammar import grammar
from generator.forge.grammar.english import adjective, noun, slot, wants_an

PHRASES = [
    ("noun", "an owl", "", "owl"),
    ("a noun", "an owl", "", "an owl"),
    ("a noun", "a witch", "", "a witch"),
    ("a noun", "some sweets", "", "sweets"),
    ("a noun", "an hourglass", "", "an hourglass"),
    ("a noun", "a unicorn", "", "a unicorn"),
    ("a adj noun", "an owl", "grumpy", "a grumpy owl"),
    ("a adj noun", "a witch", "angry", "an angry witch"),
    ("a adj noun", "a witch", "one-eyed", "a one-eyed witch"),
    ("a adj noun", "an owl", "useless", "a useless owl"),
    ("a adj noun", "an owl", "unexpected", "an unexpected owl"),
    ("a adj noun", "an owl", "honest", "an honest owl"),
    ("a adj noun", "some owls", "odd", "odd owls"),
    ("the noun", "some bats", "", "the bats"),
    ("the adj noun", "an imp", "old", "the old imp"),
    ("adj noun", "an imp", "old", "old imp"),
    ("the noun's", "an owl", "", "the owl’s"),
    ("the noun's", "some bats", "", "the bats’"),
    ("the noun's", "some mice", "", "the mice’s"),
    ("a adj noun's", "an ogre", "hungry", "a hungry ogre’s"),
    ("bites|bite", "an ogre", "", "bites"),
    ("bites|bite", "some ogres", "", "bite"),
]


@each(("pattern", "word", "how", "phrase"), PHRASES)
def test_a_phrase_is_put_together_as_english_has_it(pattern: str, word: str, how: str, phrase: str) -> None:
    assert slot(pattern)(noun(word), adjective(how)) == phrase


@each(
    ("word", "an"),
    [("owl", True), ("uninvited", True), ("unicorn", False), ("unknown", True), ("eerie", True), ("European", False),
     ("hour", True), ("horse", False), ("once", False), ("only", True), ("usual", False), ("ugly", True)],
)  # fmt: skip
def test_an_goes_by_the_sound(word: str, an: bool) -> None:
    assert wants_an(word) is an


@each("text", ["owl", "the owl", "an", ""])
def test_a_noun_without_an_article_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="article"):
        noun(text)


@each("text", ["", "an noun", "noun adj", "le noun", "adj"])
def test_a_slot_that_english_does_not_know_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not understood"):
        slot(text)


def test_of_another_language_only_the_words_are_known() -> None:
    polish = grammar("pl")
    assert polish.slot("adj noun")(polish.noun("wiedźma"), polish.adjective("stara")) == "stara wiedźma"
    with pytest.raises(ValueError, match="not understood.*words as they are"):
        polish.slot("the noun")


def test_a_sort_of_english_is_english() -> None:
    assert grammar("en-GB").slot("a adj noun")(grammar("en-GB").noun("an owl"), "grey") == "a grey owl"

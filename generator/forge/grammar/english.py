"""English: a or an, the possessive, one or many.

A noun is written with its article, ``an owl``, or with ``some`` where it is plural, ``some sweets``. Slots of a text:

    {noun} {adj noun}          owl, hungry owl
    {a noun} {a adj noun}      an owl, a hungry owl, sweets
    {the noun} {the adj noun}  the owl, the hungry owl
    {the noun's}               the owl’s, the bats’
    {bites|bite}               for one, for many
"""

import re
from collections.abc import Callable

from msgspec import Struct

# by sound, not by letter: a unicorn, a one-eyed cat, an hour
CONSONANTS = re.compile(r"(?:one\b|once|uni(?!n)|u[st][aeiu]|eu|ewe)", re.I)
MUTE_H = re.compile(r"(?:hour|honest|honour|heir)", re.I)


class EnglishNoun(Struct, frozen=True):
    """A noun and what its article tells."""

    word: str
    an: bool = False
    plural: bool = False


def noun(text: str) -> EnglishNoun:
    """A noun as it is written in a list of words.

    Raises:
        ValueError: it has no article.
    """
    article, _, word = text.strip().partition(" ")
    if article not in ("a", "an", "some") or not word:
        raise ValueError(f"{text!r} has no article; write a, an or, for many, some before it")
    return EnglishNoun(word.strip(), article == "an", article == "some")


def adjective(text: str) -> str:
    """An adjective, which never changes."""
    return text.strip()


def wants_an(word: str) -> bool:
    """Whether ``an`` goes before a word, as far as its letters tell."""
    return bool(MUTE_H.match(word) or (word[:1].lower() in "aeiou" and not CONSONANTS.match(word)))


def slot(text: str) -> Callable[[EnglishNoun, str], str]:
    """What stands in braces, as a function of a noun and an adjective.

    Raises:
        ValueError: it is not understood.
    """
    if "|" in text:
        singular, _, plural = text.partition("|")
        return lambda noun, adj: plural if noun.plural else singular  # noqa: ARG005
    words = text.split()
    article = words.pop(0) if words and words[0] in ("a", "the") else ""
    if words not in (["noun"], ["adj", "noun"], ["noun's"], ["adj", "noun's"]):
        raise ValueError(
            f"{{{text}}} is not understood; {{the adj noun}}, {{a noun}}, {{the noun's}}, {{one|many}} are"
        )
    with_adjective, possessive = len(words) == 2, words[-1] == "noun's"

    def fill(noun: EnglishNoun, adj: str) -> str:
        phrase = f"{adj} {noun.word}" if with_adjective else noun.word
        if article == "the":
            phrase = f"the {phrase}"
        elif article == "a" and not noun.plural:
            phrase = f"{'an' if (wants_an(adj) if with_adjective else noun.an) else 'a'} {phrase}"
        return phrase + ("’" if noun.plural and phrase.endswith("s") else "’s") if possessive else phrase

    return fill

"""How words of a language go together: articles, agreement, elision. One module a language.

A language gives `noun` and `adjective`, which read words as a game's author writes them, and `slot`, which turns what
stands in the braces of a pattern into a function of a noun and an adjective. A noun for many says so by ``plural``.
Other languages than English and French have their words printed as they are written: `plain`.
"""

from collections.abc import Callable, Collection
from functools import lru_cache
from importlib import import_module
from typing import Any

from msgspec import Struct

from generator.model.values import wider_tags

LANGUAGES = {"en": "english", "fr": "french"}  # each is imported when it is asked for


@lru_cache
def grammar(language: str) -> Any:
    """The grammar of a language, or of the one it is a sort of (``es-MX``); else one that inflects nothing."""
    name = LANGUAGES.get(language) or LANGUAGES.get(wider_tags(language)[0], "plain")
    return import_module(f"{__name__}.{name}")


def asked_for(text: str, determiners: Collection[str], examples: str) -> tuple[str, bool]:
    """The determiner of a slot for a noun, if any, and whether an adjective goes with it.

    Raises:
        ValueError: it is no such slot; ``known`` says which there are.
    """
    words = text.split()
    determiner = words.pop(0) if words and words[0] in determiners else ""
    if sorted(words) not in (["noun"], ["adj", "noun"]):
        raise ValueError(f"{{{text}}} is not understood; such are: {examples}")
    return determiner, len(words) == 2


class GenderedNoun(Struct, frozen=True):
    """A noun with its gender and number."""

    word: str
    feminine: bool = False
    plural: bool = False


class FourForms(Struct, frozen=True):
    """The forms of an adjective: masculine, feminine, and both for many."""

    forms: tuple[str, str, str, str]

    def agreeing(self, noun: GenderedNoun) -> str:
        """The form that agrees with a noun."""
        return self.forms[noun.feminine + 2 * noun.plural]


def four_forms(text: str, feminine: Callable[[str], str], plural: Callable[[str], str]) -> tuple[str, str, str, str]:
    """An adjective in the masculine and the feminine, for one and for many: those written, then those of the rules."""
    forms = [form.strip() for form in text.strip().lstrip("~*").split(",")]
    if len(forms) < 2:
        forms.append(feminine(forms[0]))
    masculines = forms[2] if len(forms) > 2 else plural(forms[0])
    feminines = forms[3] if len(forms) > 3 else plural(forms[1])
    return forms[0], forms[1], masculines, feminines


def cased_like(word: str, text: str) -> str:
    """A word with a capital where a text has one."""
    return word.capitalize() if text[0].isupper() else word


def capitalised(text: str) -> str:
    """With a capital at the start, wherever the first letter stands."""
    for position, character in enumerate(text):
        if character.isalpha():
            return text[:position] + character.upper() + text[position + 1 :]
    return text

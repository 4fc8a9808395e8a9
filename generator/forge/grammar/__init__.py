"""How words of a language go together: articles, agreement, elision. One module a language.

A language gives `noun` and `adjective`, which read words as a game's author writes them, and `slot`, which turns what
stands in the braces of a pattern into a function of a noun and an adjective.
"""

from types import ModuleType
from typing import Any

from generator.forge.grammar import english, french, plain

LANGUAGES: dict[str, ModuleType] = {"en": english, "fr": french}


def grammar(language: str) -> Any:
    """The grammar of a language; one that inflects nothing for those that are not known here."""
    return LANGUAGES.get(language, plain)


def capitalised(text: str) -> str:
    """With a capital at the start, wherever the first letter stands."""
    for position, character in enumerate(text):
        if character.isalpha():
            return text[:position] + character.upper() + text[position + 1 :]
    return text

"""How words of a language go together: articles, agreement, elision. One module a language.

A language gives `noun` and `adjective`, which read words as a game's author writes them, and `slot`, which turns what
stands in the braces of a pattern into a function of a noun and an adjective. A noun for many says so by ``plural``.
Other languages than English and French have their words printed as they are written: `plain`.
"""

from functools import lru_cache
from importlib import import_module
from typing import Any

from generator.model.values import wider_tags

LANGUAGES = {"en": "english", "fr": "french"}  # each is imported when it is asked for


@lru_cache
def grammar(language: str) -> Any:
    """The grammar of a language, or of the one it is a sort of (``es-MX``); else one that inflects nothing."""
    name = LANGUAGES.get(language) or LANGUAGES.get(wider_tags(language)[0], "plain")
    return import_module(f"{__name__}.{name}")


def capitalised(text: str) -> str:
    """With a capital at the start, wherever the first letter stands."""
    for position, character in enumerate(text):
        if character.isalpha():
            return text[:position] + character.upper() + text[position + 1 :]
    return text

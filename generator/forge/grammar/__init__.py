"""How words of a language go together: articles, agreement, elision. One module a language.

A language gives `noun` and `adjective`, which read words as a game's author writes them, and `slot`, which turns what
stands in the braces of a pattern into a function of a noun and an adjective. Where nouns may stand without an article,
they tell so by ``bare``, and a slot that wants to know more of such a noun raises a ``ValueError``.
"""

from functools import lru_cache
from importlib import import_module
from typing import Any

from generator.model.ids import wider_tags

LANGUAGES = {"de": "german", "en": "english", "es": "spanish", "fr": "french"}  # each is imported when it is asked for


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

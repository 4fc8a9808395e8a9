"""A language of which only the words are known: ``{noun}`` and ``{adj}`` stand as they were written."""

import re
from collections.abc import Callable

MARKED = re.compile(r"~|.+(?:,| \((?:pl|f|m)\)$)")  # as earlier versions had German and Spanish words, to inflect them
ARTICLE = re.compile(r"(?:der|die|das|el|la|los|las|una?|unos|unas) ", re.IGNORECASE)


def noun(text: str) -> str:
    """A noun, as written.

    Raises:
        ValueError: it has marks that only a grammar could read.
    """
    if MARKED.match(text):
        word = ARTICLE.sub("", text.lstrip("~").partition(",")[0].partition(" (")[0])
        raise ValueError(f"{text!r} would be printed as it is: there is no grammar of this language; write {word}")
    return text


def adjective(text: str) -> str:
    """An adjective, as written.

    Raises:
        ValueError: see `noun`.
    """
    return noun(text)


def slot(text: str) -> Callable[[str, str], str]:
    """What stands in braces.

    Raises:
        ValueError: it is neither a noun nor an adjective.
    """
    words = text.split()
    if not words or set(words) - {"noun", "adj"}:
        raise ValueError(
            f"{{{text}}} is not understood: there are grammars of English and French only; write {{noun}}, {{adj}} or "
            "{adj noun} here, and words as they are to be printed"
        )

    def fill(noun: str, adj: str) -> str:
        if len(words) > 1 and ARTICLE.match(noun):
            raise ValueError(f"an adjective cannot stand next to {noun!r}; write {ARTICLE.sub('', noun)}")
        return " ".join(noun if word == "noun" else adj for word in words)

    return fill

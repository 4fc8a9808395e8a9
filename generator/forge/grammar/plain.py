"""A language of which only the words are known: ``{noun}`` and ``{adj}`` stand as they were written."""

from collections.abc import Callable


def noun(text: str) -> str:
    """A noun, as written."""
    return text


def adjective(text: str) -> str:
    """An adjective, as written."""
    return text


def slot(text: str) -> Callable[[str, str], str]:
    """What stands in braces.

    Raises:
        ValueError: it is neither a noun nor an adjective.
    """
    words = text.split()
    if not words or set(words) - {"noun", "adj"}:
        raise ValueError(f"{{{text}}} is not understood; {{noun}}, {{adj}} and {{adj noun}} are: words as written")
    return lambda noun, adj: " ".join(noun if word == "noun" else adj for word in words)

"""How languages write a number's decimals, by Unicode's CLDR: ``1.5`` is ``1,5`` in Polish."""

from functools import lru_cache
from typing import Any

from generator.model.budget import text_of
from generator.model.ids import wider_tags

# Languages with a decimal comma, and those of their regions that have a point.
_COMMA = frozenset(
    (
        "af az be bg br bs ca cs da de el eo es et eu fi fo fr fy gl hr hu hy id is it ka kk kl ky lb lt lv mk mn nb "
        "nl nn no oc os pl pt ro ru rw se sk sl smn sq sr sv tk tr uk uz vi wo"
    ).split()
)
_POINT = frozenset(
    [
        "de-CH",
        "de-LI",
        "it-CH",
        "es-419",
        *(f"es-{land}" for land in ["CU", "DO", "GT", "HN", "MX", "NI", "PA", "PE", "PR", "SV", "US"]),
    ]
)


@lru_cache(maxsize=256)
def has_comma(language: str) -> bool:
    """Whether decimals stand behind a comma in a language."""
    tags = wider_tags(language)
    return tags[0] in _COMMA and not _POINT.intersection(tags)


def shown(value: Any, language: str) -> str:
    """A value as it is printed in a language: nothing for none, a number with the language's decimal sign.

    Raises:
        TooCostlyError: it would be too long.
    """
    if value is None:
        return ""
    text = text_of(value)
    return text.replace(".", ",") if type(value) is float and has_comma(language) else text

"""How languages write a number's decimals, by Unicode's CLDR, and the order in which they sort texts."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from generator.model.budget import text_of
from generator.model.values import wider_tags

# Languages with a decimal comma, and those of their regions that have a point.
_COMMA = frozenset([
    "af", "az", "be", "bg", "br", "bs", "ca", "cs", "da", "de", "el", "eo", "es", "et", "eu", "fi", "fo", "fr",
    "fy", "gl", "hr", "hu", "hy", "id", "is", "it", "ka", "kk", "kl", "ky", "lb", "lt", "lv", "mk", "mn", "nb",
    "nl", "nn", "no", "oc", "os", "pl", "pt", "ro", "ru", "rw", "se", "sk", "sl", "smn", "sq", "sr", "sv", "tk",
    "tr", "uk", "uz", "vi", "wo",
])  # fmt: skip
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


# Letters that stand behind another one, as letters of their own; the first of each group is that other one.
# After Unicode's CLDR; what is not here has the order that Unicode has for all.
_LETTERS = {
    **dict.fromkeys(("bs", "hr", "sr-Latn"), "c č ć, d dž đ, l lj, n nj, s š, z ž"),
    **dict.fromkeys(("da", "nb", "nn", "no"), "z æ ø å"),
    **dict.fromkeys(("es", "eu", "gl"), "n ñ"),
    **dict.fromkeys(("fi", "sv"), "z å ä ö"),
    "az": "c ç, e ə, g ğ, h x ı, k q, o ö, s ş, u ü",
    "cs": "c č, h ch, r ř, s š, z ž",
    "cy": "c ch, d dd, f ff, g ng, l ll, p ph, r rh, t th",
    "eo": "c ĉ, g ĝ, h ĥ, j ĵ, s ŝ, u ŭ",
    "et": "s š z ž, w õ ä ö ü",
    "hu": "c cs, d dz dzs, g gy, l ly, n ny, o ö, s sz, t ty, u ü, z zs",
    "is": "a á, d ð, e é, i í, o ó, u ú, y ý, z þ æ ö å",
    "lt": "c č, s š, z ž",
    "lv": "c č, g ģ, k ķ, l ļ, n ņ, s š, z ž",
    "pl": "a ą, c ć, e ę, l ł, n ń, o ó, s ś, z ź ż",
    "ro": "a ă â, i î, s ș, t ț",
    "sk": "a ä, c č, h ch, o ô, s š, z ž",
    "sl": "c č ć, d đ, s š, z ž",
    "sq": "c ç, d dh, e ë, g gj, l ll, n nj, r rr, s sh, t th, x xh, z zh",
    "tr": "c ç, g ğ, h ı, o ö, s ş, u ü",
    "vi": "a ă â, d đ, e ê, o ô ơ, u ư",
}
_ALIKE = {"ő": "ö", "ű": "ü", "ş": "ș", "ţ": "ț"}  # in languages whose letter is the second
_DOTLESS = ("az", "tr")  # whose I is an ı
_STEP = 1 / 16  # between letters that stand behind the same one, of what parts two letters


def in_order(texts: Sequence[str], language: str) -> list[int]:
    """The numbers of texts, in the order of their language; equal ones stay as they are."""
    keys = [_key(text, language) for text in texts]
    return sorted(range(len(texts)), key=keys.__getitem__)


def _key(text: str, language: str) -> tuple[tuple[float, ...], str]:
    """What a text is sorted by; the text itself where another is equal to it."""
    letters, pattern = _letters(language)
    text = unicodedata.normalize("NFC", text)
    if pattern is None:
        return _collator().sort_key(text), text
    elements: list[Any] = []
    for part in pattern.split(_lower(text, language)):
        base, step = letters.get(_ALIKE.get(part, part) if _ALIKE.get(part) in letters else part, ("", 0))
        weights = _collator().collation_elements(unicodedata.normalize("NFD", base or part))
        elements += [[weights[0][0] + step * _STEP, *weights[0][1:]]] if step else weights
    return _collator().sort_key_from_collation_elements(elements), text


def _lower(text: str, language: str) -> str:
    if language.partition("-")[0] in _DOTLESS:
        text = text.replace("I", "ı").replace("İ", "i")
    return text.lower()


@cache
def _letters(language: str) -> tuple[dict[str, tuple[str, int]], re.Pattern[str] | None]:
    """A language's own letters, each with the one that it is behind and how far; and what finds them."""
    groups = next((_LETTERS[tag] for tag in reversed(wider_tags(language)) if tag in _LETTERS), "")
    letters: dict[str, tuple[str, int]] = {}
    for group in groups.split(", ") if groups else ():
        base, *own = group.split(" ")
        letters |= {letter: (base, step) for step, letter in enumerate(own, 1)}
    signs = [*letters, *[sign for sign, plain in _ALIKE.items() if plain in letters and sign not in letters]]
    signs.sort(key=len, reverse=True)
    return letters, re.compile(f"({'|'.join(signs)})") if letters else None


@cache
def _collator() -> Any:
    from pyuca.collator import Collator_10_0_0  # a tenth of a second, which texts in plain letters need not

    return Collator_10_0_0()

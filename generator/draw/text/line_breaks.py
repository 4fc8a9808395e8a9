"""Where lines may be broken within what is between two spaces.

Between the letters of Chinese and Japanese by Unicode's rules (UAX 14, kinsoku among them), as uniseg finds them;
behind syllables by pyphen, where a text is to be hyphenated; at soft hyphens and spaces of no width always.
"""

import re
import unicodedata
from functools import lru_cache
from typing import Any, NamedTuple

# Thai, Lao, Tibetan, Burmese, Khmer; the wide characters of East Asia besides.
_UNSPACED = re.compile(r"[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]")
# Chinese and Japanese letters and what is among them. Korean has spaces, and words of Thai need a dictionary.
IDEOGRAPHIC = re.compile("[\u2e80-\u312f\u31a0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
SOFT_HYPHEN, NO_SPACE = "\u00ad", "\u200b"
_SOFT = re.compile(f"[{SOFT_HYPHEN}{NO_SPACE}]")
# Where a syllable surely begins: before a vowel that Thai and Lao write first, and behind those that end one; before a
# consonant of Burmese that ends none; behind the dot of Tibetan. Khmer shows none.
_SYLLABLE = re.compile(
    r"(?<=[\u0e01-\u0e3a\u0e45-\u0e4e])(?=[\u0e40-\u0e44])|(?<=[\u0e30\u0e33\u0e46])(?=[\u0e01-\u0e2e])"
    r"|(?<=[\u0e81-\u0ebd\u0ec6-\u0ecd])(?=[\u0ec0-\u0ec4])|(?<=[\u0eb0\u0eb3\u0ec6])(?=[\u0e81-\u0eae])"
    r"|(?<=[\u1000-\u1038\u103a-\u104f])(?=[\u1000-\u1021](?!\u1037?[\u1039\u103a]))|(?<=\u0f0b)(?=[\u0f40-\u0f6c])"
)
# A text without any of these is broken at spaces only, unless it is hyphenated.
BREAKABLE = re.compile(rf"{IDEOGRAPHIC.pattern}|{_SOFT.pattern}|[\u0e00-\u109f]")
_LETTERS = re.compile(r"[^\W\d_]{5,}")  # shorter words stay whole
_MOST = 200  # letters looked up at once; it keeps the time linear
_LEFT, _RIGHT = 2, 3  # letters at least before and behind a hyphen


class Cut(NamedTuple):
    """A place within a word where a line may end."""

    at: int
    hyphen: bool


def is_unspaced(character: str) -> bool:
    """Whether words of the character's script are not parted by spaces: Chinese, Japanese, Thai and the like."""
    return character > "\u0dff" and (
        unicodedata.east_asian_width(character) in ("W", "F") or bool(_UNSPACED.match(character))
    )


def cuts(word: str, language: str) -> tuple[str, list[Cut]]:
    """A word without the signs that only say where it may be cut, and where that is.

    Args:
        word: what is between two spaces.
        language: that of the syllables; empty where it is not to be hyphenated.
    """
    places: dict[int, bool] = {}
    if not word.isascii():
        if _SOFT.search(word):
            word, places = _without_signs(word)
        if not places:
            places = dict.fromkeys([match.start() for match in _SYLLABLE.finditer(word)], False)
        if IDEOGRAPHIC.search(word):
            places |= dict.fromkeys(_between_ideographs(word), False)
    if language and not places:
        for letters in _LETTERS.finditer(word):
            places |= {letters.start() + at: True for at in _syllables(letters[0], language)}
    return word, [Cut(at, places[at]) for at in sorted(places) if 0 < at < len(word)]


def _without_signs(word: str) -> tuple[str, dict[int, bool]]:
    places: dict[int, bool] = {}
    parts = _SOFT.split(word)
    at = place = 0
    for part in parts[:-1]:
        at += len(part)
        place += len(part)
        places[at] = word[place] == SOFT_HYPHEN
        place += 1
    return "".join(parts), places


def _between_ideographs(word: str) -> list[int]:
    """Where a line may end. Between two plain ideographs it always may; what lies between such places is looked up."""
    places: list[int] = []
    start = 0
    for at in range(1, len(word) + 1):
        if at == len(word) or at - start == _MOST or (_is_plain(word[at - 1]) and _is_plain(word[at])):
            places += [start + inner for inner in _by_rules(word[start:at])]
            places.append(at)
            start = at
    return places


@lru_cache(maxsize=4096)
def _is_plain(character: str) -> bool:
    from uniseg.linebreak import LineBreak, line_break

    return bool(line_break(character) == LineBreak.ID)


@lru_cache(maxsize=4096)
def _by_rules(text: str) -> tuple[int, ...]:
    if len(text) == 1:
        return ()
    from uniseg.linebreak import line_break_boundaries

    return tuple([at for at in line_break_boundaries(text) if 0 < at < len(text)])


@lru_cache(maxsize=16)
def _dictionary(language: str) -> Any:
    import pyphen

    tag = pyphen.language_fallback(language)
    return pyphen.Pyphen(lang=tag, left=_LEFT, right=_RIGHT) if tag else None


@lru_cache(maxsize=4096)
def _syllables(letters: str, language: str) -> tuple[int, ...]:
    dictionary = _dictionary(language)
    return tuple(map(int, dictionary.positions(letters))) if dictionary else ()

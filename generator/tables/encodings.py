"""Which encoding a text that is not UTF-8 seems to be in, by its letters."""

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

LEAST = 0.3  # that fits
SAMPLE = 100_000  # characters that are looked at
MIXED = re.compile(r"[A-Za-z](?=[^\x00-\xbf])|[^\x00-\xbf](?=[A-Za-z])")  # scripts in one word
QUOTES = frozenset("“”„‘’–—…€«»°·\xa0、。，．「」（）！？：；・")  # as common in one language as in another
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяё", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя"
CENTRAL = "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"
WEST = "äöüß", "àâçéèêëîïôùûœ", "áéíñóúü¿¡", "àèéìòù", "ãõáàâçéêíóôú", "äöåé", "æøå", "áæðéíóöúýþ"
BALTIC = "āčēģīķļņšūž", "ąčęėįšųūž", "äõöüšž"
ARABIC = "ابتثجحخدذرزسشصضطظعغفقكلمنهويةىأإؤئآء،؟"
# Without those that a single accented capital of western languages would be: ภ, ศ, ษ and ฤ.
THAI = "กขคฆงจฉชซญฎฏฐณดตถทธนบปผฝพฟมยรลวสหอะัาำิีึืุูเแโใไ็่้์"
KANA = "".join(map(chr, range(0x3041, 0x30FF)))


@cache  # a decoding for each of some thousand signs
def _common(codec: str, first: int, last: int) -> str:
    """The common signs of a table of two bytes: those whose first byte lies between two."""
    pairs = (bytes((lead, trail)) for lead in range(first, last + 1) for trail in range(0x40, 0xFF))
    return "".join(sign for pair in pairs for sign in pair.decode(codec, "ignore") if sign > "\x7f")


def _alphabets() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Encodings with the small letters of languages that they are used for; of two that fit alike, the first."""
    yield from (("cp1252", WEST), ("cp1250", CENTRAL), ("cp1255", ("אבגדהוזחטיךכלםמןנסעףפץצקרשת",)))
    yield from (("cp1251", CYRILLIC), ("cp1253", ("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ",)), ("cp1254", ("çğıiöşü",)))
    yield from (("cp1256", (ARABIC,)), ("cp1257", BALTIC), ("iso8859-2", CENTRAL), ("iso8859-15", WEST))
    yield "cp874", (THAI,)
    yield from (("mac-roman", WEST), ("koi8-r", CYRILLIC), ("cp866", CYRILLIC), ("cp850", WEST))
    kanji, hangul = KANA + _common("euc-jp", 0xB0, 0xCF), _common("euc-kr", 0xB0, 0xC8)
    yield from ((name, (hangul,)) for name in ("euc-kr", "cp949"))
    yield from ((name, (_common("gb2312", 0xB0, 0xD7),)) for name in ("gbk", "gb18030"))
    yield "big5", (_common("big5", 0xA4, 0xC6),)
    yield from ((name, (kanji,)) for name in ("shift_jis", "cp932", "euc-jp"))


def guess_encoding(data: bytes) -> tuple[str, str] | None:
    """The encoding that a text is most likely in, and the first word in it that says so; None where none fits."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32", ""
    if b"\0" in data:
        for name in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
            text = _decoded(data, name)
            if text and "\0" not in text and any(sign in text for sign in ",;\t\n"):
                return name, ""
        return None
    best, guess = LEAST, None
    for name, alphabets in _alphabets():
        text = _decoded(data, name)
        fit = max(_fit(text, alphabet) for alphabet in alphabets) if text else 0
        if text and fit > best:
            words = (word for word in text.replace(",", " ").split() if not word.isascii())
            best, guess = fit, (name, next(words, ""))
    return guess


def _decoded(data: bytes, name: str) -> str:
    with suppress(UnicodeError):
        return data.decode(name)
    return ""


def _fit(text: str, alphabet: str) -> float:
    """How far what is outside ASCII is of an alphabet, at most 1; capitals, which are rarer, count half."""
    text, letters = text[:SAMPLE], frozenset(alphabet)
    signs = [sign for sign in text if sign > "\x7f"]
    fits = [1 if sign in letters or sign in QUOTES else 0.5 if sign.lower()[0] in letters else -1 for sign in signs]
    mixed = 0 if min(alphabet) < "\u0250" else len(MIXED.findall(text))
    return (sum(fits) - mixed) / max(1, len(fits))

"""Numbers as a workbook shows them: the format codes of ECMA-376, part 1, 18.8.30 and 18.8.31, as far as they are sure.

What a code leaves to the computer it is shown on (names of months, the short date) nobody can tell from the file: that
is a reason, told at the cell, not a guess.
"""

import re
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import lru_cache

from msgspec import Struct

# The codes that files name by number only (18.8.30). 14 and 22 are the computer's own short date.
BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
    21: "h:mm:ss", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)", 39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0", 48: "##0.0E+0", 49: "@",
}  # fmt: skip
LARGEST = Decimal(10) ** 15  # from here on a cell does not hold all digits
MAX_CODE = 255  # characters, as spreadsheet programs allow
TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<space>.)|\*.|\[(?P<bracket>[^\]]*)\]'
    r"|(?P<general>General|Standard)|(?P<half>AM/PM|A/P)|(?P<scientific>E[+-])|(?P<digits>[0#?]+)"
    r"|(?P<date>y+|m+|d+|h+|s+)|(?P<sign>[.,%@])|(?P<letters>[^\W\d_]+)|(?P<other>.)",
    re.S | re.I,
)
COLOUR = re.compile(r"(?i)black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+")
ELAPSED = re.compile(r"(?i)h+|m+|s+")
# A currency and a language, as a number of Windows or a tag. Longer ones set a calendar or digits too.
TAG, NUMBER = r"(?P<tag>[a-z]{2,3}(?:-[a-z]{4})?(?:-[a-z]{2})?)", r"(?P<number>(?!f[48]00)[0-9a-f]{0,4})"
SYMBOL = re.compile(rf"\$(?P<symbol>[^-]*)(?:-(?:{TAG}|{NUMBER}))?", re.I)  # F400, F800: each computer's own
ENGLISH = (0, 9)  # numbers of languages: none, English
FIFTEEN = Context(prec=15, rounding=ROUND_HALF_UP)  # digits that a cell holds
OWN_DATE = "its date is shown in the way of each computer"
AS_TEXT = "give the cell the format Text and type what is to be printed"


class Untellable(ValueError):
    """What a cell shows cannot be known from the file; the message says why, `hint` what to do."""

    hint = AS_TEXT


class OpenSign(Untellable):
    """The sign of fractions or thousands is that of the computer."""

    hint = f"say --decimal comma or --decimal point, or {AS_TEXT}"


class FormatPart(Struct, frozen=True):
    """A piece of a format code: its sort (a group of `TOKEN`, or ``literal`` for what stands for itself), its text."""

    sort: str
    text: str


SEPARATORS = FormatPart("sign", "."), FormatPart("sign", ",")


def shown_number(value: Decimal, code: str, point: str | None, *, since_1904: bool = False) -> str:
    """A number as a cell with this format shows it.

    Args:
        value: what the cell holds.
        code: the format.
        point: what parts whole and fraction on the computer that shows it; None where that is not known.
        since_1904: whether days count from 1904, else from 1900.

    Raises:
        Untellable: that depends on more than the file tells.
    """
    if len(code) > MAX_CODE:
        raise Untellable("its format is too long")
    value = FIFTEEN.plus(value)
    if abs(value) >= LARGEST:
        raise Untellable("it is larger than anything a game counts")
    sections = _sections("General" if code == "@" else code)  # a number typed before the cell was made Text
    if len(sections) > 4:
        raise Untellable("its format has more than four parts")
    if any(part.sort == "bracket" for section in sections for part in section):
        raise Untellable("its format has a condition, or a calendar, digits or a time of the computer's own")
    section, minus = _section_for(value, sections)
    unread = next((part.text for part in section if part.sort == "letters"), "")
    if unread:
        raise Untellable(f"its format has the letters {unread}, which are not in quotes and no code that is read")
    if any(part.sort == "date" for part in section):
        return _date(value, section, since_1904=since_1904)
    text = _number(abs(value), section, point)
    if minus and not any(digit in text for digit in "123456789"):
        raise Untellable("it is below 0 and shown as 0, with a minus by some programs and without by others")
    return f"-{text}" if minus else text


def _section_for(value: Decimal, sections: list[list[FormatPart]]) -> tuple[list[FormatPart], bool]:
    """The part of a format that is for a number, and whether a minus goes before it."""
    numbers = sections[:3]
    if value < 0 and len(numbers) > 1:
        return numbers[1], False
    if value == 0 and len(numbers) > 2:
        return numbers[2], False
    return numbers[0], value < 0


@lru_cache(maxsize=256)
def _sections(code: str) -> list[list[FormatPart]]:
    sections: list[list[FormatPart]] = [[]]
    for match in TOKEN.finditer(code):
        sort = match.lastgroup or "fill"
        text = match[sort] if match.lastgroup else ""
        if sort == "other" and text == ";":
            sections.append([])
        elif sort == "bracket":
            sections[-1] += _bracket(text)
        elif sort == "other" and text == "/":
            sections[-1].append(FormatPart("slash", text))
        elif sort in ("quoted", "escaped", "other", "space", "fill"):
            sections[-1].append(FormatPart("literal", " " if sort == "space" else text))
        else:
            sections[-1].append(FormatPart(sort, text))
    return sections


def _bracket(text: str) -> list[FormatPart]:
    if match := SYMBOL.fullmatch(text):
        tag = match["tag"]
        english = tag[:2].lower() == "en" if tag else int(match["number"] or "0", 16) & 0x3FF in ENGLISH
        return [FormatPart("literal" if english else "foreign", match["symbol"])]
    if ELAPSED.fullmatch(text):
        return [FormatPart("date", f"[{text.lower()}]")]
    return [] if COLOUR.fullmatch(text) else [FormatPart("bracket", text)]


def _number(value: Decimal, section: list[FormatPart], point: str | None) -> str:
    digits = [at for at, part in enumerate(section) if part.sort == "digits" or part in SEPARATORS]
    first, last = (digits[0], digits[-1]) if digits else (0, -1)
    if any(part.sort in ("scientific", "half", "slash") or part.text == "@" for part in section):
        raise Untellable("its format shows no plain number")
    pattern = "".join(part.text for part in section[first : last + 1])
    if digits and (len(digits) <= last - first or not re.fullmatch(r"[0#,]*(\.[0#]*)?", pattern)):
        raise Untellable("its format is of a sort that is not read")
    for part in section:
        if part.sort == "sign" and part.text == "%":
            value *= 100
    before, after = section[:first], section[last + 1 :]
    middle = _filled(value, pattern, point) if digits else ""
    return _words(before, value, point) + middle + _words(after, value, point)


def _words(parts: list[FormatPart], value: Decimal, point: str | None) -> str:
    """The parts of a format beside the digits, as they are shown."""
    return "".join(_with_point(general(value), point) if part.sort == "general" else part.text for part in parts)


def _filled(value: Decimal, pattern: str, point: str | None) -> str:
    """A number in the places of a pattern such as ``#,##0.00``."""
    whole, dot, fraction = pattern.partition(".")
    if whole.endswith(",") or fraction.endswith(",") or (whole.startswith(",") and len(whole) > 1):
        raise Untellable("its format shows thousands as ones")
    rounded = value.quantize(Decimal(1).scaleb(-len(fraction)), rounding=ROUND_HALF_UP)
    before_point, _, right = f"{rounded:f}".partition(".")
    before_point = before_point.lstrip("0").rjust(whole.count("0"), "0")
    least = len(fraction.rstrip("#"))
    right = right[:least] + right[least:].rstrip("0")
    if "," in whole and len(before_point) > 3:
        if point is None:
            raise OpenSign("its thousands are parted in the way of each computer")
        before_point = re.sub(r"(?<=\d)(?=(\d{3})+$)", "." if point == "," else ",", before_point)
    return before_point + _with_point(dot + right, point)


def _with_point(text: str, point: str | None) -> str:
    if "." not in text:
        return text
    if point is None:
        raise OpenSign("its fraction is shown with a comma on some computers, with a point on others")
    whole, _, fraction = text.partition(".")
    return f"{whole}{point}{fraction}"


def general(value: Decimal) -> str:
    """A number as the format General shows it where the column is wide enough: 11 characters (18.8.30, code 0).

    Raises:
        Untellable: it would be shown with an exponent.
    """
    rounded = FIFTEEN.plus(value)
    size = abs(rounded)
    places = max(0, 10 - len(f"{int(size)}"))
    text = f"{rounded.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP):f}"
    if abs(Decimal(text)) >= Decimal(10) ** 11 or (size and size < Decimal("0.0001")):
        raise Untellable("it is shown with an exponent")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def _date(value: Decimal, section: list[FormatPart], *, since_1904: bool) -> str:
    if value < 0 or value >= 2_958_466 - (1462 if since_1904 else 0):  # the day after 9999-12-31
        raise Untellable("it is not a date")
    minutes = _minutes(section)
    of_day = [part for at, part in enumerate(section) if part.sort == "date" and at not in minutes]
    if not since_1904 and value < 61 and any(part.text[0] in "yYdDmM" for part in of_day):
        raise Untellable("dates before March 1900 are shown differently by different programs")
    seconds = int((value * 86_400).to_integral_value(ROUND_HALF_UP))
    moment = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30)
    moment += timedelta(seconds=seconds)
    half = any(part.sort == "half" for part in section)
    if half and any(part.sort == "foreign" for part in section):
        raise Untellable("AM and PM are shown in another language")
    parts = []
    for number, part in enumerate(section):
        if part.sort == "half":
            text = part.text.split("/")[moment.hour >= 12]
            parts.append(text if len(text) == 1 else text.upper())  # a/p stays in small letters
        elif part.sort == "date":
            parts.append(_of_date(part.text.lower(), moment, seconds, half=half, minute=number in minutes))
        elif part.sort in ("literal", "foreign", "slash") or part.text in (".", ","):
            parts.append(part.text)
        else:
            raise Untellable("its format is of a sort that is not read")
    return "".join(parts)


def _minutes(section: list[FormatPart]) -> set[int]:
    """Where an m means minutes: after hours, or before seconds."""
    places = [(number, part.text.lower().strip("[]")[0]) for number, part in enumerate(section) if part.sort == "date"]
    minutes = set()
    for place, (number, letter) in enumerate(places):
        before = places[place - 1][1] if place else ""
        after = places[place + 1][1] if place + 1 < len(places) else ""
        if letter == "m" and (before == "h" or after == "s"):
            minutes.add(number)
    return minutes


def _of_date(code: str, moment: datetime, seconds: int, *, half: bool, minute: bool) -> str:
    if code[0] == "[":
        return f"{seconds // {'h': 3600, 'm': 60, 's': 1}[code[1]]:0{len(code) - 2}d}"
    hour = (moment.hour % 12 or 12) if half else moment.hour
    if code[0] == "y":
        return f"{moment.year:04d}" if len(code) > 2 else f"{moment.year % 100:02d}"
    if len(code) > 2:
        raise Untellable("its date is shown with names in the language of each computer")
    number = {"m": moment.minute if minute else moment.month, "d": moment.day, "h": hour, "s": moment.second}[code[0]]
    return f"{number:0{len(code)}d}"


def agrees(text: str, value: Decimal) -> bool:
    """Whether what is shown says the number itself, with all its digits: not rounded, and no percent of it."""
    digits = re.sub(r"[^\d.,]", "", text).strip(".,")
    for point, group in ((".", ","), (",", ".")):
        plain = digits.replace(group, "")
        if plain and plain.count(point) <= 1 and Decimal(plain.replace(point, ".")) == abs(FIFTEEN.plus(value)):
            return True
    return False

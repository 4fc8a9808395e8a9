"""CSV and TSV (RFC 4180, and what spreadsheet programs make of it), and JSON: text to cells."""

import codecs
import csv
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from functools import cache
from io import StringIO
from typing import Any

from generator.core.problem import Faulty, NotFound, Problem, WrongUse
from generator.model.sheet_source import ENCODINGS, codec_of
from generator.tables.cells import (
    EMPTY_LIST,
    EMPTY_TEXT,
    FILE_RULE,
    MAX_COLUMN,
    MAX_ROW,
    OUTCOME,
    CellGrid,
    SheetCell,
    guarded,
    refuse,
)

MARKS = ((codecs.BOM_UTF8, "UTF-8"), (codecs.BOM_UTF16_LE, "UTF-16"), (codecs.BOM_UTF16_BE, "UTF-16"))
WIDE = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
SEPARATOR_LINE = re.compile(r'"?sep=([^\w\s"]|\t)"?[ \t]*(?:\r\n?|\n|$)', re.I)  # of Excel
AS_FORMULA = re.compile(r'="((?:[^"]|"")*)"')  # a text that Excel is not to take for a number
SEPARATORS = {";": "semicolons", ",": "commas", "\t": "tabs"}
MAX_HEADING = 100_000  # characters in which the first line with something in it is looked for
MAX_CELL = 100_000  # characters; a field takes fewer, and says so at the cell


def read_delimited(data: bytes, file: str, encoding: str | None = None) -> CellGrid:
    """The cells of a CSV or TSV file.

    Args:
        data: the file's bytes.
        file: its name.
        encoding: what the user says that it is in; None for UTF-8, or what its mark says.

    Raises:
        Faulty: it is no such file, or in another encoding.
        WrongUse: no encoding has that name.
    """
    text, encoding = _decoded(data, file, encoding)
    separator, text = _separator(text, tabs=file.lower().endswith(".tsv"))
    grid = CellGrid(file, comma=True if separator == ";" else False if separator == "," else None)
    grid.notes.append(f"{encoding}, cells separated by {SEPARATORS.get(separator, separator)}")
    for row, values in enumerate(_records(text, separator, file), start=1):
        if row > MAX_ROW:
            refuse(file, f"the sheet has more than {MAX_ROW:,} rows", "split it", "too-costly")
        if len(values) > MAX_COLUMN:
            refuse(file, f"row {row} has more than {MAX_COLUMN:,} cells", "split it", "too-costly")
        for column, value in enumerate(values, start=1):
            if formula := AS_FORMULA.fullmatch(value.strip()):
                value = formula[1].replace('""', '"')
            if value:
                grid.put(SheetCell(row, column, value.replace("\r\n", "\n").replace("\r", "\n")))
    return grid


def _records(text: str, separator: str, file: str) -> Iterator[list[str]]:
    before = csv.field_size_limit(MAX_CELL)
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator, strict=True, skipinitialspace=True)
    try:
        yield from reader
    except csv.Error as error:
        reason = str(error)
        if "field larger" in reason:
            refuse(f"{file}:{reader.line_num}", f"a cell has more than {MAX_CELL:,} characters", "close its quotes")
        hint = 'a cell that starts with " ends with ", and a " inside it is written twice'
        refuse(f"{file}:{reader.line_num}", "the quotes do not fit together from here", hint)
    finally:
        csv.field_size_limit(before)


def _decoded(data: bytes, file: str, encoding: str | None) -> tuple[str, str]:
    """The text, and the name of its encoding: by its mark, else as the user says, else UTF-8."""
    marked = None if data.startswith(WIDE) else next((name for mark, name in MARKS if data.startswith(mark)), None)
    name = marked or encoding or "UTF-8"
    codec = codec_of(name)
    if codec is None:
        raise WrongUse(f"--encoding {name}: no encoding has that name; {ENCODINGS}")
    try:
        if name != "UTF-8" or b"\0" not in data:
            return data.decode(codec).removeprefix("\ufeff"), name
    except UnicodeDecodeError as error:
        line = f"{file}:{1 + data.count(10, 0, error.start)}"
        if marked or encoding:
            reason = f"it is marked as {name} and is not" if marked else f"it is not {name}"
            refuse(line, f"{reason}: byte 0x{data[error.start]:02X}", "save it as CSV in UTF-8")
        text = data.decode("utf-8", "replace")
        wrong = text.count("\ufffd")
        if sum(sign > "\x7f" for sign in text) > 4 * wrong:  # most are letters of UTF-8
            refuse(line, f"it is UTF-8, but for {wrong} wrong bytes from here on", "type these letters again")
    raise _of_another_encoding(data, file)


def _of_another_encoding(data: bytes, file: str) -> Faulty:
    """What is said against a text that is not UTF-8, with a guess of what it is."""
    guess, hint = guess_encoding(data), "save it as CSV in UTF-8"
    if guess:
        what = f"it is not UTF-8; looks like {guess[0]}: --encoding {guess[0]}"
        says = f"it reads {guess[1]!r} then; " if guess[1] else ""
        hint = f"{says}a source in game.yaml takes encoding: {guess[0]}; or {hint}"
    else:
        nulls = b"\0" in data
        what = "this is not text: it holds null bytes" if nulls else "it is not UTF-8, and no other encoding fits"
    return Faulty([Problem(file, 0, 0, "error", FILE_RULE, what, hint)], OUTCOME)


def _separator(text: str, *, tabs: bool) -> tuple[str, str]:
    """What separates cells, and the text.

    A first line ``sep=;`` says it, and is none of the sheet's rows; a .tsv has tabs; else it is what parts the first
    line with several cells most often outside quotes: semicolons, then commas, then tabs, where two do alike.
    """
    if line := SEPARATOR_LINE.match(text):
        return line[1], text[line.end() :]
    if tabs:
        return "\t", text
    heading = _first_record(text[:MAX_HEADING])
    return max(SEPARATORS, key=heading.count), text


def _first_record(text: str) -> str:
    """The first record of several cells with something in it, without what is in quotes; titles stand above it."""
    lines = re.split(r"[\r\n]", re.sub(r'"[^"]*(?:"|$)', "", text))
    return next((line for line in lines if line.strip(" ;,\t") and any(map(line.count, SEPARATORS))), lines[-1])


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
    yield from ((name, (hangul,)) for name in ("cp949",))
    yield from ((name, (_common("gb2312", 0xB0, 0xD7),)) for name in ("gbk", "gb18030"))
    yield "big5", (_common("big5", 0xA4, 0xC6),)
    yield from ((name, (kanji,)) for name in ("cp932", "euc-jp"))


def guess_encoding(data: bytes) -> tuple[str, str] | None:
    """The encoding that a text is most likely in, and the first word in it that says so; None where none fits."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32", ""
    if b"\0" in data:
        for name in ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be"):
            text = _decoded_text(data, name)
            if text and "\0" not in text and any(sign in text for sign in ",;\t\n"):
                return name, ""
        return None
    best, guess = LEAST, None
    for name, alphabets in _alphabets():
        text = _decoded_text(data, name)
        fit = max(_fit(text, alphabet) for alphabet in alphabets) if text else 0
        if text and fit > best:
            words = (word for word in text.replace(",", " ").split() if not word.isascii())
            best, guess = fit, (name, next(words, ""))
    return guess


def _decoded_text(data: bytes, name: str) -> str:
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


MOST_NESTED = 20


def read_json(data: bytes, file: str, key: str | None = None, like: str = "") -> CellGrid:
    """The cells of a JSON file.

    Args:
        data: the file's bytes.
        file: its name.
        key: the key of the list, where the file is a mapping; where None, the only one, or the one named like ``like``.
        like: the kind whose items it holds.

    Raises:
        Faulty: it is no JSON, or holds no rows.
        NotFound: it has no such key.
        WrongUse: several of its lists could be meant.
    """
    rows = _rows(_loaded(data, file), file, key, like)
    grid = CellGrid(file, comma=False, said=True)
    columns: dict[str, int] = {}
    if len(rows) >= MAX_ROW:
        refuse(file, f"the list has more than {MAX_ROW:,} members", "split it", "too-costly")
    for number, row in enumerate(rows, start=2):
        if not isinstance(row, Mapping):
            refuse(file, f"member {number - 1} of the list is not a mapping", 'write each as {"name": …, …}')
        for heading, value in _values(row, "", file):
            column = columns.setdefault(heading, len(columns) + 1)
            text = value if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else f"{value}"
            text = text.replace("\r\n", "\n").replace("\r", "\n")
            held = Decimal(value) if isinstance(value, Decimal | int) and not isinstance(value, bool) else None
            flag = value if isinstance(value, bool) else None
            grid.put(SheetCell(number, column, text, held, flag=flag))
            grid.is_typed |= text == EMPTY_LIST or text.endswith("\n")
    for heading, column in columns.items():
        grid.put(SheetCell(1, column, heading))
    return grid


def _loaded(data: bytes, file: str) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), parse_float=Decimal, parse_constant=str)
    except UnicodeDecodeError:
        refuse(file, "it is not UTF-8, as JSON is", "save it as JSON in UTF-8")
    except json.JSONDecodeError as error:
        refuse(f"{file}:{error.lineno}:{error.colno}", f"this is no JSON: {error.msg}", "mend it there")
    except (RecursionError, ValueError):
        refuse(file, "it is nested too deeply, or has a number of too many digits", "make it simpler")


def _rows(root: Any, file: str, key: str | None, like: str) -> list[Any]:
    """The rows: a list, or a list in a mapping; the values of a mapping of mappings, whose keys are ids."""
    if isinstance(root, dict):
        lists = {name: part for name, part in root.items() if isinstance(part, list | dict) and part}
        inner = {name: rows for name, part in lists.items() if (rows := _members(part))}
        if key is not None and key not in inner:
            raise NotFound(f"{file} has no rows under the key {key!r}; it has {', '.join(inner)}")
        alike = key or next((name for name in inner if name.casefold().replace(" ", "-") == like), None)
        if alike is None and len(inner) > 1 and not _members(root):
            raise WrongUse(f"{file} has several lists; say which with --sheet: {', '.join(inner)}")
        root = inner[alike] if alike is not None else _members(root) or next(iter(inner.values()), [])
    elif key is not None:
        raise WrongUse(f"{file} is a list: --sheet is for a mapping of several")
    if not isinstance(root, list) or not root:
        refuse(file, "it holds no rows", 'write a list of mappings: [{"name": "Fox", "cost": 2}, …]')
    return root


def _members(part: list[Any] | dict[str, Any]) -> list[Any]:
    """The mappings of a list, or of a mapping that gives each by its id; none where it is something else."""
    if isinstance(part, list):
        return part if all(isinstance(member, dict) for member in part) else []
    are_rows = all(isinstance(member, dict) and member for member in part.values())
    if not are_rows or any(isinstance(value, list | dict) and _members(value) for value in part.values()):
        return []
    return [{"id": name, **member} for name, member in part.items()]


def _values(value: Any, heading: str, file: str) -> Iterator[tuple[str, Any]]:
    """The cells of a value under a heading: parts of mappings and members of lists of mappings have their own."""
    if heading.count(".") > MOST_NESTED:
        refuse(file, "it is nested too deeply", "make it simpler", "too-costly")
    if isinstance(value, dict):
        for name, part in value.items():
            yield from _values(part, f"{heading}.{name}" if heading else name.replace(".", " "), file)
    elif isinstance(value, list) and any(isinstance(member, list | dict) for member in value):
        for place, member in enumerate(value):
            yield from _values(member, f"{heading}.{place}", file)
    elif isinstance(value, list):
        yield heading, "".join(f"{_word(member)}\n" for member in value) or EMPTY_LIST
    elif value is not None and heading.strip():
        yield heading, (guarded(value) or EMPTY_TEXT) if isinstance(value, str) else value


def _word(member: Any) -> str:
    text = str(member).lower() if isinstance(member, bool) else "" if member is None else str(member)
    return text.replace("\n", " ")

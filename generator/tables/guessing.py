"""What the columns of a sheet are, guessed from all of its rows: the fields of a new kind, languages, copies, ids."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from msgspec import Struct

from generator.core.file_names import DEVICES
from generator.core.places import column_name
from generator.draw.text.foreign_markup import foreign_marks
from generator.model.fields import PLAIN_DECIMAL, ChoiceField, Field, FlagField, ListField, NumberField, StringField
from generator.model.fields import TextField as PlayersText
from generator.model.fields.field import MAX_TEXT
from generator.model.game import TITLE_FIELDS
from generator.model.items import ID, MAX_COPIES
from generator.model.sheet_source import bare_name
from generator.model.values import Record, id_from
from generator.read.tree import MARKED, Scalar, excerpt
from generator.tables.cells import EMPTY_LIST, NO, YES, CellGrid, SheetCell, Unclear, address, meant, scalar_of
from generator.tables.drafts import value_alone
from generator.tables.headings import COUNTS, IN_BRACKETS, LETTERED

# How columns of names are headed, in small letters.
TITLES = re.compile(
    "|".join(TITLE_FIELDS) + "|título|название|имя|назва|"
    "שם|اسم|الاسم|名前|カード名|名称|名稱|名字|卡名|标题|標題|이름|카드명|ชื่อ"
)
RESERVED = {
    "id",
    "copies",
    "waive",
    "art",
    "copy",
    "kind",
    *(name for name in dir(Record) if not name.startswith("__")),
}
# Codes of languages in headings: common ones that are not units of measure or words (kg, id, is, no) as well.
LANGUAGES = re.compile(
    "ar|bg|bn|bs|ca|cs|cy|da|de|el|en|eo|es|et|eu|fa|fi|fr|ga|gl|he|hi|hr|hu|hy|it|ja|ka|kk|ko|lt|lv|mk|mn|ms|nb|nl|nn|"
    "pl|pt|ro|ru|sk|sl|sq|sr|sv|ta|th|tr|uk|ur|uz|vi|zh"
)
PICTURE = re.compile(r"(?!.*(?:^|/)\.)[^/\\:*?\"<>|{}#\n][^\\:*?\"<>|{}#\n]*\.(?:png|jpe?g|webp|svg)", re.I)
_CODE = re.compile(r"(?=\S*\d)[\w.:/#+-]{1,40}|https?://\S+")
_BESIDE = re.compile(r"[^\d\s.,+\-\u2212()'’]")  # a number in a cell
_ZEROS = re.compile(r"[+-]?0\d")
_SENTENCE = re.compile(r"[.!?]\s|[.!?…:]$")
_TEXTS = re.compile(".*(?:text|texte|texto|testo|tekst|desc|description|beschreibung)")  # headings of no words
_APART = re.compile(r"\n|;|,\s")
MOST_WORDS, LONGEST_WORD = 12, 24  # of a choice
MOST_HEADING, MOST_TITLE = 150, 60  # characters
MOST_SPARE_WORDS = 3  # that stand among numbers


class GuessedColumn(Struct):
    """A column, and what it was taken for."""

    column: int
    heading: str  # as the sheet has it; empty for none
    title: str = ""  # of the field
    name: str = ""  # of the field; empty where the column is left out
    language: str = ""
    form: dict[str, Any] = {}  # the field, as ``game.yaml`` describes it
    type: str = ""  # in words
    values: str = ""  # what is in its cells, in words
    remark: str = ""  # why it is left out, or called otherwise
    by_letter: bool = False  # its heading does not tell it from others

    @property
    def path(self) -> str:
        """What a source maps it to: ``title``, ``title.en``; empty where it is left out."""
        return f"{self.name}.{self.language}" if self.name and self.language else self.name

    @property
    def key(self) -> str:
        """What a source calls it by: its heading, or ``column C``."""
        return f"column {column_name(self.column - 1)}" if self.by_letter else self.heading


def guess_columns(
    grid: CellGrid, head: int, hidden: Mapping[int, str], languages: Sequence[str]
) -> tuple[list[GuessedColumn], list[str]]:
    """The columns of a sheet, and the languages of its texts.

    Args:
        grid: the sheet.
        head: the row of its headings.
        hidden: its columns that are left out, each with the reason.
        languages: those that the user names; the first is that of columns that say none.
    """
    cells: dict[int, list[SheetCell]] = {at: [] for at in grid.rows[head]}
    for number, row in grid.in_order():
        for at, cell in row.items() if number > head else ():
            cells.setdefault(at, []).append(cell)
    columns = [_headed(grid, head, at) for at in sorted(cells)]
    alike = Counter(bare_name(column.heading) for column in columns)
    for column in columns:
        column.by_letter = not column.heading or alike[bare_name(column.heading)] > 1
        column.by_letter |= bool(LETTERED.fullmatch(column.heading)) or not column.heading.isprintable()
        column.by_letter |= len(column.heading) > MOST_HEADING
        column.remark = _unusable(grid, head, column, cells[column.column], hidden)
    usable = [column for column in columns if not column.remark]
    codes = _split_languages(usable, cells, languages)
    rows = [number for number, row in grid.in_order() if number > head]
    _take_common(usable, cells, rows)
    for column in usable:
        if not column.name:
            _name(column, {other.path for other in columns if other.name})
    for group in _groups(usable):
        _guess(group, [cell for column in group for cell in cells[column.column]], grid)
    return columns, codes


def _headed(grid: CellGrid, head: int, column: int) -> GuessedColumn:
    cell = grid.rows[head].get(column)
    heading = "" if cell is None or cell.untold else " ".join(cell.text.split())
    return GuessedColumn(column, heading, "".join(filter(str.isprintable, heading))[:MOST_TITLE].strip())


def _unusable(
    grid: CellGrid, head: int, column: GuessedColumn, cells: Sequence[SheetCell], hidden: Mapping[int, str]
) -> str:
    """Why a column is left out before anything is guessed; empty where it is not."""
    last, at = max(grid.rows), column.column
    areas = [(top, bottom) for top, left, bottom, right in grid.merged if left <= at <= right]
    merged = next((top for top, bottom in areas if bottom >= head and top <= last), 0)
    if column.column in hidden:
        return f"left out: {hidden[column.column]}"
    if not cells:
        return "left out: it is empty"
    return f"left out: cells are merged in row {merged}" if merged else ""


def _split_languages(
    columns: Sequence[GuessedColumn], cells: Mapping[int, list[SheetCell]], languages: Sequence[str]
) -> list[str]:
    """Take the languages off headings such as ``Title (de)``; those that there are, the first one first."""
    for column in columns:
        match = IN_BRACKETS.fullmatch(column.heading) or re.fullmatch(r"(.+?)\s*[._]\s*([A-Za-z]{2})", column.heading)
        code = match[2].lower() if match else ""
        is_text = any(not _ZEROS.sub("", cell.text).replace(".", "").isdigit() for cell in cells[column.column])
        if match and is_text and (code in languages or LANGUAGES.fullmatch(code)):
            column.title, column.language = match[1].strip(), code
    bases = Counter(bare_name(column.title) for column in columns if column.language)
    plain = {bare_name(column.title): column for column in columns if not column.language}
    for column in columns:  # one language alone, and no column of its own beside it, is a part of the heading
        base = bare_name(column.title)
        if column.language and bases[base] == 1 and base not in plain and column.language not in languages:
            others = {other.language for other in columns if other is not column and other.language}
            if column.language not in others and len(bases) == 1:
                column.title, column.language = column.heading, ""
    told = [column.language for column in columns if column.language]
    first = next((code for code in (*languages, "en") if code not in told), "en") if told else ""
    for column in columns:
        if not column.language and bases[bare_name(column.title)] and told:
            column.language = languages[0] if languages and languages[0] not in told else first
    codes = [column.language for column in columns if column.language]
    return list(dict.fromkeys([*(languages if languages else ()), *codes])) or ["en"]


def _take_common(columns: Sequence[GuessedColumn], cells: Mapping[int, list[SheetCell]], rows: Sequence[int]) -> None:
    """Find the columns of ids, copies and pictures: what every kind has."""
    for column in columns:
        own, bare = cells[column.column], bare_name(column.heading)
        texts = [meant(cell.text) for cell in own]
        taken = {other.name for other in columns}
        if bare == "id" and len(set(texts)) == len(texts) == len(rows) and all(map(_is_id, texts)):
            column.name, column.type, column.values = "id", "id", f"such as {texts[0]}"
        elif "copies" not in taken and (bare in ("copies", "copy", "nombre") or COUNTS.fullmatch(bare)):
            counts = [_whole(cell) for cell in own]
            wrong = [cell for cell, count in zip(own, counts, strict=True) if count is None or count > MAX_COPIES]
            is_order = bare in ("#", "num", "number") and counts == [*range(1, len(rows) + 1)] and len(rows) > 2
            if not wrong and not is_order:
                column.name, column.type = "copies", "copies"
                column.values = f"{sum(count or 0 for count in counts) + len(rows) - len(own)} in all"
            elif 0 < len(wrong) < len(own):
                column.remark = f"not copies: {address(wrong[0].row, wrong[0].column)} says {excerpt(wrong[0].text)}"
        elif "art" not in taken and all(map(PICTURE.fullmatch, texts)):
            column.name, column.type = "art", "picture"
            column.values = f"such as {texts[0]}"


def _is_id(text: str) -> bool:
    return bool(ID.fullmatch(text)) and text not in DEVICES


def _whole(cell: SheetCell) -> int | None:
    number = cell.number if cell.number is not None else cell.text.strip()
    return (
        int(number) if re.fullmatch(r"\d{1,6}(?:\.0+)?", str(number)) and float(number) == int(float(number)) else None
    )


def _name(column: GuessedColumn, taken: Iterable[str]) -> None:
    """Name the field of a column: like its heading, unlike the others."""
    letter = column_name(column.column - 1).lower()
    base = id_from(column.title[:40], f"column-{letter}").replace("-", "_")
    base = f"card_{base}" if base in RESERVED or base[0].isdigit() else base
    ending = f".{column.language}" if column.language else ""
    numbered = (f"{base}{'' if number == 1 else f'_{number}'}" for number in range(1, 99_999))
    column.name = next(name for name in numbered if not {name + ending, name} & {*taken})
    if not column.title:
        column.title = f"Column {letter.upper()}"
        column.remark = "it has no heading"
    elif column.name != bare_name(column.title):
        column.remark = column.remark or f"called {column.name}"


def _groups(columns: Iterable[GuessedColumn]) -> list[list[GuessedColumn]]:
    """The columns of each field: several where it has languages."""
    groups: dict[str, list[GuessedColumn]] = {}
    for column in columns:
        groups.setdefault(column.name, []).append(column)
    return list(groups.values())


def _guess(columns: Sequence[GuessedColumn], cells: Sequence[SheetCell], grid: CellGrid) -> None:
    """Fill in the type of a field, or why it cannot be read."""
    if columns[0].name in ("id", "copies", "art"):
        field: Field = NumberField() if columns[0].name == "copies" else StringField()
        forms: list[_Form] = [({}, field, columns[0].type, columns[0].values)]
    else:
        forms = _forms(cells, grid, is_translated=bool(columns[0].language), title=bare_name(columns[0].title))
    wrong = ""
    for form, field, type_, values in forms:
        wrong = _wrong(cells, field, grid)
        if not wrong:
            for column in columns:
                column.form, column.type, column.values = form, type_, values
            return
    for column in columns:
        column.name, column.remark = "", f"left out: {wrong}"


def _wrong(cells: Sequence[SheetCell], field: Field, grid: CellGrid) -> str:
    """Why cells cannot be read as a field; empty where they can."""
    for cell in cells:
        try:
            scalar = scalar_of(cell, field.member or field, grid)
        except Unclear as reason:
            return f"{address(cell.row, cell.column)}: {reason}"
        if len(scalar.text) > MAX_TEXT:
            return f"{address(cell.row, cell.column)} has more than {MAX_TEXT:,} characters"
        if not field.member and value_alone(field, scalar, ("en",)) is None:
            return f"{address(cell.row, cell.column)}: {excerpt(cell.text)} is not {field.takes}"
    return ""


_Form = tuple[dict[str, Any], Field, str, str]  # as game.yaml describes it, the field, its type and values in words


def _forms(cells: Sequence[SheetCell], grid: CellGrid, *, is_translated: bool, title: str) -> list[_Form]:
    """What a field may be, the likeliest first."""
    texts = [meant(cell.text) for cell in cells]
    longest = max(map(len, texts), default=0)
    text: _Form = ({"type": "text"}, PlayersText(), "text", f"up to {longest} characters")
    if is_translated:
        return [text]
    forms = [*_numbers(cells, grid), *_words(texts, title, is_list=_is_typed_list(cells) if grid.is_typed else None)]
    if all(_CODE.fullmatch(word) for word in texts):
        forms.append(({"type": "string"}, StringField(), "code", f"such as {texts[0]}"))
    return [*forms, text]


def _numbers(cells: Sequence[SheetCell], grid: CellGrid) -> list[_Form]:
    """Yes and no, whole numbers, numbers: with a few words among them, too."""
    words = [meant(cell.text).casefold() for cell in cells]
    if all(cell.flag is not None for cell in cells) or (set(words) <= YES | NO and not set(words) <= {"0", "1"}):
        yes = sum(cell.flag if cell.flag is not None else word in YES for cell, word in zip(cells, words, strict=True))
        return [({"type": "flag"}, FlagField(), "yes or no", f"{yes} yes, {len(cells) - yes} no")]
    numbers: list[Decimal] = []
    others: dict[str, int] = {}
    is_whole = True
    for cell in cells:
        number = _number(cell, grid)
        if number is None and cell.untold:
            return []
        if number is None:
            others[meant(cell.text)] = others.get(meant(cell.text), 0) + 1
        else:
            numbers.append(Decimal(number))
            is_whole &= "." not in number
    if not numbers or len(others) > MOST_SPARE_WORDS or len(numbers) <= sum(others.values()):
        return []
    if any(len(word) > MOST_SPARE_WORDS or MARKED.search(word) or _ZEROS.match(word) for word in others):
        return []
    type_ = "whole" if is_whole else "number"
    form: dict[str, Any] = {"type": type_, **({"words": list(others)} if others else {})}
    field = NumberField(whole=is_whole, words=tuple(others))
    span = f"{min(numbers):f} to {max(numbers):f}" if len(set(numbers)) > 1 else f"{numbers[0]:f}"
    named = " or ".join(["whole number" if is_whole else "number", *others])
    return [(form, field, named, span)]


def _number(cell: SheetCell, grid: CellGrid) -> str | None:
    """What a cell says as a plain number; None where it is none, or shows what it would not print: €, other figures."""
    if any(sign.isdecimal() and not sign.isascii() for sign in cell.text):
        return None
    if cell.number is not None and _BESIDE.search(cell.text):
        return None
    try:
        scalar: Scalar = scalar_of(cell, NumberField(whole=False), grid)
    except Unclear:
        return None
    return scalar.text if PLAIN_DECIMAL.fullmatch(scalar.text) and not _ZEROS.match(cell.text.strip()) else None


def _is_typed_list(cells: Sequence[SheetCell]) -> bool:
    """Whether some value of JSON is a list: a text with commas in it is none."""
    return any(cell.text.endswith("\n") or cell.text == EMPTY_LIST for cell in cells)


def _words(texts: Sequence[str], title: str, *, is_list: bool | None) -> list[_Form]:
    """A choice of few words, a list of words; where the sheet does not say whether it is a list, by what is there."""
    forms: list[_Form] = []
    words = list(dict.fromkeys(texts))
    is_plain = all(len(word) <= LONGEST_WORD and "\n" not in word and not _is_marked(word) for word in words)
    lists = [[part.strip() for part in _APART.split(text) if part.strip()] for text in texts if text != EMPTY_LIST]
    members = [word for parts in lists for word in parts]
    if is_list is None:
        is_list = sum(len(parts) > 1 for parts in lists) > 1 and len(set(members)) < len(members)
        is_list &= not _TEXTS.fullmatch(title)
    if is_list and all(len(word) <= LONGEST_WORD and not _SENTENCE.search(word) for word in members):
        shown = f"{len(set(members))} words: {', '.join(list(dict.fromkeys(members))[:3])} …" if members else "none"
        forms.append(({"type": "list"}, ListField(), "list of words", shown))
    few = len(texts) > 3 and len(words) <= min(MOST_WORDS, len(texts) // 2)
    if few and is_plain and not TITLES.fullmatch(title) and len({word.casefold() for word in words}) == len(words):
        shown = ", ".join(words[:5]) + (" …" if len(words) > 5 else "")
        choice: _Form = (
            {"type": "choice", "of": words},
            ChoiceField(of=tuple(words)),
            f"choice of {len(words)}",
            shown,
        )
        forms.insert(0 if not is_list else 1, choice)
    return forms


def _is_marked(word: str) -> bool:
    return bool(MARKED.search(word)) or next(foreign_marks(word, ()), None) is not None

"""A sheet on its way into a new game: read so that nothing in its texts is foreign, its columns guessed."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.check.text_signs import ICON, UNCLOSED
from generator.check.text_signs import STYLE as IN_STYLE
from generator.core.folders import shipped_common
from generator.core.problem import Infeasible, WrongUse
from generator.core.readings import READING
from generator.draw.font_families import font_style
from generator.draw.marks.fonts import load
from generator.draw.text.fit import Fitter, TextArea
from generator.draw.text.foreign_markup import foreign_marks, from_html
from generator.draw.text.markup import crossed_marks, lone_marks
from generator.model.sheet_source import bare_name
from generator.model.values import nearest
from generator.read.tree import MARKED
from generator.tables.cells import CellGrid, SheetCell
from generator.tables.guessing import TITLES, GuessedColumn, guess_columns
from generator.tables.headings import MOST_ABOVE, columns_named, hidden_columns
from generator.tables.opening import SheetOrder, pattern_of, read_order
from generator.tables.sheet_template import STYLES

OURS = {"[b]": "**", "[/b]": "**", "[i]": "_", "[/i]": "_", "%n": "\n", "<n>": "\n", "[br]": "\n"}
_ENDS = pattern_of(sign for sign, ours in OURS.items() if ours == "\n")
FACES = ("Andika_400Regular", "Andika_700Bold", "Andika_400Regular_Italic", "Andika_700Bold_Italic")
SPARES = ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSans-BoldOblique")
MOST_SIGNS, MOST_KEY = 60, 110


class SheetReading(Struct):
    """A sheet on its way into a game."""

    order: SheetOrder
    languages: Sequence[str]
    grid: CellGrid
    head: int = 0
    columns: list[GuessedColumn] = []
    codes: list[str] = []

    def take(self, **changes: Any) -> None:
        """Read the sheet in another way."""
        self.order = replace(self.order, **changes)
        self.grid = read_order(self.order)
        self.head = self.order.terms.header
        self.columns, self.codes = guess_columns(self.grid, self.head, self._left_out(), self.languages)

    def _left_out(self) -> dict[int, str]:
        """The columns that are left out before anything is guessed, each with the reason."""
        terms, cells = self.order.terms, self.grid.rows[self.head]
        left = dict.fromkeys(hidden_columns(self.grid, terms), "the sheet hides it")
        for choice in (each for each in terms.where if len(each.words) == 1):
            left |= dict.fromkeys(columns_named(self.grid, cells, choice.heading), f"all of it is {choice.words[0]}")
        for heading in terms.wanted:
            if not (named := columns_named(self.grid, cells, heading)):
                near = nearest(heading, [cell.text.strip() for cell in cells.values()])
                raise WrongUse(f"--map: the sheet has no column {heading!r}; {near}")
            left |= dict.fromkeys(named, "--map leaves it out")
        return left

    def rows(self) -> list[Mapping[int, SheetCell]]:
        """The cells of each row below the headings, by column."""
        return [row for number, row in self.grid.in_order() if number > self.head]

    def texts(self, *types: str, column: int = 0) -> Iterator[str]:
        """What is in the cells of columns: of all, of those of some types, or of one."""
        columns = {each.column for each in self.columns if each.name and (not types or each.type in types)}
        columns &= {column} if column else columns
        for row in self.rows():
            yield from (cell.text for at, cell in row.items() if at in columns)


def read_new_sheet(order: SheetOrder, languages: Sequence[str]) -> SheetReading:
    """Read a sheet so that nothing in its texts is foreign: with its HTML and other signs as ours."""
    grid = read_order(order)
    rows = list(grid.in_order())
    if not rows:
        raise Infeasible(f"{grid.file} is empty: its first row has the names of columns, the others are cards")
    header, cells = rows[0]
    if len(cells) == 1 and rows[1:]:
        below, first = next(((number, row) for number, row in rows[1:MOST_ABOVE] if len(row) > 1), rows[0])
        header = below if len(first) > 2 or below > header + 1 else header
    if rows[-1][0] <= header:
        raise Infeasible(f"{grid.file} has no rows below that of its headings")
    reading = SheetReading(order, languages, grid)
    values = [cell for number, row in rows if number > header for cell in row.values()]
    lines = (_ENDS.sub("\n", cell.text) for cell in values)
    has_html = any(from_html(text, STYLES) != text for text in lines)
    has_html |= any({*look} & {"b", "i"} for cell in values for _, look in cell.runs)
    markup = "html" if has_html else None
    reading.take(terms=replace(order.terms, header=header), markup=markup, replace={}, styles=STYLES)
    signs = _signs(reading.texts("text"))
    if markup and (ends := {sign: new for sign, new in signs.items() if new == "\n"}):
        reading.take(replace=ends)
        signs = {**ends, **_signs(reading.texts("text"))}
    if signs:
        reading.take(replace=signs)
    for column in reading.columns:
        if column.type == "text" and _signs(reading.texts(column=column.column)):
            column.form, column.type, column.remark = {"type": "string"}, "code", "its signs are no marks of texts here"
            if column.language:
                column.name, column.remark = "", f"left out: {column.remark}"
    return reading


_OPENED = {f"{{{name}: " for name in STYLES.values()}
_OPENS = re.compile(r"[<\[]([A-Za-z]\w*)")
_VALUE = re.compile(r"(?<!\\)\{(?:=|[^{}|\n]*\|)[^{}\n]*\}")  # what would be worked out


def _signs(texts: Iterable[str]) -> dict[str, str]:
    """What to write in place of signs that mean something else here: our own, or the sign itself."""
    signs: dict[str, str] = {}
    names = STYLES.values()
    some = [text for text in texts if MARKED.search(text) or any(sign in text for sign in "<&[:%*`~_{")]
    for text in some:
        foreign = [sign for _, sign, _ in foreign_marks(text, ())]
        foreign += [f"{sign[0]}/{match[1]}{sign[-1]}" for sign in foreign if (match := _OPENS.match(sign))]
        braces = [match[0] for pattern in (ICON, IN_STYLE, UNCLOSED, _VALUE) for match in pattern.finditer(text)]
        for sign in (*foreign, *(sign for sign in braces if not re.fullmatch(READING, sign) and sign not in _OPENED)):
            signs[sign[:MOST_KEY]] = _ours(sign) if len(sign) <= MOST_KEY else f"\\{sign[:MOST_KEY]}"
    if len(signs) > MOST_SIGNS:
        signs = {sign[0]: f"\\{sign[0]}" for sign in signs}
    pattern = pattern_of(signs)
    for text in some:
        changed = pattern.sub(lambda sign: signs[sign[0]], text)
        alone = [*(at for at, _ in lone_marks(changed, (), names)), *crossed_marks(changed, (), names)]
        for number in {changed.count("\n", 0, at) for at in alone} if changed.count("\n") == text.count("\n") else ():
            line, new = text.split("\n")[number], changed.split("\n")[number]
            if len(line) <= MOST_KEY:
                signs[line] = re.sub(r"\\.|[*_]", lambda sign: sign[0] if len(sign[0]) > 1 else f"\\{sign[0]}", new)
    return signs


def _ours(sign: str) -> str:
    """What is written in place of a sign of another tool: our own mark, or the sign as it is."""
    if len(sign) > 4 and sign.startswith("__"):
        return f"**{sign[2:-2]}**"
    return f"_{sign[1:-1]}_" if sign.startswith("*") else OURS.get(sign.lower(), f"\\{sign}")


def key_of(reading: SheetReading) -> str:
    """The field by which rows and items are matched; empty where none tells all rows apart."""
    rows = reading.rows()
    named = [each for each in reading.columns if each.name and each.type in ("id", "text", "code", "whole number")]
    for column in sorted(named, key=lambda each: (each.name != "id", not TITLES.fullmatch(bare_name(each.title)))):
        values = [row[column.column].text.strip().casefold() for row in rows if column.column in row]
        if len(set(values)) == len(rows):
            return column.path
    return ""


def missing_characters(reading: SheetReading, own: Mapping[str, Path]) -> tuple[list[str], list[str]]:
    """Characters that no font of the new game has, and which of a project's ``own`` fonts it is to have for others."""
    labels = [column.title for column in reading.columns if column.name]
    fitter, met, missing = Fitter(), set[str](), dict[str, None]()
    files = {path.stem: path for path in (shipped_common() / "fonts").rglob("*.ttf")}
    faces = [*zip(FACES, SPARES, strict=True), ("Grandstander_700Bold", SPARES[0]), ("LilitaOne_400Regular", SPARES[0])]
    areas = [TextArea(0, 0, 1e6, 1e6, (load(files[own]), load(files[spare])), 6, 6) for own, spare in faces]
    for text in (*labels, *reading.texts()):
        new = {word for word in text.split() if not word.isascii()} - met
        met |= new
        for word in sorted(new):
            for area in areas:
                missing.update(dict.fromkeys(fitter.check(word.strip("*_"), area).missing))
    spares: list[str] = []
    for name in sorted(own, key=lambda name: (font_style(name)[1:] != (400, False), name)):
        with suppress(ValueError):
            has = load(own[name]).has if missing else str.isspace
            if found := [sign for sign in missing if has(sign)]:
                spares.append(name)
                missing = {sign: None for sign in missing if sign not in found}
    return list(missing), spares

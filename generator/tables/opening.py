"""Which file is what, and which of its sheets is meant."""

import re
from collections.abc import Iterable, Mapping
from os.path import normpath
from pathlib import Path

from msgspec import Struct

from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound, WrongUse
from generator.draw.text.foreign_markup import from_html
from generator.model.game import Game
from generator.read.reader import read_file
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Scalar, locate
from generator.tables.archive import open_archive
from generator.tables.cells import MAX_BYTES, CellGrid, refuse
from generator.tables.delimited import read_delimited
from generator.tables.headings import RowChoice, SheetTerms, choose_rows, heading_row

TEXTS, BOOKS = (".csv", ".tsv", ".txt", ".json"), (".xlsx", ".xlsm", ".ods")


def open_grid(path: Path, sheet: str | None, like: str, point: str | None, encoding: str | None = None) -> CellGrid:
    """The cells of a sheet.

    Args:
        path: a CSV, TSV, XLSX, ODS or JSON file.
        sheet: the sheet's name, or a key of JSON; where None, the only one seen, or the one named like ``like``.
        like: the kind whose items it holds.
        point: what parts whole and fraction, where the user says it.
        encoding: that of a text file, where the user says it.

    Raises:
        Faulty: the file cannot be read.
        NotFound: there is no such file or sheet.
        WrongUse: it is of another sort, or several sheets could be meant.
    """
    ending = path.suffix.lower()
    if ending not in TEXTS + BOOKS:
        raise WrongUse(
            f"{path.as_posix()} is not a CSV, TSV, XLSX, ODS or JSON file by its name; save it as one of these"
        )
    if not path.is_file():
        raise NotFound(f"there is no file {path.as_posix()}")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        refuse(path.name, f"the file is larger than {MAX_BYTES // 1024**2} MiB", "split it", "too-costly")
    if ending in (*BOOKS, ".json") and encoding is not None:
        raise WrongUse(f"{path.as_posix()} says its encoding itself: --encoding is for CSV and TSV")
    if ending in BOOKS:
        grid = _of_book(data, path.name, sheet, like, point)
    elif ending == ".json":
        from generator.tables.delimited import read_json

        grid = read_json(data, path.name, sheet, like)
    elif sheet is not None:
        raise WrongUse(f"{path.as_posix()} has no sheets by name: --sheet is for XLSX, ODS and JSON")
    else:
        grid = read_delimited(data, path.name, encoding)
    if point is not None:
        grid.comma, grid.said = point == ",", True
    return grid


def _of_book(data: bytes, file: str, sheet: str | None, like: str, point: str | None) -> CellGrid:
    archive = open_archive(data, file)
    if archive.has("content.xml"):
        from generator.tables.ods import read_ods, sheets_of

        return read_ods(archive, _meant(sheets_of(archive), file, sheet, like))
    from generator.tables.xlsx import open_book, read_xlsx

    book = open_book(archive)
    return read_xlsx(archive, book, _meant([(name, seen) for name, _, seen in book.sheets], file, sheet, like), point)


def _meant(sheets: list[tuple[str, bool]], file: str, sheet: str | None, like: str) -> str:
    """The name of the sheet that is meant."""
    names = [name for name, _ in sheets]
    if sheet is not None:
        if sheet not in names:
            raise NotFound(f"{file} has no sheet {sheet!r}; it has {', '.join(names)}")
        return sheet
    seen = [name for name, is_visible in sheets if is_visible] or names
    alike = [name for name in seen if name.casefold().replace(" ", "-") == like]
    if len(seen) == 1 or len(alike) == 1:
        return (alike or seen)[0]
    if not seen:
        refuse(file, "the workbook has no sheet", "save it again in a spreadsheet program")
    raise WrongUse(f"{file} has several sheets; say which with --sheet: {', '.join(seen)}")


POINTS = {None: None, "comma": ",", "point": "."}  # what parts whole and fraction


class SheetOrder(Struct, frozen=True):
    """A sheet that is to be brought in."""

    file: str  # or an address
    game: str | None
    kind: str
    terms: SheetTerms
    sheet: str | None = None
    point: str | None = None
    encoding: str | None = None
    markup: str | None = None  # "html": that of its texts
    replace: Mapping[str, str] = {}  # what is written in place of signs in its cells
    styles: Mapping[str, str] | None = None  # of the game, for what HTML says of lines: see `from_html`


def sources_of(project: Project, game: Game) -> list[SheetOrder]:
    """The sheets from which a game's kinds are brought up to date."""
    orders = []
    for kind in game.kinds.values():
        source = kind.source
        if source is not None:
            where = tuple(
                RowChoice(heading, tuple(words), game.file, at.line, at.column)
                for heading, words in source.where.items()
                for at in [locate(kind.node, ("source", "where", heading))]
            )
            columns = source.columns, source.header, source.key
            terms = SheetTerms(*columns, update=True, prune=source.only, is_source=True, where=where)
            file = source.url or Path(normpath(project.data / game.name / (source.file or ""))).as_posix()
            point = POINTS[source.decimal]
            styles = line_styles(project, game) if source.markup else None
            reading = source.sheet, point, source.encoding, source.markup, source.replace, styles
            orders.append(SheetOrder(file, game.name, kind.name, terms, *reading))
    return orders


def line_styles(project: Project, game: Game) -> dict[str, str]:
    """The style of a game's ``style.yaml`` for each place and line of words (``center``, ``under``): the plainest."""
    path = project.templates_for(game.templates) / game.templates / "style.yaml"
    root, _ = read_file(path) if path.is_file() else (None, ())
    styles = root.values.get("styles") if isinstance(root, MappingNode) else None
    named = (
        [(name, style.values) for name, style in styles.values.items() if isinstance(style, MappingNode)]
        if isinstance(styles, MappingNode)
        else []
    )
    found: dict[str, str] = {}
    for name, values in sorted(named, key=lambda each: len(each[1])):
        for word in (values.get("align"), values.get("line")):
            if isinstance(word, Scalar):
                found.setdefault(word.text, name)
    return found


def read_order(order: SheetOrder) -> CellGrid:
    """The cells of a sheet, which is fetched where it has an address.

    Raises:
        Refusal: it cannot be had, or is no such sheet.
    """
    if "://" not in order.file:
        grid = open_grid(Path(order.file), order.sheet, order.kind, order.point, order.encoding)
    else:
        from generator.tables.fetching import fetch  # few need what speaks with the net

        with scratch() as folder:
            grid = open_grid(fetch(order.file, folder), order.sheet, order.kind, order.point, order.encoding)
    choose_rows(grid, order.terms)
    grid.keeps_looks = order.markup == "html"
    signs = pattern_of(order.replace)
    ends = pattern_of(sign for sign, new in order.replace.items() if new == "\n")  # no letters beside a tag of HTML
    head, _ = heading_row(grid, order.terms)
    for number, row in grid.rows.items():
        for cell in row.values():
            text = ends.sub("\n", cell.text) if number > head else cell.text
            text = from_html(text, order.styles) if order.markup else text
            if number > head and signs.search(text):
                text = signs.sub(lambda sign: order.replace[sign[0]], text)
                cell.runs = tuple(
                    (signs.sub(lambda sign: order.replace[sign[0]], part), look) for part, look in cell.runs
                )
            cell.text, cell.number = text, cell.number if text == cell.text else None
        grid.rows[number] = {column: cell for column, cell in row.items() if cell.text.strip() or cell.untold}
    return grid


def pattern_of(signs: Iterable[str]) -> re.Pattern[str]:
    """What finds signs, the longer ones first."""
    return re.compile("|".join(map(re.escape, sorted(signs, key=len, reverse=True))) or "(?!)")

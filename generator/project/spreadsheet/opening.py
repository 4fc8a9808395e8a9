"""Which file is what, and which of its sheets is meant."""

from pathlib import Path

from generator.core.refusal import NotFound, WrongUse
from generator.project.spreadsheet.archive import open_archive
from generator.project.spreadsheet.cells import MAX_BYTES, CellGrid, refuse
from generator.project.spreadsheet.delimited import read_delimited

TEXTS, BOOKS = (".csv", ".tsv", ".txt"), (".xlsx", ".xlsm", ".ods")


def open_grid(path: Path, sheet: str | None, like: str, point: str | None) -> CellGrid:
    """The cells of a sheet.

    Args:
        path: a CSV, TSV, XLSX or ODS file.
        sheet: the sheet's name; where None, the only one that is seen, or the one named like ``like``.
        like: the kind whose items it holds.
        point: what parts whole and fraction, where the user says it.

    Raises:
        Faulty: the file cannot be read.
        NotFound: there is no such file or sheet.
        WrongUse: it is of another sort, or several sheets could be meant.
    """
    ending = path.suffix.lower()
    if ending not in TEXTS + BOOKS:
        raise WrongUse(f"{path} is no CSV, TSV, XLSX or ODS file by its name; save it as one of these")
    if not path.is_file():
        raise NotFound(f"there is no file {path}")
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        refuse(path.name, f"the file is larger than {MAX_BYTES // 1024**2} MiB", "split it", "too-costly")
    if ending in BOOKS:
        return _of_book(data, path.name, sheet, like, point)
    if sheet is not None:
        raise WrongUse(f"{path} has no sheets by name: --sheet is for XLSX and ODS")
    grid = read_delimited(data, path.name)
    return _with_point(grid, point)


def _of_book(data: bytes, file: str, sheet: str | None, like: str, point: str | None) -> CellGrid:
    archive = open_archive(data, file)
    if archive.has("content.xml"):
        from generator.project.spreadsheet.ods import read_ods, sheets_of

        return _with_point(read_ods(archive, _meant(sheets_of(archive), file, sheet, like)), point)
    from generator.project.spreadsheet.xlsx import open_book, read_xlsx

    book, sheets = open_book(archive)
    name = _meant([(name, seen) for name, _, seen in sheets], file, sheet, like)
    part = next(part for found, part, _ in sheets if found == name)
    return _with_point(read_xlsx(archive, book, (name, part), point), point)


def _with_point(grid: CellGrid, point: str | None) -> CellGrid:
    """A sheet of which the user says, or not, how it shows fractions."""
    if point is not None:
        grid.comma, grid.said = point == ",", True
    return grid


def _meant(sheets: list[tuple[str, bool]], file: str, sheet: str | None, like: str) -> str:
    """The name of the sheet that is meant."""
    names = [name for name, _ in sheets]
    if sheet is not None:
        if sheet not in names:
            raise NotFound(f"{file} has no sheet {sheet!r}; it has {', '.join(names)}")
        return sheet
    seen = [name for name, shown in sheets if shown] or names
    alike = [name for name in seen if name.casefold().replace(" ", "-") == like]
    if len(seen) == 1 or len(alike) == 1:
        return (alike or seen)[0]
    if not seen:
        refuse(file, "the workbook has no sheet", "save it anew in a spreadsheet program")
    raise WrongUse(f"{file} has several sheets; say which with --sheet: {', '.join(seen)}")

"""The command about finished pictures: options and wiring."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.group import command
from generator.cli.options import (
    A4,
    OUT,
    PRINTERS,
    CutOption,
    CutterOption,
    EdgeOption,
    Gutter,
    MarksOption,
    Open,
    Out,
    PaperOption,
    Printer,
    Printers,
    Quiet,
    Skip,
)
from generator.core.choices import Edge, Marks
from generator.core.sizes import PAPER_BY_SIZE, SIZES, Size

if TYPE_CHECKING:
    pass

IN_PICTURE = "in-picture"
Pictures = Annotated[
    list[Path],
    typer.Argument(metavar="FILES|FOLDER|PDF", help="Pictures (PNG, JPEG, WebP), PDF files, folders of both."),
]
SizeOption = Annotated[
    str | None,
    typer.Option(
        "--size",
        metavar="NAME|WxH",
        help=f"The size when cut: {', '.join(SIZES)}, or WIDTHxHEIGHT in mm. Default: a PDF's pages, else poker.",
    ),
]
PictureBacks = Annotated[
    str | None,
    typer.Option(
        "--backs",
        metavar="FILE|FOLDER|one",
        help="A back for all; a folder with a back of the same name for each; one: the picture named back, or a PDF's "
        "last page. Default: X-back is behind X or X-front, and a picture named back behind the rest.",
    ),
]
PictureBleed = Annotated[
    str,
    typer.Option(
        "--bleed",
        metavar="MM|in-picture",
        help="Bleed mirrored from the pictures' edges; in-picture: they hold an eighth of an inch of it already, and "
        "in-picture=MM says how much.",
    ),
]


@command("impose", defaults=("paper", "out"))
def impose(
    files: Pictures,
    size: SizeOption = None,
    backs: PictureBacks = None,
    bleed: PictureBleed = "0",
    edge: EdgeOption = Edge.long,
    paper: PaperOption = A4,
    printer: Printer = None,
    printers: Printers = PRINTERS,
    marks: MarksOption = Marks.crop,
    gutter: Gutter = 0.0,
    skip: Skip = "",
    cut: CutOption = None,
    cutter: CutterOption = None,
    out: Out = OUT,
    quiet: Quiet = False,
    opened: Open = False,
) -> None:
    """Print finished pictures, or the pages of a PDF, on sheets.

    Marks, ruler, backs and cut lines are those of a game's sheets.
    """
    from generator.cli.impose import run
    from generator.cli.print_commands import cutting_of
    from generator.project.printing.imposing import IN_PICTURE as EIGHTH
    from generator.project.printing.imposing import ImposeOrder
    from generator.project.printing.order import SheetLayout

    word, _, told = bleed.partition("=")
    inside = word == IN_PICTURE
    room = _millimetres(told or str(EIGHTH) if inside else bleed)
    used = tuple(int(part) for part in skip.split(",") if part)
    layout = SheetLayout(
        paper, printer=printer, printers=printers, marks=marks, bleed=room, gutter=gutter, skip=used,
        cutting=cutting_of(cut, cutter),
    )  # fmt: skip
    order: ImposeOrder = ImposeOrder(tuple(files), _size(size), backs, inside, layout, edge, out)
    raise typer.Exit(run(order, opened=opened))


def _millimetres(text: str) -> float:
    try:
        room = float(text)
    except ValueError:
        room = -1.0
    if not 0 <= room <= 10:
        raise typer.BadParameter("millimetres from 0 to 10 are wanted, or in-picture", param_hint="--bleed")
    return room


def _size(name: str | None) -> Size | None:
    if name is None or name in SIZES:
        return None if name is None else SIZES[name]
    found = PAPER_BY_SIZE.fullmatch(name)
    if found is None or not all(5 <= float(side) <= 1000 for side in found.groups()):
        known = ", ".join(SIZES)
        raise typer.BadParameter(
            f"{name!r} is no size; known: {known}, or WIDTHxHEIGHT in mm such as 63x88", param_hint="--size"
        )
    return float(found[1]), float(found[2])

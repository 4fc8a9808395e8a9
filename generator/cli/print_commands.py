"""The commands about sheets and pictures: wiring. A command imports what is heavy when it runs."""

import typer

from generator.cli.group import command
from generator.cli.options import (
    Files,
    Format,
    FormatOption,
    Paper,
    Quiet,
    Strict,
)
from generator.cli.print_options import BoxOptions, CalibrationOptions, FormOptions, PictureOptions, SheetOptions

# What a project may say of sheets.
USUAL = (*("paper", "lang", "backs", "printer", "trim", "marks", "bleed", "gutter", "join", "ink", "out", "templates"),)


@command(
    takes="games kinds items paper lang blanks copies backs changed_since mark_printed printer printers marks bleed "
    "gutter join skip start_at per_sheet booklet trim cut cutter no_preflight ink ink_report tidy yes whole jobs data "
    "templates out cache no_cache quiet opened",
    defaults=USUAL,
)
def render(given: SheetOptions) -> None:
    """Check, then print sheets: OUT/GAME/KIND.pdf.

    It checks what it prints and what that stands on; with an error there nothing is written. Errors elsewhere that
    come up while files are read are counted in one line; `pnp check` tells them all.
    """
    from generator.cli.render import run_render, run_tidy
    from generator.project.printing.order import RenderOrder

    if given.yes and not given.tidy:
        raise typer.BadParameter("it confirms --tidy: give that too", param_hint="--yes")
    if given.tidy:
        raise typer.Exit(run_tidy(given.games or [], given.project, given.out, removes=given.yes))

    order = RenderOrder(
        given.choice,
        given.layout,
        given.out,
        given.copies,
        given.changed_since,
        preflight=not given.no_preflight,
        ink_report=given.ink_report,
    )
    status = run_render(
        given.games or [], order, given.project, given.print_run, marks_printed=given.mark_printed, opened=given.opened
    )
    raise typer.Exit(status)


@command(
    takes="games kinds pages count style art trim paper lang marks bleed gutter join ink jobs data templates out cache "
    "no_cache quiet opened",
    defaults=tuple(name for name in USUAL if name not in ("backs", "printer")),
)
def blank(given: FormOptions) -> None:
    """Print forms to write on by hand: OUT/GAME/KIND-blank.pdf."""
    from generator.cli.render import run_blank
    from generator.project.printing.order import BlankOrder

    order = BlankOrder(given.choice, given.layout, given.out, given.pages, given.count, given.style, given.art)
    raise typer.Exit(run_blank(given.games or [], order, given.project, given.print_run, opened=given.opened))


@command(
    takes="game players mode render paper lang backs printer printers marks bleed gutter join trim cut cutter ink data "
    "templates out cache no_cache quiet opened",
    defaults=USUAL,
)
def plan(given: BoxOptions) -> None:
    """Tell which sheets a game for N players needs.

    It tells how many components that gives, and why. Without --players it tells the least for each way to play.
    """
    from generator.cli.plan import run, run_least

    if given.players is None:
        for name, value in (("--mode", given.mode), ("--render", given.render or None)):
            if value is not None:
                raise typer.BadParameter("how many play? give --players too", param_hint=name)
        raise typer.Exit(run_least(given.game, given.choice, given.project, given.layout))
    raise typer.Exit(run(given, given.players))


@command(
    takes="game to kinds items lang dpi bleed ink url data templates out quiet opened",
    defaults=("lang", "bleed", "ink", "out", "templates"),
)
def export(given: PictureOptions) -> None:
    """Write faces as pictures, or items for a spreadsheet.

    They go to OUT/GAME/png, /svg, /tts, /tgc, /mpc, /dtc or /csv.
    """
    from generator.cli.export import run

    raise typer.Exit(run(given))


@command(
    takes="printer reading edge paper lang out printers templates quiet opened",
    defaults=("paper", "out", "templates"),
)
def calibrate(given: CalibrationOptions) -> None:
    """Print a duplex test sheet, or store what was read off it.

    What is stored is a profile of the printer, by which backs are shifted.
    """
    from generator.cli.calibrate import run

    raise typer.Exit(run(given))


@command()
def preflight(
    files: Files,
    format: FormatOption = Format.text,
    paper: Paper = None,
    strict: Strict = False,
    quiet: Quiet = False,
) -> None:
    """Tell whether PDF files are fit to be printed at home.

    Every problem is told with its file and page.
    """
    from generator.cli.preflight import run

    raise typer.Exit(run(files, format.value, paper, strict=strict))

"""The commands about sheets and pictures: wiring. A command imports what is heavy when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.ending import progress_bar
from generator.cli.group import command
from generator.cli.options import DATA, OUT, TEMPLATES, Format, Jobs
from generator.cli.print_options import (
    BoxOptions,
    CalibrationOptions,
    FormOptions,
    PictureOptions,
    PrintOptions,
    WatchOptions,
)
from generator.cli.project_defaults import take_defaults_anew
from generator.cli.reporting import note, one_line, report
from generator.core.folders import Project
from generator.printing.order import BlankOrder, RenderOrder

if TYPE_CHECKING:
    from generator.cli.watch import WatchJob


# What a project may say of sheets.
USUAL = (*("paper", "lang", "backs", "printer", "trim", "marks", "bleed", "gutter", "join", "ink", "out", "templates"),)


@command(
    takes="games kinds items paper lang blanks copies backs changed_since mark_printed printer printers marks bleed "
    "bleed_backs bleed_outside gutter on_sheet name_paper join skip start_at per_sheet booklet trim cut cutter "
    "no_preflight ink ink_report tidy yes whole jobs data templates out cache no_cache quiet opened",
    defaults=USUAL,
    writes="out",
)
def render(options: PrintOptions) -> None:
    """Check, then print sheets: OUT/GAME/KIND.pdf.

    It checks what it prints and what that depends on; with an error there nothing is written.
    """
    from generator.cli.render import run_render, run_tidy

    if options.yes and not options.tidy:
        raise typer.BadParameter("it confirms --tidy: give that too", param_hint="--yes")
    if options.tidy:
        run_tidy(options.games or [], options.project, options.out, removes=options.yes)
        return

    order = RenderOrder(
        options.choice,
        options.layout,
        options.out,
        options.copies,
        options.changed_since,
        preflight=not options.no_preflight,
        ink_report=options.ink_report,
    )
    run_render(
        options.games or [],
        order,
        options.project,
        options.print_run,
        marks_printed=options.mark_printed,
        opened=options.opened,
    )


@command(
    takes="games kinds pages count style art trim paper lang marks bleed bleed_outside gutter on_sheet name_paper "
    "join ink jobs data templates out cache no_cache quiet opened",
    defaults=tuple(name for name in USUAL if name not in ("backs", "printer")),
    writes="out",
)
def blank(options: FormOptions) -> None:
    """Print forms to write on by hand: OUT/GAME/KIND-blank.pdf."""
    from generator.cli.render import run_render

    order = BlankOrder(
        options.choice, options.layout, options.out, options.pages, options.count, options.style, options.art
    )
    run_render(options.games or [], order, options.project, options.print_run, opened=options.opened)


@command(
    takes="game players mode wanted render paper lang backs printer printers marks bleed bleed_backs "
    "bleed_outside gutter join on_sheet name_paper trim cut cutter ink data templates out cache no_cache quiet opened",
    defaults=USUAL,
    writes="out",
)
def plan(options: BoxOptions) -> None:
    """List the sheets that a game for N players needs.

    It lists how many components that takes, and why. Without --players it lists the fewest for each game mode.
    """
    from generator.cli.plan import run, run_least

    players = options.players or len(options.names)
    if not players:
        for name, value in (("--mode", options.mode), ("--render", options.render or None)):
            if value is not None:
                raise typer.BadParameter("how many play? give --players too", param_hint=name)
        run_least(options.game, options.choice, options.project, options.layout)
    else:
        run(options, players)


@command(
    takes="game to kinds items lang dpi bleed ink url data templates out quiet opened",
    defaults=("lang", "bleed", "ink", "out", "templates"),
    writes="out",
)
def export(options: PictureOptions) -> None:
    """Write faces as pictures, or items for a spreadsheet.

    They go to OUT/GAME/png, /svg, /tts, /tgc, /mpc, /dtc or /csv.
    """
    from generator.cli.export import run

    run(options)


@command(
    takes="printer reading edge paper lang out printers templates quiet opened",
    defaults=("paper", "out", "templates"),
    writes="out",
)
def calibrate(options: CalibrationOptions) -> None:
    """Print a duplex test sheet, or store what you read off it.

    What is stored is a profile of the printer, by which backs are shifted.
    """
    from generator.cli.calibrate import run

    run(options)


@command()
def preflight(
    files: list[Path],
    format: Format = "text",
    paper: str | None = None,
    strict: bool = False,
    quiet: bool = False,
) -> int:
    """Check whether PDF files can be printed at home.

    Every problem is reported with its file and page.
    """
    from generator.cli.preflight import run

    return run(files, format, paper, strict=strict)


PORT = 8765

Port = Annotated[int, {"min": 0, "max": 65535}]


@command(
    takes="games kinds import_ key encoding paper lang backs printer printers marks bleed bleed_backs "
    "bleed_outside gutter on_sheet name_paper join trim ink data templates out quiet",
    defaults=USUAL,
)
def watch(options: WatchOptions) -> int:
    """Check and print again after each save.

    It prints all sheets as pnp render does, then those that a change would alter. While there are errors the last
    good sheets stay. Spreadsheets that are sources of kinds are brought in when they are saved. Ctrl-C ends it.
    """
    from generator.cli.watch import run

    return run(_watched(options), lambda: _watched(options.with_values(take_defaults_anew())))


def _watched(options: WatchOptions) -> "WatchJob":
    from generator.cli.import_sheet import saved_sheet
    from generator.cli.watch import WatchJob

    sheet = saved_sheet(options.import_, options.games or [], options.kinds or [], options.key, options.encoding)
    return WatchJob(
        tuple(options.games or ()), options.project, RenderOrder(options.choice, options.layout, options.out), sheet
    )


@command(defaults=("templates",), writes="out")
def site(
    games: list[str] | None = None,
    out: Path = OUT / "site",
    paper: list[str] | None = None,
    base: str = "",
    runtime: Path | None = None,
    data: Path = DATA,
    templates: Path = TEMPLATES,
    jobs: Jobs = None,
    quiet: bool = False,
) -> None:
    """Make a site of the games: a folder of files for any web host.

    It holds all faces, the rules as pages, sheets and boxes to print, the lab's figures and the table, with relative
    links. Made again, it writes what has changed.
    """
    from generator.web.site.making import SiteOrder, make_site

    order = SiteOrder(out, tuple(games or ()), tuple(paper or ()), base, runtime, jobs or 0)
    with progress_bar() as progress:
        site_made = make_site(Project(data, templates), order, progress or (lambda *_: None))
    size = f"{site_made.size / 1e6:.1f} MB"
    report(one_line(f"{out.as_posix()}: {site_made.files:,} files, {size}; {site_made.changed:,} written"))
    if site_made.lacks:
        note(site_made.lacks)


@command(defaults=("templates",))
def serve(
    game: str | None = None,
    port: Port = PORT,
    host: str = "127.0.0.1",
    no_open: bool = False,
    read_only: bool = False,
    data: Path = DATA,
    templates: Path = TEMPLATES,
    quiet: bool = False,
) -> None:
    """Show the games in a browser: the workshop.

    Faces, problems and figures follow each change of a file; sheets are a click away. Ctrl-C ends it.
    """
    from generator.cli.serve import run
    from generator.web.terms import Terms

    terms = Terms(host, port, game, read_only)
    run(Project(data, templates), terms, opened=not no_open)

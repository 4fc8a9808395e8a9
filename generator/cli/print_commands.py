"""The commands about sheets and pictures: wiring. A command imports what is heavy when it runs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli.ending import progress_bar
from generator.cli.group import command
from generator.cli.options import DATA, OUT, TEMPLATES, Format, Jobs, flag_of
from generator.cli.print_options import (
    USUAL,
    BoxOptions,
    CalibrationOptions,
    FormOptions,
    PictureOptions,
    RenderOptions,
    WatchOptions,
)
from generator.cli.project_defaults import take_defaults_anew, typed
from generator.cli.reporting import note, one_line, report
from generator.core.folders import Project
from generator.core.problem import WrongUse
from generator.printing.order import BlankOrder, BoxOrder, RenderOrder, names_of_games

if TYPE_CHECKING:
    from generator.cli.watch import WatchJob


@command(defaults=USUAL, writes="out")
def render(options: RenderOptions) -> int | None:
    """Check, then print sheets: OUT/GAME/KIND.pdf.

    With --players it prints a game's box: one file of all that N players need, with a cover. With an error in what
    it prints, nothing is written.
    """
    from generator.cli.render import run_render, run_tidy

    if options.yes and not options.tidy:
        raise typer.BadParameter("it confirms --tidy: give that too", param_hint="--yes")
    if options.players or options.choice.wanted:
        options.refuse("plan")
        options.refuse("box")
        names = names_of_games(options.games or [], options.choice, options.project)
        if len(names) != 1 or options.every_language:
            raise WrongUse(f"a box is of one game, in one language; name one of {', '.join(names)}, with its --lang")
        return _box(options, names[0], prints=True)
    if options.mode is not None:
        raise typer.BadParameter("how many play? give --players too", param_hint="--mode")
    if options.tidy:
        run_tidy(options.games or [], options.project, options.out, removes=options.yes)
        return None

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
        options.print_run(blanks=options.blanks, whole=options.whole),
        marks_printed=options.mark_printed,
        opened=options.opened,
    )
    return None


@command(defaults=USUAL, writes="out")
def blank(options: FormOptions) -> None:
    """Print forms to write on by hand: OUT/GAME/KIND-blank.pdf."""
    from generator.cli.render import run_render

    if options.count and options.pages > 1:
        raise typer.BadParameter("--count says how many forms are printed", param_hint="--pages")
    order = BlankOrder(
        options.choice, options.layout, options.out, options.pages, options.count, options.style, options.art
    )
    run_render(options.games or [], order, options.project, options.print_run(), opened=options.opened)


@command(defaults=USUAL, writes="out")
def plan(options: BoxOptions) -> int | None:
    """List the sheets that a game for N players needs.

    It lists how many components that takes, and why. Without --players: the fewest for each game mode.
    """
    from generator.cli.plan import run_least

    choice = options.choice_of(None, None, options.wanted)
    if not options.render and (names := typed("opened", "out")):
        raise typer.BadParameter("it is about what is printed: give --render too", param_hint=flag_of(names[0]))
    if options.players or choice.wanted:
        return _box(options, options.game, prints=options.render)
    for name, value in (("--mode", options.mode), ("--render", options.render or None)):
        if value is not None:
            raise typer.BadParameter("how many play? give --players too", param_hint=name)
    return run_least(options.game, choice, options.project, options.layout)


def _box(options: RenderOptions | BoxOptions, game: str, *, prints: bool) -> int | None:
    from generator.check.cache import open_cache
    from generator.cli.plan import run

    choice = options.choice_of(None, None, options.wanted)
    players = options.players or len(choice.wanted)
    order = BoxOrder(game, players, options.mode, choice, options.layout, options.out)
    cache = open_cache(options.cache, used=not options.no_cache)
    return run(order, options.project, cache, prints=prints, opened=options.opened)


@command(defaults=("lang", "bleed", "ink", "out", "templates"), writes="out")
def export(options: PictureOptions) -> None:
    """Write faces as pictures, or items for a spreadsheet.

    They go to OUT/GAME/png, /svg, /tts, /tgc, /mpc, /dtc or /csv.
    """
    from generator.cli.export import run

    run(options)


@command(defaults=("paper", "out", "templates"), writes="out")
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


@command(defaults=USUAL)
def watch(options: WatchOptions) -> int:
    """Check and print again after each save.

    It prints all sheets, then those that a change alters. While there are errors the last good sheets stay.
    Spreadsheets that are sources of kinds are imported when saved. Ctrl-C ends it.
    """
    from generator.cli.watch import run

    return run(_watched(options), lambda: _watched(options.with_values(take_defaults_anew())))


def _watched(options: WatchOptions) -> "WatchJob":
    from generator.cli.import_sheet import saved_sheet
    from generator.cli.watch import WatchJob

    sheet = saved_sheet(options.import_, options.games or [], options.kinds or [], options.key, options.encoding)
    order = RenderOrder(options.choice, options.layout, options.out, options.copies)
    return WatchJob(tuple(options.games or ()), options.project, order, sheet)


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

    It holds all faces, the rules as pages, sheets and boxes to print, the lab's figures and the table. Made again,
    it writes what has changed.
    """
    from generator.web.site.making import SiteOrder, make_site

    order = SiteOrder(out, tuple(games or ()), tuple(paper or ()), base, runtime, jobs or 0)
    with progress_bar(minutes=True) as progress:
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

"""What single printing commands are given besides the options of them all."""

from pathlib import Path
from typing import Annotated

from typer import Option

from generator.cli.options import GameArgument
from generator.cli.print_options import PrintOptions, SheetOptions
from generator.cli.project_defaults import complete_modes, complete_targets
from generator.core.choices import Edge


class WatchOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of a watch."""

    import_: Annotated[
        Path | None,
        Option("--import", metavar="FILE", help="Bring in this spreadsheet whenever it is saved; with one --kind."),
    ] = None
    key: Annotated[
        str | None, Option("--key", metavar="FIELD", help="Match its rows and items by this field, not by ids.")
    ] = None


class FormOptions(SheetOptions, frozen=True, kw_only=True):
    """Those of blank forms."""

    pages: Annotated[int, Option("--pages", metavar="N", min=1, max=100, help="Sheets of each kind.")] = 1
    count: Annotated[
        int | None, Option("--count", metavar="N", min=1, max=999, help="This many forms, instead of whole sheets.")
    ] = None
    style: Annotated[str | None, Option("--style", metavar="S", help="What a form shows; each kind names its own.")] = (
        None
    )
    art: Annotated[str | None, Option("--art", metavar="NAME|mix", help="The picture on forms that show one.")] = None


class BoxOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of a game's box."""

    game: GameArgument
    players: Annotated[int | None, Option("--players", metavar="N", min=1, max=99, help="How many play.")] = None
    mode: Annotated[
        str | None,
        Option("--mode", metavar="MODE", autocompletion=complete_modes, help="Game mode; the first if not given."),
    ] = None
    render: Annotated[bool, Option("--render", help="Print that box into one PDF, with a cover sheet first.")] = False


class PictureOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of pictures, which are not cut out of a sheet."""

    game: GameArgument
    to: Annotated[
        str,
        Option(
            "--to",
            metavar="png|svg|tts|csv|SHOP",
            autocompletion=complete_targets,
            help="Pictures, vectors, Tabletop Simulator, items for a spreadsheet; or a print shop or virtual "
            "table: tgc, mpc, dtc, pcio, screentop, tabletopia, or one of the project's shops.yaml.",
        ),
    ] = "png"
    dpi: Annotated[int, Option("--dpi", metavar="N", min=36, max=1200, help="Dots per inch of pictures.")] = 300
    url: Annotated[str | None, Option("--url", metavar="URL", help="Where Tabletop Simulator finds the sheets.")] = None


class CalibrationOptions(PrintOptions, frozen=True, kw_only=True):
    """Those of a printer's test sheet."""

    printer: Annotated[str | None, Option("--printer", metavar="NAME", help="The printer.")] = None
    reading: Annotated[
        list[str] | None,
        Option(
            "--reading", metavar="sheet=… mid=X,Y tl=X,Y …", help="What was read off the sheet; step 5 on it says how."
        ),
    ] = None
    edge: Annotated[Edge, Option("--edge", help="The edge on which the printer flips the paper.")] = Edge.long
    lang: Annotated[
        str | None, Option("--lang", metavar="en|fr|de|es|…", help="The language of the sheet; English if not given.")
    ] = None

"""The options of the commands: what they are called, what they take, what their help says."""

from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.known import (
    complete_games,
    complete_items,
    complete_kinds,
    complete_kinds_and_items,
    complete_languages,
    complete_modes,
    complete_papers,
)
from generator.core.choices import Backs, CutFormat, CutterName, Edge, InkName, Marks, TrimName


class Format(StrEnum):
    """How problems are written."""

    text = "text"
    json = "json"
    github = "github"


class Shown(StrEnum):
    """How an item is told."""

    text = "text"
    json = "json"


class PictureMode(StrEnum):
    """How a picture is shown among words."""

    auto = "auto"
    never = "never"
    kitty = "kitty"
    iterm2 = "iterm2"
    sixel = "sixel"


class Target(StrEnum):
    """What items are taken out for."""

    png = "png"
    svg = "svg"
    tts = "tts"
    tgc = "tgc"
    csv = "csv"


def _paper(name: str) -> str:
    from generator.core.sizes import paper_size

    try:
        paper_size(name)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return name


def _finite(value: float) -> float:
    if not isfinite(value):
        raise typer.BadParameter(f"{value} is no length in mm")
    return value


def _slots(text: str) -> str:
    if text and not all(
        part.strip().isascii() and part.strip().isdigit() and 0 < int(part.strip()[:9]) < 1000
        for part in text.split(",")
    ):
        raise typer.BadParameter(f"{text!r} is no list of slots such as 1,4")
    return text


Data = Annotated[Path, typer.Option("--data", metavar="DIR", help="The folder of the games.")]
Templates = Annotated[Path, typer.Option("--templates", metavar="DIR", help="The folder of the faces.")]
Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for what is printed.")]
Games = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME]...", autocompletion=complete_games, help="The games; all if none is named."),
]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", metavar="K", autocompletion=complete_kinds, help="A kind to print; may be repeated."),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        autocompletion=complete_languages,
        help="The language; the game's first if not given.",
    ),
]
PrintLanguage = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="LANGUAGE",
        autocompletion=complete_languages,
        help="The language, or all; the game's first if not given.",
    ),
]
ALL_LANGUAGES = "all"
PaperOption = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="a4|letter|a3|legal|WxH",
        autocompletion=complete_papers,
        callback=_paper,
        help="The paper, by name or WIDTHxHEIGHT in mm.",
    ),
]

Printers = Annotated[Path, typer.Option("--printers", metavar="FILE", help="The file of printer profiles.")]

PRINTERS = Path("printers.yaml")
MOST_JOBS = 256
DATA, TEMPLATES, OUT, A4 = Path("data"), Path("templates"), Path("output"), "a4"


Paths = Annotated[
    list[Path] | None, typer.Argument(metavar="[PATH]...", help="Files and folders; all if none is named.")
]
FormatOption = Annotated[Format, typer.Option("--format", help="How problems are written.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Tell errors only.")]
Open = Annotated[bool, typer.Option("--open", help="Open what was made.")]
Strict = Annotated[bool, typer.Option("--strict", help="Let warnings fail.")]
CacheFolder = Annotated[
    Path | None,
    typer.Option(
        "--cache", metavar="DIR", help="Where to keep what was checked and printed; the user's cache if not given."
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Do all anew, and keep nothing of it.")]
Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="PDF files, ours or any.")]
Paper = Annotated[
    str | None,
    typer.Option(
        "--paper",
        metavar="a4|letter|a3|legal|WxH",
        autocompletion=complete_papers,
        help="The size that pages must have; any paper by name if not given.",
    ),
]
RuleName = Annotated[str | None, typer.Argument(metavar="[GAME|RULE|CHECK]", help="A game, a rule or a check.")]
Checks = Annotated[bool, typer.Option("--checks", help="List the generic checks that rules are made of.")]
RenderItems = Annotated[
    list[str] | None,
    typer.Option("--item", metavar="ID", autocompletion=complete_items, help="An item to print; may be repeated."),
]
Copies = Annotated[int | None, typer.Option("--copies", metavar="N", min=1, max=999, help="Copies of each item.")]
BacksOption = Annotated[
    Backs,
    typer.Option(
        "--backs", help="Backs: paper turned about its long or short edge, a file of their own, to fold, or none."
    ),
]
ChangedSince = Annotated[
    Path | None,
    typer.Option(
        "--changed-since",
        metavar="PRINTED",
        help="Print only what differs from this print manifest, such as data/GAME/printed.json, as KIND-changed.pdf.",
    ),
]
MarkPrinted = Annotated[bool, typer.Option("--mark-printed", help="Note in data/GAME/printed.json what was printed.")]
Printer = Annotated[
    str | None,
    typer.Option("--printer", metavar="NAME", help="Shift backs as this printer needs it; see calibrate."),
]
MarksOption = Annotated[Marks, typer.Option("--marks", help="Crop marks, thin guides along every edge, or nothing.")]
Bleed = Annotated[
    float,
    typer.Option(
        "--bleed", metavar="MM", min=0, max=10, callback=_finite, help="How far faces reach beyond their trim."
    ),
]
Gutter = Annotated[
    float, typer.Option("--gutter", metavar="MM", min=0, max=50, callback=_finite, help="Room between neighbours.")
]
Skip = Annotated[
    str,
    typer.Option("--skip", metavar="1,4", callback=_slots, help="Slots of the first sheet that were used before."),
]
StartAt = Annotated[
    int, typer.Option("--start-at", metavar="N", min=1, max=999, help="The first slot of the first sheet to use.")
]
PerSheet = Annotated[
    int | None,
    typer.Option("--per-sheet", metavar="1", min=1, max=1, help="One component a sheet, as large as it can be."),
]
BookletOption = Annotated[
    bool, typer.Option("--booklet", help="Running text as a booklet: two pages a side, to be folded once and stapled.")
]
TrimOption = Annotated[
    TrimName | None,
    typer.Option(
        "--trim",
        help="Cut straight along the edges, or round shapes of their own the kinds that have these; shaped with --cut, "
        "else straight, if not given.",
    ),
]
CutOption = Annotated[
    CutFormat | None,
    typer.Option("--cut", help="Cut lines for a cutting machine beside each file, and its marks on the sheets."),
]
CutterOption = Annotated[
    CutterName | None,
    typer.Option(
        "--cutter",
        help="The machine that --cut is for, silhouette if not given. Registration marks are printed for the first "
        "three; Cricut's program prints its own and reads no others, and a ScanNCut needs none.",
    ),
]
NoPreflight = Annotated[
    bool, typer.Option("--no-preflight", help="Do not read the files back before they are put in place.")
]
InkOption = Annotated[
    InkName, typer.Option("--ink", help="Black lines, each game's own design for low ink, or its colours.")
]
InkReport = Annotated[bool, typer.Option("--ink-report", help="Tell how much of the paper each file covers with ink.")]
Blanks = Annotated[bool, typer.Option("--blanks", help="Print blank forms too, where there are any.")]
Whole = Annotated[bool, typer.Option("--whole", help="Check all that `pnp check` checks, and tell it.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        min=1,
        max=MOST_JOBS,
        envvar="PNP_JOBS",
        help="Processes that work at once; one a core if not given.",
    ),
]
Pages = Annotated[int, typer.Option("--pages", metavar="N", min=1, max=100, help="Sheets of each kind.")]
Count = Annotated[
    int | None,
    typer.Option("--count", metavar="N", min=1, max=999, help="So many forms, in place of whole sheets."),
]
StyleOption = Annotated[
    str | None, typer.Option("--style", metavar="S", help="What a form shows; each kind names its own.")
]
SheetLanguage = Annotated[
    str | None, typer.Option("--lang", metavar="en|fr|de|es|…", help="The language of the sheet; English if not given.")
]
Art = Annotated[str | None, typer.Option("--art", metavar="NAME|mix", help="The picture on forms that show one.")]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="The game.")]
Players = Annotated[int | None, typer.Option("--players", metavar="N", min=1, max=99, help="How many play.")]
Mode = Annotated[
    str | None,
    typer.Option(
        "--mode", metavar="MODE", autocompletion=complete_modes, help="A way to play; the first if not given."
    ),
]
RenderOption = Annotated[bool, typer.Option("--render", help="Print just that set into one PDF, behind a cover sheet.")]
To = Annotated[
    Target,
    typer.Option(
        "--to",
        help="Pictures, vectors, Tabletop Simulator, a print-on-demand shop, or the items for a spreadsheet.",
    ),
]
ExportItems = Annotated[
    list[str] | None,
    typer.Option("--item", metavar="ID", autocompletion=complete_items, help="An item; may be repeated."),
]
Dpi = Annotated[int, typer.Option("--dpi", metavar="N", min=36, max=1200, help="Dots per inch of pictures.")]
ExportBleed = Annotated[
    float,
    typer.Option("--bleed", metavar="MM", min=0, max=10, callback=_finite, help="Room round the trim of pictures."),
]
Url = Annotated[str | None, typer.Option("--url", metavar="URL", help="Where Tabletop Simulator finds the sheets.")]
CalibratePrinter = Annotated[str | None, typer.Option("--printer", metavar="NAME", help="The printer.")]
ReadingOption = Annotated[
    list[str] | None,
    typer.Option(
        "--reading", metavar="sheet=… mid=X,Y tl=X,Y …", help="What was read off the sheet; step 5 on it says how."
    ),
]
EdgeOption = Annotated[Edge, typer.Option("--edge", help="The edge about which the printer turns the paper.")]
ListedGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", autocompletion=complete_games, help="The game; all if none is named.")
]
SCHEMAS = Path("schemas")
SchemaFolder = Annotated[Path, typer.Option("--out", help="The folder for the schemas.", show_default=True)]
ListedKind = Annotated[
    str | None, typer.Argument(metavar="[KIND]", autocompletion=complete_kinds, help="The kind; all if none is named.")
]
ListFormat = Annotated[Shown, typer.Option("--format", help="A table, or all of it for a script.")]
ShowName = Annotated[str, typer.Argument(metavar="KIND/ID", autocompletion=complete_kinds_and_items, help="The item.")]
ShowGame = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="G", autocompletion=complete_games, help="The game; needed where several have the item."
    ),
]
ShowFormat = Annotated[Shown, typer.Option("--format", help="How it is written.")]
PictureOption = Annotated[
    PictureMode,
    typer.Option("--picture", help="The picture: where the terminal is known to show it, never, or by this protocol."),
]
Hand = Annotated[
    str | None,
    typer.Option("--hand", metavar="treats=1,…", help="What a player holds: tell what is held afterwards."),
]
DrawnBySurprise = Annotated[bool, typer.Option("--drawn-by-surprise", help="Another card's special drew this one.")]

"""The options of ``pnp generate``, explained."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli.known import complete_forged_kinds, complete_games, complete_languages

Types = list[str] | None

GenerateKind = Annotated[
    str, typer.Argument(metavar="KIND", autocompletion=complete_forged_kinds, help="The kind of item to make.")
]
GenerateGame = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="G", autocompletion=complete_games, help="The game; needed where several have the kind."
    ),
]
GenerateCount = Annotated[int, typer.Option("--count", metavar="N", help="How many.")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="S", help="The same seed gives the same items.")]
File = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Append to FILE, whose own bytes stay.")]
EffectsOption = Annotated[str | None, typer.Option("--effects", metavar="1..3", help="Members of an item: 2, or 1-2.")]
Only = Annotated[Types, typer.Option("--only", metavar="TYPE", help="These types only; may be repeated.")]
Without = Annotated[Types, typer.Option("--without", metavar="TYPE", help="Not these types; may be repeated.")]
Repeats = Annotated[bool, typer.Option("--repeats", help="Let a type stand on an item twice.")]
Swing = Annotated[
    str | None, typer.Option("--swing", metavar="calm|lively|wild", help="Numbers: small ones, all alike, large ones.")
]
Mean = Annotated[
    str | None, typer.Option("--mean", metavar="X", help="An item's mean worth, on the scale in balance.yaml.")
]
Like = Annotated[Path | None, typer.Option("--like", metavar="FILE", help="Keep the shares of the items in FILE.")]
Whom = Annotated[str | None, typer.Option("--for", metavar="ID", help="Whose they are: the id of a character, say.")]
GenerateLanguage = Annotated[
    str | None,
    typer.Option(
        "--lang", metavar="LANGUAGE", autocompletion=complete_languages, help="Write texts in this language only."
    ),
]
GenerateRender = Annotated[bool, typer.Option("--render", help="Print the new items: output/GAME/KIND-forged.pdf.")]
GenerateSheets = Annotated[Path, typer.Option("--sheets", metavar="DIR", help="The folder for what is printed.")]

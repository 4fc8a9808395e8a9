"""The options of ``pnp generate``, explained."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Struct
from typer import Argument, Option

from generator.cli.known import complete_forged_kinds, complete_games, complete_languages
from generator.cli.options import A4, DATA, OUT, TEMPLATES, Data, PaperOption, Quiet, Templates
from generator.cli.project_defaults import languages

if TYPE_CHECKING:
    from generator.forge.generate_options import GenerateOptions

Types = list[str] | None


class ForgeOptions(Struct, frozen=True, kw_only=True):
    """The options, as they are typed."""

    kind: Annotated[
        str, Argument(metavar="KIND", autocompletion=complete_forged_kinds, help="The kind of item to make.")
    ]
    game: Annotated[
        str | None,
        Option(
            "--game", metavar="G", autocompletion=complete_games, help="The game; needed where several have the kind."
        ),
    ] = None
    count: Annotated[int, Option("--count", metavar="N", help="How many.")] = 1
    seed: Annotated[int | None, Option("--seed", metavar="S", help="The same seed gives the same items.")] = None
    out: Annotated[Path | None, Option("--out", metavar="FILE", help="Append to FILE, whose own bytes stay.")] = None
    effects: Annotated[str | None, Option("--effects", metavar="1..3", help="Members of an item: 2, or 1-2.")] = None
    only: Annotated[Types, Option("--only", metavar="TYPE", help="These types only; may be repeated.")] = None
    without: Annotated[Types, Option("--without", metavar="TYPE", help="Not these types; may be repeated.")] = None
    repeats: Annotated[bool, Option("--repeats", help="Let a type stand on an item twice.")] = False
    swing: Annotated[
        str | None, Option("--swing", metavar="calm|lively|wild", help="Numbers: small ones, all alike, large ones.")
    ] = None
    mean: Annotated[
        str | None, Option("--mean", metavar="X", help="An item's mean worth, on the scale in balance.yaml.")
    ] = None
    like: Annotated[Path | None, Option("--like", metavar="FILE", help="Keep the shares of the items in FILE.")] = None
    for_: Annotated[str | None, Option("--for", metavar="ID", help="Whose they are: the id of a character, say.")] = (
        None
    )
    lang: Annotated[
        str | None,
        Option(
            "--lang", metavar="LANGUAGE", autocompletion=complete_languages, help="Write texts in this language only."
        ),
    ] = None
    replace: Annotated[
        bool, Option("--replace", help="Offer items in place of as many at hand; with --out, put them there.")
    ] = False
    render: Annotated[bool, Option("--render", help="Print the new items: output/GAME/KIND-forged.pdf.")] = False
    sheets: Annotated[Path, Option("--sheets", metavar="DIR", help="The folder for what is printed.")] = OUT
    paper: PaperOption = A4
    data: Data = DATA
    templates: Templates = TEMPLATES
    quiet: Quiet = False

    @property
    def wanted(self) -> "GenerateOptions":
        """What is asked of the forge."""
        from generator.forge.generate_options import GenerateOptions

        demanded, preferred = languages(self.lang)
        return GenerateOptions(
            self.kind,
            self.game,
            self.count,
            self.seed,
            self.out,
            self.effects,
            _words(self.only),
            _words(self.without),
            self.repeats,
            self.swing,
            self.mean,
            self.like,
            self.for_,
            demanded,
            self.sheets if self.render else None,
            self.paper,
            preferred,
            self.replace,
        )


def _words(given: Types) -> tuple[str, ...]:
    return tuple(word for words in given or () for word in words.split(",") if word)

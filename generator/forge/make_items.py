"""What a command to make items comes to: the items, and the text in which they are handed out."""

from pathlib import Path
from random import Random
from secrets import randbelow

from msgspec import Struct
from msgspec.structs import replace

from generator.core.folders import Project
from generator.forge.forge import NewItem, forge
from generator.forge.generate_options import GenerateOptions, command_line, read_request
from generator.forge.lever import SEEDS
from generator.forge.sources import data_hash, game_with, games_with, items_in, open_forge
from generator.model.game import Game, Kind


class MadeItems(Struct, frozen=True):
    """Items that were made together."""

    game: Game
    kind: Kind
    items: tuple[NewItem, ...]
    seed: int
    text: str  # what `pnp generate` writes: the command that makes them again, then the items
    notes: tuple[str, ...]  # what the person who asked should know, a sentence each


def make_items(options: GenerateOptions, project: Project, *, appended: bool = False) -> MadeItems:
    """Make the items that were asked for; with no seed, one is found.

    Args:
        options: what was asked for.
        project: the folders.
        appended: whether the items go to the end of ``options.out``, which has items already.

    Raises:
        Refusal: they cannot be made; nothing was written.
    """
    name = options.game or game_with(project, options.kind)
    game, spec, rules = open_forge(project, name, options.kind)
    kind = game.kinds[options.kind]
    taken = items_in(project, name, options.kind, options.out, "append to") if options.out and appended else []
    if options.out and own_file(game, kind).exists() and options.out.resolve() == own_file(game, kind).resolve():
        taken = []  # the kind has them
    like = items_in(project, name, options.kind, options.like, "go by") if options.like else None
    seed = randbelow(SEEDS) if options.seed is None else options.seed
    notes: list[str] = []
    request = read_request(options, game, like)
    made = forge(game, kind, spec, request, Random(seed), rules=rules, taken=taken, notes=notes)
    return MadeItems(game, kind, tuple(made), seed, _text(options, project, game, kind, made, seed), tuple(notes))


def own_file(game: Game, kind: Kind) -> Path:
    """The file that a kind's items stand in."""
    return game.folder / Path(kind.file).name


def _text(options: GenerateOptions, project: Project, game: Game, kind: Kind, made: list[NewItem], seed: int) -> str:
    """The items behind the command that makes them again, which names the game only where several have the kind."""
    alone = games_with(project, kind.name) == [game.folder.name]
    asked = replace(options, game=None if alone else game.folder.name)
    others = [path for path in (options.out, options.like) if path]
    head = f"# {command_line(asked, seed)} (data {data_hash(game.folder, kind.file, others)})\n"
    return head + as_text(made)


def as_text(made: "list[NewItem] | tuple[NewItem, ...]") -> str:
    """Items in the house form, an empty line between two."""
    return "\n".join(item.as_yaml() for item in made)

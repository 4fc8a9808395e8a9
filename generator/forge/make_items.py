"""What a command to make items comes to: the items, and the text in which they are handed out; runs kept together."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from secrets import randbelow

from msgspec import Struct
from msgspec.structs import replace

from generator.core.folders import Project
from generator.core.refusal import Infeasible
from generator.forge.forge import NewItem, forge
from generator.forge.gate import Gate, summary
from generator.forge.generate_options import GenerateOptions, command_line, read_request
from generator.forge.lever import SEEDS
from generator.forge.sources import data_hash, game_with, games_with, items_in, open_forge
from generator.model.game import Game, Kind
from generator.model.ids import Ids
from generator.rules.rule import Rule


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


class KeptItems(Struct, frozen=True):
    """Items that are kept of one run, and the text of that run, whose first line says how they were made."""

    items: tuple[NewItem, ...]
    text: str
    whole: bool  # all that were made


def unlike(runs: Iterable[KeptItems]) -> list[KeptItems]:
    """The same with other ids where two runs gave the same one."""
    ids, found = Ids(()), []
    for run in runs:
        items = tuple(_called(item, ids.new(item.id)) for item in run.items)
        found.append(KeptItems(items, run.text, run.whole and items == run.items))
    return found


def _called(item: NewItem, name: str) -> NewItem:
    return item if item.id == name else NewItem({**item.fields, "id": name}, item.worth)


def kept_text(runs: Sequence[KeptItems]) -> str:
    """What is kept, each run behind the command that makes it again; a whole run is as `pnp generate` writes it."""
    return "\n".join(
        run.text if run.whole else run.text.splitlines()[0] + ", some of them\n" + as_text(run.items) for run in runs
    )


def objections(game: Game, kind: Kind, rules: Sequence[Rule], runs: Iterable[KeptItems]) -> tuple[list[str], list[str]]:
    """What the rules say of all that is kept beside the items at hand: errors, and warnings, a line a rule."""
    found = Gate(game, kind, rules, kind.items).objections(item.fields for run in runs for item in run.items)
    return tuple(summary([one for one in found if one.level == level]) for level in ("error", "warning"))  # type: ignore[return-value]


def require_kept(game: Game, kind: Kind, rules: Sequence[Rule], runs: Sequence[KeptItems]) -> None:
    """Go on only where the rules let all that is kept stand together.

    Raises:
        Infeasible: they don't.
    """
    errors, _ = objections(game, kind, rules, runs)
    if errors:
        raise Infeasible(f"these cannot stand together: {'; '.join(errors)}")

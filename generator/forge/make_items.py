"""What a command to make items comes to: the items, and the text in which they are handed out; runs kept together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from secrets import randbelow

from msgspec import Struct
from msgspec.structs import replace

from generator.core.folders import Project
from generator.core.problem import Infeasible, WrongUse
from generator.forge.forge import NewItem, forge
from generator.forge.gate import Gate, summary
from generator.forge.generate_options import GenerateOptions, command_line, read_request
from generator.forge.request import SEEDS, Request
from generator.forge.sources import data_hash, game_with, games_with, items_in, open_forge
from generator.forge.spec import ForgeSpec
from generator.model.game import Game, Item, Kind
from generator.model.values import Ids
from generator.read.tree import texts_of
from generator.rules.rule import Rule

CHOICES = 6  # of items that go, before it is taken that whichever go, no others keep the rules


class GeneratedItems(Struct, frozen=True):
    """Items that were made together."""

    game: Game
    kind: Kind
    items: tuple[NewItem, ...]
    seed: int
    text: str  # what `pnp generate` writes: the command that makes them again, then the items
    notes: tuple[str, ...]  # what the person who asked should know, a sentence each
    gone: tuple[Item, ...] = ()  # whose place the items take, one after another


def make_items(options: GenerateOptions, project: Project, *, appended: bool = False) -> GeneratedItems:
    """Make the items that were asked for; with no seed, one is found.

    Args:
        options: what was asked for.
        project: the folders.
        appended: whether the items go to the end of ``options.out``, which has items already.

    Raises:
        Refusal: they cannot be made; nothing was written.
    """
    name = options.game or game_with(project, options.kind, makes=True)
    game, spec, rules = open_forge(project, name, options.kind)
    kind = game.kinds[options.kind]
    extra = items_in(project, name, options.kind, options.out, "append to") if options.out and appended else []
    own = own_file(game, kind)
    if options.out and own.exists() and options.out.resolve() == own.resolve():
        extra = []  # the kind has them
    elif options.replace and options.out:
        raise WrongUse(f"--replace puts new items into {own.as_posix()}, and into no other file")
    like = items_in(project, name, options.kind, options.like, "go by") if options.like else None
    seed = randbelow(SEEDS) if options.seed is None else options.seed
    notes: list[str] = []
    request = read_request(options, game, like)
    rng, replaced = Random(seed), list[Item]()
    if options.replace:
        items, replaced = _replacements(game, kind, spec, request, rng, rules, notes)
    else:
        items = forge(game, kind, spec, request, rng, rules=rules, extra=extra, notes=notes)
    text = _head(options, project, game, kind, seed) + as_text(items, replaced)
    return GeneratedItems(game, kind, tuple(items), seed, text, tuple(notes), tuple(replaced))


def _replacements(
    game: Game, kind: Kind, spec: ForgeSpec, request: Request, rng: Random, rules: list[Rule], notes: list[str]
) -> tuple[list[NewItem], list[Item]]:
    """New items, and the existing ones whose place they take: each the one that has most in common with it.

    Raises:
        Infeasible: there are not so many, or whichever go, no others keep the rules.
    """
    whom = request.whom
    named = Counter(text for each in game.kinds.values() for item in each.items for text in set(texts_of(item.node)))
    free = [item for item in kind.items if item.copies == 1 and named[item.id] == 1]  # named by itself alone
    old = [item for item in free if whom is None or whom in item.fields.values()]
    if request.count > len(old):
        raise Infeasible(
            f"{request.count:,} are to be replaced, and {len(old):,} can be: of one copy, and named by no other item"
        )
    for tries_left in reversed(range(CHOICES)):
        replaced, run_notes = rng.sample(old, request.count), list[str]()
        try:
            items = forge(game, kind, spec, request, rng, rules=rules, replaced=replaced, notes=run_notes)
        except Infeasible:
            if not tries_left:
                raise
        else:
            break
    notes += run_notes
    paired = []
    for item in items:
        alike = [sum(each.fields.get(name) == value for name, value in item.fields.items()) for each in replaced]
        paired.append(replaced.pop(alike.index(max(alike))))
    return items, paired


def own_file(game: Game, kind: Kind) -> Path:
    """The file that a kind's items stand in."""
    return game.folder / Path(kind.file).name


def _head(options: GenerateOptions, project: Project, game: Game, kind: Kind, seed: int) -> str:
    """A comment with the command that makes items again, which names the game only where several have the kind."""
    alone = games_with(project, kind.name) == [game.folder.name]
    options_named = replace(options, game=None if alone else game.folder.name)
    paths = [path for path in (options.out, options.like) if path]
    return f"# {command_line(options_named, seed)} (data {data_hash(game.folder, kind.file, paths)})\n"


def as_text(items: Sequence[NewItem], replaced: Sequence[Item] = ()) -> str:
    """Items in the house form, an empty line between two, with the ids of those whose place they take."""
    places = [f"# in place of {item.id}\n" for item in replaced] or [""] * len(items)
    return "\n".join(place + item.as_yaml() for place, item in zip(places, items, strict=True))


class RunSelection(Struct, frozen=True):
    """Items that are kept of one run, and the text of that run, whose first line says how they were made."""

    items: tuple[NewItem, ...]
    text: str
    whole: bool  # all that were made
    gone: tuple[Item, ...] = ()  # whose place they take, one after another; of other runs none


def unlike(runs: Iterable[RunSelection]) -> list[RunSelection]:
    """The same with other ids where two runs gave the same one."""
    ids, unlike_runs = Ids(()), []
    for run in runs:
        items = tuple(NewItem({**item.fields, "id": ids.new(item.id)}, item.worth) for item in run.items)
        unlike_runs.append(replace(run, items=items, whole=run.whole and items == run.items))
    return unlike_runs


def kept_text(runs: Sequence[RunSelection]) -> str:
    """What is kept, each run behind the command that makes it again; a whole run is as `pnp generate` writes it."""
    return "\n".join(
        run.text if run.whole else run.text.splitlines()[0] + ", some of them\n" + as_text(run.items) for run in runs
    )


def replaced_by(runs: Iterable[RunSelection]) -> tuple[str, ...]:
    """The ids of the existing items whose place others take."""
    return tuple(item.id for run in runs for item in run.gone)


def objections(
    game: Game, kind: Kind, rules: Sequence[Rule], runs: Sequence[RunSelection]
) -> tuple[list[str], list[str]]:
    """What the rules say of all that is kept beside the existing items: errors, and warnings, one line per rule."""
    replaced = replaced_by(runs)
    remaining = [item for item in kind.items if item.id not in replaced]
    findings = Gate(game, kind, rules, remaining).objections(item.fields for run in runs for item in run.items)
    return tuple(summary([finding for finding in findings if finding.level == level]) for level in ("error", "warning"))  # type: ignore[return-value]


def require_kept(game: Game, kind: Kind, rules: Sequence[Rule], runs: Sequence[RunSelection]) -> None:
    """Go on only where the rules let all that is kept stand together.

    Raises:
        Infeasible: they don't.
    """
    errors, _ = objections(game, kind, rules, runs)
    if errors:
        raise Infeasible(f"these exclude each other: {'; '.join(errors)}")

"""What a command to make items comes to: the items, and the text in which they are handed out; runs kept together."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from secrets import randbelow

from msgspec import Struct
from msgspec.structs import replace

from generator.core.folders import Project
from generator.core.problem import Infeasible, NotFound, WrongUse, require_sound
from generator.forge.examination import examine_forge
from generator.forge.forge import UNMADE, NewItem, forge
from generator.forge.gate import Gate, summary
from generator.forge.request import SEEDS, GenerateOptions, Request, command_line, read_request
from generator.forge.spec import FILE, ForgeSpec
from generator.model.at_a_glance import forged_kinds, outline_of
from generator.model.game import Game, Item, Kind, missing
from generator.model.load import load_game
from generator.model.values import Ids, nearest
from generator.read.tree import texts_of
from generator.rules.apply import check_rules
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
    """Items in the usual form, an empty line between two, with the ids of those whose place they take."""
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


def game_with(project: Project, kind: str, *, makes: bool = False) -> str:
    """The one game that has the kind.

    Args:
        project: the games.
        kind: what a user calls it.
        makes: whether new items are made, so that only a kind with a recipe will do instead.

    Raises:
        NotFound: none has it.
        WrongUse: several have.
    """
    games = games_with(project, kind)
    if not games:
        kinds_of = forged_kinds if makes else lambda folder: outline_of(folder).files
        candidates = sorted({usable for name in project.games() for usable in kinds_of(project.data / name)})
        there = (
            nearest(kind, candidates)
            if candidates or not makes
            else "and no game has recipes for new items in its forge.yaml"
        )
        there = there.replace("known:", "kinds with a recipe:") if makes else there
        read = [load_game(project.data / name, f"{project.data.as_posix()}/{name}")[0] for name in project.games()]
        raise missing(read, f"no game has a kind {kind!r}; {there}")
    if len(games) > 1:
        raise WrongUse(f"{', '.join(games)} each have a kind {kind!r}; say which with --game")
    return games[0]


def games_with(project: Project, kind: str) -> list[str]:
    """The games that have a kind."""
    return [name for name in project.games() if kind in outline_of(project.data / name).files]


def open_forge(project: Project, name: str, kind: str) -> tuple[Game, ForgeSpec, list[Rule]]:
    """The game, how its items are made, and its rules: all without errors, as far as the kind goes.

    Raises:
        NotFound: there is no such game, or it has no such kind.
        Faulty: one of the files that the kind's items come from has errors, or what they say leaves nothing to make.
    """
    game, problems = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    rules, wrong_rules = check_rules(game)
    spec, wrong_forge = examine_forge(game, rules, wrong_rules, kind)
    files = {f"{project.data.as_posix()}/{name}/{file}" for file in ("game.yaml", "balance.yaml", FILE)}
    files |= {game.kinds[kind].file} if kind in game.kinds else set()
    errors = [p for p in [*problems, *wrong_rules, *wrong_forge] if p.level == "error" and p.file in files]
    require_sound(sorted(errors), UNMADE)
    if kind not in game.kinds:
        raise NotFound(f"{name} has no kind {kind!r}; {nearest(kind, game.kinds)}")
    return game, spec, rules


def items_in(project: Project, game: str, kind: str, path: Path, verb: str) -> list[Item]:
    """The items of a file of the kind. ``verb`` says in messages what they are read for.

    Raises:
        NotFound: there is no such file.
        WrongUse: it has errors; the first of them is reported.
    """
    if not path.is_file():
        raise NotFound(f"there is no file {path.as_posix()} to {verb}")
    loaded, problems = load_game(project.data / game, game, {kind: (path, path.as_posix())})
    wrong = sorted(problem for problem in problems if problem.file == path.as_posix() and problem.level == "error")
    if wrong:
        raise WrongUse(f"cannot {verb} {path.as_posix()}: line {wrong[0].line}: {wrong[0].message}")
    return loaded.kinds[kind].items


def data_hash(folder: Path, items: str, extra_paths: Iterable[Path]) -> str:
    """A short hash of the bytes of every file that new items depend on: the game's own, and ``others``."""
    digest = hashlib.sha256()
    own = [folder / name for name in ("game.yaml", "balance.yaml", FILE, Path(items).name)]
    for path in [*own, *extra_paths]:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:7]

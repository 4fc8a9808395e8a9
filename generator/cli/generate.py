"""``pnp generate``."""

import shutil
import sys
from io import TextIOWrapper
from pathlib import Path
from random import Random
from secrets import randbelow

from generator.atomic import replacing
from generator.balance.rule import Rule
from generator.balance.rulebook import read_rulebook
from generator.catalog.game import Game, Item, Kind
from generator.catalog.load import load_game
from generator.catalog.problem_log import nearest
from generator.cli.generate_options import GenerateOptions, command_line, data_hash, read_request
from generator.cli.reporting import as_text, counted, stop, tally
from generator.forge.append import NotAppendable, appended
from generator.forge.examination import examine_forge
from generator.forge.forge import NewItem, forge
from generator.forge.item_rules import read_item
from generator.forge.request import BrokenRule, Infeasible
from generator.forge.spec import FILE, ForgeSpec
from generator.problem import Problem, has_errors
from generator.project import NotFound, Project
from generator.source.reader import read_file
from generator.source.tree import Mapping

SEEDS = 2**32


class _Broken(Exception):
    """The data has errors."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems


def run(options: GenerateOptions, data: Path, templates: Path) -> int:
    """Make the items and write them; the exit status."""
    try:
        return _run(options, Project(data, templates))
    except (NotFound, Infeasible) as error:
        return stop(str(error))
    except BrokenRule as error:
        return _told([error.problem])
    except _Broken as error:
        return _told(error.problems)
    except BrokenPipeError:  # nobody reads on; no file is at fault
        raise
    except OSError as error:
        return stop(f"cannot write {error.filename or options.out}: {(error.strerror or str(error)).lower()}")


def _told(problems: list[Problem]) -> int:
    """Say why nothing was made; the exit status."""
    for problem in problems:
        print(as_text(problem), file=sys.stderr)
    print(f"{tally(problems)}; nothing was made", file=sys.stderr)
    return 1


def _run(options: GenerateOptions, project: Project) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # YAML is, wherever it is written
    name = options.game or _game_with(project, options.kind)
    game, book, rules = _sound(project, name, options.kind)
    kind = game.kinds[options.kind]
    old = _read(options.out) if options.out else b""
    own = game.folder / Path(kind.file).name
    taken = _items(project, name, options.kind, options.out, "append to") if options.out and old else []
    taken = (
        [] if options.out and own.exists() and options.out.resolve() == own.resolve() else taken
    )  # the kind has them
    like = _items(project, name, options.kind, options.like, "go by") if options.like else None
    seed = randbelow(SEEDS) if options.seed is None else options.seed
    notes: list[str] = []
    request = read_request(options, game, like)
    made = forge(game, kind, book, request, Random(seed), rules=rules, taken=taken, notes=notes)
    if options.out is not None or options.sheets is not None:
        _refuse_unfit(project, game, kind, made)
    head = f"# {command_line(options, seed)} (data {data_hash(game.folder, kind.file, options)})\n"
    text = head + "\n".join(item.as_yaml() for item in made)
    print(f"seed {seed}", file=sys.stderr)
    status = _keep(options, project, game, old, text, tuple(item.id for item in made))
    for note in notes:
        print(note, file=sys.stderr)
    return status


def _sound(project: Project, name: str, kind: str) -> tuple[Game, ForgeSpec, list[Rule]]:
    """The game, how its items are made, and its rules: all without errors, as far as the kind goes."""
    game, problems = load_game(project.game_folder(name), f"{project.data}/{name}")
    rules, wrong_rules = read_rulebook(game)
    book, wrong_forge = examine_forge(game, rules, wrong_rules, kind)
    files = {f"{project.data}/{name}/{file}" for file in ("game.yaml", "balance.yaml", FILE)}
    files |= {game.kinds[kind].file} if kind in game.kinds else set()
    found = [p for p in [*problems, *wrong_rules, *wrong_forge] if p.level == "error" and p.file in files]
    if found:
        raise _Broken(sorted(found))
    if kind not in game.kinds:
        raise NotFound(f"{name} has no kind {kind!r}; {nearest(kind, game.kinds)}")
    return game, book, rules


def _keep(options: GenerateOptions, project: Project, game: Game, old: bytes, text: str, ids: tuple[str, ...]) -> int:
    """Print and append new items, or print them and write them to standard output; the exit status."""
    new = _appended(options.out, old, text) if options.out else b""
    if options.sheets is not None and not _rendered(options, project, game, text, ids):
        return 1
    if options.out:
        _write(options.out, new)
        print(f"{counted(len(ids), 'new item')} in {options.out}", file=sys.stderr)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()
    return 0


def _refuse_unfit(project: Project, game: Game, kind: Kind, made: list[NewItem]) -> None:
    """Refuse items that are to be kept or printed and whose texts do not fit their faces."""
    from generator.workspace.build import check_faces

    items = [read_item(kind, item.fields, game.languages)[0] for item in made]
    for item, problem in check_faces(project, game, kind, items):
        if problem.level == "error":
            raise Infeasible(f"the new {item.id} does not fit its face: {problem.rule}: {problem.message}")


def _rendered(options: GenerateOptions, project: Project, game: Game, text: str, ids: tuple[str, ...]) -> bool:
    """Print new items on sheets of their own; False where they do not fit their faces, which was said.

    They are looked at beside the items at hand, which other kinds speak of.
    """
    from tempfile import TemporaryDirectory

    from generator.cli.progress import progress_bar
    from generator.cli.render import refused
    from generator.printing.order import Order
    from generator.printing.proof import BreachError
    from generator.printing.render import render
    from generator.workspace.build import OWN_LANGUAGE, check_game

    assert options.sheets is not None
    with TemporaryDirectory() as folder, progress_bar() as progress:
        path = Path(folder) / f"{options.kind}.yaml"
        path.write_bytes(_appended(path, _read(game.folder / Path(game.kinds[options.kind].file).name), text))
        replace = {options.kind: (path, "new items")}
        keep = options.language or OWN_LANGUAGE
        checked = check_game(project, game.name, replace=replace, progress=progress, keep=keep)
        if has_errors(checked.problems):
            for problem in checked.problems:
                print(as_text(problem), file=sys.stderr)
            return False
        order = Order(
            (options.kind,), ids, paper=options.paper, language=options.language, out=options.sheets, mark="-forged"
        )
        try:
            for printed in render(checked, order, progress):
                print(f"{counted(printed.sheets, 'sheet')} in {printed.file}", file=sys.stderr)
        except BreachError as breach:
            return not refused(breach, order)
    return True


def _appended(path: Path, old: bytes, text: str) -> bytes:
    try:
        return appended(old, text)
    except NotAppendable as error:
        raise NotFound(f"cannot append to {path}: {error}") from None


def _write(path: Path, new: bytes) -> None:
    target = path.resolve()
    with replacing(target) as part:
        part.write_bytes(new)
        if target.exists():
            shutil.copymode(target, part)


def _read(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise NotFound(f"cannot append to {path}: it is no file")
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def _items(project: Project, game: str, kind: str, path: Path, verb: str) -> list[Item]:
    """The items of a file of the kind."""
    if not path.is_file():
        raise NotFound(f"there is no file {path} to {verb}")
    other, problems = load_game(project.data / game, game, {kind: (path, str(path))})
    wrong = sorted(problem for problem in problems if problem.file == str(path) and problem.level == "error")
    if wrong:
        raise NotFound(f"cannot {verb} {path}: line {wrong[0].line}: {wrong[0].message}")
    return other.kinds[kind].items


def _game_with(project: Project, kind: str) -> str:
    """The one game that has the kind."""
    games, known = [], set()
    for name in project.games():
        root, _ = read_file(project.data / name / "game.yaml")
        kinds = root.values.get("kinds") if isinstance(root, Mapping) else None
        if isinstance(kinds, Mapping):
            known |= set(kinds.values)
            games += [name] if kind in kinds.values else []
    if not games:
        raise NotFound(f"no game has a kind {kind!r}; {nearest(kind, sorted(known))}")
    if len(games) > 1:
        raise NotFound(f"{', '.join(games)} each have a kind {kind!r}; say which with --game")
    return games[0]

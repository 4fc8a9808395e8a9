"""``pnp generate``."""

import shutil
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from random import Random
from secrets import randbelow

from generator.atomic import replacing
from generator.balance.book import read_book
from generator.balance.rule import Rule
from generator.catalog.game import Game, Item
from generator.catalog.load import load_game
from generator.catalog.report import nearest
from generator.cli.report import as_text, counted, stop, tally
from generator.cli.wish import Wish, command_line, data_hash, read_request
from generator.forge.append import NotAppendable, appended
from generator.forge.request import Impossible
from generator.forge.run import NewItem, forge
from generator.forge.spec import FILE, Book, read_forge
from generator.problem import Problem, has_errors
from generator.project import NotFound, Project
from generator.source.reader import read_file
from generator.source.tree import Mapping

SEEDS = 2**32


class _Broken(Exception):
    """The data has errors."""

    def __init__(self, problems: list[Problem]):
        self.problems = problems


def run(wish: Wish, data: Path, templates: Path) -> int:
    """Make the items and write them; the exit status."""
    try:
        return _run(wish, Project(data, templates))
    except (NotFound, Impossible) as error:
        return stop(str(error))
    except _Broken as error:
        for problem in error.problems:
            print(as_text(problem), file=sys.stderr)
        print(f"{tally(error.problems)}; nothing was made", file=sys.stderr)
        return 1
    except BrokenPipeError:  # nobody reads on; no file is at fault
        raise
    except OSError as error:
        return stop(f"cannot write {error.filename or wish.out}: {(error.strerror or str(error)).lower()}")


def _run(wish: Wish, project: Project) -> int:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")  # YAML is, wherever it is written
    name = wish.game or _game_with(project, wish.kind)
    game, book, rules = _sound(project, name, wish.kind)
    kind = game.kinds[wish.kind]
    old = _read(wish.out) if wish.out else b""
    own = game.folder / Path(kind.file).name
    taken = _items(project, name, wish.kind, wish.out, "append to") if wish.out and old else []
    taken = [] if wish.out and own.exists() and wish.out.resolve() == own.resolve() else taken  # the kind has them
    like = _items(project, name, wish.kind, wish.like, "go by") if wish.like else None
    seed = randbelow(SEEDS) if wish.seed is None else wish.seed
    notes: list[str] = []
    request = read_request(wish, game, like)
    made = forge(game, kind, book, request, Random(seed), rules=rules, taken=taken, notes=notes)
    head = f"# {command_line(wish, seed)} (data {data_hash(game.folder, kind.file, wish)})\n"
    if wish.out is None and wish.sheets is None:
        _print(head, made, seed)
        status = 0
    else:
        items = list(made)
        print(f"seed {seed}", file=sys.stderr)
        text = head + "\n".join(item.as_yaml() for item in items)
        status = _keep(wish, project, game, old, text, tuple(item.id for item in items))
    for note in notes:
        print(note, file=sys.stderr)
    return status


def _sound(project: Project, name: str, kind: str) -> tuple[Game, Book, list[Rule]]:
    """The game, how its items are made, and its rules: all without errors, as far as the kind goes."""
    game, problems = load_game(project.game_folder(name), f"{project.data}/{name}")
    rules, wrong_rules = read_book(game)
    book, wrong_forge = read_forge(game)
    files = {f"{project.data}/{name}/{file}" for file in ("game.yaml", "balance.yaml", FILE)}
    files |= {game.kinds[kind].file} if kind in game.kinds else set()
    found = [p for p in [*problems, *wrong_rules, *wrong_forge] if p.level == "error" and p.file in files]
    if found:
        raise _Broken(sorted(found))
    if kind not in game.kinds:
        raise NotFound(f"{name} has no kind {kind!r}; {nearest(kind, game.kinds)}")
    return game, book, rules


def _keep(wish: Wish, project: Project, game: Game, old: bytes, text: str, ids: tuple[str, ...]) -> int:
    """Print and append new items, or print them and write them to standard output; the exit status."""
    new = _appended(wish.out, old, text) if wish.out else b""
    if wish.sheets is not None and not _rendered(wish, project, game, text, ids):
        return 1
    if wish.out:
        _write(wish.out, new)
        print(f"{counted(len(ids), 'new item')} in {wish.out}", file=sys.stderr)
    else:
        sys.stdout.write(text)
    return 0


def _rendered(wish: Wish, project: Project, game: Game, text: str, ids: tuple[str, ...]) -> bool:
    """Print new items on sheets of their own; False where they do not fit their faces, which was said.

    They are looked at beside the items at hand, which other kinds speak of.
    """
    from tempfile import TemporaryDirectory

    from generator.build import OWN_LANGUAGE, check_game
    from generator.cli.progress import progress_bar
    from generator.cli.render import refused
    from generator.order import Order
    from generator.press.preflight.proof import BreachError
    from generator.printing import render

    assert wish.sheets is not None
    with TemporaryDirectory() as folder, progress_bar() as progress:
        path = Path(folder) / f"{wish.kind}.yaml"
        path.write_bytes(_appended(path, _read(game.folder / Path(game.kinds[wish.kind].file).name), text))
        replace = {wish.kind: (path, "new items")}
        keep = wish.language or OWN_LANGUAGE
        checked = check_game(project, game.name, replace=replace, progress=progress, keep=keep)
        if has_errors(checked.problems):
            for problem in checked.problems:
                print(as_text(problem), file=sys.stderr)
            return False
        order = Order((wish.kind,), ids, paper=wish.paper, language=wish.language, out=wish.sheets, mark="-forged")
        try:
            for printed in render(checked, order, progress):
                print(f"{counted(printed.sheets, 'sheet')} in {printed.file}", file=sys.stderr)
        except BreachError as breach:
            return not refused(breach, order)
    return True


def _print(head: str, made: Iterable[NewItem], seed: int) -> None:
    """Write items to standard output as they are made; nothing at all where there is none."""
    for number, item in enumerate(made):
        if number == 0:
            print(f"seed {seed}", file=sys.stderr)
            sys.stdout.write(head)
        sys.stdout.write(("\n" if number else "") + item.as_yaml())
    sys.stdout.flush()


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

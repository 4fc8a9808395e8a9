"""``pnp generate``."""

import hashlib
import re
import shlex
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
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
from generator.forge.append import NotAppendable, appended
from generator.forge.request import SWINGS, Impossible, Request
from generator.forge.run import LEVER_NAMES, NewItem, forge
from generator.forge.spec import FILE, Book, read_forge
from generator.problem import Problem, has_errors
from generator.project import NotFound, Project
from generator.source.reader import read_file
from generator.source.tree import Mapping

SEEDS = 2**32
SPAN = re.compile(r"(\d{1,3})(?:\s*(?:\.\.|-|–)\s*(\d{1,3}))?")
MEAN = re.compile(r"[+-]?\d{1,6}(\.\d{1,6})?")


@dataclass(frozen=True, slots=True)
class Wish:
    """The command's options as they were typed."""

    kind: str
    game: str | None = None
    count: int = 1
    seed: int | None = None
    out: Path | None = None
    effects: str | None = None
    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    repeats: bool = False
    swing: str | None = None
    mean: str | None = None
    like: Path | None = None
    language: str | None = None
    sheets: Path | None = None  # the folder for printed sheets, if any are wanted
    paper: str = "a4"


class _Broken(Exception):  # noqa: N818 - a statement about the data
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
    except BrokenPipeError:
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
    taken = _items(project, name, wish.kind, wish.out, "append to") if wish.out and old else []
    like = _items(project, name, wish.kind, wish.like, "go by") if wish.like else None
    seed = randbelow(SEEDS) if wish.seed is None else wish.seed
    notes: list[str] = []
    request = _request(wish, game, like)
    made = forge(game, kind, book, request, Random(seed), rules=rules, taken=taken, notes=notes)
    head = f"# {_command(wish, seed)} (data {_data_hash(game.folder, kind.file, wish)})\n"
    if wish.out is None and wish.sheets is None:
        _print(head, made, seed)
        status = 0
    else:
        items = list(made)
        print(f"seed {seed}", file=sys.stderr)
        status = _keep(wish, project, name, old, head + "\n".join(item.as_yaml() for item in items), len(items))
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


def _keep(wish: Wish, project: Project, game: str, old: bytes, text: str, count: int) -> int:
    """Print and append new items, or print them and write them to standard output; the exit status."""
    new = _appended(wish.out, old, text) if wish.out else b""
    if wish.sheets is not None and not _rendered(wish, project, game, text):
        return 1
    if wish.out:
        _write(wish.out, new)
        print(f"{counted(count, 'new item')} in {wish.out}", file=sys.stderr)
    else:
        sys.stdout.write(text)
    return 0


def _rendered(wish: Wish, project: Project, game: str, text: str) -> bool:
    """Print new items on sheets of their own; False where they do not fit their faces, which was said."""
    from tempfile import TemporaryDirectory

    from generator.build import OWN_LANGUAGE, check_game
    from generator.cli.progress import progress_bar
    from generator.cli.render import unfit
    from generator.press.preflight.proof import BreachError
    from generator.printing import Order, render

    assert wish.sheets is not None
    with TemporaryDirectory() as folder, progress_bar() as progress:
        path = Path(folder) / f"{wish.kind}.yaml"
        path.write_text(text, encoding="utf-8")
        replace = {wish.kind: (path, "new items")}
        keep = wish.language or OWN_LANGUAGE
        checked = check_game(project, game, replace=replace, progress=progress, keep=keep)
        if has_errors(checked.problems):
            for problem in checked.problems:
                print(as_text(problem), file=sys.stderr)
            return False
        order = Order((wish.kind,), paper=wish.paper, language=wish.language, out=wish.sheets, mark="-forged")
        try:
            for printed in render(checked, order, progress):
                print(f"{counted(printed.sheets, 'sheet')} in {printed.file}", file=sys.stderr)
        except BreachError as breach:
            return not unfit(breach)
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


def _request(wish: Wish, game: Game, like: list[Item] | None) -> Request:
    if wish.count < 1:
        raise Impossible(f"--count is {wish.count}; 1 or more can be made")
    if wish.swing is not None and wish.swing not in SWINGS:
        raise Impossible(f"--swing is {wish.swing!r}; {', '.join(SWINGS)} are known")
    if wish.mean is not None and not MEAN.fullmatch(wish.mean):
        raise Impossible(f"--mean is {wish.mean!r}; a number such as 1.5 is wanted")
    if wish.language is not None and wish.language not in game.languages:
        raise Impossible(f"{game.name} is not written in {wish.language!r}; its languages: {', '.join(game.languages)}")
    span = SPAN.fullmatch(wish.effects.strip()) if wish.effects is not None else None
    if wish.effects is not None and span is None:
        raise Impossible(f"--effects is {wish.effects!r}; a number or two, such as 2 or 1-3, are wanted")
    lengths = (int(span[1]), int(span[2] or span[1])) if span else None
    mean = Fraction(wish.mean) if wish.mean is not None else None
    return Request(
        wish.count, lengths, wish.only, wish.without, wish.repeats, wish.swing, mean,
        tuple(like) if like is not None else None, wish.language,
    )  # fmt: skip


def _command(wish: Wish, seed: int) -> str:
    """The command that makes the same items again from the same data."""
    words = ["pnp", "generate", wish.kind]
    words += ["--game", wish.game] if wish.game else []
    words += ["--count", str(wish.count), "--seed", str(seed)]
    words += [LEVER_NAMES["lengths"], wish.effects] if wish.effects else []
    for lever, values in (("only", wish.only), ("without", wish.without)):
        words += [word for value in values for word in (LEVER_NAMES[lever], value)]
    words += [LEVER_NAMES["repeats"]] if wish.repeats else []
    words += [LEVER_NAMES["swing"], wish.swing] if wish.swing else []
    words += [LEVER_NAMES["mean"], wish.mean] if wish.mean else []
    words += [LEVER_NAMES["like"], str(wish.like)] if wish.like else []
    words += ["--lang", wish.language] if wish.language else []
    return re.sub(r"[^\x20-\x7e\xa1-\ud7ff]", "?", shlex.join(words))


def _data_hash(folder: Path, items: str, wish: Wish) -> str:
    """A short hash of the bytes of every file that the new items depend on."""
    digest = hashlib.sha256()
    own = [folder / name for name in ("game.yaml", "balance.yaml", FILE, Path(items).name)]
    for path in [*own, *(extra for extra in (wish.out, wish.like) if extra)]:
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:7]

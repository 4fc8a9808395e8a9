"""``pnp import``."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from difflib import unified_diff
from functools import partial
from os.path import realpath
from pathlib import Path
from time import perf_counter

from msgspec.structs import replace

from generator.cli.data_options import ImportOptions
from generator.cli.ending import can_ask, carried_out, confirm
from generator.cli.options import row_of
from generator.cli.reporting import counted, one_line, report, say, tell
from generator.core.folders import Project
from generator.core.problem import Faulty, NotFound, WrongUse, require_sound
from generator.core.rewriting import Replacement, replacing_all, sole_writer
from generator.forge.make_items import game_with
from generator.forge.yaml_writer import read_to_append
from generator.model.game import Game
from generator.model.load import load_game
from generator.model.values import nearest
from generator.tables.cells import OUTCOME, CellGrid
from generator.tables.headings import RowChoice, SheetTerms, notes_of
from generator.tables.importing import ImportResult, import_rows
from generator.tables.opening import POINTS, SheetOrder, line_styles, read_order, sources_of

_FROM_SHEET = "pnp new NAME --from-sheet FILE"


def run(options: ImportOptions) -> int:
    """Read the sheet, or all sources, and write their items; the exit status."""
    project = Project(options.data, options.templates)
    if options.all:
        return _run_all(options, project)
    if options.file is None or options.kind is None:
        raise WrongUse("say which FILE or URL to import and its --kind; or --all, for the sources in game.yaml")
    if Path(options.file).suffix.lower() in (".md", ".markdown"):
        from generator.cli.import_text import run as run_text

        return run_text(options, project)
    update = options.update or options.prune
    paths = _wanted("map", options.map or (), "Name=title.en")
    columns = {column: fields[-1].strip() for column, fields in paths.items()}
    chosen = row_choices(options.where)
    terms = SheetTerms(columns, options.header or 0, options.key or "", update, prune=options.prune, where=chosen)
    more = options.sheet, POINTS[options.decimal], options.encoding, options.markup, signs_of(options.replace)
    order = SheetOrder(options.file, options.game, options.kind, terms, *more)
    if options.markup:
        order = replace(order, styles=line_styles(project, _game(project, order)))
    say(bring_in(project, order, dry=options.dry_run))
    return 0


def _run_all(options: ImportOptions, project: Project) -> int:
    """Bring all kinds up to date that have a source; one that cannot be had leaves its kind as it is."""
    own = (options.map, options.key, options.header, options.sheet, options.decimal, options.encoding, options.markup)
    only = options.game or options.file
    names_file = options.file is not None and (only != options.file or bool(set("./") & {*options.file}))
    if any((*own, options.where, options.replace)) or options.update or names_file:
        raise WrongUse("--all takes what game.yaml says of each source: at most a game's name, and no option about one")
    orders: list[SheetOrder] = []
    for name in [only] if only else project.games():
        game, _ = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
        require_sound(game.faults, OUTCOME)
        orders += [order for order in sources_of(project, game) if options.kind in (None, order.kind)]
    if not orders:
        raise WrongUse("no kind that is meant has a source in game.yaml, such as source: {file: cards.ods}")
    status, read, done = 0, list[tuple[SheetOrder, CellGrid]](), list[tuple[Replacement, str]]()
    for order in orders:
        order = replace(order, terms=replace(order.terms, prune=order.terms.prune or options.prune))
        status = max(status, carried_out(lambda order=order: read.append((order, _read(order))), project.data))  # type: ignore[misc]
    for note in _left_over(read) if not status and options.kind is None else ():
        tell(one_line(note))
    with sole_writer(*(project.data / str(order.game) / "game.yaml" for order, _ in read)), ExitStack() as step:
        for order, grid in read:
            count = len(done)
            take = partial(_take, project, order, grid, dry=options.dry_run)
            status = max(status, carried_out(lambda take=take: done.append(take()), project.data))  # type: ignore[misc]
            for change, _ in done[count:] if not options.dry_run else ():
                step.enter_context(replacing_all([change]))  # the next kind may refer to its items
    for _, message in done:
        say(message)
    return status


def _left_over(read: Sequence[tuple[SheetOrder, CellGrid]]) -> Iterator[str]:
    """What to say of rows that are for no kind, as ``where`` of each that reads their sheet leaves them out."""
    passed: dict[tuple[str | None, ...], set[int]] = {}
    for order, grid in read:
        key = order.game, order.file, grid.sheet
        passed[key] = passed.get(key, grid.passed) & grid.passed
    for (_, file, sheet), rows in passed.items():
        if rows:
            where = f"{Path(file or '').name}{f':{sheet}' if sheet else ''}"
            yield f"{where}: {counted(len(rows), 'row')} for no kind, the first in row {min(rows)}: no where takes it"


def saved_sheet(
    file: Path | None, games: Sequence[str], kinds: Sequence[str], key: str | None, encoding: str | None = None
) -> SheetOrder | None:
    """The sheet that a watch is asked to bring in; None where it is asked for none.

    Raises:
        WrongUse: the kind whose items it holds cannot be determined.
    """
    if file is None:
        if key is not None or encoding is not None:
            raise WrongUse(f"{'--key' if key is not None else '--encoding'} goes with --import FILE")
        return None
    if len(kinds) != 1 or len(games) > 1:
        raise WrongUse("--import needs the one --kind whose items the sheet holds, and at most one game")
    terms = SheetTerms(key=key or "", update=True)
    return SheetOrder(file.as_posix(), games[0] if games else None, kinds[0], terms, encoding=encoding)


def bring_in(project: Project, order: SheetOrder, *, dry: bool = False) -> str:
    """Take a sheet's rows into the file of its kind, or show what would change; a line about it.

    Raises:
        Refusal: they cannot be taken; nothing was written.
        OSError: the file cannot be written.
    """
    change, message = _take(project, order, _read(order), dry=dry)
    with replacing_all([] if dry else [change]):
        return message


def _read(order: SheetOrder) -> CellGrid:
    """Read a sheet, and say what is worth knowing of it."""
    grid = read_order(order)
    for note in notes_of(grid, order.terms):
        tell(one_line(f"{grid.file}: {note}"))
    return grid


def _take(project: Project, order: SheetOrder, grid: CellGrid, *, dry: bool) -> tuple[Replacement, str]:
    """What becomes of a kind's file, and a line about it."""
    game = _game(project, order)
    kind = game.kinds[order.kind]
    path = Path(realpath(game.folder / Path(kind.file).name))
    if not path.is_relative_to(realpath(project.data)):
        raise WrongUse(f"{(game.folder / path.name).as_posix()} is a link that leads out of the project")
    if path.exists() and not path.is_file():
        raise WrongUse(f"cannot append to {path.as_posix()}: it is not a file")
    old, source = read_to_append(path), kind.source
    if source and not order.terms.is_source and Path(source.file or "").name == Path(order.file).name:
        tell(one_line(f"{kind.name} is kept in {source.file}: pnp import --all reads it by what game.yaml says of it"))
    try:
        rows = import_rows(game, kind, grid, old, order.terms)
    except Faulty as fault:
        if sum(" is not a field" in problem.message for problem in fault.problems) > 2:
            tell(f"several columns are no fields of {kind.name}; a new game has them all: {_FROM_SHEET}")
        raise
    if rows.renamed and not dry and _is_renamed(kind.file, *rows.renamed):
        rows = import_rows(game, kind, grid, old, replace(order.terms, renamed=rows.renamed))
    if dry:
        show_difference(kind.file, old, rows.data)
    for remark in rows.remarks():
        tell(one_line(f"{kind.file}: {remark}"))
    return Replacement(path, old, rows.data), _summary(rows, kind.file, dry=dry)


def _is_renamed(file: str, new: str, old: str) -> bool:
    """Ask at a terminal whether the one new row is the one item that is not in the sheet, under another name."""
    if not can_ask():
        return False
    tell(one_line(f"{file}: {old} is not in the sheet, and {new} is new"))
    return confirm("renamed?", usual=False)


def _game(project: Project, order: SheetOrder) -> Game:
    """The game, its description without errors.

    Raises:
        NotFound: there is no such game, or it has no such kind.
        Faulty: its description has errors.
        WrongUse: the kind has no items.
    """
    name = order.game or game_with(project, order.kind)
    game, _ = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    require_sound(game.faults, OUTCOME)
    if order.kind not in game.kinds:
        raise NotFound(f"{name} has no kind {order.kind!r}; {nearest(order.kind, game.kinds)}")
    if game.kinds[order.kind].prose:
        raise WrongUse(f"{order.kind} is running text: it has no items; import a Markdown file, such as RULES.md")
    return game


def _wanted(option: str, entries: Sequence[str], example: str) -> dict[str, list[str]]:
    """What an option that may be repeated says, by what is before the sign =."""
    said: dict[str, list[str]] = {}
    for entry in entries:
        name, sign, value = entry.rpartition("=")
        if not sign or not name:
            raise WrongUse(f"--{option} {entry}: it takes {row_of('import', option).metavar}, such as {example}")
        said.setdefault(name, []).append(value)
    return said


def row_choices(entries: Sequence[str] | None) -> tuple[RowChoice, ...]:
    """Which rows are read, as ``--where`` says."""
    return tuple(RowChoice(each, tuple(words)) for each, words in _wanted("where", entries or (), "Deck=ships").items())


def signs_of(entries: Sequence[str] | None) -> dict[str, str]:
    """What is written in place of signs, as ``--replace`` says."""
    wanted = _wanted("replace", entries or (), r"%n=\n")
    return {sign: words[-1].replace("\\n", "\n") for sign, words in wanted.items()}


def show_difference(file: str, old: bytes, new: bytes) -> None:
    """Print what would change, as a difference of lines."""
    before, after = (text.decode("utf-8", "replace").splitlines() for text in (old, new))
    for line in unified_diff(before, after, file, file, lineterm=""):
        say(line)


def _summary(done: ImportResult, file: str, *, dry: bool) -> str:
    fields = sum(map(len, done.changed.values()))
    changed = f"{len(done.changed)} changed" + (f" ({counted(fields, 'field')})" if fields else "")
    removed = f", {len(done.missing)} removed" if done.removed else ""
    would = "; nothing was written" if dry else ""
    return f"{file}: {len(done.added)} added, {changed}, {done.same} the same{removed}{would}"


class SavedSheets:
    """What was asked for, and the sources of games that are files. An address is left to ``pnp import --all``."""

    def __init__(self, project: Project, order: SheetOrder | None) -> None:
        """Begin with what was asked for; games are added as they are read."""
        self._project = project
        self._orders: dict[str, list[SheetOrder]] = {"": [order] if order else []}
        self._known: dict[tuple[str, str | None, str], tuple[SheetOrder, bytes]] = {}

    def take(self, name: str, game: Game | None) -> None:
        """Follow a game's sources as they are now; none where it is gone."""
        sources = sources_of(self._project, game) if game else []
        self._orders[name] = [order for order in sources if "://" not in order.file]

    @property
    def files(self) -> list[Path]:
        """The files to be watched."""
        return list(dict.fromkeys(Path(order.file) for order in self._all()))

    def bring_in(self) -> bool:
        """Bring in the sheets that were saved since; whether there was any. One with mistakes changes nothing."""
        saved = False
        for order in self._all():
            key, content = (order.file, order.game, order.kind), content_of(Path(order.file))
            if content is None and key in self._known:  # on its way: some programs remove a file to save it
                continue
            if self._known.get(key) != (order, content or b""):
                self._known[key] = order, content or b""
                saved = True
                carried_out(lambda order=order: self._report(order), self._project.data)  # type: ignore[misc]
        return saved

    def _all(self) -> list[SheetOrder]:
        return [order for orders in self._orders.values() for order in orders]

    def _report(self, order: SheetOrder) -> None:
        begun = perf_counter()
        done = bring_in(self._project, order)
        report(one_line(f"imported {order.file}: {done} ({perf_counter() - begun:.2f} s)"))
        sys.stdout.flush()


def content_of(file: Path) -> bytes | None:
    """What a file holds now; None while it cannot be read."""
    try:
        return file.read_bytes()
    except OSError:
        return None

"""Rows of a sheet become items of a kind: new ones at the end of its file, known ones brought up to date in place."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath

from msgspec import Struct
from msgspec.structs import replace

from generator.core.problem import Infeasible, Level, Problem, WrongUse, require_sound
from generator.core.textfile import BOM
from generator.draw.text.foreign_markup import marked_runs
from generator.forge.yaml_writer import appended_to, as_yaml
from generator.model.fields import ReadContext
from generator.model.game import Game, Kind
from generator.model.items import item_of
from generator.model.values import ProblemLog
from generator.read.reader import read_bytes
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar, excerpt
from generator.read.tree import Sequence as SequenceNode
from generator.tables.cells import CELL_RULE, OUTCOME, SIGNS, CellGrid, address, meant
from generator.tables.drafts import Drafter
from generator.tables.edits import Edits, NotEditable, plain, shape
from generator.tables.headings import SheetColumn, SheetTerms, read_headings, written
from generator.tables.matching import Matching, SheetRow, gathered, key_column, rows_of

# What to do about a mistake of form, where the catalog would refer to lines of YAML.
HINTS = {
    "missing-field": 'fill in the cell; a text that is there and empty is written "", an empty list []',
    "wrong-type": "",
    "text-overflow": "shorten it",
}
MOST_NAMED = 20
KEPT_HINTS = ("not-one-of", "number-range", "bad-id", "unknown-reference")


class ImportResult(Struct):
    """What becomes of a file of items."""

    data: bytes  # the file as it will be
    added: list[str] = []  # ids
    changed: dict[str, list[str]] = {}  # fields, by id
    same: int = 0
    missing: list[str] = []  # ids of items that are not in the sheet, where it was to bring items up to date
    renamed: tuple[str, str] | None = None  # the only new item, and the only missing one
    removed: bool = False  # whether missing ones were removed
    looks: list[str] = []  # what is left out of how texts look

    def remarks(self) -> list[str]:
        """What the user should know: looks of texts that are lost; items that are not in the sheet, and a new name."""
        if not self.missing:
            return self.looks
        more = len(self.missing) - MOST_NAMED
        names = ", ".join(self.missing[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        some, them = ("1 item is", "it") if len(self.missing) == 1 else (f"{len(self.missing)} items are", "them")
        what = "removed" if self.removed else f"the same with --prune removes {them}"
        question = f"; renamed? {self.renamed[1]} to {self.renamed[0]}" if self.renamed else ""
        return [*self.looks, f"{some} not in the sheet: {names}; {what}{question}"]


class _CellLog(ProblemLog):
    """Reports what is wrong at the cells that it comes from; what the file says by itself is not the sheet's affair."""

    def __init__(self, grid: CellGrid, head: int, headings: Sequence[SheetColumn], terms: SheetTerms) -> None:
        super().__init__(grid.file)
        self.terms = terms
        self.head = head
        self.absent: set[str] = set()  # fields without a column that were reported
        self.strays: dict[str, int] = {}  # fields that items have and the kind has not, and how many of these change
        self.grid, self.columns = grid, {written(heading.path): heading.column for heading in headings}
        self.row: SheetRow | None = None
        self.old: set[int] = set()

    def add(self, node: Node, rule: str, message: str, hint: str = "", level: Level = "error") -> None:
        row = self.row
        if level == "warning" or id(node) in self.old or row is None:
            return
        if rule == "unknown-field" and row.old and isinstance(node, Scalar) and node.text in row.old.values:
            self.strays[node.text] = self.strays.get(node.text, 0) + 1
            return
        column = node.column
        if rule == "missing-field" and node is row.node:
            name = message.removesuffix(" is missing")
            if name != message and not any(heading.split(".")[0] == name for heading in self.columns):
                self._add_column(name)
                return
            column = self.columns.get(name, row.column)
        short_hint = hint if rule in KEPT_HINTS or "plain decimal" in hint else HINTS.get(rule, "")
        self.problems.append(self.grid.problem(row.number, column, rule, message, short_hint))

    def _add_column(self, name: str) -> None:
        """Tell once, and not at each row, that nothing in the sheet is a field that every item needs."""
        if name not in self.absent:
            self.absent.add(name)
            hint = f"add a column {name}, or say with {self.terms.map('COLUMN', name)} which it is"
            message = f"there is no column for {name}, which every item must have"
            self.problems.append(
                self.grid.problem(self.head, min(self.columns.values()), "missing-field", message, hint)
            )


def import_rows(game: Game, kind: Kind, grid: CellGrid, old: bytes, terms: SheetTerms) -> ImportResult:
    """What becomes of a kind's file when a sheet's rows are taken in.

    Args:
        game: the game, without errors in its description.
        kind: whose items the rows are.
        grid: the sheet.
        old: the bytes of the kind's file; none where it is not there.
        terms: what the user says of the sheet, and whether rows may change items.

    Raises:
        Faulty: cells are wrong.
        Infeasible: the file cannot take the items.
        WrongUse: what was asked for cannot be done with these columns.
    """
    head, headings, problems = read_headings(grid, kind, game.languages, terms)
    _require_sound(problems)
    if not head:
        raise WrongUse(f"{grid.file} is empty: its first row has the fields' names, such as {_example(kind)}")
    key = key_column(terms, kind, game.languages, headings)
    id_column = next((heading.column for heading in headings if heading.path == ("id",)), 0)
    if terms.update and not key and not id_column:
        out = f"pnp export {game.name} --to csv --kind {kind.name}"
        message = "--update matches ids, and the sheet has no column id"
        raise WrongUse(f"{message}; {out} writes a sheet that has them, --key FIELD matches by another field")
    items = _items(old, kind.file)
    looks = _keep_looks(grid, head, [one for one in headings if one != key], terms)
    rows = rows_of(grid, head, headings)
    problems = _merged_cells(grid, head, headings)
    drafter = Drafter(grid, game.languages)
    matching = Matching(grid, kind, items, game.languages, terms.update, id_column, terms.renamed)
    problems += matching.match(rows, key)
    for row in rows:
        drafter.row, drafter.column = row.number, row.column
        node = drafter.merged_item(kind.fields, row.old, row.known)
        row.node = node if "id" in node.values else _with_id(node, row)
    problems += drafter.wrong
    files = {problem.file for problem in problems}
    log = _CellLog(grid, head, headings, terms)
    problems += [problem for problem in _examined(game, kind, log, rows) if problem.file not in files]
    if not terms.by_cell:
        problems = gathered(grid, head, [row.number for row in rows], problems)
    _require_sound(sorted(problems, key=lambda problem: (problem.line, problem.column)), by_cell=terms.by_cell)
    if terms.prune and not rows:
        raise Infeasible(f"{grid.file} has no rows: every item of {kind.file} would be removed")
    looks += [f"{name} is no field of {kind.name} any more; it stays in what changed ({count}): delete it there, "
              "or describe it in game.yaml" for name, count in log.strays.items()]  # fmt: skip
    return replace(_written(kind, rows, items, old, terms), looks=looks)


def _keep_looks(grid: CellGrid, head: int, headings: Sequence[SheetColumn], terms: SheetTerms) -> list[str]:
    """Write bold and italic of players' texts as marks where that is wanted; what is said of looks that are lost."""
    fields = {heading.column: heading.field.member or heading.field for heading in headings}
    texts = {column for column, field in fields.items() if field.is_text}
    below = [cells for number, cells in grid.in_order() if number > head]
    styled = [cell for cells in below for column, cell in cells.items() if cell.runs and column in texts]
    styled = [cell for cell in styled if cell.text.strip() not in SIGNS]
    for cell in styled if grid.keeps_looks else ():
        is_guarded = meant(cell.text) != cell.text.strip()
        cell.text = marked_runs(cell.runs).replace("'", "", is_guarded)
    struck = [cell for cell in styled if any("s" in look and words.strip() for words, look in cell.runs)]
    is_lost = not grid.keeps_looks and any({*look} & {"b", "i"} for cell in styled for _, look in cell.runs)
    hint = "" if terms.is_source else "; --markup html keeps bold and italic"
    places = ", ".join(address(cell.row, cell.column) for cell in struck[:MOST_NAMED])
    return [
        f"{len(cells)} {'cell has' if len(cells) == 1 else 'cells have'} {what}"
        for cells, what in (
            (styled if is_lost else (), f"bold, italic or struck text, which is left out{hint}"),
            (struck, f"struck text, which prints as if it were valid: {places}"),
        )
        if cells
    ]


def _require_sound(problems: Sequence[Problem], *, by_cell: bool = False) -> None:
    """Go on only where no cell is wrong; ``by_cell``: else what is has its row and column as line and column."""
    require_sound(problems if by_cell else [replace(problem, line=0, column=0) for problem in problems], OUTCOME)


def _example(kind: Kind) -> str:
    return ", ".join(["id", *(name for name in kind.fields if name not in ("id", "copies", "art", "waive"))][:4])


def _items(old: bytes, file: str) -> dict[str, MappingNode]:
    """The items of a file by id.

    Raises:
        Infeasible: it cannot be read.
    """
    root, problems = read_bytes(old, file)
    if problems:
        raise Infeasible(f"{file}:{problems[0].line}: {problems[0].message}; mend it first")
    nodes = root.items if isinstance(root, SequenceNode) else []
    items: dict[str, MappingNode] = {}
    for node in nodes:
        identifier = node.values.get("id") if isinstance(node, MappingNode) else None
        if isinstance(node, MappingNode) and isinstance(identifier, Scalar):
            items.setdefault(identifier.text, node)
    return items


def _merged_cells(grid: CellGrid, head: int, headings: Sequence[SheetColumn]) -> list[Problem]:
    last = max(grid.rows, default=0)
    columns = {heading.column for heading in headings}
    problems = []
    for top, left, bottom, right in grid.merged:
        if bottom >= head and top <= last and any(left <= column <= right for column in columns):
            message = f"it is merged with the cells to {grid.name(bottom, right).rpartition('!')[2]}"
            hint = "unmerge them, and write into each what it is to say"
            problems.append(grid.problem(top, left, CELL_RULE, message, hint))
    return problems


def _with_id(node: MappingNode, row: SheetRow) -> MappingNode:
    """An item with the id that was made for it."""
    word = Scalar(row.id, plain=False, line=row.number, column=row.column)
    return MappingNode({"id": word, **node.keys}, {"id": word, **node.values}, node.line, node.column)


def _examined(game: Game, kind: Kind, log: _CellLog, rows: Sequence[SheetRow]) -> list[Problem]:
    """What is wrong with the form of the items."""
    ids = {name: {item.id for item in kind_of_ids.items} for name, kind_of_ids in game.kinds.items()}
    ids[kind.name] = ids[kind.name] | {row.id for row in rows}
    for row in rows:
        if row.node is None or row.node is row.old:
            continue
        log.row, log.old = row, {id(node) for node in _walk(row.old)}
        context = ReadContext(log, game.languages, keeps_places=True)
        item_of(kind, row.node, context, {})
        for to, value in context.references:
            if to in ids and value.text not in ids[to] and not game.kinds[to].partial:
                message = f"{excerpt(value.text)} is not an item of {to}"
                log.add(value, "unknown-reference", message, log.suggest(value.text, ids[to]))
    return log.problems


def _walk(node: Node | None) -> Iterable[Node]:
    if node is not None:
        yield node
    if isinstance(node, MappingNode):
        yield from node.keys.values()
    for part in node.values.values() if isinstance(node, MappingNode) else getattr(node, "items", ()):
        yield from _walk(part)


def _written(
    kind: Kind, rows: Sequence[SheetRow], items: Mapping[str, MappingNode], old: bytes, terms: SheetTerms
) -> ImportResult:
    """The file with what the rows say."""
    taken = {id(row.old) for row in rows}
    missing = [name for name, node in items.items() if id(node) not in taken] if terms.update else []
    done = ImportResult(old, missing=missing)
    done.removed = terms.prune and bool(done.missing)
    text = old.removeprefix(BOM).decode()
    edits = Edits(text) if done.removed or any(row.old is not None for row in rows) else None
    new: list[str] = []
    for row in rows:
        assert row.node is not None
        if row.old is None:
            done.added.append(row.id)
            new.append(as_yaml({"id": row.id, **plain(row.node)}))
        elif row.node is row.old:
            done.same += 1
        elif edits is not None:
            done.changed[row.id] = _differing(row.old, row.node)
            try:
                edits.change(row.old, row.node, list(kind.fields))
            except NotEditable as reason:
                raise Infeasible(
                    f"{kind.file}:{row.old.line}: {row.id} cannot be changed: {reason}; do it by hand"
                ) from None
    added = [row.id for row in rows if row.old is None]
    done.renamed = (added[0], done.missing[0]) if len(added) == len(done.missing) == 1 else None
    if edits is not None and (done.changed or done.removed):
        for name in done.missing if done.removed else ():
            edits.remove(items[name])
        done.data = old[: len(old) - len(old.removeprefix(BOM))] + edits.result().encode()
    done.data = appended_to(PurePath(kind.file), done.data, "\n".join(new)) if new else done.data
    if done.data is not old:
        _verify(kind, rows, items, done)
    return done


def _differing(old: MappingNode, new: MappingNode) -> list[str]:
    return [name for name in {**old.values, **new.values} if old.values.get(name) is not new.values.get(name)]


def _verify(kind: Kind, rows: Sequence[SheetRow], items: Mapping[str, MappingNode], done: ImportResult) -> None:
    """Go on only where the new file says what the rows say, and beside it what it said before, but for removed items.

    Raises:
        Infeasible: it does not: its form is one that cannot be changed in place.
    """
    ids = {id(row.old): row.id for row in rows}
    renamed = [name for name, node in items.items() if ids.get(id(node), name) != name]
    removed = [*renamed, *(done.missing if done.removed else ())]
    expected = {name: None if name in removed else shape(node) for name, node in items.items()}
    expected |= {row.id: shape(row.node) for row in rows if row.node is not None}
    root, problems = read_bytes(done.data, kind.file)
    nodes = root.items if isinstance(root, SequenceNode) else []
    written = {str(shape(node).get("id")): shape(node) for node in nodes if isinstance(node, MappingNode)}
    wrong = next((name for name in expected if written.get(name) != expected[name]), None)
    if problems or wrong is not None:
        about = problems[0].message if problems else f"{wrong} would not say what the sheet says"
        raise Infeasible(f"{kind.file} cannot be changed in place: {about}; change it by hand, or start a new file")

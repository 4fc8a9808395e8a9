"""``pnp.yaml``, beside the folder of the games: what a project's commands follow where no option says otherwise, and
how large a file of items may be, since nobody writes megabytes by hand.
"""

from collections.abc import Mapping as MappingType
from pathlib import Path, PurePosixPath

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import PAPER_BY_SIZE, PAPERS, Backs, InkName, JoinName, TrimName, paper_size
from generator.core.folders import defaults_file
from generator.core.problem import Problem
from generator.model.fields import ChoiceField, Field, NameField, ReadContext, WithinField, read_fields, worded
from generator.model.fields.json_schema import Schema, SchemaNames
from generator.model.kind_fields import LanguageField
from generator.model.schema import SHEET_KEYS
from generator.model.values import ProblemLog
from generator.read.reader import read_file
from generator.read.tree import MAX_BYTES, MAX_NODES, MIB, MOST_MIB, Limits, Mapping, Node, excerpt, locate

KEY = "largest_file"
_SMALL = MAX_BYTES // 16  # bytes: too few to hold more values than are allowed


LARGEST = WithinField(
    low=1,
    high=MOST_MIB,
    says=f"MiB that a file of items may have, for huge decks; each may hold {MAX_NODES * MIB // MAX_BYTES:,} values",
    absent=str(MAX_BYTES // MIB),
    example="64",
)
AS_GAME = "as the game says"
LONGEST = 200  # characters of a folder's name, with those that it is in


class PaperField(NameField, frozen=True):
    """A paper, by name or WIDTHxHEIGHT in mm."""

    def schema(self, names: SchemaNames) -> Schema:  # noqa: ARG002 - papers are the tool's
        papers = [*PAPERS, *map(str.upper, PAPERS)]
        return {"anyOf": [{"enum": papers}, {"type": "string", "pattern": f"^ *{PAPER_BY_SIZE.pattern} *$"}]}

    def read(self, node: Node, context: ReadContext) -> str | None:
        """See `Field.read`."""
        name = super().read(node, context)
        try:
            if name is not None:
                paper_size(name)
        except ValueError as error:
            message, _, hint = str(error).partition("; ")
            context.report.add(node, "not-one-of", message, hint)
            return None
        return name


class FolderField(NameField, frozen=True):
    """A folder of the project, named from where ``pnp.yaml`` lies."""

    def read(self, node: Node, context: ReadContext) -> str | None:
        """See `Field.read`. Who passes a project on decides nothing about the rest of a reader's disk."""
        name = super().read(node, context)
        if name is None:
            return None
        path = PurePosixPath(name.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or name.startswith("~") or ":" in name:
            message = f"{excerpt(name)} lies outside the project"
            context.report.add(node, "not-one-of", message, "a folder beside pnp.yaml; an option may name any other")
            return None
        if len(name) > LONGEST:
            context.report.add(node, "not-one-of", f"{excerpt(name)} is too long for a folder", "take a shorter name")
            return None
        return path.as_posix()


FIELDS: dict[str, Field] = worded(
    "defaults",
    paper=PaperField(),
    lang=LanguageField(),
    backs=ChoiceField(of=tuple(Backs)),
    printer=NameField(),
    trim=ChoiceField(of=tuple(TrimName)),
    bleed=replace(SHEET_KEYS["bleed"], absent=AS_GAME),
    gutter=replace(SHEET_KEYS["gutter"], absent=AS_GAME),
    marks=replace(SHEET_KEYS["marks"], absent=AS_GAME),
    join=ChoiceField(of=tuple(JoinName), absent=AS_GAME),
    ink=ChoiceField(of=tuple(InkName)),
    out=FolderField(),
    templates=FolderField(),
    **{KEY: LARGEST},
)
CARRIED = ("paper", "trim", "bleed", "gutter", "marks", "join", KEY)  # what a game's sheets and its check stand on
FOLDERS = tuple(key for key, known in FIELDS.items() if isinstance(known, FolderField))


class ProjectDefaults(Struct, frozen=True):
    """What a project's ``pnp.yaml`` says."""

    file: str  # its name in messages
    values: MappingType[str, str] = {}  # by key; folders as they are found from here
    problems: tuple[Problem, ...] = ()
    root: Mapping | None = None
    read: bool = True  # whether there is such a file

    def place(self, key: str) -> tuple[int, int]:
        """Line and column of a key's value."""
        node = locate(self.root, (key,)) if self.root is not None else None
        return (node.line, node.column) if node is not None else (1, 1)


def read_defaults(path: Path) -> ProjectDefaults:
    """What a ``pnp.yaml`` says, and what is wrong with it; nothing where there is none."""
    shown = path.as_posix()
    if not path.exists():
        return ProjectDefaults(shown, read=False)
    root, problems = read_file(path, shown, path.parent)
    report = ProblemLog(shown, problems)
    root = report.rooted(root, Mapping, "a mapping of defaults", "such as paper: letter")
    if root is None:
        return ProjectDefaults(shown, {}, tuple(report.problems))
    read = read_fields(root, FIELDS, ReadContext(report))
    values = {key: value if isinstance(value, str) else str(value) for key, value in read.items() if value is not None}
    values |= {key: str(path.parent / values[key]) for key in FOLDERS if key in values}
    return ProjectDefaults(shown, values, tuple(report.problems), root)


def carried_defaults(path: Path) -> str:
    """What goes with a game of the project whose ``pnp.yaml`` this is: a ``pnp.yaml`` of it; empty where nothing does.

    Who takes the game has a printer, folders and languages of their own. Values with a mistake are left out.
    """
    values = read_defaults(path).values
    return "".join(f"{key}: {values[key]}\n" for key in CARRIED if key in values)


def limits_of(data: Path, file: Path) -> Limits:
    """What the project whose games are in ``data`` says of a file of items."""
    usual = Limits(raisable=True)
    try:
        if file.stat().st_size < _SMALL:
            return usual
    except OSError:  # who reads the file says so
        return usual
    steps = read_defaults(defaults_file(data)).values.get(KEY)  # `pnp check` reports its mistakes
    return Limits(int(steps), raisable=True) if steps else usual

"""``pnp.yaml``, beside the folder of the games: what a project's commands go by where no option says otherwise."""

from collections.abc import Mapping as MappingType
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from generator.catalog.fields import ChoiceField, Field, NameField, ReadContext, read_fields
from generator.catalog.load import LANGUAGE
from generator.catalog.problem_log import ProblemLog
from generator.choices import Backs, InkName
from generator.problem import Problem
from generator.sizes import paper_size
from generator.source.reader import read_file
from generator.source.tree import Mapping, Node, excerpt, locate


class PaperField(NameField):
    """A paper, by name or WIDTHxHEIGHT in mm."""

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


class LanguageField(NameField):
    """A language by its code."""

    def read(self, node: Node, context: ReadContext) -> str | None:
        """See `Field.read`."""
        code = super().read(node, context)
        if code is not None and not LANGUAGE.fullmatch(code):
            context.report.add(
                node, "wrong-type", f"{excerpt(code)} is no language code", "two letters, such as en or fr"
            )
            return None
        return code


class FolderField(NameField):
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
        return str(path)


FIELDS: dict[str, Field] = {
    "paper": PaperField(),
    "lang": LanguageField(),
    "backs": ChoiceField(of=tuple(Backs)),
    "printer": NameField(),
    "ink": ChoiceField(of=tuple(InkName)),
    "out": FolderField(),
    "templates": FolderField(),
}
FOLDERS = tuple(key for key, known in FIELDS.items() if isinstance(known, FolderField))


@dataclass(frozen=True, slots=True)
class ProjectDefaults:
    """What a project's ``pnp.yaml`` says."""

    file: str  # its name in messages
    values: MappingType[str, str] = field(default_factory=dict)  # by key; folders as they are found from here
    problems: tuple[Problem, ...] = ()
    root: Mapping | None = None
    read: bool = True  # whether there is such a file

    def place(self, key: str) -> tuple[int, int]:
        """Line and column of a key's value."""
        node = locate(self.root, (key,)) if self.root is not None else None
        return (node.line, node.column) if node is not None else (1, 1)


def read_defaults(path: Path) -> ProjectDefaults:
    """What a ``pnp.yaml`` says, and what is wrong with it; nothing where there is none."""
    shown = str(path)
    if not path.exists():
        return ProjectDefaults(shown, read=False)
    root, problems = read_file(path, shown, path.parent)
    report = ProblemLog(shown)
    report.problems = problems
    if root is not None and not isinstance(root, Mapping):
        report.add(root, "wrong-type", "a mapping of defaults is wanted here", "such as paper: letter")
    if not isinstance(root, Mapping):
        return ProjectDefaults(shown, {}, tuple(report.problems))
    read = read_fields(root, FIELDS, ReadContext(report))
    values = {key: value for key, value in read.items() if value is not None}
    values |= {key: str(path.parent / values[key]) for key in FOLDERS if key in values}
    return ProjectDefaults(shown, values, tuple(report.problems), root)

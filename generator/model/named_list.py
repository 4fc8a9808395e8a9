"""Files that list things by a name, such as printers, shops and sheets."""

from collections.abc import Callable
from collections.abc import Mapping as MappingType
from pathlib import Path

from generator.core.problem import Problem, WrongUse
from generator.model.fields import EntryField, Field, NameField, ReadContext, worded
from generator.model.values import ProblemLog, Record
from generator.read.reader import read_file
from generator.read.tree import Node, Sequence

EntryCheck = Callable[[Record, ProblemLog], object]
FOUND: dict[str, Field] = worded("found", source=NameField(), looked_up=NameField())


def read_named_file(
    file: Path, fields: MappingType[str, Field], look: EntryCheck | None = None
) -> tuple[dict[str, Record], list[Problem]]:
    """The entries of a file by their names, and what is wrong with it; nothing where there is no file."""
    if not file.exists():
        return {}, []
    return read_named(file.as_posix(), read_file(file), fields, look)


def read_named(
    name: str, read: tuple[Node | None, list[Problem]], fields: MappingType[str, Field], look: EntryCheck | None = None
) -> tuple[dict[str, Record], list[Problem]]:
    """The entries of a file by their names. Each knows its ``node``; those with errors are left out.

    Args:
        name: the file's, in messages.
        read: its tree, and the problems found so far; the further ones are added.
        fields: of an entry. The first of them is its name, and the word for what it is.
        look: adds what is wrong with an entry beyond its fields.
    """
    problems, key = read[1], next(iter(fields))
    report = ProblemLog(name, problems)
    root = report.rooted(read[0], Sequence, f"a list of {key}s", f"start each with - {key}: …")
    entries: dict[str, Record] = {}
    for node in root.items if root is not None else []:
        before = len(problems)
        entry = EntryField(fields=fields).read(node, ReadContext(report))
        if entry is not None and look is not None:
            look(entry, report)
        if entry is None or len(problems) > before:
            continue
        first = entries.setdefault(entry[key], entry)
        if first is not entry:
            message = f"the {key} {entry[key]!r} is repeated here; it is first at line {first['node'].line}"
            report.add(node, "duplicate-id", message, "keep one of the two, or rename one")
    return entries, problems


def refuse_first(problems: list[Problem]) -> None:
    """Stop with the first of the problems, if there are any.

    Raises:
        WrongUse: there are.
    """
    for first in problems:
        hint = f"; {first.hint}" if first.hint else ""
        raise WrongUse(f"{first.file}:{first.line}:{first.column}: {first.message}{hint}")

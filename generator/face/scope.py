"""What drawing one face needs and gathers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.face.fit import Fitter
from generator.face.look import Look
from generator.face.marks import Mark

MAX_REPEATS = 2_000  # members that data-for may run over in one face
MOST_KEPT = 256  # results that a part of a template remembers


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong with a face: at ``path`` in the item, or at a line of the template where ``path`` is None."""

    rule: str
    message: str
    hint: str
    path: tuple[str | int, ...] | None
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Column:
    """A rectangle of a page that running text flows into, from column to column in the order of their numbers."""

    number: int
    x: float
    y: float
    width: float
    height: float
    line: int  # of the template
    column: int


@dataclass(slots=True)
class Scope:
    """One face being drawn: its variables, the marks so far, what was found wrong."""

    variables: dict[str, Any]
    look: Look
    fitter: Fitter
    language: str
    blank: bool = False
    draws: bool = True  # else only looked through for what is wrong: no marks are wanted
    marks: list[Mark] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    repeats: int = 0
    columns: list[Column] = field(default_factory=list)  # for running text, as they were met
    flow: Mapping[int, Sequence[Mark]] | None = None  # what stands in them, by number; None where no text flows

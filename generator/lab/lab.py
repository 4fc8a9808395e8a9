"""What a game's lab asks for, as values: ``lab.yaml`` as it was read."""

from collections.abc import Mapping as MappingType
from collections.abc import Sequence as SequenceType

from msgspec import Struct

from generator.core.problem import Level
from generator.read.tree import Mapping


class LabMeasure(Struct, frozen=True):
    """A number worked out of each item of a kind for which ``where`` holds, by a sort."""

    name: str
    kind: str
    expression: str
    by: str | None
    where: str | None
    unit: str
    node: Mapping


class WantedCurve(Struct, frozen=True):
    """One number against another."""

    kind: str
    x: str
    y: str
    by: str | None
    where: str | None
    node: Mapping


class LabQuestion(Struct, frozen=True):
    """A question with its values as ``NAME=VALUE``; ``expect`` are the limits of what ``take`` finds in its answer."""

    name: str
    why: str
    asks: str  # the question of the lab
    given: SequenceType[str]
    take: str
    expect: tuple[int | float, int | float] | None
    level: Level
    node: Mapping


class LabSimulation(Struct, frozen=True):
    """Whole games to be played, and the limits of figures by their paths."""

    players: int
    games: int
    mode: str | None
    policy: str | None
    seed: int
    expect: MappingType[str, tuple[int | float, int | float]]
    node: Mapping


class Lab(Struct, frozen=True):
    """What a game's ``lab.yaml`` says. ``better`` is by kind, then by expression."""

    measures: SequenceType[LabMeasure] = ()
    curves: SequenceType[WantedCurve] = ()
    better: MappingType[str, MappingType[str, str]] = {}
    questions: SequenceType[LabQuestion] = ()
    simulated: SequenceType[LabSimulation] = ()
    root: Mapping | None = None

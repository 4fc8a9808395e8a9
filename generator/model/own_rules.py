"""``own_rules.yaml``: the rules of the tool itself, told as a game's rules are, with an example of each."""

from functools import cache
from pathlib import Path

from msgspec import Struct

from generator.core.problem import Level
from generator.model.fields import ChoiceField, Field, MapField, ReadContext, StringField, read_fields
from generator.model.problem_log import ProblemLog
from generator.read.reader import read_file
from generator.read.tree import Mapping, Sequence

FILE = Path(__file__).with_name("own_rules.yaml")
FIELDS: dict[str, Field] = {
    "rule": StringField(required=True),
    "level": ChoiceField(of=("error", "warning"), required=True),
    "about": StringField(required=True),
    "hint": StringField(required=True),
    "given": MapField(required=True),
    "pass": MapField(required=True),
    "fail": MapField(required=True),
    "at": StringField(required=True),
}


class OwnRule(Struct, frozen=True):
    """A rule of the tool's own. Its examples are files, by name: those given, and those that keep or break it."""

    name: str
    level: Level
    about: str
    hint: str
    given: dict[str, str]
    keeps: dict[str, str]
    breaks: dict[str, str]
    at: str  # FILE:LINE:COLUMN of the breach

    @property
    def short(self) -> str:
        """What it asks for, in a sentence."""
        return self.about.partition(". ")[0].removesuffix(".") + "."


@cache
def own_rules() -> dict[str, OwnRule]:
    """The tool's own rules by name, in the order in which their file tells them.

    Raises:
        ValueError: the file, which ships with the tool, has a mistake.
    """
    root, problems = read_file(FILE)
    report = ProblemLog(FILE.name)
    report.problems = problems
    nodes = root.items if isinstance(root, Sequence) else []
    read = [read_fields(node, FIELDS, ReadContext(report)) for node in nodes if isinstance(node, Mapping)]
    if problems:
        raise ValueError(problems[0])
    return {
        values["rule"]: OwnRule(
            values["rule"], values["level"], values["about"], values["hint"], values["given"], values["pass"],
            values["fail"], values["at"],
        )
        for values in read
    }  # fmt: skip

"""``own_rules.yaml``: the rules of the tool itself, described as a game's rules are, with an example of each."""

from functools import cache
from pathlib import Path

from msgspec import Struct, convert, field

from generator.core.problem import Level

FILE = Path(__file__).with_name("own_rules.yaml")


class OwnRule(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of the tool's own. Its examples are files, by name: those given, and those that keep or break it."""

    name: str = field(name="rule")
    level: Level
    about: str
    hint: str
    given: dict[str, str]
    keeps: dict[str, str] = field(name="pass")
    breaks: dict[str, str] = field(name="fail")
    at: str  # FILE:LINE:COLUMN of the breach

    @property
    def short(self) -> str:
        """What it asks for, in a sentence."""
        return self.about.partition(". ")[0].removesuffix(".") + "."


@cache
def own_rules() -> dict[str, OwnRule]:
    """The tool's own rules by name, in the order of their file."""
    import yaml

    read = yaml.load(FILE.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {rule.name: rule for rule in convert(read, list[OwnRule])}

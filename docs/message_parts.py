"""The messages of ``docs/messages.md``: each of the tool's own rules, with the message that its example gets."""

from base64 import b64decode
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from generator.check.build import check_game
from generator.core.folders import Project
from generator.core.problem import Problem
from generator.model.own_rules import OwnRule, own_rules
from generator.rules.examples import lacking_examples

OF_TEMPLATES = (".svg", ".png", ".ttf", "style.yaml")


def messages() -> str:
    """A section for each rule."""
    return "\n".join(_section(rule) for rule in own_rules().values())


def _section(rule: OwnRule) -> str:
    about, hint = (" ".join(text.split()) for text in (rule.about, rule.hint))
    message = _problem(rule).message.replace("\n", " ")
    quote = "``" if "`" in message else "`"
    return f"## `{rule.name}`\n\n*{rule.level.capitalize()}.* {about}\n\n{quote}{message}{quote}: {hint}.\n"


def _problem(rule: OwnRule) -> Problem:
    """What ``pnp check`` says of the example that breaks the rule; the game's own path is left out."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        for name, text in {**rule.given, **rule.breaks}.items():
            room = folder / ("templates" if name.endswith(OF_TEMPLATES) else "data") / "fair"
            room.mkdir(parents=True, exist_ok=True)
            (room / name).parent.mkdir(exist_ok=True)
            (room / name).write_bytes(b64decode(text) if name.endswith(".ttf") else text.encode())
        problems = check_game(Project(folder / "data", folder / "templates"), "fair").problems
        problems += lacking_examples(folder / "data/fair/balance.yaml", "balance.yaml")
        found = next(problem for problem in problems if problem.rule == rule.name)
        return replace(found, file=Path(found.file).name, message=found.message.replace(f"{place}/", ""))

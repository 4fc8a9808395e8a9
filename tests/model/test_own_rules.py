"""The tool's own rules are reported in full, and their examples hold."""

from base64 import b64decode
from pathlib import Path

from each import each

from generator.check.build import check_game
from generator.core.folders import Project
from generator.model.own_rules import OwnRule, own_rules
from generator.rules.examples import lacking_examples

OF_TEMPLATES = (".svg", ".png", ".ttf", "style.yaml")


def told(files: dict[str, str], folder: Path, *, strict: bool = False) -> list[tuple[str, str, str]]:
    """What is wrong with a game of these files: place, level and rule."""
    for name, text in files.items():
        room = folder / ("templates" if name.endswith(OF_TEMPLATES) else "data") / "fair"
        room.mkdir(parents=True, exist_ok=True)
        (room / name).parent.mkdir(exist_ok=True)
        (room / name).write_bytes(b64decode(text) if name.endswith(".ttf") else text.encode())
    problems = check_game(Project(folder / "data", folder / "templates"), "fair").problems
    problems += lacking_examples(folder / "data/fair/balance.yaml", "balance.yaml") if strict else []
    return [(f"{Path(p.file).name}:{p.line}:{p.column}", p.level, p.rule) for p in problems]


@each("rule", own_rules().values(), kept=20)
def test_examples_hold(rule: OwnRule, tmp_path: Path) -> None:
    strict = rule.name == "no-example"
    assert told({**rule.given, **rule.keeps}, tmp_path / "keeps", strict=strict) == []
    assert told({**rule.given, **rule.breaks}, tmp_path / "breaks", strict=strict) == [(rule.at, rule.level, rule.name)]


@each("rule", own_rules().values())
def test_examples_differ_in_nothing_but_the_breach(rule: OwnRule) -> None:
    assert not (rule.keeps.keys() | rule.breaks.keys()) & rule.given.keys()
    assert rule.keeps != rule.breaks

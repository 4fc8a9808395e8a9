"""``pnp rules``."""

import re
import textwrap
from pathlib import Path
from typing import Any

from generator.cli.reporting import one_line, say, tally, tell
from generator.core.folders import Project
from generator.core.problem import NotFound, WrongUse, has_errors
from generator.model.load import load_game
from generator.model.own_rules import OwnRule, own_rules
from generator.model.values import as_data, nearest
from generator.read.tree import Node, Scalar, content
from generator.rules.apply import check_rules
from generator.rules.examples import is_given
from generator.rules.rule import Rule, explained, sentence
from generator.rules.rulebook import checks

_WHOLE = re.compile(r"\+?0|[+-]?[1-9]\d{0,17}", re.ASCII)  # a number that reads as it was written


def run(name: str | None, data: Path, *, checks_only: bool = False) -> None:
    """List or explain."""
    if checks_only:
        if name is not None:
            raise WrongUse("--checks lists all of them; pnp rules CHECK explains one")
        print(_checks_listed())
        return
    project = Project(data, Path())
    try:
        names = project.games()
    except NotFound:
        if name not in own_rules() and name not in checks():  # which are there without any game
            raise
        names = []
    chosen = [name] if name in names else names
    books = {game: _book(data, game) for game in chosen}
    if name is None or name in names:
        own = own_listed() if name is None else own_named()
        say("\n\n".join([*(_listed(game, book) for game, book in books.items()), own]))
        return
    lines = _explained_names(name, books)
    if lines:
        say("\n\n".join(lines))
        return
    all_names = {rule.name for book in books.values() for rule in book} | set(names) | set(checks()) | set(own_rules())
    raise NotFound(f"there is no game and no rule {name!r}; {nearest(name, sorted(all_names))}")


def _explained_names(name: str, books: dict[str, list[Rule]]) -> list[str]:
    """All that follows this name: the check type, rules of games, and the tool's own rule."""
    lines = [f"{name}: a check type\n\n{explained(checks()[name])}"] if name in checks() else []
    lines += [_explained(game, rule) for game, book in books.items() for rule in book if rule.name == name]
    if name in own_rules():
        lines.append(own_explained(own_rules()[name]))
    return lines


def _checks_listed() -> str:
    """All check types, each with a sentence."""
    lines = [f"{len(checks())} check types, of which the rules of balance.yaml are made; pnp rules CHECK explains one"]
    for name, check in checks().items():
        lines += [f"  {name}", f"      {sentence(check)}"]
    return "\n".join(lines)


def _book(data: Path, game: str) -> list[Rule]:
    """The rules of a game; those with a mistake are left out, which is said."""
    book, problems = check_rules(load_game(data / game, f"{data.as_posix()}/{game}")[0])
    if has_errors(problems):
        file = one_line((data / game / "balance.yaml").as_posix())
        tell(f"pnp: {file} has problems, which pnp check lists: {tally(problems)}")
    return book


def _listed(game: str, book: list[Rule]) -> str:
    lines = [f"{game}: {len(book)} rules"]
    for rule in book:
        lines.append(f"  {rule.name}  [{rule.level}]  {rule.kind}: {_numbers(rule)}")
        lines.append(f"      {rule.why}  Source: {rule.source}")
    return "\n".join(map(one_line, lines))


def _explained(game: str, rule: Rule) -> str:
    lines = [f"{rule.name}  [{rule.level}]  {game}, {rule.kind}", ""]
    lines += textwrap.wrap(rule.why, WIDTH)
    lines += ["", f"numbers: {_numbers(rule)}", f"source:  {rule.source}"]
    if rule.when:
        lines.append(f"applies: where {rule.when}")
    for verdict, key in (("keeps the rule", "pass"), ("breaks it", "fail")):
        if is_given(rule.node, key):
            lines += ["", f"{verdict}:", *(f"    {line}" for line in _yaml(rule.node.values[key]).split("\n"))]
    if rule.hint:
        lines += ["", f"hint: {rule.hint}"]
    return "\n".join(map(one_line, lines))


def _numbers(rule: Rule) -> str:
    settings = {key: as_data(value) for key, value in rule.settings if value not in (None, "", [], {})}
    return ", ".join(f"{key} {_short(value)}" for key, value in settings.items())


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_short(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_short(part) for part in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _yaml(node: Node) -> str:
    import yaml

    said = content(node, _scalar)
    text: str = yaml.safe_dump(said, sort_keys=False, allow_unicode=True, default_flow_style=None, width=WIDTH)
    return text.rstrip()


def _scalar(node: Scalar) -> Any:
    if node.absent:
        return None
    if node.plain and _WHOLE.fullmatch(node.text):
        return int(node.text)
    return {"true": True, "false": False}.get(node.text, node.text) if node.plain else node.text


WIDTH = 100


def own_listed() -> str:
    """All of them, each with a sentence."""
    lines = [_head()]
    for rule in own_rules().values():
        lines += [f"  {rule.name}  [{rule.level}]", f"      {rule.short}"]
    return "\n".join(lines)


def own_named() -> str:
    """Their names alone."""
    names = ", ".join(rule.name for rule in own_rules().values())
    return "\n".join([_head(), *_wrapped(names, "  ")])


def own_explained(rule: OwnRule) -> str:
    """One of them, with its examples."""
    lines = [f"{rule.name}  [{rule.level}]  the tool's own, in every game", "", *_wrapped(rule.about)]
    if rule.given:
        lines += ["", "given:", *_files(rule.given)]
    lines += ["", "keeps the rule:", *_files(rule.keeps)]
    lines += ["", f"breaks it, at {rule.at}:", *_files(rule.breaks)]
    lines += [f"    without {name}" for name in rule.keeps if name not in rule.breaks]
    return "\n".join([*lines, "", *_wrapped(f"hint: {rule.hint}")])


def _head() -> str:
    return f"the tool's own: {len(own_rules())} rules, in force in every game; pnp rules RULE explains one"


def _files(files: dict[str, str]) -> list[str]:
    lines = []
    for name, text in files.items():
        lines += [f"    {name}", *textwrap.indent(text, "        ").splitlines()]
    return lines


def _wrapped(text: str, margin: str = "") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False, break_long_words=False
    )

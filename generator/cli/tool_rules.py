"""The tool's own rules in words, for ``pnp rules``."""

import textwrap

from generator.model.own_rules import OwnRule, own_rules

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

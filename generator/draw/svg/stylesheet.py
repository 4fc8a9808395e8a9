"""Style sheets inside pictures, as exporters write them: names, classes and ids, alone, together or in a list.

What the rules say is written into the ``style`` of the elements they match, behind attributes and before what is in
``style`` already, as CSS has it. Anything else of CSS (elements inside others, ``:hover``, ``@media``) is a problem.
Sources: CSS Syntax 3, Selectors 4 (specificity), CSS Cascade 4 (order).
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.core.problem import Tell
from generator.draw.svg.parse import Element
from generator.draw.svg.path import SPACE, excerpt
from generator.draw.svg.style import declarations
from generator.draw.svg.undrawn import Remark

MAX_RULES = 2_000

_COMMENT = re.compile(r"/\*.*?\*/|<!--|-->", re.S)
_RULE = re.compile(r"\s*([^{}]*)\{([^{}]*)\}")
_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)")
_PART = re.compile(r"([.#])([\w-]+)")
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")
# Fonts are the project's, and a picture loads nothing.
_SKIPPED = re.compile(r"\s*(?:@(?:charset|namespace|import)[^;{}]*;|@font-face\s*\{[^{}]*\})")


_BLOCK = re.compile(r"@(media|supports|(?:-\w+-)?keyframes)\b([^{}]*)\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}")
_PAPER = re.compile(r"\s*(?:only\s+)?(?:all|print)\s*(?:,.*)?", re.S)
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_MOST_CHAIN = 8  # variables that stand for others
_TRANSFORM = re.compile(r"(?<![\w-])transform\s*:([^;]*);?")
_UNITS = re.compile(r"(?<=\d)(?:deg|px)\b|\bnone\b")


class StyleRule(NamedTuple):
    """What one selector says, and how much it weighs against others."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    weight: tuple[int, int, int]
    declarations: tuple[tuple[str, str, bool], ...]  # property, value, whether it is important

    def matches(self, element: Element, classes: frozenset[str]) -> bool:
        """Whether it refers to an element, which is of these classes."""
        if self.tag not in ("", "*", element.tag) or not self.classes <= classes:
            return False
        return not self.ids or self.ids == {element.attributes.get("id", "")}


def apply_style_sheets(root: Element, report: Tell) -> None:
    """Write what the picture's style sheets say into the elements that they refer to."""
    elements = list(root.walk())
    rules: list[StyleRule] = []
    for element in elements:
        if element.tag == "style":
            rules += _rules(element, report)
    if not rules:
        return
    if len(rules) > MAX_RULES:
        report(root.line, root.column, f"the style sheets have more than {MAX_RULES:,} rules", "export with attributes")
        return
    rules.sort(key=lambda rule: rule.weight)
    declared: dict[tuple[str, str, str], str] = {}
    for element in elements:
        attributes = element.attributes
        key = element.tag, attributes.get("id", ""), attributes.get("class", "")
        if key not in declared:
            classes = frozenset(key[2].split())
            declared[key] = _declared([rule for rule in rules if rule.matches(element, classes)])
        if declared[key]:
            weak, _, strong = declared[key].partition("\x00")
            attributes["style"] = ";".join(filter(None, (weak, attributes.get("style", ""), strong)))


def settle_styles(element: Element, around: Mapping[str, str] | None = None) -> None:
    """Write what ``var(--name)`` stands for in its place, and a ``transform`` in ``style`` as the attribute.

    Args:
        element: with all that is in it.
        around: the values of names that are said around it.
    """
    said = declarations(element) if "--" in element.attributes.get("style", "") else []
    known = {**(around or {}), **{name: value for name, value in said if value is not None and name.startswith("--")}}
    for name, value in element.attributes.items():
        for _ in range(_MOST_CHAIN if "var(" in value else 0):
            value = _VARIABLE.sub(lambda match: known.get(match[1].lower(), match[2] or "").strip(SPACE), value)
        element.attributes[name] = value
    if transforms := _TRANSFORM.findall(element.attributes.get("style", "")):
        element.attributes["style"] = _TRANSFORM.sub("", element.attributes["style"])
        element.attributes["transform"] = _UNITS.sub("", transforms[-1]).strip(SPACE)
    for child in element.children:
        settle_styles(child, known)


def _declared(rules: Sequence[StyleRule]) -> str:
    """The declarations of rules from the lightest to the heaviest: usual ones, and behind a zero important ones."""
    parts: list[list[str]] = [[], []]
    for rule in rules:
        for name, value, important in rule.declarations:
            parts[important].append(f"{name}:{value}")
    return "\x00".join(";".join(part) for part in parts) if rules else ""


def _rules(element: Element, report: Tell) -> list[StyleRule]:
    """The rules of one style sheet; what is none of those that are read is reported."""
    place = element.line, element.column
    if element.attributes.get("type", "text/css").strip(SPACE) not in ("text/css", ""):
        report(*place, f"a style sheet of type {excerpt(element.attributes['type'])} is not read", "use text/css")
        return []
    text = _COMMENT.sub(" ", element.text)
    for block in reversed(list(_BLOCK.finditer(text))):
        is_read = block[1] == "media" and _PAPER.fullmatch(block[2]) is not None
        if not is_read:
            said = excerpt(f"@{block[1]}{block[2]}".strip(SPACE))
            report(*place, Remark(f"{said} is not for paper: what is in it is not read"), "")
        text = f"{text[: block.start()]} {block[3] if is_read else ''} {text[block.end() :]}"
    rules: list[StyleRule] = []
    position = 0
    while text[position:].strip(SPACE):
        skipped = _SKIPPED.match(text, position)
        if skipped:
            position = skipped.end()
            continue
        rule = _RULE.match(text, position)
        if rule is None or rule[1].lstrip(SPACE).startswith("@"):
            report(*place, f"{excerpt(text[position:])} is not read in a style sheet", "export with attributes instead")
            return rules
        declarations = tuple(_declarations(rule[2]))
        for selector in rule[1].split(","):
            simple = _SIMPLE.fullmatch(selector.strip(SPACE).replace(":root", "svg"))
            if simple is None or not simple[0]:
                hint = "only names, classes and ids are read, each by itself: export with attributes instead"
                report(*place, f"{excerpt(selector)} is not read in a style sheet", hint)
                continue
            marks = _PART.findall(simple[2])
            ids = frozenset(name for sign, name in marks if sign == "#")
            classes = frozenset(name for sign, name in marks if sign == ".")
            weight = len(ids), len(classes), int(simple[1] not in (None, "", "*"))
            rules.append(StyleRule(simple[1] or "", ids, classes, weight, declarations))
        position = rule.end()
    return rules


def _declarations(text: str) -> list[tuple[str, str, bool]]:
    declared = []
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        if colon and name.strip(SPACE):
            important = _IMPORTANT.search(value)
            plain = (value[: important.start()] if important else value).strip(SPACE)
            declared.append((name.strip(SPACE), plain, important is not None))
    return declared

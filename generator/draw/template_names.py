"""Names in a template that no kind has, told where no item of the kind can be drawn, as that would show them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.core.problem import Problem
from generator.draw.attribute_expressions import braces
from generator.draw.directives import LET, LOOP
from generator.draw.svg.parse import Element, parse_svg, read_svg_text
from generator.model.fields import Field
from generator.model.game import Kind
from generator.model.values import nearest

_ASKED = re.compile(r"(?<![\w.'])([a-z]\w*)\.(\w+)\b(?!\()")
_LISTED = re.compile(r"items\(\s*('[\w-]+')([^()]*)\)")
_MATCHED = re.compile(r"(\w+)\s*=(?!=)")


def unknown_names(path: Path, file: str, kind: Kind, unseen: Mapping[str, Kind]) -> list[Problem]:
    """What a template asks of kinds that they do not have.

    Args:
        path: the template, which can be read.
        file: its name in problems.
        kind: the kind whose items it draws.
        unseen: the kinds none of whose items can be drawn, by name; only of these anything is said.
    """
    text, _ = read_svg_text(path, file)
    root = parse_svg(text or "", file)
    # The fields of what names stand for, and of kinds in quotes.
    fields: dict[str, Mapping[str, Field]] = {f"'{name}'": unseen_kind.fields for name, unseen_kind in unseen.items()}
    if kind.name in unseen:
        fields["item"] = kind.fields
    problems: dict[Problem, None] = {}
    for element in root.walk() if isinstance(root, Element) else ():
        attributes = element.attributes
        for match in filter(None, map(LET.fullmatch, attributes.get("data-let", "").split(";"))):
            fields.pop(match[1], None)
        if loop := LOOP.fullmatch(attributes.get("data-for", "")):
            list_of, own = _LISTED.match(loop[2]), _ASKED.fullmatch(loop[2].strip())
            field = fields.get(own[1], {}).get(own[2]) if own else None
            member = field.member if field else None
            held = member.parts if member and not member.is_keyed else {}
            held = held or (fields.get(list_of[1], {}) if list_of else {})
            fields.pop(loop[1], None)
            fields |= {loop[1]: held} if held else {}
        for holder, name in _asked_of(attributes):
            if holder in fields and name not in (*fields[holder], "id", "copies"):
                message, place = f"{name!r} is not a field here", (element.line, element.column)
                hint = nearest(name, fields[holder])
                problems[Problem(file, *place, "error", "template-syntax", message, hint)] = None
    return list(problems)


def _asked_of(attributes: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The fields that an element asks for, each behind the name, or the kind in quotes, whose it is to be."""
    texts = [text[start + 2 : stop - 2] for text in attributes.values() for start, stop in braces(text)]
    texts += [attributes[name] for name in ("data-if", "data-for", "data-let") if name in attributes]
    fields = [attributes.get(name, "{{") for name in ("data-field", "data-place")]
    texts += [f"item.{field}" for field in fields if "{{" not in field]
    for text in texts:
        yield from _ASKED.findall(text) if " defined" not in text else ()
        for kind, settings in _LISTED.findall(text):
            yield from ((kind, name) for name in _MATCHED.findall(settings))

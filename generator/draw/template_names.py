"""Names in a template that no kind has, told where no item of the kind can be drawn, as that would show them."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.core.problem import Problem
from generator.draw.attribute_expressions import braces
from generator.draw.directives import LET, LOOP
from generator.draw.svg.parse import Element, parse_svg, read_svg_text
from generator.model.fields import Field, ListField, RecordField
from generator.model.game import Kind
from generator.model.values import nearest

HeldFields = Mapping[str, Field]

_ASKED = re.compile(r"(?<![\w.'])([a-z]\w*)\.(\w+)\b(?!\()")
_LISTED = re.compile(r"items\(\s*'([\w-]+)'([^()]*)\)")
_MATCHED = re.compile(r"(\w+)\s*=(?!=)")


def unknown_names(path: Path, shown: str, kind: Kind, unseen: Mapping[str, Kind]) -> list[Problem]:
    """What a template asks of kinds that they do not have.

    Args:
        path: the template, which can be read.
        shown: its name in problems.
        kind: the kind whose items it draws.
        unseen: the kinds none of whose items can be drawn, by name; only of these anything is said.
    """
    text, _ = read_svg_text(path, shown)
    root = parse_svg(text or "", shown)
    fields = {name: other.fields for name, other in unseen.items()}
    known = {"item": fields[kind.name]} if kind.name in fields else {}
    asked = [] if isinstance(root, Problem) else dict.fromkeys(_asked_in(root, known, fields))
    return [
        Problem(shown, line, column, "error", "template-syntax", f"{name!r} is not a field here", nearest(name, there))
        for line, column, name, there in asked
        if name not in there and name not in ("id", "copies")
    ]


def _asked_in(
    element: Element, known: Mapping[str, HeldFields], listed: Mapping[str, HeldFields]
) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
    """The fields that an element and all in it ask for: where, its name, those that there are.

    ``known`` are the fields of what names stand for, ``listed`` those of kinds.
    """
    attributes = element.attributes
    texts = [text[start + 2 : stop - 2] for text in attributes.values() for start, stop in braces(text)]
    texts += [attributes[name] for name in ("data-if", "data-for", "data-let") if name in attributes]
    loops = LOOP.fullmatch(attributes.get("data-for", ""))
    lets = [found[1] for found in map(LET.fullmatch, attributes.get("data-let", "").split(";")) if found]
    inner = {name: fields for name, fields in known.items() if name not in lets}
    if loops:
        kinds, path = _LISTED.match(loops[2]), _ASKED.fullmatch(loops[2].strip())
        own = known.get(path[1], {}).get(path[2]) if path else None
        member = own.of if isinstance(own, ListField) else None
        fields = member.fields if isinstance(member, RecordField) else listed.get(kinds[1]) if kinds else None
        inner = {
            **{name: held for name, held in inner.items() if name != loops[1]},
            **({loops[1]: fields} if fields else {}),
        }
    asked = [({**known, **inner}, *found) for text in texts if " defined" not in text for found in _ASKED.findall(text)]
    asked += [
        (listed, found[1], name)
        for text in texts
        for found in _LISTED.finditer(text)
        for name in _MATCHED.findall(found[2])
    ]
    asked += [
        (known, "item", attributes[name].partition(".")[0])
        for name in ("data-field", "data-place")
        if "{{" not in attributes.get(name, "{{")
    ]
    for around, holder, name in asked:
        if holder in around:
            yield element.line, element.column, name, tuple(around[holder])
    for child in element.children:
        yield from _asked_in(child, inner, listed)

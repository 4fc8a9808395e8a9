"""What seems to be meant by a value of the wrong form, for hints."""

import re

from generator.read.tree import Mapping, Scalar, Sequence


def number_meant(text: str, *, whole: bool) -> str:
    """A hint for what is a number but for its unit, or for a comma in place of the point; else nothing."""
    unit = re.fullmatch(r"([+-]?[0-9]+(?:[.,][0-9]+)?) ?(mm|cm|pt|px|in|%|€|\$)", text)
    if unit and unit[2] == "%" and not whole:
        number = unit[1].replace(",", ".")
        return f"write it without %: {number}, or as a part of 1: {float(number) / 100:g}"
    if unit:
        return f"write it without {unit[2]}: {unit[1].replace(',', '.')}"
    comma = re.fullmatch(r"([+-]?[0-9]+),([0-9]{1,6})", text)
    if comma and whole:
        return f"round it to {round(float(text.replace(',', '.')))}"
    return f"write a point in place of the comma: {comma[1]}.{comma[2]}" if comma else ""


def first_name(node: Sequence) -> str:
    """The name that the first member of a list seems to have."""
    first = node.items[0] if node.items else None
    if isinstance(first, Mapping):
        named = first.values.get("id", first.values.get("name"))
        first = named if isinstance(named, Scalar) else next(iter(first.keys.values()), None)
    return first.text if isinstance(first, Scalar) else "name"


def decimal_meant(node: Mapping, key: str) -> str:
    """A hint for a key that seems to be what is behind the comma of the number before it."""
    before = [*node.values][: [*node.values].index(key)][-1:] if key.isdigit() else []
    number = node.values[before[0]] if before else None
    if not isinstance(number, Scalar) or not number.text.isdigit() or number.line != node.keys[key].line:
        return ""
    return f"write a point in place of the comma: {number.text}.{key}"

"""Questions as forms: a value clicked together of its parts becomes the word that a question reads, and back again."""

from collections.abc import Mapping, Sequence

from generator.lab.question import Question, Value, ValueShape

PUT_TOGETHER = ("together", "counts", "lists")  # whose parts are asked for one by one: NAME.PART
HELD = "held"  # pieces that are only counted
MODE = "how"  # the part of a value that says whether they are


def given_of(question: Question, query: Mapping[str, str]) -> list[str]:
    """The words ``NAME=VALUE`` that a form's fields come to; fields that are empty say nothing.

    A value may stand under its own name, as on the command line, or in parts under ``NAME.PART``.
    """
    words = []
    for name, value in question.values.items():
        text = query.get(name, "").strip() or _joined(name, value.shape, query)
        if text:
            words.append(f"{name}={text}")
    return words


def parts_of(value: Value, name: str, query: Mapping[str, str]) -> dict[str, str]:
    """What the fields of a value's parts hold, by part: from fields of their own, or taken out of the whole value."""
    shape, whole = value.shape, query.get(name, "").strip()
    if shape.sort not in PUT_TOGETHER:
        return {}
    text_by_part = {part: query.get(f"{name}.{part}", "") for part in (*shape.parts, MODE)}
    return text_by_part if not whole else {**text_by_part, **_taken_apart(shape, whole)}


def _joined(name: str, shape: ValueShape, query: Mapping[str, str]) -> str:
    if shape.sort not in PUT_TOGETHER:
        return ""
    text_by_part = {part: query.get(f"{name}.{part}", "").strip() for part in shape.parts}
    if not any(text_by_part.values()):
        return ""
    if shape.sort == "together":
        return ",".join(text_by_part[part] or "0" for part in shape.parts)
    filled = [(part, text) for part, text in text_by_part.items() if text]
    if shape.sort == "counts":
        return _pairs(filled, ",")
    held = query.get(f"{name}.{MODE}") == HELD and HELD in shape.words
    return f"{HELD}:{_pairs(filled, ',')}" if held else _pairs(filled, ";")


def _pairs(pairs: Sequence[tuple[str, str]], between: str) -> str:
    return between.join(f"{part}:{text}" for part, text in pairs)


def _taken_apart(shape: ValueShape, whole: str) -> dict[str, str]:
    if shape.sort == "together":
        return dict(zip(shape.parts, whole.split(","), strict=False))
    held = whole.startswith(f"{HELD}:") and HELD in shape.words
    between = "," if held or shape.sort == "counts" else ";"
    pairs = (pair.partition(":") for pair in whole.removeprefix(f"{HELD}:" if held else "").split(between))
    return {
        MODE: HELD if held else "",
        **{part.strip(): text for part, _, text in pairs if part.strip() in shape.parts},
    }

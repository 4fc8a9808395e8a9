"""A question of the lab: the values that it wants by name, hands among them, and its answer in exact chances."""

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct

from generator.core.folders import NamedModules
from generator.core.problem import WrongUse
from generator.model.game import Game
from generator.model.values import nearest

MOST_SIGNS = 2_000  # characters of a value


class BadQuestion(WrongUse):
    """The question cannot be answered; the message says why in one line."""


# number: a whole number; word: one of `words`; numbers: a list of them; together: a number for each of `parts`; counts:
# how many of each of them; lists: numbers of each of them, or how many are held; kind: a kind of the game; item and
# items: ids of the kind `ids_of`; expression: over an item's fields; text: any other.
ValueShapeSort = Literal[
    "number", "word", "numbers", "together", "counts", "lists", "kind", "item", "items", "expression", "text"
]


class ValueShape(Struct, frozen=True):
    """What a value is made of, for forms in which it is clicked together."""

    sort: ValueShapeSort = "text"
    low: int = 0  # of its numbers
    high: int = 0
    words: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    ids_of: str = ""  # the kind whose ids it names


class Value(Struct, frozen=True):
    """What may stand after ``NAME=``. ``read`` makes it of its text, or raises `BadQuestion`."""

    form: str  # how it looks: N, 9,6,3
    about: str
    read: Callable[[str], Any] = str
    required: bool = False
    made_of: ValueShape | None = None  # where ``read`` does not say it

    @property
    def shape(self) -> ValueShape:
        """What it is made of."""
        return self.made_of or getattr(self.read, "shape", None) or ValueShape()


class Answer(Struct, frozen=True):
    """``data`` is what JSON holds, with every chance a Fraction; ``text`` the same in words, a line each."""

    data: Mapping[str, Any]
    text: Sequence[str]
    table: "AnswerTable | None" = None  # where it is one by two things: for plots and printed cards


class AnswerTable(Struct, frozen=True):
    """Whole numbers by two things, such as chances in percent (see `telling.percent_of`)."""

    down: str
    rows: Sequence[str]
    across: str
    columns: Sequence[str]
    cells: Sequence[Sequence[int]]  # a row each
    of: str


class Shelf(Protocol):
    """Where a question finds the game that it is about."""

    def game_with(self, kind: str, usual: str | None = None) -> Game:
        """The game that was asked for, else the ``usual`` one, else the only one that has the kind.

        Raises:
            BadQuestion: there is none such, or several, or it has no such kind.
        """
        ...


class Question(Struct, frozen=True):
    """What can be asked, under a name: what it answers, in a sentence; its values by name; and what works it out.

    ``ask`` gets all of ``values`` by name, None where one was not given, and raises `BadQuestion`.
    """

    name: str
    about: str
    values: Mapping[str, Value]
    ask: Callable[[Mapping[str, Any], Shelf], Answer]


def question_of(name: str, source: Any) -> Question:
    """A question, of a module too: its ``VALUES``, its ``ask``, and what the first sentence of its docstring says."""
    if isinstance(source, Question):
        return source
    about = " ".join((source.__doc__ or "").partition("\n\n")[0].split())
    return Question(name, about, source.VALUES, source.ask)


def question_folder(package: str, path: Iterable[str], folder: str = "odds") -> Mapping[str, Any]:
    """The questions in a folder of a package, one a module (see `question_of`), each imported when it is asked for.

    Args:
        package: its ``__name__``.
        path: its ``__path__``.
        folder: the folder's name.
    """
    return NamedModules(f"{package}.{folder}", [os.path.join(place, folder) for place in path])


def read_values(forms: Mapping[str, Value], words: Sequence[str]) -> dict[str, Any]:
    """``NAME=VALUE`` words as values by name, None for those not given.

    Raises:
        BadQuestion: a name is unknown or stands twice, one is missing, or a value cannot be read.
    """
    values: dict[str, Any] = dict.fromkeys(forms)
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise BadQuestion(f"{_cut(word)!r} is not a value; write NAME=VALUE, such as {next(iter(forms))}=…")
        if name not in forms:
            raise BadQuestion(f"{_cut(name)!r} is not a value of this question; {nearest(name, forms)}")
        if values[name] is not None:
            raise BadQuestion(f"{name} is repeated; give it once")
        if len(text) > MOST_SIGNS:
            raise BadQuestion(f"{name} has {len(text):,} characters; {MOST_SIGNS:,} are possible")
        try:
            values[name] = forms[name].read(text)
        except BadQuestion as error:
            raise BadQuestion(f"{name}: {error}") from None
    missing = [f"{name}={value.form}" for name, value in forms.items() if value.required and values[name] is None]
    if missing:
        raise BadQuestion(f"{missing[0]} is missing")
    return values


class ValueReader(Struct, frozen=True):
    """Makes a value of a shape of its text, or raises `BadQuestion`."""

    shape: ValueShape
    made: Callable[[ValueShape, str], Any]

    def __call__(self, text: str) -> Any:
        """The value that a text is."""
        return self.made(self.shape, text)


def whole(low: int, high: int) -> ValueReader:
    """A reader of whole numbers between two bounds."""
    return ValueReader(ValueShape("number", low, high), _whole)


def _whole(shape: ValueShape, text: str) -> int:
    sign, digits = (text[:1], text[1:]) if text[:1] in ("+", "-") else ("", text)
    if not (digits.isascii() and digits.isdigit()):
        raise BadQuestion(f"{_cut(text)!r} is not a whole number")
    number = int(sign + digits) if len(digits) < 20 else None
    if number is None or not shape.low <= number <= shape.high:
        raise BadQuestion(f"{_cut(text)} is out of reach; {shape.low:,} to {shape.high:,} can be answered")
    return number


def one_of(*words: str) -> ValueReader:
    """A reader of one word of several."""
    return ValueReader(ValueShape("word", words=words), _one_of)


def _one_of(shape: ValueShape, text: str) -> str:
    if text not in shape.words:
        raise BadQuestion(f"{_cut(text)!r} is none of {', '.join(shape.words)}")
    return text


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


MOST_HELD = 60  # components that can be named one by one


def several(most: int) -> ValueReader:
    """A reader of numbers from 1 on: ``9,6,3``; an empty text names none."""
    return ValueReader(ValueShape("numbers", 1, most), _several)


def _several(shape: ValueShape, text: str) -> tuple[int, ...]:
    number = whole(1, shape.high)
    numbers = tuple(number(part.strip()) for part in text.split(",")) if text.strip() else ()
    if len(numbers) > MOST_HELD:
        raise BadQuestion(f"{len(numbers)} are named; {MOST_HELD} can be")
    return numbers


def counts(names: Collection[str], most: int) -> ValueReader:
    """A reader of how many of each sort: ``red:1,blue:0``; those not named are 0."""
    return ValueReader(ValueShape("counts", 0, most, parts=tuple(names)), _counts)


def _counts(shape: ValueShape, text: str) -> dict[str, int]:
    read = whole(0, shape.high)
    return {**dict.fromkeys(shape.parts, 0), **{name: read(value) for name, value in _named(text, ",", shape.parts)}}


def sorts(names: Collection[str], most: int) -> ValueReader:
    """A reader of the numbers held of each sort: ``red:7,2;blue:6``; of those not named none is held."""
    return ValueReader(ValueShape("lists", 1, most, parts=tuple(names)), _sorts)


def _sorts(shape: ValueShape, text: str) -> dict[str, tuple[int, ...]]:
    read = several(shape.high)
    return {**dict.fromkeys(shape.parts, ()), **{name: read(value) for name, value in _named(text, ";", shape.parts)}}


def left_of(pile: Mapping[int, int], hand: Iterable[int], what: str) -> dict[int, int]:
    """How many of each number are left in a pile after a hand was drawn.

    Raises:
        BadQuestion: it cannot give that hand.
    """
    left = dict(pile)
    drawn = list(hand)
    for number in drawn:
        left[number] = left.get(number, 0) - 1
        if left[number] < 0:
            there = pile.get(number, 0)
            raise BadQuestion(f"{drawn.count(number)} {what} of {number} are held; the pile has {there or 'none'}")
    return left


def _named(text: str, between: str, names: Collection[str]) -> Iterable[tuple[str, str]]:
    seen = set()
    for part in text.split(between) if text.strip() else ():
        name, sign, value = part.strip().partition(":")
        if not sign or name not in names:
            raise BadQuestion(
                f"{part.strip()[:40]!r} is nothing that is held; write {', '.join(f'{n}:…' for n in names)}"
            )
        if name in seen:
            raise BadQuestion(f"{name} is repeated; name each once")
        seen.add(name)
        yield name, value


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

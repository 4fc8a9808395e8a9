"""What reading data gives: values of fields, as rules and templates see them, and the problems found on the way."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from generator.core.file_names import DEVICES
from generator.core.problem import Level, Problem
from generator.model.budget import ExpressionError
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Sequence

RootForm = TypeVar("RootForm", MappingNode, Sequence)
_IN_FILE = re.compile(rb"\{=|\{[^{}|=\n][^{}|]{0,400}\|[^|{}\s]{1,200}\}")


class LocalizedText:
    """A text that players read: the same in every language, or one a language."""

    __slots__ = ("translations",)

    def __init__(self, translations: dict[str, str]) -> None:
        self.translations = translations  # by language; the key "" stands for all languages

    def in_language(self, language: str, fallback: str) -> str:
        """The text in ``language``, else in ``fallback``, else in whichever language it has."""
        texts = self.translations
        for key in ("", language, fallback):
            if key in texts:
                return texts[key]
        return next(iter(texts.values()), "")

    def weighs(self) -> Iterable[Any]:
        """What makes it long to compare or to write down."""
        return self.translations.values()

    def __contains__(self, part: str) -> bool:
        """Whether the text has this in it, in any language."""
        return any(part in text for text in self.translations.values())

    def startswith(self, part: str | tuple[str, ...]) -> bool:
        """Whether the text starts with this in each language."""
        return all(text.startswith(part) for text in self.translations.values())

    def endswith(self, part: str | tuple[str, ...]) -> bool:
        """Whether the text ends with this in each language."""
        return all(text.endswith(part) for text in self.translations.values())

    def __bool__(self) -> bool:
        return any(self.translations.values())

    def __str__(self) -> str:
        return next(iter(self.translations.values()), "")

    def __repr__(self) -> str:
        return repr(str(self))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return str(self) == other
        return isinstance(other, LocalizedText) and self.translations == other.translations

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.translations.items())))


class Record:
    """Named values, read as attributes: ``member.key``. An absent field is None; an undeclared one is an error."""

    __slots__ = ("_values",)

    def __init__(self, values: dict[str, Any]) -> None:
        object.__setattr__(self, "_values", values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __repr__(self) -> str:
        return repr(self._values)

    @property
    def held(self) -> dict[str, Any]:
        """The values by name, not to be changed; to look at them counts as reading nothing."""
        return self._values  # type: ignore[no-any-return]

    def weighs(self) -> Iterable[Any]:
        """What makes it long to compare or to write down."""
        return self._values.values()  # type: ignore[no-any-return]

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter(self._values.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values))


class Records:
    """The records of a kind's items, to be found by the values of their fields."""

    def __init__(self, kind: str, records: list[Record]) -> None:
        self.kind, self.all = kind, records
        self._sorted: dict[tuple[str, ...], dict[tuple[Any, ...], list[Record]]] = {}  # by fields, then by their values

    def having(self, values: dict[str, Any]) -> list[Record]:
        """Those whose fields equal ``values``, in their order; all of them where no field is named.

        They are sorted by the fields once, as every item of a large kind may ask for its like.

        Raises:
            ExpressionError: a record has no field of such a name.
        """
        if not values:
            return self.all
        if tuple(values) not in self._sorted:
            sorted_by: dict[tuple[Any, ...], list[Record]] = {}
            for record in self.all:
                if unknown := next((name for name in values if name not in record), None):
                    raise ExpressionError(f"{self.kind} have no field {unknown!r}", nearest(unknown, record.held))
                sorted_by.setdefault(_hashable(record[name] for name in values), []).append(record)
            self._sorted[tuple(values)] = sorted_by
        return self._sorted[tuple(values)].get(_hashable(values.values()), [])


def _hashable(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(repr(value) if isinstance(value, list) else value for value in values)


def in_language(value: Any, language: str, fallback: str) -> Any:
    """``value`` with every text in it, at any depth, replaced by its words in one language."""
    kind = type(value)
    if kind is LocalizedText:
        return value.in_language(language, fallback)
    if kind is list:
        return [in_language(part, language, fallback) for part in value]
    if kind is Record:
        return Record({key: in_language(part, language, fallback) for key, part in value})
    return value.in_language(language, fallback) if isinstance(value, LocalizedText) else value


def as_data(value: Any) -> Any:
    """``value`` as plain lists, dictionaries and scalars."""
    if isinstance(value, LocalizedText):
        only = value.translations
        return only[""] if "" in only else dict(only)
    if isinstance(value, list):
        return [as_data(part) for part in value]
    if isinstance(value, Record | Mapping):
        pairs = value if isinstance(value, Record) else value.items()
        return {key: as_data(part) for key, part in pairs if part is not None}
    return value


def may_hold_values(data: bytes) -> bool:
    """Whether a text of this file may hold a value: where none does, nobody is to look at each of its texts."""
    return b"{" in data and _IN_FILE.search(data) is not None


NEAR = 0.65  # of 1: how alike a word is that a hint names
_ENDING = re.compile(r"\.(?:ya?ml|svg|png|jpe?g|webp|md|ttf)$", re.I)  # makes no two names alike
SHORT = 3  # letters: longer words may be the beginning of one that is meant
MAX_NAMED = 40  # words listed in a hint; keys are fewer, ids may be more
MAX_SUGGESTIONS = 200  # a file; looking for a near word takes time, and who has more mistakes than this has another one


class ProblemLog:
    """Where a reader puts what it finds wrong, after the ``problems`` it begins with. ``file``: its name in those."""

    def __init__(self, file: str, problems: list[Problem] | None = None) -> None:
        self.file = file
        self.problems = [] if problems is None else problems
        self._suggestions = 0

    def add(self, node: Node, rule: str, message: str, hint: str = "", level: Level = "error") -> None:
        """Note a problem at ``node``."""
        self.problems.append(Problem(self.file, node.line, node.column, level, rule, message, hint))

    def rooted(self, root: Node | None, form: type[RootForm], expected: str, hint: str = "") -> RootForm | None:
        """The root of the file, if it has this form; None where it has another, which is reported, or is empty."""
        if root is None or isinstance(root, form):
            return root
        self.add(root, "wrong-type", f"{expected} is wanted here", hint)
        return None

    def suggest(self, word: str, words: Iterable[str]) -> str:
        """`nearest`, for the first so many mistakes of the file."""
        self._suggestions += 1
        return nearest(word, words) if self._suggestions <= MAX_SUGGESTIONS else ""


def nearest(word: str, words: Iterable[str], otherwise: str | None = None) -> str:
    """A hint naming the nearest of the known words; where none is near, all of them, or what is said ``otherwise``."""
    names = [name for name in dict.fromkeys(words) if name]  # an item may lack its id
    folder = word[: word.rfind("/") + 1]  # that all have makes nothing alike
    folder = folder if all(name.startswith(folder) for name in names) else ""

    def simplified(name: str) -> str:
        return _ENDING.sub("", name.removeprefix(folder)).casefold()

    meant, by_word = simplified(word)[:60], {simplified(name): name for name in reversed(names)}
    close = difflib.get_close_matches(meant, by_word, 3, NEAR)
    close.sort(key=lambda plain: sorted(plain) != sorted(meant))  # letters that changed places, before others
    close = close or [plain for plain in reversed(by_word) if len(meant) > SHORT and plain.startswith(meant)]
    if close:
        return f"did you mean {by_word[close[0]]}?"
    holding = [name for name in names if word and word.casefold() in name.casefold()]
    if len(holding) == 1:
        return f"did you mean {holding[0]}?"
    if otherwise is not None:
        return otherwise
    if len(names) > MAX_NAMED:
        return f"{len(names)} are known, such as " + ", ".join((holding or names)[:3])
    return "known: " + ", ".join(names) if names else ""


NUMBERED = re.compile(r"(.+)-([1-9][0-9]*)")
LONGEST = 60  # characters; what comes behind them no longer helps to tell things apart
_SOFT = str.maketrans("", "", "'`")  # apostrophes and signs of letters that Latin does not have part no words


def id_from(text: str, otherwise: str = "new") -> str:
    """``text`` in small Latin letters, figures and hyphens: ``Ruß`` is ``russ``, ``Ωμέγα`` is ``omega``.

    The same text always gives the same id. ``otherwise`` is the id of a text without a letter or figure.
    """
    if not text.isascii():
        from anyascii import anyascii

        text = anyascii(text)
    base = re.sub(r"[^a-z0-9]+", "-", text.lower().translate(_SOFT)).strip("-")
    if len(base) > LONGEST:
        base = (base[: LONGEST + 1].rpartition("-")[0] or base[:LONGEST]).strip("-")
    return base or otherwise


class Ids:
    """Ids unlike each other and unlike those taken. What is remembered grows with the titles, not with the items."""

    def __init__(self, taken: Iterable[str], otherwise: str = "new") -> None:
        """Begin with the ids of the existing items; ``otherwise`` as `id_from` has it."""
        self.taken = set(taken)
        self.otherwise = otherwise
        self.last: dict[str, int] = {}  # by title: the number after its last id

    def new(self, title: str) -> str:
        """The id of a title, with a number after it (``-2``, ``-3``) if need be."""
        base = id_from(title, self.otherwise)
        number = self.last.get(base, 0) + 1
        while not self._free(base, number):
            number += 1
        self.last[base] = number
        return _written(base, number)

    def _free(self, base: str, number: int) -> bool:
        name = _written(base, number)
        if name in self.taken or name in DEVICES or (number > 1 and name in self.last):
            return False
        match = NUMBERED.fullmatch(name)  # of a title that ends in a number, or of another's second item
        return number > 1 or match is None or self.last.get(match[1], 0) < int(match[2])


def _written(base: str, number: int) -> str:
    return base if number == 1 else f"{base}-{number}"


TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


@lru_cache(maxsize=256)
def wider_tags(tag: str) -> tuple[str, ...]:
    """A tag and those of the languages it is a sort of, the widest first: ``zh``, ``zh-Hant``, ``zh-Hant-TW``."""
    parts = tag.split("-")
    return tuple("-".join(parts[:count]) for count in range(1, len(parts) + 1))

"""Values of an item's fields, as rules and templates see them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

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

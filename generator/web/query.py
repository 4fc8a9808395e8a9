"""The options of a query, each with what it may say."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from starlette.datastructures import QueryParams

from generator.core.problem import WrongUse

UNIVERSAL = {"ui", "v", "job"}  # the interface's language, what keeps pictures apart, the name of an errand
NOTHING: Mapping[str, str] = {}
Choice_ = TypeVar("Choice_", bound=StrEnum)


class Query:
    """Options, read. What says nothing that can be done raises a `WrongUse`."""

    def __init__(self, params: QueryParams) -> None:
        """Take options as they were written."""
        self.params = params

    def only(self, *names: str, refused: Mapping[str, str] = NOTHING) -> None:
        """See that the query has no option but these, as a command would; why some others mean nothing is said."""
        for name in self.params:
            if (reason := refused.get(name)) and name not in names:
                raise WrongUse(f"{name}: {reason}")
            if name not in names and name not in UNIVERSAL:
                raise WrongUse(f"there is no option {name!r} here; known: {', '.join(names) or 'none'}")

    def text(self, name: str, usual: str | None = None) -> str | None:
        """An option as it was written; what is empty, as forms send it, is not given."""
        values = self.params.getlist(name)
        if len(values) > 1:
            raise WrongUse(f"{name} is given {len(values)} times")
        return (values[0] if values else "") or usual

    def texts(self, name: str) -> list[str]:
        """An option that may be repeated."""
        return [value for value in self.params.getlist(name) if value]

    def words(self, name: str) -> tuple[str, ...]:
        """An option that may be repeated, and hold several words with commas between them."""
        return tuple(word for text in self.texts(name) for word in text.split(",") if word)

    def number(self, name: str, least: int, most: int, usual: int) -> int:
        """An option that is a whole number within limits; ``usual``, which may lie beyond them, if it is not given."""
        written = self.text(name)
        if written is None:
            return usual
        if not (written.isascii() and written.isdigit() and len(written) < 12 and least <= int(written) <= most):
            raise WrongUse(f"{name} is {written[:40]!r}; a whole number from {least} to {most} is wanted")
        return int(written)

    def yes(self, name: str) -> bool:
        """An option that is on or off."""
        written = self.text(name) or "0"
        if written not in ("0", "1", "on", "off", "true", "false"):
            raise WrongUse(f"{name} is {written[:40]!r}; 1 or 0 is wanted")
        return written in ("1", "on", "true")

    def choice(self, name: str, usual: Choice_) -> Choice_:
        """An option that is one of a few words, of the type of ``usual``."""
        written = self.text(name) or usual.value
        try:
            return type(usual)(written)
        except ValueError:
            choices = ", ".join(type(usual))
            raise WrongUse(f"{name} is {written[:40]!r}; known: {choices}") from None

"""All faces of a kind, or those that words, a field's value or what is wrong with them let through."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from starlette.responses import JSONResponse

from generator.core.problem import WrongUse, without_notes
from generator.editing.forms import titles_in
from generator.model.game import Item, Kind
from generator.model.values import as_data
from generator.web.faults import by_item, levels
from generator.web.glimpses import ON_SITES, USUAL, WIDTHS, PictureChoice, pixels
from generator.web.screens import Response, WorkshopRequest, get

SITE = True
_LIMIT = re.compile(r"(<=|>=|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_BETWEEN = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:\.\.|…|–)\s*(-?\d+(?:\.\d+)?)")
MOST_VALUES = 60  # of a field that are offered


class Sieve(Struct, frozen=True):
    """A filter of items; what is empty lets all through.

    ``value`` is a text that the field's value has somewhere in it; or, for numbers, ``>=3``, ``<5``, ``2..4``, ``7``.
    """

    words: str = ""
    field: str = ""
    value: str = ""
    wrong: bool = False

    @property
    def open(self) -> bool:
        """Whether it lets all through."""
        return not (self.words or (self.field and self.value) or self.wrong)

    def lets(self, item: Item, faulty: Iterable[str] = ()) -> bool:
        """Whether an item is meant; ``faulty``: the ids of those that something is wrong with."""
        if self.wrong and item.id not in faulty:
            return False
        if self.field and self.value and not any(_fits(part, self.value) for part in _parts(_of(item, self.field))):
            return False
        if not self.words:
            return True
        text = words_of(item)
        return all(word in text for word in self.words.casefold().split())


def words_of(item: Item) -> str:
    """All that an item says, in small letters: what words are looked for in."""
    parts = (str(part) for value in item.fields.values() for part in _parts(value))
    return "\n".join([item.id, *parts]).casefold()


def fields_of(kind: Kind) -> list[str]:
    """The fields by which items of a kind can be distinguished."""
    return [name for name in [*kind.fields, "copies"] if len(values_of(kind, name)) > 1]


def values_of(kind: Kind, field: str) -> list[str]:
    """The values of a field that there are, numbers by their size; none where there are too many to choose from."""
    distinct = {part for item in kind.items for part in _parts(_of(item, field)) if str(part)}
    if len(distinct) > MOST_VALUES:
        return []
    numbers = sorted(part for part in distinct if isinstance(part, int | float))
    return [f"{part:g}" for part in numbers] + sorted(part for part in distinct if isinstance(part, str))


def _of(item: Item, field: str) -> Any:
    return item.copies if field == "copies" else item.fields.get(field)


def _parts(value: Any) -> Iterator[str | int | float]:
    """The parts of a value, down to texts and numbers; the names of its parts count as texts."""
    match as_data(value):
        case None:
            pass
        case bool(held):
            yield "true" if held else "false"
        case int(number) | float(number):
            yield number
        case dict(held):
            for name, inner in held.items():
                yield str(name)
                yield from _parts(inner)
        case list(held) | tuple(held):
            for inner in held:
                yield from _parts(inner)
        case scalar:
            yield str(scalar)


def _fits(part: str | float, value: str) -> bool:
    value = value.strip()
    limit, between = _LIMIT.fullmatch(value), _BETWEEN.fullmatch(value)
    if isinstance(part, str):
        return value.casefold() in part.casefold()
    if limit:
        than = float(limit[2])
        return {"<": part < than, ">": part > than, "<=": part <= than, ">=": part >= than, "=": part == than}[limit[1]]
    if between:
        return float(between[1]) <= part <= float(between[2])
    return f"{part:g}" == value.lstrip("+")


MOST_WORDS = 200  # characters of a filter
MANY = 60  # faces, from which on only those near the window are laid out


@get("/{game}/{kind}/", waits=False)
def kind(request: WorkshopRequest) -> Response:
    """The faces of a kind, each with the name of its item."""
    shown_kind, sieve = request.kind, sieve_of(request)
    faults = by_item(shown_kind, without_notes(request.checked.problems))
    meant = [item for item in shown_kind.items if sieve.lets(item, faults)]
    if "application/json" in request.http.headers.get("accept", ""):
        told = [item.id for item in meant]
        values = {"values": values_of(shown_kind, sieve.field), "items": told} if request.yes("values") else told
        return JSONResponse(values, headers={"cache-control": "no-store", "vary": "accept"})
    pictured = PictureChoice(request)
    unread = request.unread
    usual = ON_SITES if request.http.scope.get("site") else USUAL
    size = request.number("size", 1, len(WIDTHS), usual)
    with request.turn:
        pages = len(request.snapshot.pages(shown_kind.name, pictured.languages[0]).faces) if shown_kind.prose else 0
        renderer = request.checked.renderer
        apart = shown_kind.printed and any(renderer.copies_apart(shown_kind, item) for item in shown_kind.items)
    # With scripts a filter hides and shows what is there; without them the page comes again. So all are sent.
    hidden = {item.id for item in shown_kind.items} - {item.id for item in meant}
    return request.page(
        "gallery.html",
        language=pictured.languages[0],
        pictured=pictured,
        sieve=sieve,
        fields=fields_of(shown_kind),
        called=titles_in(shown_kind, request.tongue, request.game.language),
        values=values_of(shown_kind, sieve.field) if sieve.field else [],
        faults=faults,
        held=shown_kind.name in request.workshop.held(request.game.name),
        unread=unread,
        levels=levels,
        hidden=hidden,
        words=words_of if request.http.scope.get("site") else None,
        inks=renderer.theme.inks,
        apart=apart,
        size=size,
        usual=usual,
        pixels=pixels(shown_kind, size),
        part=request.part(shown_kind.items, faults),
        many=len(shown_kind.items) > MANY,
        pages=pages,
        copies=sum(item.copies for item in shown_kind.items),
    )


def sieve_of(request: WorkshopRequest) -> Sieve:
    """The filter of the query."""
    terms = {name: (request.text(name, "") or "")[:MOST_WORDS] for name in ("q", "field", "value")}
    if terms["field"] and terms["field"] not in (*request.kind.fields, "copies"):
        raise WrongUse(f"{request.kind.name} has no field {terms['field']!r}; known: {', '.join(request.kind.fields)}")
    return Sieve(terms["q"], terms["field"], terms["value"], request.yes("wrong"))

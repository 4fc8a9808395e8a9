"""Every edge of a tile fits an edge of another one, however both are turned: of squares, hexes, or any other tiles.

An edge fits one of the same value or, with ``fits``, one of those named for it.

SETTINGS
field: the edges, clockwise
    such as: edges
fits: what each value may lie beside; others fit themselves
    such as: {tab: [slot], slot: [tab]}
least: how many other tiles, copies counted, must fit
    such as: 3
sides: how many edges a tile has
    else: any number
    such as: 6
rotations: whether tiles that are the same when turned are a problem too
    such as: true

PASS
    fields: {edges: {type: list}}
    rule: {check: edges, field: edges, sides: 4}
    items:
      - {id: bend, edges: [road, road, field, field]}
      - {id: end, edges: [field, field, road, field]}

FAIL 4:36
    fields: {edges: {type: list}}
    rule: {check: edges, field: edges}
    items:
      - {id: bend, edges: [road, road, river, field]}
      - {id: end, edges: [field, field, road, field]}

FAIL 4:26
    fields: {edges: {type: list}}
    rule: {check: edges, field: edges, fits: {tab: [slot], slot: [tab]}}
    items:
      - {id: corner, edges: [tab, tab, slot]}
      - {id: point, edges: [tab, tab, tab]}
      - {id: top, edges: [tab, tab, tab]}

FAIL 4:24
    fields: {edges: {type: list}}
    rule: {check: edges, field: edges, sides: 6}
    items:
      - {id: coast, edges: [sea, sea, land, land, land]}
      - {id: bay, edges: [sea, sea, sea, land, land, land]}

FAIL 5:22
    fields: {edges: {type: list}}
    rule: {check: edges, field: edges, rotations: true}
    items:
      - {id: one, edges: [sea, land, land, sea]}
      - {id: two, edges: [land, land, sea, sea]}
"""

from collections import Counter
from collections.abc import Iterator

from generator.core.notes import take_note
from generator.model.fields import Field, FlagField, ListField, MapField, StringField, WithinField
from generator.model.game import Item
from generator.model.values import Record
from generator.rules.checks.unique import least_turn
from generator.rules.rule import Breach, Reach, RuleScope, words_of
from generator.rules.settings import PathField, settings_of

REACH: Reach = "deck"
PARAMETERS: dict[str, Field] = settings_of(
    __doc__,
    field=PathField(to=(ListField,), deep=False, required=True),
    fits=MapField(of=ListField(of=StringField())),
    least=WithinField(default=1),
    sides=WithinField(low=1, high=100),
    rotations=FlagField(default=False),
)


def check(scope: RuleScope, settings: Record) -> Iterator[Breach]:
    """Yield each tile's first edge that too few others fit, and tiles with too many edges or that are there already."""
    name, fits = settings.field, settings.fits or {}
    tiles = [(item, edges_of(item, name)) for item in scope.items if isinstance(item.fields.get(name), list)]
    having = Counter[frozenset[str]]()  # tiles by the values of their edges
    for item, edges in tiles:
        having[frozenset(edges)] += item.copies
    seen: dict[tuple[str, ...], Item] = {}
    for item, edges in tiles:
        scope.judged += 1
        if settings.sides is not None and len(edges) != settings.sides:
            message = f"{name} has {len(edges)} edges; a tile has {settings.sides}"
            yield Breach(item, (name,), message)
            continue
        first = seen.setdefault(least_turn(tuple(edges)), item) if settings.rotations else item
        if first is not item:
            take_note("places", scope.kind.name)
            message = f"{name} is that of {first.id} (line {first.node.line}), turned"
            yield Breach(item, (name,), message, "change one of the two")
        yield from _alone(item, edges, having, fits, settings)


def _alone(
    item: Item, edges: list[str], having: Counter[frozenset[str]], fits: dict[str, list[str]], settings: Record
) -> Iterator[Breach]:
    """The first edge of a tile that too few other tiles have a match for."""
    for at, edge in enumerate(edges):
        partners = fits.get(edge, [edge])
        count = sum(copies for values, copies in having.items() if not values.isdisjoint(partners))
        count -= bool(item.copies) and not set(edges).isdisjoint(partners)  # of other tiles
        if count < settings.least:
            names = " or ".join(partners)
            message = f"the edge {edge} fits {count} other tiles; {settings.least} with {names} are wanted"
            yield Breach(item, (settings.field, at), message, f"give other tiles an edge {partners[0]}")
            return


def edges_of(item: Item, name: str) -> list[str]:
    """A tile's edges as words."""
    return [str(next(iter(words_of(edge)), "")) for edge in item.fields[name]]

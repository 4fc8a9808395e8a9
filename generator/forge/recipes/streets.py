"""Pieces of a game board: streets on squares, which meet at their joints in any order.

    recipe: streets
    field: rows                          # the list with the squares, row by row
    layer: straight-streets              # the procedure that lays them
    code: code                           # a number with leading noughts: the next that are free; digits: how many
    digits: 3

The streets are a game's own procedure (`generator.games`): its joints, loops and dead ends are not reported here. What
comes out is compared with the rules like everything that is made, and no piece has the streets of another, at hand or
new, also turned round.
"""

from collections.abc import Collection, Iterator
from fractions import Fraction

from msgspec.structs import replace

from generator.core.plugins import offered
from generator.core.problem import Infeasible
from generator.forge.item_rules import ItemRules
from generator.forge.place import Place
from generator.forge.request import COUNT, Context, Draft, Lever, Request
from generator.model.fields import Field, ListField, NumberField, StringField
from generator.model.values import Record, nearest
from generator.read.tree import excerpt

PARAMETERS: dict[str, Field] = {
    "field": StringField(required=True, says="the list with the squares, row by row", example="rows"),
    "layer": StringField(required=True, says="what lays them", example="straight-streets"),
    "code": StringField(says="a field for the next free numbers", example="code"),
    "digits": NumberField(default=3, says="how many digits it has", example="2"),
}
OPTIONS = frozenset[str]()
STEERED = False


def levers(context: Context, settings: Record) -> Iterator[Lever]:
    """How many codes are left; see `Recipe`."""
    if settings.code:
        yield replace(COUNT, most=Fraction(max(1, len(_free(context, settings)))))


def make(context: Context, settings: Record, request: Request) -> Iterator[Draft]:
    """Yield the drafts; see `Recipe`."""
    codes = _free(context, settings) if settings.code else []
    if settings.code and len(codes) < request.count:
        raise Infeasible(f"{request.count:,} were asked for, and {len(codes):,} can be made: no more numbers are free")
    existing_rows = [rows for item in context.existing if (rows := item.fields.get(settings.field))]
    layers = offered("layers", [settings.layer], context.game.folder)
    pieces = layers[settings.layer](context.rng, request.count, existing_rows)
    for number, rows in enumerate(pieces):
        code = {settings.code: codes[number]} if settings.code else {}
        yield Draft({**code, settings.field: list(rows)}, frozenset())


def examine(context: Context, settings: Record, place: Place, text_fields: Collection[str]) -> Iterator[frozenset[str]]:
    """Note what is wrong with the settings; see `Recipe`."""
    fine = place.field(("field",), settings.field, context.kind, ListField)
    layers = offered("layers", [settings.layer], context.game.folder)
    if settings.layer not in layers:
        message = f"{excerpt(settings.layer)} is none of {', '.join(layers)}"
        hint = nearest(settings.layer, layers)
        place.note(("layer",), "not-one-of", message, "" if hint.startswith("known: ") else hint)
    if settings.code:
        fine &= place.field(("code",), settings.code, context.kind, StringField)
    place.gives(context.kind, {settings.field, settings.code, *text_fields})
    if not 1 <= settings.digits <= 6:
        place.note(("digits",), "number-range", f"digits is {settings.digits}; 1 to 6 are possible")
    elif fine and settings.code and not _free(context, settings):
        place.note(("code",), "cannot-be-made", "the rules leave no number free")
    yield frozenset()


def _free(context: Context, settings: Record) -> list[str]:
    """The codes that no item has and that break no rule, from the largest at hand on, then those left between."""
    item_rules = ItemRules(context, lambda rule: settings.code in {field for _, field in rule.uses})
    used_codes = {str(item.fields.get(settings.code)) for item in context.existing}
    numbers = [int(code) for code in used_codes if code.isdecimal()]
    largest = max(numbers, default=0)
    every = range(1, 10 ** min(4, settings.digits))
    codes = (f"{number:0{settings.digits}d}" for number in (*every[largest:], *every[:largest]))
    return [code for code in codes if code not in used_codes and item_rules.breach({settings.code: code}) is None]

"""Print shops and virtual tables: what each wants of a component.

They stand in ``shops.yaml``: that of the tool, and one of the project.
"""

import re
from pathlib import Path

from msgspec import Struct

from generator.core.choices import MM_PER_INCH, MOST_BLEED, Size
from generator.core.folders import SHOPS, defaults_file
from generator.core.problem import NotFound, Problem
from generator.model.fields import (
    ChoiceField,
    Field,
    LengthField,
    ListField,
    NameField,
    RecordField,
    WithinField,
    worded,
)
from generator.model.kind_fields import SizeField
from generator.model.named_list import FOUND, read_named_file, refuse_first
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Node, excerpt

SHIPPED = Path(__file__).with_name(SHOPS)
WRITES = ("pictures", "pages", "sheets", "room")
ORDERS = ("csv", "autofill")
BUILT_IN = ("png", "svg", "tts", "csv")  # what `pnp export --to` knows without a table
NEAR = 0.8  # mm by which a side may differ from that of a shop's card
MOST_PIXELS = 8192
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FILE_NAME = re.compile(r"[\w ()-]*\{(id|number)\}[\w {}()-]*", re.ASCII)

CARD: dict[str, Field] = worded(
    "shop card",
    card=NameField(required=True),
    size=SizeField(required=True),
    pixels=ListField(of=WithinField(low=16, high=MOST_PIXELS), required=True),
)
FIELDS: dict[str, Field] = worded(
    "shop",
    shop=NameField(required=True),
    title=NameField(required=True),
    writes=ChoiceField(of=WRITES, default="pictures"),
    bleed=LengthField(high=MOST_BLEED, default=0),
    corner=LengthField(high=50),
    dpi=WithinField(low=36, high=1200, default=300),
    front=NameField(default="{id}"),
    back=NameField(default="{id}-back"),
    order=ChoiceField(of=ORDERS, default="csv"),
    cards=ListField(of=RecordField(fields=CARD)),
    **FOUND,
)


class ShopCard(Struct, frozen=True):
    """A card that a shop sells."""

    name: str
    size: Size
    pixels: tuple[int, int]

    def differs(self, size: Size) -> float:
        """Mm by which the longer of the differences between its sides and these is."""
        return max(abs(own - length) for own, length in zip(self.size, size, strict=True))

    @property
    def turned(self) -> "ShopCard":
        """The same lying on its side."""
        return ShopCard(self.name, (self.size[1], self.size[0]), (self.pixels[1], self.pixels[0]))


class CardShop(Struct, frozen=True):
    """What a shop or a table wants; see `FIELDS`."""

    name: str
    title: str
    writes: str
    bleed: float
    corner: float | None
    dpi: int
    front: str
    back: str
    order: str
    cards: tuple[ShopCard, ...]
    source: str
    looked_up: str

    def card(self, size: Size) -> ShopCard | None:
        """The nearest of its cards to a size, upright or turned; None where none is near."""
        near = [side for card in self.cards for side in (card, card.turned) if side.differs(size) <= NEAR]
        return min(near, key=lambda card: card.differs(size)) if near else None

    def pixels(self, size: Size) -> tuple[int, int]:
        """How large the picture of a component is, with its bleed."""
        card = self.card(size)
        if card is not None:
            return card.pixels
        across, down = (round((side + 2 * self.bleed) / MM_PER_INCH * self.dpi) for side in size)
        return across, down


def shops_file(data: Path) -> Path:
    """Where a project's own shops stand."""
    return defaults_file(data).with_name(SHOPS)


def read_shops(file: Path) -> tuple[dict[str, CardShop], list[Problem]]:
    """The shops in a file, by name, and what is wrong with it; none where there is no file."""
    entries, problems = read_named_file(file, FIELDS, _look)
    return {name: _shop(entry) for name, entry in entries.items()}, problems


def known_shops(data: Path) -> dict[str, CardShop]:
    """All shops that a project knows: those that ship, and its own.

    Raises:
        WrongUse: the project's file has errors; the first of them is reported.
    """
    own, problems = read_shops(shops_file(data))
    refuse_first(problems)
    return read_shops(SHIPPED)[0] | own


def find_shop(data: Path, name: str) -> CardShop:
    """A shop by its name.

    Raises:
        NotFound: there is none.
        WrongUse: see `known_shops`.
    """
    shops = known_shops(data)
    if name not in shops:
        raise NotFound(f"there is nothing to export to called {name!r}; {nearest(name, [*BUILT_IN, *shops])}")
    return shops[name]


def _look(entry: Record, report: ProblemLog) -> None:
    node: Node = entry["node"]
    values = node.values  # type: ignore[union-attr]
    name = entry["shop"]
    if name is not None and (not _NAME.fullmatch(name) or name in BUILT_IN):
        hint = "lower-case letters, digits and hyphens; not " + ", ".join(BUILT_IN)
        report.add(values["shop"], "bad-id", f"{excerpt(name)} cannot be the name of a shop", hint)
    for side in ("front", "back"):
        if entry[side] is not None and not _FILE_NAME.fullmatch(entry[side].replace("{kind}", "")):
            message = f"{excerpt(entry[side])} cannot be the name of every card's picture"
            report.add(values[side], "wrong-type", message, 'such as "{number} {id}", without a folder or an ending')
    if entry["front"] == entry["back"]:
        report.add(values.get("back", node), "duplicate-id", "fronts and backs have the same names", "change one")
    for card, place in zip(entry["cards"] or [], getattr(values.get("cards"), "items", ()), strict=False):
        if card["pixels"] is not None and len(card["pixels"]) != 2:
            report.add(
                place.values["pixels"], "wrong-type", "a width and a height in pixels are wanted here", "[825, 1125]"
            )


def _shop(entry: Record) -> CardShop:
    cards = tuple(ShopCard(card["card"], card["size"], tuple(card["pixels"])) for card in entry["cards"])
    text = {key: entry[key] or "" for key in ("title", "writes", "front", "back", "order", "source", "looked_up")}
    return CardShop(
        entry["shop"], bleed=float(entry["bleed"]), corner=entry["corner"], dpi=entry["dpi"], cards=cards, **text
    )

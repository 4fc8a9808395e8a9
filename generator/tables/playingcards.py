"""A room of playingcards.io (``.pcio``): a ZIP of ``widgets.json`` and of the pictures in ``userassets``.

Its makers publish no description. The widgets are those that rooms saved there have, as other programs read and write
them: a pile with a deck for each kind, and a card for each copy.
"""

import io
import json
from collections.abc import Sequence
from typing import Any
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from generator.draw.marks.marks import Face
from generator.pdf.png import png_bytes
from generator.printing.manifest import face_hash
from generator.tables.pictures import CardSet
from generator.tables.tabletop import plain_back

ROOM = (1600, 1000)  # its units
CARD_HEIGHT = 160.0  # of a poker card, as its own cards have
GAP, TOP = 30.0, 60.0
HAND = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
_UNITS = CARD_HEIGHT / 88.0  # a mm


class PlayRoom:
    """A room in the making: piles from left to right, and in rows."""

    def __init__(self) -> None:
        self._widgets: list[dict[str, Any]] = [HAND]
        self._files: dict[str, bytes] = {}
        self._x, self._y, self._row = GAP, TOP, 0.0

    def add(self, cards: CardSet) -> int:
        """Add a pile of all cards of a kind; how many pictures they have."""
        kind = cards.kind
        backs = cards.faces[1] if len(cards.faces) > 1 else [plain_back(kind)] * len(cards.items)
        sides = [self._pictures(cards, *side) for side in (("", cards.faces[0]), ("-back", backs))]
        assert kind.size is not None
        width, height = (round(side * min(_UNITS, 700 / max(kind.size)), 1) for side in kind.size)
        x, y = self._place(width, height)
        own = {"x": x, "y": y, "z": 1}
        pile, deck = f"{kind.name}-pile", f"{kind.name}-deck"
        label = kind.title.in_language(cards.language, cards.game.language)
        self._widgets.append({
            "id": pile, "type": "cardPile", "label": label, "width": width + 8, "height": height + 8,
            "hasShuffleButton": True, "dragging": None, **own,
        })  # fmt: skip
        types = {}
        for number, item in enumerate(cards.items):
            face, back = (of_side[number] for of_side in sides)
            types[item.id] = {"label": item.called(cards.language, cards.game.language), "face": face, "back": back}
        self._widgets.append({
            "id": deck, "type": "cardDeck", "parent": pile, "cardWidth": width, "cardHeight": height,
            "enlarge": True, "cardTypes": types, "faceTemplate": _shows("face", width, height),
            "backTemplate": _shows("back", width, height), **own,
        })  # fmt: skip
        self._widgets += (
            {"id": f"{kind.name}-{item.id}-{copy}", "type": "card", "deck": deck, "cardType": item.id, "parent": pile,
             "faceup": False, **own}
            for item in cards.items for copy in range(1, item.copies + 1)
        )  # fmt: skip
        return sum(len(set(of_side)) for of_side in sides)

    def packed(self) -> bytes:
        """The file: the same bytes for the same room."""
        target = io.BytesIO()
        text = json.dumps(self._widgets, ensure_ascii=False).encode("utf-8")
        with ZipFile(target, "w", ZIP_STORED) as archive:
            for name, data in (("widgets.json", text), *self._files.items()):
                archive.writestr(ZipInfo(name), data)
        return target.getvalue()

    def _pictures(self, cards: CardSet, ending: str, faces: Sequence[Face]) -> list[str]:
        """Keep each picture of a side once; the address of each item's."""
        first: dict[str, tuple[str, Face]] = {}
        for item, face in zip(cards.items, faces, strict=True):
            first.setdefault(face_hash(face), (f"{cards.kind.name}-{item.id}{ending}.png", face))
        for (name, _), image in zip(first.values(), cards.drawn([face for _, face in first.values()]), strict=True):
            self._files[f"userassets/{name}"] = png_bytes(image)
        return [f"package://userassets/{first[face_hash(face)][0]}" for face in faces]

    def _place(self, width: float, height: float) -> tuple[float, float]:
        """The next free place of this size."""
        if self._x + width + GAP > ROOM[0] and self._x > GAP:
            self._x, self._y, self._row = GAP, self._y + self._row, 0.0
        place = self._x, min(self._y, ROOM[1] - height - TOP)
        self._x += width + GAP
        self._row = max(self._row, height + TOP)
        return place


def _shows(key: str, width: float, height: float) -> dict[str, Any]:
    """A side that shows the picture a card has under a key."""
    picture = {"type": "image", "valueType": "dynamic", "value": key, "color": "white"}
    whole = {"x": 0, "y": 0, "w": width, "h": height}
    return {"includeBorder": False, "includeRadius": True, "objects": [picture | whole]}

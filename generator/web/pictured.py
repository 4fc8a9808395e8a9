"""Which pictures of items a page shows, and at which addresses they are."""

from collections.abc import Sequence
from urllib.parse import quote, urlencode

from generator.core.problem import WrongUse
from generator.model.game import Item
from generator.web.asking import WorkshopRequest


class PictureChoice:
    """The pictures of each item that a page shows: languages, sides, ink."""

    def __init__(self, request: WorkshopRequest) -> None:
        game = request.game
        own = request.shown_language
        second = request.text("beside")
        if second is not None and second not in game.languages:
            raise WrongUse(f"{game.name} is not written in {second[:40]!r}; known: {', '.join(game.languages)}")
        self.languages: Sequence[str] = (own, second) if second and second != own else (own,)
        side = request.text("side", "front")
        if side not in ("front", "back", "both"):
            raise WrongUse(f"side is {str(side)[:40]!r}; known: front, back, both")
        self.side = str(side) if request.kind.back else "front"
        self.sides = ("front", "back") if self.side == "both" else (self.side,)
        self.ink, self.usual_ink = request.ink, request.usual_ink
        options = {name: request.text(name) for name in ("lang", "beside", "side", "ink")}
        self.options = [(name, value) for name, value in options.items() if value]
        self.query = f"?{urlencode(self.options)}" if self.options else ""
        self._fallback = game.language
        self._kind, self._looks = request.kind.name, request.workshop.looks_of(game.name)

    def of(self, item: Item, page_number: int = 0) -> list[tuple[str, str, str, str]]:
        """Address, name, language and side of each picture of an item."""
        return [
            (self.address(item.id, language, side, page_number), self.name(item, language), language, side)
            for side in self.sides
            for language in self.languages
        ]

    def address(self, identifier: str, language: str, side: str = "front", page_number: int = 0) -> str:
        """The address of a picture of an item, from the page of its kind or its own."""
        options = {
            "lang": language,
            "side": side if side != "front" else "",
            "ink": self.ink.value if self.ink != self.usual_ink else "",
            "page": page_number + 1 if page_number else "",
            # a picture that is another one has another address: browsers draw it again
            "v": self._looks(self._kind, identifier),
        }
        return f"{quote(identifier, safe='')}.svg?{urlencode({key: text for key, text in options.items() if text})}"

    def name(self, item: Item, language: str) -> str:
        """The name that players give an item."""
        return item.called(language, self._fallback)

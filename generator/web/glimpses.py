"""Faces on a page: which of them speak for a game or a kind, how large they are, at which addresses they are drawn."""

import re
from collections.abc import Sequence
from urllib.parse import quote, urlencode

from msgspec import Struct, structs

from generator.core.problem import WrongUse
from generator.draw.figure_pictures import TABLE, FigurePictures
from generator.draw.renderer import Renderer
from generator.model.game import Game, Item, Kind
from generator.read.blocks import Figure, Paragraph, plain
from generator.web.answering import path_of
from generator.web.asking import WorkshopRequest
from generator.web.speech import speaker, spoken

WIDTHS = (80, 120, 176, 240, 336, 480)  # CSS pixels, by the sizes 1 to 6 of static/css/faces.css
TALLEST = 1.6  # times its width that a place for a face is high
USUAL, ON_SITES = 3, 4  # visitors look at faces rather than for one, and fetch fewer of them at once
LARGEST = (400, 480)  # CSS pixels
FACTS = "front-facts"  # the phrase that covers have too
_SMALL, _LARGE = 30.0, 100.0  # mm; smaller pieces do not speak for a game that has larger ones; one large one is enough


def pixels(kind: Kind, size: int = USUAL) -> tuple[int, int]:
    """The width and height of a face in CSS pixels, so that it fills its place; ``size`` from 1."""
    return _filling(kind, WIDTHS[size - 1], TALLEST * WIDTHS[size - 1])


def enlarged(kind: Kind) -> tuple[int, int]:
    """The width and height of a face that a page is about, in CSS pixels."""
    return _filling(kind, *LARGEST)


def _filling(kind: Kind, wide: float, high: float) -> tuple[int, int]:
    width, height = kind.size or (63.0, 88.0)
    scale = min(wide / width, high / height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def speaking(kind: Kind, most: int = 3) -> list[Item]:
    """A few items that speak for a kind: well apart in its list, so that they are not of one sort."""
    drawn = [item for item in kind.items if not item.broken]
    most = 1 if kind.prose or (kind.size and min(kind.size) > _LARGE) else min(most, len(drawn))
    return [drawn[number * len(drawn) // most] for number in range(most if drawn else 0)]


def hand_of(game: Game, most: int = 3) -> Sequence[tuple[Kind, Item]]:
    """A few faces that speak for a game, of different kinds where it has them."""
    kinds = [kind for kind in game.kinds.values() if kind.printed and speaking(kind)]
    usable = [kind for kind in kinds if not kind.prose] or kinds
    large = [kind for kind in usable if kind.size and min(kind.size) >= _SMALL] or usable
    if len(large) >= most:
        return [(kind, speaking(kind, 1)[0]) for kind in large[:most]]
    return [(kind, item) for kind in large[:1] for item in speaking(kind, most)]


def parties(game: Game) -> list[int]:
    """The numbers of players, in any way of playing."""
    ranges = [game.party(mode) for mode in (game.modes or ("",))]
    return sorted({number for limits in ranges if limits for number in range(limits[0], limits[-1] + 1)}) or [
        *range(1, 9)
    ]


class Opening(Struct, frozen=True):
    """The text that a visitor reads of a game first."""

    says: str  # what it is: the first paragraph of its longest running text: short ones begin in the midst
    facts: str  # for whom, how long: the phrase `front-facts` of its words.yaml
    table: str = ""  # the address of a picture of a set table, the first among the figures of its texts
    table_says: str = ""
    table_size: tuple[float, float] = (0.0, 0.0)  # mm


def opening_of(renderer: Renderer, language: str) -> Opening:
    """The text that a visitor reads of a game first; parts that it does not have are empty."""
    game, words = renderer.game, renderer.theme.words
    facts = words.word(FACTS, language, game.language) if FACTS in words.texts else _facts(game, language)
    texts = [(kind, text) for kind in readable(game) if (text := kind.document(language, game.language)) is not None]
    longest = sorted((text.blocks for _, text in texts), key=len, reverse=True)
    paragraph = next((plain(block.spans) for blocks in longest for block in blocks if isinstance(block, Paragraph)), "")
    opening = Opening(re.sub(r" ?\{[^}]*\}", "", paragraph).replace("**", ""), facts.replace("*", ""))
    for kind, text in texts:
        pictures = FigurePictures(renderer, language, text.file)
        for number, figure in enumerate(block for block in text.blocks if isinstance(block, Figure)):
            size = pictures.size(figure) if figure.source.startswith(TABLE) else None
            if isinstance(size, tuple):
                table = f"{path_of(game.name, kind.name, 'read', f'figure-{number}.png')}?lang={language}"
                return structs.replace(opening, table=table, table_says=plain(figure.caption), table_size=size)
    return opening


def _facts(game: Game, language: str) -> str:
    """For whom a game is and how long it takes, as far as it says."""
    say, facts = speaker(spoken(language, None, "")), []
    if game.ages:
        facts.append(say("facts-ages", number=game.ages[0]))
    if game.minutes:
        least, most = game.minutes[0], game.minutes[-1]
        facts.append(say("facts-minutes", most) if least == most else say("facts-minutes-span", most, least=least))
    return " · ".join(facts)


def readable(game: Game) -> Sequence[Kind]:
    """The kinds that are texts to be read."""
    return [kind for kind in game.kinds.values() if kind.prose and kind.documents]


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

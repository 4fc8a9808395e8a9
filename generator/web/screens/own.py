"""A card of a visitor's own: a form made from the kind's fields, its face at once, and sheets with what the forge gave.

==================================  ================================================================================
GET /GAME/KIND/own                  the page
GET /GAME/KIND/own/look.json        ``id values problems faces`` of the last card
GET /GAME/KIND/own/face.svg         its face
GET /GAME/KIND/own.yaml, own.pdf    all cards
GET /GAME/KIND/own/art/PATH         a picture that the form shows
==================================  ================================================================================

Options of all addresses: ``own``, the values of a card as JSON, once for each card, the last of which is in the form;
``keep`` as the forge has it; ``lang``, the language of faces and sheets.
"""

from collections.abc import Iterator
from urllib.parse import quote, urlencode

from msgspec.structs import asdict

from generator.core.problem import Infeasible, NotFound
from generator.forge.item_rules import read_item
from generator.forge.make_items import kept_text, replaced_by, unlike
from generator.printing.order import Choice
from generator.web.glimpses import enlarged
from generator.web.own_cards import OwnCard, OwnLook, form_pictures, look_at_own, own_form, read_own
from generator.web.screens import Response, Tab, WorkshopRequest, get, path_of, sent, unkept
from generator.web.screens.downloads import get_parts
from generator.web.screens.forge import kept_runs, print_new
from generator.web.screens.pictures import picture_sent

SITE = True
TABS = [Tab("own", "own", 25, of="own cards", under="cards")]
OPTIONS = ("own", "keep", "lang")


class OwnCardSelection:
    """The cards of a request."""

    def __init__(self, request: WorkshopRequest) -> None:
        self.request = request
        if not request.kind.printed or request.kind.prose:
            raise NotFound(f"{request.kind.name} has no face of items")
        self.language = request.shown_language
        self._dealt = kept_runs(request, request.kind.name, [("keep", value) for value in request.texts("keep")])
        self.runs = unlike(run for _, run in self._dealt)
        self.kept = [item.id for run in self.runs for item in run.items]
        descriptions = request.http.query_params.getlist("own") or [""]
        self.cards: list[OwnCard] = read_own(
            request.workshop.project, request.game, request.kind, descriptions, self.kept, self.language
        )
        self._descriptions = descriptions

    def query(self, descriptions: list[str]) -> str:
        """An address's options for other cards with the same ones kept."""
        pairs = [("own", card) for card in descriptions] + [("keep", value) for value in self.request.texts("keep")]
        return "?" + urlencode([*pairs, ("lang", self.language)])

    @property
    def address(self) -> str:
        """The options of this very address."""
        return self.query(self._descriptions)

    @property
    def others(self) -> Iterator[tuple[OwnCard, str, str, str]]:
        """The cards before the last: each with the options to show it, to write it on, and to do without it."""
        for place, (card, description) in enumerate(zip(self.cards[:-1], self._descriptions[:-1], strict=True)):
            remaining = [other for at, other in enumerate(self._descriptions) if at != place]
            yield card, self.query([description]), self.query([*remaining, description]), self.query(remaining)

    @property
    def forged(self) -> Iterator[tuple[str, str]]:
        """The cards of the forge: where the face of each lies below ``forge/``, and what it is called."""
        kind, game = self.request.kind, self.request.game
        for deal, run in self._dealt:
            for item in run.items:
                name = read_item(kind, item.fields, game.languages)[0].called(self.language, game.language)
                yield f"{quote(item.id, safe='')}.svg?{deal.token}&face={self.language}", name

    @property
    def another(self) -> str:
        """The options to begin one more."""
        return self.query([*self._descriptions, ""])

    def look(self) -> OwnLook:
        """The problems and faces of the last card."""
        return look_at_own(self.request.workshop, self.request.game, self.request.kind, self.cards, self.language)

    @property
    def text(self) -> str:
        """All cards, those of the forge before, as they would be written in a file."""
        written = "\n".join(card.text for card in self.cards)
        return f"{kept_text(self.runs)}\n{written}" if self.runs else written


@get("/{game}/{kind}/own", only=OPTIONS)
def own(request: WorkshopRequest) -> Response:
    """The page."""
    cards = OwnCardSelection(request)
    game, kind, site = request.game, request.kind, request.http.scope.get("site")
    root = f"{site.root}/" if site is not None else "/"
    return request.page(
        "own.html",
        cards=cards,
        language=cards.language,
        sides=("front", "back") if kind.back else ("front",),
        pixels=enlarged(kind),
        form={
            **own_form(request.workshop.project, game, kind, cards.language),
            "pictures": f"{root}{path_of(game.name, kind.name)[1:]}/own/art/",
        },
        values=cards.cards[-1].values,
    )


@get("/{game}/{kind}/own/art/{file:path}")
def picture(request: WorkshopRequest) -> Response:
    """A picture that the form shows."""
    name, game = request.path["file"], request.game
    if name not in set(form_pictures(own_form(request.workshop.project, game, request.kind, game.language))):
        raise NotFound(f"the form shows no picture {name!r}")
    return picture_sent(request, name)


@get("/{game}/{kind}/own/look.json", only=OPTIONS)
def look(request: WorkshopRequest) -> Response:
    """The problems and faces of the last card."""
    cards = OwnCardSelection(request)
    last = cards.cards[-1]
    return unkept({"id": last.id, "values": last.values, **asdict(cards.look())})


@get("/{game}/{kind}/own/face.svg", only=OPTIONS)
def face(request: WorkshopRequest) -> Response:
    """The face of the last card."""
    look = OwnCardSelection(request).look()
    for drawn in look.faces:
        return sent(request.http, drawn["svg"].encode(), "image/svg+xml")
    raise Infeasible(next((problem["message"] for problem in look.problems), "it cannot be drawn"))


@get("/{game}/{kind}/own.yaml", only=OPTIONS)
def text(request: WorkshopRequest) -> Response:
    """All cards, as they would be written in a file."""
    cards = OwnCardSelection(request)
    return sent(request.http, cards.text.encode(), "application/yaml", filename=f"{cards.request.kind.name}-own.yaml")


@get_parts("/{game}/{kind}/own", "generate", OPTIONS)
def sheets(request: WorkshopRequest) -> Response:
    """All cards, on sheets."""
    cards = OwnCardSelection(request)
    ids = (*cards.kept, *(card.id for card in cards.cards))
    choice = Choice((request.kind.name,), ids, cards.language, request.press.edition)
    return print_new(request, choice, cards.text, replaced_by(cards.runs), "-own")

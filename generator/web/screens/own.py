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
from generator.web.downloads import forged_sheets
from generator.web.glimpses import enlarged
from generator.web.own_cards import OwnCard, OwnLook, form_pictures, look_at_own, own_form, read_own
from generator.web.screens import Response, Tab, WorkshopRequest, get, path_of, sent, unkept
from generator.web.screens.forge import kept_runs
from generator.web.screens.pictures import picture_sent

SITE = True
TAB = Tab("own", "own", 25, of_kind=True)
OPTIONS = ("own", "keep", "lang")


class OwnCardSelection:
    """The cards of a request."""

    def __init__(self, asked: WorkshopRequest) -> None:
        self.asked = asked
        if not asked.kind.printed or asked.kind.prose:
            raise NotFound(f"{asked.kind.name} has no face of items")
        self.language = asked.shown_language
        self._dealt = kept_runs(asked, [("keep", value) for value in asked.texts("keep")])
        self.runs = unlike(run for _, run in self._dealt)
        self.kept = [item.id for run in self.runs for item in run.items]
        told = asked.request.query_params.getlist("own") or [""]
        self.cards: list[OwnCard] = read_own(
            asked.workshop.project, asked.game, asked.kind, told, self.kept, self.language
        )
        self._told = told

    def query(self, told: list[str]) -> str:
        """An address's options for other cards with the same ones kept."""
        pairs = [("own", one) for one in told] + [("keep", value) for value in self.asked.texts("keep")]
        return "?" + urlencode([*pairs, ("lang", self.language)])

    @property
    def address(self) -> str:
        """The options of this very address."""
        return self.query(self._told)

    @property
    def others(self) -> Iterator[tuple[OwnCard, str, str, str]]:
        """The cards before the last: each with the options to show it, to write it on, and to do without it."""
        for place, (card, told) in enumerate(zip(self.cards[:-1], self._told[:-1], strict=True)):
            rest = [one for at, one in enumerate(self._told) if at != place]
            yield card, self.query([told]), self.query([*rest, told]), self.query(rest)

    @property
    def forged(self) -> Iterator[tuple[str, str]]:
        """The cards of the forge: where the face of each lies below ``forge/``, and what it is called."""
        kind, game = self.asked.kind, self.asked.game
        for deal, run in self._dealt:
            for item in run.items:
                name = read_item(kind, item.fields, game.languages)[0].called(self.language, game.language)
                yield f"{quote(item.id, safe='')}.svg?{deal.token}&face={self.language}", name

    @property
    def another(self) -> str:
        """The options to begin one more."""
        return self.query([*self._told, ""])

    def look(self) -> OwnLook:
        """What the tool says of the last card."""
        return look_at_own(self.asked.workshop, self.asked.game, self.asked.kind, self.cards, self.language)

    @property
    def text(self) -> str:
        """All cards, those of the forge before, as they would be written in a file."""
        written = "\n".join(card.text for card in self.cards)
        return f"{kept_text(self.runs)}\n{written}" if self.runs else written


@get("/{game}/{kind}/own", only=OPTIONS)
def own(asked: WorkshopRequest) -> Response:
    """The page."""
    cards = OwnCardSelection(asked)
    game, kind, site = asked.game, asked.kind, asked.request.scope.get("site")
    root = f"{site.root}/" if site is not None else "/"
    return asked.page(
        "own.html",
        cards=cards,
        language=cards.language,
        sides=("front", "back") if kind.back else ("front",),
        pixels=enlarged(kind),
        form={
            **own_form(asked.workshop.project, game, kind, cards.language),
            "pictures": f"{root}{path_of(game.name, kind.name)[1:]}/own/art/",
        },
        values=cards.cards[-1].values,
    )


@get("/{game}/{kind}/own/art/{file:path}")
def picture(asked: WorkshopRequest) -> Response:
    """A picture that the form shows."""
    name = asked.path["file"]
    if name not in set(form_pictures(own_form(asked.workshop.project, asked.game, asked.kind, asked.game.language))):
        raise NotFound(f"the form shows no picture {name!r}")
    return picture_sent(asked, name)


@get("/{game}/{kind}/own/look.json", only=OPTIONS)
def look(asked: WorkshopRequest) -> Response:
    """What the tool says of the last card."""
    cards = OwnCardSelection(asked)
    last = cards.cards[-1]
    return unkept({"id": last.id, "values": last.values, **asdict(cards.look())})


@get("/{game}/{kind}/own/face.svg", only=OPTIONS)
def face(asked: WorkshopRequest) -> Response:
    """The face of the last card."""
    told = OwnCardSelection(asked).look()
    for drawn in told.faces:
        return sent(asked.request, drawn["svg"].encode(), "image/svg+xml")
    raise Infeasible(next((one["message"] for one in told.problems), "it cannot be drawn"))


@get("/{game}/{kind}/own.yaml", only=OPTIONS)
def text(asked: WorkshopRequest) -> Response:
    """All cards, as they would be written in a file."""
    cards = OwnCardSelection(asked)
    return sent(asked.request, cards.text.encode(), "application/yaml", filename=f"{cards.asked.kind.name}-own.yaml")


@get("/{game}/{kind}/own.pdf", only=OPTIONS)
def sheets(asked: WorkshopRequest) -> Response:
    """All cards, on sheets."""
    cards = OwnCardSelection(asked)
    choice = Choice((asked.kind.name,), (*cards.kept, *(card.id for card in cards.cards)), cards.language)
    project, game = asked.workshop.project, asked.game.name
    made = asked.errand(forged_sheets, project, game, choice, cards.text, replaced_by(cards.runs), asked.paper)
    return sent(asked.request, made.content, "application/pdf", filename=f"{asked.kind.name}-own.pdf")

"""The games of the project, and the kinds of each."""

from generator.core.folders import shipped_games
from generator.core.problem import without_notes
from generator.model.game import Game
from generator.web.faults import by_item
from generator.web.glimpses import hand_of, opening_of, parties, pixels, readable, speaking
from generator.web.screens import Response, WorkshopRequest, get, page
from generator.web.workshop import Workshop

SITE = True
MOST_LOOKED_INTO = 24  # games that are read for the first page, though nobody has asked for them yet


@get("/")
def games(request: WorkshopRequest) -> Response:
    """All games."""
    workshop, tongue = request.workshop, request.tongue
    outlines: dict[str, Game | None] = {}
    for place, name in enumerate(workshop.games()):
        if place < MOST_LOOKED_INTO or workshop.peek(name) is not None:
            outlines[name] = workshop.outline(name)
    known_problems = {name: snapshot.problems for name in outlines if (snapshot := workshop.peek(name)) is not None}
    return page(
        request.http,
        "games.html",
        titles={name: game.title.in_language(tongue, game.language) for name, game in outlines.items() if game},
        outlines=outlines,
        hands={name: hand_of(game) for name, game in outlines.items() if game},
        faults=known_problems,
        openings={
            name: opening_of(snapshot.checked.renderer, language_of_page(request, snapshot.game))
            for name in (outlines if request.http.scope.get("site") else ())
            if (snapshot := workshop.peek(name)) is not None
        },
        parties=parties,
        readable=readable,
        pixels=pixels,
        taken_back=_taken_back(workshop),
        shipped=[folder.name for folder in shipped_games()] if not outlines else [],
    )


@get("/-/offline")
def offline(request: WorkshopRequest) -> Response:
    """What a site shows without the net, in place of a page that was not visited with it."""
    return page(request.http, "offline.html")


def _taken_back(workshop: Workshop) -> list[str]:
    """Games whose making was undone here, and may be done again."""
    history, there = workshop.history, workshop.games()
    missing = [name for name in history.games() if name not in there] if workshop.terms.writes else []
    return [name for name in missing if history.last(name, undone=True) is not None]


def language_of_page(request: WorkshopRequest, game: Game) -> str:
    """The language to show a game in: that of ``?lang=``, else the interface's, else the game's own."""
    code = request.http.query_params.get("lang", request.tongue)
    return code if code in game.languages else game.language


@get("/{game}/", waits=False)
def game(request: WorkshopRequest) -> Response:
    """One game: its kinds."""
    judged = request.judged  # as things stand before the game is taken: if not, an event follows
    the_game, problems, site = request.game, request.checked.problems, request.http.scope.get("site")
    return request.page(
        "game.html",
        judged=judged,
        language=language_of_page(request, the_game),
        faults={
            name: [each for own in by_item(kind, without_notes(problems)).values() for each in own]
            for name, kind in the_game.kinds.items()
        },
        fans={name: speaking(kind, 2 if site else 3) for name, kind in the_game.kinds.items()},
        pixels=pixels,
        looks=request.workshop.looks_of(the_game.name),
        opening=opening_of(request.checked.renderer, language_of_page(request, the_game)) if site else None,
        parties=parties,
        readable=readable,
    )

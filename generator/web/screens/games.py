"""The games of the project, and the kinds of each."""

from generator.core.problem import without_notes
from generator.model.game import Game
from generator.web.faults import by_item
from generator.web.glimpses import hand_of, opening_of, parties, pixels, readable, speaking
from generator.web.screens import Response, WorkshopRequest, get, page
from generator.web.workshop import Workshop

SITE = True
MOST_LOOKED_INTO = 24  # games that are read for the first page, though nobody has asked for them yet


@get("/")
def games(asked: WorkshopRequest) -> Response:
    """All games."""
    workshop, tongue = asked.workshop, asked.tongue
    outlines: dict[str, Game | None] = {}
    for place, name in enumerate(workshop.games()):
        if place < MOST_LOOKED_INTO or workshop.known(name) is not None:
            outlines[name] = workshop.outline(name)
    known_problems = {name: known.problems for name in outlines if (known := workshop.known(name)) is not None}
    return page(
        asked.request,
        "games.html",
        titles={name: one.title.in_language(tongue, one.language) for name, one in outlines.items() if one},
        outlines=outlines,
        hands={name: hand_of(one) for name, one in outlines.items() if one},
        faults=known_problems,
        openings={
            name: opening_of(known.checked.renderer, asked_language(asked, known.game))
            for name in (outlines if asked.request.scope.get("site") else ())
            if (known := workshop.known(name)) is not None
        },
        parties=parties,
        readable=readable,
        pixels=pixels,
        taken_back=_taken_back(workshop),
    )


def _taken_back(workshop: Workshop) -> list[str]:
    """Games whose making was undone here, and may be done again."""
    history, there = workshop.history, workshop.games()
    gone = [name for name in history.games() if name not in there] if workshop.terms.writes else []
    return [name for name in gone if history.last(name, undone=True) is not None]


def asked_language(asked: WorkshopRequest, game: Game) -> str:
    """The language to show a game in: that of ``?lang=``, else the interface's, else the game's own."""
    wanted = asked.request.query_params.get("lang", asked.tongue)
    return wanted if wanted in game.languages else game.language


@get("/{game}/", waits=False)
def game(asked: WorkshopRequest) -> Response:
    """One game: its kinds."""
    judged = asked.judged  # as things stand before the game is taken: if not, an event follows
    shown, problems, site = asked.game, asked.checked.problems, asked.request.scope.get("site")
    return asked.page(
        "game.html",
        judged=judged,
        language=asked_language(asked, shown),
        faults={
            name: [one for found in by_item(kind, without_notes(problems)).values() for one in found]
            for name, kind in shown.kinds.items()
        },
        fans={name: speaking(kind, 2 if site else 3) for name, kind in shown.kinds.items()},
        pixels=pixels,
        looks=asked.workshop.looks_of(shown.name),
        opening=opening_of(asked.checked.renderer, asked_language(asked, shown)) if site else None,
        parties=parties,
        readable=readable,
    )

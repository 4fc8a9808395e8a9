"""The lab: what a game's decks are made of, and what its ``lab.yaml`` expects of them."""

from generator.core.problem import has_errors
from generator.lab.answers import tried_lab
from generator.lab.as_page import FigureSection, sections
from generator.lab.figures import figures
from generator.web.latest import LatestAnswers
from generator.web.screens import Response, Tab, WorkshopRequest, get

SITE = True
TAB = Tab("lab", "lab", 50)


@get("/{game}/lab", only=("kind",))
def lab(request: WorkshopRequest) -> Response:
    """The page; of a game with errors, that they come first."""
    game, kind = request.game, request.text("kind")
    sound = not has_errors(request.checked.problems)
    parts = _sections(request) if sound else []
    if kind is not None:
        parts = [part for part in parts if part.id in (f"{game.name}-questions", f"{game.name}-{kind}")]
    return request.page(
        "lab.html",
        sound=sound,
        parts=parts,
        asks=(game.folder / "lab.yaml").exists(),
    )


def _sections(request: WorkshopRequest) -> list[FigureSection]:
    """The figures, worked out once after each change."""
    cached: LatestAnswers[list[FigureSection]] = request.state.figures
    with request.turn:
        question = request.workshop.number(request.game.name), request.game.name, request.tongue
        game, tongue = request.game, request.tongue
        return cached.of(question, lambda: sections(figures(game, tried_lab(game)[0], language=tongue)))

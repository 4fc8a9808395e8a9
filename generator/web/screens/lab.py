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
def lab(asked: WorkshopRequest) -> Response:
    """The page; of a game with errors, that they come first."""
    game, shown = asked.game, asked.text("kind")
    sound = not has_errors(asked.checked.problems)
    parts = _sections(asked) if sound else []
    if shown is not None:
        parts = [part for part in parts if part.id in (f"{game.name}-questions", f"{game.name}-{shown}")]
    return asked.page(
        "lab.html",
        sound=sound,
        parts=parts,
        asks=(game.folder / "lab.yaml").exists(),
    )


def _sections(asked: WorkshopRequest) -> list[FigureSection]:
    """The figures, worked out once after each change."""
    kept: LatestAnswers[list[FigureSection]] = asked.state.figures
    with asked.turn:
        question = asked.workshop.number(asked.game.name), asked.game.name, asked.tongue
        return kept.of(question, lambda: sections(figures(asked.game, tried_lab(asked.game)[0], language=asked.tongue)))

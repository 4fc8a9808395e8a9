"""The lab: what a game's decks are made of, and what its ``lab.yaml`` expects of them."""

from starlette.responses import Response

from generator.core.problem import has_errors
from generator.lab.answers import tried_lab
from generator.lab.as_page import FigureSection, sections
from generator.lab.figures import figures
from generator.web.answering import Tab
from generator.web.asking import Asked
from generator.web.endpoints import get

PUBLIC = True
TAB = Tab("lab", "lab", 50)
MOST_KEPT = 8


@get("/{game}/lab", only=("kind",))
def lab(asked: Asked) -> Response:
    """The page; of a game with errors, that they come first."""
    game, parts = asked.game, list[FigureSection]()
    sound = not has_errors(asked.checked.problems)
    if sound:
        parts = _sections(asked)
    shown = asked.text("kind")
    if shown is not None:
        parts = [part for part in parts if part.id in (f"{game.name}-questions", f"{game.name}-{shown}")]
    return asked.page(
        "lab.html",
        sound=sound,
        parts=parts,
        asks=(game.folder / "lab.yaml").exists(),
    )


def _sections(asked: Asked) -> list[FigureSection]:
    """The figures, worked out once after each change."""
    name, tongue = asked.game.name, asked.tongue
    kept: dict[tuple[str, str], tuple[int, list[FigureSection]]] = asked.state.__dict__.setdefault("figures", {})
    with asked.turn:
        number = asked.workshop.number(name)
        if (name, tongue) not in kept or kept[name, tongue][0] != number:
            while len(kept) >= MOST_KEPT:
                del kept[next(iter(kept))]
            found, _ = tried_lab(asked.game)
            kept[name, tongue] = number, sections(figures(asked.game, found, language=tongue))
        return kept[name, tongue][1]

"""Faces of the shipped games as any edition has them, unchecked: others see to that."""

from collections.abc import Iterator
from functools import cache

from shared_games import SHIPPED

from generator.check.build import open_game
from generator.core.choices import InkName
from generator.draw.marks.marks import Face
from generator.draw.pages import text_pages
from generator.draw.renderer import Renderer, open_renderer
from generator.model.values import Record
from generator.rules.rulebook import read_rulebook

GAMES = ("tricks-or-treats", "collectors", "star-road")


@cache
def read_once(game: str) -> tuple[Renderer, dict[str, Record]]:
    """A shipped game, unchecked, and the numbers of its rules."""
    known = open_game(SHIPPED, game)
    return known, {rule.name: rule.settings for rule in read_rulebook(known.game)[0]}


def opened(game: str, ink: InkName = InkName.full) -> Renderer:
    """What draws a shipped game's faces, unchecked: others see to that."""
    known, rules = read_once(game)
    renderer = open_renderer(
        known.game, SHIPPED.templates, SHIPPED.common, known.derived, ink, known.theme.shipped or SHIPPED.common
    )
    renderer.rules = lambda: rules
    return renderer


def faces(renderer: Renderer, most: int) -> Iterator[tuple[str, Face]]:
    """Faces of a game with what they are: of each kind so many fronts and backs at even distances, its forms, all pages."""
    language = renderer.game.language
    for kind in renderer.game.kinds.values():
        if not kind.printed:
            continue
        if kind.prose:
            for page, face in enumerate(text_pages(renderer, kind, language).faces):
                yield f"page {page + 1} of {kind.name}", face
            continue
        for item in kind.items[:: len(kind.items) // (most + 1) + 1]:
            yield f"{kind.name}/{item.id}", renderer.face(kind, item, language)[0]
            if kind.back:
                yield f"back of {kind.name}/{item.id}", renderer.face(kind, item, language, side="back")[0]
        for style in [*kind.blank_styles] or [""]:
            yield f"form of {kind.name} {style}", renderer.blank(kind, language, style=style)[0]

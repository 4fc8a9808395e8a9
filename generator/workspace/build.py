"""From a project's files to checked games: read, apply the rules, draw every face."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from generator.balance.rulebook import open_rulebook, read_rulebook
from generator.catalog.game import Game, Item, Kind
from generator.catalog.load import load_game
from generator.choices import InkName
from generator.face.grown import GROWN
from generator.face.pages import Laid
from generator.face.renderer import Derive, Renderer, open_renderer
from generator.marks.marks import Face
from generator.play import DERIVED, PROCEDURES
from generator.problem import Problem
from generator.project import Project, shipped_common
from generator.refusal import NotFound
from generator.source.tree import locate
from generator.workspace.check_parts import OWN_LANGUAGE, Kept, Progress
from generator.workspace.cover import COVER
from generator.workspace.game_check import GameCheck
from generator.workspace.printed_odds import ODDS, odds_of

__all__ = ["OWN_LANGUAGE", "Checked", "Progress", "check_faces", "check_game", "in_ink", "open_game"]


@dataclass(slots=True)
class Checked:
    """A game as read and checked, with the faces that were drawn on the way."""

    game: Game
    problems: list[Problem]
    waived: list[tuple[Item, str, str]]  # item, rule, reason
    renderer: Renderer
    faces: dict[tuple[str, str], dict[int, Face]] = field(default_factory=dict)  # by kind and language, by position
    pages: dict[tuple[str, str], Laid] = field(default_factory=dict)  # of running text, by kind and language

    def in_full(self) -> "Checked":
        """The same with faces in full ink, none of them drawn yet if these are not."""
        renderer = self.renderer.in_full()
        return self if renderer is self.renderer else replace(self, renderer=renderer, faces={}, pages={})

    def front(self, kind: Kind, position: int, language: str) -> Face:
        """The front of the item at this position of its kind, as it was kept or else drawn now."""
        kept = self.faces.get((kind.name, language), {}).get(position)
        return kept or self.renderer.face(kind, kind.items[position], language)[0]


def check_game(
    project: Project,
    name: str,
    *,
    replace: dict[str, tuple[Path, str]] | None = None,
    progress: Progress | None = None,
    keep: str = "",
    kinds: Collection[str] = (),
    ink: InkName = InkName.full,
    whole: bool = True,
    jobs: int = 1,
) -> Checked:
    """Read a game and find all that is wrong with it, down to the texts that do not fit their boxes.

    Args:
        project: the folders.
        name: the game.
        replace: files of items to read in place of a kind's own.
        progress: told of the work as it goes.
        keep: the language whose faces are kept for printing (``*``: the game's own); all others are laid out
            to be checked only.
        kinds: those whose faces are kept; all if empty.
        ink: the edition that is drawn.
        whole: else only what printing in this ink rests on: the other ink and the examples of rules are left out, and
            new items are not tried out.
        jobs: how many processes may look at it at once.
    """
    folder = project.game_folder(name)
    game, problems = load_game(folder, f"{project.data}/{name}", replace)
    derived = _derived(game)
    problems += _unfit_procedures(game, derived)
    renderer = open_renderer(
        game, project.templates_for(game.templates), project.common, derived, ink, shipped_common()
    )
    _require_palette(renderer)
    book = cache(lambda: open_rulebook(game))
    renderer.rules = cache(lambda: {rule.name: rule.settings for rule in book().rules})
    checked = Checked(game, problems, [], renderer)
    if game.kinds:  # without them every rule and every text would be at a loss
        check = GameCheck(checked, book, project.common_file(COVER), Kept(keep, tuple(kinds)), progress, whole=whole)
        if not check.run(jobs):
            return check_game(
                project, name, replace=replace, progress=progress, keep=keep, kinds=kinds, ink=ink, whole=whole
            )
    checked.problems = sorted(dict.fromkeys(checked.problems))  # mostly in order already
    return checked


def in_ink(checked: Checked, ink: InkName) -> Renderer:
    """What draws all of an edition of a checked game.

    Raises:
        NotFound: the game has no such edition.
    """
    known = checked.renderer
    if known.theme.ink.name == ink:
        return known
    folder, common = known.theme.roots
    renderer = open_renderer(checked.game, folder.parent, common, known.derived, ink, known.theme.shipped)
    _require_palette(renderer)
    renderer.rules = known.rules
    return renderer


def _require_palette(renderer: Renderer) -> None:
    if renderer.theme.ink.name == InkName.colour and not renderer.theme.palette:
        name, file = renderer.game.name, f"{renderer.shown}/style.yaml"
        raise NotFound(f"{name} has no colour edition: {file} names no palette (docs/templates.md, Colour)")


def check_faces(project: Project, game: Game, kind: Kind, items: Sequence[Item]) -> Iterator[tuple[Item, Problem]]:
    """What is wrong with the faces and backs of items that are in no file yet: texts that do not fit, above all."""
    from generator.face.renderer import open_renderer

    derived = _derived(game)
    list(_unfit_procedures(game, derived))
    renderer = open_renderer(game, project.templates_for(game.templates), project.common, derived)
    renderer.rules = cache(lambda: {rule.name: rule.settings for rule in read_rulebook(game)[0]})
    for side in ("front", "back") if kind.back else ("front",):
        if kind.printed and renderer.template(kind, side) is not None:
            for item, language in product(items, game.languages):
                for problem in renderer.face(kind, item, language, draws=False, side=side)[1]:
                    yield item, problem


def _unfit_procedures(game: Game, derived: Mapping[str, Derive]) -> Iterator[Problem]:
    """What kinds ask for and can't have: procedures that are not there, or are for items of another form.

    The kinds are rid of them.
    """
    for kind in game.kinds.values():
        for name, procedure in list(kind.derived.items()):
            why = _unsuited(derived[procedure], kind) if procedure in derived else None  # else it is the faces' affair
            if why is not None:
                yield _unfit(game, kind, ("derived", name), f"{procedure} is for items of another form", why)
                del kind.derived[name]
        if kind.procedure is not None and kind.procedure not in PROCEDURES:
            message, hint = f"there is no procedure {kind.procedure!r}", "known: " + ", ".join(PROCEDURES)
            yield _unfit(game, kind, ("procedure",), message, hint)
        elif kind.procedure is not None and _unsuited(PROCEDURES[kind.procedure].order, kind) is not None:
            yield _unfit(game, kind, ("procedure",), f"{kind.procedure} is for items of another form")
            kind.procedure = None


def _derived(game: Game) -> dict[str, Derive]:
    """What a kind may ask for under ``derived``: procedures of games, grown art, and exact chances."""
    return DERIVED | GROWN | {ODDS: odds_of(game)}


def _unsuited(procedure: Callable[[dict[str, Any]], object], kind: Kind) -> str | None:
    """Why a procedure cannot work with an item of a kind, as far as it says; None where it can with all."""
    for item in kind.items:
        try:
            if not item.broken:
                procedure(item.fields)
        except ValueError as error:
            return f"{item.id}: {error}" if str(error) else ""
        except (LookupError, AttributeError, TypeError):
            return ""
    return None


def _unfit(game: Game, kind: Kind, path: tuple[str, ...], message: str, hint: str = "") -> Problem:
    node = locate(kind.node, path)
    return Problem(game.file, node.line, node.column, "error", "unknown-reference", message, hint)


def open_game(project: Project, name: str) -> Renderer:
    """A game as far as it can be read, with its theme, unchecked: for telling about it."""
    game, _ = load_game(project.game_folder(name), f"{project.data}/{name}")
    derived = _derived(game)
    list(_unfit_procedures(game, derived))
    return open_renderer(game, project.templates_for(game.templates), project.common, derived, shipped=shipped_common())

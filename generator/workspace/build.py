"""From a project's files to checked games: read, apply the rules, draw every face."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path

from generator.balance.apply import check_balance
from generator.balance.kit import check_plan
from generator.balance.rulebook import Rulebook, open_rulebook, read_rulebook
from generator.catalog.budget import METER, ExhaustedError
from generator.catalog.game import Game, Item, Kind
from generator.catalog.load import load_game
from generator.choices import InkName
from generator.face.renderer import Renderer, open_renderer
from generator.notes import note_all, noting
from generator.problem import Problem
from generator.project import Project, shipped_common
from generator.refusal import NotFound
from generator.source.reader import remembering
from generator.workspace.beyond import check_forge, check_lab_of
from generator.workspace.checked import Checked as Checked
from generator.workspace.checked import Progress as Progress
from generator.workspace.cover import COVER
from generator.workspace.drawing_anew import edition_of, look_at_items, renderer_for
from generator.workspace.drawn_check import OWN_LANGUAGE as OWN_LANGUAGE
from generator.workspace.drawn_check import check_drawn, check_edition
from generator.workspace.memory import Memory
from generator.workspace.procedures import derived_of, unfit_procedures
from generator.workspace.text_signs import check_signs

_RULES = ("game.yaml", "balance.yaml")
STEPS = 3_000_000  # of work that a game's expressions and faces may ask for
STEPS_AN_ITEM = 10_000  # the shipped games take 3,000


def check_game(
    project: Project,
    name: str,
    *,
    replace: dict[str, tuple[Path, str]] | None = None,
    progress: Progress | None = None,
    keep: str = "",
    ink: InkName = InkName.full,
    whole: bool = True,
    memory: Memory | None = None,
) -> Checked:
    """Read a game and find all that is wrong with it, down to the texts that do not fit their boxes.

    Args:
        project: the folders.
        name: the game.
        replace: files of items to read in place of a kind's own.
        progress: told of the work as it goes.
        keep: the language whose faces are kept for printing (``*``: the game's own); all others are laid out
            to be checked only.
        ink: the edition that is drawn.
        whole: else only what printing in this ink rests on: the other ink and the examples of rules are left out, and
            new items are not tried out.
        memory: what is known of the game from before; its world is that of the files as they are now.
    """
    if memory is not None:
        with remembering(memory.trees):
            checked = _check(project, name, replace, progress, keep, ink, memory, whole=whole)
        if not any(problem.rule == "too-costly" for problem in checked.problems):
            return checked
        memory.world = None  # who has spent what there is cannot say of what is left what it would have come to
    return _check(project, name, replace, progress, keep, ink, Memory(), whole=whole)


def _check(
    project: Project,
    name: str,
    replaced: dict[str, tuple[Path, str]] | None,
    progress: Progress | None,
    keep: str,
    ink: InkName,
    memory: Memory,
    *,
    whole: bool,
) -> Checked:
    """See `check_game`."""
    game, problems = load_game(project.game_folder(name), f"{project.data}/{name}", replaced)
    look_at_items(game, memory)
    derived = derived_of(game)
    problems += unfit_procedures(game, derived, memory)
    renderer = renderer_for(project, game, derived, ink, memory)
    _require_palette(renderer)
    known = memory.world
    book = cache(
        lambda: memory.remember(("book", known.data(*_RULES) if known is not None else ""), lambda: open_rulebook(game))
    )
    renderer.rules = cache(lambda: {rule.name: rule.settings for rule in book().rules})
    checked = Checked(game, problems, [], renderer, memory=memory)
    checked.frame = known.frame(renderer.notes["theme"]) if known is not None else ""
    if game.kinds:  # without them every rule and every text would be at a loss
        try:
            with METER.allowance(_worth(game), "all that the game works out"):
                _check_within(checked, book(), project.common_file(COVER), keep, progress, whole=whole)
        except ExhaustedError as stop:
            checked.problems.append(Problem(game.file, 1, 1, "error", "too-costly", str(stop), "ask for less"))
        checked.problems += check_forge(checked, book, whole=whole)
        if whole:
            checked.problems += check_lab_of(checked, _worth(game))
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


def _check_within(
    checked: Checked, book: Rulebook, cover: Path, keep: str, progress: Progress | None, *, whole: bool
) -> None:
    """Find what is wrong with the rules, the plan and all that is drawn.

    Raises:
        ExhaustedError: that takes more work than the game is worth.
    """
    game, renderer, memory = checked.game, checked.renderer, checked.memory
    known = memory.world.data("game.yaml") if memory.world is not None else ""
    found, checked.waived = check_balance(game, book, examples=whole, remember=memory.remember, told=known)
    checked.problems += [*found, *memory.remember(("plan", known), lambda: tuple(check_plan(game)))]
    if not any(kind.template for kind in game.kinds.values()):  # a game of data alone needs no theme
        return
    with noting() as noted:
        note_all(renderer.notes["theme"])
        check_drawn(checked, cover, keep, progress)
    checked.problems += check_signs(renderer)
    if whole and renderer.theme.ink.name == InkName.full:
        shown = sorted(name for sort, name in noted if sort == "picture")
        for ink in (InkName.low, *([InkName.colour] if renderer.theme.palette else [])):
            check_edition(checked, edition_of(checked, ink), cover, shown)


def _worth(game: Game) -> int:
    """The steps that checking a game may take: a few seconds' worth, and some more for each item."""
    return STEPS + STEPS_AN_ITEM * sum(len(kind.items) for kind in game.kinds.values())


def check_faces(project: Project, game: Game, kind: Kind, items: Sequence[Item]) -> Iterator[tuple[Item, Problem]]:
    """What is wrong with the faces and backs of items that are in no file yet: texts that do not fit, above all."""
    from generator.face.renderer import open_renderer

    derived = derived_of(game)
    list(unfit_procedures(game, derived, Memory()))
    renderer = open_renderer(game, project.templates_for(game.templates), project.common, derived)
    renderer.rules = cache(lambda: {rule.name: rule.settings for rule in read_rulebook(game)[0]})
    for side in ("front", "back") if kind.back else ("front",):
        if kind.printed and renderer.template(kind, side) is not None:
            for item, language in product(items, game.languages):
                for problem in renderer.face(kind, item, language, draws=False, side=side)[1]:
                    yield item, problem


def open_game(project: Project, name: str) -> Renderer:
    """A game as far as it can be read, with its theme, unchecked: for telling about it."""
    game, _ = load_game(project.game_folder(name), f"{project.data}/{name}")
    derived = derived_of(game)
    list(unfit_procedures(game, derived, Memory()))
    return open_renderer(game, project.templates_for(game.templates), project.common, derived, shipped=shipped_common())

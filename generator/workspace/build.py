"""From a project's files to checked games: read, apply the rules, draw every face."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from generator.balance.apply import check_balance
from generator.balance.kit import check_plan
from generator.balance.rulebook import Rulebook, open_rulebook, read_rulebook
from generator.catalog.budget import METER, ExhaustedError
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
from generator.workspace.cover import COVER, check_covers
from generator.workspace.other_inks import wrong_pictures
from generator.workspace.own_texts import check_own_texts
from generator.workspace.printed_odds import ODDS, odds_of
from generator.workspace.text_signs import check_signs

Progress = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much


OWN_LANGUAGE = "*"
STEPS = 3_000_000  # of work that a game's expressions and faces may ask for
STEPS_AN_ITEM = 10_000  # the shipped games take 3,000


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
    ink: InkName = InkName.full,
    whole: bool = True,
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
        try:
            with METER.allowance(_worth(game), "all that the game works out"):
                _check_within(checked, book(), project.common_file(COVER), keep, progress, whole=whole)
        except ExhaustedError as stop:
            checked.problems.append(Problem(game.file, 1, 1, "error", "too-costly", str(stop), "ask for less"))
        checked.problems += _check_forge(game, book, whole=whole)
        if whole:
            checked.problems += _check_lab(game)
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
    game, renderer = checked.game, checked.renderer
    found, checked.waived = check_balance(game, book, examples=whole)
    checked.problems += [*found, *check_plan(game)]
    if any(kind.template for kind in game.kinds.values()):  # a game of data alone needs no theme
        _check_drawn(checked, cover, keep, progress)
        checked.problems += check_signs(renderer)
        if whole and renderer.theme.ink.name == InkName.full:
            _check_edition(checked, cover, InkName.low)
            if renderer.theme.palette:
                _check_edition(checked, cover, InkName.colour)


def _worth(game: Game) -> int:
    """The steps that checking a game may take: a few seconds' worth, and some more for each item."""
    return STEPS + STEPS_AN_ITEM * sum(len(kind.items) for kind in game.kinds.values())


def _check_drawn(checked: Checked, cover: Path, keep: str, progress: Progress | None) -> None:
    """Lay out all that is ever drawn with the renderer's ink."""
    renderer = checked.renderer
    for kind in checked.game.kinds.values():
        if kind.printed and renderer.template(kind) is not None:
            (_check_pages if kind.prose else _check_faces)(checked, kind, keep, progress)
        if kind.printed and kind.back and renderer.template(kind, "back") is not None:
            _check_backs(checked, kind)
        if kind.printed and kind.blank and not kind.prose:
            _check_blanks(checked, kind)
    checked.problems += renderer.problems
    told = {_place(problem) for problem in checked.problems}
    found = [*check_own_texts(renderer), *check_covers(renderer, cover)]
    for problem in found:
        if _place(problem) not in told:
            told.add(_place(problem))
            checked.problems.append(problem)


def _check_edition(checked: Checked, cover: Path, ink: InkName) -> None:
    """Find what is wrong with an edition alone; it is drawn as far as it may differ from full ink."""
    other = Checked(checked.game, [], [], checked.renderer.in_ink(ink))
    _check_drawn(other, cover, "", None)
    other.problems += wrong_pictures(other.renderer)
    said = "low ink" if ink == InkName.low else "in colour"
    told = {_place(problem) for problem in checked.problems}
    checked.problems += [
        replace(problem, message=f"{problem.message} ({said})")
        for problem in other.problems
        if _place(problem) not in told
    ]


def _check_forge(game: Game, book: Callable[[], Rulebook], *, whole: bool) -> list[Problem]:
    """What is wrong with the description of how new items are made; it is tried out where the ``whole`` is checked."""
    if not (game.folder / "forge.yaml").exists():
        return []
    if not whole:
        from generator.forge.spec import read_forge

        return read_forge(game)[1]
    from generator.forge.examination import examine_forge

    return examine_forge(game, book().rules, book().problems)[1]


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


def _check_lab(game: Game) -> list[Problem]:
    """What is wrong with the questions that the game's lab asks, and which answers are not as it expects."""
    if not (game.folder / "lab.yaml").exists():
        return []
    from generator.statistics.answers import check_lab

    try:
        with METER.allowance(_worth(game), "all that lab.yaml asks for"):
            return check_lab(game)
    except ExhaustedError as stop:
        file = game.file.removesuffix("game.yaml") + "lab.yaml"
        return [Problem(file, 1, 1, "error", "too-costly", str(stop), "ask for less")]


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


def _check_faces(checked: Checked, kind: Kind, keep: str, progress: Progress | None) -> None:
    languages = checked.game.languages
    total, done = len(kind.items) * len(languages), 0
    told: set[tuple[str, int, int, str]] = set()  # what two languages share is said once
    for language in languages:
        found: list[Problem] = []
        wanted = language == keep or (keep == OWN_LANGUAGE and language == checked.game.language)
        kept = checked.faces.setdefault((kind.name, language), {}) if wanted else None
        for position, item in enumerate(kind.items):
            done += 1
            if item.broken:
                continue
            face, problems = checked.renderer.face(kind, item, language, draws=kept is not None)
            found += problems
            if kept is not None:
                kept[position] = face
            if progress is not None and done % 50 == 0:
                progress(f"checking {kind.name}", done, total)
        checked.problems += [problem for problem in found if _place(problem) not in told]
        told.update(_place(problem) for problem in found)


def _check_backs(checked: Checked, kind: Kind) -> None:
    for language in checked.game.languages:
        for item in kind.items:
            if not item.broken:
                checked.problems += checked.renderer.face(kind, item, language, draws=False, side="back")[1]


def _check_blanks(checked: Checked, kind: Kind) -> None:
    """Forms hold words of the templates' own, which have to fit too; that an item is missing is no fault of theirs."""
    found: list[Problem] = []
    drawn = checked.renderer.template(kind) is not None
    for language in checked.game.languages:
        for style in (kind.blank_styles or ("",)) if drawn else ():
            found += checked.renderer.blank(kind, language, style=style)[1]
        if kind.blank_guide and checked.renderer.template(kind, "guide") is not None:
            found += checked.renderer.blank(kind, language, side="guide")[1]
    checked.problems += [
        problem for problem in found if problem.rule in ("text-overflow", "missing-glyph", "off-the-face")
    ]


def _check_pages(checked: Checked, kind: Kind, keep: str, progress: Progress | None) -> None:
    for number, language in enumerate(checked.game.languages):
        kept = language == keep or (keep == OWN_LANGUAGE and language == checked.game.language)
        laid = checked.renderer.pages(kind, language, draws=kept)
        checked.problems += laid.problems
        if kept:
            checked.pages[(kind.name, language)] = laid
        if progress is not None:
            progress(f"checking {kind.name}", number + 1, len(checked.game.languages))


def _place(problem: Problem) -> tuple[str, int, int, str]:
    return problem.file, problem.line, problem.column, problem.rule

"""What checking a game looks at, part by part. A part that keeps nothing may be looked at by another process."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from sys import maxsize
from typing import TYPE_CHECKING, NamedTuple

from generator.balance.kit import sizes_planned
from generator.catalog.budget import METER
from generator.catalog.game import Kind
from generator.face.renderer import Side
from generator.notes import Remember, anew, note_all, noting
from generator.problem import Problem
from generator.svg.drawing import note_read, pictures_read
from generator.workspace.check_scope import READ, Scope
from generator.workspace.own_texts import check_own_texts

if TYPE_CHECKING:
    from generator.workspace.checked import Checked

Progress = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much
OWN_LANGUAGE = "*"
FRONTS, BACKS, FORMS, RUNNING, OWN = "fronts", "backs", "forms", "running text", "own"
CHUNK = 500  # faces, of which a process takes at least as many at a time where a kind has more
MOST_FACES = 10_000  # kept of a kind in a language; of a larger one each is drawn again when it is printed
BY_LANGUAGE = 0
COVER = "cover.svg"  # in templates/common
PAGES = 20  # faces that running text takes as long as


class Kept(NamedTuple):
    """Which faces are kept for printing."""

    language: str = ""  # ``*``: the game's own; empty: none
    kinds: tuple[str, ...] = ()  # all if empty

    def has(self, kind: Kind, language: str, own: str) -> bool:
        """Whether those of a kind are kept in a language."""
        wanted = language == self.language or (self.language == OWN_LANGUAGE and language == own)
        return wanted and (not self.kinds or kind.name in self.kinds)


class GamePart(NamedTuple):
    """A part of a check."""

    of: tuple[str, str, str]  # the sort of part, the kind, the language
    look: Callable[[], list[Problem]]
    keeps: bool = False  # what was drawn
    faces: int = 0
    whole: bool = True  # it is all the fronts of a kind


class Findings(NamedTuple):
    """What another process has to tell of a part."""

    problems: list[Problem]
    of_templates: list[Problem]  # that it was the first to read
    pictures: set[tuple[Path, tuple[Path, ...]]]  # that it read
    steps: int
    sound: bool = True  # else the game has to be checked by one process
    read: frozenset[str] = frozenset()  # the kinds whose items were asked for
    waived: Sequence[tuple[str, int, str, str]] = ()  # by the rules: kind, position of the item, rule, reason


def drawn_parts(
    checked: "Checked", scope: Scope, cover: Path, kept: Kept, progress: Progress | None, chunk: int
) -> Iterator[GamePart]:
    """What is drawn of a game with its renderer's ink, as far as it is looked at.

    Args:
        checked: the game.
        scope: what is looked at.
        cover: the template of covers.
        kept: what is kept.
        progress: told of the work as it goes.
        chunk: how many faces a part may have. A kind of no more is one part: its languages share pictures and words.
            With `BY_LANGUAGE` each language of each kind is a part.
    """
    renderer, game = checked.renderer, checked.game
    for kind in scope.kinds_of(game):
        if not kind.printed:
            continue
        if kind.prose:
            yield from _of_prose(checked, scope, kind, kept, progress)
        elif "front" in scope.sides_of(kind):
            yield from _of_items(checked, scope, kind, kept, progress, chunk)
        if scope.sides_of(kind)[1:] or "front" not in scope.sides_of(kind) or (kind.net and scope.planned):
            yield GamePart((BACKS, kind.name, ""), partial(_other_sides, checked, scope, kind))
        if scope.forms and kind.blank and not kind.prose:
            yield GamePart((FORMS, kind.name, ""), partial(wrong_forms, checked, scope, kind))
    yield GamePart((OWN, "", ""), lambda: list(check_own_texts(renderer, scope)))
    if scope.whole:
        yield GamePart((OWN, "", ""), partial(_wrong_covers, checked, cover))


def _wrong_covers(checked: "Checked", cover: Path) -> list[Problem]:
    from generator.workspace.cover import check_covers

    return list(check_covers(checked.renderer, cover, remember_entry=checked.entries))


def _of_prose(
    checked: "Checked", scope: Scope, kind: Kind, kept: Kept, progress: Progress | None
) -> Iterator[GamePart]:
    for language in scope.languages_of(checked.game):
        keeps = kept.has(kind, language, checked.game.language)
        look = partial(_running, checked, kind, language, progress, keeps=keeps)
        yield GamePart((RUNNING, kind.name, language), look, keeps, PAGES)


def _of_items(
    checked: "Checked", scope: Scope, kind: Kind, kept: Kept, progress: Progress | None, chunk: int
) -> Iterator[GamePart]:
    languages, count = scope.languages_of(checked.game), len(kind.items)
    positions = [position for position, item in enumerate(kind.items) if scope.takes(item)] if scope.items else None
    shown = range(count) if positions is None else positions
    total = len(shown) * len(languages)
    keeping = [
        language
        for language in languages
        if len(shown) <= MOST_FACES and kept.has(kind, language, checked.game.language)
    ]
    if total <= chunk:
        look = partial(_all_fronts, checked, kind, languages, shown, keeping, progress)
        yield GamePart((FRONTS, kind.name, ""), look, bool(keeping), total)
        return
    for turn, language in enumerate(languages):
        keeps = language in keeping
        for start in range(0, len(shown), chunk or len(shown) or 1):
            some = shown[start : start + (chunk or len(shown))]
            told = progress, turn * len(shown) + start, total
            look = partial(_fronts, checked, kind, language, some, told, keeps=keeps)
            yield GamePart((FRONTS, kind.name, language), look, keeps, len(some), whole=False)


def look_apart(checked: "Checked", part: GamePart, steps: int | None) -> Findings:
    """Look at a part by itself, mostly in another process; it may take so many steps.

    Without a number they are not counted.

    Raises:
        ExhaustedError: it takes more.
    """
    known, read = len(checked.renderer.problems), pictures_read()
    with noting() as noted, METER.allowance(maxsize if steps is None else steps, "a part of a game"):
        before = METER.left_over()
        problems = part.look()
        taken = 0 if steps is None else before - METER.left_over()
    asked = frozenset(name for sort, name in noted if sort == READ)
    return Findings(problems, checked.renderer.problems[known:], pictures_read() - read, taken, read=asked)


def take_note(checked: "Checked", findings: Findings) -> list[Problem]:
    """Note what somebody came across that looked at a part by itself; the problems of the part.

    Raises:
        ExhaustedError: it took more steps than are left.
    """
    checked.renderer.problems += findings.of_templates
    note_read(findings.pictures)
    note_all((READ, name) for name in findings.read)
    METER.work(findings.steps)
    return findings.problems


def _all_fronts(
    checked: "Checked",
    kind: Kind,
    languages: Sequence[str],
    shown: Sequence[int],
    keeping: Sequence[str],
    progress: Progress | None,
) -> list[Problem]:
    found: list[Problem] = []
    for turn, language in enumerate(languages):
        told = progress, turn * len(shown), len(shown) * len(languages)
        problems = _fronts(checked, kind, language, shown, told, keeps=language in keeping)
        said = {place_of(problem) for problem in found}
        found += [problem for problem in problems if place_of(problem) not in said]
    return found


def place_of(problem: Problem) -> tuple[str, int, int, str]:
    """Where a problem is, and its rule: what two languages share is said once."""
    return problem.file, problem.line, problem.column, problem.rule


def _fronts(
    checked: "Checked",
    kind: Kind,
    language: str,
    some: Sequence[int],
    told: tuple[Progress | None, int, int],
    *,
    keeps: bool,
) -> list[Problem]:
    """Lay out fronts; ``told`` is who is told of it, how many were laid out before, of how many."""
    found: list[Problem] = []
    renderer, (progress, done, total) = checked.renderer, told
    if renderer.template(kind) is None:
        return found
    kept = checked.faces.setdefault((kind.name, language), {}) if keeps else None
    for number, position in enumerate(some, start=done + 1):
        item = kind.items[position]
        if item.broken:
            continue
        face, problems = renderer.face(kind, item, language, draws=keeps)
        found += problems
        if kept is not None:
            kept[position] = face
        if progress is not None and number % 50 == 0:
            progress(f"checking {kind.name}", number, total)
    return found


def _other_sides(checked: "Checked", scope: Scope, kind: Kind) -> list[Problem]:
    renderer, game = checked.renderer, checked.game
    found: list[Problem] = []
    for side in scope.sides_of(kind):
        if side != "front" and renderer.template(kind, side) is not None:
            for language in scope.languages_of(game):
                for item in kind.items:
                    if not item.broken and scope.takes(item):
                        found += renderer.face(kind, item, language, draws=False, side=side)[1]
    return [*found, *wrong_boxes(checked, kind, checked.entries)] if scope.planned else found


def wrong_boxes(checked: "Checked", kind: Kind, remember: Remember = anew) -> list[Problem]:
    """What is wrong with a box of paper in the sizes in which the plan has it; for ``remember`` see `check_plan`."""
    found: list[Problem] = []
    renderer, game = checked.renderer, checked.game
    for sized in sizes_planned(game, kind, remember) if renderer.template(kind) is not None else ():
        for item in kind.items:
            if not item.broken:
                for language in game.languages:
                    found += renderer.face(sized, item, language, draws=False)[1]
    return found


def other_sides(kind: Kind) -> list[Side]:
    """What is drawn of a kind beside its front: its back, and both as they are cut round a shape."""
    asked: dict[Side, str | None] = {"back": kind.back, "shaped": kind.shaped, "shaped-back": kind.shaped_back}
    return [side for side, template in asked.items() if template]


def wrong_forms(checked: "Checked", scope: Scope, kind: Kind) -> list[Problem]:
    """Forms hold words of the templates' own, which have to fit too; that an item is missing is no fault of theirs."""
    found: list[Problem] = []
    renderer = checked.renderer
    drawn = renderer.template(kind) is not None
    for language in scope.languages_of(checked.game):
        for style in (kind.blank_styles or ("",)) if drawn else ():
            found += renderer.blank(kind, language, style=style)[1]
            if kind.shaped and renderer.template(kind, "shaped") is not None:
                found += renderer.blank(kind, language, style=style, side="shaped")[1]
        if kind.blank_guide and renderer.template(kind, "guide") is not None:
            found += renderer.blank(kind, language, side="guide")[1]
    return [problem for problem in found if problem.rule in ("text-overflow", "missing-glyph", "off-the-face")]


def _running(checked: "Checked", kind: Kind, language: str, progress: Progress | None, *, keeps: bool) -> list[Problem]:
    if checked.renderer.template(kind) is None:
        return []
    laid = checked.renderer.pages(kind, language, draws=keeps)
    if keeps:
        checked.pages[(kind.name, language)] = laid
    if progress is not None:
        languages = checked.game.languages
        progress(f"checking {kind.name}", languages.index(language) + 1, len(languages))
    return list(laid.problems)

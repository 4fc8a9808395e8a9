"""All that is ever drawn of a game, laid out to find what is wrong: of what was laid out before, what changed."""

from functools import partial
from pathlib import Path

from msgspec.structs import replace

from generator.catalog.game import Item, Kind
from generator.choices import InkName
from generator.face.renderer import Renderer, Side
from generator.face.scope import FaceFault
from generator.marks.marks import Face
from generator.notes import Remember, take_note
from generator.problem import Problem
from generator.workspace.check_parts import OWN_LANGUAGE, Progress, place_of, wrong_boxes, wrong_forms
from generator.workspace.check_scope import WHOLE, Scope
from generator.workspace.checked import Checked
from generator.workspace.item_digests import item_digest
from generator.workspace.noting_items import unnoted
from generator.workspace.other_inks import wrong_pictures
from generator.workspace.own_texts import check_own_texts

Faults = tuple[tuple[int, FaceFault], ...]  # by the position of the item


def check_drawn(checked: Checked, scope: Scope, cover: Path, keep: str, progress: Progress | None) -> None:
    """Lay out what is drawn with the renderer's ink, as far as it is looked at."""
    renderer = checked.renderer
    for kind in scope.kinds_of(checked.game):
        if not kind.printed:
            continue
        if kind.prose and _usable(checked, kind, "front"):
            _check_pages(checked, scope, kind, keep, progress)
        for side in scope.sides_of(kind) if not kind.prose else ():
            if not _usable(checked, kind, side):
                continue
            if side == "front":
                _check_faces(checked, scope, kind, keep, progress)
            else:
                _check_other_side(checked, scope, kind, side)
        checked.problems += _wrong_boxes(checked, kind) if kind.net and scope.planned else ()
        if scope.forms and kind.blank and not kind.prose:
            if kind.blank_guide:
                _usable(checked, kind, "guide")
            if "front" not in scope.sides_of(kind):
                _usable(checked, kind, "front")
            asked = scope.languages_of(checked.game)
            checked.problems += checked.memory.remember(
                (*_asked(checked, "blanks"), checked.frame, kind.name, kind.filled, asked),
                partial(wrong_forms, checked, scope, kind),
            )
    checked.problems += renderer.problems[: renderer.opened]
    told = {place_of(problem) for problem in checked.problems}
    asked = (*_asked(checked, "covers"), checked.frame)
    memory = checked.memory
    remember, entries = partial(memory.within, asked), _entries(checked)

    def wrong_covers() -> tuple[Problem, ...]:
        from generator.workspace.cover import check_covers

        return tuple(check_covers(renderer, cover, remember, entries))

    covers = memory.remember(asked, wrong_covers) if scope.whole else ()
    for problem in [*check_own_texts(renderer, scope, partial(memory.within, (*asked, "own"))), *covers]:
        if place_of(problem) not in told:
            told.add(place_of(problem))
            checked.problems.append(problem)


def check_edition(checked: Checked, other: Renderer, cover: Path, shown: list[str]) -> None:
    """Find what is wrong with an edition alone; it is drawn as far as it may differ from full ink.

    Args:
        checked: the game in full ink, to which the problems are added.
        other: what draws the edition.
        cover: the cover's template.
        shown: the pictures that are shown in full ink.
    """
    ink = other.theme.ink.name
    edition = Checked(checked.game, [], [], other, memory=checked.memory, frame=checked.frame)
    check_drawn(edition, WHOLE, cover, "", None)
    question = (*_asked(edition, "pictures"), checked.frame, tuple(shown), _digest(checked, shown))
    edition.problems += checked.memory.remember(question, lambda: tuple(wrong_pictures(other, shown)))
    said = "low ink" if ink == InkName.low else "in colour"
    told = {place_of(problem) for problem in checked.problems}
    checked.problems += [
        replace(problem, message=f"{problem.message} ({said})")
        for problem in edition.problems
        if place_of(problem) not in told
    ]


def _entries(checked: Checked) -> Remember:
    """Gives what an entry of the plan comes to, if it was found before."""
    memory = checked.memory
    return partial(memory.within, ("entry", memory.world.data("game.yaml") if memory.world is not None else ""))


def _wrong_boxes(checked: Checked, kind: Kind) -> list[Problem]:
    """What is wrong with a box of paper in other sizes, at the places of its items."""

    def work() -> list[Problem]:
        take_note("items", kind.name)
        take_note("places", kind.name)
        return wrong_boxes(checked, kind, _entries(checked))

    return checked.memory.remember((*_asked(checked, "boxes"), checked.frame, kind.name, kind.filled), work)


def _usable(checked: Checked, kind: Kind, side: Side) -> bool:
    """Whether the template of a kind can be used; what is wrong with it is told. It is not read if that is known."""
    renderer = checked.renderer

    def work() -> tuple[bool, tuple[Problem, ...]]:
        return renderer.template(kind, side) is not None, renderer.wrong[kind.name, side, kind.net]

    usable, problems = checked.memory.remember(
        (*_asked(checked, "template"), checked.frame, kind.name, side, kind.filled), work
    )
    checked.problems += problems
    return usable


def _asked(checked: Checked, what: str) -> tuple[str, ...]:
    """The beginning of a question about what a renderer draws."""
    renderer = checked.renderer
    return what, renderer.theme.ink.name, "reduced" if renderer.of_ink else "whole"


def _digest(checked: Checked, shown: list[str]) -> tuple[str, ...]:
    world = checked.memory.world
    return tuple(world.digest(("picture", name)) for name in shown) if world is not None else ()


def _check_faces(checked: Checked, scope: Scope, kind: Kind, keep: str, progress: Progress | None) -> None:
    languages = scope.languages_of(checked.game)
    told: set[tuple[str, int, int, str]] = set()  # what two languages share is said once
    for number, language in enumerate(languages):
        wanted = language == keep or (keep == OWN_LANGUAGE and language == checked.game.language)
        kept = checked.faces.setdefault((kind.name, language), {}) if wanted else None
        pace = _Pace(progress, f"checking {kind.name}", number * len(kind.items), len(kind.items) * len(languages))
        found = dict.fromkeys(_faulty(checked, scope, kind, language, "front", kept, pace))
        checked.problems += [problem for problem in found if place_of(problem) not in told]
        told.update(place_of(problem) for problem in found)


def _check_other_side(checked: Checked, scope: Scope, kind: Kind, side: Side) -> None:
    for language in scope.languages_of(checked.game):
        checked.problems += dict.fromkeys(_faulty(checked, scope, kind, language, side, None, _Pace(None, "", 0, 0)))


class _Pace:
    """Tells of the progress through the items of a kind."""

    def __init__(self, progress: Progress | None, what: str, before: int, total: int) -> None:
        self._progress, self._what, self._before, self._total = progress, what, before, total

    def reached(self, done: int) -> None:
        """Note that so many of the language at hand are done."""
        if self._progress is not None and (self._before + done) % 50 == 0:
            self._progress(self._what, self._before + done, self._total)


def _faulty(
    checked: Checked, scope: Scope, kind: Kind, language: str, side: Side, kept: dict[int, Face] | None, pace: _Pace
) -> list[Problem]:
    """What is wrong with the faces of a kind on one side in one language; they are drawn into ``kept``, if wanted."""

    def work() -> tuple[Faults, tuple[int, ...]]:
        take_note("items", kind.name)
        faults: list[tuple[int, FaceFault]] = []
        tokens = []
        for position, item in enumerate(kind.items):
            pace.reached(position + 1)
            if item.broken or not scope.takes(item):
                tokens.append(0)
                continue
            faults += [(position, fault) for fault in _faults_of(checked, kind, item, position, language, side, kept)]
            tokens.append(memory.token)
        return tuple(faults), tuple(tokens)

    memory, renderer = checked.memory, checked.renderer
    faults, tokens = memory.remember(
        (*_asked(checked, "faces"), checked.frame, kind.name, language, side, kind.filled, scope.items), work
    )
    if memory.world is not None and not renderer.of_ink:
        for position, token in enumerate(tokens):
            key = kind.name, position
            checked.tokens[key] = (*checked.tokens.get(key, ()), token)
    items = kind.items
    return [renderer.told(fault, kind, items[position], language, side) for position, fault in faults]


def _faults_of(
    checked: Checked,
    kind: Kind,
    item: Item,
    position: int,
    language: str,
    side: Side,
    kept: dict[int, Face] | None,
) -> list[FaceFault]:
    """What is wrong with one face."""

    def work() -> list[FaceFault]:
        face, faults = checked.renderer.drawn(kind, unnoted(item), language, draws=kept is not None, side=side)
        if kept is not None:
            kept[position] = face
        return faults

    memory = checked.memory
    if memory.world is None:
        return work()
    digest = item_digest(item, memory.digests)
    return memory.remember(
        (*_asked(checked, "face"), checked.frame, kind.name, language, side, kind.filled, digest), work
    )


def _check_pages(checked: Checked, scope: Scope, kind: Kind, keep: str, progress: Progress | None) -> None:
    memory = checked.memory
    texts = memory.world.texts() if memory.world is not None else ""
    for number, language in enumerate(scope.languages_of(checked.game)):
        kept = language == keep or (keep == OWN_LANGUAGE and language == checked.game.language)
        if kept:
            laid = checked.pages[(kind.name, language)] = checked.renderer.pages(kind, language)
            checked.problems += laid.problems
        else:
            question = (*_asked(checked, "pages"), checked.frame, kind.name, language, texts)
            checked.problems += memory.remember(question, partial(_wrong_pages, checked, kind, language))
        if progress is not None:
            progress(f"checking {kind.name}", number + 1, len(checked.game.languages))


def _wrong_pages(checked: Checked, kind: Kind, language: str) -> tuple[Problem, ...]:
    return checked.renderer.pages(kind, language, draws=False).problems

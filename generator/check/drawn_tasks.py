"""What a check of a game asks about all that is drawn: faces, backs, running text, boxes of paper, forms, covers."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, structs

from generator.check.own_texts import check_own_texts
from generator.check.result import CheckResult
from generator.check.scope import (
    DRAWN,
    FRONTS,
    OWN,
    PAGES,
    FaceSelection,
    ProblemPlace,
    Progress,
    Scope,
    Task,
    UsualSheets,
    place_of,
)
from generator.core.notes import Remember, take_note
from generator.core.problem import Problem
from generator.draw.marks.marks import Face
from generator.draw.renderer import SETTINGS, Side
from generator.draw.scope import FaceFault
from generator.draw.short_bleed import short_bleed
from generator.model.game import Item, Kind
from generator.model.values import LocalizedText
from generator.rules.kit import sizes_planned
from generator.rules.rulebook import Rulebook

Faults = tuple[tuple[int, FaceFault], ...]  # by the position of the item
CHUNK = 500  # faces, of which a task has no more where a kind has more
MOST_FACES = 25_000  # kept of a kind, 4 KB each; of a larger one each is drawn again to be printed
MOST_LOOKED_AT = 6  # items of a kind, in each language, whose texts are held against each other
FACES_OF_PAGES = 20  # that running text takes as long as


class FaceRun(NamedTuple):
    """Faces of a kind in a language, by the positions of their items."""

    language: str
    positions: Sequence[int]
    keeps: bool


class DrawnTasks(Struct):
    """The tasks about what of a game is drawn, as far as it is examined."""

    checked: CheckResult
    book: Callable[[], Rulebook]
    scope: Scope
    cover: Path  # the template of covers
    kept: FaceSelection
    progress: Progress | None = None

    @property
    def kinds(self) -> list[Kind]:
        """The kinds that are examined."""
        return self.scope.kinds_of(self.checked.game)

    def drawn(self) -> Iterator[Task]:
        """All that is ever drawn with the renderer's ink."""
        scope = self.scope
        for kind in self.kinds:
            if not kind.printed or self._is_unsized(kind):
                continue
            if kind.prose:
                for language in scope.languages_of(self.checked.game):
                    keeps = self.kept.has(kind, language, self.checked.game.language)
                    look = partial(self._pages, kind, language, keeps=keeps)
                    yield Task(PAGES, look, kind.name, keeps=keeps, faces=FACES_OF_PAGES, behind=True)
                continue
            for side in scope.sides_of(kind):
                yield from self._faces_of(kind, side)
            if scope.sheets is not None:
                yield Task(DRAWN, partial(self._unmarked, kind, scope.sheets), kind.name)
            if kind.net and scope.planned:
                yield Task(DRAWN, partial(self._boxes, kind), kind.name, behind=True)
            if scope.forms and kind.blank:
                yield Task(DRAWN, partial(self._forms, kind), kind.name, behind=True)
        yield Task(OWN, self._own_texts)
        if scope.whole:
            yield Task(OWN, self._covers, behind=True)

    def _is_unsized(self, kind: Kind) -> bool:
        """Whether it is a box of paper whose size nobody can say, as what lies in it could not be read."""
        held = [self.checked.game.kinds.get(name) for name in (kind.container.holds if kind.container else ())]
        return any(held_kind is None or held_kind.partial or held_kind.size is None for held_kind in held)

    @property
    def _described(self) -> str:
        """Tells the game's description from all others."""
        return self.checked.memo.inputs.data("game.yaml")

    @property
    def _entries(self) -> Remember:
        """Gives what an entry of the plan comes to, if it was found before."""
        return partial(self.checked.memo.within, ("entry", self._described))

    def _asked(self, what: str, *more: Hashable) -> tuple[Hashable, ...]:
        """A question about what the renderer draws."""
        renderer = self.checked.renderer
        how = "reduced" if renderer.of_ink else "whole"
        return what, renderer.theme.ink.name, how, self.checked.frame, *more

    def _faces_of(self, kind: Kind, side: Side) -> Iterator[Task]:
        """Tasks of one side of a kind: one for all languages, which share pictures and words, unless items are many."""
        own, fronts = self.checked.game.language, side == "front"
        positions = [position for position, item in enumerate(kind.items) if self.scope.takes(item)]
        languages = self.scope.languages_of(self.checked.game)
        kept_languages = [language for language in languages if fronts and self.kept.has(kind, language, own)]
        kept_languages = kept_languages if len(kept_languages) * len(positions) <= MOST_FACES else []
        runs = [
            FaceRun(language, positions[start : start + CHUNK], language in kept_languages)
            for language in languages
            for start in range(0, len(positions) or 1, CHUNK)
        ]
        total = sum(len(run.positions) for run in runs)
        groups = [runs] if total <= CHUNK else [[run] for run in runs]
        for group in groups:
            keeps, faces = any(run.keeps for run in group), sum(len(run.positions) for run in group)
            yield Task(
                FRONTS if fronts else DRAWN,
                partial(self._faces, kind, side, group, is_first=group is groups[0]),
                kind.name,
                "" if len(groups) == 1 else group[0].language,
                keeps=keeps,
                faces=faces,
            )

    def _faces(self, kind: Kind, side: Side, runs: Sequence[FaceRun], *, is_first: bool) -> list[Problem]:
        usable, problems_of_kind = self._usable(kind, side)
        problems_of_kind += self._unknown_names(kind, side) if usable else []
        places: set[ProblemPlace] = set()  # what two languages share is said once
        for run in runs if usable else ():
            problems = dict.fromkeys(self._faulty(kind, side, run))
            problems_of_kind += [problem for problem in problems if place_of(problem) not in places]
            places.update(place_of(problem) for problem in problems if side == "front")
        if usable and is_first:  # here, as the template is read and its pictures are at hand
            problems_of_kind += self._covered(kind, side)
        return problems_of_kind

    def _unknown_names(self, kind: Kind, side: Side) -> list[Problem]:
        """What the template of a kind asks for in vain, of kinds whose items can't be drawn: one look finds all."""
        kinds, renderer = self.checked.game.kinds, self.checked.renderer
        unseen = {
            name: other_kind
            for name, other_kind in kinds.items()
            if other_kind.all_items and not other_kind.unsure and all(item.broken for item in other_kind.all_items)
        }
        if not unseen or renderer.of_ink:
            return []
        from generator.draw.template_names import unknown_names

        path = renderer.folder / getattr(kind, SETTINGS[side])
        return unknown_names(renderer.theme.ink.file(path), f"{renderer.shown}/{path.name}", kind, unseen)

    def _usable(self, kind: Kind, side: Side) -> tuple[bool, list[Problem]]:
        """Whether the template of a kind can be used, and what is wrong with it. It is not read if that is known."""
        renderer = self.checked.renderer

        def examine() -> tuple[bool, tuple[Problem, ...]]:
            return renderer.template(kind, side) is not None, renderer.wrong[kind.name, side, kind.net]

        question = self._asked("template", kind.name, side, kind.filled)
        usable, problems = self.checked.memo.remember(question, examine)
        return usable, list(problems)

    def _faulty(self, kind: Kind, side: Side, run: FaceRun) -> list[Problem]:
        """What is wrong with faces of a kind on one side in one language; they are drawn to be kept, if wanted."""
        checked, renderer, memo = self.checked, self.checked.renderer, self.checked.memo
        language, items = run.language, kind.items
        kept_faces = checked.faces.setdefault((kind.name, language), {}) if run.keeps else None

        def examine() -> tuple[Faults, tuple[int, ...]]:
            take_note("items", kind.name)
            faults: list[tuple[int, FaceFault]] = []
            tokens, unsure = [], kind.unsure
            for position in run.positions:
                if (position + 1) % 50 == 0 and self.progress is not None:
                    self.progress(f"checking {kind.name}", position + 1, len(items))
                if items[position].broken or unsure:
                    tokens.append(0)
                    continue
                faults += [(position, fault) for fault in self._faults(kind, side, language, position, kept_faces)]
                tokens.append(memo.token)
            return tuple(faults), tuple(tokens)

        some = self.scope.items, run.positions[0] if run.positions else 0, len(run.positions)
        question = self._asked("faces", kind.name, language, side, kind.filled, self._bleed(kind), some)
        faults, tokens = memo.remember(question, examine, once=True)
        if memo.is_lasting and not renderer.of_ink:
            for position, token in zip(run.positions, tokens, strict=True):
                key = kind.name, position
                checked.tokens[key] = (*checked.tokens.get(key, ()), token)
        if kind.dangling:  # what a template makes of an item that there is not is reported where that is named
            faults = tuple((at, fault) for at, fault in faults if fault.path is not None or not _dangles(kind, at))
        return [renderer.problem_of(fault, kind, items[position], language, side) for position, fault in faults]

    def _faults(
        self, kind: Kind, side: Side, language: str, position: int, kept_faces: dict[int, Face] | None
    ) -> list[FaceFault]:
        """What is wrong with one face."""
        item, memo, bleed = kind.items[position], self.checked.memo, self._bleed(kind)

        def examine() -> list[FaceFault]:
            draws = kept_faces is not None or bleed > 0
            renderer = self.checked.renderer
            face, faults = renderer.drawn(kind, item, language, draws=draws, side=side)
            if renderer.copies_apart(kind, item, side):  # the last has the longest number
                _, of_last = renderer.drawn(kind, item.numbered(item.copies), language, draws=False, side=side)
                faults += [fault for fault in of_last if fault not in faults]
            if kept_faces is not None:
                kept_faces[position] = face
            return [*faults, *short_bleed(face, bleed, "the back's" if "back" in side else "the")] if bleed else faults

        digest = memo.inputs.item_digest(item)
        question = self._asked("face", kind.name, language, side, kind.filled, bleed, digest)
        return memo.remember(question, examine, once=True)

    def _covered(self, kind: Kind, side: Side) -> list[Problem]:
        """Texts of a template that lie on each other or are hidden, by the items with the longest words."""
        renderer = self.checked.renderer
        if renderer.of_ink or kind.unsure:
            return []
        languages = self.scope.languages_of(self.checked.game)

        def examine() -> tuple[Problem, ...]:
            take_note("items", kind.name)
            met: dict[tuple[int, int, str], tuple[FaceFault, list[str]]] = {}
            items = _longest(item for item in kind.items if not item.broken and self.scope.takes(item))
            crowded = False
            for language in languages:
                for number, item in enumerate(items):
                    if not crowded and number > 1:  # a template whose boxes are apart is done with after two faces
                        break
                    faults = renderer.covered_texts(kind, item, language, side)
                    crowded |= faults is not None
                    for fault in faults or ():
                        met.setdefault((fault.line, fault.column, fault.rule), (fault, []))[1].append(item.id)
                if not crowded:
                    break
            template = renderer.template(kind, side)
            return tuple(
                structs.replace(fault, message=f"{fault.message} ({_counted(ids)})").of_template(template.file)
                for fault, ids in met.values()
                if template is not None
            )

        question = self._asked("covered", kind.name, side, kind.filled, languages, self.scope.items)
        return list(self.checked.memo.remember(question, examine))

    def _bleed(self, kind: Kind) -> float:
        """Mm that the art of a kind has to reach beyond the cut; none of boxes, where most of that is flaps."""
        if kind.net is not None or self.checked.renderer.of_ink:
            return 0.0
        return kind.bleed if self.scope.bleed is None else self.scope.bleed

    def _unmarked(self, kind: Kind, sheets: UsualSheets) -> list[Problem]:
        """What the sheets that the project prints have no room for: crop marks, backs beside fronts."""
        from generator.check.unmarked import bare_cuts, unfolded, unmarked

        def examine() -> list[Problem]:
            take_note("items", kind.name)
            template = self.checked.renderer.template(kind, sheets.front(kind))
            cuts = bare_cuts(kind, sheets, template.outline) if template is not None else []
            file = self.checked.game.file
            return [*unfolded(file, kind, sheets), *([unmarked(file, kind, sheets.paper, cuts)] if cuts else [])]

        return list(self.checked.memo.remember(self._asked("unmarked", kind.name, kind.filled, sheets), examine))

    def _pages(self, kind: Kind, language: str, *, keeps: bool) -> list[Problem]:
        from generator.draw.pages import text_pages  # few kinds are texts

        checked, memo = self.checked, self.checked.memo
        usable, problems = self._usable(kind, "front")
        if usable and keeps:
            pages = checked.pages[kind.name, language] = text_pages(checked.renderer, kind, language)
            problems += pages.problems
        elif usable:
            question = self._asked("pages", kind.name, language, memo.inputs.texts())
            problems += memo.remember(
                question, lambda: text_pages(checked.renderer, kind, language, draws=False).problems
            )
        if self.progress is not None:
            self.progress(f"checking {kind.name}", 1, 1)
        return problems

    def _boxes(self, kind: Kind) -> list[Problem]:
        """What is wrong with a box of paper in the sizes in which the plan has it, at the places of its items."""
        checked, memo = self.checked, self.checked.memo
        usable, problems = self._usable(kind, "front")

        def examine() -> list[Problem]:
            sizes = sizes_planned(checked.game, kind, self._entries)
            question = self._asked("sized boxes", kind.name, tuple(sized.filled for sized in sizes))
            return memo.remember(question, partial(self._sized, kind, sizes))

        return (
            [*problems, *memo.remember(self._asked("boxes", kind.name, kind.filled), examine)] if usable else problems
        )

    def _sized(self, kind: Kind, sizes: Sequence[Kind]) -> list[Problem]:
        """What is wrong with a box of paper in some sizes."""
        take_note("items", kind.name)
        take_note("places", kind.name)
        return [
            problem
            for sized in sizes
            for item in kind.items
            if not item.broken
            for language in self.scope.languages_of(self.checked.game)
            for problem in self.checked.renderer.face(sized, item, language, draws=False)[1]
        ]

    def _forms(self, kind: Kind) -> list[Problem]:
        """Forms hold words of the templates' own, which have to fit; a missing item is not a fault of theirs."""
        has_side: dict[Side, object] = {"front": True, "shaped": kind.shaped, "guide": kind.blank_guide}
        all_problems, sides = list[Problem](), list[Side]()
        for side in (side for side, is_wanted in has_side.items() if is_wanted):
            usable, problems = self._usable(kind, side)
            all_problems += problems
            sides += [side] if usable else []
        languages = self.scope.languages_of(self.checked.game)

        def examine() -> tuple[Problem, ...]:
            problems: list[Problem] = []
            for language in languages:
                for side in sides:
                    for style in (kind.blank_styles or ("",)) if side != "guide" else ("",):
                        problems += self.checked.renderer.blank(kind, language, style=style, side=side)[1]
            rules = ("text-overflow", "missing-glyph", "off-the-face")
            return tuple(problem for problem in problems if problem.rule in rules)

        question = self._asked("blanks", kind.name, kind.filled, languages)
        return [*all_problems, *self.checked.memo.remember(question, examine)]

    def _own_texts(self) -> list[Problem]:
        renderer = self.checked.renderer
        remember = partial(self.checked.memo.within, self._asked("own"))
        return [*renderer.problems[: renderer.opened], *check_own_texts(renderer, self.scope, remember)]

    def _covers(self) -> list[Problem]:
        question, memo = self._asked("covers"), self.checked.memo

        def examine() -> tuple[Problem, ...]:
            from generator.check.cover import check_covers

            return tuple(check_covers(self.checked.renderer, self.cover, partial(memo.within, question), self._entries))

        return list(memo.remember(question, examine))


def _dangles(kind: Kind, position: int) -> bool:
    """Whether an item names another one that there is not."""
    items = kind.all_items
    end = items[position + 1].node.line if position + 1 < len(items) else float("inf")
    return any(items[position].node.line <= line < end for line in kind.dangling)


def _longest(items: Iterable[Item]) -> list[Item]:
    """The first item, and of each field the one that has the most in it: there texts come the nearest to others."""
    sizes: dict[str, tuple[int, Item]] = {}
    for item in items:
        sizes.setdefault("", (0, item))
        for name, value in item.fields.items():
            size = (
                len(value)
                if isinstance(value, str)
                else max(map(len, value.translations.values()), default=0)
                if isinstance(value, LocalizedText)
                else 0
            )
            if size > sizes.get(name, (0,))[0]:
                sizes[name] = size, item
    return list({item.id: item for _, item in sizes.values()}.values())[:MOST_LOOKED_AT]


def _counted(ids: Sequence[str]) -> str:
    """An item as an example, and how many more there are."""
    more = len(set(ids)) - 1
    return f"{ids[0]} and {more} more" if more else ids[0]

"""What of a game is examined, all of it or what a print stands on; the tasks of that, and how what they find is
reported.

A print stands on its kinds and those that share their sheets, on their rules, and on the items of other kinds that
faces, rules and boxes read. An error there stops it; errors elsewhere are counted.
"""

import re

# A print whose answer is known asks for a scope and nothing else.
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct

from generator.core.choices import UNPRINTABLE, Backs, InkName, Marks, TrimName, paper_size
from generator.core.problem import Problem

if TYPE_CHECKING:
    from generator.draw.renderer import Side
    from generator.model.game import Game, Item, Kind
    from generator.rules.rule import Rule
    from generator.rules.rulebook import Rulebook

READ = "read"  # the sort of a note: all items of a kind were asked for by what is drawn


class UsualSheets(Struct, frozen=True):
    """How a project prints, where no option says otherwise; what it leaves open is as each kind has it."""

    paper: str = "a4"
    backs: Backs = Backs.none  # of kinds that have a back
    trim: TrimName = TrimName.straight
    marks: Marks | None = None
    bleed: float | None = None  # mm that faces reach beyond their trim
    gutter: float | None = None  # mm between neighbours

    def front(self, kind: "Kind") -> "Side":
        """The side of a kind that is printed as its front."""
        return "shaped" if self.trim == TrimName.shaped and kind.shaped else "front"

    def bleed_of(self, kind: "Kind") -> float:
        """Mm that faces of a kind reach beyond their trim. Pages to be read have some only if they ask for it."""
        return kind.bleed if self.bleed is None or (kind.prose and not kind.bleed) else self.bleed

    def marks_of(self, kind: "Kind") -> Marks:
        """What a kind is cut along."""
        return self.marks or kind.marks

    def is_to_fold(self, kind: "Kind") -> bool:
        """Whether a kind's back is wanted beside its front."""
        return self.backs == Backs.fold and kind.back is not None

    def folds(self, kind: "Kind") -> bool:
        """Whether a kind's back lies beside its front, to be folded; a kind too large for that is printed without."""
        if not self.is_to_fold(kind) or kind.size is None:
            return False
        both, room = sorted((2 * kind.size[0], kind.size[1])), sorted(paper_size(self.paper))
        fits = all(side <= length - 2 * UNPRINTABLE for side, length in zip(both, room, strict=True))
        return fits or kind.join is not None


class Scope(Struct, frozen=True):
    """What is examined. Each part says what counts; nothing said, all does."""

    kinds: tuple[str, ...] = ()
    items: tuple[str, ...] = ()  # whose faces are laid out; rules see all items of their kinds
    languages: tuple[str, ...] = ()  # the first that the game has; see `every_language`
    every_language: bool = True
    shaped: bool | None = None  # cut round a shape where a kind can be; None: both
    faces: bool = True  # items are shown
    backs: bool = True
    forms: bool = True  # blank forms are shown
    box: bool = False  # of the kinds those in the plan of a box, and the plan with them
    bleed: float | None = None  # mm that faces are to reach beyond the cut; None: as each kind says
    sheets: UsualSheets | None = None  # on which all cuts are to have marks; None: it is not looked at
    joined: bool = False  # what is larger than the paper is printed in pieces, whatever its kind says
    texts: Literal["all", "readable", "none"] = "all"  # which running text is looked at
    whole: bool = True  # examples of rules, other inks, the forge, the lab, covers: what no print stands on

    @property
    def planned(self) -> bool:
        """Whether the plan counts, and the sizes that boxes of paper have in it."""
        return self.whole or self.box

    def kinds_of(self, game: "Game") -> "list[Kind]":
        """The kinds that are examined, in the order of the game; those that share sheets with them are among them."""
        if self.whole:
            return list(game.kinds.values())
        kinds = [kind for kind in game.kinds.values() if kind.printed and (not self.kinds or kind.name in self.kinds)]
        if self.box:
            planned = {entry.kind for entry in game.plan}
            kinds = [kind for kind in kinds if kind.name in planned]
        if self.texts == "readable":
            unread_kinds = game.unread_texts(kinds, self.languages_of(game))
            kinds = [kind for kind in kinds if kind not in unread_kinds]
        elif self.texts == "none" and not self.kinds and not self.items:
            kinds = [kind for kind in kinds if not kind.prose]
        if not self.faces:
            kinds = [kind for kind in kinds if kind.blank and not kind.prose]
        if self.items:
            there = {item.id for kind in kinds for item in kind.items}
            unread = not there.issuperset(self.items)  # one may be in what could not be read
            kinds = [kind for kind in kinds if (unread and kind.partial) or any(map(self.takes, kind.items))]
        shares = {kind.share for kind in kinds} - {None}
        return [kind for kind in game.kinds.values() if kind in kinds or (kind.printed and kind.share in shares)]

    def languages_of(self, game: "Game") -> tuple[str, ...]:
        """The languages that are examined."""
        if self.every_language:
            return game.languages
        return (next((language for language in self.languages if language in game.languages), game.language),)

    def takes(self, item: "Item") -> bool:
        """Whether the faces of an item are laid out."""
        return not self.items or item.id in self.items

    def sides_of(self, kind: "Kind") -> "list[Side]":
        """The sides of its items that are laid out: the front first, if it is one of them."""
        shaped, shaped_back = bool(kind.shaped), bool(kind.shaped_back)
        counts: dict[Side, bool] = {
            "front": self.faces and not (self.shaped and shaped),
            "back": self.backs and bool(kind.back) and not (self.shaped and shaped_back),
            "shaped": self.faces and shaped and self.shaped is not False,
            "shaped-back": self.backs and shaped_back and self.shaped is not False,
        }
        return [side for side, is_wanted in counts.items() if is_wanted]

    def rules_of(self, book: "Rulebook", game: "Game") -> "list[Rule]":
        """The rules that are applied: those of the kinds, and those that read the items of one."""
        names = {kind.name for kind in self.kinds_of(game)}
        return [rule for rule in book.rules if self.whole or not names.isdisjoint(rule.reads)]

    def parted(
        self, problems: Iterable[Problem], game: "Game", book: "Rulebook", noted: Iterable[str]
    ) -> tuple[list[Problem], list[Problem]]:
        """Problems that came up when files were read: those of what is examined and what it depends on, and others.

        ``noted`` are the kinds whose items were asked for by what was drawn.
        """
        if self.whole:
            return list(problems), []
        names, languages = {kind.name for kind in self.kinds_of(game)}, self.languages_of(game)
        problems = [problem for problem in problems if not _is_of_others(problem, languages)]
        files = set(self._files(game, book, names, noted))
        other_files = {file for kind in game.kinds.values() for file in kind.files} - files
        within, elsewhere = list[Problem](), list[Problem]()
        for problem in problems:
            of_rule = problem.file == book.file
            concerns = book.concerns(problem, names) if of_rule else problem.file not in other_files
            (within if concerns else elsewhere).append(problem)
        return within, elsewhere

    def _files(self, game: "Game", book: "Rulebook", names: Collection[str], noted: Iterable[str]) -> Iterator[str]:
        """The files that hold what is examined, as named in messages."""
        read = {*names, *noted, *(name for rule in self.rules_of(book, game) for name in rule.reads)}
        for name in names:
            kind = game.kinds[name]
            read |= {part.names_kind for field in kind.fields.values() for part in field.walk()} - {""}
            read |= set(kind.container.holds if kind.container else ())
        for name in read & game.kinds.keys():
            kind = game.kinds[name]
            if not kind.prose:
                yield kind.file
            for language in self.languages_of(game) if kind.prose else ():
                document = kind.document(language, game.language)
                if document is not None:
                    yield document.file


# The languages that are missing, in each message that says so.
_MISSING = re.compile(r"no text in '([\w-]+)'$|there is no file [^:]*\.([\w-]+)\.md:|: ([\w, -]+) will print as ")


def _is_of_others(problem: Problem, languages: Collection[str]) -> bool:
    """Whether a problem says that languages are missing, and none of them is among those that count."""
    match = _MISSING.search(problem.message) if problem.rule == "missing-translation" else None
    return match is not None and set(languages).isdisjoint((match[match.lastindex or 0]).split(", "))


WHOLE = Scope()


Progress = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much
ProblemPlace = tuple[str, int, int, str, str]
OWN_LANGUAGE, EVERY_LANGUAGE = "*", "all"
RULES, PLAN, FRONTS, DRAWN, OWN, SIGNS = "rules", "plan", "fronts", "drawn", "own", "signs"
EDITION, FORGE, LAB, PAGES = "edition", "forge", "lab", "pages"
COVER = "cover.svg"  # in templates/common


class FaceSelection(NamedTuple):
    """Which faces are kept for printing."""

    language: str = ""  # ``*``: the game's own; ``all``; empty: none
    kinds: tuple[str, ...] = ()  # all if empty

    def has(self, kind: "Kind", language: str, own: str) -> bool:
        """Whether those of a kind are kept in a language."""
        own = own if self.language == OWN_LANGUAGE else self.language
        return own in (language, EVERY_LANGUAGE) and (not self.kinds or kind.name in self.kinds)


class Task(NamedTuple):
    """A question about a game."""

    sort: str
    work: Callable[[], list[Problem]]
    kind: str = ""
    language: str = ""  # of fronts in one
    ink: InkName = InkName.full
    keeps: bool = False  # what was drawn
    faces: int = 0  # how long it takes
    counted: bool = True  # its steps are among those that the game may take
    behind: bool = False  # a person who edits the game does not wait for it


class ProblemReport(Struct):
    """What is wrong, as tasks tell it in their order: what was said is not said again."""

    problems: list[Problem]
    fronts: dict[str, dict[ProblemPlace, str]] = {}  # by kind, what was said of fronts and in which language

    def take(self, task: Task, problems: list[Problem]) -> None:
        """Add what a task found: of fronts not what another language shares, of own texts and editions what is new."""
        if task.sort == FRONTS:
            languages = self.fronts.setdefault(task.kind, {})
            self.problems += [
                new_problem
                for new_problem in problems
                if languages.setdefault(place_of(new_problem), task.language) == task.language
            ]
        elif task.sort in (OWN, EDITION):
            places = {place_of(problem) for problem in self.problems}
            new = [new_problem for new_problem in problems if place_of(new_problem) not in places]
            self.problems += (
                {place_of(new_problem): new_problem for new_problem in reversed(new)}.values()
                if task.sort == OWN
                else new
            )
        else:
            self.problems += problems


def place_of(problem: Problem) -> ProblemPlace:
    """Where a problem is, and its rule: what two languages share is said once."""
    lacking = problem.message.partition(" is missing")[0] if problem.rule == "missing-field" else ""  # at one place
    return problem.file, problem.line, problem.column, problem.rule, lacking

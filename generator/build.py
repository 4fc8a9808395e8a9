"""The one place that knows the order of the steps: read, check, draw, impose, print."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from generator.balance.run import check_balance
from generator.catalog.game import Game, Item, Kind
from generator.catalog.load import load_game
from generator.problem import Problem, has_errors
from generator.project import NotFound, Project
from generator.source.tree import locate

if TYPE_CHECKING:
    from generator.face.faces import Atelier
    from generator.face.marks import Face
    from generator.sheet.grid import Grid
    from generator.sheet.page import Page

    Group = tuple[str, list[tuple[Item | None, Face]]]  # its value, and its components in printing order

Progress = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much


OWN_LANGUAGE = "*"


@dataclass(slots=True)
class Checked:
    """A game as read and checked, with the faces that were drawn on the way."""

    game: Game
    problems: list[Problem]
    waived: list[tuple[Item, str, str]]  # item, rule, reason
    atelier: "Atelier"
    faces: "dict[tuple[str, str], dict[int, Face]]" = field(default_factory=dict)  # by kind and language, by position


@dataclass(frozen=True, slots=True)
class Printed:
    """A file that was written."""

    game: str
    kind: str
    components: int
    sheets: int
    file: Path
    seconds: float


def check_game(
    project: Project,
    name: str,
    *,
    replace: dict[str, tuple[Path, str]] | None = None,
    progress: Progress | None = None,
    keep: str = "",
) -> Checked:
    """Read a game and find all that is wrong with it, down to the texts that do not fit their boxes.

    Args:
        project: the folders.
        name: the game.
        replace: files of items to read in place of a kind's own.
        progress: told of the work as it goes.
        keep: the language whose faces are kept for printing (``*``: the game's own); all others are laid out
            to be checked only.
    """
    from generator.face.faces import open_atelier
    from generator.play import DERIVED

    folder = project.game_folder(name)
    game, problems = load_game(folder, f"{project.data}/{name}", replace)
    problems += _unfit_procedures(game)
    atelier = open_atelier(game, project.templates_for(game.templates), project.common, DERIVED)
    checked = Checked(game, problems, [], atelier)
    if game.kinds:  # without them every rule and every text would be at a loss
        found, checked.waived = check_balance(game)
        for kind in game.kinds.values():
            if kind.printed and atelier.template(kind) is not None:
                _check_faces(checked, kind, keep, progress)
        checked.problems += found + atelier.problems
    checked.problems = sorted(set(checked.problems))
    return checked


def _unfit_procedures(game: Game) -> Iterator[Problem]:
    """What kinds ask for and can't have: procedures that are not there, or are for items of another form.

    The kinds are rid of them.
    """
    from generator.play import DERIVED, PROCEDURES

    for kind in game.kinds.values():
        for name, procedure in list(kind.derived.items()):
            if procedure in DERIVED and not _suits(DERIVED[procedure], kind):  # an unknown one is the faces' affair
                yield _unfit(game, kind, ("derived", name), f"{procedure} is for items of another form")
                del kind.derived[name]
        if kind.procedure is not None and kind.procedure not in PROCEDURES:
            message, hint = f"there is no procedure {kind.procedure!r}", "known: " + ", ".join(PROCEDURES)
            yield _unfit(game, kind, ("procedure",), message, hint)
        elif kind.procedure is not None and not _suits(PROCEDURES[kind.procedure].order, kind):
            yield _unfit(game, kind, ("procedure",), f"{kind.procedure} is for items of another form")
            kind.procedure = None


def _suits(procedure: Callable[[dict[str, Any]], object], kind: Kind) -> bool:
    try:
        for item in kind.items:
            if not item.broken:
                procedure(item.fields)
    except (LookupError, AttributeError, TypeError, ValueError):
        return False
    return True


def _unfit(game: Game, kind: Kind, path: tuple[str, ...], message: str, hint: str = "") -> Problem:
    node = locate(kind.node, path)
    return Problem(game.file, node.line, node.column, "error", "unknown-reference", message, hint)


def open_game(project: Project, name: str) -> "Atelier":
    """A game as far as it can be read, with its look, unchecked: for telling about it."""
    from generator.face.faces import open_atelier
    from generator.play import DERIVED

    game, _ = load_game(project.game_folder(name), f"{project.data}/{name}")
    list(_unfit_procedures(game))
    return open_atelier(game, project.templates_for(game.templates), project.common, DERIVED)


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
            face, problems = checked.atelier.face(kind, item, language, draws=kept is not None)
            found += problems
            if kept is not None:
                kept[position] = face
            if progress is not None and done % 50 == 0:
                progress(f"checking {kind.name}", done, total)
        checked.problems += [problem for problem in found if _place(problem) not in told]
        told.update(_place(problem) for problem in found)


def _place(problem: Problem) -> tuple[str, int, int, str]:
    return problem.file, problem.line, problem.column, problem.rule


@dataclass(frozen=True, slots=True)
class Order:
    """What to print and how."""

    kinds: tuple[str, ...] = ()  # all printed kinds if empty
    items: tuple[str, ...] = ()  # all items if empty
    paper: str = "a4"
    language: str | None = None  # the game's own if None
    copies: int | None = None  # of each item; as each says if None
    out: Path = Path("output")


def choose_kinds(game: Game, order: Order) -> list[Kind]:
    """The kinds to print.

    Raises:
        NotFound: a kind or item is not there, or the game is not in the language.
    """
    printed = [kind for kind in game.kinds.values() if kind.printed]
    for name in order.kinds:
        if name not in [kind.name for kind in printed]:
            known = ", ".join(kind.name for kind in printed)
            raise NotFound(f"{game.name} prints no kind {name!r}; known: {known}")
    kinds = [kind for kind in printed if not order.kinds or kind.name in order.kinds]
    for item in order.items:
        if not any(known.id == item for kind in kinds for known in kind.items):
            raise NotFound(f"{game.name} has no item {item!r} in {', '.join(kind.name for kind in kinds)}")
    if order.language is not None and order.language not in game.languages:
        known = ", ".join(game.languages)
        raise NotFound(f"{game.name} is not written in {order.language!r}; its languages: {known}")
    if order.items:
        kinds = [kind for kind in kinds if any(item.id in order.items for item in kind.items)]
    return kinds


def render(checked: Checked, order: Order, progress: Progress | None = None) -> Iterator[Printed]:
    """Print the sheets of a checked game, a file a kind.

    Raises:
        ValueError: the game has errors.
        NotFound: see `choose_kinds`.
        OSError: a file cannot be written; those written before it stand.
    """
    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    for kind in choose_kinds(game, order):
        started = perf_counter()
        grid = sheet_grid(kind, order.paper)
        faces = checked.faces.get((kind.name, language), {})
        sheets = _Sheets(checked, kind, language, grid)
        groups: list[Group] = []
        position = {id(item): number for number, item in enumerate(kind.items)}
        for group in kind.groups(kind.items):
            members: list[tuple[Item | None, Face]] = []
            for item in group:
                if order.items and item.id not in order.items:
                    continue
                face = faces.get(position[id(item)]) or checked.atelier.face(kind, item, language)[0]
                members += [(item, face)] * (item.copies if order.copies is None else order.copies)
            if members:
                groups.append((str(group[0].fields.get(kind.group)) if kind.group else "", members))
        components = sum(len(members) for _, members in groups)
        if not components:
            continue
        file = order.out / game.name / f"{kind.name}{_suffix(game, language)}.pdf"
        count = sheets.write(groups, file, progress)
        yield Printed(game.name, kind.name, components, count, file, perf_counter() - started)


def blank(checked: Checked, order: Order, pages: int) -> Iterator[Printed]:
    """Print blank forms, ``pages`` sheets a kind. Raises as `render` does."""
    if has_errors(checked.problems):
        raise ValueError("a game with errors is not printed")
    game = checked.game
    language = order.language or game.language
    for kind in choose_kinds(game, order):
        started = perf_counter()
        grid = sheet_grid(kind, order.paper)
        face, _ = checked.atelier.blank(kind, language)
        sheets = _Sheets(checked, kind, language, grid, kind.blank_page_label)
        file = order.out / game.name / f"{kind.name}-blank{_suffix(game, language)}.pdf"
        components = pages * len(grid.slots)
        sheets.write([("", [(None, face)] * components)], file, None)
        yield Printed(game.name, kind.name, components, pages, file, perf_counter() - started)


def sheet_grid(kind: Kind, paper: str) -> "Grid":
    """The grid of a kind's sheets.

    Raises:
        NotFound: not one component fits the paper.
    """
    from generator.sheet.grid import fit_grid
    from generator.sizes import PAPERS

    assert kind.size is not None
    try:
        return fit_grid(PAPERS[paper], kind.size, gutter=kind.gutter)
    except ValueError as error:
        raise NotFound(f"{kind.name}: {error}") from None


def _suffix(game: Game, language: str) -> str:
    return "" if language == game.language else f".{language}"


@dataclass(slots=True)
class _Sheets:
    """The sheets of one file."""

    checked: Checked
    kind: Kind
    language: str
    grid: "Grid"
    label: str = ""

    def write(self, groups: "list[Group]", file: Path, progress: Progress | None) -> int:
        """Write the file; how many sheets it has."""
        from generator.press.pdf import write_pdf
        from generator.sheet.impose import count_pages
        from generator.sheet.page import Document

        total = count_pages((len(members) for _, members in groups), len(self.grid.slots))
        game, kind = self.checked.game, self.kind
        fallback = game.language
        titles = [text.in_language(self.language, fallback) for text in (game.title, kind.title)]
        labels = list(self._labels(groups))
        bookmarks = tuple((label, number) for number, label in enumerate(labels))
        document = Document(" · ".join(titles), self.language, bookmarks=bookmarks)
        write_pdf(document, self._pages(groups, labels, titles, total, progress), file)
        return total

    def _labels(self, groups: "list[Group]") -> Iterator[str]:
        number = 0
        for group, members in groups:
            label = self.label or self.kind.group_page_label.get(group, self.kind.page_label)
            for _ in range(0, len(members), len(self.grid.slots)):
                number += 1
                yield label.replace("{number}", str(number))

    def _pages(
        self,
        groups: "list[Group]",
        labels: list[str],
        titles: list[str],
        total: int,
        progress: Progress | None,
    ) -> "Iterator[Page]":
        from generator.sheet.furniture import sheet_label
        from generator.sheet.impose import Placeable, impose

        look = self.checked.atelier.look
        fonts = look.fonts.get("text") or next(iter(look.fonts.values()))
        done = 0
        for _, members in groups:
            items = [Placeable(item.id if item else "blank", face) for item, face in members]
            start = done

            def label(number: int, start: int = start) -> str:
                return sheet_label(titles[0], titles[1], self.language, start + number + 1, total, self.kind.data_hash)

            for page in impose(items, self.grid, page_labels=labels[start:], sheet_label=label, fonts=fonts):
                yield page
                done += 1
                if progress is not None:
                    progress(f"printing {self.kind.name}", done, total)

"""The cover sheet of a box: what is printed on it, and what is wrong with that, at its place in the game's files."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.core.notes import Remember, anew
from generator.core.problem import Problem
from generator.model.game import Game, Kind
from generator.model.values import Record
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, locate
from generator.rules.kit import TriedEntry, is_workable, players_of, tried_entry

if TYPE_CHECKING:
    from generator.draw.marks.marks import Face
    from generator.draw.marks.picture import Picture
    from generator.draw.renderer import Renderer
    from generator.draw.scope import FaceFault

FRONT = (
    "facts",
    "credits",
    "icons",
)  # phrases of a game, `front-facts` and the like, where it has them; icons are credited too
PICTURE = 19.0  # mm: how wide a component is shown at most
MOST_RUNS = 3  # of pages, which a row has room for
MOST_ROWS = 80  # on a cover: of more, no line would be readable
ROWS, HIGHEST, BETWEEN = 150.0, 21.0, 1.8  # mm: room for all rows, in two columns; one at most; what is left free of it


RowLike = TypeVar("RowLike")


class CoverRow(Struct, frozen=True):
    """What the cover says of one entry of the plan."""

    entry: int  # its place in the plan, from 0
    kind: Kind
    components: int
    sheets: int  # that it lies on
    ways: tuple[str, ...]  # how they are cut and folded: phrases of words.yaml
    why: str
    ours: bool  # the number is our setting, not the game's
    pages: tuple[int, ...] = ()  # of the file, both sides of those sheets; none where the box is not laid out
    face: "Face | None" = None  # of one of them, to show

    @property
    def in_words(self) -> tuple[object, ...]:
        """All that the cover says."""
        return self.entry, self.kind.name, self.components, self.sheets, self.ways, self.why, self.ours, self.pages


WAYS = ("how-straight", "how-outline", "how-fold", "how-whole")  # that every cover explains


def ways(*, outlined: bool, whole: bool, creased: bool, joined: bool) -> tuple[str, ...]:
    """How components become loose: cut out along a line of their own, left as pages to read, or cut straight."""
    how = "how-outline" if outlined else "how-whole" if whole else "how-straight"
    return (how, *(["how-fold"] if creased else []), *(["how-join"] if joined else []))


def parted(rows: Sequence[RowLike]) -> list[Sequence[RowLike]]:
    """The rows of each cover, where they are too many for one; an empty one where there are none."""
    return [rows[start : start + MOST_ROWS] for start in range(0, len(rows) or 1, MOST_ROWS)]


def draw_cover(
    renderer: "Renderer",
    template: Path,
    rows: Iterable[CoverRow],
    players: int,
    mode: str,
    language: str,
    *,
    total: int | None = None,
    draws: bool = True,
) -> "tuple[Face, list[Problem]]":
    """The cover of a box, and what is wrong with it.

    Args:
        renderer: of the game.
        template: the cover's.
        rows: what the box holds, in the order in which it is printed behind the cover.
        players: for how many it is.
        mode: the way to play, or empty.
        language: of the cover.
        total: how many sheets there are in all; as many as these rows come to, if None.
        draws: see `Renderer.face`.
    """
    from generator.draw.figure_pictures import is_coloured, thumbnail

    rows = list(rows)
    game, next_page, cover_pages = renderer.game, 2, []
    pitch = min(ROWS / max((len(rows) + 1) // 2, 1), HIGHEST)
    pictures: dict[str, Picture] = {}
    for row in rows:
        pages = row.pages or range(next_page, next_page + 2 * row.sheets)  # as many as there may be
        small = None
        if row.face is not None and draws:
            small = thumbnail(row.face, PICTURE, pitch - BETWEEN, cut=row.kind.bleed > 0)
            pictures[small.drawing.name] = small
        cover_pages.append(Record({
            "at": f"plan.{row.entry}",
            "title": row.kind.title.in_language(language, game.language),
            "components": row.components, "sheets": row.sheets,
            "pages": _runs(pages), "sides": len(pages),
            "picture": small.drawing.name if small else "", "ways": list(row.ways), "why": row.why, "ours": row.ours,
        }))  # fmt: skip
        next_page = max(next_page, pages[-1] + 1)
    variables = _front(renderer, language, rows) | {
        "game": game.title.in_language(language, game.language),
        "players": players,
        "mode": game.mode_name(mode, language),
        "emblem": renderer.theme.cover_from(template.parent),
        "rows": cover_pages,
        "pitch": pitch,
        "pencils": not any(row.face is not None and is_coloured(row.face.marks) for row in rows),
        "total": total or sum(row.sheets for row in rows) + 1,
    }

    def blame(finding: "FaceFault") -> Problem | None:
        return _at_home(renderer, finding, mode, language)

    return renderer.page(template, language, variables, blame, draws=draws, pictures=pictures)


def _runs(pages: Sequence[int]) -> str:
    """Pages as a reader finds them: 4, 7–9; of more than three runs, from the first to the last."""
    held = set(pages)
    starts = [page for page in pages if page - 1 not in held]
    ends = [page for page in pages if page + 1 not in held]
    if len(starts) > MOST_RUNS:
        starts, ends = starts[:1], ends[-1:]
    runs = zip(starts, ends, strict=True)
    return ", ".join(str(start) if start == end else f"{start}–{end}" for start, end in runs)


def _front(renderer: "Renderer", language: str, rows: Sequence[CoverRow]) -> dict[str, object]:
    """The game's own phrases for a cover, empty where it has none, and the ways that it explains."""
    texts, game = renderer.theme.words.texts, renderer.game
    found = {name: texts.get(f"front-{name}") for name in FRONT}
    front = {name: text.in_language(language, game.language) if text else "" for name, text in found.items()}
    owed = " ".join(filter(None, [front["credits"], front.pop("icons")]))
    ways_of_rows = [way for row in rows for way in row.ways]
    return {**front, "credits": owed, "legend": list(dict.fromkeys([*WAYS, *ways_of_rows]))}


def check_covers(
    renderer: "Renderer", template: Path, remember: Remember = anew, remember_entry: Remember = anew
) -> Iterator[Problem]:
    """What is wrong with the covers of all boxes that can be planned. The plan itself must be right.

    Covers that differ in numbers alone are one: it is laid out with the largest of them. ``remember`` gives what was
    found before, ``remember_entry`` what an entry came to, as `check_plan` has it.
    """
    game = renderer.game
    if not game.plan or not renderer.theme.fonts:
        return
    tried: dict[int, TriedEntry] = {
        number: remember_entry(number, partial(tried_entry, game, game.kinds[entry.kind], entry))
        for number, entry in enumerate(game.plan)
        if is_workable(game, entry) and game.kinds[entry.kind].printed
    }
    for mode in game.modes or ("",):
        boxes: dict[tuple[object, ...], tuple[int, list[CoverRow]]] = {}
        for players in players_of(game, mode):
            rows = list(_rows(renderer, tried, players, mode))
            key = players == 1, *(row.entry for row in rows)
            boxes[key] = players, _larger(boxes[key][1], rows) if key in boxes else rows
        for language in game.languages:
            for players, rows in boxes.values():
                for part in parted(rows):
                    printed_rows = [_in(row, game, language) for row in part]
                    question = (mode, players, language, tuple(row.in_words for row in printed_rows))
                    draw = partial(draw_cover, renderer, template, printed_rows, players, mode, language, draws=False)
                    yield from remember(question, draw)[1]


def _rows(renderer: "Renderer", tried: dict[int, TriedEntry], players: int, mode: str) -> Iterator[CoverRow]:
    """The rows of a box, each component on a sheet of its own: on no paper are they more."""
    game = renderer.game
    for number, rows in tried.items():
        entry = game.plan[number]
        kind, components = game.kinds[entry.kind], rows.counts.get((mode, players), 0)
        template = renderer.template(kind)
        if components and template is not None:
            how = ways(
                outlined=bool(template.outline),
                whole=bool(kind.prose),
                creased=bool(template.folds),
                joined=kind.join is not None,
            )
            yield CoverRow(number, kind, components, components, how, "", entry.source == "ours")


def _larger(first: list[CoverRow], second: list[CoverRow]) -> list[CoverRow]:
    return [a if a.components > b.components else b for a, b in zip(first, second, strict=True)]


def _in(row: CoverRow, game: Game, language: str) -> CoverRow:
    why = game.plan[row.entry].why
    why_text = "" if why is None else why.in_language(language, game.language)
    return replace(row, why=why_text)


def _at_home(renderer: "Renderer", finding: "FaceFault", mode: str, language: str) -> Problem | None:
    """The problem at the place of the text in ``game.yaml`` or ``words.yaml``; None where neither holds it."""
    game, path = renderer.game, finding.path or ("",)
    where: tuple[str | int, ...]
    match path:
        case ("words", str(name)):
            return _of_words(renderer, finding, name, language)
        case ("modes",):
            named = mode in game.mode_names
            where = ("mode_names", mode, language) if named else ("modes", game.modes.index(mode))
        case ("plan", int(entry), "title"):
            where = ("kinds", game.plan[entry].kind, "title", language)
        case ("name",) | ("plan", *_):
            where = (*path, language)
        case _:
            return None
    assert game.root is not None
    return _on_the_cover(finding, game.file, locate(game.root, where))


def _of_words(renderer: "Renderer", finding: "FaceFault", name: str, language: str) -> Problem | None:
    file = f"{renderer.shown}/words.yaml"
    root, _ = read_file(renderer.folder / "words.yaml", file)
    if not isinstance(root, Mapping) or name not in root.values:
        return None
    return _on_the_cover(finding, file, locate(root, (name, language)))


def _on_the_cover(finding: "FaceFault", file: str, node: Node) -> Problem:
    message = f"on the cover: {finding.message}"
    return Problem(file, node.line, node.column, finding.level, finding.rule, message, finding.hint)

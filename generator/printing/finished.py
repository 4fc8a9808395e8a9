"""Finished pictures and pages of PDF files: which there are, and which is the back of which."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, count, product
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from generator.check.build import Progress
from generator.core.choices import Cards, Size
from generator.core.cores import cores_here, divided
from generator.core.problem import Infeasible, Mismatch, WrongUse, reason_of
from generator.draw.marks.picture import Picture
from generator.draw.svg.rasters import read_pixels
from generator.printing.finished_files import (
    NAMED,
    PDF,
    READ,
    CardSide,
    Report,
    Stack,
    counted,
    find_stacks,
    listed,
    listed_copies,
    names_of,
    on_no_sheet,
    page_numbers,
    report_left,
    stem_of,
)
from generator.printing.finished_pages import FinishedPage, read_pages
from generator.printing.finished_sheets import SheetCutter, cut_apart

ONE = "one"  # the picture named back, or a PDF's last page, is behind all others
ALTERNATE = "alternate"  # each second page is behind the one before it
_BACKLIKE = re.compile(  # words for a back that are no part of the form NAME-back
    r"(?<![^\W\d_])(backs?|backside|rear|reverse|verso|dos|reverso|dorso|retro|rueckseite|rückseite|achterkant|rewers)(?![^\W\d_])",
    re.I,
)
_AT_ONCE = 25  # pictures that a process looks at before it says so


class FinishedCard(NamedTuple):
    """A picture to print, and what lies behind it."""

    name: str
    front: Picture
    back: Picture | None
    size: Size | None = None  # mm, of a PDF's page when cut
    copies: int = 1


class Selection(Struct, frozen=True):
    """What is taken of the files, and how often."""

    pages: str | None = None  # of PDF files, such as 1-6,9,12-
    cards: Cards | None = None  # on each sheet that is cut apart; None: what is seen to be a sheet is
    size: Size | None = None  # mm of such a card
    copies: Path | None = None  # a list of how often each is printed
    ask: Callable[[str], bool] | None = None  # whether to cut a sheet apart that was seen


ALL = Selection()


def cards_of(
    paths: Sequence[Path],
    backs: str | None,
    scratch: Path,
    progress: Progress | None,
    held: float = 0.0,
    *,
    out: Path | None = None,
    report: Report = lambda _: None,
    selection: Selection = ALL,
) -> tuple[list[FinishedCard], Size | None]:
    """What is to be printed, in the order of names, and the size in mm that a PDF's first page has when cut.

    Args:
        paths: pictures, PDF files, and folders of both, with folders in them.
        backs: a picture that is behind all, a PDF with a page for each or one for all, a folder with a back of the same
            name for each, `ONE`, `ALTERNATE`, or None: then names that end in ``-front`` and ``-back`` go together, and
            one named ``back`` is behind all of its folder that have none.
        scratch: a folder for copies of PDF files.
        progress: is told how far it is.
        held: mm of bleed that pages of PDF files hold and that is printed too.
        out: a folder in which nothing is looked for.
        report: receives a line on each sort of what is on no sheet.
        selection: what is taken of the files, and how often.

    Raises:
        NotFound: a file is not there.
        WrongUse: there is no picture; one lacks its back.
        Mismatch: the files do not go together: a back without its front, two of one name, a wrong number of pages.
        Infeasible: a picture or PDF cannot be read, or takes too much.
    """
    fronts, behind = _sides(find_stacks(paths, out, report), backs, report)
    if selection.pages is not None and all(stack.file.suffix.lower() != PDF for stack in fronts):
        raise WrongUse("--pages is for PDF files, and none is given")
    read = partial(read_pages, scratch=scratch, progress=progress, held=held, report=report)
    wanted = _PageChoice(selection.pages)
    fronts = _filled(fronts, lambda file: read(file, selection=partial(wanted.of_front, file.name)))
    behind = _filled(behind, lambda file: read(file, selection=wanted.of_back))
    if backs == ALTERNATE or (backs == ONE and not behind):
        pairs = list(_in_files(fronts, backs))
    else:
        _refuse_namesakes(fronts)
        pairs = list(_paired(fronts, _match_backs(fronts, behind, backs, report)))
        if backs is None and not behind:
            _report_even_pages(fronts, report)
        if backlike := [stack for stack in fronts if stack.side != "back" and _BACKLIKE.search(stack.file.stem)]:
            named = listed(names_of(backlike))
            report(f"{counted(backlike)} printed as fronts, named like backs: {named}; a back is NAME-back")
    files = (side.path for pair in pairs for side in pair if side is not None and side.page is None)
    seen = _read_all(dict.fromkeys(files), progress)
    for path, note in [(path, note) for path, picture in seen.items() for note in picture.notes]:
        report(f"{path.name}: {note.message}")
    cutter = SheetCutter(selection.cards, selection.size, held, report, selection.ask)
    cards = _cards(list(cut_apart([_whole(pair, seen) for pair in pairs], cutter, report)))
    return _counted_cards(cards, selection.copies, report), next((card.size for _, card in cards if card.size), None)


class _PageChoice:
    """Which pages of files are taken; of a PDF of backs the same as of the fronts, if it has as many."""

    def __init__(self, pages: str | None) -> None:
        self._pages, self._counts = pages, set[int]()

    def of_front(self, name: str, count: int) -> Sequence[int]:
        self._counts.add(count)
        return range(count) if self._pages is None else page_numbers(self._pages, count, name)

    def of_back(self, count: int) -> Sequence[int]:
        if self._pages is None or self._counts != {count}:
            return range(count)
        return page_numbers(self._pages, count, "")


def _whole(pair: tuple[CardSide, CardSide | None], seen: dict[Path, Picture]) -> tuple[CardSide, CardSide | None]:
    """The sides of a card with their pictures."""
    front, back = (side and side._replace(page=side.page or seen[side.path]) for side in pair)
    assert front is not None
    return front, back


def _cards(pairs: Sequence[tuple[CardSide, CardSide | None]]) -> list[tuple[CardSide, FinishedCard]]:
    """The cards, each with its front; the names are different but for those of copies."""
    cards: list[tuple[CardSide, FinishedCard]] = []
    for name, (front, back) in zip(_distinct(pairs), pairs, strict=True):
        assert front.page is not None
        copies = 1 if front.copies is None else front.copies
        cards.append((front, FinishedCard(name, front.page, back and back.page, front.size, copies)))
    return cards


def _counted_cards(
    cards: Sequence[tuple[CardSide, FinishedCard]], path: Path | None, report: Report
) -> list[FinishedCard]:
    """The cards as often as a list says, or else the names of their files; those that are not printed are reported."""
    counts, reason = [card.copies for _, card in cards], "0 copies"
    if path is not None:
        names = []
        for front, card in cards:
            own = [card.name, front.name]
            if not front.size:  # where there is one, a file has several pages
                own += [front.path.name, front.path.stem, stem_of(front.path)]
            names.append([*own, *(f"{front.path.parent.name}/{name}" for name in own)])
        counts, reason = listed_copies(path, names), f"not in {path.name}"
    left = [card.name for copies, (_, card) in zip(counts, cards, strict=True) if not copies]
    report_left(report, left, reason)
    if len(left) == len(cards):
        raise WrongUse("there is no picture to print: each is to have 0 copies")
    return [card._replace(copies=copies) for copies, (_, card) in zip(counts, cards, strict=True) if copies]


def _sides(stacks: list[Stack], backs: str | None, report: Report) -> tuple[list[Stack], list[Stack]]:
    """Which are fronts, and which backs may be behind them."""
    behind: list[Stack] = []
    if backs not in (None, ONE, ALTERNATE):
        place = Path(backs)
        behind = find_stacks([place], None, report)
        if not behind:
            raise WrongUse(f"there is no picture in {place.as_posix()}")
        files = {stack.file.resolve() for stack in behind}
        stacks = [stack for stack in stacks if stack.file.resolve() not in files]
        behind = [each for each in behind if each.side != "front"] if place.is_dir() else [behind[0]._replace(name="")]
    named = [stack for stack in stacks if stack.side == "back" and backs != ALTERNATE]
    fronts = [stack for stack in stacks if stack.side != "back" or backs == ALTERNATE]
    if not fronts and named and not behind:
        several = f"{len(named)} backs are printed alone, as there is no front"
        report("1 back is printed alone, as there is no front" if len(named) == 1 else several)
        return named, []
    if not fronts:
        raise WrongUse(f"there is no picture to print: {READ} are wanted")
    if backs is None or backs == ONE:
        behind = [stack for stack in named if backs is None or not stack.name]
    if backs == ONE and not behind and any(stack.file.suffix.lower() != PDF for stack in fronts):
        raise WrongUse("--backs one: none of the pictures is named back; or name the picture: --backs FILE")
    report_left(report, names_of([stack for stack in named if stack not in behind]), "--backs says what is behind")
    return fronts, behind


def _filled(stacks: Sequence[Stack], read: Callable[[Path], list[FinishedPage]]) -> list[Stack]:
    """The stacks with their sides; PDF files that cannot be read are refused together."""
    refused: list[str] = []
    sides: dict[Path, tuple[CardSide, ...]] = {}
    for stack in stacks:
        name, file = stack.file.stem, stack.file
        if file.suffix.lower() != PDF:
            own = CardSide(name if stack.side == "back" else stack.name, file, copies=stack.copies)
            sides[file] = (own,)
        elif file not in sides:
            try:
                sides[file] = tuple(
                    CardSide(f"{name} {page.number}", file, page.size, page.picture, stack.copies)
                    for page in read(file)
                )
            except Infeasible as error:
                refused.append(str(error))
    _refuse(refused)
    return [stack._replace(sides=sides[stack.file]) for stack in stacks]


def _match_backs(
    fronts: Sequence[Stack], behind: Sequence[Stack], backs: str | None, report: Report
) -> list[Stack | None]:
    """The back of each front: that of its name in its folder, or the nearest for all; what goes with none is named."""
    by_names = backs is None or backs == ONE
    if backs is not None and len(behind) == 1 and not behind[0].name:
        return [behind[0]] * len(fronts)
    _refuse_namesakes(behind)
    last = sorted(behind, key=lambda back: back.side == "back")  # which goes before one that does not say so
    own = {(back.folder if by_names else back.inside, back.key): back for back in last}
    matched: list[Stack | None] = []
    for front in fronts:
        here = front.folder if by_names else front.inside
        places = [here, *here.parents]
        back = own.get((here, front.key)) or (None if by_names else own.get((Path(), front.key)))
        back = back or next((own[place, ""] for place in places if (place, "") in own), None)
        matched.append(back)
    used = set(matched)
    orphans = [back for back in behind if back not in used]
    without = [front for front, back in zip(fronts, matched, strict=True) if back is None]
    unsure = {front.folder for front, back in zip(fronts, matched, strict=True) if back is None or not back.name}
    for sort, reason in ((True, "no front of that name"), (False, "a folder's back is for its cards without one")):
        unmatched = [back for back in orphans if bool(back.name) == sort]
        if by_names and [back for back in unmatched if back.folder in unsure or (without and not sort)]:
            hint = "rename it, or the front that it is for" if sort else "--backs FILE puts one behind all"
            raise Mismatch(f"{on_no_sheet(names_of(unmatched), reason)}; {hint}")
        report_left(report, names_of(unmatched), reason)
    folders = {back.folder for back in behind}
    if lacking := [front for front in without if not by_names or front.folder in folders]:
        more = f" and {len(lacking) - 1} more have" if len(lacking) > 1 else " has"
        hint = f"name it {stem_of(lacking[0].file)}-back, or one for all back"
        raise WrongUse(f"{lacking[0].file.name}{more} no back; {hint}")
    if behind and without:
        report(f"{counted(without)} without a back, as there is none in the folder: {listed(names_of(without))}")
    return matched


def _paired(fronts: Sequence[Stack], backs: Sequence[Stack | None]) -> Iterator[tuple[CardSide, CardSide | None]]:
    """The sides of cards: a back of one page is behind all, one of as many as its fronts behind them page by page."""
    fronts_by_back: dict[Path, dict[CardSide, None]] = {}  # what each back is behind
    for front, back in zip(fronts, backs, strict=True):
        if back is not None:
            fronts_by_back.setdefault(back.file, {}).update(dict.fromkeys(front.sides))
    for front, back in zip(fronts, backs, strict=True):
        if back is None or len(back.sides) == 1:
            yield from ((side, back and back.sides[0]) for side in front.sides)
            continue
        sides = list(fronts_by_back[back.file])
        if len(sides) != len(back.sides):
            number = f"{len(back.sides)} pages, and there are {len(sides)} fronts"
            raise Mismatch(f"{back.file.name} has {number}; give a back for each, or one page for all")
        yield from ((side, back.sides[sides.index(side)]) for side in front.sides)


def _in_files(stacks: Sequence[Stack], backs: str) -> Iterator[tuple[CardSide, CardSide | None]]:
    """The sides of cards whose backs are in the same file: each second page, or the last for all others."""
    for stack in stacks:
        name, sides = stack.file.name, stack.sides
        if backs == ONE and len(sides) < 2:
            raise Mismatch(f"{name} has one page; with --backs one the last is behind the others")
        if backs == ALTERNATE and stack.file.suffix.lower() != PDF:
            raise WrongUse(f"--backs alternate is for PDF files; {name} goes with others by its name")
        if backs == ALTERNATE and len(sides) % 2:
            raise Mismatch(f"{name} has {len(sides)} pages; --backs alternate takes pairs of them")
        yield from zip(sides[::2], sides[1::2], strict=True) if backs == ALTERNATE else product(sides[:-1], sides[-1:])


def _report_even_pages(fronts: Sequence[Stack], report: Report) -> None:
    for stack in dict.fromkeys(fronts):
        if len(stack.sides) > 1 and len(stack.sides) % 2 == 0:
            advice = "pages are printed as fronts; --backs alternate, if each second one is a back"
            report(f"{stack.file.name}: all {len(stack.sides)} {advice}")


def _refuse_namesakes(stacks: Sequence[Stack]) -> None:
    files: dict[tuple[Path, str, bool], Path] = {}
    for stack in stacks:
        first = files.setdefault((stack.folder, stack.key, stack.side == "back"), stack.file)
        if first.resolve() != stack.file.resolve():
            raise Mismatch(f"{first.name} and {stack.file.name} have one name; rename one, or remove it")


def _distinct(pairs: Sequence[tuple[CardSide, CardSide | None]]) -> Iterator[str]:
    """A name for each card, the same for copies only."""
    cards: dict[str, tuple[CardSide, CardSide | None]] = {}
    for pair in pairs:
        named = f"{pair[0].path.parent.name}/{pair[0].name}"
        names = chain((pair[0].name, named), (f"{named} ({number})" for number in count(2)))
        yield next(name for name in names if cards.setdefault(name, pair) == pair)


def _read_all(paths: Iterable[Path], progress: Progress | None) -> dict[Path, Picture]:
    """The pictures by their files, looked at by all processors."""
    order = list(paths)
    lots = [order[at : at + _AT_ONCE] for at in range(0, len(order), _AT_ONCE)]
    seen: dict[Path, Picture] = {}
    refused: list[str] = []
    for lot, pictures in zip(lots, divided([partial(_read, lot) for lot in lots], cores_here()), strict=True):
        refused += [picture for picture in pictures if isinstance(picture, str)]
        seen |= {path: picture for path, picture in zip(lot, pictures, strict=True) if isinstance(picture, Picture)}
        if progress is not None:
            progress("looking at pictures", len(seen), len(order))
    _refuse(refused)
    return seen


def _refuse(reasons: Sequence[str]) -> None:
    """Say of all files why they cannot be read, if there are any."""
    if reasons:
        more = f"; and {len(reasons) - NAMED} more" if len(reasons) > NAMED else ""
        raise Infeasible("; ".join(reasons[:NAMED]) + more)


def _read(paths: Sequence[Path]) -> list[Picture | str]:
    """Each picture, or why it cannot be had."""
    pictures: list[Picture | str] = []
    for path in paths:
        try:
            pictures.append(read_pixels(path))
        except OSError as error:
            pictures.append(f"cannot read {path.as_posix()}: {reason_of(error)}")
        except ValueError as error:
            pictures.append(f"{path.as_posix()}: {error}")
    return pictures

"""Blank forms: the sheets of kinds with everything but what players would write."""

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

from generator.check.result import CheckResult
from generator.core.problem import NotFound, require_sound
from generator.model.game import Kind
from generator.printing.members import ItemFace, language_suffix
from generator.printing.order import BlankOrder, SheetLayout, choose_kinds, nothing_to_print
from generator.printing.print_cache import UNPRINTED, PrintedFile
from generator.printing.sheets import KindGroups, Sheets
from generator.printing.slots import joint_of, sheet_grid


def blank_tasks(checked: CheckResult, order: BlankOrder) -> list[Callable[[], PrintedFile]]:
    """What printing blank forms takes, one task per file.

    Raises:
        Faulty: the game has errors.
        Refusal: there is no such form, or not so many; a task raises that too.
    """
    require_sound(checked.problems, UNPRINTED)
    chosen = choose_kinds(checked.game, order.choice)
    kinds = [kind for kind in chosen if has_blank(kind)]
    if not chosen:
        raise nothing_to_print([checked.game], order.choice)
    if not kinds:
        raise NotFound(f"{', '.join(kind.name for kind in chosen)}: there is no blank form of this")
    if order.style is not None and not order.choice.kinds:
        kinds = [kind for kind in kinds if order.style in kind.blank_styles] or kinds
    return [partial(_print_blank, checked, order, kind) for kind in kinds]


def has_blank(kind: Kind) -> bool:
    """Whether there is a blank form of a kind."""
    return kind.blank and not kind.prose


def _print_blank(checked: CheckResult, order: BlankOrder, kind: Kind) -> PrintedFile:
    started = perf_counter()
    game = checked.game
    language = order.choice.language_of(game)
    sheets = blank_sheets(checked, kind, order)
    name = f"{kind.name}-blank"
    file = order.out / game.name / f"{name}{language_suffix(game, language)}.pdf"
    backs_file = file.with_name(f"{name}-backs{language_suffix(game, language)}.pdf")
    count, written = sheets.write_all(file, backs_file)
    return PrintedFile(
        game.name,
        kind.name,
        sum(sheets.parts[0].run.sizes),
        count,
        file,
        perf_counter() - started,
        beside=tuple(written),
        warnings=sheets.warnings,
        cleared=() if f"{name}-backs" in game.kinds else (backs_file,),
    ).alone()


def blank_sheets(checked: CheckResult, kind: Kind, order: BlankOrder) -> Sheets:
    """The sheets of a kind's blank forms: as many as fill the pages, or are ordered, and the guide behind them.

    Raises:
        NotFound: there is no such style or picture, or no blank form of the kind.
        Infeasible: a form does not fit the paper.
    """
    if not has_blank(kind) or not kind.printed:
        raise NotFound(f"{kind.name}: there is no blank form of this")
    language, layout = order.choice.language_of(checked.game), order.layout
    side = layout.front(kind)
    numbers = _slots(checked, kind, layout)
    guides = 1 if kind.blank_guide and checked.renderer.template(kind, "guide") is not None else 0
    skipped = sum(number in layout.skip for number in numbers)
    count = order.pages * len(numbers) - skipped - guides if order.count is None else order.count
    style, pictures = _design(kind, order)
    drawn = partial(checked.renderer.blank, kind, language)
    faces = [drawn(style=style, art=art, side=side)[0] for art in pictures[:count] or [None]]
    members: list[ItemFace] = [(None, faces[number % len(faces)]) for number in range(count)]
    if guides:
        members.append((None, drawn(side="guide")[0]))
    label = kind.blank_page_label.in_language(language, checked.game.language)
    return Sheets(checked, [KindGroups(kind, [("", members)])], language, label, layout)


def _slots(checked: CheckResult, kind: Kind, layout: SheetLayout) -> Sequence[int]:
    """The places of a sheet by their numbers; a form that is put together of pieces takes sheets of its own."""
    template = checked.renderer.template(kind, layout.front(kind))
    outline = template.outline if template else ()
    grid = sheet_grid(kind, layout, outline)
    return [1] if joint_of(kind, layout, outline) is not None else [slot.number for slot in grid.slots]


def _design(kind: Kind, order: BlankOrder) -> tuple[str, list[str | None]]:
    """What forms of a kind show: their style, and the pictures that they have in turn.

    Raises:
        NotFound: there is no such style or picture.
    """
    style = order.style or next(iter(kind.blank_styles), "")
    if order.style is not None and order.style not in kind.blank_styles:
        names = ", ".join(kind.blank_styles) or "none"
        raise NotFound(f"{kind.name} has no blank style {order.style!r}; known: {names}")
    pictures: list[str | None] = list(dict.fromkeys(item.fields.get("art") for item in kind.items))
    if order.art not in (None, "mix"):
        if order.art not in pictures:
            names = ", ".join(sorted(picture for picture in pictures if picture))
            raise NotFound(f"{kind.name} has no picture {order.art!r}; known: {names}")
        pictures = [order.art]
    return style, pictures

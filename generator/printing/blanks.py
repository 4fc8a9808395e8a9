"""Blank forms: the sheets of kinds with everything but what players would write."""

from collections.abc import Callable, Sequence
from functools import partial
from time import perf_counter

from msgspec import Struct

from generator.check.result import CheckResult
from generator.core.choices import paper_size
from generator.core.problem import NotFound, require_sound
from generator.model.game import Kind
from generator.printing.board_pieces import whole_on
from generator.printing.members import ItemFace, language_suffix
from generator.printing.order import BlankOrder, choose_kinds, nothing_to_print
from generator.printing.print_cache import UNPRINTED, PrintedFile
from generator.printing.sheets import KindGroups, Sheets
from generator.printing.slots import joint_of, sheet_grid
from generator.sheet.page import Slot


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
    game, layout = checked.game, order.layout
    language = order.choice.language_of(game)
    sheet = first_sheet(checked, kind, order)
    name = f"{kind.name}-blank"
    file = order.out / game.name / f"{name}{language_suffix(game, language)}.pdf"
    backs_file = file.with_name(f"{name}-backs{language_suffix(game, language)}.pdf")
    drawn, side = partial(checked.renderer.blank, kind, language), layout.front(kind)
    faces = [drawn(style=sheet.style, art=art, side=side)[0] for art in sheet.pictures]
    members: list[ItemFace] = [(None, faces[number % len(faces)]) for number in range(sheet.count)]
    if sheet.has_guide:
        members.append((None, drawn(side="guide")[0]))
    part = KindGroups(kind, [("", members)])
    label = kind.blank_page_label.in_language(language, game.language)
    sheets = Sheets(checked, [part], language, label, layout)
    count, written = sheets.write_all(file, backs_file)
    return PrintedFile(
        game.name,
        kind.name,
        len(members),
        count,
        file,
        perf_counter() - started,
        beside=tuple(written),
        warnings=sheets.warnings,
        cleared=() if f"{name}-backs" in game.kinds else (backs_file,),
    ).alone()


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


class BlankSheet(Struct, frozen=True):
    """The first sheet of forms: places of forms, each with its picture; then of the guide."""

    size: tuple[float, float]  # of the paper, mm
    style: str
    pictures: Sequence[str | None]  # that the forms have in turn
    forms: tuple[tuple[Slot, str | None], ...]
    guide: Slot | None
    count: int  # of forms on all sheets
    slots: int  # of a sheet
    has_guide: bool  # on some sheet


def first_sheet(checked: CheckResult, kind: Kind, order: BlankOrder) -> BlankSheet:
    """What lies where on the first sheet that `blank_tasks` prints of a kind.

    Raises:
        NotFound: there is no such style or picture, or no blank form of the kind.
        Infeasible: a form does not fit the paper.
    """
    if not has_blank(kind) or not kind.printed:
        raise NotFound(f"{kind.name}: there is no blank form of this")
    slots = _slots(checked, kind, order)
    guides = 1 if kind.blank_guide and checked.renderer.template(kind, "guide") is not None else 0
    left = [slot for slot in slots if slot.number not in order.layout.skip]  # on the first sheet
    count = (order.pages - 1) * len(slots) + len(left) - guides if order.count is None else order.count
    style, pictures = _design(kind, order)
    designs = pictures[:count] or [None]
    forms = tuple((slot, designs[number % len(designs)]) for number, slot in enumerate(left[:count]))
    guide = left[count] if guides and count < len(left) else None
    return BlankSheet(paper_size(order.layout.paper), style, designs, forms, guide, count, len(slots), bool(guides))


def _slots(checked: CheckResult, kind: Kind, order: BlankOrder) -> Sequence[Slot]:
    layout = order.layout
    template = checked.renderer.template(kind, layout.front(kind))
    outline = template.outline if template else ()
    grid = sheet_grid(kind, layout, outline)
    assert kind.size is not None
    # A form that is put together of pieces takes sheets of its own; where it is shown, it is shown whole.
    return grid.slots if joint_of(kind, layout, outline) is None else whole_on(grid.paper, kind.size)

"""The options of printing: one table for all commands that print, and for the workshop.

A field of `PressOptions` is an option of each of them, but for those of which `REFUSED` says why it means nothing.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import replace

from generator.core.choices import (
    MOST_BLEED,
    MOST_GUTTER,
    Backs,
    CutFormat,
    CutterName,
    InkName,
    JoinName,
    Marks,
    PrintInk,
    TrimName,
    paper_size,
)
from generator.core.problem import Refusal, WrongUse
from generator.printing.order import Cutting, SheetLayout, usual_printer

A4, PRINTERS = "a4", Path("printers.yaml")
MOST_SLOTS = 999


def slots_of(text: str) -> tuple[int, ...]:
    """Slots of a sheet, written with commas between.

    Raises:
        ValueError: it is no such list.
    """
    parts = [part.strip() for part in text.split(",")] if text else []
    if not all(part.isascii() and part.isdigit() and 0 < int(part[:9]) <= MOST_SLOTS for part in parts):
        raise ValueError(f"{text[:40]!r} is not a list of slots such as 1,4")
    return tuple(map(int, parts))


# What is written as text has behind it the function that raises a `ValueError` where it says nothing.
Paper = Annotated[str, paper_size]
BleedLength = Annotated[float, Meta(ge=0, le=MOST_BLEED)] | None


class PressOptions(Struct, frozen=True, kw_only=True):
    """How something is printed; a field that a layout calls by the same name goes into it as it is."""

    paper: Paper = A4
    backs: Backs = Backs.none
    printer: str | None = None
    printers: Path = PRINTERS
    marks: Marks | None = None
    bleed: BleedLength = None
    bleed_backs: BleedLength = None
    bleed_outside: bool = False
    gutter: Annotated[float, Meta(ge=0, le=MOST_GUTTER)] | None = None
    on_sheet: str | None = None
    name_paper: bool = False
    join: JoinName | None = None
    skip: Annotated[str, slots_of] = ""
    start_at: Annotated[int, Meta(ge=1, le=MOST_SLOTS)] = 1
    per_sheet: Annotated[int, Meta(ge=1, le=1)] | None = None
    booklet: bool = False
    trim: TrimName | None = None
    cut: CutFormat | None = None
    cutter: CutterName | None = None
    copies: Annotated[int, Meta(ge=1, le=999)] | None = None
    ink: PrintInk = PrintInk.full

    @property
    def edition(self) -> InkName:
        """The ink that faces are drawn in, whether they are printed or not."""
        return InkName.full if self.ink == PrintInk.none else InkName(self.ink)

    def layout_in(
        self, data: Path, *, is_usual: bool, report: Callable[[Refusal], None] = lambda _: None
    ) -> SheetLayout:
        """How components lie on paper.

        Args:
            data: the folder of the games, in which sheets with fixed places are looked for.
            is_usual: whether the printer is the project's own, which counts where it is of use; else it must be.
            report: is given why the project's printer is of none.

        Raises:
            WrongUse: options contradict each other.
            Refusal: see `find_sheet`.
        """
        if self.bleed_backs and self.backs in (Backs.none, Backs.fold):
            raise WrongUse(
                "--bleed-backs is about backs on a side of their own: give --backs long, short or separate too"
            )
        sheet = None
        if self.on_sheet is not None:
            from generator.model.own_sheets import find_sheet  # what the cache answers loads no reader

            sheet = find_sheet(data, self.on_sheet)
        same = {name: getattr(self, name) for name in self.__struct_fields__ if name in SheetLayout.__struct_fields__}
        same |= {"paper": sheet.paper if sheet else self.paper, "skip": (), "printer": None}
        # a machine follows shapes as easily as straight lines
        same["trim"] = self.trim or (TrimName.shaped if self.cut else TrimName.straight)
        return replace(
            SheetLayout(**same),
            printer=self.profile(report, is_usual=is_usual),
            skip=tuple(sorted({*range(1, self.start_at), *slots_of(self.skip)})),
            enlarged=self.per_sheet is not None,
            cutting=self._cutting(),
            back_bleed=self.bleed_backs,
            outside=self.bleed_outside,
            empty=self.ink == PrintInk.none,
            names_paper=self.name_paper,
            sheet=sheet,
        )

    def _cutting(self) -> Cutting | None:
        if self.cutter and not self.cut:
            raise WrongUse("--cutter says for which machine --cut draws: give --cut svg or --cut dxf too")
        return Cutting(self.cut, self.cutter or CutterName.silhouette) if self.cut else None

    def profile(self, report: Callable[[Refusal], None], *, is_usual: bool) -> str | None:
        """The printer whose profile shifts backs."""
        if is_usual:
            return usual_printer(self.printer, self.printers, self.backs, report)
        if self.printer is None or self.backs not in (Backs.none, Backs.fold):
            return self.printer
        from generator.printing.profiles import moves_fronts

        if not moves_fronts(self.printers, self.printer):
            raise WrongUse("--printer says whose second side to correct: give --backs long, short or separate too")
        return self.printer


_IN_PLAN = "the plan in game.yaml says what is in a box"
_COVER = "a box begins with its cover, on a sheet of its own"
_ALONE = "a box is one file, printed as a whole"
_TEXT = "it is for running text, such as rules"
# By command, the options that mean nothing for it, by their fields, and why.
REFUSED: dict[str, dict[str, str]] = {
    "blank": {"copies": "--count says how many forms are printed", "booklet": _TEXT},
    "generate": {"booklet": _TEXT},
    "plan": {
        "copies": _IN_PLAN,
        "skip": _COVER,
        "start_at": _COVER,
        "per_sheet": "a box holds components as large as they are played with",
        "booklet": "a box is one file; pnp render GAME --kind KIND --booklet prints its rules so",
    },
    "watch": {"opened": "sheets are printed again and again; open the file once"},
    "impose": {
        "bleed_backs": "pictures of backs have the bleed of fronts",
        "per_sheet": "--size says how large pictures are printed",
        "booklet": _TEXT,
        "trim": "pictures are cut along their straight edges",
    },
    # of `pnp render`, beside those of `plan`
    "box": dict.fromkeys(("kinds", "items", "blanks", "changed_since", "mark_printed"), _IN_PLAN)
    | dict.fromkeys(("no_preflight", "ink_report", "tidy", "whole"), _ALONE),
}


class OptionForm(NamedTuple):
    """What an option may say."""

    type: Any  # without None
    meta: Meta | None = None  # the limits of a number
    check: Callable[[str], object] | None = None  # raises a `ValueError`


def form_of(annotation: Any) -> OptionForm:
    """What a field may say, by its type."""
    if get_origin(annotation) in (Union, UnionType):
        return form_of(next(part for part in get_args(annotation) if part is not type(None)))
    plain, *more = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    meta = next((part for part in more if isinstance(part, Meta)), None)
    return OptionForm(form_of(plain).type if more else plain, meta, next(filter(callable, more), None))


@cache
def press_forms() -> dict[str, OptionForm]:
    """The options by their fields; where the profiles of printers are is no matter of what is printed."""
    types = get_type_hints(PressOptions, include_extras=True)
    return {name: form_of(annotation) for name, annotation in types.items() if name != "printers"}


def pressed(command: str) -> Iterator[str]:
    """The fields that mean something for a command."""
    return (name for name in press_forms() if name not in REFUSED.get(command, {}))

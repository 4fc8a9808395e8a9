"""What an address asks to print: as an order, as the command that does the same, as sheets of which any can be seen."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from functools import cached_property, reduce
from io import BytesIO
from operator import add
from shlex import join, split
from threading import Lock
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from generator.check.result import CheckResult
from generator.check.scope import COVER
from generator.check.workspace import Snapshot
from generator.core.choices import Backs, Edge
from generator.core.problem import NotFound, Problem, WrongUse
from generator.core.textfile import unsaved
from generator.forge.make_items import RunSelection, kept_text, replaced_by
from generator.model.game import Kind
from generator.printing.blanks import blank_sheets, has_blank
from generator.printing.box import BoxSheets
from generator.printing.box_account import BoxAccount, account_of, planned_box
from generator.printing.forged import file_with
from generator.printing.order import (
    BlankOrder,
    BoxOrder,
    Choice,
    RenderOrder,
    SheetLayout,
    check_printer,
    choose_kinds,
    nothing_to_print,
)
from generator.printing.press import PRINTERS, REFUSED
from generator.printing.print_games import layouts_of
from generator.printing.render import file_sheets, files_of
from generator.printing.sheets import Sheets
from generator.sheet.page import Document, Page
from generator.web.answering import path_of
from generator.web.asking import WorkshopRequest, query_forms
from generator.web.glimpses import parties
from generator.web.latest import CachedValue, LatestAnswers
from generator.web.press_fields import shown_options

FORMS = ("pages", "count", "style", "art")
MOST_FORMS, MOST_PAGES = 999, 100
DPI = 144  # of sheets on the screen
_DRAWING = Lock()  # pdfium knows no threads


class Printable(StrEnum):
    """What can be printed."""

    box = "box"
    game = "game"
    kind = "kind"
    blank = "blank"
    forged = "forged"


COMMANDS = {"box": "plan", "game": "render", "kind": "render", "blank": "blank", "forged": "generate"}
OWN = {
    "box": ("players", "mode", "lang"),
    "game": ("lang",),
    "kind": ("kind", "lang", "item"),
    "blank": ("kind", "lang", *FORMS),
    "forged": ("kind", "deal"),
}  # options that say what, in the order in which addresses have them
OPTIONS = ("what", "sheet", "side", *dict.fromkeys(name for names in OWN.values() for name in names))


def blank_order(request: WorkshopRequest, choice: Choice, layout: SheetLayout) -> BlankOrder:
    """The forms that options ask for, of the kind, in the language and ink of a choice, on such sheets."""
    return BlankOrder(
        choice,
        layout,
        pages=request.number("pages", 1, MOST_PAGES, 1),
        count=request.number("count", 1, MOST_FORMS, 0) or None,
        style=request.text("style"),
        art=request.text("art"),
    )


class PrintFiles(Struct, frozen=True):
    """The sheets of one or several files."""

    files: Sequence[Sheets | BoxSheets]
    account: BoxAccount  # what they come to, but for the cover of a box
    warnings: Sequence[Problem]  # what the paper has no room for

    @property
    def sheet_count(self) -> int:
        """How many sheets of paper they are."""
        return sum(sheets.sheet_count for sheets in self.files)

    def find(self, number: int) -> tuple[Sheets | BoxSheets, int]:
        """The file that a sheet, counted from 1, is in, and its number there, from 0."""
        for sheets in self.files:
            if 0 < number <= sheets.sheet_count:
                return sheets, number - 1
            number -= sheets.sheet_count
        raise NotFound("there is no such sheet")

    def sides(self, number: int) -> tuple[Page, Page | None]:
        """The front and the back of a sheet."""
        sheets, at = self.find(number)
        return next(sheets.both_sides(edge_of(sheets), None, at, at + 1))


def edge_of(sheets: Sheets | BoxSheets) -> Edge | None:
    """About which edge paper is turned, or laid behind what is in a file of its own; None without backs."""
    return Edge.long if sheets.backs == Backs.separate else sheets.backs.edge


class PrintRequest:
    """What a request asks to print."""

    def __init__(self, request: WorkshopRequest, runs: Sequence[RunSelection] = ()) -> None:
        """Read it; ``runs``: the cards of the forge that its ``deal`` keeps."""
        of_kind = request.text("kind") or request.texts("item") or not request.game.plan
        self.what = request.choice("what", Printable.kind if of_kind else Printable.box)
        self.command, self.own = COMMANDS[self.what], OWN[self.what]
        self.runs, self._asked = runs, request
        whole = request.with_forms(query_forms(self.command, self.own))
        self.request = request.with_forms({name: whole.forms[name] for name in shown_options(whole, self.printed)})

    @cached_property
    def left_out(self) -> list[tuple[str, str]]:
        """The options that are given and mean nothing for it, each with the reason."""
        names = {name.replace("_", "-"): reason for name, reason in REFUSED.get(self.command, {}).items()}
        return [(name, reason) for name, reason in names.items() if self._asked.text(name)]

    @cached_property
    def kinds(self) -> list[Kind]:
        """The kinds to choose from."""
        printed = [kind for kind in self._asked.game.kinds.values() if kind.printed]
        return [kind for kind in printed if has_blank(kind)] if self.what == Printable.blank else printed

    @cached_property
    def kind(self) -> Kind | None:
        """The kind of which something is printed; None where it is the game, or nothing can be chosen."""
        game, name = self._asked.game, self._asked.text("kind")
        if "kind" not in self.own:
            return None
        if name is not None and name not in game.kinds:
            raise WrongUse(f"kind is {name[:40]!r}; known: {', '.join(game.kinds)}")
        usual = next((kind for kind in self.kinds if kind.items), next(iter(self.kinds), None))
        return game.kinds[name] if name else usual

    @property
    def printed(self) -> list[Kind]:
        """The kinds that come on the sheets."""
        return [self.kind] if self.kind else self.kinds

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The items that are chosen of the kind; not those of the kind that a form had before."""
        chosen = self.request.texts("item") if self.what == Printable.kind else []
        others = {item.id for kind in self.request.game.kinds.values() for item in kind.items}
        others -= {item.id for item in self.kind.items} if self.kind else set()
        return tuple(name for name in chosen if name not in others)

    @cached_property
    def order(self) -> RenderOrder | BlankOrder | BoxOrder:
        """The order: of a box for three, where nobody says, or as near to it as the game allows."""
        request, kinds = self.request, (self.kind.name,) if self.kind else ()
        ink, layout = request.press.edition, request.shown_layout
        choice = Choice(kinds, self.items, request.printed_language, ink)
        if self.what == Printable.box:
            usual = min(parties(request.game), key=lambda number: abs(number - 3))
            players = request.number("players", 1, 99, usual)
            return BoxOrder(request.game.name, players, request.text("mode"), choice, layout)
        if self.what == Printable.blank and self.kind:
            order, pictures = blank_order(request, choice, layout), [*self.pictures, "mix"]
            style = order.style if order.style in self.kind.blank_styles else None
            art, pages = order.art if order.art in pictures else None, 1 if order.count else order.pages
            return replace(order, style=style, art=art, pages=pages)
        if self.what == Printable.forged:
            ids = tuple(item.id for run in self.runs for item in run.items)
            choice = Choice(kinds, ids, None, ink, request.defaults.get("lang"))
        return RenderOrder(choice, layout, copies=request.press.copies)

    @property
    def pictures(self) -> list[str]:
        """The pictures that forms of the kind can show."""
        items = self.kind.items if self.kind else []
        return sorted({str(item.fields["art"]) for item in items if item.fields.get("art")})

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The options of the addresses of its files."""
        own = {"lang": self.order.choice.language} | {
            name: getattr(self.order, name, None) for name in ("players", "mode", *FORMS)
        }
        query = own | self.request.press_query | {"pages": None if own["pages"] == 1 else own["pages"]}
        items = [("item", item) for item in self.items]
        return [(name, str(value)) for name, value in query.items() if value] + items

    @property
    def query(self) -> str:
        """The same as they are written."""
        deal = self.request.text("deal") if self.what == Printable.forged else None
        return "&".join(filter(None, (deal, urlencode(self.pairs))))

    @property
    def base(self) -> str:
        """The address of its files, without their ending."""
        name = self.kind.name if self.kind else ""
        last = {"box": ("box",), "game": ("sheets",), "kind": (name,), "blank": (f"{name}-blank",)}.get(self.what)
        return path_of(self.request.path["game"], *(last or (name, "forge-kept")))

    @property
    def as_command(self) -> str:
        """The command that prints the same; empty for cards of the forge that no one run gives."""
        game, words = self.request.game, ["pnp", "blank" if self.what == Printable.blank else "render"]
        words += [game.name, *(("--kind", self.kind.name) if self.kind else ())]
        if self.what == Printable.forged:
            made = self.runs[0].text.partition("\n")[0] if len(self.runs) == 1 and self.runs[0].whole else ""
            words = [*split(made.partition(" (data ")[0])[1:], "--render"]
        usual = {"lang": game.language, "paper": "a4", "backs": "none", "ink": "full", **self.request.defaults}
        for name, value in self.pairs:
            form = self.request.forms.get(name)
            if value != usual.get(name):
                words += [f"--{name}"] if form and form[1].type is bool else [f"--{name}", value]
        return join(words) if words[1:] else ""

    @cached_property
    def _drawn_from(self) -> Snapshot:
        """The game as it is printed: with cards of the forge, as if they stood in its file."""
        request, order = self.request, self.order
        if not self.runs or self.kind is None or not isinstance(order, RenderOrder):
            return request.snapshot
        file = request.file(self.kind.file.rpartition("/")[2]).path
        text = file_with(request.game, self.kind, kept_text(self.runs), replaced_by(self.runs)).decode()
        return request.workshop.draft_of_print(request.game.name, file, text, order.scope)

    @contextmanager
    def _turn(self) -> Iterator[None]:
        texts = self._drawn_from.texts  # which takes its own turn
        with self.request.turn, unsaved(texts):
            yield

    def files(self) -> PrintFiles:
        """The sheets.

        Raises:
            Refusal: as the command refuses, but for errors of the game.
        """
        with self._turn():
            return self._kept("files", self._laid)

    def _laid(self) -> PrintFiles:
        found = self._files()
        accounts = [each.box.account if isinstance(each, BoxSheets) else account_of(each) for each in found]
        return PrintFiles(found, reduce(add, accounts), [problem for sheets in found for problem in sheets.warnings])

    def _files(self) -> Sequence[Sheets | BoxSheets]:
        order, checked = self.order, self._edition(self._drawn_from)
        check_printer(order.layout)
        if isinstance(order, BoxOrder):
            plan = planned_box(checked, order.players, order.mode, order.choice, order.layout)
            return [BoxSheets(plan, self.request.workshop.project.common_file(COVER))]
        order = replace(order, layout=layouts_of([checked], order)[checked.game.name])
        kinds = choose_kinds(checked.game, order.choice)
        if isinstance(order, BlankOrder):
            return [blank_sheets(checked, kind, order) for kind in kinds]
        sharing = files_of(kinds, order.choice).values()
        files = [sheets for kinds in sharing if (sheets := file_sheets(checked, order, kinds)) is not None]
        if not files:
            raise nothing_to_print([checked.game], order.choice)
        return files

    def _edition(self, snapshot: Snapshot) -> CheckResult:
        """The game in the ink that is printed, with the texts that are laid out already, or are now."""
        ink, checked = self.request.press.edition, snapshot.checked
        renderer, language = snapshot.renderer(ink), self.order.choice.language_of(checked.game)
        texts = [kind.name for kind in self.printed if kind.prose and kind.items]
        pages = {(name, language): snapshot.pages(name, language, ink) for name in texts}
        return replace(checked, renderer=renderer, faces={}, pages=pages)

    def sides(self, number: int) -> tuple[Page, Page | None]:
        """See `PrintFiles.sides`. Raises as `files` does."""
        with self._turn():
            return self._kept(number, lambda: self._kept("files", self._laid).sides(number))

    def picture(self, number: int, *, behind: bool) -> bytes:
        """A side of a sheet, counted from 1, as a PNG file: drawn from the PDF of it.

        Raises:
            NotFound: there is no such sheet or side.
            Refusal: see `files`.
        """
        page = self.sides(number)[behind]
        if page is None:
            raise NotFound("this sheet has no back")
        return self._kept((number, behind), lambda: _picture(page))

    def _kept(self, part: Hashable, make: Callable[[], CachedValue]) -> CachedValue:
        workshop, printers = self.request.workshop, PRINTERS.read_bytes() if PRINTERS.is_file() else b""
        text = kept_text(self.runs) if self.runs else ""
        question = repr(self.order), text, workshop.number(self.request.game.name), printers, part
        sheets: LatestAnswers[CachedValue] = self.request.state.sheets
        return sheets.of(question, make)


def _picture(page: Page) -> bytes:
    from generator.pdf.pdf import write_pdf
    from generator.pdf.png import page_png

    target = BytesIO()
    write_pdf(Document("", ""), [page], target)
    with _DRAWING:
        return page_png(target.getvalue(), 0, DPI)

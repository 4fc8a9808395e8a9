"""What a request asks for: the game, kind and item of its path, the options of its query."""

import re
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

from starlette.requests import Request
from starlette.responses import Response

from generator.check.result import CheckResult
from generator.check.workspace import Snapshot
from generator.core.choices import PAPERS, Backs, InkName, paper_size
from generator.core.problem import NotFound, Problem, WrongUse
from generator.draw.renderer import Side
from generator.model.defaults import read_defaults
from generator.model.game import Game, Item, Kind
from generator.printing.order import SheetLayout
from generator.printing.press import PRINTERS, OptionForm, PressOptions, press_forms, pressed
from generator.web.answering import page, tabs_of, tongue_of
from generator.web.errands import ErrandBudget
from generator.web.faults import addresses
from generator.web.first_look import unreadable
from generator.web.latest import LatestAnswers
from generator.web.query import Query
from generator.web.source_files import SourceFile, source_file
from generator.web.speech import Say, speaker
from generator.web.turns import Turns
from generator.web.workshop import View, Workshop

MOST_ON_SITE = 200  # items and copies that a visitor may ask for at once
PART = "x-pnp-part"  # of a page that is brought up to date: ``ORDER;ITEM,ITEM``, what it knows and what it lacks


class ListPart(NamedTuple):
    """The items of a list that a page is to hold: all, or those that a page which is brought up to date lacks."""

    items: Sequence[Item]
    order: str  # identifies the order of all of them
    whole: bool = True
    ids: Sequence[str] | None = None  # of all, in their order, where whoever asks knows another


QueryForms = Mapping[str, tuple[str, OptionForm]]  # by the name in a query: the field, and what it may say


def query_forms(command: str, own: Container[str]) -> QueryForms:
    """The options of printing that a query for what a command prints may have beside its ``own``."""
    names = {name.replace("_", "-"): name for name in pressed(command)}
    return {option: (name, press_forms()[name]) for option, name in names.items() if option not in own}


class WorkshopRequest(Query):
    """A request, read. What is not there or says nothing that can be done raises a `Refusal`."""

    def __init__(self, request: Request, *, waits: bool | None = True, forms: QueryForms | None = None) -> None:
        """Take a request.

        Args:
            request: what is asked.
            forms: the options of printing that it may have; all if None.
            waits: until its game is checked, else it is answered with what is known at once; if None, it waits where
                nobody knows the game's problems yet.
        """
        super().__init__(request.query_params)
        self.http, self._waits = request, waits
        self.forms = query_forms("", ()) if forms is None else forms
        # Before anything of the project is read: a page that says so is not older than it says.
        request.scope.setdefault("since", request.app.state.hub.now)

    def with_forms(self, forms: QueryForms) -> "WorkshopRequest":
        """The same, with these options of printing alone."""
        return WorkshopRequest(self.http, waits=self._waits, forms=forms)

    @property
    def state(self) -> Any:
        """The state of the application."""
        return self.http.app.state

    @property
    def path(self) -> Mapping[str, Any]:
        """The parts of the path by their names."""
        return self.http.path_params

    @property
    def workshop(self) -> Workshop:
        """The open project."""
        workshop: Workshop = self.state.workshop
        return workshop

    @cached_property
    def snapshot(self) -> Snapshot:
        """The game of the path, as it is now: its problems, its faces."""
        name, waits = self.path["game"], not self.judged if self._waits is None else self._waits
        return self.workshop.game(name) if waits else self.workshop.glance(name)

    @property
    def judged(self) -> bool:
        """Whether the problems of the game are known without waiting."""
        name = self.path["game"]
        self.workshop.glance(name)
        return self.workshop.judged(name)

    @property
    def turn(self) -> Turns:
        """The workshop's lock, for work with the game of the path, which is taken before: opening one changes all."""
        assert self.snapshot
        return self.workshop.lock

    @property
    def checked(self) -> CheckResult:
        """The same as commands work with it."""
        return self.snapshot.checked

    @property
    def game(self) -> Game:
        """The game of the path."""
        return self.checked.game

    @cached_property
    def kind(self) -> Kind:
        """The kind of the path."""
        name = self.path["kind"]
        if name not in self.game.kinds:
            raise NotFound(f"{self.game.name} has no kind {name!r}; known: {', '.join(self.game.kinds)}")
        return self.game.kinds[name]

    @cached_property
    def item(self) -> Item:
        """The item of the path."""
        name = self.path["item"]
        item = self.game.find(self.kind.name, name)
        if item is None:
            raise NotFound(f"there is no item {self.kind.name}/{name}")
        return item

    @cached_property
    def templates(self) -> Path | None:
        """The folder of the game's templates; None where they ship with the tool, and are not to be changed."""
        project, name = self.workshop.project, self.game.templates
        return project.templates / name if project.templates_for(name) == project.templates else None

    @property
    def picture_folder(self) -> Path:
        """The folder of the game's templates, where its pictures are."""
        return self.workshop.project.templates_for(self.game.templates) / self.game.templates

    def file(self, name: str | None = None, *, begins: bool = False) -> SourceFile:
        """A file of the game, that of the kind's items if none is named; see `source_file`, also for what it raises."""
        own = self.kind.file.rpartition("/")[2] if name is None else name
        return source_file(self.game, own, self.templates, begins=begins)

    @property
    def unread(self) -> list[Problem]:
        """The problems for which the kind's file, or the game's, cannot be read at all."""
        return unreadable(self.snapshot, self.kind.file) or unreadable(self.snapshot, self.game.file)

    @cached_property
    def addresses(self) -> Callable[[Problem], str]:
        """Gives the address of the place of a problem of the game."""
        return addresses(self.game, self.checked.problems, self.templates)

    def length(self, name: str, most: float) -> float | None:
        """An option that is a length in mm; what the project says if it is not given, None if nothing."""
        written = self.text(name, self.usual(name))
        if written is None:
            return None
        if not re.fullmatch(r"\d{1,3}(\.\d{1,4})?", written, re.ASCII) or float(written) > most:
            raise WrongUse(f"{name} is {written[:40]!r}; a length of 0 to {most:g} mm is wanted")
        return float(written)

    @cached_property
    def defaults(self) -> Mapping[str, str]:
        """The project's defaults: its ``pnp.yaml``."""
        return read_defaults(self.workshop.project.defaults).values

    def usual(self, name: str) -> str | None:
        """What the project says of an option of printing; a site has no printers."""
        return None if name == "printer" and self.workshop.terms.site else self.defaults.get(name)

    @cached_property
    def press(self) -> PressOptions:
        """The options of printing: as the query has them, else the project."""
        values = {form_name: self._read(name, form) for name, (form_name, form) in self.forms.items()}
        known = {name: value for name, value in values.items() if value is not None}
        return PressOptions(printers=PRINTERS, **known)

    def _read(self, name: str, form: OptionForm) -> Any:
        written = self.text(name, self.usual(name))
        if form.type is bool or written is None:
            return self.yes(name) if form.type is bool else None
        if form.meta is not None and form.type is float:
            return self.length(name, float(form.meta.le or 0))
        if form.meta is not None:
            least, most = int(form.meta.ge or 0), int(form.meta.le or 0)
            return self.number(name, least, self.most(most, min(most, MOST_ON_SITE)), least)
        if issubclass(form.type, StrEnum):
            return self.choice(name, form.type(written) if self.text(name) is None else next(iter(form.type)))
        try:
            if form.check is not None:
                form.check(written)
        except ValueError as error:
            raise WrongUse(str(error)) from None
        return written

    @property
    def layout(self) -> SheetLayout:
        """How components lie on paper; see `PressOptions.layout_in`, also for what it raises."""
        is_usual = self.text("printer") is None
        return self.press.layout_in(self.workshop.project.data, is_usual=is_usual)

    @property
    def shown_layout(self) -> SheetLayout:
        """The same for a page, which shows sheets without a printer where none is of use."""
        is_usual = self.text("printer") is None or self.press.backs in (Backs.none, Backs.fold)
        return self.press.layout_in(self.workshop.project.data, is_usual=is_usual)

    @cached_property
    def press_query(self) -> dict[str, str]:
        """The options of printing as an address has them: those that the query or the project says, as `shown_layout`
        has them."""
        layout = self.shown_layout
        said = {name: self.text(name, self.usual(name)) or "" for name in self.forms}
        said |= {name: "1" if self.yes(name) else "" for name, (_, form) in self.forms.items() if form.type is bool}
        said |= {"paper": self.paper, "ink": self.press.ink.value, "backs": layout.backs.value}
        said["printer"] = layout.printer or ""
        return {name: said[name] for name in self.forms}

    def errand(self, function: Callable[..., Any], *values: Any, budget: ErrandBudget | None = None) -> Any:
        """Have something done in a separate process: see `generator.web.errands`."""
        return self.state.errands.carry_out(self.http, function, *values, budget=budget)

    def part(self, items: Sequence[Item], wrong: Container[str]) -> "ListPart":
        """Choose the items of a list that a page is to hold; ``wrong``: those whose problems it shows."""
        held = self.kind.name in self.workshop.held(self.game.name)
        order = f"{crc32(' '.join(item.id for item in items).encode()):x}{'-held' if held else ''}"
        header = self.http.headers.get(PART)
        previous_order, _, names = (header or "").partition(";")
        if header is None or held or previous_order.endswith("-held"):  # all look different while a file cannot be read
            return ListPart(items, order)
        named = set(names.split(","))
        changed = [item for item in items if item.id in named or item.id in wrong]
        ids = None if previous_order == order else [item.id for item in items]
        return ListPart(changed, order, whole=False, ids=ids)

    def page(self, template: str, **values: Any) -> Response:
        """A page about the game of the path.

        Besides ``values``, templates know ``checked``, ``game``, ``kind`` if the path names one, ``address_of`` (a
        problem), and ``change``, the number of the game's last one, which keeps pictures apart.
        """
        context: dict[str, Any] = {"kind": self.kind} if "kind" in self.path else {}
        context |= {"checked": self.checked, "game": self.game, "change": self.workshop.number(self.game.name)}
        context["tabs"] = tabs_of(self.http, self.game, context.get("kind"), self.forged)
        return page(self.http, template, address_of=lambda problem: self.addresses(problem), **(context | values))

    @property
    def forged(self) -> Collection[str]:
        """The names of the kinds that the forge makes items of, as far as a glance at its file tells them."""

        def glance() -> Collection[str]:
            file = self.game.folder / "forge.yaml"
            text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
            block = re.search(r"^kinds:(.*?)(?=^[^\s#]|\Z)", text, re.M | re.S)
            first = re.search(r"^ +(?=[\w-]+:)", block[1], re.M) if block else None
            names = re.findall(rf"^{first[0]}([\w-]+):" if first else r"([\w-]+):", block[1] if block else "", re.M)
            return self.game.kinds.keys() & set(names)

        answers: LatestAnswers[Collection[str]] = self.state.glances
        return answers.of((self.game.name, self.workshop.number(self.game.name)), glance)

    def most(self, own: int, on_site: int) -> int:
        """The limit that holds for who asks: the maker, or a visitor of a site, whose links come from strangers."""
        return on_site if self.workshop.terms.site else own

    @property
    def paper(self) -> str:
        """The paper of ``?paper=``; the project's, else A4, if none is named."""
        name = self.text("paper") or self.defaults.get("paper", "a4")
        try:
            paper_size(name)
        except ValueError as error:
            raise WrongUse(str(error)) from None
        return name

    @property
    def inks(self) -> list[tuple[str, str]]:
        """The editions of the game to choose from, each with its name in the language of the interface."""
        return [(ink.value, self.say("ink-" + ink)) for ink in self.checked.renderer.theme.inks]

    @property
    def papers(self) -> list[str]:
        """The papers to choose from: all that have a name, and the one that is asked for."""
        return list(dict.fromkeys([*PAPERS, self.paper]))

    @property
    def demanded(self) -> str | None:
        """The language of ``?lang=``, which the game is written in; None if none is named."""
        code = self.text("lang")
        if code is not None and code not in self.game.languages:
            languages = ", ".join(self.game.languages)
            raise NotFound(f"{self.game.name} is not written in {code[:40]!r}; its languages: {languages}")
        return code

    @property
    def language(self) -> str:
        """The language of what is printed: that of ``?lang=``, else the project's or the game's own."""
        preferred = self.defaults.get("lang")
        return self.demanded or (preferred if preferred in self.game.languages else None) or self.game.language

    @property
    def tongue(self) -> str:
        """The language of the interface."""
        return tongue_of(self.http)

    @property
    def say(self) -> Say:
        """The words of the interface, by key."""
        return speaker(self.tongue)

    @property
    def shown_language(self) -> str:
        """The language of faces on the screen: that of ``?lang=``, else the interface's or the game's own."""
        return self.demanded or (self.tongue if self.tongue in self.game.languages else self.game.language)

    @property
    def printed_language(self) -> str:
        """The language of sheets that a page offers: that of ``?lang=``, else the project's, or as on the screen."""
        preferred = self.defaults.get("lang")
        return preferred if self.demanded is None and preferred in self.game.languages else self.shown_language

    @property
    def usual_ink(self) -> InkName:
        """The edition that is meant where none is named: the project's."""
        return InkName(self.defaults.get("ink", InkName.full))

    @property
    def ink(self) -> InkName:
        """The edition of ``?ink=``; the project's if none is named."""
        return self.choice("ink", self.usual_ink)

    @property
    def side(self) -> Side:
        """The side of ``?side=``."""
        written = self.text("side", "front")
        if written not in ("front", "back"):
            raise WrongUse(f"side is {str(written)[:40]!r}; known: front, back")
        return "back" if written == "back" else "front"

    @property
    def view(self) -> View:
        """The view of an item that is meant."""
        return View(self.language, self.side, self.ink, self.number("page", 1, 999, 1) - 1)

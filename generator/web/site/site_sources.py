"""What a site is made of: the games of a project, all addresses of their pages and files, and who answers those."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from msgspec import Struct
from msgspec.structs import replace

from generator.check.cache import key_of
from generator.check.file_states import FileLooker
from generator.check.judge import GameKey
from generator.check.workspace import Snapshot
from generator.core.folders import Project
from generator.core.problem import Infeasible, Problem
from generator.model.defaults import read_defaults
from generator.model.game import Game, Kind
from generator.printing.blanks import has_blank
from generator.read.blocks import Figure
from generator.web.app import make_app
from generator.web.assets import held
from generator.web.errands import HereAndNow
from generator.web.glimpses import parties
from generator.web.own_cards import form_pictures, own_form
from generator.web.site.addresses import Addresses, Linker
from generator.web.site.askable import Answers, ScreenPath, SitePage
from generator.web.site.carried import made_screens, runtime_files
from generator.web.terms import Terms
from generator.web.workshop import Workshop

NONE: Mapping[str, str] = MappingProxyType({})
UNUSED = ("vendor/codemirror", "js/editor.js", "js/grid", "js/writing.js")  # for who writes files


OFFLINE = "/-/offline"  # the page for what is not there without the net


class SiteOrder(Struct, frozen=True):
    """The options of a site."""

    out: Path
    games: tuple[str, ...] = ()  # all if none
    papers: tuple[str, ...] = ()  # the project's if none
    base: str = ""  # the address it will lie at
    runtime: Path | None = None  # what the tool runs by in a browser; that which is installed if None
    jobs: int = 0  # processes that may print; one a core if 0


class SiteSources:
    """The games and addresses of one run."""

    def __init__(self, project: Project, order: SiteOrder) -> None:
        """Open the project.

        Raises:
            Refusal: there is no such game, or the runtime is none.
        """
        for name in order.games:
            project.game_folder(name)
        self.project, self.order = project, order
        self.workshop = Workshop(project, Terms(site=True, games=order.games), order.out)
        self._answers = Answers(make_app(self.workshop, errands=HereAndNow()))
        self.names = list(order.games) or project.games()
        self.runtime = runtime_files(order.runtime)
        self.papers = order.papers or (read_defaults(project.defaults).values.get("paper", "a4"),)
        self.base = order.base and order.base.rstrip("/") + "/"

    def problems(self, name: str) -> list[Problem]:
        """The problems of a game; warnings are reported once, and stop no site but for kinds without a page."""
        found = self.workshop.game(name).problems
        problems = [replace(problem, level="error") if problem.rule == "bad-id" else problem for problem in found]
        self.workshop.game(name).problems.clear()
        return problems

    @cached_property
    def games(self) -> dict[str, Game]:
        """The games by name."""
        return {name: self.workshop.game(name).game for name in self.names}

    @cached_property
    def addresses(self) -> Addresses:
        """The addresses of the site's files."""
        languages = dict.fromkeys(code for game in self.games.values() for code in game.languages)
        own = {name: game.language for name, game in self.games.items()}
        return Addresses(tuple(languages), own, self.papers[0])

    @cached_property
    def files_of(self) -> dict[str, str]:
        """By game what identifies its files, and this tool."""
        looker = FileLooker(self.project, self.order.out)
        return {name: GameKey(looker, name, used=True).key("site") for name in self.names}

    def stand(self, name: str) -> str:
        """Identify a game's pages: its files, and the site around them."""
        languages = self.addresses.languages
        return key_of(self.files_of[name], str(sorted(self.made)), *languages, *self.names, self.base)

    @cached_property
    def made(self) -> frozenset[ScreenPath]:
        """The screens that the tool answers in the browser: none without what it runs by there."""
        if not self.runtime:
            return frozenset()
        return frozenset(screen for name in self.names for screen in made_screens(self.workshop, name))

    @cached_property
    def sheets(self) -> dict[str, str]:
        """The addresses of all files to print, by file."""
        addresses = (address for game in self.games.values() for address in _sheets(game, self.papers))
        return {self.file(address): address for address in addresses}

    def pages(self, game: Game) -> Iterator[str]:
        """The addresses of a game's pages."""
        yield from _pages(game)
        own = f"/{quote(game.folder.name, safe='')}/"
        yield from (f"{own}{kind}/{screen}" for name, kind, screen in sorted(self.made) if name == game.folder.name)

    @property
    def all_pages(self) -> Iterator[str]:
        """The addresses of all games' pages."""
        return (page for game in self.games.values() for page in self.pages(game))

    def pictures(self, name: str) -> Iterator[str]:
        """The addresses of a game's pictures."""
        kinds = [kind for game, kind, screen in sorted(self.made) if (game, screen) == (name, "own")]
        return _pictures(self.workshop.game(name), self.project, kinds)

    @cached_property
    def linker(self) -> Linker:
        """Makes links lead from file to file."""
        there = {"site.webmanifest", "LICENSES.txt", *(f"static/{name}" for name in shared_assets()), *self.sheets}
        for language in self.addresses.languages:
            there |= {self.file("/", language), self.file(OFFLINE, language)}
            there |= {self.file(page, language) for page in self.all_pages}
        for name in self.names:
            there |= {self.file(address) for address in self.pictures(name)}
        return Linker(self.addresses, frozenset(there), self.made, self.base)

    def file(self, address: str, language: str | None = None) -> str:
        """The file of an address; the first language's if none is named."""
        return self.addresses.place(address, language or self.addresses.languages[0]).file

    def ask(self, address: str, site: SitePage | None = None, options: Mapping[str, str] = NONE) -> bytes:
        """Have the workshop answer an address.

        Raises:
            Infeasible: it refuses.
        """
        parts = urlsplit(address)
        answer = self._answers.ask(unquote(parts.path), (*parse_qsl(parts.query), *options.items()), site)
        if answer.status_code != 200:
            message = bytes(answer.body).decode(errors="replace").strip()
            raise Infeasible(f"{address} cannot be made: {message.splitlines()[0] if message else answer.status_code}")
        return bytes(answer.body)

    def lost(self, site: SitePage, tongue: str) -> str:
        """The page for what is not there."""
        return bytes(self._answers.ask("/-/-/-/-/-", (("ui", tongue),), site).body).decode()

    def page(self, address: str, language: str, game: Game | None) -> tuple[SitePage, dict[str, str]]:
        """The page's facts about the site, and the options that it is asked for with."""
        cover = f"{game.folder.name}/cover.png" if game is not None and self.base else ""
        languages = game.languages if game is not None else ()
        return self.linker.about(address, language, languages, cover)


def shared_assets() -> dict[str, bytes]:
    """The files that pages of a site share."""
    return {name: content for name, content in held().items() if not name.startswith(UNUSED)}


def _pages(game: Game) -> Iterator[str]:
    """The addresses of its pages, the same in each language of the site."""
    own = f"/{_part(game.folder.name)}/"
    yield own
    if game.plan:
        yield own + "print"
    yield from (own + "lab", own + "table")
    for kind in game.kinds.values():
        yield f"{own}{kind.name}/"
        if kind.prose:
            yield from [f"{own}{kind.name}/read"] if kind.documents else []
        else:
            yield from (f"{own}{kind.name}/{_part(item.id)}" for item in kind.items if not item.broken)


def _pictures(snapshot: Snapshot, project: Project, owned: Sequence[str] = ()) -> Iterator[str]:
    """The addresses of its faces, of what its texts show, and of what forms for cards of these kinds show."""
    game = snapshot.game
    for kind in game.kinds.values():
        own = f"/{_part(game.folder.name)}/{kind.name}/"
        if kind.prose:
            yield from _of_text(snapshot, kind, own)
        elif kind.printed:
            for item in kind.items:
                for language in game.languages if not item.broken else ():
                    for side in ("front", "back") if kind.back else ("front",):
                        yield f"{own}{_part(item.id)}.svg?{urlencode({'lang': language, 'side': side})}"
        if kind.name in owned:
            pictures = form_pictures(own_form(project, game, kind, game.language))
            yield from sorted({f"{own}own/art/{quote(file)}" for file in pictures})


def _of_text(snapshot: Snapshot, kind: Kind, own: str) -> Iterator[str]:
    game = snapshot.game
    for language in game.languages:
        for number in range(len(snapshot.pages(kind.name, language).faces) if kind.items else 0):
            options = {"lang": language, **({"page": number + 1} if number else {})}
            yield f"{own}{_part(kind.items[0].id)}.svg?{urlencode(options)}"
        document = kind.document(language, game.language)
        figures = [block for block in document.blocks if isinstance(block, Figure)] if document else []
        for number, figure in enumerate(figures):
            if not figure.source.startswith("card:"):
                yield f"{own}read/figure-{number}.svg?lang={language}"
            if figure.source.startswith("table:"):  # which a first page may show
                yield f"{own}read/figure-{number}.png?lang={language}"
    yield from (f"{own}read/icon-{number}.svg" for number in range(len(snapshot.checked.renderer.theme.icons)))


def _sheets(game: Game, papers: tuple[str, ...]) -> Iterator[str]:
    """The addresses of its files to print."""
    own = f"/{_part(game.folder.name)}/"
    for language in game.languages:
        for paper in papers:
            query = urlencode({"lang": language, "paper": paper})
            for kind in game.kinds.values():
                if kind.printed and any(item.copies for item in kind.items):
                    yield f"{own}{kind.name}.pdf?{query}"
                if kind.printed and has_blank(kind):
                    yield f"{own}{kind.name}-blank.pdf?{query}"
            for number in parties(game) if game.plan else ():
                yield f"{own}box.pdf?players={number}&{query}"


def _part(name: str) -> str:
    return quote(name, safe="")

"""A site made of a project's games: all its files, or those that would be others now."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from html import unescape
from pathlib import Path
from types import MappingProxyType
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from msgspec import Struct
from msgspec.json import encode

from generator.core.cores import cores_here, divided
from generator.core.folders import Project
from generator.core.problem import has_errors
from generator.core.refusal import Faulty, Infeasible, WrongUse
from generator.core.sizes import paper_size
from generator.model.defaults import read_defaults
from generator.model.game import Game
from generator.pdf.png import page_png
from generator.project.build import Progress
from generator.project.cache import key_of
from generator.project.file_states import FileLooker
from generator.project.judge import KnownFiles
from generator.project.snapshot import Snapshot
from generator.web.app import make_app
from generator.web.assets import held
from generator.web.errands import HereAndNow
from generator.web.site import contents
from generator.web.site.addresses import INDEX, Addresses, Linker, relative
from generator.web.site.askable import Answers, SitePage
from generator.web.site.browser import ABOUT, AboutSite
from generator.web.site.carried import CARRIED, forged_kinds, game_zip, runtime_files, tool_zip
from generator.web.site.folder import SiteFolder
from generator.web.site.licences import licences
from generator.web.site.surround import Surround
from generator.web.speech import tongues
from generator.web.terms import Terms
from generator.web.workshop import View, Workshop

NONE: Mapping[str, str] = MappingProxyType({})
_LACKS = "without the forge, which wants --runtime: see docs/site.md"
COVER_DPI = 60  # of the picture that is shown where a page is shared
UNUSED = ("vendor/codemirror", "js/editor.js", "js/grid.js", "js/writing.js", "js/merge.js")  # for who writes files


class SiteOrder(Struct, frozen=True):
    """What is wanted."""

    out: Path
    games: tuple[str, ...] = ()  # all if none
    papers: tuple[str, ...] = ()  # the project's if none
    base: str = ""  # the address it will lie at
    runtime: Path | None = None  # what the tool runs by in a browser; that which is installed if None
    jobs: int = 0  # processes that may print; one a core if 0


class SiteMade(Struct, frozen=True):
    """What came of it."""

    files: int
    changed: int
    size: int  # bytes
    lacks: str = ""  # what it was made without, and what to do


def make_site(project: Project, order: SiteOrder, progress: Progress = lambda *_: None) -> SiteMade:
    """Make a site, or bring it up to date.

    Raises:
        Faulty: a game has errors; nothing is written then.
        Refusal: there is no such game, or the folder holds other files.
    """
    if order.base and urlsplit(order.base).scheme not in ("http", "https"):
        raise WrongUse(
            f"--base is {order.base[:80]!r}; the address of a folder is wanted, such as https://me.example/games/"
        )
    for name in order.papers:
        try:
            paper_size(name)
        except ValueError as error:
            raise WrongUse(str(error)) from None
    folder = SiteFolder(order.out)
    return _Making(project, order, folder, progress).make()


class _Making:
    def __init__(self, project: Project, order: SiteOrder, folder: SiteFolder, progress: Progress) -> None:
        for name in order.games:
            project.game_folder(name)
        self._project, self._order, self._folder, self._progress = project, order, folder, progress
        self._workshop = Workshop(project, Terms(public=True, games=order.games), order.out)
        self._answers = Answers(make_app(self._workshop, errands=HereAndNow()))
        self._names = list(order.games) or project.games()
        self._runtime = runtime_files(order.runtime) if order.runtime is not None else None
        self._stand = ""  # of the game at hand: what its files rest on
        self._papers = order.papers or (read_defaults(project.defaults).values.get("paper", "a4"),)
        self._jobs = order.jobs or cores_here()
        self._base = order.base and order.base.rstrip("/") + "/"

    def make(self) -> SiteMade:
        """Write what is to be written."""
        self._check()
        try:
            self._write_all()
        except BaseException:
            self._folder.remember()
            raise
        files = self._folder.close()
        size = sum((self._folder.path / file).stat().st_size for file in files)
        return SiteMade(len(files), self._folder.changed, size, "" if self._runtime else _LACKS)

    def _write_all(self) -> None:
        self._write_static()
        self._progress("pages", 0, 1)
        self._write_front()
        for number, name in enumerate(self._names):
            self._progress(f"{name}: faces and pages", number, len(self._names))
            self._write_game(self._workshop.game(name))
        self._write_sheets()
        if self._runtime is not None:
            self._write_tool()
        self._write_around()

    def _check(self) -> None:
        problems = []
        for number, name in enumerate(self._names):
            self._progress(f"{name}: check", number, len(self._names))
            problems += self._workshop.game(name).problems
        if has_errors(problems):
            raise Faulty([one for one in problems if one.level == "error"], "no site was made")
        for name in self._names:  # warnings are their maker's affair
            self._workshop.game(name).problems.clear()

    @cached_property
    def _games(self) -> dict[str, Game]:
        return {name: self._workshop.game(name).game for name in self._names}

    @cached_property
    def _addresses(self) -> Addresses:
        languages = dict.fromkeys(code for game in self._games.values() for code in game.languages)
        own = {name: game.language for name, game in self._games.items()}
        return Addresses(tuple(languages), own, self._papers[0])

    @cached_property
    def _stands(self) -> dict[str, str]:
        """What tells each game from what it was, and this tool from another."""
        looker = FileLooker(self._project, self._order.out)
        return {name: KnownFiles(looker, name, used=True).key("site") for name in self._names}

    @cached_property
    def _sheets(self) -> dict[str, str]:
        """The addresses of all files to print, by file."""
        found = (address for game in self._games.values() for address in contents.sheets(game, self._papers))
        return {self._file(address): address for address in found}

    @cached_property
    def _linker(self) -> Linker:
        there = {"site.webmanifest", "LICENSES.txt", *(f"static/{name}" for name in _assets()), *self._sheets}
        for language in self._addresses.languages:
            there.add(self._file("/", language))
            there |= {self._file(page, language) for page in self._all_pages()}
        for name in self._names:
            there |= {self._file(address) for address in contents.pictures(self._workshop.game(name))}
        return Linker(self._addresses, there)

    def _pages(self, game: Game) -> Iterator[str]:
        yield from contents.pages(game)
        own = f"/{quote(game.folder.name, safe='')}/"
        yield from (f"{own}{kind}/forge" for name, kind in sorted(self._forged) if name == game.folder.name)

    def _all_pages(self) -> Iterator[str]:
        yield from (page for game in self._games.values() for page in self._pages(game))

    def _file(self, address: str, language: str | None = None) -> str:
        return self._addresses.place(address, language or self._addresses.languages[0]).file

    def _ask(self, address: str, site: SitePage | None = None, options: Mapping[str, str] = NONE) -> bytes:
        parts = urlsplit(address)
        answer = self._answers.ask(unquote(parts.path), (*parse_qsl(parts.query), *options.items()), site)
        if answer.status_code != 200:
            said = bytes(answer.body).decode(errors="replace").strip()
            raise Infeasible(f"{address} cannot be made: {said.splitlines()[0] if said else answer.status_code}")
        return bytes(answer.body)

    def _write_static(self) -> None:
        for name, content in _assets().items():
            self._folder.put(f"static/{name}", content)

    def _write_front(self) -> None:
        for language in self._addresses.languages:
            self._write_page("/", language, None)

    def _write_game(self, snapshot: Snapshot) -> None:
        """Its faces and pages, all of them where anything that they rest on is not what it was."""
        game = snapshot.game
        self._stand = key_of(
            self._stands[game.folder.name],
            str(sorted(self._forged)),
            *self._addresses.languages,
            *self._names,
            self._base,
        )
        if self._folder.had(self._stand):
            return
        for address in contents.pictures(snapshot):
            self._folder.put(self._file(address), self._picture(snapshot, address), self._stand)
        for language in self._addresses.languages:
            for page in self._pages(game):
                self._write_page(page, language, game)
            self._write_tables(game, language)

    def _picture(self, snapshot: Snapshot, address: str) -> bytes:
        parts = urlsplit(address)
        if "/read/" in parts.path:
            return self._ask(address)
        _, _, kind, name = unquote(parts.path).split("/")
        said = dict(parse_qsl(parts.query))
        described = snapshot.game.kinds[kind]
        item = snapshot.game.find(kind, name.removesuffix(".svg"))
        assert item is not None
        view = View(
            said["lang"], "back" if said.get("side") == "back" else "front", page=int(said.get("page", "1")) - 1
        )
        return self._workshop.picture(snapshot.game.folder.name, described, item, view).svg

    def _page(self, address: str, language: str, game: Game | None) -> tuple[SitePage, dict[str, str]]:
        """What a page knows of the site, and the options that it is asked for with."""
        cover = f"{game.folder.name}/cover.png" if game is not None and self._base else ""
        languages = game.languages if game is not None else ()
        return self._surround.page(address, language, languages, cover)

    @cached_property
    def _surround(self) -> Surround:
        return Surround(self._addresses, self._forged, self._base)

    @cached_property
    def _forged(self) -> frozenset[tuple[str, str]]:
        """Games and kinds that new items are made of in the browser: none without what the tool runs by there."""
        if self._runtime is None:
            return frozenset()
        return frozenset(
            (name, kind) for name in self._names for kind in forged_kinds(self._project, self._workshop.game(name))
        )

    def _write_page(self, address: str, language: str, game: Game | None) -> None:
        site, options = self._page(address, language, game)
        text = self._linker.page(self._ask(address, site, options).decode(), address, language)
        here = self._file(address, language)

        def written(match: re.Match[str]) -> str:
            """A card of the first deal: it is there before the tool is."""
            picture = unescape(match[1])
            name, said = Path(urlsplit(picture).path), dict(parse_qsl(urlsplit(picture).query))
            file = f"{str(name)[1:-4]}.{said.get('face', '')}.svg"
            self._folder.put(file, self._ask(picture), self._stand)
            return f' src="{relative(file, here)}"'

        text = re.sub(r' data-made-src="(/[^"]*/forge/[^"]*)"', written, text)
        self._folder.put(here, text.encode(), self._stand if game is not None else "")

    def _write_tables(self, game: Game, language: str) -> None:
        address = f"/{game.folder.name}/table"
        site, options = self._page(address, language, game)
        for players in contents.tables(game):
            told = json.loads(self._ask(f"{address}.json?players={players}", None, options))
            told |= {"number": 0, "site": {"root": site.root, "own": game.language}}
            for deck in told["decks"]:
                deck["plays"] = False  # nobody is there who knows the procedure
            file = self._file(address, language).removesuffix(INDEX) + f"table-{players}.json"
            self._folder.put(file, json.dumps(told, ensure_ascii=False).encode(), self._stand)

    def _write_tool(self) -> None:
        """Write what the tool runs by in a browser, and the games that it makes new items of."""
        for name, content in {**(self._runtime or {}), "tool.zip": tool_zip(self._addresses.languages)}.items():
            self._folder.put(f"tool/{name}", content)
        for name in self._names:
            kinds = [kind for game, kind in sorted(self._forged) if game == name]
            file = f"tool/{name}.zip"
            if kinds and not self._folder.has(file, self._stands[name]):
                packed = game_zip(self._project, self._workshop.game(name), iter(kinds))
                self._folder.put(file, packed, self._stands[name])
        files = sorted(self._linker.there)
        forged = sorted(self._forged)
        about = AboutSite(
            self._addresses.languages, dict(self._addresses.own), self._papers[0], tuple(forged), tuple(files)
        )
        self._folder.put(f"tool/{ABOUT}", encode(about))
        wheels = sorted(name for name in self._runtime or () if name.endswith(".whl"))
        self._folder.put("tool/tool.json", json.dumps({"wheels": wheels}).encode())

    def _write_sheets(self) -> None:
        """Print what does not lie there already, with all processes that may work."""
        wanted = []
        for file, address in self._sheets.items():
            stand = self._stands[unquote(address.split("/")[1])]
            if not self._folder.has(file, stand):
                wanted.append((file, address, stand))
        tasks = [partial(self._ask, address) for _, address, _ in wanted]
        step = self._jobs * 2
        for first in range(0, len(tasks), step):
            self._progress("sheets", first, len(tasks))
            made = divided(tasks[first : first + step], self._jobs)
            for (file, _, stand), content in zip(wanted[first:], made, strict=False):
                self._folder.put(file, content, stand)

    def _write_around(self) -> None:
        """What stands beside the pages: covers, the manifest, the page for what is not there, licences, a map."""
        for name, game in self._games.items():
            shown = next((file for file in self._sheets if file.startswith(f"{name}/box")), None) or next(
                (file for file in self._sheets if file.startswith(f"{name}/")), None
            )
            if self._base and shown and not self._folder.has(f"{game.folder.name}/cover.png", self._stands[name]):
                png = page_png(self._folder.path / shown, 0, COVER_DPI)
                self._folder.put(f"{name}/cover.png", png, self._stands[name])
        first = self._addresses.languages[0]
        titles = [game.title.in_language(first, game.language) for game in self._games.values()]
        manifest = {
            "name": " · ".join(titles)[:200],
            "start_url": "./",
            "scope": "./",
            "display": "minimal-ui",
            "icons": [{"src": "static/mark.svg", "sizes": "any", "type": "image/svg+xml"}],
        }
        self._folder.put("site.webmanifest", json.dumps(manifest, ensure_ascii=False, indent=1).encode() + b"\n")
        # What a service worker keeps from the first visit on: the front, the games, and what all pages share.
        fronts = ["/", *(f"/{quote(name, safe='')}/" for name in self._names)]
        pages = [self._file(page, language) for language in self._addresses.languages for page in fronts]
        kept = [relative(page, INDEX) for page in pages] + [f"static/{name}" for name in _assets()]
        self._folder.put("first.json", json.dumps(kept, indent=0).encode())
        self._folder.put("sw.js", held()["js/site/sw.js"])
        self._folder.put("404.html", self._lost(first))
        self._folder.put("LICENSES.txt", licences(self._project, CARRIED if self._runtime else ()).encode())
        if self._base:
            self._folder.put("sitemap.xml", "".join(self._map()).encode())

    def _lost(self, language: str) -> bytes:
        """The page for what is not there: hosts show it at any address, so its links are whole where they can be."""
        root = urlsplit(self._base).path.rstrip("/") if self._base else "."
        site = SitePage(language, self._addresses.languages, root, "/")
        answer = self._answers.ask("/-/-/-/-/-", (("ui", language if language in tongues() else tongues()[0]),), site)
        text = self._linker.page(bytes(answer.body).decode(), "/", language)
        if self._base:
            text = text.replace('href="static/', f'href="{root}/static/').replace(
                'src="static/', f'src="{root}/static/'
            )
        return text.encode()

    def _map(self) -> Iterator[str]:
        yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        for language in self._addresses.languages:
            for page in ("/", *self._all_pages()):
                way = relative(self._file(page, language), INDEX).removeprefix("./")
                yield f"<url><loc>{self._base}{way}</loc></url>\n"
        yield "</urlset>\n"


def _assets() -> dict[str, bytes]:
    """The files that pages of a site share."""
    return {name: content for name, content in held().items() if not name.startswith(UNUSED)}

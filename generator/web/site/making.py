"""A site made of a project's games: all its files, or those that would be others now."""

import json
import re
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from generator.check.build import Progress
from generator.core.choices import paper_size
from generator.core.cores import cores_here, divided
from generator.core.folders import Project
from generator.core.problem import Faulty, WrongUse, has_errors
from generator.model.game import Game
from generator.web.screens.table import parties_at
from generator.web.site.addresses import INDEX, relative
from generator.web.site.around import write_around
from generator.web.site.browser import ABOUT
from generator.web.site.carried import has_memory, packed_game, tool_files
from generator.web.site.folder import SiteFolder
from generator.web.site.site_sources import SiteOrder, SiteSources, shared_assets

__all__ = ["SiteOrder", "SiteReport", "make_site"]

_LACKS = (
    "without what runs in the browser (forge, own cards): install pnp-generator-browser, or give --runtime; "
    "see `pnp help site`"
)
_SLOW = "the runtime was made for other versions of the tool or its libraries: forges begin slowly; make it again"
_ASKED = ("read", "own")  # what lies below these is not a face


class SiteReport(Struct, frozen=True):
    """The outcome."""

    files: int
    changed: int
    size: int  # bytes
    lacks: str = ""  # what it was made without, and what to do


def make_site(project: Project, order: SiteOrder, progress: Progress = lambda *_: None) -> SiteReport:
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
    return _Making(SiteSources(project, order), folder, progress).make()


class _Making:
    def __init__(self, sources: SiteSources, folder: SiteFolder, progress: Progress) -> None:
        self._sources, self._folder, self._progress = sources, folder, progress
        self._jobs = sources.order.jobs or cores_here()
        self._lacks = "" if sources.runtime else _LACKS
        self._stand = ""  # of the current game: what its files rest on

    def make(self) -> SiteReport:
        """Write what is to be written."""
        self._check()
        self._write_all()
        files = self._folder.close()
        size = sum((self._folder.path / file).stat().st_size for file in files)
        return SiteReport(len(files), self._folder.changed, size, self._lacks)

    def _check(self) -> None:
        problems, names = [], self._sources.names
        for number, name in enumerate(names):
            self._progress(f"{name}: check", number, len(names))
            problems += self._sources.problems(name)
        if has_errors(problems):
            raise Faulty([problem for problem in problems if problem.level == "error"], "no site was made")

    def _write_all(self) -> None:
        sources, names = self._sources, self._sources.names
        for name, content in shared_assets().items():
            self._folder.put(f"static/{name}", content)
        self._progress("pages", 0, 1)
        for language in sources.addresses.languages:
            self._write_page("/", language, None)
        for number, name in enumerate(names):
            self._progress(f"{name}: faces and pages", number, len(names))
            self._write_game(name)
        self._write_sheets()
        if sources.runtime:
            self._write_tool()
        write_around(sources, self._folder)

    def _write_sheets(self) -> None:
        """Print what does not lie there already, with all processes that may work."""
        missing = []
        for file, address in self._sources.sheets.items():
            stand = self._sources.files_of[unquote(address.split("/")[1])]
            if not self._folder.has(file, stand):
                missing.append((file, address, stand))
        tasks = [partial(self._sources.ask, address) for _, address, _ in missing]
        step = self._jobs * 2
        for first in range(0, len(tasks), step):
            self._progress("sheets", first, len(tasks))
            contents = divided(tasks[first : first + step], self._jobs)
            for (file, _, stand), content in zip(missing[first:], contents, strict=False):
                self._folder.put(file, content, stand)

    def _write_tool(self) -> None:
        """Write what the tool runs by in a browser, and the games that it makes new items of."""
        sources = self._sources
        files = tool_files(sources.runtime, sources.addresses.languages)
        for name, content in files.items():
            self._folder.put(f"tool/{name}", content)
        self._lacks = "" if has_memory(files) else _SLOW
        for name in sorted({game for game, _, _ in sources.made}):
            file = f"tool/{name}.bin"
            if not self._folder.has(file, stand := f"tool {sources.stand(name)}"):
                self._folder.put(file, packed_game(sources.workshop, name, sources.made), stand)
        self._folder.put(f"tool/{ABOUT}", encode(replace(sources.linker, base=""), order="deterministic"))

    def _write_game(self, name: str) -> None:
        """Write a game's faces and pages, all of them where anything that they rest on is not what it was."""
        sources, game = self._sources, self._sources.games[name]
        self._stand = sources.stand(name)
        if self._folder.had(self._stand):
            return
        for address in sources.pictures(name):
            face = address.split("/")[3] not in _ASKED
            self._folder.put(
                sources.file(address), sources.ask(address, options={"ink": "full"} if face else {}), self._stand
            )
        for language in sources.addresses.languages:
            for address in sources.pages(game):
                self._write_page(address, language, game)
            self._write_tables(game, language)
        self._folder.end_set(self._stand)

    def _write_page(self, address: str, language: str, game: Game | None) -> None:
        """Write a page in a language."""
        sources = self._sources
        site, options = sources.page(address, language, game)
        text = sources.linker.page(sources.ask(address, site, options).decode(), address, language)
        here = sources.file(address, language)

        def written(match: re.Match[str]) -> str:
            """A card of the first deal: it is there before the tool is."""
            picture = unescape(match[1])
            name, picture_options = Path(urlsplit(picture).path), dict(parse_qsl(urlsplit(picture).query))
            file = f"{str(name)[1:-4]}.{picture_options.get('face', '')}.svg"
            self._folder.put(file, sources.ask(picture), self._stand)
            return f' src="{relative(file, here)}"'

        text = re.sub(r' data-made-src="(/[^"]*/forge/[^"]*)"', written, text)
        self._folder.put(here, text.encode(), self._stand if game is not None else "")

    def _write_tables(self, game: Game, language: str) -> None:
        sources, address = self._sources, f"/{game.folder.name}/table"
        site, options = sources.page(address, language, game)
        for players in parties_at(game):
            description = json.loads(sources.ask(f"{address}.json?players={players}", None, options))
            description |= {"number": 0, "site": {"root": site.root, "own": game.language}}
            for deck in description["decks"]:
                deck["plays"] = False  # nobody is there who knows the procedure
            file = sources.file(address, language).removesuffix(INDEX) + f"table-{players}.json"
            self._folder.put(file, json.dumps(description, ensure_ascii=False).encode(), self._stand)

"""The files of one game in a site: faces, pages, tables. And pages that are about no game."""

import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from generator.model.game import Game
from generator.web.laid_table import parties_at
from generator.web.site.addresses import INDEX, relative
from generator.web.site.folder import SiteFolder
from generator.web.site.site_sources import SiteSources

_ASKED = ("read", "own")  # what lies below these is not a face


class GamePages:
    """Writes pages and pictures."""

    def __init__(self, sources: SiteSources, folder: SiteFolder) -> None:
        self._sources, self._folder = sources, folder
        self._stand = ""  # of the current game: what its files rest on

    def write(self, name: str) -> None:
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
                self.write_page(address, language, game)
            self._write_tables(game, language)

    def write_page(self, address: str, language: str, game: Game | None) -> None:
        """Write a page in a language."""
        sources = self._sources
        site, options = sources.page(address, language, game)
        text = sources.linker.page(sources.ask(address, site, options).decode(), address, language)
        here = sources.file(address, language)

        def written(match: re.Match[str]) -> str:
            """A card of the first deal: it is there before the tool is."""
            picture = unescape(match[1])
            name, said = Path(urlsplit(picture).path), dict(parse_qsl(urlsplit(picture).query))
            file = f"{str(name)[1:-4]}.{said.get('face', '')}.svg"
            self._folder.put(file, sources.ask(picture), self._stand)
            return f' src="{relative(file, here)}"'

        text = re.sub(r' data-made-src="(/[^"]*/forge/[^"]*)"', written, text)
        self._folder.put(here, text.encode(), self._stand if game is not None else "")

    def _write_tables(self, game: Game, language: str) -> None:
        sources, address = self._sources, f"/{game.folder.name}/table"
        site, options = sources.page(address, language, game)
        for players in parties_at(game):
            told = json.loads(sources.ask(f"{address}.json?players={players}", None, options))
            told |= {"number": 0, "site": {"root": site.root, "own": game.language}}
            for deck in told["decks"]:
                deck["plays"] = False  # nobody is there who knows the procedure
            file = sources.file(address, language).removesuffix(INDEX) + f"table-{players}.json"
            self._folder.put(file, json.dumps(told, ensure_ascii=False).encode(), self._stand)

"""Where an address of the workshop lies among the files of a site, and pages whose links lead from file to file."""

import html
import re
from collections.abc import Mapping, Sequence
from posixpath import dirname, relpath
from urllib.parse import parse_qsl, quote, unquote, urlencode, urljoin, urlsplit

from msgspec import Struct

from generator.web.assets import PREFIX
from generator.web.site.askable import ScreenPath, SitePage
from generator.web.speech import tongues

INDEX = "index.html"
_IDLE = ("v", "ui", "job")  # what keeps pictures apart, the interface's language, the name of an errand
_LINK = re.compile(r'\s(href|src|action|data-icons)="([^"]*)"')
_FILE = re.compile(r"(?P<stem>.+)(?P<suffix>\.(?:svg|png|jpe?g|webp|pdf|yaml|json|txt|webmanifest))")
_ODD = re.compile(r"[^a-z0-9-]+")


class SiteFile(Struct, frozen=True):
    """A file of the site, and the options that it has no file for."""

    file: str
    rest: tuple[tuple[str, str], ...] = ()


class Addresses(Struct, frozen=True):
    """The names of a site's files."""

    languages: tuple[str, ...]  # the first one's pages lie at the root
    own: Mapping[str, str]  # by game the language whose files bear no name of it
    paper: str  # the same of papers

    def place(self, address: str, language: str) -> SiteFile:
        """The file of an address of the workshop.

        Args:
            address: a path with its query, as they are in a link.
            language: of the pages around it.
        """
        parts = urlsplit(address)
        path = unquote(parts.path)
        options = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] not in _IDLE]
        if path.startswith(PREFIX + "/"):
            return SiteFile("static/" + path[len(PREFIX) + 1 :].partition("/")[2])
        match = _FILE.fullmatch(path.strip("/"))
        if match is None or path.endswith("/"):
            requested = dict(options).get("lang", language)
            tree = requested if requested in self.languages else language
            remaining = tuple(pair for pair in options if pair[0] != "lang")
            return SiteFile("/".join(filter(None, (self.tree(tree), path.strip("/"), INDEX))), remaining)
        return self._file(match["stem"], match["suffix"], options)

    def tree(self, language: str) -> str:
        """The folder of the pages in a language."""
        return "" if language == self.languages[0] else language

    def _file(self, stem: str, suffix: str, options: list[tuple[str, str]]) -> SiteFile:
        usual = {"lang": self.own.get(stem.partition("/")[0]), "paper": self.paper, "side": "front", "ink": "full"}
        ending, remaining = "", []
        for name, value in options:
            if name in ("players", "mode", "page"):
                ending += "-" + (_ODD.sub("-", value.lower()) or "-")
            elif name in usual:
                ending += f".{_ODD.sub('-', value.lower())}" if value != usual[name] else ""
            elif value not in ("none", ""):
                remaining.append((name, value))
        return SiteFile(stem + ending + suffix, tuple(remaining))


class Linker(Struct, frozen=True):
    """Tells pages of the site around them, and makes their links lead from file to file."""

    addresses: Addresses
    there: frozenset[str]  # the files of the site
    made: frozenset[ScreenPath] = frozenset()  # the screens that the tool answers in the browser
    base: str = ""

    def about(
        self, address: str, language: str, languages: Sequence[str], picture: str = ""
    ) -> tuple[SitePage, dict[str, str]]:
        """A page's facts about its site, and the options that it is asked for with.

        Args:
            address: the page's in the workshop.
            language: of the pages around it.
            languages: those that its game is written in; none of a page that is about no game.
            picture: of the page, for who shares its address.
        """
        root = relative(INDEX, self.addresses.place(address, language).file).rstrip("/")
        site = SitePage(language, self.addresses.languages, root, address, self.made, self.base, picture)
        options = {"ui": language if language in tongues() else tongues()[0]}
        if (not languages or language in languages) and not set(address.split("/")) & {"lab", "forge"}:
            options["lang"] = language
        return site, options

    def page(self, text: str, address: str, language: str) -> str:
        """A page with its links made relative.

        Without a file, its address is in ``data-made-src`` or ``data-made-href``: for the tool.
        """
        here = self.addresses.place(address, language).file

        def linked(match: re.Match[str]) -> str:
            name, value = match[1], html.unescape(match[2])
            if not value or value.startswith(("#", "data:", "http:", "https:")):
                return match[0]
            there = urljoin(address, value)
            place = self.addresses.place(there, language)
            if place.file not in self.there:
                return f' data-made-{name}="{html.escape(there)}"'
            fragment = urlsplit(value).fragment
            query = urlencode(place.rest) if place.file.endswith(INDEX) else ""
            if place.rest and not query:
                return f' data-made-{name}="{html.escape(there)}"'
            way = relative(place.file, here) + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")
            return f' {name}="{html.escape(way)}"'

        return _LINK.sub(linked, text)


def relative(file: str, here: str) -> str:
    """The way from one file of the site to another; that to a folder's page ends with the folder."""
    name = "" if file.rpartition("/")[2] == INDEX else file.rpartition("/")[2]
    folder = relpath(dirname(file) or ".", dirname(here) or ".")
    way = ("" if folder == "." else folder + "/") + name
    return quote(way or "./", safe="/.-~")

"""What is beside the pages of a site: covers, the manifest, the page for what is not there, licences, a map."""

import json
from collections.abc import Collection, Iterator
from importlib.metadata import PackageNotFoundError, files, packages_distributions
from urllib.parse import quote, urlsplit

from generator.core.folders import Project
from generator.pdf.png import page_png
from generator.web.assets import STATIC, held
from generator.web.site.addresses import INDEX, relative
from generator.web.site.askable import SitePage
from generator.web.site.carried import CARRIED
from generator.web.site.folder import SiteFolder
from generator.web.site.site_sources import OFFLINE, SiteSources, shared_assets
from generator.web.speech import tongues

PYODIDE = (
    "Pyodide runs the tool in browsers. It is under the Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/"
)
SOURCES = "Its sources, and what it is made of: https://github.com/pyodide/pyodide"
COVER_DPI = 60  # of the picture that is shown where a page is shared


def write_around(sources: SiteSources, folder: SiteFolder) -> None:
    """Write it all; sheets lie there already."""
    if sources.base:
        _write_covers(sources, folder)
        folder.put("sitemap.xml", "".join(_map(sources)).encode())
    folder.put("site.webmanifest", json.dumps(_manifest(sources), ensure_ascii=False, indent=1).encode() + b"\n")
    folder.put("first.json", json.dumps(_first(sources), indent=0).encode())
    folder.put("sw.js", held()["js/site/sw.js"])
    folder.put("404.html", _lost(sources))
    for language in sources.addresses.languages:
        folder.put(sources.file(OFFLINE, language), _offline(sources, language))
    folder.put("LICENSES.txt", _licences(sources.project, CARRIED if sources.runtime else ()).encode())


def _write_covers(sources: SiteSources, folder: SiteFolder) -> None:
    for name in sources.names:
        of_game = [file for file in sources.sheets if file.startswith(f"{name}/")]
        sheet = next((file for file in of_game if file.startswith(f"{name}/box")), *of_game[:1])
        if sheet and not folder.has(f"{name}/cover.png", stand := f"{sheet} {sources.files_of[name]}"):
            folder.put(f"{name}/cover.png", page_png(folder.path / sheet, 0, COVER_DPI), stand)


def _manifest(sources: SiteSources) -> dict[str, object]:
    first = sources.addresses.languages[0]
    titles = [game.title.in_language(first, game.language) for game in sources.games.values()]
    return {
        "name": " · ".join(titles)[:200],
        "start_url": "./",
        "scope": "./",
        "display": "minimal-ui",
        "icons": [{"src": "static/mark.svg", "sizes": "any", "type": "image/svg+xml"}],
    }


def _first(sources: SiteSources) -> list[str]:
    """The files that a service worker keeps from the first visit on: the front, the games, and what all pages share."""
    fronts = ["/", *(f"/{quote(name, safe='')}/" for name in sources.names)]
    pages = [sources.file(page, language) for language in sources.addresses.languages for page in (*fronts, OFFLINE)]
    return [relative(page, INDEX) for page in pages] + [f"static/{name}" for name in shared_assets()]


def _lost(sources: SiteSources) -> bytes:
    """The page for what is not there: hosts show it at any address, so its links are whole where they can be."""
    language = sources.addresses.languages[0]
    root = urlsplit(sources.base).path.rstrip("/") if sources.base else "."
    site = SitePage(language, sources.addresses.languages, root, "/")
    answer = sources.lost(site, language if language in tongues() else tongues()[0])
    text = sources.linker.page(answer, "/", language)
    if sources.base:
        for name in ("href", "src"):
            text = text.replace(f'{name}="static/', f'{name}="{root}/static/')
    return text.encode()


def _offline(sources: SiteSources, language: str) -> bytes:
    site, options = sources.page(OFFLINE, language, None)
    return sources.linker.page(sources.ask(OFFLINE, site, options).decode(), OFFLINE, language).encode()


def _map(sources: SiteSources) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    for language in sources.addresses.languages:
        for page in ("/", *sources.all_pages):
            way = relative(sources.file(page, language), INDEX).removeprefix("./")
            yield f"<url><loc>{sources.base}{way}</loc></url>\n"
    yield "</urlset>\n"


def _licences(project: Project, libraries: Collection[str] = ()) -> str:
    """Those of the tool's pages and fonts, of the fonts that games are set in, and of libraries that go along."""
    licences: dict[str, str] = {}
    try:
        for own in files("pnp-generator") or ():
            if own.name == "LICENSE":
                licences["pnp-generator"] = own.read_text()
    except (PackageNotFoundError, OSError):
        pass
    for path in sorted(STATIC.rglob("*LICENSE")):
        licences[path.name.removesuffix("-LICENSE")] = path.read_text(encoding="utf-8")
    for path in sorted({*project.templates.rglob("LICENSE*"), *project.common.rglob("LICENSE*")}):
        licences[f"{path.parent.name}/{path.name}"] = path.read_text(encoding="utf-8", errors="replace")
    distributions = packages_distributions() if libraries else {}
    for name in sorted({one for library in libraries for one in distributions.get(library, ())}):
        for one in files(name) or ():
            if one.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
                licences[f"{name}/{one.name}"] = one.read_text()
    if libraries:
        licences["Pyodide"] = f"{PYODIDE}\n{SOURCES}"
    rule = "=" * 80
    return "\n".join(f"{rule}\n{name}\n{rule}\n\n{text.strip()}\n" for name, text in licences.items())

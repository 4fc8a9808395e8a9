"""One search over a game: its items by all of their texts, its kinds, fields, pictures and screens.

GET /GAME/search?q=: the page.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.editing.forms import titles_in
from generator.editing.picture_list import pictures_in
from generator.web.screens import Response, WorkshopRequest, get, path_of
from generator.web.screens.gallery import MOST_WORDS, Sieve

MOST_SHOWN = 100  # results


class SearchResult(NamedTuple):
    """Something that was found."""

    name: str
    sort: str
    address: str


@get("/{game}/search", only=("q",), waits=False)
def search(request: WorkshopRequest) -> Response:
    """The page of what is found."""
    words = (request.text("q", "") or "")[:MOST_WORDS]
    results = list(_results(request, words)) if words.strip() else []
    return request.page("search.html", words=words, results=results[:MOST_SHOWN], count=len(results))


def _results(request: WorkshopRequest, words: str) -> Iterator[SearchResult]:
    game, say, tongue = request.game, request.say, request.tongue
    parts = words.casefold().split()

    def has(*texts: str) -> bool:
        text = " ".join(texts).casefold()
        return all(part in text for part in parts)

    for tab in request.state.tabs:
        if not tab.of and tab.leads_in(game) and has(say(tab.word)):
            yield SearchResult(say(tab.word), say("page"), path_of(game.name, tab.path))
    for kind in game.kinds.values():
        title = kind.title.in_language(tongue, game.language)
        if has(title, kind.name):
            yield SearchResult(title, say("kinds"), path_of(game.name, kind.name, ""))
        titles = titles_in(kind, tongue, game.language)
        for name in () if kind.prose else kind.fields:
            if has(titles.get(name, name), name):
                where = say("search-field", kind=title)
                yield SearchResult(titles.get(name, name), where, path_of(game.name, kind.name, "grid"))
        sieve = Sieve(words)
        for item in kind.items:
            if item.id and sieve.lets(item):
                yield SearchResult(item.called(tongue, game.language), title, path_of(game.name, kind.name, item.id))
    for name in pictures_in(game, request.picture_folder) if request.picture_folder.is_dir() else ():
        if has(name):
            yield SearchResult(name, say("pictures"), path_of(game.name, "pictures"))

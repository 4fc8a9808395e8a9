"""Answers: pages from templates, bytes with what browsers need to know of them, refusals in words."""

import gzip
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from generator.core.choices import paper_title
from generator.core.escape import escaped
from generator.core.problem import Problem
from generator.model.game import Game, Kind
from generator.web.assets import asset, lasting_asset, modules
from generator.web.guard import MOST_FILE
from generator.web.history import FileChange, since, step_name
from generator.web.speech import refusal_in, speaker, spoken, tongues

PAGES = Path(__file__).parent / "pages"
TOLD = "pnp-told"  # the cookie by which the next page says what was done
_MODE, _LED = "sec-fetch-mode", "navigate"  # a person asks for a page, and no script for what is new on it
_WORTH_PACKING = 600  # bytes
_PACKED = ("text/", "application/json", "application/yaml", "image/svg", "text/javascript")


GROUPS = ("cards", "look", "rules", "print", "try", "more")  # the tabs of every page of a game
_KINDS: dict[str, Callable[[Kind, Collection[str]], bool]] = {  # those that a tab is of; with the names of forged ones
    "all": lambda *_: True,
    "items": lambda kind, _: not kind.prose,
    "faces": lambda kind, _: kind.printed and not kind.prose,
    "forged": lambda kind, forged: kind.name in forged,
    "own cards": lambda *_: False,  # a site alone has them
}
_NEEDS: dict[str, Callable[[Game], bool]] = {  # without which a tab of a game leads nowhere
    "": lambda _: True,
    "faces": lambda game: any(kind.printed and kind.items for kind in game.kinds.values()),
    "decks": lambda game: any(kind.items and not kind.prose for kind in game.kinds.values()),
    "languages": lambda game: len(game.languages) > 1,
    "player": lambda game: _is_played(game),
}
_TRIED = re.compile(r"/[^/]+/(lab|table|[^/]+/forge)(/|$)")


class Tab(NamedTuple):
    """A way to a screen that the frame of all pages shows."""

    word: str  # the key of its name among the words
    path: str  # behind /GAME/, or behind /GAME/KIND/ where it is of a kind
    order: int  # small ones come first
    of: str = ""  # the kinds that it is of, by `_KINDS`; else it is of the game
    under: str = "more"  # one of `GROUPS`
    needs: str = ""  # what a game has to have, by `_NEEDS`

    def leads_in(self, game: Game) -> bool:
        """Whether there is something to be seen of a game."""
        return _NEEDS[self.needs](game)


class Way(NamedTuple):
    """A link of the frame."""

    words: str
    address: str
    here: bool = False
    row: Sequence["Way"] = ()  # of a tab: what there is to choose in it
    kinds: Sequence["Way"] = ()  # of one of these: the same of all kinds that have it


def tabs_of(request: Request, game: Game, kind: Kind | None, forged: Collection[str]) -> list[Way]:
    """The tabs of a page about a game, or a kind of it: those that lead somewhere."""
    path, site = unquote(request.url.path), request.scope.get("site")
    rows = _rows(request, game, kind, forged)
    leads = [unquote(way.address) for row in rows.values() for way in row]
    here = max((one for one in leads if path == one or path.startswith(one.rstrip("/") + "/")), key=len, default="")
    base, say = path_of(request.path_params["game"], ""), speaker(tongue_of(request))
    tabs = []
    for group, row in rows.items():
        marked = [way._replace(here=unquote(way.address) == here) for way in row]
        address = base if group == "cards" else row[0].address if row else ""
        at_hand = any(way.here for way in marked) or (group == "cards" and path in (base, f"{base}search"))
        if address and not (site and group == "print" and not game.plan):
            tabs.append(Way(say("tab-" + group), address, at_hand, marked))
    return tabs


def _rows(request: Request, game: Game, kind: Kind | None, forged: Collection[str]) -> dict[str, list[Way]]:
    """What there is to choose in each tab; what is of a kind leads to the one that is shown, or to the first."""
    tongue, path, site = tongue_of(request), request.url.path, request.scope.get("site")
    say, name = speaker(tongue), request.path_params["game"]
    texts, cards = [[one for one in game.kinds.values() if bool(one.prose) == prose] for prose in (True, False)]
    rows: dict[str, list[Way]] = {group: [] for group in GROUPS}

    def of_kinds(words: str, end: str, suited: Sequence[Kind]) -> Way:
        ways = [Way(one.title.in_language(tongue, game.language), path_of(name, one.name, end)) for one in suited]
        own = next((way for way, one in zip(ways, suited, strict=True) if one is kind), ways[0])
        return Way(words, own.address, kinds=[way._replace(here=way is own) for way in ways])

    if kind in cards:
        rows["cards"].append(of_kinds(say("faces"), "", cards))
    for tab in request.app.state.tabs:
        under, near = tab.under, texts if kind in texts and tab.under == "cards" else cards
        if site:
            suited = [one for one in near if (name, one.name, tab.path) in site.made]
        else:
            suited = [one for one in near if tab.of and _KINDS[tab.of](one, forged)]
        if suited and (kind in suited or under != "cards"):
            rows["rules" if near is texts else under].append(of_kinds(say(tab.word), tab.path, suited))
        elif under and not tab.of and (tab.needs != "player" or _TRIED.match(path)) and tab.leads_in(game):
            rows[under].append(Way(say(tab.word), path_of(name, *tab.path.split("/"))))
    known = [each for each in rows["rules"] if each.kinds]
    rows["rules"] = [
        *(each for each in rows["rules"] if not each.kinds),
        *(of_kinds("", "", texts).kinds if texts else ()),
        *(each._replace(kinds=()) for each in known),
    ]
    return rows


def _is_played(game: Game) -> bool:
    """Whether something here plays the game by its rules."""
    from generator.lab.simulation.moves import NoSimulation
    from generator.lab.simulation.playable import find_game

    try:
        find_game(game)
    except NoSimulation:
        return False
    return True


@cache
def page_templates() -> Environment:
    """The templates of pages, compiled as they are asked for; a browser's memory holds some, and has no newer ones."""
    environment = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=sys.platform != "emscripten",
    )
    environment.filters["segment"] = lambda text: quote(str(text), safe="")
    environment.filters["pairs"] = lambda words: [(word, word) for word in words]
    environment.filters["papers"] = lambda names: [(name, paper_title(name)) for name in names]
    environment.filters["shown"] = lambda text: escaped(str(text), keep="\n")
    return environment


def tongue_of(request: Request) -> str:
    """The interface language of a request: of the address, else as it was chosen before, else the browser's."""
    return spoken(
        request.query_params.get("ui"), request.cookies.get("pnp-ui"), request.headers.get("accept-language", "")[:400]
    )


def page(request: Request, template: str, status: int | None = None, **values: Any) -> Response:
    """A page of the workshop from a template in ``pages/``; without a status, 422 where it shows a ``refusal``.

    Besides ``values``, templates know ``say`` (words of the interface), ``tongue`` and ``tongues``, ``asset`` (the
    address of a file in ``static/``), ``modules`` (the scripts that one imports), ``here`` (the address with some
    options changed), ``terms``, ``token`` (for forms that write), ``tabs`` (see `tabs_of`), ``games``, ``since`` (the
    id of the last event before it was made, for ``/events?since=``), ``look`` (light or dark, where that was chosen),
    ``site`` (what pages that are written down know, else None), ``deleted`` (the change that deleted an item, if that
    came last), ``turns`` (gives for what a page shares with its steps, see `History.steps`, what undo and redo would do
    there, in words; nothing where nothing is left), ``said_now`` (what was done just before).
    """
    workshop, tongue = request.app.state.workshop, tongue_of(request)
    context = {
        "say": speaker(tongue),
        "tongue": tongue,
        "tongues": tongues(),
        "asset": lasting_asset if request.scope.get("site") else asset,
        "modules": lambda name: () if request.scope.get("site") else modules(name),
        "here": lambda **changed: _here(request, changed),
        "terms": workshop.terms,
        "token": workshop.terms.token if workshop.terms.writes else "",
        "tabs": (),
        "games": workshop.games(),
        "since": request.scope.get("since", ""),
        "look": look if (look := request.cookies.get("pnp-look")) in ("light", "dark") else "",
        "params": request.path_params,
        "deleted": _deleted(request, workshop),
        "turns": lambda **page: _turns(request, workshop, page, tongue),
        "most_file": MOST_FILE,
        "said_now": unquote(request.cookies.get(TOLD, "")) if request.headers.get(_MODE, _LED) == _LED else "",
        "path": request.url.path,
        "site": request.scope.get("site"),
    }
    status = status or (422 if values.get("refusal") else 200)
    text = page_templates().get_template(template).render({**context, **values})
    answer = sent(request, text.encode("utf-8", "replace"), "text/html; charset=utf-8", status=status)
    if context["said_now"]:
        answer.delete_cookie(TOLD)
    if request.query_params.get("ui") in tongues():
        answer.set_cookie("pnp-ui", tongue, max_age=31_536_000, samesite="lax", httponly=True)
    if workshop.terms.writes:
        answer.set_cookie(workshop.terms.cookie, workshop.terms.token, samesite="strict", httponly=True)
    return answer


def _deleted(request: Request, workshop: Any) -> FileChange | None:
    """The deletion of an item, if that is the last that was changed in the game that is shown."""
    last = workshop.history.last(request.path_params.get("game", "")) if workshop.terms.writes else None
    return last if last is not None and last.sort == "deleted" and last.item else None


def _turns(request: Request, workshop: Any, page: Mapping[str, str], tongue: str) -> dict[str, str]:
    """Describe what undo and redo would do on a page of the game that is shown."""
    from generator.web.turning import next_step

    game, say, labels = request.path_params["game"], speaker(tongue), {"undo": "", "redo": ""}
    for word in labels if workshop.terms.writes else ():
        change = next_step(workshop, game, page, undone=word == "redo")
        if change is not None:
            what = step_name(change, workshop.outline(game), say, tongue)
            labels[word] = say("undo-what" if word == "undo" else "redo-what", what=what, when=since(change, say))
    return labels


def _here(request: Request, changed: Mapping[str, object]) -> str:
    """The address of the same page with options of its query changed, or left out where None."""
    options = {**{name: value for name, value in request.query_params.multi_items() if name != "ui"}, **changed}
    query = urlencode({name: value for name, value in options.items() if value is not None})
    return f"?{query}" if query else request.url.path


def sent(
    request: Request,
    content: bytes,
    media_type: str,
    *,
    status: int = 200,
    filename: str | None = None,
    mark: str | None = None,
    lasting: bool = False,
    packed: bytes | None = None,
) -> Response:
    """Bytes, packed where that pays and the browser can take it; nothing but word of it where it has them already.

    Args:
        request: what is answered.
        content: the bytes.
        media_type: what they are.
        status: of the answer.
        filename: what they are saved as, where they are to be saved.
        mark: identifies them; made of them if None.
        lasting: they are never other ones at this address.
        packed: the same by gzip, where that exists already; who takes it needs no ``content``.
    """
    headers = {"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
    packs = packed is not None or (media_type.startswith(_PACKED) and len(content) >= _WORTH_PACKING)
    if packs:
        headers["vary"] = "accept-encoding"
    if media_type.startswith("text/html"):
        headers["vary"] = "accept-encoding, accept-language, cookie"
    if filename is not None:
        headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(filename)}"
        if filename.isascii() and not set(filename) & set('"\\') and filename.isprintable():
            headers["content-disposition"] = f'attachment; filename="{filename}"'
    if status == 200:
        takes_packed = packs and takes_gzip(request)
        headers["etag"] = f'"{mark or blake2b(content, digest_size=12).hexdigest()}{"-gz" if takes_packed else ""}"'
        if _has(request, headers["etag"]):
            return Response(status_code=304, headers=headers)
        if takes_packed:
            content = packed or gzip.compress(content, 5, mtime=0)
            headers["content-encoding"] = "gzip"
    return Response(content, status, headers, media_type)


def unkept(data: Any, status: int = 200) -> Response:
    """Data as JSON, which browsers are to ask for each time."""
    return JSONResponse(data, status, {"cache-control": "no-store"})


def path_of(*names: str) -> str:
    """The address of what has these names, the last of which is empty where it is a folder's."""
    return "".join(f"/{quote(name, safe='')}" for name in names)


def takes_gzip(request: Request) -> bool:
    """Whether a browser can unpack gzip."""
    for part in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = part.replace(" ", "").partition(";q=")
        if name in ("gzip", "*"):
            return weight not in ("0", "0.0", "0.00", "0.000")
    return False


def _has(request: Request, etag: str) -> bool:
    etags = request.headers.get("if-none-match", "")
    return etags == "*" or etag in [part.strip().removeprefix("W/") for part in etags.split(",")]


def refused(request: Request, status: int, word: str, message: str, problems: Sequence[Problem] = ()) -> Response:
    """Answer with a refusal: a page, or JSON for clients that prefer it.

    Args:
        request: what is answered.
        status: of the answer.
        word: the key of its title among the words.
        message: why, in one line.
        problems: what is to be mended first.
    """
    from json import dumps

    from msgspec.structs import asdict

    message = refusal_in(tongue_of(request), message)
    told_of_json = request.headers.get("accept", "") + request.headers.get("content-type", "")
    if "application/json" in told_of_json or request.url.path.endswith(".json"):
        answer_data = {"error": escaped(message), "problems": [asdict(problem) for problem in problems]}
        return Response(dumps(answer_data), status, {"cache-control": "no-store"}, "application/json")
    is_file = request.url.path.endswith((".svg", ".pdf", ".zip", ".yaml"))  # pictures in a page, and what scripts fetch
    if is_file and "text/html" not in request.headers.get("accept", ""):
        return Response(escaped(message) + "\n", status, {"cache-control": "no-store"}, "text/plain; charset=utf-8")
    known = request.app.state.workshop.peek(request.path_params.get("game", ""))
    game = {"game": known.game} if known is not None else {}
    answer = page(request, "refused.html", status, word=word, message=message, problems=list(problems), **game)
    answer.headers["cache-control"] = "no-store"
    return answer

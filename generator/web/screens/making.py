"""New games, and new kinds in one: what `pnp new` makes, by a form.

GET /new: the page. POST /-/games: ``name`` in, the title, of which the folder's name is made, and ``languages`` with
commas and ``sort.SORT`` for each kind wanted, or ``from``, a game to copy; then the new game's page.
POST /-/kinds/GAME: ``sort`` and ``name`` in, that too the title; then the page of that.
"""

import re
import unicodedata

from generator.core.folders import shipped_games
from generator.core.problem import WrongUse
from generator.model.values import Ids
from generator.starter.games import add_kinds, copy_game, make_game
from generator.starter.sorts import RESERVED_GAMES, sorts
from generator.web.saving import remember, remember_made
from generator.web.screens import RequestBody, Response, WorkshopRequest, done, get, page, path_of, post, text_in

_SPACE = re.compile(r"[\W_]+", re.ASCII)


@get("/new", only=())
def wizard(request: WorkshopRequest) -> Response:
    """The page to begin a game."""
    copied = sorted({*request.workshop.games(), *(folder.name for folder in shipped_games())})
    return page(request.http, "new.html", sorts=sorts(), copied=copied, usual=request.tongue)


@post("/-/games")
def make(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Make a game."""
    workshop, title = request.workshop, _title(text_in(sent, "name"))
    name = Ids(RESERVED_GAMES, "my-game").new(plain_name(title))
    source = sent.get("from")
    if source:
        copy_game(workshop.project, name, text_in(sent, "from"), title)
    else:
        languages = [part.strip() for part in text_in(sent, "languages").split(",")]
        kinds = [sort for sort in sorts() if sent.get(f"sort.{sort}")]
        make_game(workshop.project, name, languages, kinds, title=title)
    remember_made(workshop, name)
    workshop.look()
    return _there(sent, name)


@post("/-/kinds/{game}", waits=False)
def add(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Add a kind to a game."""
    game, sort, title = request.game.name, text_in(sent, "sort"), _title(str(sent.get("name") or ""))
    name = plain_name(title)
    if sort not in sorts():
        raise WrongUse(f"sort is one of {', '.join(sorts())}")
    added = add_kinds(request.workshop.project, game, [f"{sort}:{name}" if name else sort], title)
    remember(request.workshop, game, added.changes, "made", next(iter(added.kinds)))
    request.workshop.look()
    return _there(sent, game, *list(added.kinds)[:1])


def _title(text: str) -> str:
    """A person's name for something, on one line and without what controls machines."""
    return " ".join("".join(sign if unicodedata.category(sign) != "Cc" else " " for sign in text).split())


def plain_name(text: str) -> str:
    """A person's name for something, as the name of a folder or a kind: ``My game`` is ``my-game``."""
    from anyascii import anyascii

    return _SPACE.sub("-", anyascii(text).lower()).strip("-")[:60]


def _there(sent: RequestBody, *names: str) -> Response:
    address = path_of(*names, "")
    return done(sent, {"address": address}, address)

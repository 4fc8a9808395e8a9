"""New games, and new kinds in one: what `pnp new` makes, by a form.

GET /new: the page. POST /-/games: ``name`` in, the title, of which the folder's name is made, and ``languages`` with
commas and ``sort.SORT`` for each kind wanted, or ``from``, a game to copy, or ``sheet``, a sheet that was shown; then
the new game's page.
POST /-/sheets: a form with a file ``sheet`` (CSV, TSV, XLSX, ODS, JSON), and ``languages``, ``part`` (a sheet of it),
``encoding`` and ``decimal`` where it says none; then the page with what each of its columns would be, to be made.
POST /-/kinds/GAME: ``sort`` and ``name`` in, that too the title; then the page of that.
"""

import re
import unicodedata
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from generator.core.folders import shipped_games
from generator.core.leftovers import scratch
from generator.core.problem import Faulty, Refusal, WrongUse
from generator.draw.font_families import font_files
from generator.model.values import Ids
from generator.read.adding import with_text
from generator.starter.games import add_kinds, check_languages, copy_game, make_game, put_game
from generator.starter.sorts import RESERVED_GAMES, sorts
from generator.tables.headings import SheetTerms
from generator.tables.opening import BOOKS, POINTS, TEXTS, SheetOrder
from generator.tables.sheet_game import SheetGame, game_from_sheet
from generator.web.errands import ErrandBudget
from generator.web.saving import remember, remember_made
from generator.web.screens import (
    RequestBody,
    Response,
    SentFile,
    WorkshopRequest,
    done,
    get,
    page,
    path_of,
    post,
    text_in,
)
from generator.web.speech import refusal_in

SHEET = ErrandBudget(60, 2_000_000_000, 24)  # all of its faces are drawn
KIND = "cards"  # what the rows of a sheet are
_SPACE = re.compile(r"[\W_]+", re.ASCII)
_SPAN = re.compile(r"(-?[\d.]+) to (-?[\d.]+)")


@get("/new", only=())
def wizard(request: WorkshopRequest) -> Response:
    """The page to begin a game."""
    return _page(request, {})


def _page(request: WorkshopRequest, values: RequestBody, refusal: str = "", **guessed: object) -> Response:
    """The page; ``values``: what was filled in of the form for a sheet; ``guessed``: what is shown of one."""
    copied = sorted({*request.workshop.games(), *(folder.name for folder in shipped_games())})
    shown: dict[str, Any] = {"sorts": sorts(), "copied": copied, "usual": request.tongue, "made": None, **guessed}
    return page(request.http, "new.html", **shown, takes=",".join(TEXTS + BOOKS), values=values, refusal=refusal)


@post("/-/sheets", only=())
def guess(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Show what a sheet would become."""
    sheet = sent.get("sheet")
    try:
        if not isinstance(sheet, SentFile) or not sheet.name.strip():
            raise WrongUse("no file was chosen")
        name = re.sub(r"[^\w .()-]+", "-", re.split(r"[/\\]", sheet.name)[-1]).strip(" .-")[-100:]
        if Path(name).suffix.lower() not in TEXTS + BOOKS:
            raise WrongUse(f"{name} is not a CSV, TSV, XLSX, ODS or JSON file by its name; save it as one of these")
        part, encoding, decimal = (text_in(sent, key).strip() or None for key in ("part", "encoding", "decimal"))
        languages = [code.strip() for code in text_in(sent, "languages").split(",") if code.strip()]
        check_languages(languages or ["en"])
        if decimal not in POINTS:
            raise WrongUse(f"decimal is {str(decimal)[:40]!r}; known: comma, point")
        common = request.workshop.project.templates / "common"
        values = name, sheet.content, languages, part, encoding, POINTS[decimal], common
        key = blake2b(
            sheet.content + repr((name, *values[2:], sorted(font_files((common,))))).encode("utf-8", "replace"),
            digest_size=12,
        ).hexdigest()
        guesses = request.state.guesses
        made = guesses.of(key, lambda: request.errand(_guessed, *values, budget=SHEET))
    except Refusal as error:
        return _page(request, sent, _said(request.tongue, error))
    notes = [refusal_in(request.tongue, note) for note in made.notes]
    title = _title(re.sub(r"[-_]+", " ", Path(name).stem)).capitalize()
    return _page(request, sent, made=made, sheet=key, title=title, table=_table(request, made), notes=notes)


def _guessed(
    _progress: object,
    name: str,
    data: bytes,
    languages: Sequence[str],
    part: str | None,
    encoding: str | None,
    point: str | None,
    common: Path,
) -> SheetGame:
    """The game that a sheet is made into, an errand."""
    with scratch() as folder:
        (folder / name).write_bytes(data)
        order = SheetOrder((folder / name).as_posix(), None, KIND, SheetTerms(), part, point, encoding)
        try:
            return game_from_sheet(order, "new-game", languages, common=common)
        except Faulty:
            raise
        except Refusal as error:
            raise type(error)(str(error).replace(f"{folder.as_posix()}/", "")) from None


def _said(tongue: str, error: Refusal) -> str:
    """Why a sheet is refused, in a person's language."""
    problems = error.problems[:5] if isinstance(error, Faulty) else []
    told = [(f"{problem.file}: ", problem.message, problem.hint) for problem in problems] or [("", str(error), "")]
    return "\n".join(place + " – ".join(refusal_in(tongue, text) for text in texts if text) for place, *texts in told)


def _table(request: WorkshopRequest, made: SheetGame) -> list[tuple[str, str, str, str, str]]:
    """What becomes of each column, in the language of the interface."""
    return [
        (heading, field, _typed(type_, request.tongue), _valued(values, request), _remarked(remark, request))
        for heading, field, type_, values, remark in made.table()
    ]


def _typed(type_: str, tongue: str) -> str:
    """A type, with the words that may stand among numbers."""
    number, *words = type_.split(" or ") if "number" in type_ else [type_]
    return ", ".join([refusal_in(tongue, number), *words])


def _remarked(remark: str, request: WorkshopRequest) -> str:
    why = remark.removeprefix("left out: ")
    said = refusal_in(request.tongue, why)
    return said if why == remark else request.say("sheet-left-out", why=said)


def _valued(values: str, request: WorkshopRequest) -> str:
    span = _SPAN.fullmatch(values)
    return request.say("sheet-span", least=span[1], most=span[2]) if span else refusal_in(request.tongue, values)


@post("/-/games")
def make(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Make a game."""
    workshop, title = request.workshop, _title(text_in(sent, "name"))
    name = Ids(RESERVED_GAMES, "my-game").new(plain_name(title))
    source = sent.get("from")
    if source:
        copy_game(workshop.project, name, text_in(sent, "from"), title)
    elif sent.get("sheet"):
        made = request.state.guesses.of(text_in(sent, "sheet"), _forgotten)
        described = made.data["game.yaml"].decode()
        described = (title and with_text(described, "name", title)) or described
        put_game(workshop.project, name, {**made.data, "game.yaml": described.encode()}, made.templates)
    else:
        languages = [part.strip() for part in text_in(sent, "languages").split(",")]
        kinds = [sort for sort in sorts() if sent.get(f"sort.{sort}")]
        make_game(workshop.project, name, languages, kinds, title=title)
    remember_made(workshop, name)
    workshop.look()
    return _there(sent, name)


def _forgotten() -> SheetGame:
    raise WrongUse("this sheet is not remembered any more: choose its file again")


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

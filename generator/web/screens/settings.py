"""The game itself as a form: its title, for how many it is, its languages, what is in its box.

GET /GAME/settings: the page. POST /-/settings/GAME: ``title.LANG``, ``players``, ``ages`` and ``minutes`` (a number or
two), ``language.LANG`` for each language, ``main`` that is printed first, ``add`` for a new one, and for each entry of
the plan ``plan.NUMBER``, an expression, in; then the page. What is wrong is said at its field, and nothing is written.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.core.problem import Infeasible, Refusal, WrongUse
from generator.editing.item_texts import mapping_changed, mapping_in
from generator.editing.kind_edits import NAMES, without_languages
from generator.model.expressions import ExpressionError, read_expression
from generator.model.game import Game
from generator.model.schema import GAME
from generator.web.saving import saved_all
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, text_in
from generator.web.source_files import TEMPLATES, SourceFile, source_names

TABS = [Tab("settings", "settings", 12)]
FILE = "game.yaml"
SPANS = ("players", "ages", "minutes")
MOST = {"players": 1_000, "ages": 120, "minutes": 1_000}
_SPAN = re.compile(r"\s*(\d{1,4})(?:\s*(?:-|–|,|to|à|bis)\s*(\d{1,4}))?\s*")


class PlanRow(NamedTuple):
    """An entry of the plan: how many of a kind lie in a box."""

    number: int
    title: str
    unit: str  # count: components; sets: all copies of all items
    value: str  # an expression
    when: str  # in which boxes


@get("/{game}/settings", only=())
def settings(request: WorkshopRequest) -> Response:
    """The page."""
    return _page(request, {}, {})


def _page(request: WorkshopRequest, sent: Mapping[str, Any], errors: Mapping[str, str]) -> Response:
    game, file = request.game, request.file(FILE)
    described = mapping_in(file.content.decode("utf-8", "replace")) or {}
    values = {f"title.{code}": game.title.in_language(code, game.language) for code in game.languages}
    values |= {name: _span_text(described.get(name)) for name in SPANS}
    rows = list(_plan(game, described, request.tongue))
    values |= {f"plan.{row.number}": row.value for row in rows}
    return request.page(
        "settings.html",
        status=422 if errors else 200,
        values={**values, **{key: str(value) for key, value in sent.items() if key in values}},
        errors=errors,
        version=file.version,
        names={**{code: code for code in game.languages}, **NAMES},
        plan=rows,
    )


def _span_text(value: Any) -> str:
    """``2–4``, as people write it."""
    return "–".join(dict.fromkeys(map(str, value if isinstance(value, list) else [value] if value else [])))


def _plan(game: Game, described: Mapping[str, Any], tongue: str) -> Iterator[PlanRow]:
    entries = described.get("plan")
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and entry.get("kind") in game.kinds:
            unit = "sets" if entry.get("sets") else "count"
            title = game.kinds[entry["kind"]].title.in_language(tongue, game.language)
            when = " · ".join(str(entry[key]) for key in ("only", "when") if entry.get(key))
            yield PlanRow(number, title, unit, str(entry.get(unit) or ""), when)


@post("/-/settings/{game}", looks=True)
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Save the form."""
    game, file = request.game, request.file(FILE)
    file.require(text_in(sent, "version"))
    described = mapping_in(file.content.decode("utf-8", "replace"))
    if described is None:
        raise Infeasible(f"{file.shown} cannot be read; mend it first")
    errors: dict[str, str] = {}
    values = {name: _read(errors, name, lambda name=name: _span(sent, name)) for name in SPANS}
    languages = _read(errors, "languages", lambda: _languages(game, sent))
    titles = {code: " ".join(str(sent.get(f"title.{code}", "")).split()) for code in game.languages}
    if not titles[game.language]:
        errors[f"title.{game.language}"] = "the title is missing"
    entries = [dict(entry) if isinstance(entry, dict) else entry for entry in described.get("plan") or ()]
    for row in _plan(game, described, request.tongue):
        entries[row.number][row.unit] = _read(errors, f"plan.{row.number}", lambda row=row: _amount(sent, row))
    if errors:
        words = {key: request.say(_SAID[message]) if message in _SAID else message for key, message in errors.items()}
        return _page(request, sent, words)
    said = {code: titles.get(code) or titles[game.language] for code in languages}
    values |= {"name": said if len(set(said.values())) > 1 else titles[game.language], "languages": languages}
    if described.get("name") == said:
        values["name"] = said
    if entries:
        values["plan"] = entries
    unchanged = tuple(languages) == game.languages and "languages" not in described
    changed = {key: value for key, value in values.items() if not (unchanged and key == "languages")}
    text = mapping_changed(file.content.decode("utf-8"), changed, GAME)
    saved_all(request, list(_in_languages(request, file, text, languages)))
    return done(sent, {}, path_of(game.name, "settings"))


_SAID = {"the title is missing": "settings-title-missing"}


def _read(errors: dict[str, str], name: str, read: Any) -> Any:
    """What a field says; what is wrong with it goes to ``errors``."""
    try:
        return read()
    except Refusal as error:
        errors[name] = str(error)
        return None


def _span(sent: RequestBody, name: str) -> Any:
    text = str(sent.get(name) or "").strip()
    match = _SPAN.fullmatch(text)
    if not text:
        return None
    numbers = [int(number) for number in match.groups() if number] if match else []
    if not numbers or not 1 <= numbers[0] <= numbers[-1] <= MOST[name]:
        raise WrongUse(f"{text[:20]!r} is not a number or two, such as 2-4")
    return numbers if len(numbers) > 1 else numbers[0]


def _languages(game: Game, sent: RequestBody) -> list[str]:
    wanted = [code for code in game.languages if sent.get(f"language.{code}")]
    added = str(sent.get("add") or "")
    if added and added not in NAMES:
        raise WrongUse(f"{added[:20]!r} is not a language of the list")
    wanted += [added] if added and added not in wanted else []
    if not wanted:
        raise WrongUse("a game has one language at least")
    main = str(sent.get("main") or "")
    return sorted(wanted, key=lambda code: code != main)


def _amount(sent: RequestBody, row: PlanRow) -> str:
    text = text_in(sent, f"plan.{row.number}").strip()
    try:
        read_expression(text)
    except ExpressionError as error:
        raise WrongUse(f"{text[:40]!r}: {error}") from None
    return text


def _in_languages(
    request: WorkshopRequest, file: SourceFile, text: str, languages: list[str]
) -> Iterator[tuple[SourceFile, bytes, str]]:
    """The game's files in these languages: without texts of those that go, with running text for those that come."""
    game = request.game
    dropped = [code for code in game.languages if code not in languages]
    names = [name for name in source_names(game) if name.endswith(".yaml") and name != FILE] if dropped else []
    names += [TEMPLATES + "words.yaml"] if dropped and request.templates is not None else []
    yield file, without_languages(text, dropped, game.languages).encode(), ""
    for name in names:
        other = request.file(name, begins=True)
        if other.content:
            yield other, without_languages(other.content.decode("utf-8"), dropped, game.languages).encode(), ""
    for kind in game.kinds.values():
        document = next((kind.documents[code] for code in game.languages if code in kind.documents), None)
        for code in languages:
            if kind.prose and document is not None and code not in game.languages:
                old = request.file(document.file.rpartition("/")[2])
                yield request.file(f"{kind.prose}.{code}.md", begins=True), old.content, kind.name

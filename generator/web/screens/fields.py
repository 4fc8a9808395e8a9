"""What the items of a kind consist of: its fields, each as a form, and the kind's own titles and size.

GET /GAME/KIND/fields: the page; with ``field`` (and ``word``, one of its choice) and ``new`` it asks whether that is to
be called so, with ``do=delete`` whether it is to go, and shows what uses it. POST /-/fields/GAME/KIND: ``do`` (kind,
add, save, rename, delete, delete-kind) in, with what each needs, below; then the page. Each is a step to be undone.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from generator.core.choices import SIZES
from generator.core.folders import Project
from generator.core.problem import Infeasible, NotFound, WrongUse
from generator.core.rewriting import Replacement
from generator.editing.forms import FieldLimits, limits_in
from generator.editing.item_texts import items_changed, mapping_in
from generator.editing.kind_edits import (
    FACE_TYPES,
    kind_changed,
    kind_uses,
    with_range,
    with_size,
    with_values,
    without_boxes,
    without_kind,
    without_values,
)
from generator.editing.renames import Rename, rename_field, rename_word, uses_of, words_of
from generator.editing.template_boxes import with_text_box
from generator.editing.trials import tried
from generator.model.field_spec import FieldSpec, field_types
from generator.model.fields import Field, ReadContext
from generator.model.game import Game, Kind
from generator.model.schema import OWN
from generator.model.values import Ids, ProblemLog
from generator.read.reader import read_text
from generator.web.saving import put_all, saved_all
from generator.web.screens import RequestBody, Response, Tab, WorkshopRequest, done, get, path_of, post, text_in
from generator.web.screens.making import plain_name
from generator.web.source_files import TEMPLATES, SourceFile

TABS = [Tab("fields", "fields", 15, of="all", under="cards")]
SIMPLE = ("text", "string", "whole", "number", "flag", "choice", "list")  # types that a form can describe whole
_DRAWN = ("whole", "number", "choice")  # that the forge draws by itself; others a recipe has to set
_COMMON = ("id", "waive", "art")
_MOST_SHOWN = 60  # lines

FileTexts = list[tuple[SourceFile, bytes, str]]


@get("/{game}/{kind}/fields", only=("field", "word", "new", "do"))
def fields(request: WorkshopRequest) -> Response:
    """The page."""
    game, kind, field, word = request.game, request.kind, request.text("field") or "", request.text("word") or ""
    templates = request.picture_folder
    new, deed, uses, obstacles = request.text("new") or "", request.text("do") or "", [], []
    if deed == "delete-kind":
        uses = list(kind_uses(game, kind.name))
    elif deed == "delete":
        own = {kind.file.rpartition("/")[2], "game.yaml"} if not word else {"game.yaml"}
        uses = [use for use in uses_of(game, templates, kind.name, _known(kind, field), word) if use.file not in own]
    elif field and new:
        rename = _rename(game, templates, kind.name, field, word, new)
        uses, obstacles = rename.uses, rename.obstacles
    files = {use.file: [each for each in uses if each.file == use.file] for use in uses}
    return request.page(
        "fields.html",
        asks={"field": field, "word": word, "new": new, "do": deed or "rename"} if deed or new else {},
        files={name: (lines[:_MOST_SHOWN], len(lines)) for name, lines in files.items()},
        obstacles=obstacles,
        described=[
            (name, each, types_of(kind, name)) for name, each in kind.fields.items() if name not in (*_COMMON, "copies")
        ],
        limits={name: limits for name, limits in limits_in(game, kind.name).items() if name in kind.fields},
        no_limits=FieldLimits(),
        types=[(name, request.say("type-" + name)) for name in SIMPLE],
        words_of=words_of,
        sizes=SIZES,
        size_name=next((name for name, size in SIZES.items() if size == kind.size), ""),
        copies=next(iter({item.copies for item in kind.items}), 1)
        if len({item.copies for item in kind.items}) < 2
        else "",
    )


def types_of(kind: Kind, name: str) -> str:
    """The type of a field, as ``game.yaml`` has it."""
    described = getattr(kind.node.values.get("fields"), "values", {}).get(name)
    node = getattr(described, "values", {}).get("type")
    return str(getattr(node, "text", ""))


def _known(kind: Kind, field: str) -> str:
    if field not in kind.fields or field in OWN:
        raise NotFound(f"{kind.name} has no field {field[:40]!r}")
    return field


def _rename(game: Game, templates: Any, kind: str, field: str, word: str, new: str) -> Rename:
    if word:
        return rename_word(game, templates, kind, field, word, new)
    return rename_field(game, templates, kind, field, new)


@post("/-/fields/{game}/{kind}", looks=True)
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Do what a form asks for."""
    kind, deed = request.kind, text_in(sent, "do")
    if kind.prose and deed != "delete-kind":
        raise WrongUse(f"{kind.name} is running text: it has no fields")
    if request.templates is None and deed in ("rename", "delete", "delete-kind"):
        raise Infeasible(f"the templates of {request.game.name} ship with the tool; make a game of your own from it")
    if deed == "rename":
        names = request.game.name, kind.name
        changes = request.errand(partial(_renamed, sent=dict(sent)), request.workshop.project, *names)
        put_all(request, changes, kind=kind.name)
    elif deed == "delete-kind":
        put_all(request, without_kind(request.game, request.picture_folder, kind.name))
        return done(sent, {}, path_of(request.game.name, ""))
    elif deed in _DEEDS:
        saved_all(request, list(_DEEDS[deed](request, sent)))
    else:
        raise WrongUse(f"do is one of rename, delete-kind, {', '.join(_DEEDS)}")
    return done(sent, {}, path_of(request.game.name, kind.name, "fields"))


def _renamed(_progress: object, project: Project, name: str, kind: str, *, sent: RequestBody) -> list[Replacement]:
    """Work out what a new name changes, and try it."""
    field, word, new = (str(sent.get(key) or "") for key in ("field", "word", "new"))
    return tried(project, name, lambda game, templates: _rename(game, templates, kind, field, word, new))


# ---- What a form may ask for; each gives files with what they are to hold


def _text(file: SourceFile) -> str:
    try:
        return file.content.decode("utf-8")
    except UnicodeDecodeError:
        raise Infeasible(f"{file.shown} is not UTF-8; save it as UTF-8 first") from None


def _localized(game: Game, sent: RequestBody, name: str) -> Any:
    """A text by language as it is written: one for all where they are the same, nothing where nothing is said."""
    texts = {code: " ".join(str(sent.get(f"{name}.{code}") or "").split()) for code in game.languages}
    said = {code: text for code, text in texts.items() if text}
    same = len(said) == len(game.languages) and len(set(said.values())) == 1
    return next(iter(said.values())) if same else said or None


def _described(request: WorkshopRequest, change: Callable[[dict[str, Any]], None]) -> tuple[SourceFile, bytes, str]:
    file = request.file("game.yaml")
    return file, kind_changed(_text(file), request.kind.name, change).encode(), request.kind.name


def _kind(request: WorkshopRequest, sent: RequestBody) -> Iterator[tuple[SourceFile, bytes, str]]:
    """Titles, size, and how many copies there are of each item."""
    kind, title = request.kind, _localized(request.game, sent, "title")
    if title is None:
        raise WrongUse("the title is missing")
    size = _size(sent) if kind.size and kind.container is None else None

    def change(description: dict[str, Any]) -> None:
        description["title"] = title
        if size is not None and size[1] != kind.size:
            description["size"] = size[0]

    yield _described(request, change)
    for name in {kind.template, kind.back} if size is not None and size[1] != kind.size else ():
        if name and request.templates is not None:
            file = request.file(TEMPLATES + name)
            yield file, with_size(_text(file), kind.size or (0, 0), size[1]).encode(), kind.name  # type: ignore[index]
    copies = str(sent.get("copies") or "").strip()
    if copies and kind.items:
        if not copies.isdigit() or int(copies) > 999:
            raise WrongUse(f"copies is {copies[:20]!r}; a whole number from 0 to 999 is wanted")
        file = request.file()
        new = items_changed(_text(file), lambda item: _copies(item, copies), kind.fields)
        yield file, new.encode(), kind.name


def _copies(item: Mapping[str, Any], copies: str) -> dict[str, Any]:
    return {} if item.get("copies", "1") == copies else {"copies": None if copies == "1" else copies}


def _size(sent: RequestBody) -> tuple[Any, tuple[float, float]]:
    """A size, by its name or in mm, and its sides."""
    name = str(sent.get("size") or "")
    if name:
        if name not in SIZES:
            raise WrongUse(f"size is one of {', '.join(SIZES)}, or two numbers in mm")
        return name, SIZES[name]
    try:
        wide, high = (float(text_in(sent, side).replace(",", ".")) for side in ("wide", "high"))
    except ValueError:
        wide = high = 0.0
    if not (5 <= wide <= 2_000 and 5 <= high <= 2_000):
        raise WrongUse("a size has two sides of 5 to 2000 mm")
    return [int(side) if side.is_integer() else side for side in (wide, high)], (wide, high)


def _add(request: WorkshopRequest, sent: RequestBody) -> Iterator[tuple[SourceFile, bytes, str]]:
    """A field: its title, type, words; whether each item needs it; whether it is shown on the face."""
    game, kind, sort = request.game, request.kind, text_in(sent, "type")
    title = " ".join(text_in(sent, "name").split())
    stem = plain_name(title).replace("-", "_")
    if sort not in SIMPLE or not stem or not stem[0].isalpha():
        raise WrongUse("a field has a name that begins with a letter, and a type")
    name = Ids([each.replace("_", "-") for each in kind.fields]).new(stem.replace("_", "-")).replace("-", "_")
    described: dict[str, Any] = {"type": sort}
    if sort == "choice":
        described["of"] = _words(sent)
    needed = bool(sent.get("required"))
    if needed and (sort in _DRAWN or not _is_made(game, kind)):
        described["required"] = True
    if title != name:
        described["title"] = {game.language: title} if len(game.languages) > 1 else title

    def change(description: dict[str, Any]) -> None:
        description["fields"] = {**(description.get("fields") or {}), name: described}

    description, content, _ = _described(request, change)
    yield description, content, kind.name
    field = _field_of(content.decode(), kind.name, name)
    if needed and kind.items:
        file = request.file()
        yield file, with_values(game, kind, _text(file), name, field).encode(), kind.name
    limits = _limits(sent)
    if sort in ("whole", "number") and (any(limits.values()) or (needed and _is_made(game, kind))):
        file = request.file("balance.yaml", begins=True)
        usual = limits if any(limits.values()) else {"min": "1", "max": "9"}  # the forge draws from a range
        yield file, with_range(kind, _text(file), name, _numbers(usual)).encode(), kind.name
    if sent.get("face") and kind.template and request.templates is not None and sort in FACE_TYPES:
        file = request.file(TEMPLATES + kind.template)
        roles = list(request.checked.renderer.theme.fonts)
        yield file, with_text_box(_text(file), file.shown, name, roles).encode(), kind.name


def _is_made(game: Game, kind: Kind) -> bool:
    """Whether the forge makes items of a kind."""
    file = game.folder / "forge.yaml"
    recipes = (mapping_in(file.read_text(encoding="utf-8")) or {}).get("kinds") if file.is_file() else None
    return isinstance(recipes, dict) and kind.name in recipes


def _limits(sent: RequestBody) -> dict[str, str]:
    return {"min": str(sent.get("low") or "").strip(), "max": str(sent.get("high") or "").strip()}


def _words(sent: RequestBody) -> list[str]:
    words = [word.strip() for word in str(sent.get("words") or "").replace("\n", ",").split(",") if word.strip()]
    if not words:
        raise WrongUse("a choice needs words, with commas between")
    return list(dict.fromkeys(words))


def _field_of(text: str, kind: str, name: str) -> Field:
    """A field as ``game.yaml`` would describe it."""
    node: Any = read_text(text, "")[0]
    for key in ("kinds", kind, "fields", name):
        node = node.values[key]
    return FieldSpec().read(node, ReadContext(ProblemLog("game.yaml")))


def _save(request: WorkshopRequest, sent: RequestBody) -> Iterator[tuple[SourceFile, bytes, str]]:
    """A field's titles, its type, whether it is needed, its range, the titles of its words, and a new word."""
    game, kind = request.game, request.kind
    name, sort = _known(kind, text_in(sent, "field")), str(sent.get("type") or "")
    old, word = kind.fields[name], " ".join(str(sent.get("add") or "").split())
    if (sort and sort not in field_types()) or (word and (word in words_of(old) or "," in word)):
        raise WrongUse(f"{name} has the word {word[:40]!r} already" if word else "there is no such type")
    drawn = sort in _DRAWN or not _is_made(game, kind)
    required = bool(sent.get("required")) and (old.required or drawn)

    def change(description: dict[str, Any]) -> None:
        described = dict(description["fields"][name])
        values = {"title": _localized(game, sent, "title"), "required": required or None}
        if sort and sort != described.get("type"):
            described = {"type": sort} | ({"of": list(words_of(old)) or _words(sent)} if sort == "choice" else {})
        elif words_of(old):
            choice = described["of"] if isinstance(described.get("of"), dict) else described
            choice["of"] = [*words_of(old), *([word] if word else [])]
            titles = {each: _localized(game, sent, f"word.{each}") for each in choice["of"]}
            titles = {each: text for each, text in titles.items() if text and text != each}
            values |= {"titles": titles or None} if choice is described else {}
        described |= values
        description["fields"][name] = {key: value for key, value in described.items() if value is not None}

    yield _described(request, change)
    if required and not old.required and kind.items:
        file = request.file()
        yield file, with_values(game, kind, _text(file), name, old).encode(), kind.name
    if "low" in sent or "high" in sent:
        limits = _limits(sent)
        before = limits_in(game, kind.name).get(name, FieldLimits())
        if [limits["min"], limits["max"]] != ["" if each is None else f"{each}" for each in before]:
            file = request.file("balance.yaml", begins=True)
            yield file, with_range(kind, _text(file), name, _numbers(limits)).encode(), kind.name


def _numbers(limits: dict[str, str]) -> dict[str, str]:
    try:
        numbers = [float(limit) for limit in limits.values() if limit]
    except ValueError:
        numbers = [1, 0]
    if numbers != sorted(numbers):
        raise WrongUse("a range has a least and a most number, the least first")
    return limits


def _delete(request: WorkshopRequest, sent: RequestBody) -> Iterator[tuple[SourceFile, bytes, str]]:
    """A field with its values and its text boxes, or a word of a choice."""
    kind, name, word = request.kind, _known(request.kind, text_in(sent, "field")), str(sent.get("word") or "")
    left = [each for each in words_of(kind.fields[name]) if each != word]
    if word and not left:
        raise WrongUse("a choice has one word at least; delete the field instead")

    def change(description: dict[str, Any]) -> None:
        if not word:
            del description["fields"][name]
            return
        choice = description["fields"][name]
        choice = choice["of"] if isinstance(choice.get("of"), dict) else choice
        choice["of"] = left
        titles = {each: text for each, text in (choice.pop("titles", None) or {}).items() if each != word}
        choice |= {"titles": titles} if titles else {}

    yield _described(request, change)
    if not word:
        if kind.items:
            file = request.file()
            yield file, without_values(kind, _text(file), name).encode(), kind.name
        for template in {kind.template, kind.back} - {None}:
            file = request.file(f"{TEMPLATES}{template}")
            yield file, without_boxes(_text(file), name).encode(), kind.name


_DEEDS: dict[str, Callable[[WorkshopRequest, RequestBody], Iterator[tuple[SourceFile, bytes, str]]]] = {
    "kind": _kind,
    "add": _add,
    "save": _save,
    "delete": _delete,
}

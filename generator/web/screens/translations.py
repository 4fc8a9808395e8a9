"""All texts that players read, language beside language, what is missing first; items are saved by their kinds' tables.

GET /GAME/translations: the page. PUT the same: ``version`` of ``words.yaml`` in, and ``words``: by phrase and language
what changed; out ``version``.
"""

from typing import Any, NamedTuple
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from generator.core.refusal import NotFound
from generator.core.rewriting import ChangedMeanwhile
from generator.model.fields import TextField
from generator.model.game import Kind
from generator.project.editing.item_texts import mapping_changed, mapping_in
from generator.project.spreadsheet.cell_table import cell_of, columns_of
from generator.web.answering import Tab, page
from generator.web.asking import Asked
from generator.web.history import FileChange
from generator.web.source_files import TEMPLATES, SourceFile, save, source_file
from generator.web.writing import Written, text_in, writing

TAB = Tab("translations", "translations", 86)
WORDS = TEMPLATES + "words.yaml"


class TextRow(NamedTuple):
    """A text: where it stands, and what it says by language; None where it is to be changed elsewhere."""

    kind: str  # empty for a phrase of the faces
    item: str
    field: str
    texts: dict[str, str | None]

    @property
    def lacks(self) -> bool:
        """Whether it is said in one language and not in another."""
        said = [bool(text) for text in self.texts.values()]
        return any(said) and not all(said)


def translations(request: Request) -> Response:
    """The page."""
    asked = Asked(request)
    asked.only()
    kinds = [kind for kind in asked.game.kinds.values() if not kind.prose and kind.items]
    rows = [row for kind in kinds for row in _rows(kind, asked.game.languages)]
    words = _words(asked)
    rows += _phrases(words, asked.game.languages) if words is not None else []
    versions = {kind.name: source_file(asked.game, kind.file.rpartition("/")[2]).version for kind in kinds}
    return page(
        request,
        "translations.html",
        checked=asked.checked,
        game=asked.game,
        rows=sorted((row for row in rows if any(row.texts.values())), key=lambda row: not row.lacks),
        lacking=sum(row.lacks for row in rows),
        versions={**versions, "": words.version if words is not None else ""},
        base=f"/{quote(asked.game.folder.name, safe='')}/",
        titles={kind.name: kind.title for kind in kinds},
    )


def _rows(kind: Kind, languages: tuple[str, ...]) -> list[TextRow]:
    """The texts of a kind's items."""
    columns = [one for one in columns_of(kind, languages) if isinstance(one.field, TextField)]
    fields = dict.fromkeys(one.name.rpartition(".")[0] if len(languages) > 1 else one.name for one in columns)
    by_name = {one.name: one for one in columns}
    found = []
    for item in kind.items:
        for field in fields:
            own = {code: by_name[f"{field}.{code}" if len(languages) > 1 else field] for code in languages}
            texts = {code: cell_of(item.node, column, languages[0]) for code, column in own.items()}
            found.append(TextRow(kind.name, item.id, field, texts))
    return found


def _words(asked: Asked) -> SourceFile | None:
    """The game's file of phrases, if it has one of its own."""
    templates = asked.workshop.templates_of(asked.game)
    try:
        return source_file(asked.game, WORDS, templates) if templates is not None else None
    except NotFound:
        return None


def _phrases(file: SourceFile, languages: tuple[str, ...]) -> list[TextRow]:
    values: dict[str, Any] = mapping_in(file.content.decode("utf-8", "replace")) or {}
    found = []
    for name, said in values.items():
        texts = said if isinstance(said, dict) else {languages[0]: said}
        if all(isinstance(text, str) for text in texts.values()):
            found.append(TextRow("", "", name, {code: texts.get(code, "") for code in languages}))
    return found


def write(request: Request, sent: Written) -> Response:
    """Save phrases."""
    asked = Asked(request)
    file, said = _words(asked), sent.get("words")
    if file is None:
        raise NotFound(f"{asked.game.name} has no file of phrases")
    if not isinstance(said, dict) or not all(isinstance(texts, dict) for texts in said.values()):
        raise HTTPException(400, "words is an object of objects")
    if text_in(sent, "version") != file.version:
        raise ChangedMeanwhile(file.path)
    old = file.content.decode("utf-8")
    known = mapping_in(old) or {}
    changed = {}
    for name, texts in said.items():
        before = known.get(name, {})
        before = before if isinstance(before, dict) else {asked.game.languages[0]: before}
        changed[name] = {**before, **{code: text_in(texts, code) for code in texts if code in asked.game.languages}}
    saved = save(file, file.version, mapping_changed(old, changed).encode())
    asked.workshop.history.remember(
        FileChange(0, asked.game.folder.name, WORDS, "saved", "", "", file.content, saved.version)
    )
    asked.workshop.look()
    return JSONResponse({"version": saved.version}, headers={"cache-control": "no-store"})


ROUTES = (
    Route("/{game}/translations", translations),
    Route("/{game}/translations", writing(write), methods=["PUT"]),
)

"""All texts that players read, language beside language, those within lists and records too, what is missing first.

GET /GAME/translations: the page. PUT the same: ``versions`` in, by kind that of its file (of the phrases of the faces
by ""), and ``texts``, each with ``kind item path language text``; out ``versions``. All are saved as one step.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from generator.core.problem import NotFound
from generator.editing.forms import titles_in
from generator.editing.item_texts import fields_changed, mapping_changed, mapping_in, values_in
from generator.model.fields import Field
from generator.model.game import Kind
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.web.saving import saved_all
from generator.web.screens import HTTPException, RequestBody, Response, Tab, WorkshopRequest, get, put, text_in, unkept
from generator.web.source_files import TEMPLATES, SourceFile, span_of

TABS = [Tab("translations", "translations", 86, needs="languages")]
WORDS = TEMPLATES + "words.yaml"
MOST = 5_000  # texts at once


class TextRow(NamedTuple):
    """A text: where it is, and what it says by language."""

    kind: str  # empty for a phrase of the faces
    item: str
    path: str  # of fields, and of places in lists from 0, with dots
    texts: Mapping[str, str]
    name: str = ""  # what players call the item
    field: str = ""  # the path in words, counted from 1: `Abilities 2 text`
    same: bool = False  # in all languages

    @property
    def lacks(self) -> bool:
        """Whether it is said in one language and not in another."""
        return not self.same and not all(self.texts.values())


class SentText(NamedTuple):
    """A text as it was sent."""

    item: str
    path: list[str]
    language: str
    text: str


@get("/{game}/translations", only=())
def translations(request: WorkshopRequest) -> Response:
    """The page."""
    languages = request.game.languages
    kinds = [kind for kind in request.game.kinds.values() if not kind.prose and kind.items]
    rows = [row for kind in kinds for row in _rows(request, kind)]
    words = _words(request)
    rows += _phrases(words, languages) if words is not None else []
    versions = {kind.name: _file(request, kind).version for kind in kinds}
    return request.page(
        "translations.html",
        rows=sorted((row for row in rows if any(row.texts.values())), key=lambda row: not row.lacks),
        lacking=sum(row.lacks and any(row.texts.values()) for row in rows),
        versions={**versions, "": words.version if words is not None else ""},
    )


def _file(request: WorkshopRequest, kind: Kind) -> SourceFile:
    return request.file(kind.file.rpartition("/")[2])


def _rows(request: WorkshopRequest, kind: Kind) -> Iterator[TextRow]:
    """The texts of a kind's items."""
    tongue, languages = request.tongue, request.game.languages
    titles = titles_in(kind, tongue, languages[0])
    for item in kind.items:
        called = item.called(tongue, languages[0])
        for name, field in kind.fields.items():
            if name in item.node.values:
                for path, node in _texts(field, item.node.values[name], name):
                    row = _row(kind.name, item.id, path, node, languages)
                    steps = (
                        f"{int(step) + 1}" if step.isdigit() else titles.get(step, step) for step in path.split(".")
                    )
                    yield row._replace(name=called, field=" ".join(steps))


def _texts(field: Field, node: Node, path: str) -> Iterator[tuple[str, Node]]:
    """The texts of a field, however deep, with their paths."""
    if field.is_text:
        yield path, node
    elif field.member and isinstance(node, SequenceNode):
        for place, member in enumerate(node.items):
            yield from _texts(field.member, member, f"{path}.{place}")
    elif isinstance(node, MappingNode):
        for name, value in node.values.items():
            if (part := field.part(name)) is not None:
                yield from _texts(part, value, f"{path}.{name}")


def _row(kind: str, item: str, path: str, node: Node, languages: Sequence[str]) -> TextRow:
    if isinstance(node, MappingNode):
        texts = {
            code: scalar.text
            for code, scalar in node.values.items()
            if isinstance(scalar, Scalar) and not scalar.absent
        }
        return TextRow(kind, item, path, {code: texts.get(code, "").removesuffix("\n") for code in languages})
    text = node.text.removesuffix("\n") if isinstance(node, Scalar) and not node.absent else ""
    return TextRow(kind, item, path, dict.fromkeys(languages, "") | {languages[0]: text}, same=True)


def _words(request: WorkshopRequest) -> SourceFile | None:
    """The game's own file of phrases, if it has one."""
    try:
        return request.file(WORDS)
    except NotFound:
        return None


def _phrases(file: SourceFile, languages: Sequence[str]) -> list[TextRow]:
    values: dict[str, Any] = mapping_in(file.content.decode("utf-8", "replace")) or {}
    rows = []
    for name, phrase in values.items():
        texts = phrase if isinstance(phrase, dict) else {languages[0]: phrase}
        if all(isinstance(text, str) for text in texts.values()):
            rows.append(TextRow("", "", name, {code: texts.get(code, "") for code in languages}, field=name))
    return rows


@put("/{game}/translations", looks=True)
def write(request: WorkshopRequest, sent: RequestBody) -> Response:
    """Save texts."""
    versions = sent.get("versions")
    if not isinstance(versions, dict):
        raise HTTPException(400, "versions is an object")
    changes: list[tuple[str, SourceFile, bytes]] = []
    kinds = request.game.kinds
    for kind, texts in _sent(sent, request.game.languages).items():
        file = _words(request) if not kind else _file(request, kinds[kind]) if kind in kinds else None
        if file is None:
            raise NotFound(f"{request.game.name} has no file of phrases" if not kind else f"there is no kind {kind!r}")
        file.require(versions.get(kind))
        content = _items_changed(request, kinds[kind], file, texts) if kind else _phrases_changed(request, file, texts)
        changes.append((kind, file, content))
    saved = saved_all(request, [(file, content, kind) for kind, file, content in changes], "translated")
    now = {kind: file.version for (kind, _, _), file in zip(changes, saved, strict=True)}
    return unkept({"versions": {**versions, **now}})


def _sent(sent: RequestBody, languages: Sequence[str]) -> dict[str, list[SentText]]:
    """The texts that were sent, by kind.

    Raises:
        HTTPException: they are none.
    """
    texts = sent.get("texts")
    if not isinstance(texts, list) or len(texts) > MOST or not all(isinstance(entry, dict) for entry in texts):
        raise HTTPException(400, f"texts is a list of up to {MOST} objects")
    by_kind: dict[str, list[SentText]] = {}
    for entry in texts:
        language = text_in(entry, "language")
        if language not in languages:
            raise HTTPException(400, "language is one of the game's")
        path = text_in(entry, "path").split(".") if text_in(entry, "kind") else [text_in(entry, "path")]
        by_kind.setdefault(entry["kind"], []).append(
            SentText(text_in(entry, "item"), path, language, text_in(entry, "text"))
        )
    return by_kind


def _items_changed(request: WorkshopRequest, kind: Kind, file: SourceFile, texts: Sequence[SentText]) -> bytes:
    """A kind's file with other texts."""
    lines, content = file.lines, file.content
    ids = {text.item for text in texts}
    for item in sorted((item for item in kind.items if item.id in ids), key=lambda item: -item.node.line):
        start, end = span_of(kind, item, lines)
        text = "\n".join(lines[start:end]) + "\n"
        values = values_in(text) or {}
        mine = [sent_text for sent_text in texts if sent_text.item == item.id]
        for sent_text in mine:
            values = _put(values, sent_text.path, sent_text, request.game.language)
        names = dict.fromkeys(sent_text.path[0] for sent_text in mine)
        new = fields_changed(kind.fields, text, {name: values.get(name) for name in names})
        content = replace(file, content=content).replaced(start, end, new.removesuffix("\n").split("\n"))
    return content


def _put(value: Any, path: Sequence[str], sent: SentText, first: str) -> Any:
    """A value with another text at a path.

    Raises:
        NotFound: there is no such place.
    """
    if path:
        parts = dict(enumerate(value)) if isinstance(value, list) else value if isinstance(value, dict) else {}
        key = int(path[0]) if isinstance(value, list) and path[0].isdigit() else path[0]
        if key not in parts:
            raise NotFound(f"{sent.item} has no {'.'.join(sent.path)[:80]}")
        changed = {**parts, key: _put(parts[key], path[1:], sent, first)}
        return list(changed.values()) if isinstance(value, list) else changed
    if not isinstance(value, dict) and sent.language == first:
        return sent.text or None
    translations = value if isinstance(value, dict) else {first: value} if value else {}
    return {code: text for code, text in {**translations, sent.language: sent.text}.items() if text}


def _phrases_changed(request: WorkshopRequest, file: SourceFile, texts: Sequence[SentText]) -> bytes:
    """The file of phrases with other texts."""
    old = file.content.decode("utf-8")
    changed = mapping_in(old) or {}
    names = dict.fromkeys(sent_text.path[0] for sent_text in texts)
    for sent_text in texts:
        changed = _put(changed, sent_text.path, sent_text, request.game.language)
    return mapping_changed(old, {name: changed[name] for name in names}).encode()

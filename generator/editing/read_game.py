"""A game as an editor's questions want it: its items, what may be in each file, where names stand and mean what."""

import base64
import io
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from os.path import realpath
from pathlib import Path

from generator.check.build import open_game
from generator.core.folders import Project
from generator.core.problem import Problem
from generator.core.textfile import unsaved
from generator.draw.file_use import forget_files
from generator.draw.renderer import Renderer
from generator.editing.lines import ScalarPlace
from generator.editing.schema_places import description, schemas_at
from generator.editing.schemas import game_schemas, known_in, project_schemas
from generator.model.fields import ReadContext, read_fields
from generator.model.fields.json_schema import Schema, SchemaNames
from generator.model.game import Item, Kind
from generator.model.own_rules import own_rules
from generator.model.values import ProblemLog, as_data
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.rules.rule import Rule, explained
from generator.rules.rulebook import checks, open_rulebook


class EditorGame:
    """A game with the texts of an editor's files, as far as it can be read."""

    def __init__(self, project: Project, renderer: Renderer, texts: Mapping[str, bytes] | None = None) -> None:
        """Take a game as it was read, by what draws it, and the texts that are not saved."""
        self.project, self.renderer, self.game, self.texts = project, renderer, renderer.game, texts or {}

    @classmethod
    def read(cls, project: Project, name: str, texts: Mapping[str, bytes]) -> "EditorGame":
        """Read it.

        Raises:
            Refusal: there is no such game.
        """
        forget_files()
        with unsaved(texts):
            return cls(project, open_game(project, name), texts)

    @cached_property
    def known(self) -> SchemaNames:
        """What there is: languages, kinds, ids, rules."""
        with unsaved(self.texts):
            return known_in(self.project, self.game)

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules in force, by name."""
        with unsaved(self.texts):
            return {rule.name: rule for rule in open_rulebook(self.game).rules}

    @cached_property
    def schemas(self) -> dict[str, Schema]:
        """The schemas of the game's files and the project's, by the files' real paths."""
        schemas = [*game_schemas(self.project, self.game, self.known), *project_schemas(self.project)]
        return {realpath(schema.file): schema.schema for schema in schemas}

    def kind_of(self, file: str) -> Kind | None:
        """The kind whose items a file holds, by its real path."""
        return next((kind for kind in self.game.kinds.values() if self.file_of(kind) == file and not kind.prose), None)

    def file_of(self, kind: Kind) -> str:
        """The real path of the file of a kind's items."""
        return realpath(self.game.folder / Path(kind.file).name)

    def references(self, kind: Kind) -> Iterator[tuple[str, Scalar]]:
        """Where items of a kind name others: the kind of those, and the value."""
        context = ReadContext(ProblemLog(kind.file), self.game.languages, any_language=True)
        for item in kind.items:
            read_fields(item.node, kind.fields, context)
        yield from context.references

    def named_at(self, file: str, scalar: Scalar) -> tuple[str, str] | None:
        """The kind and the id of the item that a value names, be it the item's own ``id``."""
        kind = self.kind_of(file)
        if kind is None:
            return None
        place = scalar.line, scalar.column
        for item in kind.items:
            own = item.node.values.get("id")
            if own is not None and (own.line, own.column) == place:
                return kind.name, item.id
        names = ((to, node.text) for to, node in self.references(kind) if (node.line, node.column) == place)
        return next(names, None)

    def id_node(self, kind: str, identifier: str) -> tuple[str, Node] | None:
        """The file and the place of an item's ``id``."""
        item = self.game.find(kind, identifier)
        return (self.file_of(self.game.kinds[kind]), item.where("id")) if item is not None else None

    def kind_node(self, name: str) -> tuple[str, Node] | None:
        """The file and the place at which a kind is described."""
        root = self.game.root
        kinds = root.values.get("kinds") if isinstance(root, MappingNode) else None
        key = kinds.keys.get(name) if isinstance(kinds, MappingNode) else None
        return (realpath(self.game.folder / "game.yaml"), key) if key is not None else None

    def rule_node(self, name: str) -> tuple[str, Node] | None:
        """The file and the place at which a rule is put in force."""
        rule = self.rules.get(name)
        return (realpath(self.game.folder / "balance.yaml"), rule.node.values["rule"]) if rule is not None else None


DPI = 96.0
LARGEST = 120_000  # bytes of a picture; editors refuse longer texts
_SIGNS = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_{}[]<>#|"})


def told_at(snapshot: EditorGame, file: str, root: Node, position: ScalarPlace, problems: Sequence[Problem]) -> str:
    """What there is to say of a key or value, as Markdown; nothing where that is nothing.

    Args:
        snapshot: the game.
        file: the file's real path.
        root: its tree.
        position: the key or value.
        problems: what is wrong there.
    """
    parts = [rule_told(snapshot, problem.rule) for problem in problems]
    parts.append(_rule_named(snapshot, position))
    named = None if position.is_key else snapshot.named_at(file, position.scalar)
    if named is not None:
        item = snapshot.game.find(*named)
        if item is not None:
            parts.append(_item_told(snapshot, snapshot.game.kinds[named[0]], item))
    schema = snapshot.schemas.get(file)
    if schema is not None:
        path = position.path
        while path and not isinstance(path[-1], str):
            path = path[:-1]
        meaning = description(schemas_at(schema, root, path)) if path else ""
        parts.append(f"**{_plain(str(path[-1]))}**: {_plain(meaning)}" if meaning else "")
    return "\n\n---\n\n".join(dict.fromkeys(part for part in parts if part))


def rule_told(snapshot: EditorGame, name: str) -> str:
    """The manual of a rule, the game's or the tool's own."""
    rule, own = snapshot.rules.get(name), own_rules().get(name)
    if rule is not None:
        numbers = {key: as_data(value) for key, value in rule.settings if value not in (None, "", [], {})}
        settings = ", ".join(f"{key} {value}" for key, value in numbers.items())
        lines = [_plain(rule.why), f"`{rule.check_name}`: {_plain(settings)}", f"Source: {_plain(rule.source)}"]
        return f"**{_plain(name)}** ({rule.level})\n\n" + "\n\n".join(lines)
    if own is not None:
        return f"**{own.name}** ({own.level}): {_plain(own.about)}\n\n{_plain(own.hint)}"
    return ""


def _rule_named(snapshot: EditorGame, position: ScalarPlace) -> str:
    text = position.scalar.text
    if position.is_key:
        return rule_told(snapshot, text) if "waive" in position.path[:-1] else ""
    if position.path[-1:] == ("check",) and text in checks():
        return f"```text\n{explained(checks()[text])}\n```"
    return rule_told(snapshot, text) if position.path[-1:] == ("rule",) else ""


def _item_told(snapshot: EditorGame, kind: Kind, item: Item) -> str:
    head = f"**{_plain(item.id)}** ({_plain(kind.name)})"
    picture = _picture(snapshot, kind, item)
    return f"{head}\n\n![{item.id}](data:image/png;base64,{picture})" if picture else head


def _picture(snapshot: EditorGame, kind: Kind, item: Item) -> str:
    """The item's face as a PNG in base 64; empty where it cannot be drawn."""
    from generator.tables.pictures import pictures

    with unsaved(snapshot.texts):
        if not kind.printed or item.broken or snapshot.renderer.template(kind) is None:
            return ""
        face, problems = snapshot.renderer.face(kind, item, snapshot.game.language)
        if any(problem.level == "error" and problem.rule == "too-costly" for problem in problems):
            return ""
        width, height = face.width, face.height
        dpi = min(DPI, 400 / max(width, height) * 25.4)  # a board is no larger on the screen than a card
        while dpi > 20:
            target = io.BytesIO()
            next(iter(pictures([face], dpi, 0.0))).save(target, "PNG", optimize=True)
            if target.tell() <= LARGEST:
                return base64.b64encode(target.getvalue()).decode("ascii")
            dpi *= 0.7
    return ""


def _plain(text: str) -> str:
    """A text with nothing in it that Markdown reads as its own."""
    return text.translate(_SIGNS)

"""A game as an editor's questions want it: its items, what may stand in each of its files, where its names stand."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from os.path import realpath
from pathlib import Path

from generator.core.folders import Project
from generator.core.textfile import unsaved
from generator.draw.file_use import forget_files
from generator.draw.renderer import Renderer
from generator.model.fields import ReadContext, read_fields
from generator.model.game import Item, Kind
from generator.model.problem_log import ProblemLog
from generator.project.build import open_game
from generator.project.editing.json_schema import Schema
from generator.project.editing.known import Known
from generator.project.editing.schemas import game_schemas, known_in, project_schemas
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.rules.rule import Rule
from generator.rules.rulebook import open_rulebook


class ReadGame:
    """A game with the texts of an editor's files, as far as it can be read."""

    def __init__(self, project: Project, name: str, texts: Mapping[str, bytes]) -> None:
        """Read it.

        Raises:
            Refusal: there is no such game.
        """
        self.project, self.texts = project, texts
        forget_files()
        with unsaved(texts):
            self.renderer = open_game(project, name)
        self.game = self.renderer.game

    @classmethod
    def drawn_by(cls, project: Project, renderer: Renderer) -> "ReadGame":
        """The same of a game that is read already: by what draws it, without unsaved texts."""
        made = cls.__new__(cls)
        made.project, made.texts, made.renderer, made.game = project, {}, renderer, renderer.game
        return made

    @cached_property
    def known(self) -> Known:
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
        made = [*game_schemas(self.project, self.game, self.known), *project_schemas(self.project)]
        return {realpath(one.file): one.schema for one in made}

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

    def item_around(self, file: str, line: int) -> tuple[Kind, Item] | None:
        """The item of a file that a line, from 1, belongs to."""
        kind = self.kind_of(file)
        before = [item for item in kind.items if item.node.line <= line] if kind is not None else []
        return (kind, before[-1]) if kind is not None and before else None

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
        found = ((to, node.text) for to, node in self.references(kind) if (node.line, node.column) == place)
        return next(found, None)

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

"""What a new name has to do with: the kinds whose field it is, their items, and the files in which it is written."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from generator.core.problem import NotFound
from generator.editing.expression_names import ExpressionUse, FieldRename, use_in
from generator.editing.named_files import NamedFile, YamlFile
from generator.model.fields import Field, RecordField
from generator.model.game import Game
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar, excerpt
from generator.read.tree import Sequence as SequenceNode

BRACED = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)


class RenameScope:
    """A field, or a word of a choice, that gets a new name, in one game."""

    def __init__(self, game: Game, templates: Path, kind: str, field: str, new: str, word: str = "") -> None:
        if kind not in game.kinds or field not in game.kinds[kind].fields:
            raise NotFound(f"{kind} has no field {excerpt(field)}")
        self.game, self.templates = game, templates
        self.records = {each.name: RecordField(fields=each.fields) for each in game.kinds.values()}
        self.users = users_of(game)
        self.kinds = self._sharing(kind, field)
        own = tuple(self.records[name] for name in self.kinds)
        places = (each for record in self.records.values() for each in record.walk())
        holders = [each for each in places if field in each.parts and not any(each is record for record in own)]
        self.rename = FieldRename(field, new, own, word, is_unique=not holders)
        self.files: dict[str, NamedFile] = {}
        self.pictures: dict[Path, Path] = {}
        self.phrases = False

    def _sharing(self, kind: str, field: str) -> tuple[str, ...]:
        """The kinds with the field whose templates draw the others too."""
        kinds = {kind}
        while True:
            more = {name for users in self.users.values() if kinds & {*users} for name in users}
            more = {name for name in more - kinds if field in self.game.kinds[name].fields}
            if not more:
                return tuple(name for name in self.game.kinds if name in kinds)
            kinds |= more

    def tree(self, folder: Path, name: str) -> YamlFile | None:
        """The file of a name in a folder; None where there is none."""
        shown = name if folder == self.game.folder else f"templates/{name}"
        if shown not in self.files and (folder / name).is_file():
            self.files[shown] = YamlFile(shown, folder / name)
        file = self.files.get(shown)
        return file if isinstance(file, YamlFile) else None

    def use(
        self, text: str, bare: Field | None = None, variables: Mapping[str, Field | None] | None = None
    ) -> ExpressionUse:
        """What an expression has of the name."""
        use = use_in(text, self.rename, bare, variables or {}, self.records)
        self.phrases |= use.phrases
        return use

    def expression(
        self,
        file: YamlFile,
        node: Node | None,
        bare: Field | None = None,
        variables: Mapping[str, Field | None] | None = None,
        *,
        braced: bool = False,
    ) -> None:
        """Rename in an expression; with ``braced``, in those of a text."""
        if not isinstance(node, Scalar):
            return
        place, text = file.inside(node)
        pieces = [(match.start(1), match[1]) for match in BRACED.finditer(text)] if braced else [(0, text)]
        for start, piece in pieces:
            for first, last, words in self.use(piece, bare, variables).edits:
                file.edits.add((place + start + first, place + start + last, words))

    def values(self, file: YamlFile, node: Node | None) -> None:
        """Rename a word where it is a value, or one of several."""
        for member in node.items if isinstance(node, SequenceNode) else [node]:
            if isinstance(member, Scalar) and member.text == self.rename.word:
                file.put(member, self.rename.new)

    def item(self, file: YamlFile, node: Node | None, kind: str) -> None:
        """Rename in an item, or an example of one."""
        if isinstance(node, SequenceNode):
            for member in node.items:
                self.item(file, member, kind)
        elif isinstance(node, MappingNode) and kind in self.kinds:
            self.key(file, node, self.values)

    def key(self, file: YamlFile, node: MappingNode, values: Callable[[YamlFile, Node | None], None]) -> None:
        """Rename a key; of a word, in the value of that key."""
        field = self.rename.field
        if field in node.values and self.rename.word:
            values(file, node.values[field])
        elif field in node.values:
            file.put(node.keys[field], self.rename.new)


def users_of(game: Game) -> dict[str, list[str]]:
    """By template, the kinds that are drawn with it."""
    users: dict[str, list[str]] = {}
    for kind in game.kinds.values():
        for name in (kind.template, kind.back, kind.shaped, kind.shaped_back, kind.blank_guide):
            if name and not kind.prose:
                users.setdefault(name, []).append(kind.name)
    return users

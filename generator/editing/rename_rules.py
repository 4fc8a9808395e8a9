"""A new name in a rule: its settings name fields and words, as their types say."""

from collections.abc import Mapping

from generator.editing.named_files import YamlFile, entries
from generator.editing.rename_scope import RenameScope
from generator.model.fields import Field, ListField
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar
from generator.read.tree import Sequence as SequenceNode
from generator.rules.rulebook import COMMON


def names_of(field: Field) -> str:
    """What a setting names; see `NamingField`. Nothing where it is none."""
    return str(getattr(field, "names", ""))


class RuleNames:
    """One rule, whose settings name fields."""

    def __init__(
        self, scope: RenameScope, file: YamlFile, entry: MappingNode, kind: str, texts: Mapping[str, str]
    ) -> None:
        self.scope, self.file, self.entry, self.kind, self.texts = scope, file, entry, kind, texts
        records = scope.records
        to = records.get(texts.get("to", kind))
        each = texts.get("each", "").removesuffix(".*")
        members = scope.rename.path(each, records[kind])[1] if each else None
        self.variables: dict[str, Field | None] = {"other": to, "parts": ListField(of=to) if to is not None else None}
        self.variables["member"] = members.member or members if members is not None else None
        self.variables |= dict.fromkeys(key for key, _ in entries(entry.values.get("let")))
        self.names_choice = False

    def walk(self, fields: Mapping[str, Field]) -> None:
        """Rename in all settings; ``fields``: what they are."""
        for key, node in self.entry.values.items():
            if key in ("pass", "fail"):
                self.scope.item(self.file, node, self.kind)
            elif key in fields:
                self.setting(fields[key], node)
        if self.scope.rename.word and self.names_choice:
            for key, node in self.entry.values.items():
                if key in fields and key not in COMMON:
                    self.words(fields[key], node)

    def setting(self, field: Field, node: Node) -> None:
        """Rename in a setting, as its type says."""
        if isinstance(node, MappingNode):
            for key, inner in node.values.items():
                if named := getattr(field, "key", None):
                    self.setting(named, node.keys[key])
                part = field.part(key)
                if part is not None:
                    self.setting(part, inner)
        elif isinstance(node, SequenceNode):
            for member in node.items if field.member else ():
                self.setting(field.member or field, member)
        elif names_of(field) in ("path", "place"):
            self.path(field, node)
        elif names_of(field) == "expression":
            record, braced = self.scope.records[self.kind], bool(getattr(field, "message", False))
            self.scope.expression(self.file, node, record, self.variables, braced=braced)

    def path(self, field: Field, node: Scalar) -> None:
        """Rename in a path into the items of the kind that a setting names, or of the rule's own."""
        rename, lead, is_place = self.scope.rename, "", names_of(field) == "place"
        named = self.kind if is_place else self.texts.get(getattr(field, "of", ""), self.kind)
        record: Field | None = self.scope.records.get(named)
        if is_place and node.text.startswith("other."):
            lead, record = "other.", self.variables["other"]
        elif is_place and "each" in self.texts:
            record = self.variables["member"]
        path, leads_to = rename.path(node.text.removeprefix(lead), record)
        self.names_choice |= rename.is_choice(leads_to)
        if lead + path != node.text:
            self.file.put(node, lead + path)

    def words(self, field: Field, node: Node) -> None:
        """Rename a word in a setting that lists values of the field."""
        if isinstance(node, MappingNode):
            for key, inner in node.values.items():
                if key == self.scope.rename.word and getattr(field, "key", None) is None:
                    self.file.put(node.keys[key], self.scope.rename.new)
                self.words(field.part(key) or field, inner)
        elif isinstance(node, SequenceNode):
            for member in node.items:
                self.words(field.member or field, member)
        elif names_of(field) in ("", "word"):
            self.scope.values(self.file, node)

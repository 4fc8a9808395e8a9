"""Fields, and words of choices, that are called otherwise from now on: in every file of a game, as one step.

What names them is looked up as the tool itself reads it: items, `game.yaml`, rules, forge, lab, templates, texts and
the pictures that templates name by a word. What cannot be followed, such as code of a game, stands in the way.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from msgspec import Struct

from generator.core.file_names import fits_every_system
from generator.core.problem import Infeasible, NotFound, WrongUse
from generator.core.rewriting import Replacement
from generator.editing.named_files import NamedFile, NameUse, YamlFile, entries, mappings, scalars
from generator.editing.picture_list import all_places, names_written, with_variants, word_of
from generator.editing.rename_rules import RuleNames
from generator.editing.rename_scope import RenameScope
from generator.editing.rename_templates import TemplateNames
from generator.model.expressions import CONSTANTS, GLOBALS
from generator.model.fields import Field, ListField, RecordField
from generator.model.game import Game, Kind
from generator.model.schema import OWN
from generator.read.tree import Mapping as MappingNode
from generator.read.tree import Node, Scalar, excerpt
from generator.read.tree import Sequence as SequenceNode
from generator.rules.rulebook import COMMON, checks

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
_PICTURE = re.compile(r"\w[\w.-]{0,79}")
_WORD = re.compile(r"\w(?:[\w .+-]{0,38}[\w.+])?")
# What a template, a rule or a plan calls otherwise.
_RESERVED = {"item", "items", "member", "other", "parts", "players", "mode", "wanted", "lang", "ink", "style", "word"}
_RESERVED |= {
    "rule",
    "blank",
    "loop",
    "page",
    "pages",
    "width",
    "height",
    "key",
    "value_of",
    *CONSTANTS,
    *GLOBALS,
    *OWN,
}
_IN_TEXT = re.compile(r"\{=([^{}]*)\}|\{([^{}|]+)\|[\w-]+\}")
# Keys of recipes that name a field, and those whose keys are called like fields.
_NAMING = {"shares", "title", "line", "best", "evenly", "unlike", "once", "field", "whose", "series", "code", "name"}
_HOLDING = {"item", "common", "parts", "numbers", "choices", "draw", "apart", "better", "usual", "let", "tags", "words"}


class Rename(Struct, frozen=True):
    """What a new name changes."""

    changes: list[Replacement]
    uses: list[NameUse]
    obstacles: list[NameUse]  # lines that cannot be changed along with the others
    kinds: tuple[str, ...]  # whose field it is: those that share templates have it in common


def rename_field(game: Game, templates: Path, kind: str, field: str, new: str) -> Rename:
    """Call a field of a kind otherwise.

    Args:
        game: the game, as it was read.
        templates: the folder of its templates.
        kind: the name of the kind.
        field: the field.
        new: its new name.

    Raises:
        NotFound: there is no such field.
        WrongUse: it cannot be called so.
    """
    renamer = _Renamer(game, templates, kind, field, new)
    taken = [name for name in renamer.kinds if new in game.kinds[name].fields]
    if not _NAME.fullmatch(new) or new in _RESERVED or new in CONSTANTS:
        raise WrongUse(f"{excerpt(new)} is not a name for a field: small letters, digits and _ will do")
    if taken or field in OWN:
        raise WrongUse(f"{taken[0]} has a field {new} already" if taken else f"{field} is a field of every kind")
    return renamer.result()


def rename_word(game: Game, templates: Path, kind: str, field: str, word: str, new: str) -> Rename:
    """Call a word of a choice otherwise. See `rename_field`."""
    renamer = _Renamer(game, templates, kind, field, new, word)
    choices = {each for name in renamer.kinds for each in words_of(game.kinds[name].fields[field])}
    if word not in choices:
        raise NotFound(f"{field} of {kind} has no word {excerpt(word)}")
    if not _WORD.fullmatch(new):
        raise WrongUse(f"{excerpt(new)} is not a word for a choice: letters, digits, spaces and hyphens will do")
    if new in choices:
        raise WrongUse(f"{field} has the word {excerpt(new)} already")
    return renamer.result()


def rename_picture(game: Game, templates: Path, old: str, new: str) -> Rename:
    """Call a picture otherwise, with its editions of less ink.

    Args:
        game: the game, as it was read.
        templates: the folder of its templates.
        old: the picture, by its path in that folder.
        new: its new path.

    Raises:
        WrongUse: it cannot be called so.
        Infeasible: something else is called like it, or the templates look for it under another sort of name.
    """
    source, target = templates / old, templates / new
    parts = new.split("/")
    if (
        not all(_PICTURE.fullmatch(part) and fits_every_system(part) for part in parts)
        or target.suffix != source.suffix
    ):
        raise WrongUse(f"{excerpt(new)} is no name for it: letters, digits and hyphens, and {source.suffix} at the end")
    if target.exists():
        raise WrongUse(f"there is a picture {new} already")
    moved = {path: target.with_name(target.stem + path.name[len(source.stem) :]) for path in with_variants(source)}
    files: dict[str, NamedFile] = {}
    obstacles: list[NameUse] = []
    named = set[tuple[str, str]]()  # kind and field that name it by a word
    for kind in game.kinds.values():
        for field, before, after in all_places(kind, templates):
            word = word_of(kind, field, old, before, after)
            if word and (kind.name, field) not in named:
                new_word = word_of(kind, field, new, before, after)
                if new_word:  # with a suffix where the old one has it
                    new_word = new_word.removesuffix(source.suffix) + source.suffix * word.endswith(source.suffix)
                renamer = _of_picture(game, templates, kind, field, word, new_word)
                moved |= renamer.names().pictures
                named |= {(name, field) for name in renamer.kinds}
                obstacles += renamer.obstacles()
                for name, file in renamer.files.items():
                    files.setdefault(name, file).edits |= file.edits
    _in_texts(game, templates, old, new, files)
    changed = [file for file in files.values() if file.edits]
    moves = [change for path in moved for change in _moved(path, moved[path])]
    changes = [*moves, *(Replacement(file.path, file.old, file.new) for file in changed)]
    return Rename(changes, [use for file in changed for use in file.uses], obstacles, tuple(kind for kind, _ in named))


def _of_picture(game: Game, templates: Path, kind: Kind, field: str, word: str, new: str) -> "_Renamer":
    """What gives the word of a picture another one, wherever a field says it."""
    if kind.fields[field].in_form.sort != "word" or field in OWN:
        raise Infeasible(f"it is called after {word}, the {field} in {kind.name}: rename that, and it is renamed too")
    if not new:
        raise WrongUse(f"{kind.name} has its pictures where this one is, with such an end; give it another name there")
    return _Renamer(game, templates, kind.name, field, new, word)


def _moved(old: Path, new: Path) -> Iterator[Replacement]:
    content = old.read_bytes()
    yield from (Replacement(new, None, content), Replacement(old, content, None))


def _in_texts(game: Game, templates: Path, old: str, new: str, files: dict[str, NamedFile]) -> None:
    """Write the new name where templates, styles, texts and descriptions have the old one."""
    paths = [
        *templates.rglob("*.svg"),
        *templates.glob("*.yaml"),
        *game.folder.glob("*.yaml"),
        *game.folder.glob("*.md"),
    ]
    for path in sorted(paths):
        name = path.name if path.parent == game.folder else f"templates/{path.relative_to(templates).as_posix()}"
        own = templates if path.parent == game.folder else path.parent
        if PurePath(old).name.encode() in path.read_bytes():
            file = files.setdefault(name, NamedFile(name, path))
            there = Path(os.path.relpath(templates / new, own)).as_posix()
            places = names_written(file.bare, own, templates)
            file.edits |= {(start, end, there) for picture, start, end in places if picture == old}


def words_of(field: Field) -> tuple[str, ...]:
    """The words of a choice, or of a list of such."""
    return (field.member or field).choices


def uses_of(game: Game, templates: Path, kind: str, field: str, word: str = "") -> list[NameUse]:
    """Where a field, or a word of a choice, is used."""
    renamer = _Renamer(game, templates, kind, field, f"{word or field} 2", word)
    result = renamer.result()
    return [*result.uses, *result.obstacles]


class _Renamer(RenameScope):
    """Goes through all files of a game."""

    def result(self) -> Rename:
        """What the new name changes."""
        templates = self.names()
        changed = [file for file in self.files.values() if file.edits]
        changes = [Replacement(file.path, file.old, file.new) for file in changed]
        moves = [change for old, new in templates.pictures.items() for change in templates.moved(old, new)]
        uses = [use for file in changed for use in file.uses]
        uses += [
            NameUse(f"templates/{old.relative_to(self.templates).as_posix()}", 0, new.name)
            for old, new in templates.pictures.items()
        ]
        return Rename([*changes, *moves], uses, list(self.obstacles()), self.kinds)

    def names(self) -> TemplateNames:
        """Write the new name into all files, and give what is called like it in the templates."""
        self._game_file()
        for name in self.kinds:
            self._items(name)
        self._rules()
        self._lab()
        self._forge()
        templates = TemplateNames(self)
        templates.rename()
        self._texts(templates)
        if self.phrases:
            self._phrases()
        return templates

    def _game_file(self) -> None:
        file = self.tree(self.game.folder, "game.yaml")
        root = file.root if file is not None else None
        if file is None or not isinstance(root, MappingNode):
            raise Infeasible("game.yaml cannot be read; mend it first")
        described = root.values.get("kinds")
        for name in self.kinds:
            node = described.values.get(name) if isinstance(described, MappingNode) else None
            if isinstance(node, MappingNode):
                self._description(file, node)
        plan = root.values.get("plan")
        for entry in plan.items if isinstance(plan, SequenceNode) else ():
            if isinstance(entry, MappingNode):
                kind = entry.values.get("kind")
                record = self.records.get(kind.text) if isinstance(kind, Scalar) else None
                for key in ("only", "when", "count", "sets", "weight"):
                    self.expression(file, entry.values.get(key), None, {"item": record})

    def _description(self, file: YamlFile, node: MappingNode) -> None:
        """Rename in the description of a kind."""
        field, word = self.rename.field, self.rename.word
        fields, group, source = (node.values.get(key) for key in ("fields", "group", "source"))
        if isinstance(fields, MappingNode):
            self.key(file, fields, self._choice)
        is_group = isinstance(group, Scalar) and group.text == field
        if is_group and not word:
            file.put(group, self.rename.new)  # type: ignore[arg-type]  # a scalar
        labels = node.values.get("group_page_label")
        if is_group and isinstance(labels, MappingNode) and word in labels.keys:
            file.put(labels.keys[word], self.rename.new)
        if isinstance(source, MappingNode) and not word:
            headings = source.values.get("map")
            nodes = [source.values.get("key"), *(headings.values.values() if isinstance(headings, MappingNode) else ())]
            for each in nodes:
                if isinstance(each, Scalar) and each.text.partition(".")[0] == field:
                    file.put(each, self.rename.new + each.text.removeprefix(field))

    def _choice(self, file: YamlFile, node: Node | None) -> None:
        """Rename a word in the description of a choice."""
        if isinstance(node, MappingNode):
            of, titles = node.values.get("of"), node.values.get("titles")
            if isinstance(of, MappingNode):
                self._choice(file, of)
            self.values(file, of)
            self.values(file, node.values.get("default"))
            if isinstance(titles, MappingNode) and self.rename.word in titles.keys:
                file.put(titles.keys[self.rename.word], self.rename.new)

    def _items(self, name: str) -> None:
        for shown in self.game.kinds[name].files:
            file = self.tree(self.game.folder, Path(shown).name)
            if file is not None and file.root is not None and not self.game.kinds[name].prose:
                self.item(file, file.root, name)
                for node in scalars(file.root):
                    self._in_text(file, node, self.records[name])

    def _in_text(self, file: YamlFile, node: Scalar, bare: Field) -> None:
        place, text = file.inside(node) if "{" in node.text else (0, "")
        for match in _IN_TEXT.finditer(text):
            group = 1 if match[1] is not None else 2
            for first, last, words in self.use(match[group], bare).edits:
                file.edits.add((place + match.start(group) + first, place + match.start(group) + last, words))

    def _rules(self) -> None:
        file = self.tree(self.game.folder, "balance.yaml")
        for entry in file.root.items if file is not None and isinstance(file.root, SequenceNode) else ():
            texts = {key: node.text for key, node in entries(entry) if isinstance(node, Scalar)}
            check, kind = checks().get(texts.get("check", texts.get("rule", ""))), texts.get("kind", "")
            if file is not None and check is not None and kind in self.records and isinstance(entry, MappingNode):
                RuleNames(self, file, entry, kind, texts).walk({**COMMON, **check.PARAMETERS})

    def _lab(self) -> None:
        file = self.tree(self.game.folder, "lab.yaml")
        if file is None or file.root is None:
            return
        better = file.root.values.get("better") if isinstance(file.root, MappingNode) else None
        for kind, ways in entries(better):
            if isinstance(ways, MappingNode) and kind in self.records:
                for expression in ways.keys.values():
                    self.expression(file, expression, self.records[kind])
        for node in mappings(file.root):
            named = node.values.get("kind")
            record = self.records.get(named.text) if isinstance(named, Scalar) else None
            for key, value in node.values.items() if record is not None else ():
                if key not in ("kind", "name", "why", "unit", "what", "expect", "level"):
                    self.expression(file, value, record)

    def _forge(self) -> None:
        file = self.tree(self.game.folder, "forge.yaml")
        kinds = file.root.values.get("kinds") if file is not None and isinstance(file.root, MappingNode) else None
        for kind, node in entries(kinds):
            if kind in self.kinds and file is not None:
                self._recipe(file, node, self.records[kind], "")

    def _recipe(self, file: YamlFile, node: Node, record: RecordField, key: str) -> None:
        """Rename in a recipe: what is drawn for a field is called like it."""
        rename = self.rename
        if isinstance(node, MappingNode):
            if key in _HOLDING:
                self.key(file, node, self.values)
            for inner, value in node.values.items():
                self._recipe(file, value, record, "field" if key == "texts" and inner == "art" else inner)
        elif isinstance(node, SequenceNode):
            for member in node.items:
                self._recipe(file, member, record, key)
        elif key in _NAMING and node.text == rename.field and not rename.word:
            file.put(node, rename.new)
        elif "{{" in node.text:
            self.expression(file, node, record, {"parts": ListField(of=record)}, braced=True)
        elif key in ("if", "tell", "where", "likely") or "(" in node.text or " " in node.text:
            self.expression(file, node, record)

    # ---- Templates and texts

    def _texts(self, templates: TemplateNames) -> None:
        for path in sorted(self.game.folder.glob("*.md")):
            file = self.files.setdefault(path.name, NamedFile(path.name, path))
            for match in _IN_TEXT.finditer(file.bare):
                group = 1 if match[1] is not None else 2
                templates.piece(file, match[group], match.start(group), {})

    def _phrases(self) -> None:
        """Have a phrase that is named by the word called like the new one."""
        file = self.tree(self.templates, "words.yaml")
        if file is not None and isinstance(file.root, MappingNode) and self.rename.word in file.root.keys:
            file.put(file.root.keys[self.rename.word], self.rename.new)

    def obstacles(self) -> Iterator[NameUse]:
        """Lines of the game's code that name it, where that code has to do with its kinds."""
        sought = self.rename.word or self.rename.field
        paths = sorted((self.game.folder / "play").rglob("*.py"))
        sources = {path: path.read_text(encoding="utf-8", errors="replace") for path in paths}
        kinds = [self.game.kinds[name] for name in self.kinds]
        concerned = any(kind.derived or kind.procedure for kind in kinds)
        concerned |= any(
            re.search(rf"""["']{re.escape(kind.name)}["']""", text) for kind in kinds for text in sources.values()
        )
        pattern = re.compile(rf"""["']{re.escape(sought)}["']|\.{re.escape(sought)}\b""")
        for path, text in sources.items() if concerned else ():
            for number, line in enumerate(text.splitlines()):
                if pattern.search(line):
                    yield NameUse(path.relative_to(self.game.folder).as_posix(), number + 1, line.strip())

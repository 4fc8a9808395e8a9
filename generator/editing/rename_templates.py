"""A new name in templates, and of the pictures that they name by the word of a choice."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from generator.core.rewriting import Replacement
from generator.editing.named_files import NamedFile
from generator.editing.picture_list import is_template
from generator.editing.rename_scope import BRACED, RenameScope
from generator.model.fields import Field, RecordField
from generator.read.tree import texts_of

_IN_TEMPLATE = re.compile(
    r"<!--.*?-->|\bdata-(?P<name>if|for|let|field|place)\s*=\s*(?P<sign>[\"'])(?P<value>.*?)(?P=sign)"
    r"|\{\{(?P<braced>.*?)\}\}",
    re.DOTALL,
)
_LOOP = re.compile(r"(\s*)([a-z][a-z0-9_]*)(\s+in\s+)(.+)", re.DOTALL)
_LET = re.compile(r"(\s*)([a-z][a-z0-9_]*)(\s*=(?!=)\s*)(.+)", re.DOTALL)
_PICTURE = re.compile(r"""href\s*=\s*["']([^"'{}]*)\{\{(.*?)\}\}([^"'{}]*)["']""")


class TemplateNames:
    """The templates of a game, in which a name is written otherwise."""

    def __init__(self, scope: RenameScope) -> None:
        """Begin with none."""
        self.scope = scope
        self.pictures: dict[Path, Path] = {}  # by their places the new ones

    def rename(self) -> None:
        """Write the new name into all of them."""
        for path in sorted(self.scope.templates.rglob("*.svg")):
            name = path.relative_to(self.scope.templates).as_posix()
            if name in self.scope.users or is_template(path):
                users = self.scope.users.get(name, [])
                kind = next((user for user in users if user in self.scope.kinds), next(iter(users), ""))
                file = self.scope.files.setdefault(f"templates/{name}", NamedFile(f"templates/{name}", path))
                self._template(file, self.scope.records.get(kind))

    def _template(self, file: NamedFile, record: RecordField | None) -> None:
        variables: dict[str, Field | None] = {"item": record}
        for match in [*_IN_TEMPLATE.finditer(file.bare)] * 2:  # a name may be used in a tag before it is given there
            name, value, place = match["name"], match["value"], match.start("value")
            if match["braced"] is not None:
                self.piece(file, match["braced"], match.start("braced"), variables)
            elif name in ("field", "place") and "{{" not in value:
                path = self.scope.rename.path(value, record)[0]
                if path != value:
                    file.edits.add((place, place + len(value), path))
            elif name == "for" and (loop := _LOOP.fullmatch(value)):
                leads_to = self.piece(file, loop[4], place + loop.start(4), variables)
                variables[loop[2]] = leads_to.member if leads_to is not None else None
            elif name == "let":
                for piece in re.finditer(r"[^;]+", value):
                    if let := _LET.fullmatch(piece[0]):
                        at = place + piece.start() + let.start(4)
                        variables[let[2]] = self.piece(file, let[4], at, variables)
            elif name in ("if", "for"):
                self.piece(file, value, place, variables)
            else:
                for braced in BRACED.finditer(value or ""):
                    self.piece(file, braced[1], place + braced.start(1), variables)
        if self.scope.rename.word:
            for match in _PICTURE.finditer(file.bare):
                if self.scope.use(match[2], None, variables).uses:
                    self._picture(file.path.parent, match[1], match[3])

    def piece(self, file: NamedFile, text: str, place: int, variables: Mapping[str, Field | None]) -> Field | None:
        """Rename in an expression at a place of a file, and give what it leads to."""
        use = self.scope.use(text, None, variables)
        file.edits |= {(place + start, place + end, words) for start, end, words in use.edits}
        return use.leads_to

    def _picture(self, folder: Path, before: str, after: str) -> None:
        """Have the pictures of a word called like the new one, and their editions of less ink."""
        place, _, start = before.rpartition("/")
        stem = start + self.scope.rename.word
        for path in sorted((folder / place).glob("*")):
            if re.fullmatch(rf"{re.escape(stem)}(\.\w+)?{re.escape(after)}", path.name):
                self.pictures[path] = path.with_name(start + self.scope.rename.new + path.name.removeprefix(stem))

    def moved(self, old: Path, new: Path) -> Iterator[Replacement]:
        """A picture under its new name; it stays under the old one too where something else names it."""
        if new.exists():
            return
        content = old.read_bytes()
        yield Replacement(new, None, content)
        if not self._is_needed(old):
            yield Replacement(old, content, None)

    def _is_needed(self, picture: Path) -> bool:
        word = self.scope.rename.word
        for kind in self.scope.game.kinds.values():
            for item in kind.items:
                for key, node in item.node.values.items():
                    is_own = key == self.scope.rename.field and kind.name in self.scope.kinds
                    if not is_own and key != "waive" and word in texts_of(node):
                        return True
            if not kind.prose and any(item.id == word for item in kind.items):
                return True
        name = picture.name.encode()
        folder = self.scope.templates
        paths = [*folder.glob("*.svg"), *folder.glob("*.yaml"), *self.scope.game.folder.glob("*.md")]
        return any(name in path.read_bytes() for path in paths)

"""Templates that are drawn at whatever size is asked for: what lies behind headings and boxes of running text."""

from collections.abc import Callable, Mapping, Sequence
from os.path import isfile
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.core.problem import Problem
from generator.draw.compile import read_template
from generator.draw.marks.marks import Mark
from generator.draw.scope import FaceScope
from generator.draw.svg.reference import is_inside
from generator.draw.template import Template
from generator.draw.theme import Theme
from generator.model.values import nearest


def absent_template(folder: Path, folder_name: str, name: str) -> tuple[str, str]:
    """What is said of a template that is not in a game's folder, and what to do."""
    hint = nearest(Path(name).name, sorted(path.name for path in folder.glob("*.svg"))) or "draw it there"
    return f"there is no template {folder_name}/{name}", hint


class Backgrounds(Struct):
    """Draws templates of one game at a given size; what is wrong with them is in ``problems``."""

    folder: Path  # templates/GAME
    shown: str  # the same, in messages
    theme: Theme
    make_scope: Callable[[dict[str, Any]], FaceScope]
    problems: list[Problem] = []
    templates: dict[str, Template | None] = {}

    def draw(self, name: str, width: float, height: float, variables: Mapping[str, Any]) -> Sequence[Mark]:
        """The template's marks, with ``width`` and ``height`` (mm) among its variables."""
        if name not in self.templates:
            self.templates[name] = self._read(name)
        template = self.templates[name]
        if template is None:
            return ()
        scope = self.make_scope({**variables, "width": width, "height": height})
        scope.bounded = False  # it has the size of what it lies behind, not that of its file
        template.face(scope)
        self.problems += [fault.of_template(template.file) for fault in scope.findings]
        return scope.marks

    def _read(self, name: str) -> Template | None:
        path = self.folder / name
        if not (is_inside(path, self.folder) and isfile(path)):
            message, hint = absent_template(self.folder, self.shown, name)
            self.problems.append(Problem(self.theme.file, 1, 1, "error", "unknown-reference", message, hint))
            return None
        path = self.theme.ink.file(path)
        template = read_template(path, self.theme, f"{self.shown}/{path.name}")
        if isinstance(template, Template):
            return template
        self.problems += template
        return None

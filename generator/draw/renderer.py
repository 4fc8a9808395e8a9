"""Faces of items: a kind's template drawn with an item's values, and what is wrong with them as problems."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from os.path import isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from generator.core.choices import InkName
from generator.core.notes import DependencySet, note_all, noting, take_note
from generator.core.plugins import faults
from generator.core.problem import Problem
from generator.draw.backgrounds import absent_template
from generator.draw.compile import read_template
from generator.draw.copy_names import texts_tell
from generator.draw.covered_text import covered_texts
from generator.draw.marks.marks import Face
from generator.draw.marks.picture import Bounds, Picture
from generator.draw.scope import FaceFault, FaceScope
from generator.draw.svg.reference import is_inside
from generator.draw.template import Template, wrong_size
from generator.draw.text.fit import Fitter
from generator.draw.theme import Theme, add_spare, read_theme
from generator.model.budget import METER, ExpressionError
from generator.model.game import Game, Item, Kind
from generator.model.values import Record, Records, nearest
from generator.read.tree import Node, Scalar, locate

if TYPE_CHECKING:
    from generator.draw.text_values import TextValues

Side = Literal["front", "back", "guide", "shaped", "shaped-back"]
# Of a kind, by the side it draws.
SETTINGS = {
    "front": "template",
    "back": "back",
    "guide": "blank_guide",
    "shaped": "shaped",
    "shaped-back": "shaped_back",
}
VALUED_TEXTS = 20_000_000  # steps that the values in all texts of a kind may take
Derive = Callable[[dict[str, Any]], Any]


@dataclass(slots=True)
class Renderer:
    """Draws the faces of one game. Templates are read when first asked for; their problems are kept."""

    game: Game
    theme: Theme
    folder: Path  # templates/GAME
    shown: str  # the same, in messages
    derived: dict[str, Derive]
    problems: list[Problem]
    fitter: Fitter = field(default_factory=Fitter)
    templates: dict[tuple[object, ...], Template | None] = field(default_factory=dict)
    notes: dict[object, DependencySet] = field(default_factory=dict)  # what each of them rests on
    reaches: dict[str, Bounds | None] = field(default_factory=dict)  # of drawings, by name
    views: dict[tuple[str, str], Records] = field(default_factory=dict)
    rules: Callable[[], dict[str, Record]] = dict  # the numbers of the rules in force, by name
    of_ink: bool = False  # templates are reduced to what may look otherwise with other ink
    # The tool's own pages, such as a cover.
    pages_read: dict[tuple[Path, str], Template | list[Problem]] = field(default_factory=dict)
    opened: int = 0  # of the problems, how many were there before a template was read
    wrong: dict[tuple[object, ...], tuple[Problem, ...]] = field(default_factory=dict)  # what is wrong with templates
    tools: dict[str, dict[str, Any]] = field(default_factory=dict, init=False)  # by language

    def template(self, kind: Kind, side: Side = "front", language: str = "") -> Template | None:
        """The kind's template, or None where it cannot be used (and why is among the problems).

        With a ``language`` it is set in the fonts of that one.
        """
        theme = self.theme.in_language(language) if self.theme.tongues else self.theme
        key: tuple[object, ...] = (kind.name, side, kind.net)
        if theme.tongue and self.template(kind, side) is None:
            return None
        key = (*key, theme.tongue) if theme.tongue else key
        if key not in self.templates:
            count = len(self.problems)
            with noting() as self.notes[key]:
                self.templates[key] = self._read(kind, SETTINGS[side], theme)
            self.wrong[key] = tuple(self.problems[count:])
        else:
            note_all(self.notes[key])
        return self.templates[key]

    def _read(self, kind: Kind, setting: str, theme: Theme) -> Template | None:
        name = str(getattr(kind, setting))
        path = self.theme.ink.file(self.folder / name)
        where = locate(kind.node, (setting,))
        if not is_inside(path, self.folder):
            self.note(where, "unknown-reference", f"{name} lies outside {self.shown}")
            return None
        if not isfile(path):
            self.note(where, "unknown-reference", *absent_template(self.folder, self.shown, name))
            return None
        of_ink = self.of_ink and not kind.prose and path == self.folder / name
        template = read_template(path, theme, f"{self.shown}/{path.name}", of_ink=of_ink)
        if not isinstance(template, Template):
            self.problems += template
            return None
        if of_ink and not template.parts:
            return None
        if kind.net is not None:
            from generator.draw.net_template import on_net

            return on_net(template, kind.net)
        if kind.size and (wrong := wrong_size(template, kind.size, name)):
            self.note(where, "wrong-size", *wrong)
            return None
        return template

    def in_full(self) -> "Renderer":
        """The same game drawn in full ink."""
        return self if self.theme.ink.name == InkName.full else self._with(*self._theme_in(InkName.full))

    def in_ink(self, ink: InkName) -> "Renderer":
        """The same game in another edition, reduced to what is right in full ink and may then be wrong."""
        theme, problems = self._theme_in(ink)
        add_spare(theme, self.game)
        return replace(self._with(theme, problems), views={}, of_ink=True)

    def _theme_in(self, ink: InkName) -> tuple[Theme, list[Problem]]:
        folder, common = self.theme.roots
        return read_theme(folder, common, self.shown, self.game.languages, ink, self.theme.shipped)

    def _with(self, theme: Theme, problems: list[Problem]) -> "Renderer":
        """The same game drawn in another theme, with no template read yet."""
        return replace(
            self,
            theme=theme,
            problems=problems,
            fitter=Fitter(),
            templates={},
            notes={},
            pages_read={},
            opened=len(problems),
            wrong={},
        )

    def note(self, node: Node, rule: str, message: str, hint: str = "") -> None:
        """Add a problem of the game's description."""
        self.problems.append(Problem(self.game.file, node.line, node.column, "error", rule, message, hint))

    def face(
        self, kind: Kind, item: Item, language: str, *, draws: bool = True, side: Side = "front"
    ) -> tuple[Face, list[Problem]]:
        """The face of an item in one language, and what is wrong with it.

        The kind's template must be usable. With ``draws`` off the face stays without marks, which takes half the time.
        """
        face, faults = self.drawn(kind, item, language, draws=draws, side=side)
        return face, [self.problem_of(fault, kind, item, language, side) for fault in faults]

    def drawn(
        self, kind: Kind, item: Item, language: str, *, draws: bool = True, side: Side = "front"
    ) -> tuple[Face, list[FaceFault]]:
        """The same, with what is wrong as faults, which don't say where the item is."""
        template = self.template(kind, side, language)
        assert template is not None
        scope = self._scope(kind, self._view(kind, item, language), item.fields, language, item.copy)
        scope.draws, scope.remembers = draws, True
        return template.face(scope), scope.findings

    def copies_apart(self, kind: Kind, item: Item, *sides: Side) -> bool:
        """Whether the copies of an item are faces of their own, on one of these sides: both of its own if none."""
        if item.copies < 2 or item.copy or item.broken or kind.prose:
            return False
        templates = [self.template(kind, side) for side in sides or ("front", "back") if getattr(kind, SETTINGS[side])]
        return any(template and template.tells_copy for template in templates) or (kind.valued and texts_tell(item))

    def pieces(self, kind: Kind, item: Item) -> list[Item]:
        """An item, or its copies where each is a face of its own."""
        apart = self.copies_apart(kind, item)
        return [item.numbered(copy) for copy in range(1, item.copies + 1)] if apart else [item]

    def variables(self, kind: Kind, item: Item, language: str) -> dict[str, Any]:
        """What the expressions of an item's template may use."""
        return self._scope(kind, self._view(kind, item, language), item.fields, language).variables

    def problem_of(self, finding: FaceFault, kind: Kind, item: Item, language: str, side: Side = "front") -> Problem:
        """A fault of an item's face as a problem."""
        if finding.path is None:
            template = self.template(kind, side)
            assert template is not None
            return finding.of_template(template.file)
        tongues = (language, self.game.language, *self.game.languages)  # the first that has a text is printed
        nodes = [item.where(*finding.path, tongue) for tongue in tongues]
        node = next((text for text in nodes if isinstance(text, Scalar) and not text.absent), nodes[0])
        message = finding.message
        if len(self.game.languages) > 1:
            message += f" ({language})"
        name = ".".join(str(step) for step in finding.path)
        message = f"{name} of {item.id}: {message}" if name else f"{item.id}: {message}"
        return Problem(item.file, node.line, node.column, finding.level, finding.rule, message, finding.hint)

    def covered_texts(self, kind: Kind, item: Item, language: str, side: Side) -> list[FaceFault] | None:
        """Where texts of a face lie on each other, or under what hides them; None where nothing is near any."""
        template = self.template(kind, side, language)
        assert template is not None
        scope = self._scope(kind, self._view(kind, item, language), item.fields, language, item.copy)
        scope.spots, scope.bounded = {}, False
        with METER.set_aside():  # what a game may cost is said of its faces
            template.draw(scope)
            return covered_texts(scope.marks, scope.spots, self.reaches)

    def printed_fields(self, kind: Kind, item: Item, language: str) -> list[str]:
        """The fields of an item that its template prints as texts, by name, from the top of its front to the bottom.

        Fields that stand in one row come from left to right. The kind's template must be usable.
        """
        scope = self._scope(kind, self._view(kind, item, language), item.fields, language)
        scope.draws, scope.places = False, []
        template = self.template(kind, language=language)
        assert template is not None
        template.face(scope)
        rows = sorted((round(y), x, field) for y, x, field in scope.places)
        return list(dict.fromkeys(field.partition(".")[0] for _, _, field in rows))

    def blank(
        self, kind: Kind, language: str, *, style: str = "", art: str | None = None, side: Side = "front"
    ) -> tuple[Face, list[Problem]]:
        """The kind's face with everything but what players would write, or the guide to copy from.

        Templates see ``style``, one of the kind's blank styles, and the picture ``art`` as the item's.
        """
        values = {name: field.default for name, field in kind.fields.items()} | {"art": art}
        scope = self._scope(kind, Record({"copies": 1, **values}), values, language, blank=True)
        scope.variables["style"] = style
        template = self.template(kind, side, language)
        assert template is not None
        face = template.face(scope)
        return face, [finding.of_template(template.file) for finding in scope.findings]

    def tool_scope(self, language: str, variables: dict[str, Any]) -> FaceScope:
        """What a template of the tool's own may name in a language, and these variables."""
        return FaceScope({**self._tools_in(language), **variables}, self.theme, self.fitter, language)

    def page(
        self,
        path: Path,
        language: str,
        variables: dict[str, Any],
        blame: Callable[[FaceFault], Problem | None],
        *,
        draws: bool = True,
        pictures: Mapping[str, Picture] | None = None,
    ) -> tuple[Face, list[Problem]]:
        """A face of the tool's own, such as a cover, from a template at ``path`` in this game's theme.

        Where the game has no font for a role of the template's, that of the sheets' labels is taken. ``blame`` makes a
        problem of what is at fault; where it gives None, the template is blamed. ``pictures`` can be placed by name.
        """
        theme = self.theme.in_language(language)
        if (key := (path, theme.tongue)) not in self.pages_read:
            with noting() as self.notes[key]:
                self.pages_read[key] = read_template(path, theme.for_pages(), path.as_posix(), of_ink=self.of_ink)
        else:
            note_all(self.notes[key])
        template = self.pages_read[key]
        if not isinstance(template, Template):
            return Face(1, 1, ()), template
        scope = self.tool_scope(language, variables)
        scope.draws, scope.pictures = draws, pictures or {}
        face = template.face(scope)
        return face, [blame(finding) or finding.of_template(template.file) for finding in scope.findings]

    def _scope(
        self, kind: Kind, view: Record, fields: dict[str, Any], language: str, copy: int = 0, *, blank: bool = False
    ) -> FaceScope:
        variables = {**self._tools_in(language), "item": view, "blank": blank}
        variables |= {"copy": copy or 1, "copies": view.held.get("copies", 1)}
        if kind.net is not None:
            titles = {name: self.game.kinds[name].title for name in kind.held if name in self.game.kinds}
            variables["contents"] = [
                Record(
                    {"kind": name, "title": title.in_language(language, self.game.language), "count": kind.held[name]}
                )
                for name, title in titles.items()
                if kind.held[name]
            ]
        for name, procedure in kind.derived.items():
            variables[name] = None if blank else self.derived[procedure](fields)
        return FaceScope(variables, self.theme, self.fitter, language, blank)

    def _tools_in(self, language: str) -> dict[str, Any]:
        """What every template may use."""
        if language not in self.tools:
            self.tools[language] = self._tools(language)
        return self.tools[language]

    def _tools(self, language: str) -> dict[str, Any]:
        def word(name: str, number: Any = None) -> str:
            if isinstance(number, list | dict):
                raise ExpressionError("word() takes a name and a number, not a list")
            try:
                return self.theme.words.word(name, language, self.game.language, number)
            except KeyError:
                raise ExpressionError(f"words.yaml has no {name!r}", self.theme.words.nearest(name)) from None

        def items(name: str, **values: Any) -> list[Record]:
            if name not in self.game.kinds:
                raise ExpressionError(f"there is no kind {name!r}", nearest(name, self.game.kinds))
            take_note("read", name)
            return self._views(name, language).having(values)

        def rule(name: str) -> Record:
            take_note("rules", name)
            rules = self.rules()
            if name not in rules:
                raise ExpressionError(f"there is no rule {name!r}", nearest(name, rules))
            return rules[name]

        known_files: dict[str, bool] = {}

        def exists(name: str) -> bool:
            path = self.folder / str(name)
            if name not in known_files and not is_inside(path, self.folder):
                raise ExpressionError(f"{name} is not in {self.shown}", "name a file there, such as art/owl.svg")
            take_note("picture", os.fspath(path))
            return known_files.setdefault(name, path.is_file())

        ink = self.theme.ink.name
        return {"exists": exists, "lang": language, "ink": ink, "style": "", "word": word, "items": items, "rule": rule}

    def _views(self, name: str, language: str) -> Records:
        records, kind = self.views.get((name, language)), self.game.kinds[name]
        items = kind.items
        if records is None:
            items = [item for item in items if not item.broken]
            views = [item.view(language, self.game.language) for item in items]
            records = self.views[(name, language)] = Records(name, views)
            if kind.valued:  # whose texts may look at those of their own kind, as they are written
                with METER.set_aside(), METER.allowance(VALUED_TEXTS, f"all texts of {name}"):
                    records = Records(name, [self._view(kind, item, language) for item in items])
                self.views[(name, language)] = records
        return records

    def _view(self, kind: Kind, item: Item, language: str) -> Record:
        """An item's values as templates see them."""
        if kind.valued:
            return self.text_values.view(item, language)
        return item.view(language, self.game.language)

    @property
    def text_values(self) -> "TextValues":
        """What fills in the values in texts."""
        from generator.draw.text_values import TextValues  # few games have any

        return TextValues(self.game, self.theme.icons, self._tools_in)


def open_renderer(
    game: Game,
    templates: Path,
    common: Path,
    derived: dict[str, Derive],
    ink: InkName = InkName.full,
    shipped: Path | None = None,
) -> Renderer:
    """Read a game's theme and make ready to draw.

    Args:
        game: the game.
        templates: the folder ``templates/`` that holds the game's.
        common: ``templates/common``, whose fonts every game may use.
        derived: procedures that kinds may ask for under ``derived``, by name.
        ink: which edition it is.
        shipped: ``templates/common`` of the tool itself, for what the project's own lacks.
    """
    folder, label = templates / game.templates, f"{templates.as_posix()}/{game.templates}"
    theme, problems = read_theme(folder, common, label, game.languages, ink, shipped)
    add_spare(theme, game)
    renderer = Renderer(game, theme, folder, label, derived, problems)
    for kind in game.kinds.values():
        for name, procedure in list(kind.derived.items()):
            if procedure not in derived:
                node = locate(kind.node, ("derived", name))
                hint = f"known: {', '.join(sorted(derived))}{faults()}"
                renderer.note(node, "unknown-reference", f"there is no procedure {procedure!r}", hint)
                del kind.derived[name]
    renderer.opened = len(renderer.problems)
    return renderer

"""Signs in texts that print as they are although something else was meant: icons that are not there, lone marks, other
tools' markup.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from generator.core.problem import Problem
from generator.core.textfile import LINE_BREAK, read_text_file
from generator.draw.text.foreign_markup import foreign_marks
from generator.draw.text.markup import crossed_marks, lone_marks
from generator.model.game import Game, Item, Kind
from generator.model.values import LocalizedText, Record, nearest
from generator.read.figure_lines import CONTENTS, FIGURE
from generator.read.long_list import LaterMapping
from generator.read.reader import read_file
from generator.read.tree import MARKED, MIB, MOST_MIB, Scalar, is_plain, locate, scalars
from generator.read.tree import Mapping as MappingNode

if TYPE_CHECKING:
    from generator.draw.renderer import Renderer

UNKNOWN = "unknown-icon"
FOREIGN = "foreign-markup"
TITLES = ("title", "page_label", "blank_page_label", "group_page_label", "why")  # of kinds, and of a plan's entries
# A word in braces. A single letter is not meant as an icon: games use them as signs of their own.
ICON = re.compile(r"(?<![\\{])\{[A-Za-z][\w .-]{1,40}\}(?!\})")
STYLE = re.compile(r"(?<![\\{])\{(\w[\w-]{0,40}): ")
MOST_SHOWN = 40  # characters of a sign in a message
UNCLOSED = re.compile(r"(?<![\\{])\{(?:=|\w+\|)(?=[^{}]*(?:\{|$))")  # the beginning of a value without its end


def check_signs(renderer: "Renderer", kinds: Iterable[Kind]) -> Iterator[Problem]:
    """Warnings of icons that ``style.yaml`` does not have, and of ``**`` that nothing closes, in all texts of kinds."""
    problems = list(_signs(renderer, kinds))
    yield from problems
    yield from _without_braces(
        renderer, {problem.message.split()[4] for problem in problems if problem.rule == UNKNOWN}
    )


def _signs(renderer: "Renderer", kinds: Iterable[Kind]) -> Iterator[Problem]:
    game, theme = renderer.game, renderer.theme
    icons: dict[str, object] = {**theme.icons, **dict.fromkeys(theme.unread_icons)}
    for kind in kinds if theme.unread is not None else ():
        if kind.path is not None:
            source = _Source(kind.path)
            for item in kind.items:
                yield from _of_item(item, source, icons, theme.looks)
                if kind.valued and not item.broken:
                    yield from _wrong_values(renderer, item, source)
        if kind.printed:
            for document in kind.documents.values():
                yield from _of_lines(document.file, _Source(game.folder / Path(document.file).name), icons)
    if theme.unread is not None:
        yield from _of_words(renderer, icons)
        yield from _of_titles(game)


def _without_braces(renderer: "Renderer", signs: set[str]) -> Iterator[Problem]:
    """Icons that texts name in braces, and ``style.yaml`` without them."""
    named = {sign for sign in signs if sign[1:-1] in renderer.theme.icons}
    root, _ = read_file(renderer.folder / "style.yaml") if named else (None, [])
    icons = locate(root, ("icons",)) if root is not None else None
    if not isinstance(icons, MappingNode):
        return
    for sign in sorted(named):
        key = icons.keys[sign[1:-1]]
        message, hint = f"texts write {sign}, and this icon has no braces", f'write "{sign}"'
        yield Problem(renderer.theme.file, key.line, key.column, "warning", UNKNOWN, message, hint)


def _of_item(
    item: Item, source: "_Source", icons: Mapping[str, object], styles: Mapping[str, object]
) -> Iterator[Problem]:
    tree = item.node
    if tree.plain if isinstance(tree, LaterMapping) else is_plain(tree):
        return
    for path, node in scalars(tree):
        if MARKED.search(node.text) and _is_text(item, path):
            yield from _of_scalar(item.file, node, source, icons, styles)


def _wrong_values(renderer: "Renderer", item: Item, source: "_Source") -> Iterator[Problem]:
    """The values in an item's texts that cannot be worked out, each at its place."""
    game, filler = renderer.game, renderer.text_values
    reported: set[Problem] = set()
    for path, node in scalars(item.node):
        if "{" not in node.text or not _is_text(item, path):
            continue
        for language in [path[-1]] if path[-1] in game.languages else game.languages:
            values = filler.variables(item, str(language))
            for wrong in filler.text(node.text, values, str(language))[1]:
                place = source.place(node, wrong.sign, wrong.start)
                problem = Problem(item.file, *place, "error", wrong.rule, wrong.message, wrong.hint)
                if problem not in reported:
                    reported.add(problem)
                    yield problem


def _of_words(renderer: "Renderer", icons: Mapping[str, object]) -> Iterator[Problem]:
    path, file = renderer.folder / "words.yaml", f"{renderer.shown}/words.yaml"
    if not path.exists():
        return
    root, _ = read_file(path, file)
    source = _Source(path)
    for _, node in scalars(root) if root is not None else ():
        if MARKED.search(node.text):
            yield from _of_scalar(file, node, source, {**icons, "{n}": None}, renderer.theme.looks)


def _of_titles(game: Game) -> Iterator[Problem]:
    """Other tools' markup in what ``game.yaml`` has printed: names and titles, which have no marks at all."""
    source = _Source(game.folder / Path(game.file).name)
    for path, node in scalars(game.root) if game.root is not None else ():
        if path[0] in ("name", "mode_names") or any(step in TITLES for step in path[2:3]):
            for at, sign, _ in foreign_marks(node.text, ()):
                yield _foreign(game.file, source.place(node, _head(sign), at), sign, "delete it")


def _is_text(item: Item, path: tuple[str | int, ...]) -> bool:
    """Whether what is at a path is a text that players read."""
    value: object = item.fields
    for step in path:
        if isinstance(value, LocalizedText):
            return True
        if isinstance(value, Record | dict):
            value = value.get(str(step)) if isinstance(value, dict) else getattr(value, str(step), None)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return False
    return isinstance(value, LocalizedText)


def _of_scalar(
    file: str, node: Scalar, source: "_Source", icons: Mapping[str, object], styles: Mapping[str, object]
) -> Iterator[Problem]:
    text = node.text
    for match in ICON.finditer(text):
        if match[0] not in icons:
            place = source.place(node, match[0], match.start())
            yield Problem(file, *place, "warning", UNKNOWN, *_unknown(match[0], icons))
    for match in STYLE.finditer(text):
        if match[1] not in styles:
            place = source.place(node, match[0], match.start())
            message = f"there is no style {match[1]} in style.yaml: it prints as it is"
            yield Problem(file, *place, "warning", "unknown-style", message, nearest(match[1], styles))
    for at, sign, hint in foreign_marks(text, icons):
        yield _foreign(file, source.place(node, _head(sign), at), sign, hint)
    for at in crossed_marks(text, icons, styles):
        hint = "close the inner words before the outer ones"
        yield _foreign(file, source.place(node, "_", at), "_", hint)
    lone = [(match.start(), match[0]) for match in UNCLOSED.finditer(text)]
    for at, sign in (*lone_marks(text, icons, styles), *lone):
        yield Problem(file, *source.place(node, sign, at), "warning", "lone-mark", *_lone(sign))


def _of_lines(file: str, source: "_Source", icons: Mapping[str, object]) -> Iterator[Problem]:
    """Running text: there a mark that nothing closes is an error already."""
    for number, line in enumerate(source.lines, start=1):
        if not MARKED.search(line) or line.rstrip() == CONTENTS:
            continue
        for at, sign, hint in foreign_marks(line, icons, running=True):
            yield _foreign(file, (number, at + 1), sign, hint)
        for match in UNCLOSED.finditer(line):
            yield Problem(file, number, match.start() + 1, "warning", "lone-mark", *_lone(match[0]))
        for match in STYLE.finditer(line):
            message = f"running text has no styles such as {match[1]}: it prints as it is"
            yield Problem(file, number, match.start() + 1, "warning", "unknown-style", message, "write **bold** words")
        figure = FIGURE.fullmatch(line)  # what is behind it in braces is said of it
        for match in ICON.finditer(line, 0, figure.start("source") if figure else len(line)):
            if match[0] not in icons:
                yield Problem(file, number, match.start() + 1, "warning", UNKNOWN, *_unknown(match[0], icons))


def _foreign(file: str, place: tuple[int, int], sign: str, hint: str) -> Problem:
    excerpt = sign if len(sign) <= MOST_SHOWN else sign[: MOST_SHOWN - 1] + "…"
    return Problem(file, *place, "warning", FOREIGN, f"{excerpt} is no markup here: it prints as it is", hint)


def _head(sign: str) -> str:
    """The beginning of a sign that stands in the file as it is, whatever quotes the text."""
    return re.split(r"[\s\"'\\]", sign, maxsplit=1)[0]


def _lone(sign: str) -> tuple[str, str]:
    message = f"{sign.strip()} is alone: nothing opens or closes it, and it prints as it is"
    if "*" in sign:
        return message, f"write {sign} before and behind the words, or delete it"
    return message, "close it with } behind the words, or delete it"


def _unknown(token: str, icons: Mapping[str, object]) -> tuple[str, str]:
    names = [name for name in icons if name.startswith("{")]
    return f"there is no icon {token} in style.yaml: it prints as it is", nearest(token, names)


class _Source:
    """The lines of a file as they are written, read when they are first asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def lines(self) -> list[str]:
        """The lines; none where the file cannot be read."""
        text, _ = read_text_file(self.path, "", MOST_MIB * MIB, "yaml-syntax")
        return LINE_BREAK.split(text or "")

    def place(self, node: Scalar, sign: str, at: int) -> tuple[int, int]:
        """Line and column of a sign that is ``at`` a place in a value's text; else the value's own."""
        column, count = node.column - 1, node.text[:at].count(sign)
        for number, line in enumerate(self.lines[node.line - 1 :], start=node.line):
            while (start := line.find(sign, column)) >= 0:
                if not count:
                    return number, start + 1
                count -= 1
                column = start + len(sign)
            column = 0
        return node.line, node.column

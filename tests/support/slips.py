"""Slips of the hand in a game's files: every class of slip in every file, each with the lines at which it is."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple


class Slip(NamedTuple):
    """A changed file, and where a message about it may point."""

    file: str  # below the project's folder
    name: str  # of its class
    text: str | None  # None: the file is gone
    lines: frozenset[int]  # empty: any

    def __repr__(self) -> str:
        return f"{self.file}: {self.name} at {sorted(self.lines)}"


Change = Callable[[re.Match[str]], str]
KEY = r"(?P<indent> *(?:- )?)(?P<key>[\w-]+): (?P<value>[^\s#][^#\n]*?)(?P<tail>\s*(?:#.*)?)"
NUMBER = KEY.replace(r"[^\s#][^#\n]*?", r"[+-]?\d+(?:\.\d+)?")
WORDS = KEY.replace(r"[^\s#][^#\n]*?", r"[\w’ ]+ [\w’ ]+")
BLOCK = r"(?P<indent> *)(?P<key>[\w-]+):(?P<tail> *(?:#.*)?)"

# Classes of slips in YAML: the line that is meant, what becomes of it, how far below it a message may be, too.
YAML: dict[str, tuple[str, Change, tuple[int, ...]]] = {
    "a tab": (r" +" + KEY.removeprefix(r"(?P<indent> *(?:- )?)"), lambda m: "\t" + m[0].lstrip(), (0,)),
    "no space after the colon": (KEY, lambda m: m[0].replace(": ", ":", 1), (0,)),
    "no colon": (KEY, lambda m: m[0].replace(": ", " ", 1), (0,)),
    "a quote left open": (WORDS, lambda m: f'{m["indent"]}{m["key"]}: "{m["value"]}', (0,)),
    "a bracket left open": (KEY, lambda m: f"{m['indent']}{m['key']}: [{m['value'].strip('[]{}')}", (0,)),
    "a bracket too many": (KEY, lambda m: f"{m['indent']}{m['key']}: {m['value']}]", (0,)),
    "one space more": (r" +[\w-]+: .*", lambda m: " " + m[0], (0,)),
    "one space less": (r"  +[\w-]+: .*", lambda m: m[0][1:], (0,)),
    "no hyphen": (r" *- [\w-]+: .*", lambda m: m[0].replace("- ", "  ", 1), (0,)),
    "a dash for the hyphen": (r" *- [\w-]+: .*", lambda m: m[0].replace("- ", "– ", 1), (0,)),
    "no space after the hyphen": (r" *- [\w-]+: .*", lambda m: m[0].replace("- ", "-", 1), (0,)),
    "an item indented too far": (r" *- [\w-]+: .*", lambda m: "  " + m[0], (0, 1)),
    "braces at a text's start": (WORDS, lambda m: f"{m['indent']}{m['key']}: {{dew}} {m['value']}", (0,)),
    "a hash at a text's start": (WORDS, lambda m: f"{m['indent']}{m['key']}: #1 {m['value']}", (0,)),
    "quotes of two sorts": (WORDS, lambda m: f'{m["indent"]}{m["key"]}: "{m["value"]}”', (0,)),
    "a letter doubled in the key": (KEY, lambda m: m[0].replace(m["key"], m["key"] + m["key"][-1], 1), (0,)),
    "a capital in the key": (KEY, lambda m: m[0].replace(m["key"], m["key"].capitalize(), 1), (0,)),
    "no value": (KEY, lambda m: f"{m['indent']}{m['key']}:{m['tail']}", (0,)),
    "a line twice": (r" +[\w-]+: [^\n]+", lambda m: f"{m[0]}\n{m[0]}", (1,)),
    "an item's line is gone": (r" +[\w-]+: [^\n]+", lambda m: "\0", (0,)),
    "a star": (KEY, lambda m: f"{m['indent']}{m['key']}: *{m['value'].strip('*')}", (0,)),
    "an ampersand": (KEY, lambda m: f"{m['indent']}{m['key']}: &{m['value']}", (0,)),
    "an at sign": (KEY, lambda m: f"{m['indent']}{m['key']}: @{m['value']}", (0,)),
    "an exclamation mark": (KEY, lambda m: f"{m['indent']}{m['key']}: !{m['value']}", (0,)),
    "a colon in a text": (WORDS, lambda m: f"{m['indent']}{m['key']}: Note: {m['value']}", (0,)),
    "a space of another sort": (KEY, lambda m: m[0].replace(": ", ":\xa0", 1), (0,)),
    "a list for a value": (KEY, lambda m: f"{m['indent']}{m['key']}: [[1, [2]]]", (0,)),
    "a mapping for a value": (KEY, lambda m: f"{m['indent']}{m['key']}: {{zzz: {{y: 1}}}}", (0,)),
    "a word for a number": (NUMBER, lambda m: f"{m['indent']}{m['key']}: three", (0,)),
    "a number in quotes": (NUMBER, lambda m: f"{m['indent']}{m['key']}: '{m['value']}'", (0,)),
    "a comma for the point": (NUMBER, lambda m: f"{m['indent']}{m['key']}: {m['value']},5", (0,)),
    "a unit": (NUMBER, lambda m: f"{m['indent']}{m['key']}: {m['value']}mm", (0,)),
    "a number far too large": (NUMBER, lambda m: f"{m['indent']}{m['key']}: 5000", (0,)),
    "a number below zero": (NUMBER, lambda m: f"{m['indent']}{m['key']}: -3", (0,)),
    "an id with capitals and spaces": (r"(?P<indent>- )id: [\w-]+", lambda m: f"{m['indent']}id: The Big One", (0,)),
    "a heading without its lines": (BLOCK, lambda m: f"{m['indent']}{m['key']}: 7", (0,)),
    "a heading misspelt": (BLOCK, lambda m: f"{m['indent']}{m['key']}z:{m['tail']}", (0,)),
    "a heading with a capital": (BLOCK, lambda m: f"{m['indent']}{m['key'].capitalize()}:{m['tail']}", (0,)),
}

# In templates: what is meant, what is written in its place.
SVG: dict[str, tuple[str, str]] = {
    "an ampersand in a title": (r"</title>", " & more</title>"),
    "an element left open": (r"</title>", ""),
    "a quote left open": (r'(width="[^"]+)"', r"\1"),
    "a width without mm": (r'width="(\d+)mm"', r'width="\1"'),
    "a width of another size": (r'width="(\d+)mm"', r'width="1\1mm"'),
    "no viewBox": (r' viewBox="[^"]*"', ""),
    "an attribute misspelt": (r"data-size=", "data-sise="),
    "a text box whose field is misspelt": (r"data-field=", "data-feild="),
    "a comma for the point": (r'( x|cx|width)="(\d+)\.(\d+)"', r'\1="\2,\3"'),
    "units in the viewBox": (r'viewBox="0 0 (\d+) (\d+)"', r'viewBox="0 0 \1mm \2mm"'),
    "an unknown font": (r'data-font="\w+"', 'data-font="displya"'),
    "an unknown field": (r'data-field="\w+"', 'data-field="titel"'),
    "text in an element": (r"</svg>", '<text x="1" y="1">Hello</text></svg>'),
    "a style": (r"</svg>", "<style>rect {fill: red}</style></svg>"),
    "a box off the face": (r'(<rect data-[^>]* )x="[^"]+"', r'\1x="500"'),
    "a picture that is not there": (r'href="([a-z-]+/)[^"]+"', r'href="\1nothing.svg"'),
    "an expression left open": (r"\}\}", "}"),
    "half an expression": (r"\{\{ ?([^}]*)\}\}", r"{{ 2 * }}"),
    "an unknown name": (r"\{\{ ?([^}]*)\}\}", r"{{ itme.id }}"),
    "an unknown field of the item": (r"item\.\w+", "item.nothing"),
    "an unknown filter": (r"items\([^)]*\)", r"\g<0>|frist"),
    "a condition misspelt": (r"not blank", "not balnk"),
    "a least size above the size": (r'data-min="[^"]+"', 'data-min="99"'),
    "a size below zero": (r'data-size="[^"]+"', 'data-size="-3"'),
    "no lines": (r'data-lines="\d"', 'data-lines="none"'),
    "an alignment misspelt": (r'data-align="\w+"', 'data-align="centre"'),
    "not a number": (r'( x|cx)="[^"]+"', r'\1="ten"'),
    "a lone less-than": (r"</title>", " < 3</title>"),
}

# In running text.
MARKDOWN: dict[str, tuple[str, str]] = {
    "stars left open": (r"\*\*([^*\n]+)\*\*", r"**\1"),
    "an unknown icon": (r"\{\w+\}", "{wieght}"),
    "a picture that is not there": (r"\n\n", "\n\n![A snail](art/nothing.svg)\n\n"),
    "a cell too many": (r"\|\n\|", "| 5 |\n|"),
    "a card that is not there": (r"\n\n", "\n\n![A card](card:letters/nothing)\n\n"),
    "HTML": (r"\n\n", "\n\n<div>Hello</div>\n\n"),
}


def slips(project: Path) -> Iterator[Slip]:
    """All slips of a project: of each class two in a file, at the first line that it fits and at one in the middle."""
    for path in sorted(found for folder in ("data", "templates") for found in (project / folder).rglob("*.*")):
        file = path.relative_to(project).as_posix()
        if path.suffix == ".yaml":
            yield from _in_yaml(file, path.read_text(encoding="utf-8"))
        elif path.suffix == ".svg" and path.parent.parent.name == "templates":
            yield from _in_text(file, path.read_text(encoding="utf-8"), SVG)
        elif path.suffix == ".md":
            yield from _in_text(file, path.read_text(encoding="utf-8"), MARKDOWN)
        else:
            continue
        yield Slip(file, "no file", None, frozenset())
        yield Slip(file, "an empty file", "", frozenset())


def _in_yaml(file: str, text: str) -> Iterator[Slip]:
    lines = text.split("\n")
    for name, (pattern, change, below) in YAML.items():
        fitting = [at for at, line in enumerate(lines) if re.fullmatch(pattern, line)]
        for at in dict.fromkeys(fitting[:1] + fitting[len(fitting) // 2 :][:1]):
            match = re.fullmatch(pattern, lines[at])
            assert match is not None
            new = change(match)
            places = {at + 1 + number for number in below}
            if any(word in name for word in ("gone", "misspelt", "key", "heading", "no value")):
                places |= {_entry(lines, at), _entry(lines, at) + 1}
            changed = lines[:at] + ([] if new == "\0" else [new]) + lines[at + 1 :]
            yield Slip(file, name, "\n".join(changed), frozenset(places))


def _entry(lines: list[str], at: int) -> int:
    """The line, from 1, at which the entry begins that a line is part of."""
    depth = len(lines[at]) - len(lines[at].lstrip())
    above = (
        number
        for number in range(at - 1, -1, -1)
        if lines[number].strip() and not lines[number].lstrip().startswith("#")
    )
    return next((number + 1 for number in above if len(lines[number]) - len(lines[number].lstrip()) < depth), 1)


def _in_text(file: str, text: str, classes: dict[str, tuple[str, str]]) -> Iterator[Slip]:
    for name, (pattern, new) in classes.items():
        found = list(re.finditer(pattern, text))
        for one in dict.fromkeys(found[:1] + found[len(found) // 2 :][:1]):
            changed = text[: one.start()] + one.expand(new) + text[one.end() :]
            line = text.count("\n", 0, one.start()) + 1
            yield Slip(file, name, changed, frozenset((line, line + changed[one.start() :].count("\n", 0, 2))))

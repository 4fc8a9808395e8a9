"""Markup of other tools in texts, which prints as it is: HTML, BBCode, Markdown, icons between colons; and how ours is
written in its place.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from functools import lru_cache
from html import unescape
from itertools import groupby

BOLD, ITALIC, BREAK = "write **…**", "write _…_", "write \\n, or start a new line of the text"
_ITSELF, _STYLE = "delete it, or write \\ before it", "write {NAME: …}, with a style NAME of style.yaml"
_WORDS = "write the words alone: paper has no links"
_HINTS = {
    **dict.fromkeys(("b", "strong", "**"), BOLD),
    **dict.fromkeys(("i", "em"), ITALIC),
    **dict.fromkeys(("br", "p", "div", "li", "n"), BREAK),
    **dict.fromkeys(("span", "font", "color", "colour", "size", "big", "small"), _STYLE),
    **dict.fromkeys(("a", "url"), _WORDS),
    **dict.fromkeys(("img", "icon"), "write an icon of style.yaml, such as {coin}"),
    **dict.fromkeys(("sub", "sup"), "delete it: texts have no such look"),
    **dict.fromkeys(("u", "ins"), f"{_STYLE} that has line: under"),
    **dict.fromkeys(("s", "del", "strike"), f"{_STYLE} that has line: through"),
    "center": f"{_STYLE} that has align: center",
}
_CODES = "b|i|u|s|url|img|icon|color|colour|size|center|quote|code"  # of BBCode
_ATTRIBUTE = r"[\w:-]+\s*=\s*(?:\"[^\"<>]*\"|'[^'<>]*'|[^\s\"'<>]+)"
# The first that fits. Where running text has a form of its own, or refuses it, only cards are looked at.
_SHARED = (
    (rf"(?i:\[(?P<code>{_CODES})(?:=[^\[\]\n]{{1,60}})?\]"
     r"(?=[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*){0,20}\[/(?P=code)\]))", ""),
    (r"(?<![^\W\d])(?<!:):(?P<word>[A-Za-z][\w+-]{1,30}):(?!\w|:\W|:$)",
     "write an icon of style.yaml in braces, such as {coin}"),
    (r"(?<![\d%])(?<!\d )%n(?![a-z])|(?<=[^\W\d]|[.,;:!?)])%n", BREAK),
    (r"\{\{[^{}\n]{1,100}\}\}|\{%[^{}\n]{1,100}%\}", "write {=…} for a value of the item"),
    (r"\{/[A-Za-z]\w{0,20}\}", "write {NAME: …}, with a style NAME of style.yaml, or **…** or _…_"),
)  # fmt: skip
_CARDS = (
    (rf"</?(?P<tag>[A-Za-z][\w-]{{0,20}})(?:=[^<>\s]{{1,40}}|(?:\s+{_ATTRIBUTE}){{1,9}})?\s*/?>", ""),
    (r"<!--", _ITSELF),
    (r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});", ""),
    (r"(?<![\w*])\*(?=[\w\"'“‘«(¡¿{])[^*\n]{0,200}(?<=[\w\"'”’».,!?…)}])\*(?![\w*])", "write _…_, or **…** for bold"),
    (r"(?<!\w)__(?![\s_])[^_\n]{1,200}(?<!\s)__(?!\w)", BOLD),
    (r"~~(?![\s~])[^~\n]{1,200}~~", f"{_STYLE} that has line: through"),
    (r"(?<!`)`(?![\s`])[^`\n]{1,80}`(?!`)", _ITSELF),
    (r"\[[^\[\]\n]{1,80}\]\((?=\S{0,200}[/#.])[^()\s]{1,200}\)", _WORDS),
)  # fmt: skip


def _joined(parts: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    return re.compile(r"(?<!\\)(?:" + "|".join(f"(?P<_{at}>{pattern})" for at, (pattern, _) in enumerate(parts)) + ")")


_IN_LINES, _IN_CARDS = _joined(_SHARED), _joined(_SHARED + _CARDS)


def foreign_marks(text: str, icons: Container[str], *, running: bool = False) -> Iterator[tuple[int, str, str]]:
    """Each sort of markup that is not ours: where it is first, what is there, and what to write in its place.

    Args:
        text: of an item, or a line of ``running`` text.
        icons: what stands for a picture.
    """
    met: set[str] = set()
    for match in (_IN_LINES if running else _IN_CARDS).finditer(text):
        groups, sign, number = match.groupdict(), match[0], int((match.lastgroup or "_0")[1:])
        name = (groups["code"] or groups["word"] or groups.get("tag") or "").lower()
        hint = _HINTS.get(name) or (_SHARED + _CARDS)[number][1] or _ITSELF
        if f"{{{name}}}" in icons:
            hint = f"write {{{name}}}"
        if name in ("p", "div") and (side := _SIDE.search(sign)):
            hint = f"{_STYLE} that has align: {side['side'].lower()}"
        if sign.startswith("&"):
            name = unescape(sign)
            hint = f"write {name}" if name.isprintable() and name.strip() else "write the character itself"
        if sign not in icons and name != sign and (name or hint) not in met:
            met.add(name or hint)
            yield match.start(), sign, hint


_TAGS = {"b": "**", "strong": "**", "i": "_", "em": "_"}
_LINES = {"u": "under", "ins": "under", "s": "through", "strike": "through", "del": "through"}
_ALIGN = r"\balign\s*=\s*[\"']?(?P<side>center|right|justify)\b"
_SIDE = re.compile(_ALIGN, re.I)
_PART = r"</?(?P<part>p|div|ul|ol|li)(?:\s{}[^<>]*)?>\s*"
_LINE, _UNALIGNED_LINE = (
    re.compile(rf"(?:(?<!\s)\s+)?(?:<br\s*/?>|(?:{_PART.format(but)})+)\s*", re.I)
    for but in ("", rf"(?![^<>]*{_ALIGN})")
)
_ASIDE = re.compile(
    r"<(?P<tag>center|p|div)(?P<set>\s[^<>]*)?>(?P<in>(?:(?!</?(?P=tag)\b).)*)</(?P=tag)\s*>", re.I | re.S
)
_EDGE = "\x02"  # of lines that stand elsewhere
_EDGES = re.compile(rf"(?:(?:(?<!\s)\s+)?(?:<br\s*/?>\s*)?{_EDGE}\s*(?:</?(?:p|div)>\s*)*)+", re.I)


def from_html(text: str, styles: Mapping[str, str] | None = None) -> str:
    """A text with bold, italic, lines and characters of HTML written as ours; other tags stay, to be reported.

    Args:
        text: as it is written.
        styles: the game's style for ``center``, ``right``, ``justify``, ``under``, ``through``, as far as it has one;
            None where nothing is known of them.
    """
    if "<" not in text and "&" not in text:
        return text
    if styles is not None:
        text = _ASIDE.sub(lambda match: _aside(match, styles), text)
        text = _EDGES.sub("\n", text.strip(f"{_EDGE} \n")) if _EDGE in text else text
    text = (_LINE if styles is None else _UNALIGNED_LINE).sub(_line, text).rstrip("\n")
    text = re.sub(r"</(b|strong|i|em)>(\s*)<\1>", r"\2", text, flags=re.I)
    marks = {**_TAGS, **{tag: f"{{{styles[line]}: " for tag, line in _LINES.items() if styles and line in styles}}
    before = ""
    while before != text:
        before, text = text, _pair(tuple(marks)).sub(lambda match: _marked(match, marks), text)
    return unescape(re.sub(r"&lt;(?=[A-Za-z/!])", r"\\&lt;", text))


def _line(match: re.Match[str]) -> str:
    """What stands for tags between lines: nothing at the head of a text, and a sign before what is in a list."""
    is_member = re.search(r"<li(?:\s[^<>]*)?>\s*$", match[0], re.I)
    return ("\n" if match.start() or not match["part"] else "") + ("• " if is_member else "")


@lru_cache(maxsize=8)
def _pair(tags: tuple[str, ...]) -> re.Pattern[str]:
    """What finds words between two tags with none of the same sort within."""
    names = "|".join(tags)
    return re.compile(rf"<(?P<tag>{names})(?:\s[^<>]*)?>(?P<in>(?:(?!</?(?P=tag)\b).)*)</(?P=tag)\s*>", re.I | re.S)


def _aside(match: re.Match[str], styles: Mapping[str, str]) -> str:
    """Lines that HTML has elsewhere, in the style that the game has for that; as they are where it has none."""
    side = _SIDE.search(match["set"] or "")
    where = "center" if match["tag"].lower() == "center" else side["side"].lower() if side else ""
    words = _LINE.sub(_line, match["in"].strip()).strip()
    return f"{_EDGE}{{{styles[where]}: {words}}}{_EDGE}" if words and where in styles else match[0]


def marked_runs(runs: Iterable[tuple[str, str]]) -> str:
    """A text of runs, each with its look (b, i), with our marks; none of them goes on in the next line."""
    text = ""
    for tags, alike in groupby(runs, key=lambda run: sorted(set(run[1]) & {"b", "i"})):
        before, after = "".join(f"<{tag}>" for tag in tags), "".join(f"</{tag}>" for tag in reversed(tags))
        text += re.sub(r"\S(?:.*\S)?", rf"{before}\g<0>{after}", "".join(words for words, _ in alike))
    return "\n".join(map(from_html, text.split("\n")))


def _marked(match: re.Match[str], marks: Mapping[str, str]) -> str:
    """Words between two tags with our marks at their edges; within a word those of italic are not read."""
    inner, mark = match["in"], marks[match["tag"].lower()]
    words = inner.strip()
    neighbours = match.string[match.start() - 1 : match.start()], match.string[match.end() : match.end() + 1]
    if mark == "_" and words == inner and any(sign.isalnum() for sign in neighbours):
        return match[0]
    return inner.replace(words, mark + words + ("}" if mark.startswith("{") else mark), 1) if words else inner

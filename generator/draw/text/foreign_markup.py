"""Markup of other tools in texts, which prints as it is: HTML, BBCode, Markdown, icons between colons; and how ours is
written in its place.
"""

import re
from collections.abc import Container, Iterable, Iterator
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
        if sign.startswith("&"):
            name = unescape(sign)
            hint = f"write {name}" if name.isprintable() and name.strip() else "write the character itself"
        if sign not in icons and name != sign and (name or hint) not in met:
            met.add(name or hint)
            yield match.start(), sign, hint


_TAGS = {"b": "**", "strong": "**", "i": "_", "em": "_"}
_PAIR = re.compile(r"<(?P<tag>b|strong|i|em)(?:\s[^<>]*)?>(?P<in>(?:(?!</?(?P=tag)\b).)*)</(?P=tag)\s*>", re.I | re.S)
_LINE = re.compile(r"\s*(?:<br\s*/?>|(?:</?(?P<part>p|div|ul|ol|li)(?:\s[^<>]*)?>\s*)+)\s*", re.I)


def from_html(text: str) -> str:
    """A text with bold, italic, lines and characters of HTML written as ours; other tags stay, to be reported."""
    if "<" not in text and "&" not in text:
        return text
    text = _LINE.sub(_line, text).rstrip("\n")
    text = re.sub(r"</(b|strong|i|em)>(\s*)<\1>", r"\2", text, flags=re.I)
    before = ""
    while before != text:
        before, text = text, _PAIR.sub(_marked, text)
    return unescape(re.sub(r"&lt;(?=[A-Za-z/!])", r"\\&lt;", text))


def _line(match: re.Match[str]) -> str:
    """What stands for tags between lines: nothing at the head of a text, and a sign before what is in a list."""
    is_member = re.search(r"<li(?:\s[^<>]*)?>\s*$", match[0], re.I)
    return ("\n" if match.start() or not match["part"] else "") + ("• " if is_member else "")


def marked_runs(runs: Iterable[tuple[str, str]]) -> str:
    """A text of runs, each with its look (b, i), with our marks; none of them goes on in the next line."""
    text = ""
    for tags, alike in groupby(runs, key=lambda run: sorted(set(run[1]) & {"b", "i"})):
        before, after = "".join(f"<{tag}>" for tag in tags), "".join(f"</{tag}>" for tag in reversed(tags))
        text += re.sub(r"\S(?:.*\S)?", rf"{before}\g<0>{after}", "".join(words for words, _ in alike))
    return "\n".join(map(from_html, text.split("\n")))


def _marked(match: re.Match[str]) -> str:
    """Words between two tags with our marks at their edges; within a word only those of bold are read."""
    inner, mark = match["in"], _TAGS[match["tag"].lower()]
    words = inner.strip()
    neighbours = match.string[match.start() - 1 : match.start()], match.string[match.end() : match.end() + 1]
    if mark == "_" and words == inner and any(sign.isalnum() for sign in neighbours):
        return match[0]
    return inner.replace(words, mark + words + mark, 1) if words else inner

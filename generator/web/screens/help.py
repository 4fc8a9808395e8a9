"""The manual: the documents that ship with the tool, and a search over all of them.

GET /help/: their titles, and with ``q`` the sections that hold all of its words; /help/NAME: one document.
/help/pictures/NAME: a picture of a document.
"""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from generator.core.manual_pages import PARTS, manual, pictures
from generator.core.problem import NotFound
from generator.web.screens import Response, WorkshopRequest, get, page, sent

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_PICTURE = re.compile(r"(?:\.\./)?pictures/([\w/-]+\.png)")
_PAGE = re.compile(r"(?:(?:\.\.|[\w-]+)/)*([\w-]+)\.md(#.*)?")
_ELSEWHERE = re.compile(r"https?:|#")
MOST_FOUND = 30  # sections of a search


@get("/help/")
@get("/help")
@get("/help/{name}")
def shown(request: WorkshopRequest) -> Response:
    """A document, or all their titles."""
    name, pages = request.path.get("name", ""), manual()
    if name and name not in pages:
        raise NotFound(f"the manual has no page {name!r}; it has {', '.join(pages)}")
    parts = {word: {key: its.title for key, its in pages.items() if its.part == part} for part, word in PARTS.items()}
    heading, words = pages[name].title if name else "", (request.text("q") or "")[:200]
    found = _searched(words) if words else None
    text = _markup(name) if name else ""
    return page(request.http, "help.html", parts=parts, name=name, heading=heading, text=text, found=found, words=words)


@cache
def _reader() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # which the tool in browsers lacks; it has no manual

    return MarkdownIt("commonmark").enable("table")


@cache
def _tokens(name: str) -> "Sequence[Token]":
    """A document in parts: its headings one rank lower, with names for addresses; links lead to pages of the manual."""
    parsed = _reader().parse(manual()[name].text)
    tokens = [token for token in parsed if token.type != "html_block"]  # remarks of its makers
    heading, tables = "", 0
    for token, inner in pairwise([*tokens, *tokens[-1:]]):
        match token.type:
            case "heading_open" | "heading_close":
                token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
                if token.type == "heading_open":
                    heading, tables = _words(inner), 0
                    token.attrs["id"] = _named(heading)
            case "table_open":
                tables += 1
                token.meta["label"] = f"{heading} {tables}"
            case "th_open" if not inner.content:  # nothing is headed by it
                token.tag = "td"
        for part in token.children or ():
            for name_of in ("href", "src"):
                if name_of in part.attrs:
                    part.attrs[name_of] = _address(str(part.attrs[name_of]))
    return tokens


def _markup(name: str) -> str:
    """A document as HTML."""
    markup = str(_reader().renderer.render(_tokens(name), _reader().options, {}))
    labels = (escape(str(token.meta["label"])) for token in _tokens(name) if token.type == "table_open")
    scroll = '<div class="scroll" tabindex="0" role="region" aria-label="{}"><table class="table">'
    markup = re.sub("<table>", lambda _: scroll.format(next(labels)), markup)
    return markup.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')


def _words(inline: "Token") -> str:
    return "".join(part.content for part in inline.children or ())


def _named(heading: str) -> str:
    """The name of a heading in addresses, as GitHub makes it."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.lower()).strip())


def _address(to: str) -> str:
    """The target of a link: another page or a picture of the manual, elsewhere on the web, or none."""
    if _ELSEWHERE.match(to):
        return to
    if picture := _PICTURE.fullmatch(to):
        return f"/help/pictures/{picture[1]}"
    own = _PAGE.fullmatch(to)
    return f"/help/{own[1]}{own[2] or ''}" if own and own[1] in manual() else ""


class HelpSection(NamedTuple):
    """A heading of a document, with the text below it."""

    page: str
    id: str
    title: str
    text: str


class HelpMatch(NamedTuple):
    """A section that a search gives, and a part of its text; every other of its ``parts`` is a word of the search."""

    section: HelpSection
    parts: list[str]


@cache
def _sections() -> list[HelpSection]:
    """The text that a search goes through, heading by heading."""
    sections: list[HelpSection] = []
    for page_name in manual():
        for token, inner in pairwise([*_tokens(page_name), *_tokens(page_name)[-1:]]):
            if token.type == "heading_open":
                sections.append(HelpSection(page_name, str(token.attrs["id"]), _words(inner), ""))
            elif token.type in ("inline", "fence") and sections:
                text, last = _words(token) if token.type == "inline" else token.content, sections[-1]
                sections[-1] = last._replace(text=f"{last.text} {text}" if text != last.title else last.text)
    return sections


def _searched(text: str) -> list[HelpMatch]:
    """The sections that hold all words of a text: first those that have them in their titles, then most often."""
    words = sorted({word for word in text.lower().split() if len(word) > 1}, key=len, reverse=True)
    scores = [(_score(section, words), section) for section in _sections()]
    best = sorted((pair for pair in scores if pair[0]), key=lambda pair: -pair[0])[:MOST_FOUND]
    split = re.compile(f"({'|'.join(map(re.escape, words))})", re.IGNORECASE)
    matches = []
    for _, section in best:
        start = max(0, min((match.start() for match in split.finditer(section.text)), default=0) - 60)
        excerpt = ("… " if start else "") + section.text[start : start + 220].strip()
        matches.append(HelpMatch(section, split.split(excerpt)))
    return matches


def _score(section: HelpSection, words: Sequence[str]) -> int:
    """Ten for each word in the title, one for each time in the text, up to five; 0 where a word is missing."""
    title, text = section.title.lower(), section.text.lower()
    counts = [10 * (word in title) + min(5, text.count(word)) for word in words]
    return sum(counts) if all(counts) else 0


@get("/help/pictures/{name:path}")
def picture(request: WorkshopRequest) -> Response:
    """A picture that a document shows."""
    file = pictures().get(request.path["name"])
    if file is None:
        raise NotFound("the manual has no such picture")
    return sent(request.http, file.read_bytes(), "image/png")

"""The manual: the documents that ship with the tool, and a search over all of them.

GET /help/: their titles; /help/NAME: one document. /help/pictures/NAME: a picture of a document. /help/all.json: the
sections of all documents (``page id title text``), to be searched.
"""

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import pairwise
from json import dumps
from typing import TYPE_CHECKING

from generator.core.manual_pages import PARTS, manual, pictures
from generator.core.problem import NotFound
from generator.web.screens import Response, WorkshopRequest, get, page, sent

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_PICTURE = re.compile(r"\.\./pictures/([\w/-]+\.png)")
_PAGE = re.compile(r"(?:(?:\.\.|[\w-]+)/)*([\w-]+)\.md(#.*)?")
_ELSEWHERE = re.compile(r"https?:|#")


@get("/help/")
@get("/help")
@get("/help/{name}")
def shown(request: WorkshopRequest) -> Response:
    """A document, or all their titles."""
    name, pages = request.path.get("name", ""), manual()
    if name and name not in pages:
        raise NotFound(f"the manual has no page {name!r}; it has {', '.join(pages)}")
    parts = {word: {key: its.title for key, its in pages.items() if its.part == part} for part, word in PARTS.items()}
    heading = pages[name].title if name else ""
    return page(request.http, "help.html", parts=parts, name=name, heading=heading, text=_markup(name) if name else "")


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


@cache
def _sections() -> bytes:
    """The text that a search goes through, heading by heading."""
    sections: list[dict[str, str]] = []
    for page_name in manual():
        for token, inner in pairwise([*_tokens(page_name), *_tokens(page_name)[-1:]]):
            if token.type == "heading_open":
                heading = _words(inner)
                sections.append({"page": page_name, "id": str(token.attrs["id"]), "title": heading, "text": ""})
            elif token.type in ("inline", "fence") and sections:
                text = _words(token) if token.type == "inline" else token.content
                sections[-1]["text"] += f" {text}" if text != sections[-1]["title"] else ""
    return dumps(sections, ensure_ascii=False).encode()


@get("/help/all.json")
def everything(request: WorkshopRequest) -> Response:
    """The sections of all documents."""
    return sent(request.http, _sections(), "application/json")


@get("/help/pictures/{name:path}")
def picture(request: WorkshopRequest) -> Response:
    """A picture that a document shows."""
    file = pictures().get(request.path["name"])
    if file is None:
        raise NotFound("the manual has no such picture")
    return sent(request.http, file.read_bytes(), "image/png")

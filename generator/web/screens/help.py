"""The manual: the documents that ship with the tool, and a search over all of them.

GET /help/: the page; /help/NAME: one document, as it is written; scripts set it. /help/pictures/NAME: a picture of
a document. /help/all.json: all documents by name, to be searched.
"""

from json import dumps

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.manual_pages import PARTS, manual, pictures
from generator.core.refusal import NotFound
from generator.web.answering import page, sent

PUBLIC = True


def shown(request: Request) -> Response:
    """The page: a document, or all their titles."""
    name, known = request.path_params.get("name", ""), manual()
    if name and name not in known:
        raise NotFound(f"the manual has no page {name!r}; it has {', '.join(known)}")
    parts = {word: {one: its.title for one, its in known.items() if its.part == part} for part, word in PARTS.items()}
    document = known.get(name)
    title, text = (document.title, document.text) if document else ("", "")
    return page(request, "help.html", parts=parts, name=name, heading=title, text=text)


def everything(request: Request) -> Response:
    """All documents."""
    texts = {name: its.text for name, its in manual().items()}
    return sent(request, dumps(texts, ensure_ascii=False).encode(), "application/json")


def picture(request: Request) -> Response:
    """A picture that a document shows."""
    file = pictures().get(request.path_params["name"])
    if file is None:
        raise NotFound("the manual has no such picture")
    return sent(request, file.read_bytes(), "image/png")


ROUTES = (
    Route("/help/", shown),
    Route("/help", shown),
    Route("/help/all.json", everything),
    Route("/help/pictures/{name:path}", picture),
    Route("/help/{name}", shown),
)

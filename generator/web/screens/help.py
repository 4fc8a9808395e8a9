"""The manual: the documents that ship with the tool, and a search over all of them.

GET /help/: the page; /help/NAME: one document, as it is written; scripts set it. /help/all.json: all of them by name,
to be searched.
"""

from functools import cache
from json import dumps

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.folders import shipped
from generator.core.refusal import NotFound
from generator.web.answering import page, sent

PUBLIC = True
_FIRST = ("new-game", "serve", "game", "rules", "templates", "printing", "forge", "lab", "table", "spreadsheets")
_LEFT = ("architecture", "releasing")  # for who works on the tool itself


@cache
def _documents() -> dict[str, str]:
    """The documents by name, those that a designer reads first before others."""
    folder = shipped() / "docs"
    names = [path.stem for path in sorted(folder.glob("*.md")) if path.stem not in _LEFT]
    order = [*(name for name in _FIRST if name in names), *(name for name in names if name not in _FIRST)]
    return {name: (folder / f"{name}.md").read_text(encoding="utf-8") for name in order}


def manual(request: Request) -> Response:
    """The page: a document, or all their titles."""
    name, known = request.path_params.get("name", ""), _documents()
    if name and name not in known:
        raise NotFound(f"the manual has no page {name!r}; it has {', '.join(known)}")
    titles = {one: text.partition("\n")[0].lstrip("# ").replace("`", "") for one, text in known.items()}
    return page(request, "help.html", titles=titles, name=name, text=known.get(name, ""))


def everything(request: Request) -> Response:
    """All documents."""
    return sent(request, dumps(_documents(), ensure_ascii=False).encode(), "application/json")


ROUTES = (
    Route("/help/", manual),
    Route("/help", manual),
    Route("/help/all.json", everything),
    Route("/help/{name}", manual),
)

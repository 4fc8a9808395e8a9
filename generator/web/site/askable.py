"""An application's answers without a server: to who writes pages down, and to a page that has it in its browser."""

from collections.abc import Coroutine
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

Options = tuple[tuple[str, str], ...]
ScreenPath = tuple[str, str, str]  # a game, a kind, and the path of a screen of it


class SitePage(Struct, frozen=True):
    """A page's facts about its site, in addition to what all pages of the workshop know."""

    language: str  # of the pages around it
    languages: tuple[str, ...]  # of the site, the first one's pages at its root
    root: str  # the way to the site's first page, such as ``../..``
    address: str  # the page's own in the workshop
    made: frozenset[ScreenPath] = frozenset()  # the screens that it answers there
    base: str = ""  # where the site will lie, if that is known
    picture: str = ""  # of the page, for who shares its address

    @property
    def lively(self) -> bool:
        """Whether the tool runs in the browser."""
        return bool(self.made)


class Answers:
    """Asks an application, one question after the other. No thread is begun, and nothing waits."""

    def __init__(self, app: Starlette) -> None:
        """``app`` does its errands by `generator.web.errands.HereAndNow`."""
        self._app = app

    def ask(
        self, path: str, options: Options = (), site: SitePage | None = None, accept: str = "text/html"
    ) -> Response:
        """The answer to a request for a path, decoded, with options of its query; a refusal is an answer too."""
        scope: dict[str, Any] = {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": urlencode(options).encode(),
            "headers": [(b"accept", accept.encode("latin-1", "replace"))],
            "app": self._app,
            "root_path": "",
            "server": ("localhost", 80),
            "scheme": "http",
            "site": site,
        }
        try:
            answer = self._routed(scope)
        except Exception as error:
            handlers = (self._app.exception_handlers.get(sort) for sort in type(error).__mro__ if sort is not Exception)
            handler = next((response for response in handlers if response is not None), None)
            if handler is None:
                raise
            answer = handler(Request(scope), error)
        response: Response = _now(answer)
        return response

    def _routed(self, scope: dict[str, Any]) -> Any:
        for route in self._app.routes:
            match, child_scope = route.matches(scope)
            if match is Match.FULL:
                scope.update(child_scope)
                return _now(scope["endpoint"](Request(scope)))
        raise HTTPException(404)


def _now(answer: Any) -> Any:
    """The value of a coroutine that has nothing to wait for; any other value itself."""
    if not isinstance(answer, Coroutine):
        return answer
    try:
        answer.send(None)
    except StopIteration as end:
        return end.value
    answer.close()
    raise RuntimeError("it waits for something")

"""The application: screens found by their modules, refusals and faults as pages, the guard before all."""

import errno
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from generator.core.folders import NamedModules
from generator.core.problem import Faulty, Infeasible, NotFound, Refusal
from generator.core.rewriting import EditConflict
from generator.web import screens
from generator.web.answering import refused
from generator.web.downloads import Download
from generator.web.endpoints import ROUTES
from generator.web.errands import OWN, Busy, Errands
from generator.web.events import Hub
from generator.web.guard import RequestGuard
from generator.web.latest import LatestAnswers
from generator.web.workshop import Workshop

THREADS = 120  # that answer; most of them wait for errands
_STATUSES = ((NotFound, 404), (Faulty, 409), (EditConflict, 409), (Infeasible, 422))
MOST_KEPT = 64_000_000  # bytes of downloads
MOST_SHEETS = 64  # that are looked at before they are printed, each by itself and as a picture

log = logging.getLogger("pnp.web")


def make_app(workshop: Workshop, *, watches: bool = False, errands: Errands | None = None) -> Starlette:
    """The workshop as an application of ASGI 3.

    Args:
        workshop: the project.
        watches: whether its files are watched from the application's start to its end.
        errands: who does what takes its time; processes of this machine if None.
    """
    screen_modules = NamedModules(screens.__name__, screens.__path__).values()
    used = [module for module in screen_modules if getattr(module, "SITE", False) or not workshop.terms.site]
    routes = sorted((route for module in used for route in ROUTES[module.__name__]), key=_definite_first)

    hub = Hub()
    watching = _watching(workshop) if watches else None

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        hub.begin()
        workshop.hear(hub.publish)
        if watching is not None:
            watching.begin()
        yield
        hub.close()
        app.state.errands.end()
        if watching is not None:
            await to_thread.run_sync(watching.end)

    app = Starlette(
        routes=[*routes, Route("/{game}", _with_slash), Route("/{game}/{kind}", _with_slash)],
        middleware=[Middleware(RequestGuard, terms=workshop.terms)],
        exception_handlers={
            Refusal: _refusal,
            Busy: _busy,
            HTTPException: _no_page,
            OSError: _not_there,
            Exception: _fault,
        },
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False
    app.state.workshop, app.state.hub, app.state.errands = workshop, hub, errands or Errands(OWN)
    app.state.downloads = LatestAnswers[Download](MOST_KEPT, lambda download: len(download.content))
    app.state.sheets = LatestAnswers[Any](MOST_SHEETS)
    app.state.guesses = LatestAnswers[Any](MOST_KEPT, lambda made: made.size)
    app.state.deals, app.state.figures, app.state.glances = (LatestAnswers[Any](room) for room in (64, 8, 64))
    app.state.tabs = sorted((tab for module in used for tab in getattr(module, "TABS", ())), key=lambda tab: tab.order)
    return app


def _watching(workshop: Workshop) -> Any:
    from generator.web.watching import Watching  # what it watches by is not available everywhere

    return Watching(workshop)


def _definite_first(route: Route) -> tuple[int, int, int, str]:
    """The order of routes: what leaves less open comes before what leaves more open."""
    literal = sum(len(part.split("}")[-1]) for part in route.path.split("{"))
    begins = route.path.partition("{")[0]  # a page of the manual before one of a game of that name
    return len(route.param_convertors) + 10 * (":path}" in route.path), -len(begins), -literal, route.path


def _with_slash(request: Request) -> Response:
    """A game or a kind without the slash behind it."""
    workshop, params = request.app.state.workshop, request.path_params
    if params["game"] not in workshop.games() or params.get("kind", "") not in (
        "",
        *workshop.glance(params["game"]).game.kinds,
    ):
        raise HTTPException(404)
    return RedirectResponse(request.url.replace(path=request.url.path + "/").path, 308)


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    problems = error.problems if isinstance(error, Faulty) else []
    status = next((status for sort, status in _STATUSES if isinstance(error, sort)), 400)
    return refused(request, status, "refused", str(error), problems)


async def _no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    word = "not-found" if error.status_code == 404 else "refused"
    return refused(request, error.status_code, word, str(error.detail))


async def _busy(request: Request, _: Exception) -> Response:
    answer = refused(request, 503, "refused", "too many others wait already; try again in a minute")
    answer.headers["retry-after"] = "30"
    return answer


async def _not_there(request: Request, error: Exception) -> Response:
    """A name that is too long for any file is that of nothing; what else the system refuses is a fault."""
    assert isinstance(error, OSError)
    if error.errno != errno.ENAMETOOLONG:
        raise error
    return refused(request, 404, "not-found", "there is nothing of so long a name")


async def _fault(request: Request, error: Exception) -> Response:
    log.error("%s %s: %s", request.method, request.url.path, error, exc_info=error)
    # What the error says may name files: it is for the log, not for whoever asked.
    return refused(request, 500, "fault", f"{type(error).__name__}: the server's log says what went wrong")

"""For machines: whether the server answers, and what crawlers are to leave alone."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

PUBLIC = True


async def health(_: Request) -> Response:
    """It does."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


async def robots(_: Request) -> Response:
    """Pages may be found; what takes work to make is left alone."""
    return PlainTextResponse("User-agent: *\nDisallow: /-/\nDisallow: /*.pdf\nDisallow: /*/forge\n")


ROUTES = (Route("/-/health", health), Route("/robots.txt", robots))

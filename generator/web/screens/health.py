"""For machines: whether the server answers, and what crawlers are to leave alone."""

from starlette.responses import PlainTextResponse, Response

from generator.web.asking import Asked
from generator.web.endpoints import get

PUBLIC = True


@get("/-/health")
async def health(_: Asked) -> Response:
    """It does."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


@get("/robots.txt")
async def robots(_: Asked) -> Response:
    """Pages may be found; what takes work to make is left alone."""
    return PlainTextResponse("User-agent: *\nDisallow: /-/\nDisallow: /*.pdf\nDisallow: /*/forge\n")

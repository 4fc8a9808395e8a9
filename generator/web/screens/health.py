"""Whether the server answers: for those who watch over it."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

PUBLIC = True


async def health(_: Request) -> Response:
    """It does."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


ROUTES = (Route("/-/health", health),)

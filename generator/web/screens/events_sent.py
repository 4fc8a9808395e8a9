"""What changed, as server-sent events."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from generator.web.events import Hub

_TYPE = "text/event-stream"


async def events(request: Request) -> Response:
    """All changes from now on, and those since ``Last-Event-ID`` or ``?since=``."""
    hub: Hub = request.app.state.hub
    if hub.is_full:
        return PlainTextResponse("too many listen already\n", 503, {"retry-after": "5"})
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    if request.method == "HEAD":
        return Response(headers=headers, media_type=_TYPE)
    known = request.headers.get("last-event-id") or request.query_params.get("since")
    return StreamingResponse(hub.listen(known), headers=headers, media_type=_TYPE)


ROUTES = (Route("/events", events),)

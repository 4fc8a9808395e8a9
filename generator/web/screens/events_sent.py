"""What changed, as server-sent events."""

from starlette.responses import PlainTextResponse, StreamingResponse

from generator.web.events import Hub
from generator.web.screens import Response, WorkshopRequest, get

_TYPE = "text/event-stream"


@get("/events")
async def events(asked: WorkshopRequest) -> Response:
    """All changes from now on, and those since ``Last-Event-ID`` or ``?since=``."""
    hub: Hub = asked.state.hub
    if hub.is_full:
        return PlainTextResponse("too many listen already\n", 503, {"retry-after": "5"})
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    if asked.request.method == "HEAD":
        return Response(headers=headers, media_type=_TYPE)
    known = asked.request.headers.get("last-event-id") or asked.request.query_params.get("since")
    return StreamingResponse(hub.listen(known), headers=headers, media_type=_TYPE)

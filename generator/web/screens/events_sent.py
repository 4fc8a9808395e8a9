"""What changed, as server-sent events."""

from starlette.responses import PlainTextResponse, StreamingResponse

from generator.web.events import Hub
from generator.web.screens import Response, WorkshopRequest, get

_TYPE = "text/event-stream"


@get("/events")
async def events(request: WorkshopRequest) -> Response:
    """All changes from now on, and those since ``Last-Event-ID`` or ``?since=``."""
    hub: Hub = request.state.hub
    if hub.is_full:
        return PlainTextResponse("too many listen already\n", 503, {"retry-after": "5"})
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    if request.http.method == "HEAD":
        return Response(headers=headers, media_type=_TYPE)
    last_id = request.http.headers.get("last-event-id") or request.http.query_params.get("since")
    return StreamingResponse(hub.listen(last_id), headers=headers, media_type=_TYPE)

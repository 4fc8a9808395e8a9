"""What is fetched beside pages: files that they share, how far an errand is, what changed as server-sent events."""

from starlette.responses import PlainTextResponse, StreamingResponse

from generator.core.problem import NotFound
from generator.web.assets import PREFIX, TYPES, held, stamp
from generator.web.events import Hub
from generator.web.screens import Response, WorkshopRequest, get, sent, unkept


@get(PREFIX + "/{stamp}/{name:path}")
def file(request: WorkshopRequest) -> Response:
    """One of the files that all pages share."""
    name, files = request.path["name"], held()
    if name not in files:
        raise NotFound("there is no such file")
    lasting = request.path["stamp"] == stamp()
    return sent(request.http, files[name], TYPES["." + name.rpartition(".")[2]], lasting=lasting)


@get("/-/jobs/{name}")
async def job(request: WorkshopRequest) -> Response:
    """Report how far an errand is, by the name that the asker gave it with ``?job=``.

    It is ended when the request that waits for it is given up.
    """
    state = request.state.errands.state(request.path["name"])
    if state is None:
        raise NotFound("there is no such errand, or it is done")
    return unkept(state)


@get("/-/health")
async def health(_: WorkshopRequest) -> Response:
    """The server answers."""
    return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


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

"""What is fetched beside pages: the files that all of them share, how far an errand is, whether the server answers."""

from starlette.responses import PlainTextResponse

from generator.core.problem import NotFound
from generator.web.assets import PREFIX, TYPES, held, stamp
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

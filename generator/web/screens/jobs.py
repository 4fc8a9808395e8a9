"""How far an errand is that somebody waits for: by the name that the asker gave it with ``?job=``."""

from starlette.responses import Response

from generator.core.problem import NotFound
from generator.web.answering import unkept
from generator.web.asking import Asked
from generator.web.endpoints import get

PUBLIC = True


@get("/-/jobs/{name}")
async def job(asked: Asked) -> Response:
    """One errand. It is ended when the request that waits for it is given up."""
    state = asked.state.errands.state(asked.path["name"])
    if state is None:
        raise NotFound("there is no such errand, or it is done")
    return unkept(state)

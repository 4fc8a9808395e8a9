"""The files that all pages share."""

from starlette.responses import Response

from generator.core.problem import NotFound
from generator.web.answering import sent
from generator.web.asking import Asked
from generator.web.assets import PREFIX, TYPES, held, stamp
from generator.web.endpoints import get

PUBLIC = True


@get(PREFIX + "/{stamp}/{name:path}")
def file(asked: Asked) -> Response:
    """One of them."""
    name, files = asked.path["name"], held()
    if name not in files:
        raise NotFound("there is no such file")
    lasting = asked.path["stamp"] == stamp()
    return sent(asked.request, files[name], TYPES["." + name.rpartition(".")[2]], lasting=lasting)

"""Pictures among a game's templates, for a form to choose from: GET /-/pictures/GAME/PATH."""

from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.core.refusal import NotFound
from generator.draw.svg.reference import is_inside
from generator.web.answering import sent
from generator.web.asking import Asked

TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
LARGEST = 4_000_000  # bytes


def picture(request: Request) -> Response:
    """One picture. Browsers run nothing that stands in it: see `generator.web.guard.PICTURE_POLICY`."""
    asked = Asked(request, waits=False)
    name = request.path_params["name"]
    folder = asked.workshop.project.templates_for(asked.game.templates) / asked.game.templates
    path = folder / name
    sort = TYPES.get(Path(name).suffix.lower())
    if sort is None or any(part.startswith(".") for part in Path(name).parts) or not is_inside(path, folder):
        raise NotFound(f"{asked.game.name} has no picture {name!r}")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError:
        raise NotFound(f"{asked.game.name} has no picture {name!r}") from None
    if len(content) > LARGEST:
        raise NotFound(f"{name} is too large to be shown")
    return sent(request, content, sort)


ROUTES = (Route("/-/pictures/{game}/{name:path}", picture),)

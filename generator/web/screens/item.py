"""One item: its picture, its text, what is wrong with it, what it does. And its picture alone."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from generator.web.answering import page, sent
from generator.web.asking import Asked
from generator.workspace.account import account_of

PUBLIC = True


def item(request: Request) -> Response:
    """The page of an item."""
    asked = Asked(request)
    workshop, shown, one = asked.workshop, asked.kind, asked.item
    with workshop.lock:
        account = (
            None if one.broken else account_of(asked.checked.renderer, shown, one, drawn=False, language=asked.language)
        )
    return page(
        request,
        "item.html",
        checked=asked.checked,
        game=asked.game,
        kind=shown,
        item=one,
        language=asked.language,
        name=one.called(asked.language, asked.game.language),
        problems=workshop.problems_of(asked.game.name, one),
        account=account,
        source=workshop.source_of(shown, one),
        number=workshop.number(asked.game.name),
    )


def face(request: Request) -> Response:
    """A face as a picture."""
    asked = Asked(request)
    asked.only("lang", "side", "ink", "page")
    picture = asked.workshop.picture(asked.game.name, asked.kind, asked.item, asked.view)
    answer = sent(request, picture.svg, "image/svg+xml", mark=picture.mark)
    answer.headers["x-pnp-face"] = "current" if picture.sound else "before"
    return answer


ROUTES = (Route("/{game}/{kind}/{item}", item), Route("/{game}/{kind}/{item}.svg", face))

"""One item: its picture, its text, what is wrong with it, what it does. And its picture alone."""

from typing import Any
from urllib.parse import quote

from generator.check.account import account_of
from generator.editing.forms import form_of, icons_in, titles_in
from generator.model.game import Item, Kind
from generator.web.answering import takes_gzip
from generator.web.faults import FaceSpots, by_item, levels, neighbours
from generator.web.glimpses import PictureChoice, enlarged
from generator.web.screens import Response, WorkshopRequest, get, path_of, sent
from generator.web.screens.problems import ProblemHomes
from generator.web.speech import editor_phrases

SITE = True


@get("/{game}/{kind}/{item}")
def item(request: WorkshopRequest) -> Response:
    """The page of an item."""
    workshop, kind, shown_item = request.workshop, request.kind, request.item
    pictured = PictureChoice(request)
    language = pictured.languages[0]
    before, after = neighbours(kind, shown_item)
    held = kind.name in workshop.held(request.game.name)
    unread = request.unread if held else []
    problems = unread or by_item(kind, request.checked.problems).get(shown_item.id, [])
    with workshop.lock:
        renderer = request.checked.renderer
        account = None if shown_item.broken else account_of(renderer, kind, shown_item, drawn=False, language=language)
        apart = kind.printed and not unread and renderer.copies_apart(kind, shown_item)
        looked = FaceSpots(renderer, language)
        spots = [spot for each in problems if each.file == kind.file for spot in looked.of(each, kind, shown_item)]
        pages = len(request.snapshot.pages(kind.name, language).faces) if kind.prose else 0
    page_number = min(request.number("page", 1, 999, 1) or 1, max(pages, 1)) - 1
    return request.page(
        "item.html",
        item=shown_item,
        language=language,
        name=kind.title.in_language(request.tongue, request.game.language)
        if kind.prose
        else pictured.name(shown_item, language),
        pictured=pictured,
        sides=("front", "back") if kind.back else ("front",),
        inks=renderer.theme.inks,
        pages=pages,
        page_number=page_number,
        pixels=enlarged(kind),
        before=before,
        after=after,
        problems=problems,
        called=titles_in(kind, request.tongue, request.game.language),
        homes=ProblemHomes(request, problems, whole=False),
        spots=spots,
        marked=levels(problems),
        account=account,
        apart=apart,
        unread=unread,
        source=workshop.source_of(kind, shown_item),
        phrases=editor_phrases(request.tongue),
        form=_form(request) if workshop.terms.writes and not kind.prose and not unread else None,
        **_written(request, kind, shown_item, language),
    )


def _written(request: WorkshopRequest, kind: Kind, item: Item, language: str) -> dict[str, Any]:
    """The place of the item's text, and the addresses at which it is changed."""
    if not kind.prose:
        own, first = path_of(request.game.name, kind.name, item.id), item.node.line
        name, text, offers = kind.file, f"{own}/text", f"{own}/offers"
    else:
        document = kind.document(language, request.game.language)
        name, first, offers = document.file if document is not None else kind.file, 0, ""
        text = path_of("-", "files", request.game.name, name.rpartition("/")[2]) if document is not None else ""
    return {"source_file": name, "first_line": first, "text_address": text, "offers_address": offers}


def _form(request: WorkshopRequest) -> dict[str, Any]:
    """The parts of the item's form."""
    game = request.game
    folder = request.picture_folder
    return {
        "fields": form_of(game, request.kind, folder, request.shown_language, request.tongue),
        "languages": list(game.languages),
        "icons": icons_in(folder),
        "takes": request.templates is not None,
        "pictures": f"/-/pictures/{quote(game.folder.name, safe='')}/",
    }


@get("/{game}/{kind}/{item}.svg", only=("lang", "side", "ink", "page"), waits=False)
async def face(request: WorkshopRequest) -> Response:
    """A face as a picture. One that is drawn already is sent without a thread, for pages ask for hundreds."""
    aside, workshop = request.state.errands.aside, request.workshop
    if workshop.peek(request.path["game"]) is None:
        await aside(lambda: request.snapshot)
    meant = request.game.name, request.kind, request.item, request.view
    picture = workshop.drawn(*meant) or await aside(workshop.picture, *meant)
    content = b"" if takes_gzip(request.http) else picture.svg
    answer = sent(request.http, content, "image/svg+xml", mark=picture.mark, packed=picture.packed)
    answer.headers["x-pnp-face"] = "current" if picture.sound else "before"
    return answer

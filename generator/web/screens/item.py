"""One item: its picture, its text, what is wrong with it, what it does. And its picture alone."""

from typing import Any
from urllib.parse import quote

from generator.check.account import account_of
from generator.editing.forms import form_of, icons_in
from generator.model.game import Item, Kind
from generator.web.answering import takes_gzip
from generator.web.faults import by_item, levels, neighbours
from generator.web.glimpses import enlarged
from generator.web.pictured import PictureChoice
from generator.web.screens import Response, WorkshopRequest, get, path_of, sent
from generator.web.speech import editor_phrases

SITE = True


@get("/{game}/{kind}/{item}")
def item(asked: WorkshopRequest) -> Response:
    """The page of an item."""
    workshop, shown, one = asked.workshop, asked.kind, asked.item
    pictured = PictureChoice(asked)
    language = pictured.languages[0]
    before, after = neighbours(shown, one)
    held = shown.name in workshop.held(asked.game.name)
    unread = asked.unread if held else []
    problems = unread or by_item(shown, asked.checked.problems).get(one.id, [])
    with workshop.lock:
        renderer = asked.checked.renderer
        account = None if one.broken else account_of(renderer, shown, one, drawn=False, language=language)
        pages = len(asked.snapshot.pages(shown.name, language).faces) if shown.prose else 0
    page_number = min(asked.number("page", 1, 999, 1) or 1, max(pages, 1)) - 1
    return asked.page(
        "item.html",
        item=one,
        language=language,
        name=pictured.name(one, language),
        pictured=pictured,
        sides=("front", "back") if shown.back else ("front",),
        inks=renderer.theme.inks,
        pages=pages,
        page_number=page_number,
        pixels=enlarged(shown),
        before=before,
        after=after,
        problems=problems,
        marked=levels(problems),
        account=account,
        unread=unread,
        source=workshop.source_of(shown, one),
        phrases=editor_phrases(asked.tongue),
        form=_form(asked) if workshop.terms.writes and not shown.prose and not unread else None,
        **_written(asked, shown, one, language),
    )


def _written(asked: WorkshopRequest, kind: Kind, item: Item, language: str) -> dict[str, Any]:
    """Where the item's text is, and at which addresses it is changed."""
    if not kind.prose:
        own, first = path_of(asked.game.name, kind.name, item.id), item.node.line
        name, text, offers = kind.file, f"{own}/text", f"{own}/offers"
    else:
        document = kind.document(language, asked.game.language)
        name, first, offers = document.file if document is not None else kind.file, 0, ""
        text = path_of("-", "files", asked.game.name, name.rpartition("/")[2]) if document is not None else ""
    return {"source_file": name, "first_line": first, "text_address": text, "offers_address": offers}


def _form(asked: WorkshopRequest) -> dict[str, Any]:
    """What the item's form is made of."""
    game = asked.game
    folder = asked.workshop.project.templates_for(game.templates) / game.templates
    return {
        "fields": form_of(game, asked.kind, folder, asked.shown_language, asked.tongue),
        "languages": list(game.languages),
        "icons": icons_in(folder),
        "takes": asked.templates is not None,
        "pictures": f"/-/pictures/{quote(game.folder.name, safe='')}/",
    }


@get("/{game}/{kind}/{item}.svg", only=("lang", "side", "ink", "page"), waits=False)
async def face(asked: WorkshopRequest) -> Response:
    """A face as a picture. One that is drawn already is sent without a thread, for pages ask for hundreds."""
    aside, workshop = asked.state.errands.aside, asked.workshop
    if workshop.known(asked.path["game"]) is None:
        await aside(lambda: asked.snapshot)
    meant = asked.game.name, asked.kind, asked.item, asked.view
    shown = workshop.drawn(*meant) or await aside(workshop.picture, *meant)
    content = b"" if takes_gzip(asked.request) else shown.svg
    answer = sent(asked.request, content, "image/svg+xml", mark=shown.mark, packed=shown.packed)
    answer.headers["x-pnp-face"] = "current" if shown.sound else "before"
    return answer

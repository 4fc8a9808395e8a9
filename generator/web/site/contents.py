"""What a site holds of a game: addresses of the workshop, each of which becomes a file."""

from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlencode

from generator.core.folders import Project
from generator.model.game import Game, Kind
from generator.project.printing.blanks import has_blank
from generator.project.snapshot import Snapshot
from generator.read.blocks import Figure
from generator.web.glimpses import parties
from generator.web.own_cards import form_pictures, own_form


def pages(game: Game) -> Iterator[str]:
    """The addresses of its pages, the same in each language of the site."""
    own = f"/{_part(game.folder.name)}/"
    yield own
    if game.plan:
        yield own + "box"
    yield from (own + "lab", own + "table")
    for kind in game.kinds.values():
        yield f"{own}{kind.name}/"
        if kind.prose:
            yield from [f"{own}{kind.name}/read"] if kind.documents else []
        else:
            yield from (f"{own}{kind.name}/{_part(item.id)}" for item in kind.items if not item.broken)


def pictures(snapshot: Snapshot, project: Project, owned: Sequence[str] = ()) -> Iterator[str]:
    """The addresses of its faces, of what its texts show, and of what forms for cards of these kinds show."""
    game = snapshot.game
    for kind in game.kinds.values():
        own = f"/{_part(game.folder.name)}/{kind.name}/"
        if kind.prose:
            yield from _of_text(snapshot, kind, own)
        elif kind.printed:
            for item in kind.items:
                for language in game.languages if not item.broken else ():
                    for side in ("front", "back") if kind.back else ("front",):
                        yield f"{own}{_part(item.id)}.svg?{urlencode({'lang': language, 'side': side})}"
        if kind.name in owned:
            shown = form_pictures(own_form(project, game, kind, game.language))
            yield from sorted({f"{own}own/art/{quote(file)}" for file in shown})


def _of_text(snapshot: Snapshot, kind: Kind, own: str) -> Iterator[str]:
    game = snapshot.game
    for language in game.languages:
        for number in range(len(snapshot.pages(kind.name, language).faces) if kind.items else 0):
            said = {"lang": language, **({"page": number + 1} if number else {})}
            yield f"{own}{_part(kind.items[0].id)}.svg?{urlencode(said)}"
        document = kind.document(language, game.language)
        figures = [block for block in document.blocks if isinstance(block, Figure)] if document else []
        for number, figure in enumerate(figures):
            if not figure.source.startswith("card:"):
                yield f"{own}read/figure-{number}.svg?lang={language}"
    yield from (f"{own}read/icon-{number}.svg" for number in range(len(snapshot.checked.renderer.theme.icons)))


def sheets(game: Game, papers: tuple[str, ...]) -> Iterator[str]:
    """The addresses of its files to print."""
    own = f"/{_part(game.folder.name)}/"
    for language in game.languages:
        for paper in papers:
            said = urlencode({"lang": language, "paper": paper})
            for kind in game.kinds.values():
                if kind.printed and any(item.copies for item in kind.items):
                    yield f"{own}{kind.name}.pdf?{said}"
                if kind.printed and has_blank(kind):
                    yield f"{own}{kind.name}-blank.pdf?{said}"
            for number in parties(game) if game.plan else ():
                yield f"{own}box.pdf?players={number}&{said}"


def _part(name: str) -> str:
    return quote(name, safe="")

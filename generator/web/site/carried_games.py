"""Games as the tool in a browser takes them: their files, what takes long to read, which of its screens answer."""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from os import fspath
from pathlib import Path

from generator.check.build import check_game
from generator.core.folders import Project
from generator.core.prepared import pack_prepared, preparing
from generator.core.problem import Refusal
from generator.core.project_code import code_of, is_trusted
from generator.draw.marks.fonts import forget_fonts
from generator.draw.marks.picture import placed_rasters
from generator.draw.svg.rasters import SUFFIXES, read_pixels
from generator.draw.theme import SPARE
from generator.forge.generate_options import GenerateOptions
from generator.forge.make_items import make_items
from generator.forge.spec import read_forge
from generator.model.game import Game, Kind
from generator.model.schema import OWN
from generator.pdf.embedded_pixels import embedded
from generator.pdf.face_svg import face_svg
from generator.pdf.pixels import pixels
from generator.read.kept_trees import as_plain
from generator.read.reader import recording
from generator.web.own_cards import look_at_own, own_form, read_own
from generator.web.site.askable import ScreenPath
from generator.web.site.browser import PICTURES, TREES
from generator.web.site.carried import packed_together, sources_in
from generator.web.workshop import Workshop

FIRST_DEAL = 6  # items, as the forge shows them before anybody asks


def packed_game(workshop: Workshop, name: str, all_screens: Iterable[ScreenPath]) -> bytes:
    """A game with its templates, and what of them takes long, or a library, to read in a browser.

    Args:
        workshop: the project.
        name: of the game.
        all_screens: the screens that the tool answers, of all games.
    """
    project, game = workshop.project, workshop.game(name).game
    templates = project.templates_for(game.templates)
    code = code_of(game.folder)
    trusted = code.sources if code is not None and is_trusted(code) else {}  # all other code is left out
    files = {
        f"{place}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for place, folder in (
            (f"data/{name}", game.folder),
            (f"templates/{game.templates}", templates / game.templates),
            ("templates/common", project.common),
        )
        for path in sources_in(folder)
        if path.suffix != ".py" or fspath(path) in trusted
    }
    # A command that makes items names their game where another has such a kind.
    files |= {
        f"data/{sibling}/game.yaml": (project.data / sibling / "game.yaml").read_bytes() for sibling in project.games()
    }
    style = files.get(f"templates/{game.templates}/style.yaml", b"").decode(errors="replace")
    for file in [file for file in files if file.startswith("templates/common/fonts/")]:
        family = re.split("[-_]", Path(file).stem)[0]
        if family not in style and family != SPARE.stem:
            del files[file]
    screens = [(kind, screen) for of, kind, screen in sorted(all_screens) if of == name]
    forget_fonts()  # so that those for web pages are unpacked among the answers
    with recording() as trees, preparing() as pictures:
        check_game(project, name)
        for kind, screen in screens:
            if screen == "forge":
                make_items(GenerateOptions(kind, name, 1, 1), project)
        _prepare_pictures(workshop, game, sorted({kind for kind, _ in screens}))
        read = {key: as_plain(tree) for key, (tree, _) in sorted(trees.items())}
    files[f"{name}.{TREES}"] = json.dumps(read, ensure_ascii=False, separators=(",", ":")).encode()
    files[f"{name}.{PICTURES}"] = pack_prepared(pictures)
    return packed_together(files)


def _prepare_pictures(workshop: Workshop, game: Game, kinds: Iterable[str]) -> None:
    """Have all that is asked of pictures of pixels answered once: of each as a file, and on each card that shows it."""
    folder = workshop.project.templates_for(game.templates) / game.templates
    for path in sources_in(folder):
        if path.suffix.lower() in SUFFIXES:
            with suppress(ValueError, OSError):  # check has reported those that are used
                read_pixels(path)
                pixels(path.read_bytes())
    embedded.cache_clear()
    snapshot = workshop.game(game.folder.name)
    for kind in (game.kinds[name] for name in kinds):
        faces = [snapshot.face(kind.name, number) for number in range(len(kind.items))]
        for face in faces:
            if face is not None and next(placed_rasters(face.marks), None) is not None:
                face_svg(face, "", game.language)
        if any(path.suffix.lower() in SUFFIXES for path in sources_in(folder)):
            _show_choices(workshop, game, kind)


def _show_choices(workshop: Workshop, game: Game, kind: Kind) -> None:
    """Draw a card with each picture that may be chosen."""
    (begun,) = read_own(workshop.project, game, kind, [""], [], game.language)
    for field in own_form(workshop.project, game, kind, game.language)["fields"]:
        for option in field.get("options", ()):
            if Path(option.get("file") or "").suffix.lower() in SUFFIXES:
                description = json.dumps({**begun.values, field["name"]: option["value"]})
                with suppress(Refusal):
                    cards = read_own(workshop.project, game, kind, [description], [], game.language)
                    look_at_own(workshop, game, kind, cards, game.language)


def made_screens(workshop: Workshop, name: str) -> Iterator[ScreenPath]:
    """The screens of a game that the tool answers in a browser: where one more card may be written, or is made."""
    game = workshop.game(name).game
    for each in game.kinds.values():
        if each.printed and not each.prose and _can_be_written(workshop, game, each):
            yield name, each.name, "own"
    for kind_name in read_forge(game)[0].entries:
        kind = game.kinds.get(kind_name)
        if kind is not None and kind.printed and _can_be_dealt(workshop.project, name, kind_name):
            yield name, kind_name, "forge"


def _can_be_written(workshop: Workshop, game: Game, kind: Kind) -> bool:
    if not kind.fields.keys() - {*OWN, "art"}:
        return False  # there is nothing to be said
    try:
        cards = read_own(workshop.project, game, kind, [""], [], game.language)
        problems = look_at_own(workshop, game, kind, cards, game.language).problems
    except Refusal:
        return False
    return all(problem["level"] != "error" for problem in problems)


def _can_be_dealt(project: Project, game: str, kind: str) -> bool:
    try:
        make_items(GenerateOptions(kind, game, FIRST_DEAL, 1), project)
    except Refusal:
        return False
    return True

"""New items on sheets of their own, before they are written anywhere."""

from pathlib import Path

from generator.atomic import scratch
from generator.catalog.game import Game
from generator.forge.append import appended_to, read_to_append
from generator.forge.sources import UNMADE
from generator.printing.order import Choice, RenderOrder, SheetLayout
from generator.printing.render import Printed, render
from generator.project import Project
from generator.refusal import require_sound
from generator.workspace.build import OWN_LANGUAGE, Progress, check_game


def print_forged(
    project: Project, game: Game, choice: Choice, text: str, *, paper: str, out: Path, progress: Progress | None
) -> list[Printed]:
    """Print new items, looked at beside the items at hand, which other kinds speak of.

    Args:
        project: the folders.
        game: theirs.
        choice: their one kind, their ids, and the language of their sheets.
        text: the new items, as they would stand in a file.
        paper: what they are printed on.
        out: the folder for their sheets.
        progress: told of the work as it goes.

    Raises:
        Faulty: they break a rule of the game or do not fit their faces, or what is at hand has errors.
        Refusal: see `generator.printing.render.render`.
    """
    (kind,) = choice.kinds
    with scratch() as folder:
        path = Path(folder) / f"{kind}.yaml"
        path.write_bytes(appended_to(path, read_to_append(game.folder / Path(game.kinds[kind].file).name), text))
        replace = {kind: (path, "new items")}
        keep = choice.language or OWN_LANGUAGE
        checked = check_game(project, game.name, replace=replace, progress=progress, keep=keep)
        require_sound(checked.problems, UNMADE)
        order = RenderOrder(choice, SheetLayout(paper), out, suffix="-forged")
        return list(render(checked, order, progress))

"""New items on sheets, to be saved before they are written anywhere; errands."""

from collections.abc import Callable
from pathlib import Path

from generator.core.atomic import scratch
from generator.core.folders import Project
from generator.core.refusal import NotFound
from generator.web.downloads import Download


def forged_sheets(
    progress: Callable[[str, int, int], None], project: Project, game: str, kind: str, ids: tuple[str, ...], text: str
) -> Download:
    """What `pnp generate --render` prints of new items.

    Raises:
        Refusal: they do not fit their faces, or break a rule.
    """
    from generator.model.load import load_game
    from generator.project.printing.forged import print_forged
    from generator.project.printing.order import Choice

    loaded, _ = load_game(project.game_folder(game), f"{project.data}/{game}")
    with scratch() as folder:
        choice = Choice((kind,), ids)
        for made in print_forged(project, loaded, choice, text, paper="a4", out=Path(folder), progress=progress):
            return Download(made.file.name, made.file.read_bytes())
    raise NotFound("there is nothing to print")

"""New items on sheets, to be saved before they are written anywhere; an errand."""

from collections.abc import Callable
from pathlib import Path

from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import NotFound
from generator.project.printing.order import Choice
from generator.web.downloads import Download


def forged_sheets(
    progress: Callable[[str, int, int], None],
    project: Project,
    game: str,
    choice: Choice,
    text: str,
    gone: tuple[str, ...],
) -> Download:
    """What `pnp generate --render` prints of new items.

    Args:
        progress: notified of the work as it goes.
        project: the folders.
        game: theirs.
        choice: their one kind, their ids and the language of their sheets.
        text: the items as they would be written in a file.
        gone: the ids of the items whose place they take.

    Raises:
        Refusal: they do not fit their faces, or break a rule.
    """
    from generator.model.load import load_game
    from generator.project.printing.forged import print_forged

    loaded, _ = load_game(project.game_folder(game), f"{project.data.as_posix()}/{game}")
    with scratch() as folder:
        out = Path(folder)
        for made in print_forged(project, loaded, choice, text, gone=gone, paper="a4", out=out, progress=progress):
            return Download(made.file.name, made.file.read_bytes())
    raise NotFound("there is nothing to print")

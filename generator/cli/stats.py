"""``pnp stats``."""

from pathlib import Path

from generator.cli.plots import PlotFiles, write_plots_of
from generator.cli.reporting import say
from generator.core.atomic import write_whole
from generator.core.folders import Project
from generator.core.problem import NotFound, require_sound
from generator.lab.answers import tried_lab
from generator.lab.figures import GameFigures, figures
from generator.lab.lab_file import Lab
from generator.model.game import Game, missing
from generator.model.load import load_game
from generator.model.values import nearest


def run(game: str | None, kind: str | None, form: str, out: Path | None, data: Path, plots: PlotFiles | None) -> int:
    """Write what decks are made of; the exit status."""
    found = [figures(one, lab, kind) for one, lab in _opened(Project(data, Path()), game, kind)]
    written = _written(found, form)
    if plots is not None:
        write_plots_of(plots, written if form == "html" else _written(found, "html"))
    if out is None:
        say(written)
    else:
        write_whole(out, written + "\n")
    return 0


def _written(found: list[GameFigures], form: str) -> str:
    if form == "json":
        from generator.lab.as_data import json_of

        return json_of(found)
    if form == "html":
        from generator.lab.as_page import page

        return page(found)
    from generator.lab.as_words import told

    return "\n\n".join("\n".join(told(game)) for game in found)


def _opened(project: Project, wanted: str | None, kind: str | None) -> list[tuple[Game, Lab]]:
    """The games that were asked for, with their labs; of all games those that have the kind.

    Raises:
        NotFound: there is no such game or kind.
        Faulty: a game's data has errors.
    """
    names = project.games() if wanted is None else [project.game_folder(wanted).name]
    games = [(name, *load_game(project.data / name, f"{project.data.as_posix()}/{name}")) for name in names]
    kinds = sorted({kind for _, game, _ in games for kind in game.kinds})
    if kind is not None and kind not in kinds:
        raise missing(
            [game for _, game, _ in games],
            f"{'no game has a' if wanted is None else f'{wanted} has no'} kind {kind[:40]!r}; {nearest(kind, kinds)}",
        )
    found = []
    for _, game, problems in games:
        if kind is None or kind in game.kinds:
            lab, report = tried_lab(game)
            require_sound(sorted([*problems, *report.problems]), "nothing was worked out")
            if kind is not None and game.kinds[kind].prose:
                raise NotFound(f"{kind} are running text: there is nothing to count")
            found.append((game, lab))
    return found

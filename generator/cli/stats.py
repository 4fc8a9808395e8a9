"""``pnp stats``."""

import sys
from collections.abc import Sequence
from pathlib import Path

from generator.atomic import replacing
from generator.catalog.game import Game
from generator.catalog.load import load_game
from generator.catalog.problem_log import nearest
from generator.cli.reporting import as_text, say, stop, tally
from generator.problem import Problem
from generator.project import NotFound, Project
from generator.statistics.answers import tried_lab
from generator.statistics.figures import GameFigures, figures
from generator.statistics.lab import Lab


class _Broken(Exception):
    """The data has errors."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)


def run(game: str | None, kind: str | None, form: str, out: Path | None, data: Path) -> int:
    """Write what decks are made of; the exit status."""
    project = Project(data, Path())
    try:
        found = [figures(one, lab, kind) for one, lab in _opened(project, game, kind)]
        written = _written(found, form)
        if out is None:
            say(written)
        else:
            with replacing(out) as part:
                part.write_text(written + "\n", encoding="utf-8")
    except NotFound as error:
        return stop(str(error))
    except _Broken as error:
        for problem in error.problems:
            print(as_text(problem), file=sys.stderr)
        print(f"{tally(error.problems)}; nothing was worked out", file=sys.stderr)
        return 1
    except OSError as error:
        return stop(f"cannot write {out}: {error.strerror}")
    return 0


def _written(found: list[GameFigures], form: str) -> str:
    if form == "json":
        from generator.statistics.as_data import json_of

        return json_of(found)
    if form == "html":
        from generator.statistics.page import page

        return page(found)
    from generator.statistics.words import told

    return "\n\n".join("\n".join(told(game)) for game in found)


def _opened(project: Project, wanted: str | None, kind: str | None) -> list[tuple[Game, Lab]]:
    """The games that were asked for, with their labs; of all games those that have the kind.

    Raises:
        NotFound: there is no such game or kind.
    """
    names = project.games() if wanted is None else [project.game_folder(wanted).name]
    games = [(name, *load_game(project.data / name, f"{project.data}/{name}")) for name in names]
    kinds = sorted({kind for _, game, _ in games for kind in game.kinds})
    if kind is not None and kind not in kinds:
        raise NotFound(
            f"{'no game has a' if wanted is None else f'{wanted} has no'} kind {kind[:40]!r}; {nearest(kind, kinds)}"
        )
    found = []
    for _, game, problems in games:
        if kind is None or kind in game.kinds:
            lab, report = tried_lab(game)
            errors = sorted(problem for problem in [*problems, *report.problems] if problem.level == "error")
            if errors:
                raise _Broken(errors)
            if kind is not None and game.kinds[kind].prose:
                raise NotFound(f"{kind} are running text: there is nothing to count")
            found.append((game, lab))
    return found

"""``pnp pack``."""

from pathlib import Path
from typing import TYPE_CHECKING

from generator.cli.ending import expected_of, progress_bar
from generator.cli.reporting import counted, report
from generator.core.cores import cores_here
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import require_sound
from generator.project.starter.packs import pack_game

if TYPE_CHECKING:
    from generator.project.printing.order import SheetLayout


def run(game: str, out: Path, project: Project, layout: "SheetLayout", *, with_sheets: bool) -> None:
    """Write a game into an archive, with its sheets if wanted."""

    project.game_folder(game)
    with scratch() as folder:
        sheets = _printed(game, project, layout, folder) if with_sheets else []
        number = pack_game(project, game, out, {path.name: path for path in sheets})
    size = out.stat().st_size / 1e6 if out.is_file() else 0.0
    shown = out.as_posix()
    report(f"{shown}: {counted(number, 'file')}, {size:.1f} MB\nbegin from it: pnp new my-game --from {shown}")


def _printed(game: str, project: Project, layout: "SheetLayout", folder: Path) -> list[Path]:
    """The sheets of all kinds in each language, in files."""
    from generator.project.build import check_game
    from generator.project.check_scope import Scope
    from generator.project.printing.kept import UNPRINTED
    from generator.project.printing.order import Choice, RenderOrder
    from generator.project.printing.render import render

    with progress_bar(lambda: expected_of(project, [game], ["checking", "printing"])) as progress:
        scope = Scope(forms=False, whole=False)
        checked = check_game(project, game, jobs=cores_here(), progress=progress, keep="*", scope=scope)
        require_sound(checked.problems, UNPRINTED)
        for language in checked.game.languages:
            for _ in render(checked, RenderOrder(Choice(language=language), layout, folder), progress):
                pass
        return sorted(folder.rglob("*.pdf"))

"""Sheets of kinds that are gone: files that an earlier run wrote, and that no kind of their game has now."""

import re
from pathlib import Path

from generator.core.folders import Project
from generator.model.load import SHEETS_OF_A_KIND, load_game
from generator.pdf.press import CREATOR
from generator.printing.print_cache import beside

_SHEETS = re.compile(
    rf"(?P<kind>[a-z0-9-]+?)(?:{'|'.join(SHEETS_OF_A_KIND)})?(?:\.[a-z]{{2,3}}(?:-[A-Za-z0-9]+)*)?\.pdf", re.ASCII
)
_BOX = "box-"


def left_over(project: Project, name: str, out: Path) -> list[Path]:
    """The sheets in a game's folder of printed files that are of none of its kinds, with the cut lines beside them.

    Files that the tool did not write are none of them, whatever they are called, nor is anything of a game whose
    description cannot be read.

    Raises:
        NotFound: there is no such game.
    """
    game, _ = load_game(project.game_folder(name), f"{project.data.as_posix()}/{name}")
    folder = out / name
    if not game.kinds or game.unread or not folder.is_dir():
        return []
    names = {*game.kinds, *(kind.share for kind in game.kinds.values() if kind.share)}
    stale = [file for file in sorted(folder.glob("*.pdf")) if _is_gone(file, names)]
    return [path for file in stale for path in (file, *sorted(beside(file)))]


def _is_gone(file: Path, names: set[str]) -> bool:
    match = _SHEETS.fullmatch(file.name)
    if match is None or file.name.startswith(_BOX) or any(file.name.startswith(f"{name}.") for name in names):
        return False
    return match["kind"] not in names and file.stem not in names and _is_ours(file)


def _is_ours(file: Path) -> bool:
    """Whether the tool wrote a PDF, as that says itself."""
    try:
        return f"/Creator ({CREATOR})".encode() in file.read_bytes()
    except OSError:
        return False

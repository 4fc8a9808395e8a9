"""``pnp trust``."""

from pathlib import Path

from generator.cli.reporting import one_line, say
from generator.core.folders import Project
from generator.core.project_code import FILE, PACKAGE, code_of, trust
from generator.core.refusal import NotFound


def run(game: str, data: Path) -> int:
    """Note that the code in a game's folder, as it is now, may run; the exit status."""
    folder = Project(data, Path()).game_folder(game)
    code = code_of(folder)
    if code is None:
        raise NotFound(f"{folder} has no code: no {FILE} and no {PACKAGE}/__init__.py that can be read")
    trust(code)
    say("\n".join(["trusted until it changes:", *(f"  {one_line(file)}" for file in code.sources)]))
    return 0

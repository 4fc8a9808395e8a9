"""``pnp icons``."""

from collections.abc import Sequence

from generator.cli.reporting import counted, report, say
from generator.core.folders import Project
from generator.core.problem import NotFound, WrongUse
from generator.project.icons import icons_like, take_icons


def run(words: Sequence[str], game: str | None, project: Project, *, take: bool) -> int:
    """List the icons whose names hold these words, or take those of these names into a game; the exit status."""

    if take:
        if not words:
            raise WrongUse("which icons? pnp icons lists them; give their names with --take")
        files = take_icons(project, game or _only(project), words)
        named = ", ".join(f"{{{name}}}" for name in dict.fromkeys(words))
        report("\n".join([f"{named}: {counted(len(files), 'file')} written", *(f"  {f.as_posix()}" for f in files)]))
        return 0
    found = icons_like(words)
    if not found:
        raise NotFound(f"there is no icon whose name holds {' '.join(words)}; pnp icons lists all")
    say("\n".join(found))
    return 0


def _only(project: Project) -> str:
    games = project.games()
    if len(games) > 1:
        raise WrongUse(f"into which game? give --game with one of {', '.join(games)}")
    return games[0]

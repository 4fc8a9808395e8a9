"""``pnp new``."""

from collections.abc import Sequence
from pathlib import Path

from generator.cli.reporting import counted, report
from generator.core.folders import Project
from generator.core.problem import WrongUse
from generator.project.starter.files import Made, unspoken
from generator.project.starter.games import add_kinds, copy_game, make_game


def run(
    name: str,
    source: str | None,
    languages: str | None,
    kinds: Sequence[str],
    project: Project,
    usual: str,
    *,
    with_play: bool = False,
) -> None:
    """Make a game, or add kinds to one, and say what to do next.

    Args:
        name: the game's.
        source: the game to copy.
        languages: as they were asked for, with commas between.
        kinds: as they were asked for, ``SORT`` or ``SORT:NAME`` each.
        project: where.
        usual: the language where none is asked for.
        with_play: whether the game brings along how it plays, as code.
    """
    wanted = [part.strip() for part in (languages or usual).split(",")]
    if source is not None and (languages or kinds):
        raise WrongUse("--from copies a game with its own languages and kinds; leave --languages and --kind away")
    if with_play and (source is not None or kinds):
        raise WrongUse("--with-play is for the starter's own game; leave --from and --kind away")
    adding = bool(kinds) and (project.data / name / "game.yaml").is_file()
    if adding and languages:
        raise WrongUse(f"{name} has its languages: game.yaml names them; leave --languages away")
    if adding:
        made = add_kinds(project, name, kinds)
    else:
        made = (
            copy_game(project, name, source) if source else make_game(project, name, wanted, kinds, with_play=with_play)
        )
    lines = _told(name, made, project, [] if adding or source else unspoken(wanted), adding=adding)
    if with_play:
        lines.append(f"play   pnp trust {name}; pnp simulate {name} --players 3")
    report("\n".join(lines))


def _told(name: str, made: Made, project: Project, foreign: Sequence[str], *, adding: bool) -> list[str]:
    new = ", ".join(made.kinds) if adding else counted(len(made.kinds), "kind")
    lines = [
        f"{name}: {new} {'added' if adding else 'made'}, in {made.data.as_posix()} and {made.templates.as_posix()}"
    ]
    if made.differs:
        lines.append(f"{project.defaults.as_posix()} stays as it is; the original was made with {made.differs}")
    if foreign:
        lines.append(f"in English until you write it: every text in {', '.join(foreign)}")
    where = "".join(
        f" --{option} {path.as_posix()}"
        for option, path in (("data", project.data), ("templates", project.templates))
        if path != Path(option)
    )
    edit = next(iter(made.kinds.values()), made.data / "game.yaml").as_posix()
    return [*lines, f"edit   {edit}", f"check  pnp check {name}{where}", f"print  pnp render {name}{where}"]

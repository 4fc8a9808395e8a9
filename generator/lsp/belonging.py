"""Which project and which game a file belongs to that an editor has open."""

from pathlib import Path

from msgspec import Struct

from generator.core.folders import Project, defaults_file
from generator.model.defaults import read_defaults

MOST_PARENTS = 40


class Belonging(Struct, frozen=True):
    """A file's project, and its games that the file has a part in."""

    project: Project
    games: tuple[str, ...]
    whole: bool = False  # whether the file speaks of the project and not of single games

    @property
    def key(self) -> tuple[Project, tuple[str, ...], bool]:
        """What is checked where the file changes."""
        return self.project, self.games, self.whole

    def holds(self, path: Path) -> bool:
        """Whether a file lies where the games' files lie."""
        folders = [self.project.templates, *(self.project.data / game for game in self.games)]
        return path == self.project.defaults or any(path.is_relative_to(folder) for folder in folders)


def belonging_of(path: Path, named: Project | None) -> Belonging | None:
    """Where a file belongs; None where it is no file of any game.

    Args:
        path: the file, absolute; it need not be there.
        named: the project that the command was told of; others are found by their folders.
    """
    places = [path.parent, *path.parents[1:MOST_PARENTS]]
    for project in [*([named] if named is not None else []), *(_project(folder) for folder in places)]:
        found = _within(path, project) if project is not None else None
        if found is not None:
            return found
    # A folder of games that is not called ``data``: the game's own folder tells where it is.
    for folder in places[:2]:
        if (folder / "game.yaml").is_file():
            return Belonging(_with_defaults(folder.parent), (folder.name,))
    return None


def _project(folder: Path) -> Project | None:
    data = folder / "data"
    return _with_defaults(data) if any(data.glob("*/game.yaml")) else None


def _with_defaults(data: Path) -> Project:
    """The project with this data, and the templates that its ``pnp.yaml`` names."""
    folder = read_defaults(defaults_file(data)).values.get("templates")
    return Project(data, Path(folder) if folder is not None else data.parent / "templates")


def _within(path: Path, project: Project) -> Belonging | None:
    names = sorted(file.parent.name for file in project.data.glob("*/game.yaml") if file.parent.name[:1] != ".")
    if not names:
        return None
    if path == project.defaults:
        return Belonging(project, tuple(names), whole=True)
    if path.is_relative_to(project.data) and path.parent.parent == project.data and path.parent.name in names:
        return Belonging(project, (path.parent.name,))
    if path.is_relative_to(project.templates):
        folder = path.relative_to(project.templates).parts[0]
        own = tuple(name for name in names if folder in (name, templates_of(project, name)))
        games = own or (tuple(names) if folder == project.common.name else ())
        return Belonging(project, games) if games else None
    return None


def templates_of(project: Project, game: str) -> str:
    """The folder that a game says its templates are in; its own name where it says nothing."""
    from generator.read.reader import read_file
    from generator.read.tree import Mapping, Scalar

    root, _ = read_file(project.data / game / "game.yaml")
    node = root.values.get("templates") if isinstance(root, Mapping) else None
    return node.text if isinstance(node, Scalar) and not node.absent else game

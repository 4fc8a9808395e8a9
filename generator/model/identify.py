"""Which kind of which game a loose file of items belongs to."""

from pathlib import Path

from generator.core.folders import Project
from generator.core.problem import NotFound, WrongUse
from generator.model.game import Kind
from generator.model.load import load_game
from generator.model.values import nearest
from generator.read.reader import read_file
from generator.read.tree import Mapping, Sequence

SAMPLE = 20  # items looked at


def identify(project: Project, path: Path, game: str = "") -> tuple[str, str]:
    """The game and the kind of a file of items, by its name, its folder's name and the fields it uses.

    Args:
        project: the folders.
        path: the file.
        game: its game, where that is known.

    Raises:
        NotFound: no kind of any game is like it.
        WrongUse: several are.
    """
    names = [game] if game else project.games()
    kinds = [(name, kind) for name in names for kind in _kinds(project, name)]
    keys = _keys(path)
    ranked = sorted(((_likeness(path, keys, name, kind), name, kind.name) for name, kind in kinds), reverse=True)
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0] > 0:
        alike = " and ".join(f"{name}/{kind}" for score, name, kind in ranked if score == ranked[0][0])
        raise WrongUse(f"{path.as_posix()} could be items of {alike}; put it into a folder named after its game")
    if not ranked or ranked[0][0] <= 0:
        hint = nearest(path.stem, [kind.name for _, kind in kinds])
        raise NotFound(
            f"{path.as_posix()} is like no kind of item; name it after one, in a folder named after its game; {hint}"
        )
    return ranked[0][1], ranked[0][2]


def _kinds(project: Project, game: str) -> list[Kind]:
    """The kinds of a game that have items."""
    return [kind for kind in load_game(project.data / game, game)[0].kinds.values() if not kind.prose]


def _keys(path: Path) -> set[str]:
    root, _ = read_file(path)
    items = root.items[:SAMPLE] if isinstance(root, Sequence) else []
    return {key for item in items if isinstance(item, Mapping) for key in item.values}


def _likeness(path: Path, keys: set[str], game: str, kind: Kind) -> int:
    """How sure it is: the file's name counts most, then the game's folder, then each field that fits."""
    score = 10 * len(keys & set(kind.fields)) - 11 * len(keys - set(kind.fields))
    if path.name == Path(kind.file).name:
        score += 1000
    elif kind.name in path.stem or (len(path.stem) > 3 and path.stem in kind.name):
        score += 500
    if path.resolve().parent.name == game:
        score += 300
    return score

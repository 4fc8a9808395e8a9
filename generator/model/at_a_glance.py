"""What a project has, at a glance: for help, completion and choices, which have no time to read a game as a whole.

Mistakes are left aside here; `generator.model.load` reports them.
"""

from collections.abc import Mapping as MappingType
from pathlib import Path

from msgspec import Struct

from generator.core.folders import Project
from generator.model.values import TAG
from generator.read.reader import read_file
from generator.read.tree import Mapping, Node, Scalar, Sequence

MAX_LANGUAGES = 20
LONGEST = 200  # bytes of a name that is part of a file's; file systems take 255


class GameOutline(Struct, frozen=True):
    """The names that a game's description gives, as `generator.model.load.load_game` finds them."""

    name: str
    templates: str  # the name of their folder
    languages: tuple[str, ...] = ("en",)  # its own first
    modes: tuple[str, ...] = ()
    files: MappingType[str, Path | None] = {}  # of items, by kind; None for running text


def outline_of(folder: Path) -> GameOutline:
    """The outline of the game in a folder."""
    root, _ = read_file(folder / "game.yaml")
    if not isinstance(root, Mapping):
        return GameOutline(folder.name, folder.name)
    named = root.values.get("templates")
    templates = named.text if isinstance(named, Scalar) and not named.absent and is_bare(named.text) else folder.name
    codes = dict.fromkeys(word for word in _words(root.values.get("languages")) if TAG.fullmatch(word))
    languages = tuple(codes)[:MAX_LANGUAGES] or ("en",)
    return GameOutline(folder.name, templates, languages, _words(root.values.get("modes")), _files(folder, root))


def is_bare(name: str) -> bool:
    """Whether a name can be that of a file or folder, and leads nowhere else."""
    is_plain = name not in ("", ".", "..") and not any(sign in name for sign in "/\\:")
    return is_plain and len(name.encode()) <= LONGEST


def games_written_in(project: Project, language: str | None) -> list[str]:
    """The names of all games in a language, or of all where none is: then each of them says that it is not."""
    names = project.games()
    fit = [name for name in names if language is None or language in outline_of(project.data / name).languages]
    return fit or names


def ids_in(file: Path) -> list[str]:
    """The ids of the items in a file, in its order."""
    root, _ = read_file(file) if file.is_file() else (None, [])
    items = root.items if isinstance(root, Sequence) else []
    id_nodes = [item.values.get("id") for item in items if isinstance(item, Mapping)]
    return [node.text for node in id_nodes if isinstance(node, Scalar)]


def forged_kinds(folder: Path) -> list[str]:
    """The kinds that new items can be made of, by the game's ``forge.yaml``."""
    root, _ = read_file(folder / "forge.yaml") if (folder / "forge.yaml").is_file() else (None, [])
    kinds = root.values.get("kinds") if isinstance(root, Mapping) else None
    return list(kinds.values) if isinstance(kinds, Mapping) else []


def _files(folder: Path, root: Mapping) -> dict[str, Path | None]:
    kinds = root.values.get("kinds")
    file_by_kind: dict[str, Path | None] = {}
    for name, node in kinds.values.items() if isinstance(kinds, Mapping) else ():
        described = node.values if isinstance(node, Mapping) else {}
        named = described.get("file")
        file = Path(named.text).name if isinstance(named, Scalar) else f"{name}.yaml"
        file_by_kind[name] = None if "prose" in described else folder / file
    return file_by_kind


def _words(node: Node | None) -> tuple[str, ...]:
    members = node.items if isinstance(node, Sequence) else ()
    return tuple(member.text for member in members if isinstance(member, Scalar))

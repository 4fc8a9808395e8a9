"""Where things lie: the folders of a project, and what ships with the tool where a project has none."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.core.problem import NotFound

OWN_FILES = ("game.yaml", "balance.yaml", "forge.yaml", "lab.yaml")  # of a game, that hold no items
SHEETS, SHOPS = "sheets.yaml", "shops.yaml"  # beside pnp.yaml, where a project has its own tables


class Project(Struct, frozen=True):
    """A project's folders."""

    data: Path
    templates: Path

    def games(self) -> list[str]:
        """The names of the games: the folders of ``data`` with a ``game.yaml``, in alphabetical order.

        Raises:
            NotFound: there is no such folder, or no game in it.
        """
        if not self.data.is_dir():
            raise NotFound(f"there is no folder {self.data.as_posix()}; {self._beginning}")
        # What a killed run left behind begins with a dot.
        folders = (path.parent.name for path in self.data.glob("*/game.yaml"))
        names = sorted(name for name in folders if not name.startswith("."))
        if not names:
            meant = next((path for path in sorted(self.data.glob("[!.]*/[Gg]ame.y*ml"))), None)
            to_do = f"rename {meant.as_posix()} to game.yaml" if meant is not None else self._beginning
            raise NotFound(f"{self.data.as_posix()} holds no game: no folder in it has a game.yaml; {to_do}")
        return names

    @property
    def _beginning(self) -> str:
        if self.data != Path("data"):
            return f"begin with: pnp new my-game --data {self.data.as_posix()}"
        names = ", ".join(folder.name for folder in shipped_games())
        return "begin with: pnp new my-game" + (f"; or name one that ships: {names}" if names else "")

    def game_folder(self, name: str) -> Path:
        """``data/NAME``.

        Raises:
            NotFound: there is no such game.
        """
        if name not in self.games():
            games = sorted(path.parent.name for path in self.data.glob("*/*.yaml") if path.stem == name)
            if games:
                raise NotFound(f"{name!r} is a kind of {', '.join(games)}: name that, and --kind {name}")
            raise NotFound(f"there is no game {name!r} in {self.data.as_posix()}; known: {', '.join(self.games())}")
        return self.data / name

    def templates_for(self, game: str) -> Path:
        """The folder that holds the game's templates: the project's own, else the one that ships with the tool."""
        own = self.templates
        return (
            own if (own / game).is_dir() or not (shipped() / "templates" / game).is_dir() else shipped() / "templates"
        )

    @property
    def defaults(self) -> Path:
        """The file of the project's defaults, beside its data; there need be none."""
        return defaults_file(self.data)

    @property
    def common(self) -> Path:
        """The templates that all games share."""
        own = self.templates / "common"
        return own if own.is_dir() else shipped_common()

    def common_file(self, name: str) -> Path:
        """A file of the templates that all games share; the one that ships with the tool where the project has none."""
        own = self.common / name
        return own if own.is_file() else shipped_common() / name


def defaults_file(data: Path) -> Path:
    """Where the defaults of the project are whose games are in ``data``."""
    return (data.parent if data.name not in ("", "..") else data / "..") / "pnp.yaml"


def shipped_common() -> Path:
    """The templates for all games that ship with the tool."""
    return shipped() / "templates" / "common"


def shipped() -> Path:
    """Where the data and templates lie that ship with the tool: inside the package in a wheel, else in the checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "shipped"
    return inside if inside.is_dir() else package.parent


@cache
def shipped_games() -> list[Path]:
    """The folders of the games that ship: all inside the package, and in a checkout those that its wheel takes."""
    data, project = shipped() / "data", shipped() / "pyproject.toml"
    folders = sorted(file.parent for file in data.glob("*/game.yaml"))
    if data.parent.name == "shipped":
        return folders
    # A checkout also holds the games of whoever works in it.
    named = re.findall(r'^"data/([\w-]+)" = ', project.read_text("utf-8"), re.M) if project.is_file() else []
    return [folder for folder in folders if folder.name in named]


class NamedModules(Mapping[str, Any]):
    """The modules of a package by name, with hyphens for underscores; each is imported when it is asked for."""

    def __init__(self, package: str, path: Iterable[str]) -> None:
        """Look for the modules.

        Args:
            package: its name.
            path: its ``__path__``.
        """
        self._names = {
            module.name.replace("_", "-"): f"{package}.{module.name}" for module in pkgutil.iter_modules(path)
        }

    def __getitem__(self, name: str) -> Any:
        return importlib.import_module(self._names[name])

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

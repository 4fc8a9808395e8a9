"""Plug-ins: games that bring Python along, found by their names. Nothing else knows one.

A plugin is a module or package with any of the names in `generator.games`: ``procedures``, ``effects``, ``layers``,
``questions``, ``game``. It lies with the files of its game; installed packages offer theirs at the entry point
``pnp.games``, under the name of the game, and the games that ship with the tool are installed with it. A module is
imported when something of it is asked for.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property, partial, wraps
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from generator import __file__ as tool
from generator.core.folders import shipped, shipped_games
from generator.core.problem import Refusal, WrongUse
from generator.core.project_code import PACKAGE, code_of, is_trusted, load, shipped_loader

_OWN: dict[tuple[str, str], "Plugin"] = {}  # by folder and the digest of its code
GROUP = "pnp.games"
TOOL = Path(tool).parent
FAILURES = (Exception, SystemExit)  # what code of a stranger's may end with


class PluginFault(WrongUse, ValueError):
    """The code of a plugin went wrong; the message says where."""


class Plugin:
    """A game's Python: its name, and its module once something of it is asked for."""

    def __init__(self, name: str, load: Callable[[], Any], file: str = "") -> None:
        """Take the name.

        Args:
            name: the game's.
            load: imports the module.
            file: of code that lies with a game's files, the first.
        """
        self.name, self.file, self._load = name, file, load
        self.fault: PluginError | None = None  # why its module cannot be imported, once that was tried

    @cached_property
    def module(self) -> Any:
        """Its module; one with nothing in it where it cannot be imported, and `fault` says why."""
        return self._tried(self._load, SimpleNamespace())

    def offers(self, what: str) -> Mapping[str, Any]:
        """What it has of a sort (``procedures``, ``questions``, …), by name.

        What its functions raise beside ValueError and refusals is a `PluginFault`.
        """
        offers = getattr(self.module, what, {})
        if isinstance(offers, ModuleType):  # a file of the plugin's package that happens to be called so
            offers = {}
        named = offers if isinstance(offers, Mapping) else {offer.name: offer for offer in offers}
        if what == "questions":
            return named
        return {name: careful(offer) if callable(offer) else _Careful(offer) for name, offer in named.items()}

    @cached_property
    def game(self) -> Any:
        """What plays it, a `generator.games.Game`; None if it has none."""
        make = getattr(self.module, "game", None)
        game = self._tried(make, None) if make is not None else None
        if game is not None and self.file:
            game.folder = os.path.dirname(os.path.abspath(self.file)).removesuffix(f"{os.sep}{PACKAGE}")
        return game

    def _tried(self, load: Callable[[], Any], otherwise: Any) -> Any:
        try:
            return load()
        except FAILURES as error:
            self.fault = error_in(error, self.file)
            return otherwise


def careful(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that raises `PluginFault` in place of all but ValueError and refusals."""

    @wraps(function)
    def done(*arguments: Any, **named: Any) -> Any:
        try:
            return function(*arguments, **named)
        except (ValueError, Refusal):
            raise
        except FAILURES as error:
            raise PluginFault(str(error_in(error))) from error

    return done


class _Careful:
    """Something with methods, each of them `careful`."""

    def __init__(self, wrapped: Any) -> None:
        self._one = wrapped

    def __getattr__(self, name: str) -> Any:
        attribute = getattr(self._one, name)
        return careful(attribute) if callable(attribute) else attribute


class PluginError(NamedTuple):
    """What went wrong in the code of a plugin."""

    file: str  # empty where no file of a plugin's took part
    line: int
    said: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.said}" if self.file else self.said


def error_in(error: BaseException, file: str = "") -> PluginError:
    """What went wrong in a plugin's own code, and where last; if nowhere, in its first ``file``."""
    message = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
    if isinstance(error, SyntaxError) and error.filename:
        return PluginError(error.filename, error.lineno or 1, f"{type(error).__name__}: {error.msg}")
    plugin_error, trace = PluginError(file, 1, message), error.__traceback__
    ours = (os.path.join(TOOL, ""), "<frozen", os.path.dirname(os.__file__))
    games = os.path.join(shipped(), "data", "")
    while trace is not None:
        place = trace.tb_frame.f_code.co_filename
        if place.startswith(games) or not place.startswith(ours):
            plugin_error = PluginError(place, trace.tb_lineno, message)
        trace = trace.tb_next
    return plugin_error


@cache
def installed() -> Mapping[str, Plugin]:
    """The plugins of games that are installed, with the tool or with other packages, by the game's name."""
    with_tool = (own_plugin(folder) for folder in shipped_games())
    offered = (Plugin(entry.name, entry.load) for entry in _entry_points())
    return {plugin.name: plugin for plugin in (*offered, *with_tool) if plugin is not None}


@cache
def _entry_points() -> list[Any]:
    """How installed packages offer games."""
    points: list[Any] = []
    for folder in _offers():
        from importlib.metadata import Distribution  # it takes as long as all else here, and few have any

        points += Distribution.at(folder).entry_points.select(group=GROUP)
    return points


def installed_places() -> list[Path]:
    """The files and folders with the code of installed plugins, which is not imported for that."""
    places = [folder / PACKAGE for folder in shipped_games()]
    for module in {point.value.partition(":")[0].partition(".")[0] for point in _entry_points()}:
        with suppress(ImportError, ValueError):
            spec = find_spec(module)
            if spec is not None:
                places += map(Path, spec.submodule_search_locations or [spec.origin or ""])
    return sorted(places)


def offered(what: str, names: Iterable[str] | None = None, folder: Path | None = None) -> dict[str, Any]:
    """What plugins offer of a sort, by name.

    Args:
        what: the sort (``procedures``, ``layers``, …).
        names: those that are asked for; installed plugins are only imported where the game's own has not all of them.
        folder: of a game, whose own plugin comes first.
    """
    own = own_plugin(folder) if folder is not None else None
    offers = dict(own.offers(what)) if own is not None else {}
    if names is None or not offers.keys() >= set(names):
        for plugin in installed().values():
            offers |= {name: offer for name, offer in plugin.offers(what).items() if name not in offers}
    return offers


def own_plugin(folder: Path) -> Plugin | None:
    """The plugin that a game's own folder brings along, if its code is trusted (`generator.core.project_code`)."""
    load_shipped = shipped_loader(folder)
    if load_shipped is not None:
        file, digest, run = os.path.join(folder, PACKAGE, "__init__.py"), "", load_shipped
    else:
        code = code_of(folder)
        if code is None or not is_trusted(code):
            return None
        file, digest, run = code.file, code.digest, partial(load, code)
    key = os.path.abspath(folder), digest
    if key not in _OWN:
        _OWN[key] = Plugin(folder.name, run, file)
    return _OWN[key]


def code_digest(folder: Path) -> str:
    """The digest of the code that a game's folder brings along, and whether it may run; empty where there is none."""
    if shipped_loader(folder) is not None:
        return "shipped"  # a part of the tool
    code = code_of(folder)
    return f"{code.digest} {is_trusted(code)}" if code is not None else ""


def plugins_in(data: Path | None) -> Mapping[str, Plugin]:
    """All plugins by the game's name, with those that the games in a folder bring along, which come first."""
    folders = sorted(file.parent for file in data.glob("*/game.yaml")) if data is not None else []
    return {**installed(), **{folder.name: plugin for folder in folders if (plugin := own_plugin(folder)) is not None}}


def faults() -> str:
    """Why plugins that were asked for are not there, to be put behind a message; empty if all are."""
    return "".join(f"; {GROUP}: {plugin.name}: {plugin.fault}" for plugin in installed().values() if plugin.fault)


def _offers() -> Iterator[str]:
    """The folders in which installed packages say that they offer games; the current folder may be a stranger's."""
    for folder in dict.fromkeys(map(os.path.abspath, sys.path)):
        if folder == os.getcwd():
            continue
        with suppress(OSError):
            for name in sorted(os.listdir(folder)):
                if name.endswith((".dist-info", ".egg-info")):
                    about = os.path.join(folder, name)
                    with suppress(OSError), open(os.path.join(about, "entry_points.txt"), "rb") as text:
                        if GROUP.encode() in text.read():
                            yield about

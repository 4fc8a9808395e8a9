"""Folders whose modules are found by their names, so that nothing has to list them."""

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from typing import Any


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
        self._found: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = importlib.import_module(self._names[name])
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

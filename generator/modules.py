"""Folders whose modules are found by their names, so that nothing has to list them."""

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Any


def modules_in(package: str, path: Iterable[str]) -> dict[str, Any]:
    """The modules of a package by name, with hyphens for underscores.

    Args:
        package: its name.
        path: its ``__path__``.
    """
    return {
        module.name.replace("_", "-"): importlib.import_module(f"{package}.{module.name}")
        for module in pkgutil.iter_modules(path)
    }

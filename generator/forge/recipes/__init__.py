"""The recipes, one module each: how items of a kind are made. A game's ``forge.yaml`` names the one for each kind."""

import importlib
import pkgutil
import typing
from functools import cache

from generator.forge.request import Recipe


@cache
def recipes() -> dict[str, Recipe]:
    """All recipes by name: the modules of this folder, with hyphens for underscores."""
    # A recipe's module becomes a name of this package: `typing.cast` in full, because one recipe is called cast.
    return {
        module.name.replace("_", "-"): typing.cast(Recipe, importlib.import_module(f"{__name__}.{module.name}"))
        for module in pkgutil.iter_modules(__path__)
    }

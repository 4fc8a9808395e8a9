"""The recipes, one module each: how items of a kind are made. A game's ``forge.yaml`` names the one for each kind."""

import importlib
import pkgutil
from functools import cache
from typing import cast

from generator.forge.request import Recipe


@cache
def recipes() -> dict[str, Recipe]:
    """All recipes by name: the modules of this folder, with hyphens for underscores."""
    return {
        module.name.replace("_", "-"): cast(Recipe, importlib.import_module(f"{__name__}.{module.name}"))
        for module in pkgutil.iter_modules(__path__)
    }

"""The recipes, one module each: how items of a kind are made. A game's ``forge.yaml`` names the one for each kind."""

from collections.abc import Mapping
from functools import cache

from generator.core.folders import NamedModules
from generator.forge.request import Recipe


@cache
def recipes() -> Mapping[str, Recipe]:
    """All recipes by name: the modules of this folder, with hyphens for underscores."""
    return NamedModules(__name__, __path__)

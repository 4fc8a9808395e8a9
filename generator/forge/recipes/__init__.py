"""The recipes, one module each: how items of a kind are made. A game's ``forge.yaml`` names the one for each kind."""

from functools import cache

from generator.forge.request import Recipe
from generator.modules import modules_in


@cache
def recipes() -> dict[str, Recipe]:
    """All recipes by name: the modules of this folder, with hyphens for underscores."""
    return modules_in(__name__, __path__)

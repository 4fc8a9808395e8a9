"""What a game's description of new items and its lab come to: checked beside the game itself."""

from collections.abc import Callable
from functools import partial

from generator.balance.rulebook import Rulebook
from generator.catalog.budget import METER, ExhaustedError
from generator.problem import Problem
from generator.workspace.checked import Checked

_FORGE = ("game.yaml", "balance.yaml", "forge.yaml")
_LAB = ("game.yaml", "balance.yaml", "lab.yaml")


def check_forge(checked: Checked, book: Callable[[], Rulebook], *, whole: bool) -> list[Problem]:
    """What is wrong with the description of how new items are made; it is tried out where the ``whole`` is checked."""
    game, memory = checked.game, checked.memory
    if not (game.folder / "forge.yaml").exists():
        return []
    from generator.forge.spec import read_forge

    if not whole:
        return read_forge(game)[1]
    from generator.forge.examination import examine_forge

    if memory.world is None:
        return examine_forge(game, book().rules, book().problems)[1]
    files = memory.world.data(*_FORGE)

    def alone(kind: str) -> list[Problem]:
        """What is wrong with one of them."""
        remember = partial(memory.within, ("forge", kind, files))
        return examine_forge(game, book().rules, book().problems, kind, spec, remember)[1]

    spec, found = memory.remember(("forge", files), lambda: read_forge(game))
    found = list(found)
    for entry in spec.entries.values():
        found += memory.remember(("forge", entry.kind, files), partial(alone, entry.kind))
    return found


def check_lab_of(checked: Checked, worth: int) -> list[Problem]:
    """What is wrong with the questions that the game's lab asks, and which answers are not as it expects.

    ``worth`` is how many steps that may take.
    """
    game, memory = checked.game, checked.memory
    if not (game.folder / "lab.yaml").exists():
        return []
    from generator.statistics.answers import check_lab

    files = memory.world.data(*_LAB) if memory.world is not None else ""
    try:
        with METER.allowance(worth, "all that lab.yaml asks for"):
            return memory.remember(("lab", files), lambda: check_lab(game, partial(memory.within, ("lab", files))))
    except ExhaustedError as stop:
        file = game.file.removesuffix("game.yaml") + "lab.yaml"
        return [Problem(file, 1, 1, "error", "too-costly", str(stop), "ask for less")]

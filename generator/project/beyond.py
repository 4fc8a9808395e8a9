"""What a game's description of new items and its lab come to: checked beside the game itself."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from generator.core.notes import Remember
from generator.core.problem import Problem
from generator.model.budget import METER, ExhaustedError
from generator.model.fields import TextField
from generator.model.game import Kind
from generator.project.checked import Checked
from generator.project.digests import digest_of
from generator.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from generator.forge.spec import ForgeSpec

_FORGE = ("game.yaml", "balance.yaml", "forge.yaml")
_LAB = ("game.yaml", "balance.yaml", "lab.yaml")


def check_forge(checked: Checked, book: Callable[[], Rulebook]) -> list[Problem]:
    """What is wrong with the description of how new items are made, which is tried out."""
    game, memory = checked.game, checked.memory
    if not (game.folder / "forge.yaml").exists():
        return []

    def read() -> "tuple[ForgeSpec, list[Problem]]":
        from generator.forge.spec import read_forge

        return read_forge(game)

    def alone(kind: str, remember: Remember) -> list[Problem]:
        """What is wrong with one of them."""
        from generator.forge.examination import examine_forge

        # What its own items hold beside texts is in the question: nobody need note who looks at them.
        alike = structs.replace(game, kinds={**game.kinds, kind: replace(game.kinds[kind])})
        return examine_forge(alike, book().rules, book().problems, kind, read_before()[0], remember)[1]

    files = memory.world.data(*_FORGE) if memory.world is not None else ""
    read_before = partial(memory.remember, ("forge as read", files), read)
    kinds, problems = memory.remember(("forge", files), lambda: _entries(*read_before()))
    found = list(problems)
    for kind in kinds:
        if game.kinds[kind].unsure:
            continue
        asked = "forge", kind, files, _without_texts(game.kinds[kind]) if memory.world is not None else ""
        found += memory.remember(asked, partial(alone, kind, partial(memory.within, asked)))
    return found


def _entries(spec: "ForgeSpec", problems: list[Problem]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """The kinds of which there are new items, and what is wrong with the file."""
    return tuple(entry.kind for entry in spec.entries.values()), tuple(problems)


def _without_texts(kind: Kind) -> str:
    """A digest of what the items of a kind hold beside texts: new items go by it, and take up no text of theirs."""
    names = [name for name, field in kind.fields.items() if not isinstance(field, TextField)]
    held = ([*item.keys, item.copies, *(repr(item.fields.get(name)) for name in names)] for item in kind.all_items)
    return digest_of(repr((kind.is_broken, kind.partial)), *(repr(one) for one in held))


def check_lab_of(checked: Checked, worth: int) -> list[Problem]:
    """What is wrong with the questions that the game's lab asks, and which answers are not as it expects.

    ``worth`` is how many steps that may take.
    """
    game, memory = checked.game, checked.memory
    if not (game.folder / "lab.yaml").exists():
        return []
    from generator.lab.answers import check_lab

    files = memory.world.data(*_LAB) if memory.world is not None else ""
    try:
        with METER.allowance(worth, "all that lab.yaml asks for"):
            return memory.remember(("lab", files), lambda: check_lab(game, partial(memory.within, ("lab", files))))
    except ExhaustedError as stop:
        file = game.file.removesuffix("game.yaml") + "lab.yaml"
        return [Problem(file, 1, 1, "error", "too-costly", str(stop), "ask for less")]

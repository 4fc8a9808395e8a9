"""What draws a game, as it was the last time where nothing that drawing rests on has changed."""

from dataclasses import replace

from generator.core.choices import InkName
from generator.core.folders import Project, shipped_common
from generator.core.notes import noting
from generator.draw.renderer import Derive, Renderer, open_renderer
from generator.model.game import Game
from generator.project.checked import Checked
from generator.project.memory import Memory
from generator.project.procedures import granted


def look_at_items(game: Game, memory: Memory) -> None:
    """Tell the memory of a game's items; from now on it is noted who looks at which."""
    if memory.world is None:
        return
    for kind in game.kinds.values():
        memory.world.items.know(kind, kind.items, memory.digests)
        kind.watched = True


def renderer_for(project: Project, game: Game, derived: dict[str, Derive], ink: InkName, memory: Memory) -> Renderer:
    """What draws a game."""
    if memory.world is not None:
        now = memory.world.templates() + granted(game)
        if memory.drawn_with != now:
            memory.renderers.clear()
            memory.drawn_with = now
    known = memory.renderers.get(ink.value)
    if known is not None:
        for kind in game.kinds.values():
            kind.derived = {name: of for name, of in kind.derived.items() if of in derived}
        return replace(known, game=game, derived=derived, views={})
    with noting() as notes:
        renderer = open_renderer(
            game, project.templates_for(game.templates), project.common, derived, ink, shipped_common()
        )
    renderer.notes["theme"] = notes
    if memory.world is not None:
        memory.renderers[ink.value] = renderer
    return renderer


def edition_of(checked: Checked, ink: InkName) -> Renderer:
    """What draws another edition, reduced to what may differ from full ink."""
    memory, full = checked.memory, checked.renderer
    name = f"{ink.value}, reduced"
    known = memory.renderers.get(name)
    if known is not None:
        return replace(known, game=full.game, derived=full.derived, rules=full.rules, views={})
    edition = full.in_ink(ink)
    if memory.world is not None:
        memory.renderers[name] = edition
    return edition

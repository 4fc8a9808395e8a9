"""New items that were kept, put at the end of their kind's file or in place of others, of several runs at once."""

from collections.abc import Sequence

from msgspec.structs import replace

from generator.core.folders import Project
from generator.core.problem import NotFound
from generator.core.rewriting import rewrite
from generator.forge.append import appended_to, read_to_append, replaced_in
from generator.forge.generate_options import GenerateOptions
from generator.forge.make_items import KeptItems, kept_text, make_items, own_file, require_kept, unlike
from generator.forge.sources import open_forge
from generator.project.printing.forged import refuse_unfit


def add_kept(project: Project, runs: Sequence[tuple[GenerateOptions, Sequence[str]]]) -> tuple[str, list[str]]:
    """Make the items of some runs once more and append those that are kept; the file's name, and their ids.

    Args:
        project: the folders.
        runs: of one kind of one game, each with the ids that are kept of it. A run that is kept as a whole is written
            as the command writes it.

    Raises:
        Refusal: they can't be made, can't stand together, don't fit their faces, or the file can't be added to.
    """
    asked = runs[0][0]
    game, _, rules = open_forge(project, str(asked.game), asked.kind)
    kind = game.kinds[asked.kind]
    file = own_file(game, kind)
    old = read_to_append(file)
    found = []
    for options, ids in runs:
        made = make_items(replace(options, out=file), project)
        items = tuple(item for item in made.items if item.id in ids)
        if len(items) < len(set(ids)):
            lost = next(name for name in ids if name not in [item.id for item in items])
            raise NotFound(f"{lost} is not made any more: the game's files have changed since")
        places = [made.gone[at] for at, item in enumerate(made.items) if item.id in ids] if made.gone else []
        found.append(KeptItems(items, made.text, len(items) == len(made.items), tuple(places)))
    kept = unlike(found)
    require_kept(game, kind, rules, kept)
    items = tuple(item for run in kept for item in run.items)
    refuse_unfit(project, game, kind, items)
    gone = [item for run in kept for item in run.gone]
    others = [run for run in kept if not run.gone]
    texts = [item.as_yaml() for run in kept if run.gone for item in run.items]
    new = replaced_in(file, old, kind, gone, texts) if gone else old
    rewrite(file, old, appended_to(file, new, kept_text(others)) if others else new)
    return (project.data / game.folder.name / file.name).as_posix(), [item.id for item in items]

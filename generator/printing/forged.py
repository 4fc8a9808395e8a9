"""New items on their faces, and on sheets of their own, before they are written anywhere."""

from collections.abc import Collection, Sequence
from pathlib import Path

from msgspec.structs import replace

from generator.check.build import Progress, check_faces
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import Infeasible, NotFound, require_sound
from generator.core.rewriting import Replacement, replacing_all
from generator.forge.forge import UNMADE, NewItem
from generator.forge.item_rules import read_item
from generator.forge.make_items import RunSelection, kept_text, make_items, open_forge, own_file, require_kept, unlike
from generator.forge.request import GenerateOptions
from generator.forge.yaml_writer import appended_to, read_to_append, replaced_in
from generator.model.game import Game, Kind
from generator.printing.order import RenderOrder, check_printer
from generator.printing.print_cache import PrintedFile
from generator.printing.render import render


def refuse_unfit(project: Project, game: Game, kind: Kind, new_items: Sequence[NewItem]) -> None:
    """Go on only where the texts of new items fit their faces.

    Raises:
        Infeasible: one does not.
    """
    items = [read_item(kind, item.fields, game.languages)[0] for item in new_items]
    for item, problem in check_faces(project, game, kind, items):
        if problem.level == "error":
            raise Infeasible(f"the new {item.id} does not fit its face: {problem.rule}: {problem.message}")


def print_forged(
    project: Project,
    game: Game,
    order: RenderOrder,
    text: str,
    replaced: Collection[str],
    progress: Progress | None,
) -> list[PrintedFile]:
    """Print new items, looked at beside the existing items, which other kinds refer to.

    Args:
        project: the folders.
        game: theirs.
        order: their one kind, their ids, and how they are printed.
        text: the new items, as they would stand in a file.
        replaced: the ids of the items whose place they take.
        progress: told of the work as it goes.

    Raises:
        Faulty: they break a rule of the game or do not fit their faces, or what is at hand has errors.
        Refusal: see `generator.printing.render.render`.
    """
    kind = game.kinds[order.choice.kinds[0]]
    check_printer(order.layout)
    with scratch() as folder:
        path = Path(folder) / f"{kind.name}.yaml"
        path.write_bytes(file_with(game, kind, text, replaced))
        replace = {kind.name: (path, "new items")}
        checked = order.choice.check(project, game.name, order.scope, progress, replace)
        require_sound(checked.problems, UNMADE)
        return list(render(checked, order, progress))


def file_with(game: Game, kind: Kind, text: str, replaced: Collection[str]) -> bytes:
    """The file of a kind with new items at its end, without those whose place they take.

    Raises:
        Refusal: it cannot be added to.
    """
    path = game.folder / Path(kind.file).name
    old, old_items = read_to_append(path), [item for item in kind.items if item.id in replaced]
    staying = replaced_in(path, old, kind, old_items, [""] * len(old_items)) if old_items else old
    return appended_to(path, staying, text)


def add_kept(project: Project, runs: Sequence[tuple[GenerateOptions, Sequence[str]]]) -> tuple[Replacement, list[str]]:
    """Make the items of some runs once more and append those that are kept; what became of the file, and their ids.

    Args:
        project: the folders.
        runs: of one kind of one game, each with the ids that are kept of it. A run that is kept as a whole is written
            as the command writes it.

    Raises:
        Refusal: they can't be made, can't stand together, don't fit their faces, or the file can't be added to.
    """
    first_options = runs[0][0]
    game, _, rules = open_forge(project, str(first_options.game), first_options.kind)
    kind = game.kinds[first_options.kind]
    file = own_file(game, kind)
    old = read_to_append(file)
    batches = []
    for options, ids in runs:
        batch = make_items(replace(options, out=file), project)
        items = tuple(item for item in batch.items if item.id in ids)
        if len(items) < len(set(ids)):
            lost = next(name for name in ids if name not in [item.id for item in items])
            raise NotFound(f"{lost} is not made any more: the game's files have changed since")
        places = [batch.gone[at] for at, item in enumerate(batch.items) if item.id in ids] if batch.gone else []
        batches.append(RunSelection(items, batch.text, len(items) == len(batch.items), tuple(places)))
    new_batches = unlike(batches)
    require_kept(game, kind, rules, new_batches)
    items = tuple(item for run in new_batches for item in run.items)
    refuse_unfit(project, game, kind, items)
    replaced = [item for run in new_batches for item in run.gone]
    additions = [run for run in new_batches if not run.gone]
    texts = [item.as_yaml() for run in new_batches if run.gone for item in run.items]
    new = replaced_in(file, old, kind, replaced, texts) if replaced else old
    change = Replacement(file, old, appended_to(file, new, kept_text(additions)) if additions else new)
    with replacing_all([change]):
        return change, [item.id for item in items]

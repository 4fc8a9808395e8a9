"""New items on their faces, and on sheets of their own, before they are written anywhere."""

from collections.abc import Collection, Sequence
from pathlib import Path

from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import Infeasible, require_sound
from generator.forge.append import appended_to, read_to_append, replaced_in
from generator.forge.forge import UNMADE, NewItem
from generator.forge.item_rules import read_item
from generator.model.game import Game, Kind
from generator.project.build import Progress, check_faces, check_game
from generator.project.printing.order import Choice, RenderOrder, SheetLayout
from generator.project.printing.printed import Printed
from generator.project.printing.render import render


def refuse_unfit(project: Project, game: Game, kind: Kind, made: Sequence[NewItem]) -> None:
    """Go on only where the texts of new items fit their faces.

    Raises:
        Infeasible: one does not.
    """
    items = [read_item(kind, item.fields, game.languages)[0] for item in made]
    for item, problem in check_faces(project, game, kind, items):
        if problem.level == "error":
            raise Infeasible(f"the new {item.id} does not fit its face: {problem.rule}: {problem.message}")


def print_forged(
    project: Project,
    game: Game,
    choice: Choice,
    text: str,
    *,
    gone: Collection[str] = (),
    paper: str,
    out: Path,
    progress: Progress | None,
) -> list[Printed]:
    """Print new items, looked at beside the existing items, which other kinds refer to.

    Args:
        project: the folders.
        game: theirs.
        choice: their one kind, their ids, and the language of their sheets.
        text: the new items, as they would stand in a file.
        gone: the ids of the items whose place they take.
        paper: what they are printed on.
        out: the folder for their sheets.
        progress: told of the work as it goes.

    Raises:
        Faulty: they break a rule of the game or do not fit their faces, or what is at hand has errors.
        Refusal: see `generator.project.printing.render.render`.
    """
    kind = game.kinds[choice.kinds[0]]
    with scratch() as folder:
        path = Path(folder) / f"{kind.name}.yaml"
        old = read_to_append(game.folder / Path(kind.file).name)
        left = [item for item in kind.items if item.id in gone]
        staying = replaced_in(path, old, kind, left, [""] * len(left)) if left else old
        path.write_bytes(appended_to(path, staying, text))
        replace = {kind.name: (path, "new items")}
        keep = choice.kept(project, game.name)
        order = RenderOrder(choice, SheetLayout(paper), out, suffix="-forged")
        checked = check_game(project, game.name, replace=replace, progress=progress, keep=keep, scope=order.scope)
        require_sound(checked.problems, UNMADE)
        return list(render(checked, order, progress))

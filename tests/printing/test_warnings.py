"""A warning takes nothing off a sheet: of each sort of kind as much is printed with a warning at it as without."""

from pathlib import Path

from PIL import Image

from generator.check.build import check_game
from generator.core.choices import Backs
from generator.core.folders import Project
from generator.printing.blanks import blank_tasks
from generator.printing.order import BlankOrder, RenderOrder, SheetLayout
from generator.printing.plan import plan
from generator.printing.render import render
from generator.starter.games import make_game
from generator.starter.sorts import sorts

BOX = """\
  carton:
    title: Carton
    holds: [cards, tokens]
    template: box.svg
    fields: {name: {type: text}}
"""
PANEL = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">\n</svg>\n'
COARSE = '<image href="coarse.png" x="5" y="5" width="9" height="9"/>'


def counts(project: Project, out: Path) -> tuple[dict[str, tuple[int, int]], set[str]]:
    """Components and sheets of all that is printed of the game, and the files with a warning."""
    checked = check_game(project, "fair", keep="*")
    assert {problem.level for problem in checked.problems} <= {"warning"}, checked.problems
    layout = SheetLayout(backs=Backs.long)
    printed = [*render(checked, RenderOrder(layout=layout, out=out))]
    printed += [one for task in blank_tasks(checked, BlankOrder(out=out)) if (one := task())]
    found = {one.file.name: (one.components, one.sheets) for one in printed}
    for sheets in plan(checked, 4, "", layout, "en"):
        for share in sheets.shares:
            found[f"plan {share.kind.name}"] = (share.components, sheets.sheets)
    return found, {Path(problem.file).name for problem in checked.problems}


def test_a_warning_takes_nothing_off_a_sheet(tmp_path: Path) -> None:
    project = Project(tmp_path / "data", tmp_path / "templates")
    make_game(project, "fair", ["en"], sorts())
    with (project.data / "fair" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(BOX)
    (project.data / "fair" / "carton.yaml").write_text("- {id: box, name: Box}\n", encoding="utf-8")
    templates = project.templates / "fair"
    (templates / "box.svg").write_text(PANEL, encoding="utf-8")
    sound = counts(project, tmp_path / "out")
    assert sound[1] == set()
    Image.new("L", (9, 9)).save(templates / "coarse.png")
    for path in templates.glob("*.svg"):
        path.write_text(path.read_text(encoding="utf-8").replace("</svg>", f"{COARSE}</svg>"), encoding="utf-8")
    doubtful = counts(project, tmp_path / "out")
    assert doubtful[1] == {path.name for path in templates.glob("*.svg")}
    assert doubtful[0] == sound[0]
    assert all(min(count) > 0 for count in sound[0].values())

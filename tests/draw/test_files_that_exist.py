"""Templates and texts may ask whether a picture is there; one that appears later is seen."""

from pathlib import Path

import pytest
from projects import Project, typed

from generator.check.workspace import Workspace
from generator.core.folders import Project as Folders

NAMED = '<g data-if="exists(\'art/\' ~ item.id ~ \'.svg\')"><rect x="30" y="17" width="9" height="9" fill="#123456"/></g></svg>'
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>'


def test_a_picture_is_drawn_where_it_is_there(project: Project) -> None:
    project.change("templates/fair/stall.svg", "</svg>", NAMED)
    project.write("templates/fair/art/cake.svg", PICTURE)
    assert project.check() == []
    typed(project.folder, "export", "fair", "--to", "svg")
    drawn = {path.stem: "#123456" in path.read_text() for path in Path("output/fair/svg").rglob("*.svg")}
    assert any(shown for name, shown in drawn.items() if "cake" in name)
    assert not any(shown for name, shown in drawn.items() if "darts" in name)


def test_a_picture_that_appears_later_is_seen(project: Project) -> None:
    project.change("stalls.yaml", "price: 3", "price: 3\n  note: \"{='here' if exists('art/cake.svg') else 'gone'}\"")
    workspace = Workspace(Folders(project.folder / "data", project.folder / "templates"), project.folder / "out")

    def shown() -> str:
        snapshot = workspace.update()["fair"]
        assert snapshot is not None
        kind = snapshot.game.kinds["stalls"]
        return repr(snapshot.renderer().face(kind, kind.items[0], "en")[0])

    assert "gone" in shown()
    project.write("templates/fair/art/cake.svg", PICTURE)
    assert "here" in shown()


@pytest.mark.parametrize("name", ["../../data/fair/game.yaml", "/etc/passwd"])
def test_files_elsewhere_are_not_asked_about(project: Project, name: str) -> None:
    project.change("templates/fair/stall.svg", "</svg>", NAMED.replace("'art/' ~ item.id ~ '.svg'", f"'{name}'"))
    problems = project.check()
    assert problems
    assert "is not in templates/fair" in problems[0].message

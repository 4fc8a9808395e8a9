"""Which games are examined again when files change, come and go."""

import os
from pathlib import Path

import pytest
from projects import STALL, STALLS, Project

from generator.check.build import check_game
from generator.check.saves import is_passing
from generator.check.workspace import Snapshot, Workspace
from generator.core.folders import Project as Folders


class Bench:
    """The workspace of a small project."""

    def __init__(self) -> None:
        self.project = Folders(Path("data"), Path("templates"))
        self.workspace = Workspace(self.project, Path("templates/fair/out"))
        self.checks: list[str] = []
        assert self.changed() == [()]

    def update(self) -> dict[str, Snapshot | None]:
        """What became of all games."""
        found = self.workspace.update()
        self.checks += [name for name, snapshot in found.items() if snapshot is not None]
        return found

    def changed(self) -> list[tuple[str, ...]]:
        """The names of the files that changed, by game."""
        return [tuple(path.name for path in one.files) for one in self.update().values() if one is not None]


@pytest.fixture
def bench(project: Project) -> Bench:
    assert project.folder == Path.cwd()
    return Bench()


def test_files_that_stay_as_they_are_have_no_game_checked(project: Project, bench: Bench) -> None:
    project.write("stalls.yaml", STALLS)
    os.utime(project.path("stalls.yaml"), (0, 0))
    assert bench.update() == {}
    assert bench.checks == ["fair"]


@pytest.mark.parametrize(
    "file",
    [
        "stalls.yaml",
        "new.yaml",
        "templates/fair/stall.svg",
        "templates/fair/art/new.png",
        "templates/common/fonts/x.ttf",
    ],
)
def test_a_file_that_changes_or_comes_or_goes_has_its_game_checked_once(
    project: Project, bench: Bench, file: str
) -> None:
    name = Path(file).name
    project.write(file, "# changed\n")
    assert bench.changed() == [(name,)]
    assert bench.changed() == []
    project.path(file).unlink()
    assert bench.changed() == [(name,)]
    assert bench.checks == ["fair"] * 3


def test_several_files_are_one_change_and_another_game_is_left_alone(project: Project, bench: Bench) -> None:
    project.write("data/other/game.yaml", "name: Other\nlanguages: [en]\nkinds: {pigs: {title: Pigs, fields: {}}}\n")
    assert list(bench.update()) == ["other"]
    project.write("people.yaml", "[]\n")
    project.write("stalls.yaml", "[]\n")
    assert bench.changed() == [("people.yaml", "stalls.yaml")]
    assert bench.checks == ["fair", "other", "fair"]


def test_the_folder_of_templates_may_have_another_name(project: Project, bench: Bench) -> None:
    project.write("templates/faces/stall.svg", STALL)
    assert bench.update() == {}
    project.change("game.yaml", "languages:", "templates: faces\nlanguages:")
    assert "game.yaml" in bench.changed()[0]
    project.write("templates/faces/stall.svg", STALL.replace("0.5", "0.6"))
    assert bench.changed() == [("stall.svg",)]
    project.write("templates/fair/stall.svg", STALL.replace("0.5", "0.7"))
    assert bench.update() == {}


def test_a_game_that_goes_is_reported_once_and_looked_at_when_it_is_back(project: Project, bench: Bench) -> None:
    project.write("data/other/game.yaml", "name: Other\n")
    bench.update()
    os.rename("data/fair", "data/.fair")
    assert bench.update() == {"fair": None}
    assert bench.update() == {}
    os.rename("data/.fair", "data/fair")
    assert bench.changed() == [()]


def test_what_is_printed_among_the_templates_is_no_change_and_what_has_an_odd_name_is_one(
    project: Project, bench: Bench
) -> None:
    project.write("templates/fair/out/fair/stalls.pdf", "something")
    assert bench.update() == {}
    for name in (".stall.svg.swp", "stall.svg~", "#stall.svg#", ".#stall.svg", "4913", "x.tmp"):
        project.write(f"templates/fair/{name}", "something")
        assert bench.changed() == [(name,)]


def test_a_pipe_in_the_folder_is_not_waited_for(bench: Bench) -> None:
    os.mkfifo("data/fair/pipe.yaml")
    assert bench.changed() == [("pipe.yaml",)]


def test_what_changes_while_it_is_read_is_read_again(project: Project, bench: Bench) -> None:
    """Also where it is in the end what it was in the beginning: what lay between may have been read."""

    def meddled(name: str) -> str:
        os.utime(project.path("stalls.yaml"), ns=(0, 5))
        return ""

    workspace = Workspace(bench.project, Path("output"), keep=meddled)
    assert list(workspace.update()) == ["fair"]
    assert workspace.unsettled
    assert list(workspace.update()) == ["fair"]  # as it was meddled with in the same way, nothing differs now
    assert not workspace.unsettled
    assert workspace.update() == {}


def test_what_is_forgotten_is_looked_at_again(bench: Bench) -> None:
    bench.workspace.forget("fair")
    assert bench.changed() == [()]
    assert bench.changed() == []


def test_names_of_files_that_pass() -> None:
    passing = [
        ".game.yaml.swp", ".x", "game.yaml~", "game.yaml.bak", "4913", "#game.yaml#", "a.___jb_tmp___", "a.crswap",
    ]  # fmt: skip
    staying = ["game.yaml", "rules.en.md", "4914", "a#b.svg", "tmp", "backup.svg", "x.swf"]
    assert [is_passing(name) for name in passing + staying] == [True] * len(passing) + [False] * len(staying[:-1]) + [
        True
    ]


def test_an_unsaved_text_counts_in_place_of_the_file_until_it_is_taken_back(project: Project, bench: Bench) -> None:
    file = project.path("stalls.yaml")
    found = bench.workspace.update({file: "- id: Wrong\n"})["fair"]
    assert found is not None
    assert "bad-id" in {problem.rule for problem in found.problems}
    assert bench.workspace.update() == {}
    back = bench.workspace.update({file: None})["fair"]
    assert back is not None
    assert back.problems == check_game(bench.project, "fair").problems


def test_faces_and_pages_of_a_snapshot_are_those_that_are_printed(bench: Bench) -> None:
    snapshot = bench.workspace.snapshots["fair"]
    fresh = check_game(bench.project, "fair", keep="*")
    for kind in fresh.game.kinds.values():
        if not kind.printed or kind.prose:
            continue
        for position in range(len(kind.items)):
            drawn = snapshot.face(kind.name, position)
            assert drawn == fresh.front(kind, position, fresh.game.language)
            assert snapshot.face(kind.name, position) is drawn

"""A site that was ended at any moment, in any way: the next run makes what a run into an empty folder makes."""

import os
import sys
import traceback
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from each import each
from projects import GAME, PEOPLE, STALL, STALLS, STYLE, write_files
from tries import FACTOR, slow_but

from generator.core.folders import Project
from generator.core.leftovers import sweep_again
from generator.core.problem import Infeasible
from generator.web.site.folder import KNOWN, SiteFolder
from generator.web.site.making import SiteOrder, make_site

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="runs are ended in processes that are forked off")
Site = dict[str, dict[str, bytes]]  # by stand: its files; a stand that begins with "file" is asked for file by file
FINISHED, FAILED, ENDED = 0, 1, 9
CHANGES = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir")  # what Python reports before it does it

FIRST: Site = {
    "": {"index.html": b"first", "static/a.css": b"a"},
    "game 1": {"game/index.html": b"game", "game/one/index.html": b"one", "game/one.svg": b"<svg/>"},
    "file 1": {"game/one.pdf": b"%PDF one"},
}
CHANGED: Site = {
    "": {"index.html": b"changed", "static/a.css": b"a"},
    "game 2": {"game/index.html": b"game", "game/two/index.html": b"two", "game/one.svg": b"<svg>2</svg>"},
    "file 2": {"game/one.pdf": b"%PDF two", "game/two/more.pdf": b"%PDF more"},
}
WITHOUT: Site = {"": {"index.html": b"without"}}


def made(path: Path, site: Site) -> None:
    """Make a site as `make_site` does."""
    folder = SiteFolder(path)
    for stand, files in site.items():
        if stand.startswith("game") and folder.had(stand):
            continue
        for file, content in files.items():
            if not (stand.startswith("file") and folder.has(file, stand)):
                folder.put(file, content, stand)
        if stand.startswith("game"):
            folder.end_set(stand)
    folder.close()


def apart(work: Callable[[], object], path: Path, moment: int = 0, *, kill: bool = True) -> int:
    """Do something in a process of its own; how that ended.

    Args:
        work: what is done.
        path: below which changes of files are counted.
        moment: before which of them it is ended; not at all if 0.
        kill: whether the system ends it; else it is interrupted.
    """
    process = os.fork()
    if process:
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    status = FAILED
    try:
        sweep_again()
        numbers = count(1)

        def heard(event: str, values: tuple[Any, ...]) -> None:
            if event in CHANGES and str(path) in str(values[0]) and next(numbers) == moment:
                if kill:
                    os._exit(ENDED)
                raise KeyboardInterrupt

        sys.addaudithook(heard)
        work()
        status = FINISHED
    except KeyboardInterrupt:
        status = ENDED
    except BaseException:  # noqa: BLE001 - of a process forked off
        traceback.print_exc()
    finally:
        os._exit(status)


def tree_of(path: Path) -> dict[str, bytes | None]:
    """All that is in a folder: files with their content, and folders."""
    return {one.relative_to(path).as_posix(): one.read_bytes() if one.is_file() else None for one in path.rglob("*")}


@pytest.mark.rare
@pytest.mark.parametrize("kill", slow_but(1, [True, False]))
def test_a_run_that_was_ended_at_any_moment_leaves_nothing_behind(tmp_path: Path, kill: bool) -> None:
    clean = {}
    for name, site in {"first": FIRST, "changed": CHANGED, "without": WITHOUT}.items():
        made(tmp_path / name, site)
        clean[name] = tree_of(tmp_path / name)
    moments = {}
    for before, during, after in [
        ("", FIRST, "first"),
        ("", FIRST, "changed"),
        ("first", CHANGED, "changed"),
        ("first", CHANGED, "first"),
        ("changed", WITHOUT, "first"),
        ("changed", WITHOUT, "without"),
    ]:
        then = {"first": FIRST, "changed": CHANGED, "without": WITHOUT}
        for moment in count(1, max(1, 28 // FACTOR**2)):
            path = tmp_path / f"{before}-{after}-{moment}"
            if before:
                made(path, then[before])
            ended = apart(lambda: made(path, during), path, moment, kill=kill)  # noqa: B023 - called at once
            assert ended in (FINISHED, ENDED)
            assert apart(lambda: made(path, then[after]), path) == FINISHED, (before, after, moment)  # noqa: B023
            assert tree_of(path) == clean[after], (before, after, moment)
            if ended == FINISHED:
                break
        moments[before, after] = moment
    assert min(moments.values()) > 20


@each(
    "left",
    [
        b"", b'["fair/a', b'{"index.html": "1"\n}\n', b"\xff\xfe", b'["../a", "b", "c"]\n[["d"]]\n3\n',
        b'["index.html", "", ""]',
    ],
)  # fmt: skip
def test_a_record_that_is_damaged_is_one_of_ours_all_the_same(tmp_path: Path, left: bytes) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "site").mkdir()
    (tmp_path / "a/own").write_bytes(b"own")
    (tmp_path / "site" / KNOWN).write_bytes(left)
    made(tmp_path / "site", FIRST)
    made(tmp_path / "clean", FIRST)
    assert tree_of(tmp_path / "site") == tree_of(tmp_path / "clean")
    assert (tmp_path / "a/own").exists()


def test_a_file_that_somebody_changed_is_made_again(tmp_path: Path) -> None:
    made(tmp_path, FIRST)
    clean = tree_of(tmp_path)
    for file in [name for name, content in clean.items() if content is not None and name != KNOWN]:
        (tmp_path / file).write_bytes(b"mine")
        made(tmp_path, FIRST)
        assert tree_of(tmp_path) == clean


def test_files_of_others_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("own")
    with pytest.raises(Infeasible, match="no pnp site made"):
        SiteFolder(tmp_path)
    assert tree_of(tmp_path) == {"own.txt": b"own"}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, Path]:
    """A game's project, and the site that is made of it in one go."""
    folder = tmp_path_factory.mktemp("game")
    files = {
        "data/fair/game.yaml": GAME + "players: [2, 3]\n",
        "data/fair/stalls.yaml": STALLS,
        "data/fair/people.yaml": PEOPLE,
        "templates/fair/stall.svg": STALL,
        "templates/fair/style.yaml": STYLE,
    }
    write_files(folder, files, plain=True)
    project, clean = Project(folder / "data", folder / "templates"), folder / "clean"
    assert apart(lambda: make_site(project, SiteOrder(clean, jobs=1)), clean) == FINISHED
    return project, clean


ENDS = [(40, True), (2, False), (40, False), (90, True), (170, False), (230, True), (260, False)]


@pytest.mark.slow
@pytest.mark.parametrize(("moment", "kill"), slow_but(1, ENDS))
def test_a_games_site_is_whole_after_any_end(
    game: tuple[Project, Path], tmp_path: Path, moment: int, kill: bool
) -> None:
    project, clean = game
    site = tmp_path / "site"
    assert apart(lambda: make_site(project, SiteOrder(site, jobs=1)), site, moment, kill=kill) == ENDED
    assert apart(lambda: make_site(project, SiteOrder(site, jobs=1)), site) == FINISHED
    assert tree_of(site) == tree_of(clean)

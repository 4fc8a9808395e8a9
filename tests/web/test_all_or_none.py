"""An act that writes several files writes all of them or none, wherever it fails; then it can be done, and undone."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from addresses import text
from projects import Project
from starlette.testclient import TestClient

from generator.core import rewriting

Files = dict[str, bytes]
WORDS = "templates/fair/words.yaml"
SOURCE = "    source: {{file: {}.csv}}\n"
EDITORS = b"# an editor's\n"


def files_in(project: Project) -> Files:
    """All files of the project, and its folders."""
    found = sorted(project.folder.rglob("*"))
    return {str(path.relative_to(project.folder)): path.read_bytes() if path.is_file() else b"/" for path in found}


class Act(NamedTuple):
    """What a person does, and the files that it writes, in their order."""

    does: Callable[[TestClient, Project], bool]
    files: tuple[str, ...]
    in_web: bool = True  # so that it can be undone


def asked(client: TestClient, method: str, address: str, sent: object) -> bool:
    """Ask for something to be written; whether it was, or else was refused in a line."""
    answer = client.request(method, address, json=sent, headers={"accept": "application/json"})
    assert answer.status_code in (200, 404, 409, 422), answer.text
    if answer.status_code != 200:
        assert "\n" not in answer.json()["error"].strip()
    return answer.status_code == 200


def typed(project: Project, *arguments: str) -> bool:
    """Run a command; whether it came to its end, or else said why not in a line."""
    result = project.pnp(*arguments)
    assert result.exit_code in (0, 2, 130), result.output
    assert "Traceback" not in result.output
    return result.exit_code == 0


def translated(client: TestClient, _: Project) -> bool:
    versions = {
        name: client.get(f"/-/files/fair/{file}", headers={"accept": "application/json"}).json()["version"]
        for name, file in (("people", "people.yaml"), ("stalls", "stalls.yaml"), ("", "templates/words.yaml"))
    }
    texts = [text("stalls", "name", "fr"), text("", "ours", "fr"), {**text("people", "name", "fr"), "item": "ann"}]
    return asked(client, "PUT", "/fair/translations", {"versions": versions, "texts": texts})


def turned(word: str, client: TestClient, _: Project) -> bool:
    return asked(client, "POST", f"/-/{word}/fair", {})


def undone_to(client: TestClient, _: Project) -> bool:
    history = client.app.state.workshop.history  # type: ignore[attr-defined]
    number = min((one.number for one in history.steps("fair")), default=0)
    return asked(client, "POST", "/-/back/fair", {"number": str(number)})


DATA, FACES = "data/fair/", "templates/fair/"
TEXTS = (DATA + "stalls.yaml", WORDS, DATA + "people.yaml")
KIND = (DATA + "game.yaml", DATA + "coins.yaml", FACES + "coins.svg")
ICON = (FACES + "icons/cake-slice.svg", FACES + "style.yaml", DATA + "CREDITS.md")
GAME = ("data/night", "templates/night")
ACTS = {
    "translations": Act(translated, TEXTS),
    "undo": Act(partial(turned, "undo"), TEXTS),
    "redo": Act(partial(turned, "redo"), TEXTS),
    "undo of several": Act(undone_to, TEXTS),
    "new kind": Act(
        lambda client, _: asked(client, "POST", "/-/kinds/fair", {"sort": "tokens", "name": "Coins"}), KIND
    ),
    "icon": Act(lambda client, _: asked(client, "POST", "/-/icons/fair", {"name": "cake-slice"}), ICON),
    "new game": Act(
        lambda client, _: asked(
            client, "POST", "/-/games", {"name": "Night", "languages": "en", "sort.cards": "1", "sort.board": "1"}
        ),
        GAME,
    ),
    "copied game": Act(lambda client, _: asked(client, "POST", "/-/games", {"name": "Night", "from": "fair"}), GAME),
    "pnp new --kind": Act(lambda _, project: typed(project, "new", "fair", "--kind", "tokens:coins"), KIND, False),
    "pnp new --from": Act(
        lambda _, project: typed(project, "new", "night", "--from", str(project.folder.parent / "theirs")),
        ("pnp.yaml", *GAME),
        False,
    ),
    "pnp icons": Act(lambda _, project: typed(project, "icons", "cake-slice", "--take", "--game", "fair"), ICON, False),
    "pnp import --all": Act(
        lambda _, project: typed(project, "import", "--all"), (DATA + "stalls.yaml", DATA + "people.yaml"), False
    ),
}


class Fault(NamedTuple):
    """What goes wrong at one file of an act."""

    begin: Callable[[pytest.MonkeyPatch, Path], object]
    saves: bool = False  # an editor saves that file


@contextmanager
def locked(path: Path) -> Iterator[None]:
    fcntl = pytest.importorskip("fcntl", reason="this system has no locks of folders")
    folder = next(one for one in path.parents if one.is_dir())
    number = os.open(folder, os.O_RDONLY)
    fcntl.flock(number, fcntl.LOCK_EX)
    try:
        yield
    finally:
        os.close(number)


def is_same(target: object, path: Path) -> bool:
    return os.path.realpath(str(target)) == os.path.realpath(path)


def failing(patch: pytest.MonkeyPatch, path: Path, *, error: BaseException, late: bool = False) -> None:
    """Have the step fail in which a file comes into its place or goes; with ``late``, when that is done."""
    put, rename = rewriting._put, os.rename

    def at(target: object, act: Callable[[], None]) -> None:
        hits = is_same(target, path)
        if hits and not late:
            raise error
        act()
        if hits:
            raise error

    once: list[None] = []

    def putting(part: Path | None, target: Path) -> None:
        if once and is_same(target, path):  # it is put back
            put(part, target)
            return
        once.extend([None] if is_same(target, path) else [])
        at(target, lambda: put(part, target))

    patch.setattr(rewriting, "_put", putting)
    patch.setattr("generator.core.atomic.os.rename", lambda old, new: at(new, lambda: rename(old, new)))


def full(patch: pytest.MonkeyPatch, path: Path) -> None:
    """Have no room be left for what is to come into a file."""
    beside = rewriting._beside

    def writing(target: Path, *rest: object) -> Path | None:
        if is_same(target, path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return beside(target, *rest)  # type: ignore[arg-type]

    patch.setattr(rewriting, "_beside", writing)


def edited(patch: pytest.MonkeyPatch, path: Path) -> None:
    """Have an editor, which knows no lock, save a file straight before it is replaced."""
    compared, seen = rewriting._compared, list[Path]()

    def comparing(change: rewriting.Replacement) -> bytes | None:
        seen.extend([path] if is_same(change.path, path) else [])
        if is_same(change.path, path) and len(seen) == 2:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(EDITORS)
        return compared(change)

    patch.setattr(rewriting, "_compared", comparing)


NO_ROOM = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
FAULTS = {
    "no room beside": Fault(full),
    "no room at its place": Fault(partial(failing, error=NO_ROOM)),
    "interrupted": Fault(partial(failing, error=KeyboardInterrupt())),
    "interrupted just after": Fault(partial(failing, error=KeyboardInterrupt(), late=True)),
    "an editor saves": Fault(edited, saves=True),
}


@pytest.fixture
def fair(project: Project, desk: TestClient, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A game with phrases of its own and sheets as sources, which can be packed."""
    monkeypatch.setattr(rewriting, "PATIENCE", 0.01)
    project.write(WORDS, "ours: {en: Ours, fr: Nôtre}\n")
    game = project.path("game.yaml").read_text(encoding="utf-8")
    for kind in ("stalls", "people"):
        game = game.replace(f"  {kind}:\n", f"  {kind}:\n" + SOURCE.format(kind), 1)
        project.write(
            f"{kind}.csv",
            f"id,name.en{',price' if kind == 'stalls' else ''}\nnew,New{',4' if kind == 'stalls' else ''}\n",
        )
    project.write("game.yaml", game)
    theirs = Project(project.folder.parent / "theirs")
    for path in [*project.folder.glob("data/fair/*"), *project.folder.glob("templates/fair/*")]:
        theirs.write(str(path.relative_to(project.folder)), path.read_bytes())
    theirs.write("./pnp.yaml", "bleed: 0\njoin: butt\n")
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    return project


@pytest.mark.slow
@pytest.mark.parametrize("name", ACTS)
def test_an_act_is_done_whole_or_not_at_all(name: str, fair: Project, desk: TestClient) -> None:
    act, history = ACTS[name], desk.app.state.workshop.history  # type: ignore[attr-defined]
    if name in ("undo", "redo", "undo of several"):
        assert translated(desk, fair)
    if name == "redo":
        assert turned("undo", desk, fair)
    before, steps = files_in(fair), history.all("fair")
    tried = 0
    for fault, about in FAULTS.items():
        if act.in_web and "interrupted" in fault:  # a signal is for the server, which does not write in its own thread
            continue
        for file in act.files:
            path = fair.folder / file
            with pytest.MonkeyPatch.context() as patch:
                about.begin(patch, path)
                if act.does(desk, fair):
                    assert name in ("new game", "copied game", "pnp new --from"), (fault, file)  # not by this way
                    tidied(fair, before, desk)
                    continue
            tried += 1
            saved = files_in(fair)
            if about.saves:
                assert saved.pop(file) == EDITORS
                path.unlink() if file not in before else path.write_bytes(before[file])
                for folder in path.relative_to(fair.folder).parents:
                    if str(folder) not in {*before, "."}:
                        (fair.folder / folder).rmdir()
            assert files_in(fair) == before, (fault, file)
            assert history.all("fair") == steps, (fault, file)
    for file in act.files:
        with locked(fair.folder / file):
            if not act.does(desk, fair):
                tried += 1
                assert files_in(fair) == before, ("locked", file)
            else:
                tidied(fair, before, desk)
    assert tried >= len(act.files) * (1 if "data/night" in act.files else 4)
    desk.app.state.workshop.look()  # type: ignore[attr-defined]
    assert act.does(desk, fair)
    after = files_in(fair)
    assert {*act.files} <= {file for file in {**before, **after} if before.get(file) != after.get(file)}
    if act.in_web:
        game = "night" if "game" in name else "fair"
        word = "redo" if name.startswith("undo") else "undo"
        assert asked(desk, "POST", f"/-/{word}/{game}", {})
        assert files_in(fair) == before
        assert asked(desk, "POST", f"/-/{'undo' if word == 'redo' else 'redo'}/{game}", {})
        assert files_in(fair) == after


def tidied(project: Project, before: Files, desk: TestClient) -> None:
    """Take away again what an act did."""
    for path in sorted(project.folder.rglob("*"), reverse=True):
        if str(path.relative_to(project.folder)) not in before:
            path.rmdir() if path.is_dir() else path.unlink()
    desk.app.state.workshop.look()  # type: ignore[attr-defined]

"""What tests of the whole command share."""

import gc
import os
import pkgutil
import signal
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import settings
from projects import GAME, PEOPLE, STALL, STALLS, STYLE, Project, write_files
from proofs import FONTS
from shared_games import shared_games  # noqa: F401 - a fixture for all
from tries import some_cases, tries
from typer.main import get_command

from generator.core import kept_pixels
from generator.core.problem import Problem
from generator.core.project_code import PACKAGE, code_of
from generator.core.project_code import load as load_code
from generator.draw.marks.fonts import Font, load
from generator.read import reader
from generator.read.tree import Node

os.environ["PNP_CACHE"] = "off"  # what a test sees was done by it; tests of the cache have one of their own

# Shells have what they run behind them ignore interrupts, and programs that tests start and interrupt would as well.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Hundreds of programs are started: what they import is compiled once, whatever the surroundings say of that.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MOST_REMEMBERED = 300_000  # characters; the shipped files have less, hostile ones more

# A busy machine is not a fault of the code, and a run that fails should fail again.
settings.register_profile("steady", deadline=None, derandomize=True, max_examples=tries(60))
settings.load_profile("steady")


@pytest.hookimpl(trylast=True)  # when folders have marked theirs
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browsers first: so one process begins with them, and the others, which take from its end, start no second one."""
    items[:] = some_cases(items)
    items.sort(key=lambda item: "browser" not in item.path.parts)


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Tests in a game's own folder import its code as `play`: for each module, the name stands for that of its game."""
    code = code_of(collector.path.parents[1]) if isinstance(collector, pytest.Module) else None
    if code is None:
        return
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    package = load_code(code)
    inside = [found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    for name in (package.__name__, *inside):  # the very modules that the tool runs
        sys.modules[name.replace(package.__name__, PACKAGE)] = import_module(name)


def pytest_collection_finish() -> None:
    """What was read to here stays: it is not gone through again whenever memory is looked through, which is rarely."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_runtest_teardown() -> None:
    """What a test has drawn in pixels is not kept where the next one looks, nor are those of the next where it did."""
    kept_pixels._STORES.clear()


@pytest.fixture(scope="session", autouse=True)
def _parse_once() -> Iterator[None]:
    """The shipped games are read hundreds of times, each time with one file changed or none: parse equal texts once."""
    read_text = reader.read_text
    known = lru_cache(maxsize=256)(read_text)

    def remembered(text: str, name: str) -> tuple[Node | None, list[Problem]]:
        if len(text) > MOST_REMEMBERED or reader._RECORDING:  # what is noted must be read
            return read_text(text, name)
        root, problems = known(text, name)
        return root, list(problems)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "read_text", remembered)
        yield


@pytest.fixture(scope="session", autouse=True)
def _commands_once() -> Iterator[None]:
    """Commands are run thousands of times: their options are worked out once, as they are in a process of a user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("typer.testing._get_command", lru_cache(get_command))
        yield


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A game of two kinds, one of them printed, without a mistake; the current folder is its project's."""
    made = Project(tmp_path / "project")
    files = {
        "data/fair/game.yaml": GAME,
        "data/fair/stalls.yaml": STALLS,
        "data/fair/people.yaml": PEOPLE,
        "templates/fair/stall.svg": STALL,
        "templates/fair/style.yaml": STYLE,
    }
    write_files(made.folder, files, plain=True)
    monkeypatch.chdir(made.folder)
    return made


@pytest.fixture
def not_root() -> None:
    """Skip what only someone can try to whom the system refuses something."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        pytest.skip("the system refuses root nothing")


@pytest.fixture(scope="session")
def body() -> Font:
    """A font for text."""
    return load(FONTS / "andika" / "Andika_400Regular.ttf")


@pytest.fixture(scope="session")
def symbols() -> Font:
    """A font that has the rest."""
    return load(FONTS / "dejavu" / "DejaVuSans.ttf")

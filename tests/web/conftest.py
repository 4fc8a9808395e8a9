"""What tests of the workshop share: the application as a browser meets it, without a socket."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from projects import ROOT
from shared_games import undrawn
from starlette.testclient import TestClient

from generator.check import tasks
from generator.core.folders import Project
from generator.web.app import make_app
from generator.web.errands import Errands
from generator.web.terms import Terms
from generator.web.workshop import Workshop

PORT = 8765
ADDRESS = f"http://127.0.0.1:{PORT}"

Serve = Callable[..., TestClient]


def client_of(project: Project, **terms: object) -> TestClient:
    """A client of a workshop with this project, on these terms."""
    known: dict[str, object] = {"port": PORT}
    workshop = Workshop(project, Terms(**{**known, **terms}))  # type: ignore[arg-type]
    return TestClient(make_app(workshop), base_url=ADDRESS, follow_redirects=False)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves a project, that in the current folder unless told otherwise: ``serve(read_only=True)``."""
    with ExitStack() as open_ones:

        def serving(project: Project | None = None, **terms: object) -> TestClient:
            here = project or Project(Path("data"), Path("templates"))
            return open_ones.enter_context(client_of(here, **terms))

        yield serving


@contextmanager
def sound() -> Iterator[None]:
    """Games are compared with their rules alone: that the shipped ones can be drawn, others see to."""
    with undrawn(), pytest.MonkeyPatch.context() as patch:
        for tried in ("check_signs", "check_forge", "check_lab_of"):
            patch.setattr(tasks, tried, lambda *_, **__: [])
        yield


@pytest.fixture
def taken_for_sound() -> Iterator[None]:
    """For tests of the shipped games, or copies of them, that are not about what a check draws."""
    with sound():
        yield


@pytest.fixture(scope="session")
def shipped_shop() -> Iterator[TestClient]:
    """A client of the shipped games, for all tests that only look."""
    with client_of(Project(ROOT / "data", ROOT / "templates")) as client:
        workshop: Workshop = client.app.state.workshop  # type: ignore[attr-defined]
        with sound():
            for name in workshop.games():
                workshop.game(name)
        yield client


@pytest.fixture
def writer(serve: Serve) -> Serve:
    """Serves as `serve` does, to a client that may write."""

    def serving(project: Project | None = None, **terms: object) -> TestClient:
        client = serve(project, **terms)
        client.get("/")  # the cookie comes with the first page
        client.headers["x-pnp-token"] = client.app.state.workshop.terms.token  # type: ignore[attr-defined]
        return client

    return serving


@pytest.fixture
def desk(project: Project, writer: Serve, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A client that may write; errands are done in this process."""
    monkeypatch.setattr(Errands, "carry_out", lambda self, request, function, *values, budget: function(None, *values))
    client = writer()
    client.get("/fair/")
    return client

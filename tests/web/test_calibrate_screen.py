"""The wizard for a printer's second side: its sheet, what is read, the profile that it stores."""

import shutil
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from projects import ROOT, Project
from starlette.testclient import TestClient

Serve = Callable[..., TestClient]
STRAIGHT = "&".join(f"{place}.{axis}=0" for place in ("mid", "tl", "tr", "bl", "br") for axis in "xy")
OFF = STRAIGHT.replace("l.x=0", "l.x=2").replace("r.x=0", "r.x=2")


@pytest.fixture
def home(project: Project) -> Project:
    """A project that has the test sheet's font."""
    barlow = "templates/common/fonts/barlow"
    shutil.copytree(ROOT / barlow, project.folder / barlow)
    return project


def test_the_sheet_is_the_commands(home: Project, serve: Serve) -> None:
    got = serve().get("/calibration.pdf?printer=home&edge=short&paper=letter")
    assert home.pnp("calibrate", "--printer", "home", "--edge", "short", "--paper", "letter").exit_code == 0
    assert got.content == (home.folder / "output/calibration.pdf").read_bytes()


def test_what_was_read_is_reported_before_it_is_stored(home: Project, serve: Serve) -> None:
    page = unescape(serve().get(f"/calibrate?printer=home&sheet=plain&{OFF}").text)
    assert "Backs lie +0.40 mm to the right and +0.00 mm down" in page
    assert not Path("printers.yaml").exists()


def test_the_profile_is_stored_as_the_command_stores_it(home: Project, writer: Serve) -> None:
    client = writer()
    answer = client.post(f"/calibrate?printer=home&sheet=plain&{OFF}", json={})
    assert answer.status_code == 303
    stored = Path("printers.yaml").read_bytes()
    Path("printers.yaml").unlink()
    reading = "sheet=plain mid=0,0 tl=2,0 tr=2,0 bl=2,0 br=2,0"
    assert home.pnp("calibrate", "--printer", "home", "--reading", reading).exit_code == 0
    assert Path("printers.yaml").read_bytes() == stored
    page = unescape(client.get(answer.headers["location"]).text)
    assert "Stored in printers.yaml." in page
    assert '--printer "home"' in page


def test_nothing_is_stored_where_nothing_may_be_written(home: Project, serve: Serve) -> None:
    reader = serve(read_only=True)
    page = unescape(reader.get(f"/calibrate?printer=home&{OFF}").text)
    assert "pnp calibrate --printer home --reading 'sheet=plain mid=0,0 tl=2,0" in page
    assert '- printer: "home"' in page
    assert 'method="post"' not in page
    assert not Path("printers.yaml").exists()


@pytest.mark.parametrize(
    "query, status",
    [
        ("printer=%2F", 422),
        (STRAIGHT.replace("tl.x=0", "tl.x=far"), 422),
        (STRAIGHT.replace("tl.x=0", ""), 422),
        (STRAIGHT.replace("tl.x=0", "tl.x=99"), 422),
        (STRAIGHT.replace("tl.x=0", "tl.x=9"), 422),
        ("edge=both", 400),
        ("paper=tissue", 400),
        ("colour=red", 400),
    ],
)
def test_what_cannot_be_read_off_a_sheet_is_said(home: Project, serve: Serve, query: str, status: int) -> None:
    page = serve().get(f"/calibrate?{query}")
    assert page.status_code == status
    assert "<h1>" in page.text

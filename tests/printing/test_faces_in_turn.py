"""Faces of large kinds are drawn when they are printed, one after the other, and are the same as kept ones."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from projects import ROOT

from generator.check import build, drawn_tasks
from generator.check.result import CheckResult
from generator.check.scope import Scope
from generator.core.folders import Project
from generator.printing.members import FacesInTurn, grouped
from generator.printing.order import Choice, RenderOrder
from generator.printing.render import render

SHIPPED = Project(ROOT / "data", ROOT / "templates")


@pytest.fixture
def checked() -> CheckResult:
    return build.check_game(SHIPPED, "collectors", keep="*", scope=Scope(whole=False))


@pytest.mark.slow
def test_sheets_of_faces_that_were_not_kept_are_the_same(tmp_path: Path, checked: CheckResult) -> None:
    kind = next(kind.name for kind in checked.game.kinds.values() if kind.printed and not kind.prose)
    choice = Choice(kinds=(kind,))
    for name, game in (("kept", checked), ("not", replace(checked, faces={}))):
        list(render(game, RenderOrder(choice, out=tmp_path / name)))
    files = [path.relative_to(tmp_path / "kept") for path in (tmp_path / "kept").rglob("*.pdf")]
    assert files
    assert all((tmp_path / "kept" / file).read_bytes() == (tmp_path / "not" / file).read_bytes() for file in files)


def test_copies_are_one_face(checked: CheckResult) -> None:
    kind = next(kind for kind in checked.game.kinds.values() if kind.printed and not kind.prose and not kind.group)
    copies = {id(item): 2 for item in kind.items[:3]}
    ((_, members),) = grouped(replace(checked, faces={}), kind, "en", copies)
    assert isinstance(members, FacesInTurn)
    faces = [face for _, face in members]
    assert [face is other for face, other in zip(faces[::2], faces[1::2], strict=True)] == [True] * 3
    assert [shown and shown.id for shown, _ in members] == [item.id for item in kind.items[:3] for _ in range(2)]
    assert [face for _, face in members[2:4]] == faces[2:4]


@pytest.mark.slow
def test_a_large_kind_keeps_no_face(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_tasks, "MOST_FACES", 3)
    found = build.check_game(SHIPPED, "collectors", keep="*", scope=Scope(whole=False), progress=lambda *_: None)
    large = {kind.name for kind in found.game.kinds.values() if len(kind.items) > 3}
    assert large
    assert not {name for name, _ in found.faces} & large

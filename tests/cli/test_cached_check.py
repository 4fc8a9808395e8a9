"""``pnp check`` with a cache says what it says without."""

from pathlib import Path

import pytest
from projects import Project

from generator.project import judge


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    return tmp_path / "cache"


def both(project: Project, folder: Path, *options: str) -> str:
    """What a check prints without a cache, and with it twice."""
    told = [project.pnp("check", *options, *more) for more in (["--no-cache"], *[["--cache", str(folder)]] * 2)]
    assert len({(one.stdout, one.exit_code) for one in told}) == 1
    return told[0].stdout


def test_each_change_is_seen_and_taking_it_back_as_well(project: Project, folder: Path) -> None:
    before = both(project, folder)
    project.write("stalls.yaml", "- {id: pie, name: Pie, price: many}\n")
    assert "wrong-type" in both(project, folder)
    project.write("templates/fair/stall.svg", "<svg")
    assert "template-syntax" in both(project, folder)
    assert "wrong-type" in both(project, folder, "data/fair/stalls.yaml", "--format", "json")
    assert before != both(project, folder)


def test_an_answer_of_the_cache_takes_no_check(project: Project, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = both(project, folder)

    def not_again(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("generator.project.build.check_game", not_again)
    assert project.pnp("check", "--cache", str(folder)).stdout == told
    monkeypatch.setattr(judge, "tool_digest", lambda: "another version")
    with pytest.raises(AssertionError):
        project.pnp("check", "--cache", str(folder))


def test_what_is_no_verdict_is_a_miss(folder: Path) -> None:
    from generator.project.verdict import read_answer

    wrong = [None, b"", b"{", b"[]", b"{}", b'{"game": 1}', b"[" * 5_000, b'{"game": "a", "problems": [[1]]}']
    assert [read_answer(answer) for answer in wrong] == [None] * len(wrong)
    assert not folder.exists()

"""``pnp check`` with a cache says what it says without."""

from pathlib import Path

import pytest
from projects import STALL, Project

from generator.check import judge
from generator.check.workspace import forget_kept_files


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

    monkeypatch.setattr("generator.check.build.check_game", not_again)
    assert project.pnp("check", "--cache", str(folder)).stdout == told
    monkeypatch.setattr(judge, "tool_digest", lambda: "another version")
    with pytest.raises(AssertionError):
        project.pnp("check", "--cache", str(folder))


def test_what_is_no_verdict_is_a_miss(folder: Path) -> None:
    from generator.check.verdict import GameVerdict, read_answer

    wrong = [None, b"", b"{", b"[]", b"{}", b'{"game": 1}', b"[" * 5_000, b'{"game": "a", "problems": [[1]]}']
    assert [read_answer(answer, GameVerdict) for answer in wrong] == [None] * len(wrong)
    assert not folder.exists()


@pytest.mark.slow
def test_the_size_that_a_project_allows_is_part_of_what_a_check_rests_on(project: Project, folder: Path) -> None:
    project.write("stalls.yaml", "# " + "x" * (1024**2 + 1) + "\n[]\n")
    assert "larger than" not in both(project, folder)
    project.write("data/../pnp.yaml", "largest_file: 1\n")
    assert "larger than" in both(project, folder)


@pytest.mark.slow
def test_a_picture_is_looked_at_again_whatever_it_is_called(project: Project, folder: Path) -> None:
    for name in (".kit/a.svg", "kit/.a.svg", "kit~/a.svg", "4913/a.svg", "a.part/a.svg"):
        project.write(
            "templates/fair/stall.svg", STALL.replace("</svg>", f'<use href="{name}" width="8" height="8"/></svg>')
        )
        project.write(f"templates/fair/{name}", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>')
        sound = both(project, folder)
        project.write(f"templates/fair/{name}", "<svg")
        forget_kept_files()  # as another run of the program would
        assert both(project, folder) != sound, name


@pytest.mark.slow
def test_a_folder_in_the_place_of_a_file_is_seen_and_so_is_its_end(project: Project, folder: Path) -> None:
    for name in ("lab.yaml", "forge.yaml", "rules.en.md"):
        place = project.folder / "data/fair" / name
        without = both(project, folder)
        place.mkdir()
        both(project, folder)
        place.rmdir()
        assert both(project, folder) == without


@pytest.mark.slow
def test_templates_are_those_that_the_game_names_however_it_spells_the_key(project: Project, folder: Path) -> None:
    described = (project.folder / "data/fair/game.yaml").read_text(encoding="utf-8")
    project.write(
        "templates/other/style.yaml", (project.folder / "templates/fair/style.yaml").read_text(encoding="utf-8")
    )
    for spelled in (
        "templates: other",
        "? templates # c\n: other",
        '? "templ\\\n  ates"\n: other',
        '"templ\\x61tes": other',
    ):
        project.write("game.yaml", f"{described}\n{spelled}\n")
        project.write("templates/other/stall.svg", STALL)
        forget_kept_files()
        sound = both(project, folder)
        assert "stall.svg" not in sound
        project.write("templates/other/stall.svg", "<svg")
        forget_kept_files()
        assert "templates/other/stall.svg" in both(project, folder)

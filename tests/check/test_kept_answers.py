"""A run takes the answers of the run before where all that they rest on is as it was, and is right all the same."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from each import each
from projects import STALL, Project

from generator.check import build
from generator.check.build import check_game, check_kept, keeps_answers
from generator.check.cache import Cache, key_of, tool_digest
from generator.check.file_states import FileLooker, told_project
from generator.check.judge import Judge
from generator.check.memo import AnswerFile, NotPlain, as_plain, from_plain
from generator.check.workspace import forget_kept_files
from generator.core.folders import Project as Folders
from generator.core.problem import Problem
from generator.draw.renderer import Renderer
from generator.draw.scope import FaceFault
from generator.rules.apply import RuleVerdict

FOLDERS = Folders(Path("data"), Path("templates"))
RULES = """\
- {rule: slow, check: number-range, kind: stalls, field: price, max: 9, source: x, why: y, pass: {price: 9}, fail: {price: 10}}
"""
EDITS = [
    ("stalls.yaml", "price: 3", "price: 12"),
    ("stalls.yaml", "- id: darts", "# a line\n\n- id: darts"),
    ("stalls.yaml", "Cake stall", "Cake " * 40),
    ("templates/fair/stall.svg", "0.5", "0.6"),
    ("balance.yaml", "max: 9", "max: 13"),
    ("stalls.yaml", "id: darts", "id: cake"),
    ("templates/fair/stall.svg", "</svg>", ""),
    ("stalls.yaml", "Cake " * 40, "Cake"),
]


@pytest.fixture
def fair(project: Project) -> Project:
    project.write("templates/fair/stall.svg", STALL)
    project.write("balance.yaml", RULES)
    return project


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The items whose faces are laid out."""
    ids, draw = list[str](), Renderer.drawn

    def noted(renderer: Renderer, kind, item, language, **options):  # type: ignore[no-untyped-def]
        ids.append(item.id)
        return draw(renderer, kind, item, language, **options)

    monkeypatch.setattr(Renderer, "drawn", noted)
    return ids


@pytest.mark.slow
def test_it_finds_what_a_check_finds_after_every_edit(fair: Project, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "kept", b"secret")
    for file, old, new in [("stalls.yaml", "price: 5", "price: 5"), *EDITS]:
        fair.change(file, old, new)
        for _ in range(2):
            forget_kept_files()
            checked = check_kept(FOLDERS, "fair", cache, FileLooker(FOLDERS))
            forget_kept_files()
            assert checked.problems == check_game(FOLDERS, "fair").problems, new


def test_what_stayed_as_it_was_is_not_laid_out_again(fair: Project, drawn: list[str], tmp_path: Path) -> None:
    cache = Cache(tmp_path / "kept", b"secret")
    check_kept(FOLDERS, "fair", cache, FileLooker(FOLDERS))
    assert set(drawn) == {"cake", "darts"}
    drawn.clear()
    fair.change("stalls.yaml", "price: 3", "price: 4")
    check_kept(FOLDERS, "fair", cache, FileLooker(FOLDERS))
    assert set(drawn) == {"cake"}
    drawn.clear()
    check_kept(
        FOLDERS, "fair", Cache(tmp_path / "kept", b"another"), FileLooker(FOLDERS)
    )  # what somebody else has sealed is none
    assert set(drawn) == {"cake", "darts"}


@pytest.mark.parametrize(
    "text", ["[]", "{}", "{", '{"notes": [], "sets": [], "numbers": 1, "shown": {}, "answers": [[1]]}', "3"]
)
def test_what_has_another_form_is_a_miss(fair: Project, text: str, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "kept", b"secret")
    cache.put(key_of("answers", tool_digest(), *told_project(FOLDERS, "fair")), text.encode())
    assert check_kept(FOLDERS, "fair", cache, FileLooker(FOLDERS)).problems == check_game(FOLDERS, "fair").problems


@pytest.mark.slow
def test_an_answer_that_nobody_asks_for_goes_after_some_runs(fair: Project, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "kept", b"secret")
    sizes = []
    for number in range(1, 12):
        fair.write("stalls.yaml", f"- {{id: cake, name: {{en: Cake, fr: Tarte}}, price: 3, copies: {number}}}\n")
        check_kept(FOLDERS, "fair", cache, FileLooker(FOLDERS))
        (entry,) = (tmp_path / "kept").iterdir()
        sizes.append(entry.stat().st_size)
    assert sizes[-1] < 1.1 * sizes[5]


def test_a_check_keeps_them_once_it_is_asked_for_again(fair: Project, drawn: list[str], tmp_path: Path) -> None:
    cache = Cache(tmp_path / "kept", b"secret")

    def drawn_at(price: int) -> set[str]:
        drawn.clear()
        fair.change("stalls.yaml", f"price: {price - 1}", f"price: {price}")
        assert [problem.rule for problem in Judge(cache).verdict(FOLDERS, "fair").problems] == ["slow"] * (price > 9)
        return set(drawn)

    fair.change("stalls.yaml", "price: 3", "price: 6")
    assert [drawn_at(price) for price in (7, 8, 9, 10)] == [{"cake", "darts"}, {"cake", "darts"}, {"cake"}, {"cake"}]


def test_without_a_cache_and_of_a_large_game_none_are_kept(
    fair: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(tmp_path / "kept", b"secret")
    assert [keeps_answers(FOLDERS, "fair", Cache(None)) for _ in range(2)] == [False, False]
    assert [keeps_answers(FOLDERS, "fair", cache) for _ in range(2)] == [False, True]
    monkeypatch.setattr(build, "_LARGEST", 10)
    assert not keeps_answers(FOLDERS, "fair", cache)


ANSWERS = [
    None, True, 3, "é", (), [], ((1, "a"), [2.5]), {("a", 1): 2}, (Fraction(1, 3), ""),
    RuleVerdict(True, (("cards", 0, ("a", 1), "wrong", ""),), (Problem("f", 1, 2, "error", "r", "m", "h"),)),
    [FaceFault("r", "m", "h", None, 1, 2), FaceFault("r", "m", "h", ("a", 0), 1, 2, "warning")],
]  # fmt: skip


@each("answer", ANSWERS)
def test_an_answer_is_the_same_after_it_was_kept(answer: object) -> None:
    again = from_plain(json.loads(json.dumps(as_plain(answer))))
    assert again == answer
    assert type(again) is type(answer)


def test_an_answer_that_is_no_plain_value_is_not_kept() -> None:
    with pytest.raises(NotPlain):
        as_plain([object()])
    assert json.loads(AnswerFile().packed({}, 0, {}))["answers"] == []

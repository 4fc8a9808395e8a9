"""Large files of items: read member by member, packed, and the same as small ones in all that is asked of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from projects import ROOT

from generator.core.problem import Problem
from generator.model.game import Game
from generator.model.load import load_game
from generator.read import kept_text, long_list
from generator.read.kept_text import BlockText
from generator.read.long_list import LaterMapping, LongList
from generator.read.reader import read_bytes
from generator.read.tree import Limits, Mapping, Node, Sequence

GAMES = ("collectors", "star-road", "tricks-or-treats")
LIST = Limits(raisable=True)


@pytest.fixture
def as_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every file of items read as a large one, in blocks of a few lines."""
    monkeypatch.setattr(long_list, "LARGE", -1)
    monkeypatch.setattr(kept_text, "BLOCK", 200)


def told(node: Node) -> Any:
    """A tree as plain values, whatever holds it."""
    if isinstance(node, Mapping):
        keys = [(key.text, key.line, key.column) for key in node.keys.values()]
        return node.line, node.column, keys, [told(value) for value in node.values.values()]
    if isinstance(node, Sequence):
        return node.line, node.column, [told(item) for item in node.items]
    return node.text, node.plain, node.line, node.column


def _items(game: Game) -> Iterator[tuple[Any, ...]]:
    for kind in game.kinds.values():
        for item in kind.items:
            yield (
                kind.name, item.id, list(item.fields.items()), item.copies, dict(item.waive), item.file,
                told(item.node), item.broken, item.waived, item.wrong, kind.partial,
                [list(item.view(language, game.language)) for language in game.languages],
            )  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_games_items_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, problems = load_game(ROOT / "data" / name, name)
    monkeypatch.setattr(long_list, "LARGE", -1)
    monkeypatch.setattr(kept_text, "BLOCK", 500)
    large, found = load_game(ROOT / "data" / name, name)
    assert found == problems
    assert list(_items(large)) == list(_items(game))
    assert any(isinstance(item.node, LaterMapping) for kind in large.kinds.values() for item in kind.items)


TEXTS = (
    "- id: a\n  title: one\n- id: b\n  title: two\n",
    "- {id: a,\n   title: one}\n-   {id: b, title: 'two\n     lines'}\n# end\n",
    "[{id: a, title: one}, {id: b}, c,\n{id: d,\ntitle: x}]\n",
    "  - id: a\n    title: |\n      first\n      second\n\n  # a remark\n  - id: b\n    effects:\n      - treats: 1\n",
    "- id: a\r\n  title: one\r\n- id: b\r\n",
    "- id: a\r  title: one\r- id: b\r",
    "\ufeff- id: é\n  title: ’’\n-\n  id: b\n  id: again\n- plain\n- [x]\n- ~\n",
    "---\n- ? id\n  : a\n- id: b\n...\n",
    "%YAML 1.1\n---\n- id: a\n",
    '- "id": "a\\x41"\n  t: >-\n    folded\n    text\n\n',
    "- id: a\n  b: {c: 1, d: [1,\n 2]}   # remark\n\n\n- id: z",
    "a: 1\n", "just text\n", "", "# only\n", "- a\n- b\n", "- id: a\n b: c\n", "- id: a\n- &x id: b\n", "- id: \x07\n",
    "- id: a\n- {b: c\n", "- id: a\n---\n- id: b\n", "- id: a\n\u2028- id: b\n", "-\tid: a\n- id: b\n",
)  # fmt: skip


def _read(path: Path, data: bytes) -> tuple[Any, list[Problem], list[Any]]:
    path.write_bytes(data)
    read = LongList(path, "f.yaml", None, LIST)
    kept = [told(kept) for _, kept in read]
    root = read.root
    whole = None if root is None or read.refused else type(root)
    return whole, read.problems, kept if isinstance(root, Sequence) and not read.refused else []


def _plainly(data: bytes) -> tuple[Any, list[Problem], list[Any]]:
    root, problems = read_bytes(data, "f.yaml")
    return None if root is None else type(root), problems, told(root)[2] if isinstance(root, Sequence) else []


@pytest.mark.usefixtures("as_large")
@pytest.mark.parametrize("text", TEXTS)
def test_a_large_file_is_read_as_a_small_one(tmp_path: Path, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    assert _read(tmp_path / "f.yaml", data) == _plainly(data)


@pytest.mark.usefixtures("as_large")
@pytest.mark.parametrize(
    "data", [b"- id: a\n- \xff\n", b"\n" * 300 + b"- \xc3\n- \x01", b"- \x01\n" + b"\n" * 300 + b"\xff"]
)
def test_bytes_that_are_no_text_are_reported_alike(tmp_path: Path, data: bytes) -> None:
    assert _read(tmp_path / "f.yaml", data) == _plainly(data)


WORDS = st.sampled_from(
    ("id: a", "- ", "\n", "  ", "{", "}", "[", "]", ", ", ": ", "x", "'", '"', "#", "|\n", "\r\n", "é")
)


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=30).map("".join))
def test_any_text_is_read_alike(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    data = b"- id: first\n  t: one\n" + text.encode()
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(long_list, "LARGE", -1)
        patch.setattr(kept_text, "BLOCK", 16)
        assert _read(path, data) == _plainly(data)


def test_a_text_is_kept_as_it_is() -> None:
    text = "".join(f"- id: card-{number}\n  title: ’{'x' * (number % 70)}\n" for number in range(3_000))
    kept = BlockText(text.encode())
    assert kept.whole() == text
    assert kept.between((2, 2), (4, 0)) == "  id: card-1\n  title: ’x\n"
    assert kept.between((5_998, 4), (6_000, 0)).startswith("    : card-2999\n  title: ")
    assert len(kept._blocks) > 5


def test_a_sign_taken_for_a_comment_is_found_in_a_large_file_as_in_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "".join(f"- id: a{number}\n  tags: [fire]\n" for number in range(60))
    text += '- id: b\n  tags: [fire,#ice\n    water]\n  name: "Ace"# of suns\n  text: #x\n'
    (tmp_path / "items.yaml").write_text(text, encoding="utf-8")

    def places() -> list[tuple[int, int]]:
        members = LongList(tmp_path / "items.yaml", "items.yaml", None, LIST)
        assert len(list(members)) == 61
        return sorted((problem.line, problem.column) for problem in members.problems)

    small = places()
    monkeypatch.setattr(long_list, "LARGE", -1)
    monkeypatch.setattr(kept_text, "BLOCK", 200)
    assert places() == small == [(122, 15), (124, 14), (125, 9)]

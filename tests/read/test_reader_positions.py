"""Every value knows the line and column at which it is written, and no text whatsoever ends in an exception."""

import json
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.read.reader import read_bytes, read_text
from generator.read.tree import Mapping, Node, Scalar, Sequence, describe, excerpt, locate

WORD = st.from_regex(r"[a-zé日😀][a-zé日😀 ]{0,8}[a-zé日😀]", fullmatch=True).filter(
    lambda word: word not in ("null", "~")
)
QUOTED = st.text(st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp", "Cn", "Co"]), max_size=12)
KEY = st.from_regex(r"[a-zé日]{1,6}", fullmatch=True)


def scalars(node: Node) -> Iterator[Scalar]:
    """All values of a tree, keys included."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for member in node.items:
            yield from scalars(member)
    else:
        for key, value in node.values.items():
            yield node.keys[key]
            yield from scalars(value)


def written(node: object, depth: int = 0) -> str:
    """A tree of lists, mappings and scalars (already as YAML) in the form people write."""
    pad = "  " * depth
    if isinstance(node, list):
        return "".join(f"\n{pad}-{_after(member, depth)}" for member in node)
    if isinstance(node, dict):
        return "".join(f"\n{pad}{key}:{_after(value, depth)}" for key, value in node.items())
    return str(node)


def _after(node: object, depth: int) -> str:
    return written(node, depth + 1) if isinstance(node, list | dict) and node else f" {node}"


LEAF = st.one_of(WORD, QUOTED.map(lambda text: json.dumps(text, ensure_ascii=False)))
TREE = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4), st.dictionaries(KEY, inner, min_size=1, max_size=4)
    ),
    max_leaves=15,
)


@settings(max_examples=80, deadline=None)
@given(TREE)
def test_every_value_stands_at_its_line_and_column(tree: object) -> None:
    text = written(tree)
    root, problems = read_text(text, "f")
    assert problems == []
    assert root is not None
    lines = text.split("\n")
    for scalar in scalars(root):
        here = lines[scalar.line - 1][scalar.column - 1 :]
        assert here.startswith(scalar.text if scalar.plain else json.dumps(scalar.text, ensure_ascii=False))


@settings(max_examples=150, deadline=None)
@given(st.lists(LEAF, min_size=1, max_size=6))
def test_values_on_one_line_count_characters_and_not_bytes(values: list[str]) -> None:
    text = "{" + ", ".join(f"k{number}: {value}" for number, value in enumerate(values)) + "}"
    root, _ = read_text(text, "f")
    assert isinstance(root, Mapping)
    for number, value in enumerate(values):
        assert text[root.values[f"k{number}"].column - 1 :].startswith(value)


@settings(max_examples=300, deadline=None)
@given(st.text(st.characters(), max_size=60))
def test_any_text_gives_a_tree_or_problems(text: str) -> None:
    root, problems = read_text(text, "f")
    assert root is None or not [problem for problem in problems if problem.rule != "duplicate-key"]
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from(list("ab:-?[]{},&*!|>'\"%@`#\\ \n\t~é\u00a0")), max_size=40))
def test_any_jumble_of_yaml_signs_gives_a_tree_or_problems(text: str) -> None:
    root, problems = read_text(text, "f")
    assert isinstance(root, Scalar | Sequence | Mapping | None)
    for problem in problems:
        assert problem.message
        assert "\n" not in problem.message
        assert 1 <= problem.line <= text.count("\n") + 1


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_give_a_tree_or_problems(data: bytes) -> None:
    root, problems = read_bytes(data, "f")
    assert isinstance(root, Scalar | Sequence | Mapping | None)
    assert all(problem.line >= 1 and problem.column >= 1 for problem in problems)


def test_a_quoted_text_stands_at_its_quote_and_a_block_at_its_sign() -> None:
    root, _ = read_text('a: "b"\nc: |\n  d\n', "f")
    assert isinstance(root, Mapping)
    assert root.values["a"] == Scalar("b", False, 1, 4)
    assert root.values["c"] == Scalar("d\n", False, 2, 4)


def test_only_an_unquoted_tilde_null_or_nothing_is_absent() -> None:
    root, _ = read_text('[~, null, "~", "null", "", Null, no, .]\n', "f")
    assert isinstance(root, Sequence)
    assert [member.absent for member in root.items if isinstance(member, Scalar)] == [True, True] + [False] * 6
    empty, _ = read_text("a:\n", "f")
    assert isinstance(empty, Mapping)
    assert isinstance(empty.values["a"], Scalar)
    assert empty.values["a"].absent


def test_a_place_that_is_not_there_is_the_nearest_on_the_way() -> None:
    root, _ = read_text("a:\n  - b: 1\n", "f")
    assert root is not None
    places = [
        ((), 1, 1),
        (("a",), 2, 3),
        (("a", 0, "b"), 2, 8),
        (("a", 5), 2, 3),
        (("a", 0, "x", "y"), 2, 5),
        (("z",), 1, 1),
    ]
    for path, line, column in places:
        node = locate(root, path)
        assert (node.line, node.column) == (line, column), path


def test_a_value_is_described_in_its_authors_words() -> None:
    root, _ = read_text('[a, "a", [], {}, ~, "x\xa0y", ' + "z" * 60 + "]", "f")
    assert isinstance(root, Sequence)
    assert [describe(member) for member in root.items] == [
        "'a'", "the quoted text 'a'", "a list", "a mapping", "nothing", "the quoted text 'x\\xa0y'", f"'{'z' * 37}...'",
    ]  # fmt: skip
    assert excerpt("it's") == '"it\'s"'

"""YAML in the form of the shipped files: what is written reads back as it was, and looks as the shipped files do."""

from pathlib import Path
from typing import Any

import pytest
from each import each
from hypothesis import given, settings
from hypothesis import strategies as st
from smithy import Smithy
from tries import tries

from generator.forge.yaml_writer import SignedNumber, as_yaml, flow, scalar
from generator.read.reader import read_text
from generator.read.tree import Mapping, Node, Scalar, Sequence

DATA = Path(__file__).parents[2] / "data" / "tricks-or-treats"


def plain(node: Node) -> Any:
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.values.items()}
    if isinstance(node, Sequence):
        return [plain(member) for member in node.items]
    return node.text


def test_the_shipped_cards_are_written_as_they_stand(smithy: Smithy) -> None:
    text = (DATA / "surprise-cards.yaml").read_text(encoding="utf-8")
    for item in smithy.kind.items:
        fields: dict[str, Any] = {}
        for name, node in item.node.values.items():
            fields[name] = plain(node)
        fields["effects"] = [
            {effect.key: effect.value if effect.key == "surprises" else SignedNumber(effect.value)}
            for effect in item.fields["effects"]
        ]
        assert as_yaml(fields) in text


def test_a_tile_is_written_as_it_stands() -> None:
    tile = {"id": "manor", "name": {"en": "Crooked manor", "fr": "Manoir de guingois"}, "difficulty": 12}
    assert as_yaml(tile) == "- id: manor\n  name: {en: Crooked manor, fr: Manoir de guingois}\n  difficulty: 12\n"


def test_a_blueprint_is_written_as_it_stands() -> None:
    fields = {"id": "shield", "set": "1", "merge": {"count": 3, "into": "0003"}, "refs": ["0003"], "ground": True}
    assert as_yaml(fields) == (
        '- id: shield\n  set: "1"\n  merge: {count: 3, into: "0003"}\n  refs: ["0003"]\n  ground: true\n'
    )


def test_a_text_of_several_lines_is_a_block() -> None:
    item = {
        "id": "a",
        "title": {"en": "One\n\n- two", "fr": "Un"},
        "notes": [{"text": "a: 1\n# b", "cost": 2}],
        "x": "a \nb",
    }
    assert as_yaml(item) == (
        "- id: a\n  title:\n    en: |-\n      One\n\n      - two\n    fr: Un\n"
        '  notes:\n    - text: |-\n        a: 1\n        # b\n      cost: 2\n  x: "a \\nb"\n'
    )


def test_what_is_long_stands_on_lines_of_its_own() -> None:
    text = "Three of these may be exchanged, at any time and by anyone."
    assert as_yaml({"text": {"en": text, "fr": text}}) == f"- text:\n    en: {text}\n    fr: {text}\n"


TEXTS = st.one_of(
    st.text(alphabet=st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=30),
    st.text(alphabet=" \n-:#,?[]{}\"'!&*|>%@`~=yesnoYNtrue0123456789+.eE_xo", max_size=12),
    st.sampled_from(["", "~", "null", "no", "007", "1e3", "0x1F", "1_000", "12:30", "- a", "a: b", "a #b", "é?", "…"]),
)


@pytest.mark.slow
@given(text=TEXTS, other=TEXTS)
def test_any_text_reads_back_as_it_was(text: str, other: str) -> None:
    written = as_yaml({"id": "a", "title": {"en": text, "fr": other}, "list": [text, other], "plain": text})
    root, problems = read_text(written, "x")
    assert problems == []
    assert root is not None
    assert plain(root) == [{"id": "a", "title": {"en": text, "fr": other}, "list": [text, other], "plain": text}]


@pytest.mark.slow
@settings(max_examples=tries(40))
@given(text=TEXTS)
def test_other_readers_take_it_for_text_too(text: str) -> None:
    import yaml

    assert yaml.safe_load(scalar(text)) == text
    assert yaml.safe_load(flow([text])) == [text]


@each(
    ("value", "text"),
    [
        (SignedNumber(3), "+3"),
        (SignedNumber(-2), "-2"),
        (2, "2"),
        (-2, "-2"),
        (True, "true"),
        (1.5, "1.5"),
        ("1.5", '"1.5"'),
    ],
)
def test_numbers_are_written_by_what_they_are(value: Any, text: str) -> None:
    assert scalar(value) == text


def test_a_quoted_text_is_still_a_scalar() -> None:
    root, _ = read_text(scalar('a "b" \\ c: d'), "x")
    assert root == Scalar('a "b" \\ c: d', False, 1, 1)

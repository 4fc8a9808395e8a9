"""Long texts and lists of records as YAML: laid out as in the shipped files, and read back as they were."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.forge.yaml_writer import SignedNumber, as_yaml
from generator.read.reader import read_text
from generator.read.tree import Mapping, Node, Scalar, Sequence

DATA = Path(__file__).parents[2] / "data"


def plain(node: Node | None) -> Any:
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.values.items()}
    if isinstance(node, Sequence):
        return [plain(member) for member in node.items]
    return node.text if isinstance(node, Scalar) else None


def test_an_ability_is_written_a_field_a_line() -> None:
    text = "Once per round, when your interception succeeds, raise your Reflexes by 1 until the round ends. Then rest."
    ability = {"name": {"en": "Nobody Passes"}, "changes": [{"reflexes": SignedNumber(1)}], "text": {"en": text}}
    assert as_yaml({"id": "key-collector", "abilities": [ability]}) == (
        "- id: key-collector\n"
        "  abilities:\n"
        "    - name: {en: Nobody Passes}\n"
        "      changes:\n"
        "        - reflexes: +1\n"
        "      text:\n"
        "        en: >-\n"
        "          Once per round, when your interception succeeds, raise your Reflexes by 1 until the\n"
        "          round ends. Then rest.\n"
    )


@pytest.mark.slow
@given(texts=st.lists(st.text(alphabet="abc de:#-é’\"',.!?{}[]&*|>%@`~=\t\n ", max_size=300), min_size=1, max_size=3))
def test_a_text_of_any_length_reads_back_as_it_was(texts: list[str]) -> None:
    fields = {"id": "x", "list": [{"name": {"en": text}, "cost": 1, "text": {"en": text}} for text in texts]}
    node, problems = read_text(as_yaml(fields), "x")
    assert problems == []
    read = plain(node)[0]
    assert [member["text"]["en"].removesuffix("\n") for member in read["list"]] == [
        text.removesuffix("\n") for text in texts
    ]

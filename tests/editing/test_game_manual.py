"""What docs/game.md shows of the types of fields is what these take."""

from each import each

from generator.model.field_spec import FieldSpec, field_types
from generator.model.fields import ReadContext
from generator.model.values import ProblemLog
from generator.read.reader import read_text
from generator.read.tree import Mapping, Node


def node_of(text: str) -> Node:
    root, problems = read_text(f"value: {text}\n", "example.yaml")
    assert problems == []
    assert isinstance(root, Mapping)
    return root.values["value"]


@each("name", field_types())
def test_a_type_of_field_is_described_as_shown_and_takes_what_is_shown(name: str) -> None:
    report = ProblemLog("example.yaml")
    context = ReadContext(report, ("en", "fr"))
    known = FieldSpec().read(node_of(field_types()[name][1].example), context)
    assert known.read(node_of(field_types()[name][1].value), context) is not None
    assert report.problems == []
    assert f"type: {name}" in field_types()[name][1].example

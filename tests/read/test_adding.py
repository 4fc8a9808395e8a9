"""What is added to a YAML file, and that every other character stays."""

import yaml
from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.read.adding import with_entry, without_key

KIND = "coins:\n  size: [20, 20] # round\n  fields: {value: {type: whole}}\n"


@each(
    ("before", "after"),
    [
        ("kinds:\n  a: {size: poker}\n", "kinds:\n  a: {size: poker}\n  coins:\n    size: [20, 20] # round\n    fields: {value: {type: whole}}\n"),
        ("kinds:\n    a: 1 # last", "kinds:\n    a: 1 # last\n    coins:\n      size: [20, 20] # round\n      fields: {value: {type: whole}}\n"),
        ("kinds: # none yet\nplan: []\n", "kinds: # none yet\n  coins:\n    size: [20, 20] # round\n    fields: {value: {type: whole}}\nplan: []\n"),
        ("kinds: ~ # none yet\n", "kinds: # none yet\n  coins:\n    size: [20, 20] # round\n    fields: {value: {type: whole}}\n"),
        ("kinds: {}\n", "kinds: {coins: {size: [20, 20], fields: {value: {type: whole}}}}\n"),
        ("{kinds: {a: {b: c} }, name: x}\n", "{kinds: {a: {b: c}, coins: {size: [20, 20], fields: {value: {type: whole}}}}, name: x}\n"),
        ("name: x\n", "name: x\n\nkinds:\n  coins:\n    size: [20, 20] # round\n    fields: {value: {type: whole}}\n"),
        ("kinds:\r\n  a:\r\n    b: c\r\nname: x\r\n", "kinds:\r\n  a:\r\n    b: c\r\n  coins:\r\n    size: [20, 20] # round\r\n    fields: {value: {type: whole}}\r\nname: x\r\n"),
        ("kinds:\n  a:\n    b: |\n      text\n\n  # of the next\nname: x\n", "kinds:\n  a:\n    b: |\n      text\n  coins:\n    size: [20, 20] # round\n    fields: {value: {type: whole}}\n\n  # of the next\nname: x\n"),
        ("kinds:\n  a:\n    b: c\n    # d: e\n# name\nname: x\n", "kinds:\n  a:\n    b: c\n    # d: e\n  coins:\n    size: [20, 20] # round\n    fields: {value: {type: whole}}\n# name\nname: x\n"),
    ],
)  # fmt: skip
def test_a_key_is_added_in_the_form_of_the_file(before: str, after: str) -> None:
    assert with_entry(before, ("kinds",), KIND) == after


def test_members_are_added_to_a_list_as_deep_as_it_stands() -> None:
    assert with_entry("plan:\n- kind: a\nname: x\n", ("plan",), "- kind: b\n  sets: 1\n") == (
        "plan:\n- kind: a\n- kind: b\n  sets: 1\nname: x\n"
    )
    assert with_entry("plan: [{kind: a}]\n", ("plan",), "- kind: b\n") == "plan: [{kind: a}, {kind: b}]\n"
    assert with_entry("# a rule\n", (), "- rule: b\n", apart=True) == "# a rule\n\n- rule: b\n"


@each("text", ["kinds: text\n", "kinds: [a]\n", "- a\n", "kinds: {\n", "x: {kinds: }\n"])
def test_what_nothing_can_be_added_to_is_left_alone(text: str) -> None:
    made = with_entry(text, ("kinds",), KIND)
    assert made is None or yaml.safe_load(made)["kinds"]["coins"]


def test_a_key_is_taken_out_with_its_line() -> None:
    assert without_key("a: 1\ntemplates: other # shared\nb: 2\n", "templates") == "a: 1\nb: 2\n"
    assert without_key("a: 1\n", "templates") == "a: 1\n"
    assert without_key("a: 1\ntemplates:\n  other\nb: 2\n", "templates") is None
    assert without_key("{a: 1, templates: other}\n", "templates") is None


words = st.text("abcXYZ059 :#'\"-é{}[],\t", max_size=8)
values = st.recursive(words, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3))


@given(values, st.booleans(), st.integers(1, 5))
def test_any_file_keeps_what_it_has(value: object, flow: bool, indent: int) -> None:
    whole = {"name": "x", "kinds": {"a": value}, "plan": [value]}
    text = yaml.safe_dump(whole, default_flow_style=flow, indent=indent, allow_unicode=True)
    made = with_entry(text, ("kinds",), KIND, apart=True)
    assert made is not None
    coins = {"size": ["20", "20"], "fields": {"value": {"type": "whole"}}}
    before = yaml.load(text, yaml.BaseLoader)
    assert yaml.load(made, yaml.BaseLoader) == {**before, "kinds": {**before["kinds"], "coins": coins}}
    if not flow:
        lines = iter(made.splitlines())
        assert all(line in lines for line in text.splitlines())  # in their order

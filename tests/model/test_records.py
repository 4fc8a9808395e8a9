"""`Records`: items found by the values of their fields, as going through all of them finds them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from projects import Project

from generator.model.budget import ExpressionError
from generator.model.values import Record, Records

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from(["", "a", "b"]),
    st.lists(st.sampled_from("ab"), max_size=2),
)
FIELDS = st.fixed_dictionaries({"owner": VALUES, "sort": VALUES})


@given(st.lists(FIELDS, max_size=12), st.one_of(FIELDS, st.fixed_dictionaries({"sort": VALUES}), st.just({})))
def test_those_with_given_values_are_found_in_their_order(
    items: list[dict[str, object]], wanted: dict[str, object]
) -> None:
    records = [Record(fields) for fields in items]
    found = Records("cards", records).having(wanted)
    alike = [record for record in records if all(record[name] == value for name, value in wanted.items())]
    assert [id(record) for record in found] == [id(record) for record in alike]


def test_a_field_that_there_is_not_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(ExpressionError, match="cards have no field 'ownr'") as refused:
        Records("cards", [Record({"owner": "mia"})]).having({"ownr": "mia"})
    assert "owner" in str(refused.value.hint)


def test_a_plan_counts_the_items_with_given_values(project: Project) -> None:
    count = "3 * items('stalls', price=5)|length + items('people', id='bob')|length"
    entry = f'plan:\n  - {{kind: stalls, count: "{count}", source: ours, why: {{en: three, fr: trois}}}}\n'
    project.change("game.yaml", "kinds:\n", f"players: [2, 4]\n{entry}kinds:\n")
    planned = project.pnp("plan", "fair", "--players", "2")
    assert planned.exit_code == 0, planned.stdout + planned.stderr
    assert planned.stdout.splitlines()[1].split()[:3] == ["stalls", "Stalls", "3"]

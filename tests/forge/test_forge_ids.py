"""Ids: from titles, unlike each other, and no more to remember than there are titles."""

from hypothesis import given
from hypothesis import strategies as st

from generator.forge.ids import Ids


def test_an_id_is_its_title_in_small_letters() -> None:
    ids = Ids([])
    assert ids.new("The cat’s other face!") == "the-cats-other-face"
    assert ids.new("Œil-Creux, 13 rue d’Été") == "oeil-creux-13-rue-dete"
    assert ids.new("???") == "new"


def test_a_second_one_gets_a_number() -> None:
    ids = Ids(["owl"])
    assert [ids.new("Owl") for _ in range(3)] == ["owl-2", "owl-3", "owl-4"]


@given(
    taken=st.sets(st.sampled_from(["a", "b", "a-2", "a-3", "b-2", "a-2-2"])),
    titles=st.lists(st.sampled_from(["A", "B", "A 2", "A 3", "B 2", "A 2 2"]), max_size=40),
)
def test_no_id_comes_twice(taken: set[str], titles: list[str]) -> None:
    ids = Ids(taken)
    made = [ids.new(title) for title in titles]
    assert len(set(made)) == len(made)
    assert not set(made) & taken


def test_what_is_remembered_grows_with_titles_only() -> None:
    ids = Ids([])
    for _ in range(5_000):
        ids.new("Owl")
    assert len(ids.taken) + len(ids.last) == 1

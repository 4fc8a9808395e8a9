"""Ids: from titles in any alphabet, unlike each other, and no more to remember than there are titles."""

from each import each
from hypothesis import given
from hypothesis import strategies as st

from generator.model.items import ID
from generator.model.values import LONGEST, Ids, id_from


@each(
    "title, wanted",
    [
        ("The cat’s other face!", "the-cats-other-face"),
        ("Œil-Creux, 13 rue d’Été", "oeil-creux-13-rue-dete"),
        ("Ruß", "russ"),
        ("Ünï", "uni"),
        ("Œuf", "oeuf"),
        ("¿Qué pasó, señor Núñez?", "que-paso-senor-nunez"),
        ("Łódź", "lodz"),
        ("Ωμέγα", "omega"),
        ("Ёлка", "elka"),
        ("北京烤鸭", "beijingkaoya"),
        ("カード", "kado"),
        ("한국어", "hangugeo"),
        ("हिन्दी", "hindi"),
        ("שלום", "slvm"),
        ("🎃 Kürbis", "jack-o-lantern-kurbis"),
        ("007", "007"),
        ("R&D", "r-d"),
        ("???", "new"),
        ("", "new"),
        ("\u202e\x1b", "new"),
    ],
)
def test_an_id_is_its_title_in_small_letters(title: str, wanted: str) -> None:
    assert id_from(title) == Ids([]).new(title) == wanted


def test_what_a_text_without_letters_is_called_may_be_said() -> None:
    ids = Ids([], "card")
    assert [ids.new("…"), ids.new("!!"), ids.new("Card")] == ["card", "card-2", "card-3"]


def test_a_long_title_is_cut_between_words() -> None:
    assert id_from("a wolf " * 20) == "-".join(["a-wolf"] * 8 + ["a"])
    assert len(id_from("Donaudampfschiff" * 9)) == LONGEST


@given(st.text(max_size=80))
def test_any_text_gives_an_id(title: str) -> None:
    made = id_from(title)
    assert ID.fullmatch(made)
    assert len(made) <= LONGEST
    assert made.strip("-") == made
    assert id_from(made) == made


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

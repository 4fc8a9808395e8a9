"""Words that are used once are listed by language, those that are nearly a frequent one first."""

from projects import Project

from generator.lab.rare_words import rare_words
from generator.model.load import load_game

ITEM = "- {{id: n{number}, price: 1, name: {{en: Destroy the tower number, fr: Tour}}, note: {{en: {note}, fr: Détruire}}}}\n"


def test_typing_errors_come_first_with_what_is_meant_and_where(project: Project) -> None:
    notes = ["Destoy a gate", "Sleeping owl", "Two towers", *["fall and sleep"] * 30]
    project.write("stalls.yaml", "".join(ITEM.format(number=at, note=note) for at, note in enumerate(notes)))
    rare = rare_words(load_game(project.folder / "data" / "fair", "data/fair")[0])
    assert set(rare) == {"en"}  # of French there are too few
    first, *others = rare["en"]
    assert str(first) == "destoy (data/fair/stalls.yaml:1): destroy 33 times"
    assert [word.word for word in others] == ["ann", "gate", "owl", "sleeping", "towers", "two"]  # no ending is a slip
    assert not any(word.near for word in others)


def test_the_list_is_in_the_figures(project: Project) -> None:
    items = (ITEM.format(number=at, note="Towar falls" if at == 7 else "fell") for at in range(40))
    project.write("stalls.yaml", "".join(items))
    text, data = project.pnp("stats", "fair"), project.pnp("stats", "fair", "--format", "json")
    assert "Words used once, en: 3\n    towar (data/fair/stalls.yaml:8): tower 40 times\n    ann, falls" in text.stdout
    assert '"near": "tower"' in data.stdout
    assert "Words used once" not in project.pnp("stats", "fair", "--kind", "stalls").stdout

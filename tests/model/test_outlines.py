"""A game at a glance is what it is when it is read as a whole."""

from pathlib import Path

from each import each

from generator.model.at_a_glance import MAX_LANGUAGES, outline_of
from generator.model.load import load_game

KINDS = "kinds: {cards: {title: Cards, size: poker, template: card.svg, fields: {name: {type: text}}}}\n"


@each(
    "description",
    [
        "languages: [en, fr]\ntemplates: fox-hunt\nmodes: [duel, team]\n",
        "languages: [fr, fr, Englisch, pt-BR]\n",
        f"languages: [{', '.join('b' + chr(97 + number) for number in range(MAX_LANGUAGES + 3))}]\n",
        "languages: fr\ntemplates: ~\n",
        "templates: ../fox-hunt\n",
        "templates: [fox-hunt]\n",
        f"templates: {'x' * 250}\n",
        "",
    ],
)
def test_the_outline_of_a_game_is_its_own(description: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(f"name: Foxes\n{description}{KINDS}", encoding="utf-8")
    outline, (game, _) = outline_of(tmp_path), load_game(tmp_path, "foxes")
    assert (outline.templates, outline.languages, outline.modes) == (game.templates, game.languages, game.modes)
    assert list(outline.files) == list(game.kinds)

"""``derived: {NAME: odds}``: exact chances on a card, worked out of the game's own data."""

from pathlib import Path

import pypdfium2
import pytest
from typer.testing import CliRunner

from generator.check.build import check_game
from generator.check.workspace import Workspace
from generator.cli.commands import app
from generator.core.folders import Project
from generator.core.textfile import unsaved

GAME = """\
name: Fair
kinds:
  luck:
    title: Luck
    fields:
      coins: {type: whole, required: true}
  odds-cards:
    title: Odds
    size: [40, 30]
    blank: false
    template: odds.svg
    derived: {odds: odds}
    fields:
      ask: {type: string, required: true}
      values: {type: list}
"""
FACE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" viewBox="0 0 40 30">
  <rect data-text="{{ (1000 * odds.chance)|round|int }} of 1000" data-font="text" data-size="9" x="3" y="3" width="34" height="8"/>
</svg>
"""


def fair(folder: Path, card: str) -> None:
    data, templates = folder / "data/fair", folder / "templates/fair"
    data.mkdir(parents=True)
    templates.mkdir(parents=True)
    (data / "game.yaml").write_text(GAME, encoding="utf-8")
    (data / "luck.yaml").write_text("- {id: a, coins: 1}\n- {id: b, coins: -1, copies: 3}\n", encoding="utf-8")
    (data / "odds-cards.yaml").write_text(card, encoding="utf-8")
    (templates / "style.yaml").write_text("fonts: {text: DejaVuSans}\n", encoding="utf-8")
    (templates / "odds.svg").write_text(FACE, encoding="utf-8")


def test_a_card_prints_what_the_deck_gives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fair(tmp_path, '- {id: one, ask: draw, values: [kind=luck, draws=1, "where=coins > 0"]}\n')
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["render", "fair", "--kind", "odds-cards"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    text = pypdfium2.PdfDocument("output/fair/odds-cards.pdf")[0].get_textpage().get_text_range()
    assert "250 of 1000" in text  # one card of four


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("- {id: one, ask: drew}\n", "one: there is no question 'drew'"),
        ("- {id: one, ask: draw, values: [kind=luck]}\n", "one: draws=N is missing"),
        ('- {id: one, ask: draw, values: [kind=luck, draws=9, "where=coins"]}\n', "one: "),
        ("- {id: one, ask: draw, values: [kind=lucks, draws=1, where=coins]}\n", "one: fair has no kind 'lucks'"),
        ("- {id: one, ask: dice, values: [roll=999999999d6]}\n", "one: "),
    ],
)
def test_a_question_that_cannot_be_answered_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, card: str, words: str
) -> None:
    fair(tmp_path, card)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["check"], catch_exceptions=False)
    assert result.exit_code == 1
    assert "data/fair/game.yaml:12:21: error unknown-reference: odds is for items of another form" in result.stdout
    assert f"hint: {words}" in result.stdout


def test_a_card_whose_question_can_be_answered_again_is_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fair(tmp_path, '- {id: one, ask: draw, values: [kind=luck, draws=3, "where=coins > 0"]}\n')
    monkeypatch.chdir(tmp_path)
    deck, folders = tmp_path / "data/fair/luck.yaml", Project(Path("data"), Path("templates"))
    whole = deck.read_text(encoding="utf-8")
    workspace = Workspace(folders, Path("output"))
    workspace.update()
    for text in (whole, "- {id: b, coins: -1}\n", whole, "- {id: c, coins: 2}\n", whole):
        workspace.update({deck: text})
        with unsaved({str(deck.resolve()): text.encode()}):
            found = check_game(folders, "fair").problems
        assert workspace.snapshots["fair"].problems == found
        assert (found == []) == (text == whole), found

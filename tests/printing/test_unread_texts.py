"""A rulebook that cannot be read stops neither a list nor an export of the cards; prints are whole or not at all."""

from pathlib import Path

import pytest
from projects import typed


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck with rules that cannot be read."""
    for kind in ("cards", "rules"):
        assert typed(tmp_path, "new", "deck", "--kind", kind).exit_code == 0
    (tmp_path / "data" / "deck" / "rules.en.md").write_text("# Rules\n\n<b>Play.</b>\n")
    return tmp_path


@pytest.mark.parametrize("command", ["plan deck", "plan deck --players 2"])
def test_what_can_be_read_is_done_every_time_and_the_text_is_named(deck: Path, command: str) -> None:
    for _ in range(2):  # the second might be known
        done = typed(deck, *command.split())
        assert (done.exit_code, "deck/rules was left out" in done.output) == (1, True), done.output
        assert "cards" in done.stdout


def test_exporting_needs_no_text(deck: Path) -> None:
    done = typed(deck, "export", "deck", "--to", "png")
    assert (done.exit_code, "left out" in done.output) == (0, False)


@pytest.mark.parametrize(
    "command",
    [
        "render deck",
        "render --jobs 1",
        "render deck --players 2",
        "plan deck --players 2 --render",
        "render deck --kind rules",
    ],
)
def test_a_print_is_whole_or_not_at_all(deck: Path, command: str) -> None:
    done = typed(deck, *command.split())
    assert (done.exit_code, "prose-syntax" in done.stderr) == (1, True)
    assert not (deck / "output" / "deck").exists()


def test_the_cards_of_such_a_game_are_printed_by_their_name(deck: Path) -> None:
    done = typed(deck, "render", "deck", "--kind", "cards")
    assert done.exit_code == 0
    assert "elsewhere" in done.stderr
    assert (deck / "output" / "deck" / "cards.pdf").exists()


def test_a_game_of_nothing_else_is_refused(deck: Path) -> None:
    assert typed(deck, "new", "book", "--kind", "rules").exit_code == 0
    (deck / "data" / "book" / "rules.en.md").write_text("# Rules\n\n<b>Play.</b>\n")
    for command in ("render book", "plan book"):
        done = typed(deck, *command.split())
        assert (done.exit_code, "prose-syntax" in done.stderr) == (1, True), command


def test_marks_that_are_not_read_are_reported_once_a_sort(deck: Path) -> None:
    (deck / "data" / "deck" / "rules.en.md").write_text("# Rules\n\n" + "~~a~~\n\n" * 9 + "#b\n")
    out = typed(deck, "check", "deck").stdout
    assert out.count("prose-syntax") == 2
    assert "and 17 more like this" in out

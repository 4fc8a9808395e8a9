"""A rulebook that cannot be read is left out of what is printed, and named."""

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


@pytest.mark.parametrize(
    "command", ["render deck", "plan deck", "plan deck --players 2", "render deck --players 2", "render --jobs 1"]
)
def test_what_can_be_read_is_done_every_time_and_the_text_is_named(deck: Path, command: str) -> None:
    for _ in range(2):  # the second might be known
        done = typed(deck, *command.split())
        assert (done.exit_code, "deck/rules was left out" in done.output) == (1, True), done.output
        assert "cards" in done.stdout
    assert not (deck / "output" / "deck" / "rules.pdf").exists()


def test_exporting_needs_no_text(deck: Path) -> None:
    done = typed(deck, "export", "deck", "--to", "png")
    assert (done.exit_code, "left out" in done.output) == (0, False)


@pytest.mark.parametrize("command", ["render deck --kind rules", "render deck --kind cards --kind rules"])
def test_a_text_that_is_asked_for_is_refused(deck: Path, command: str) -> None:
    done = typed(deck, *command.split())
    assert (done.exit_code, "prose-syntax" in done.stderr) == (1, True)
    assert not (deck / "output" / "deck").exists()


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

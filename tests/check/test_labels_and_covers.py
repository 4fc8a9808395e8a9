"""What the tool prints of its own accord is laid out by check: labels of sheets, covers of boxes, names of files."""

import pytest
from each import each
from projects import GAME, Found, Project
from pypdf import PdfReader
from tries import slow_but

from generator.check.cover import _runs

PLAN = """\
players: [2, 4]
plan:
  - {kind: stalls, sets: "1", source: ours, why: {en: one each, fr: un chacun}}
"""
PERSON = """\
<svg xmlns="http://www.w3.org/2000/svg" width="50mm" height="40mm" viewBox="0 0 50 40">
  <rect data-field="name" data-font="text" data-size="12" data-min="6" x="3" y="3" width="44" height="12"/>
</svg>
"""


@pytest.fixture
def planned(project: Project) -> Project:
    """A project with a plan, so that there is a cover."""
    project.write("game.yaml", GAME + PLAN)
    return project


def only(project: Project) -> Found:
    (problem,) = project.check()
    return problem


def printed(project: Project) -> list[int]:
    """The statuses of what prints labels and covers."""
    box = ("plan", "fair", "--players", "3", "--render")
    commands = (("render",), ("blank",), box, (*box, "--lang", "fr"), (*box, "--ink", "low"))
    return [project.pnp(*command).exit_code for command in commands]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("en: Village fair", "en: Night 🎃 Train", (1, 12)),
        ("fr: Fête au village", "fr: Fête 🎃", (1, 30)),
        ("en: Stalls", "en: Stalls 🎃", (5, 17)),
        ("en: one each", "en: one 🎃", (28, 55)),
    ],
)
def test_a_character_that_no_font_has_is_reported_where_it_is(
    planned: Project, old: str, new: str, place: tuple[int, int]
) -> None:
    planned.change("game.yaml", old, new)
    problem = only(planned)
    assert (problem.rule, problem.line, problem.column) == ("missing-glyph", *place)
    assert "'🎃' (U+1F383)" in problem.message


@pytest.mark.parametrize(
    "name", slow_but(2, ["Σ ☂ ♞", "夜", "Night 🎃 Train", "שלום", "2048", "a" * 200, "Night Train " * 20])
)
def test_a_name_is_printed_or_refused_by_check(planned: Project, name: str) -> None:
    planned.change("game.yaml", "{en: Village fair, fr: Fête au village}", f'"{name}"')
    status = planned.pnp("check").exit_code
    assert printed(planned) == [status] * 5


@pytest.mark.slow
def test_a_character_that_the_games_fonts_lack_is_taken_from_one_that_has_many(planned: Project) -> None:
    planned.change("game.yaml", "en: Village fair", "en: ♞ ☂ fair")
    assert planned.check() == []
    assert printed(planned) == [0] * 5


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("en: Village fair", "en: " + "Village fair " * 60, (1, 12)),
        ("en: Stalls", "en: " + "Stalls of all sorts " * 20, (5, 17)),
        ("fr: un chacun", "fr: " + "un chacun et plus " * 30, (28, 69)),
    ],
)
def test_what_the_cover_has_no_room_for_is_reported_where_it_is(
    planned: Project, old: str, new: str, place: tuple[int, int]
) -> None:
    planned.change("game.yaml", old, new)
    problem = only(planned)
    assert (problem.rule, problem.line, problem.column) == ("text-overflow", *place)
    assert problem.message.startswith("on the cover: does not fit at ")


def test_a_game_without_a_plan_has_no_cover_to_fit(project: Project) -> None:
    project.change("game.yaml", "en: Village fair", "en: " + "Village fair " * 60)
    assert project.check() == []
    assert project.pnp("render").exit_code == 0


def test_a_phrase_of_the_cover_that_is_too_long_is_reported_in_words_yaml(planned: Project) -> None:
    planned.write("templates/fair/words.yaml", "cover-contents: {en: " + "All of it " * 30 + ", fr: Tout}\n")
    problem = only(planned)
    assert (problem.file, problem.line, problem.rule) == ("templates/fair/words.yaml", 1, "text-overflow")


@pytest.mark.slow
def test_a_cover_is_drawn_in_a_game_that_has_none_of_its_fonts_by_name(planned: Project) -> None:
    planned.change("templates/fair/style.yaml", "text:", "body:")
    planned.change("templates/fair/stall.svg", 'data-font="text"', 'data-font="body"')
    planned.change("templates/fair/stall.svg", 'data-font="text"', 'data-font="body"')
    planned.change("templates/fair/stall.svg", 'data-font="text"', 'data-font="body"')
    assert planned.check() == []
    assert printed(planned) == [0] * 5


@pytest.mark.parametrize(("mode", "fine"), [("a/b", False), ("..\\x", False), ("x" * 60, False), ("sólo · 2", True)])
def test_a_mode_that_no_file_can_be_named_after_is_reported(planned: Project, mode: str, fine: bool) -> None:
    planned.write("game.yaml", f"modes: ['{mode}']\n{GAME}{PLAN}")
    assert planned.places() == ([] if fine else [(1, 9, "bad-id")])
    if fine:
        assert planned.pnp("plan", "fair", "--players", "3", "--mode", mode, "--render").exit_code == 0


def test_a_kind_called_like_a_page_of_every_game_is_told_so(project: Project) -> None:
    project.change("game.yaml", "  stalls:", "  box:\n    title: Box\n    fields: {}\n  stalls:")
    project.write("box.yaml", "[]")
    assert [(problem.rule, problem.level) for problem in project.check()] == [("bad-id", "warning")]
    assert project.pnp("render").exit_code == 0
    assert "box is a page of every game" in project.pnp("site").output


def test_an_id_too_long_for_a_files_name_is_reported(project: Project) -> None:
    project.change("stalls.yaml", "id: cake", "id: " + "c" * 101)
    assert project.places() == [(1, 7, "bad-id")]
    project.change("stalls.yaml", "c" * 101, "c" * 100)
    assert project.check() == []
    assert project.pnp("export", "fair", "--to", "png").exit_code == 0


def test_a_component_too_large_for_every_paper_is_reported_at_its_size(project: Project) -> None:
    project.change("game.yaml", "size: [50, 40]", "size: [430, 40]")
    project.change("templates/fair/stall.svg", 'width="50mm" height="40mm" viewBox="0 0 50 40"',
                   'width="430mm" height="40mm" viewBox="0 0 430 40"')  # fmt: skip
    assert project.places() == [(6, 11, "wrong-size")]


@pytest.mark.parametrize(
    ("amount", "says"),
    [
        ("count: 8 // (players - 3)", "for 2 players: '8 // (players - 3)' gives -8"),
        ("count: 8 if players != 3 else wares", "'wares' is unknown here"),
        ("count: \"'nan'|float\"", "this is not a number"),
        ("count: players / 4", "gives 0.5"),
        ("sets: 10000 * players", "20000 sets are more than 20,000 components"),
    ],
)
def test_a_plan_is_tried_for_every_number_of_players(planned: Project, amount: str, says: str) -> None:
    planned.change("game.yaml", 'sets: "1"', amount)
    problem = only(planned)
    assert (problem.rule, problem.line) == ("rule-syntax", 28)
    assert says in problem.message


def test_a_plan_without_players_is_tried_for_as_many_as_can_be_asked_for(planned: Project) -> None:
    planned.write(
        "game.yaml", (GAME + PLAN).replace("players: [2, 4]\n", "").replace('sets: "1"', "count: 50 - players")
    )
    problem = only(planned)
    assert problem.message.startswith("for 51 players: '50 - players' gives -1")
    assert problem.hint == "say how many can play: players: [fewest, most]"


def test_a_box_has_both_sides_in_any_language(planned: Project) -> None:
    """Some kinds have backs, others and the cover have none: an empty page stands for theirs, named like a back."""
    planned.change("game.yaml", "template: stall.svg", "template: stall.svg\n    back: stall.svg")
    planned.change(
        "game.yaml",
        "title: {en: People, fr: Gens}",
        "title: {en: People, fr: Gens}\n    size: [50, 40]\n    template: person.svg",
    )
    planned.change(
        "game.yaml", "fr: un chacun}}", "fr: un chacun}}\n  - {kind: people, sets: '1', source: ours, why: all}"
    )
    planned.write("templates/fair/person.svg", PERSON)
    for language, labels in (("en", ["1", "1 back"]), ("fr", ["1", "1 (dos)"])):
        box = ("plan", "fair", "--players", "3", "--render", "--backs", "long", "--lang", language)
        told = planned.pnp(*box)
        assert told.exit_code == 0, told.output
        file = planned.folder / f"output/fair/box-3-players{'.fr' if language == 'fr' else ''}.pdf"
        found = PdfReader(file).page_labels
        assert (found[:2], found[4:]) == (labels, labels)


def test_a_cover_asks_for_pencils_only_where_there_is_something_to_colour(planned: Project) -> None:
    def cover() -> str:
        assert planned.pnp("plan", "fair", "--players", "3", "--render").exit_code == 0
        return PdfReader(planned.folder / "output/fair/box-3-players.pdf").pages[0].extract_text()

    assert "drawn for pencils" in cover()
    planned.change("templates/fair/stall.svg", "</svg>", '<path d="M1 1H9V9Z" fill="#c02040"/></svg>')
    assert "drawn for pencils" not in cover()


@each(
    ("pages", "told"),
    [((4,), "4"), ((4, 5, 6), "4–6"), ((4, 6), "4, 6"), ((2, 4, 5, 9), "2, 4–5, 9"), ((2, 4, 6, 8), "2–8")],
)
def test_a_cover_names_the_pages_that_a_kind_is_on(pages: tuple[int, ...], told: str) -> None:
    assert _runs(pages) == told

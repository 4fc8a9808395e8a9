"""Signs in texts that print as they are: icons that are not there, and lone marks."""

import re

import pytest
from projects import Project

SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="4mm" viewBox="0 0 4 4"><path d="M0 0H4V4z"/></svg>'
)


@pytest.fixture
def iconed(project: Project) -> Project:
    """A project with an icon."""
    project.write("templates/fair/coin.svg", SQUARE)
    style = project.path("templates/fair/style.yaml").read_text(encoding="utf-8")
    project.write("templates/fair/style.yaml", style + "icons: {'{coins}': coin.svg}\n")
    return project


@pytest.mark.parametrize(
    ("note", "places"),
    [
        ("Gain {coins}", []),
        ("Gain {coin}", [(3, 14, "unknown-icon")]),
        ('"Gain {coin} or {coin}"', [(3, 15, "unknown-icon"), (3, 25, "unknown-icon")]),
        ("{en: Gain, fr: '{sous}'}", [(3, 25, "unknown-icon")]),
        (">-\n    Gain\n    {coins} {coin}", [(5, 13, "unknown-icon")]),
        ("a set {n} of {} and { braces }", []),
        ("\\{coin}", []),
        ("'\\*\\*Gain\\*\\* it'", []),
        ("'**Gain it'", [(3, 10, "lone-mark")]),
        ("Gain it** or lose it", [(3, 16, "lone-mark")]),
        ("2 ** 3", [(3, 11, "lone-mark")]),
        ("\\** 3", []),
        ("'Pay {=price now'", [(3, 14, "lone-mark")]),
        ("'Pay {price|coins now {coins}'", [(3, 14, "lone-mark")]),
        ("'Pay \\{=price now, {=price}'", []),
        ("'Pay {big: two}'", [(3, 14, "unknown-style")]),
        ("'Pay \\{big: two}, {big:2} or {2}'", []),
    ],
)
def test_a_sign_is_reported_at_its_column(iconed: Project, note: str, places: list[tuple[int, int, str]]) -> None:
    iconed.write("stalls.yaml", f"- id: cake\n  name: Cake\n  note: {note}\n  price: 3\n")
    problems = iconed.check()
    found = [p for p in problems if p.rule in ("unknown-icon", "unknown-style", "lone-mark")]
    assert [(p.line, p.column, p.rule) for p in found] == places
    assert {p.level for p in found} <= {"warning"}
    assert iconed.pnp("check").exit_code == 0


def test_the_icon_that_is_near_is_named(iconed: Project) -> None:
    iconed.write("stalls.yaml", "- id: cake\n  name: Cake {coin}\n  price: 3\n")
    hints = [problem.hint for problem in iconed.check() if problem.rule == "unknown-icon"]
    assert hints == ["did you mean {coins}?"]


def test_a_field_that_is_no_text_for_players_may_say_what_it_likes(iconed: Project) -> None:
    iconed.change("stalls.yaml", "  price: 3\n", "  price: 3\n  code: '{coin} **'\n")
    assert iconed.check() == []


def test_words_and_running_text_are_looked_at_too(iconed: Project) -> None:
    iconed.write("templates/fair/words.yaml", "greeting: {en: 'Gain {coin}', fr: 'Hé'}\n")
    assert [(p.file, p.line, p.column, p.rule) for p in iconed.check()] == [
        ("templates/fair/words.yaml", 1, 22, "unknown-icon")
    ]


@pytest.mark.parametrize(
    ("file", "text", "places"),
    [
        ("stalls.yaml", "- id: cake\n  name: a <b>Cake</b>\n  note: >-\n    Gain\n    :sun: [i]so[/i]\n  price: 3\n",
         [(2, 11, "<b>"), (5, 5, ":sun:"), (5, 11, "[i]")]),
        ("stalls.yaml", '- id: cake\n  name: Cake\n  note: "<span fg=\\"red\\">a</span> *so* &amp;"\n  price: 3\n',
         [(3, 10, '<span fg="red">'), (3, 36, "*so*"), (3, 41, "&amp;")]),
        ("stalls.yaml", "- id: cake\n  name: Cake\n  note: {en: ok, fr: '**un _deux** trois_'}\n  price: 3\n", [(3, 28, "_")]),
        ("templates/fair/words.yaml", "cry: {en: 'Buy<br>now'}\n", [(1, 15, "<br>")]),
        ("rules.en.md", "# Rules\n\nPay :sun: and *go* [b]on[/b].\n", [(3, 5, ":sun:"), (3, 20, "[b]")]),
        ("rules.en.md", "# Rules\n\nPay {big: two}.\n", [(3, 5, "running text has no styles such as big")]),
    ],
)  # fmt: skip
def test_markup_of_other_tools_is_reported_at_its_column(
    iconed: Project, file: str, text: str, places: list[tuple[int, int, str]]
) -> None:
    if file == "rules.en.md":
        iconed.change(
            "game.yaml",
            "kinds:\n",
            "kinds:\n  rules: {title: {en: R, fr: R}, size: [50, 40], template: stall.svg, prose: rules}\n",
        )
    iconed.write(file, text)
    found = [problem for problem in iconed.check() if problem.rule in ("foreign-markup", "unknown-style")]
    assert [(p.line, p.column, re.split(" is no markup|: it prints", p.message)[0]) for p in found] == places
    assert {problem.level for problem in found} == {"warning"}


def test_names_and_titles_are_looked_at_too(iconed: Project) -> None:
    game = iconed.path("game.yaml").read_text(encoding="utf-8")
    name = game.split("name: ", 1)[1].split("\n", 1)[0]
    iconed.write("game.yaml", game.replace(f"name: {name}", "name: The <i>Fair</i>", 1))
    found = [problem for problem in iconed.check() if problem.rule == "foreign-markup"]
    assert [(problem.message[:3], problem.hint) for problem in found] == [("<i>", "delete it")]


def test_a_game_with_sound_texts_has_none_of_these(iconed: Project) -> None:
    iconed.change(
        "stalls.yaml", "  price: 3\n", "  note: 'R&D, 5 < 6, [see map] 10:30:15 **so** _it_ \\<b>'\n  price: 3\n"
    )
    assert [problem for problem in iconed.check() if problem.rule == "foreign-markup"] == []

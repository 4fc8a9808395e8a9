"""A game's look: fonts by role with their fallbacks, icons that stand in texts, and the words that faces print."""

import shutil
from pathlib import Path

import pytest
from drawn import FONTS, SQUARE

from generator.core.problem import Problem
from generator.draw.marks.marks import Shape, leaves
from generator.draw.svg.drawing import forget_drawings
from generator.draw.text.fit import Fitter, TextArea
from generator.draw.text.text_marks import place
from generator.draw.theme import Theme, read_theme

ANDIKA, DEJAVU, LILITA = "Andika_400Regular", "DejaVuSans", "LilitaOne_400Regular"
STYLE = f"fonts: {{text: {ANDIKA}, number: {LILITA}}}\nfallback: [{DEJAVU}]\nicons: {{'[coin]': kit/coin.svg}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's templates with a picture of a coin and a font of its own, beside three fonts for all games."""
    common = tmp_path / "templates" / "common" / "fonts"
    common.mkdir(parents=True)
    for name in (ANDIKA, DEJAVU, LILITA):
        (file,) = FONTS.rglob(f"{name}.ttf")
        shutil.copy(file, common)
    made = tmp_path / "templates" / "fair"
    (made / "kit").mkdir(parents=True)
    (made / "kit" / "coin.svg").write_text(SQUARE, encoding="utf-8")
    (made / "fonts").mkdir()
    shutil.copy(FONTS / "share-tech-mono" / "ShareTechMono_400Regular.ttf", made / "fonts" / "Own.ttf")
    return made


def read(folder: Path, style: str, words: str = "") -> tuple[Theme, list[Problem]]:
    """The look that these files describe, in English and French."""
    (folder / "style.yaml").write_text(style, encoding="utf-8")
    if words:
        (folder / "words.yaml").write_text(words, encoding="utf-8")
    return read_theme(folder, folder.parent / "common", "templates/fair", ("en", "fr"))


def look_of(folder: Path, style: str, words: str = "") -> Theme:
    """The same, where nothing is wrong."""
    theme, problems = read(folder, style, words)
    assert problems == []
    return theme


# ---- Fonts ----


def test_each_role_has_its_font_and_the_fallbacks_behind_it(folder: Path) -> None:
    fonts = look_of(folder, STYLE).fonts
    names = {role: [font.name for font in chain] for role, chain in fonts.items()}
    assert names == {"text": [ANDIKA, DEJAVU], "number": [LILITA, DEJAVU]}


def test_a_font_that_is_its_own_fallback_stands_once(folder: Path) -> None:
    fonts = look_of(folder, f"fonts: {{text: {DEJAVU}}}\nfallback: [{DEJAVU}, {ANDIKA}]\n").fonts
    assert [font.name for font in fonts["text"]] == [DEJAVU, ANDIKA]


def test_a_game_may_have_fonts_of_its_own(folder: Path) -> None:
    assert look_of(folder, "fonts: {text: Own}\n").fonts["text"][0].path == folder / "fonts" / "Own.ttf"


def test_the_ending_of_a_fonts_file_may_be_in_capitals(folder: Path) -> None:
    (folder / "fonts/Own.ttf").rename(folder / "fonts/Loud.TTF")
    assert look_of(folder, "fonts: {text: Loud}\n").fonts["text"][0].path == folder / "fonts/Loud.TTF"


def test_an_unknown_font_is_reported_at_its_name_with_the_one_that_is_near(folder: Path) -> None:
    theme, (problem,) = read(folder, "fonts:\n  text: Andika_400Reglar\n")
    assert (problem.file, problem.line, problem.column) == ("templates/fair/style.yaml", 2, 9)
    assert (problem.rule, problem.hint) == ("unknown-reference", f"did you mean {ANDIKA}?")
    assert theme.fonts == {}


def test_an_unknown_font_like_no_other_lists_those_there_are(folder: Path) -> None:
    _, (problem,) = read(folder, "fonts: {text: Zzz}\n")
    assert problem.hint.startswith("known: ")
    assert "Own" in problem.hint


def test_an_unknown_fallback_leaves_the_other_fonts_in_use(folder: Path) -> None:
    theme, (problem,) = read(folder, STYLE.replace(DEJAVU, "Zzz"))
    assert (problem.line, problem.rule) == (2, "unknown-reference")
    assert [font.name for font in theme.fonts["text"]] == [ANDIKA]


def test_a_file_that_is_no_font_is_reported_so(folder: Path) -> None:
    (folder / "fonts" / "Own.ttf").write_bytes(b"no font at all")
    _, (problem,) = read(folder, "fonts: {text: Own}\n")
    assert problem.message.startswith("the font cannot be used: ")


@pytest.mark.parametrize(
    ("style", "rule", "says"),
    [
        ("", "missing-field", "fonts is missing"),
        ("icons: {}\n", "missing-field", "fonts is missing"),
        ("- fonts\n", "missing-field", "fonts is missing"),
        ("fonts: Andika\n", "wrong-type", "a mapping"),
        (f"fonts: {{text: {ANDIKA}}}\ncolour: red\n", "unknown-field", "'colour'"),
        ("fonts: [\n", "yaml-syntax", ""),
    ],
)
def test_a_style_that_says_nothing_usable_is_one_problem(folder: Path, style: str, rule: str, says: str) -> None:
    _, problems = read(folder, style)
    assert [problem.rule for problem in problems] == [rule]
    assert problems[0].file == "templates/fair/style.yaml"
    assert says in problems[0].message


def test_a_game_without_a_style_is_reported_where_it_belongs(folder: Path) -> None:
    _, problems = read_theme(folder, folder.parent / "common", "templates/fair", ("en",))
    assert [problem.file for problem in problems] == ["templates/fair/style.yaml"]


# ---- Icons ----


def test_an_icon_is_in_the_colour_of_the_style_that_its_words_have(folder: Path) -> None:
    coin = folder / "kit" / "coin.svg"
    styles = 'styles: {red: {colour: "#c00"}, small: {size: 0.5}}\n'
    assert not look_of(folder, STYLE + styles).icons["[coin]"].shades
    coin.write_text(coin.read_text().replace("/>", ' fill="currentColor"/>'))
    forget_drawings()
    theme = look_of(folder, STYLE + styles)
    area = TextArea(0, 0, 60, 9, theme.fonts["text"], 12, 12, icons=theme.icons, looks=theme.looks)
    placed = place(Fitter().fit("[coin] {red: [coin] {small: [coin]}}", area), area)
    assert [{mark.paint.fill for mark, _ in leaves([each]) if isinstance(mark, Shape)} for each in placed] == [
        {"#000000"}, {"#cc0000"}, {"#cc0000"},
    ]  # fmt: skip


def test_an_icon_is_known_by_the_token_written_in_texts(folder: Path) -> None:
    icons = look_of(folder, STYLE).icons
    assert list(icons) == ["[coin]"]
    assert (icons["[coin]"].width, icons["[coin]"].height) == (10.0, 10.0)


def test_an_icon_that_is_not_there_is_reported_at_its_token(folder: Path) -> None:
    theme, (problem,) = read(
        folder, f"fonts: {{text: {ANDIKA}}}\nicons:\n  '[coin]': kit/coin.svg\n  '[key]': kit/key.svg\n"
    )
    assert (problem.line, problem.rule) == (4, "unknown-reference")
    assert "kit/key.svg" in problem.message
    assert list(theme.icons) == ["[coin]"]


def test_an_icon_from_outside_the_folder_is_not_read(folder: Path) -> None:
    (folder.parent / "secret.svg").write_text(SQUARE, encoding="utf-8")
    theme, problems = read(folder, STYLE.replace("kit/coin.svg", "../secret.svg"))
    assert [problem.rule for problem in problems] == ["unknown-reference"]
    assert theme.icons == {}


def test_the_cover_has_a_picture_of_the_game_or_is_reported_why_not(folder: Path) -> None:
    common = folder.parent / "common"
    assert look_of(folder, STYLE).cover_from(common) == ""
    assert look_of(folder, STYLE + "cover: kit/coin.svg\n").cover_from(common) == "../fair/kit/coin.svg"
    _, (problem,) = read(folder, STYLE + "cover: kit/key.svg\n")
    assert (problem.line, problem.column, problem.rule) == (4, 8, "unknown-reference")
    assert "kit/key.svg" in problem.message


# ---- Words ----


WORDS = """\
take: {en: "Take {n} coins", fr: "Prends {n} pièces"}
take-one: {en: "Take a coin", fr: "Prends une pièce"}
name: Coin
half: {en: Only English}
"""


@pytest.mark.parametrize(
    ("name", "language", "number", "expected"),
    [
        ("take", "en", 3, "Take 3 coins"), ("take", "fr", 3, "Prends 3 pièces"), ("take", "fr", 1, "Prends une pièce"),
        ("take", "en", 0, "Take 0 coins"), ("take", "en", None, "Take {n} coins"), ("name", "fr", 1, "Coin"),
        ("half", "fr", None, "Only English"),
    ],
)  # fmt: skip
def test_a_phrase_is_said_in_a_language_and_for_a_number(
    folder: Path, name: str, language: str, number: int | None, expected: str
) -> None:
    theme, _ = read(folder, STYLE, WORDS)
    assert theme.words.word(name, language, "en", number) == expected


def test_a_phrase_without_a_translation_is_a_warning_at_the_phrase(folder: Path) -> None:
    _, (problem,) = read(folder, STYLE, WORDS)
    assert (problem.file, problem.line) == ("templates/fair/words.yaml", 4)
    assert (problem.rule, problem.level) == ("missing-translation", "warning")


def test_a_phrase_that_is_not_there_is_no_phrase(folder: Path) -> None:
    with pytest.raises(KeyError):
        look_of(folder, STYLE, WORDS.replace("half: {en: Only English}\n", "")).words.word("give", "en", "en")


def test_a_game_may_do_without_words(folder: Path) -> None:
    assert look_of(folder, STYLE).words.texts == {}


def test_words_for_all_games_stand_behind_the_games_own(folder: Path) -> None:
    common = folder.parent / "common" / "words.yaml"
    common.write_text("name: {en: Component, fr: Élément}\nprice: {en: Price, fr: Prix}\n", encoding="utf-8")
    theme = look_of(folder, STYLE, "name: Coin\n")
    assert (theme.words.word("name", "fr", "en"), theme.words.word("price", "fr", "en")) == ("Coin", "Prix")


@pytest.mark.parametrize("style", ["icons: {'[coin]': kit/odd.svg}\n", "cover: kit/odd.svg\n"])
def test_a_mistake_in_a_picture_is_reported_with_the_pictures_line(folder: Path, style: str) -> None:
    (folder / "kit" / "odd.svg").write_text(SQUARE.replace("<path", "\n<video/><path"), encoding="utf-8")
    _, (problem,) = read(folder, f"fonts: {{text: {ANDIKA}}}\n{style}")
    assert (problem.line, problem.rule) == (2, "template-syntax")
    assert problem.message.startswith("kit/odd.svg, line 2: <video>")

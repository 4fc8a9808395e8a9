"""Fonts by role: their bold and italic faces, named or found."""

import shutil
from dataclasses import replace
from pathlib import Path

from drawn import FONTS
from each import each
from texts import document, typesetter

from generator.core.problem import Problem
from generator.draw.font_families import FontStyle, font_style, relative
from generator.draw.marks.fonts import Font
from generator.draw.marks.marks import TextRun
from generator.draw.text.fit import Fitter, TextArea
from generator.draw.text.words import Look
from generator.draw.theme import Theme, read_theme

KNOWN = {path.stem: path for path in FONTS.rglob("*.ttf")}


@each(
    ("name", "style"),
    [
        ("Andika_400Regular", FontStyle("Andika", 400, False)),
        ("Barlow_500Medium_Italic", FontStyle("Barlow", 500, True)),
        ("DejaVuSans", FontStyle("DejaVuSans", 400, False)),
        ("DejaVuSans-BoldOblique", FontStyle("DejaVuSans", 700, True)),
        ("OpenSans-SemiBoldItalic", FontStyle("OpenSans", 600, True)),
        ("Inter-ExtraLight", FontStyle("Inter", 200, False)),
        ("NotoSerif-Italic", FontStyle("NotoSerif", 400, True)),
        ("Lora[wght]", FontStyle("Lora[wght]", 400, False)),
    ],
)
def test_the_name_of_a_file_tells_its_style(name: str, style: FontStyle) -> None:
    assert font_style(name) == style


@each(
    ("name", "bold", "italic", "both"),
    [
        ("Andika_400Regular", "Andika_700Bold", "Andika_400Regular_Italic", "Andika_700Bold_Italic"),
        ("Barlow_500Medium", "Barlow_700Bold", "Barlow_500Medium_Italic", "Barlow_700Bold_Italic"),
        ("EBGaramond_400Regular", "EBGaramond_700Bold", "EBGaramond_400Regular_Italic", "EBGaramond_700Bold_Italic"),
        ("Grandstander_700Bold", "Grandstander_700Bold", "Grandstander_700Bold_Italic", "Grandstander_700Bold_Italic"),
        ("DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSans-BoldOblique"),
        ("OldStandardTT_400Regular", "OldStandardTT_700Bold", "OldStandardTT_400Regular_Italic", None),
        ("LilitaOne_400Regular", None, None, None),
    ],
)
def test_the_same_family_is_found(name: str, bold: str | None, italic: str | None, both: str | None) -> None:
    assert relative(name, KNOWN, bold=True, italic=False) == bold
    assert relative(name, KNOWN, bold=False, italic=True) == italic
    assert relative(name, KNOWN, bold=True, italic=True) == both


def read(folder: Path, style: str) -> tuple[Theme, list[Problem]]:
    made = folder / "templates" / "fair"
    made.mkdir(parents=True, exist_ok=True)
    (made / "style.yaml").write_text(style, encoding="utf-8")
    return read_theme(made, FONTS.parent, "templates/fair", ("en",))


def test_a_name_stands_for_its_family_and_a_mapping_says_otherwise(tmp_path: Path) -> None:
    style = """
fonts:
  text: Andika_400Regular
  loud: {regular: Andika_400Regular, bold: LilitaOne_400Regular, ligatures: false}
fallback: [DejaVuSans]
"""
    theme, problems = read(tmp_path, style)
    assert problems == []
    assert [font.name for font in theme.styled["text"](True, False)] == ["Andika_700Bold", "DejaVuSans"]
    assert theme.styled["loud"](True, False)[0].name == "LilitaOne_400Regular"
    assert theme.styled["loud"](False, True)[0].name == "Andika_400Regular_Italic"
    text, loud = theme.fonts["text"][0], theme.fonts["loud"][0]
    assert (text.ligatures, loud.ligatures) == (True, False)
    assert len(text.shaper.word("fi").glyphs) < len(loud.shaper.word("fi").glyphs) == 2


def test_faces_that_are_not_there_are_reported_at_their_place(tmp_path: Path) -> None:
    style = "fonts:\n  text: {regular: Andika_400Regular, bold: Andika_900Black}\n  other: {bold: Andika_700Bold}\n"
    found = [(problem.line, problem.column, problem.rule) for problem in read(tmp_path, style)[1]]
    assert found == [(3, 10, "missing-field"), (2, 44, "unknown-reference")]


def test_a_damaged_face_that_nobody_named_is_none(tmp_path: Path) -> None:
    fonts = tmp_path / "templates" / "fair" / "fonts"
    fonts.mkdir(parents=True)
    shutil.copy(FONTS / "barlow" / "Barlow_400Regular.ttf", fonts / "Own-Regular.ttf")
    (fonts / "Own-Bold.ttf").write_bytes(b"no font")
    theme, problems = read(tmp_path, "fonts: {text: Own-Regular}\n")
    assert problems == []
    assert theme.styled["text"](True, False) == ()


def test_styles_have_a_colour_and_a_size(tmp_path: Path) -> None:
    style = "fonts: {text: Andika_400Regular}\nstyles:\n  red: {colour: '#c00'}\n  small: {size: 0.8}\n"
    theme, problems = read(tmp_path, style)
    assert problems == []
    assert theme.looks == {"red": Look("#cc0000"), "small": Look("", 0.8)}
    wrong = "fonts: {text: Andika_400Regular}\nstyles:\n  red: {colour: reddish}\n  small: {size: 9}\n  'a b': {}\n"
    found = [(problem.line, problem.rule) for problem in read(tmp_path, wrong)[1]]
    assert sorted(found) == [(3, "wrong-type"), (4, "number-range"), (5, "bad-id")]


def style(fonts: str, fallback: str = "[DejaVuSans]") -> str:
    return f"fonts: {{text: {fonts}}}\nfallback: {fallback}\n"


def names(fonts: tuple[Font, ...]) -> list[str]:
    return [font.name for font in fonts]


def test_bold_in_a_fallback_comes_from_its_own_family(tmp_path: Path) -> None:
    family = read(tmp_path, style("Andika_400Regular"))[0].styled["text"]
    assert names(family(True, False, "plain")) == ["Andika_700Bold", "DejaVuSans"]
    assert names(family(True, False, "Ωμέγα")) == ["Andika_700Bold", "DejaVuSans-Bold"]
    assert names(family(True, True, "Ωμέγα")) == ["Andika_700Bold_Italic", "DejaVuSans-BoldOblique"]
    assert family.plain(True, False, "Ωμέγα") == []


def test_letters_of_a_fallback_without_bold_are_reported_and_signs_are_not(tmp_path: Path) -> None:
    theme, problems = read(
        tmp_path, style("LilitaOne_400Regular", "[{regular: Rajdhani_500Medium, bold: Rajdhani_700Bold}]")
    )
    assert problems == []
    family = theme.styled["text"]
    assert family(False, True, "x") == ()
    theme, _ = read(
        tmp_path, style("{regular: LilitaOne_400Regular, bold: LilitaOne_400Regular}", "[OldStandardTT_400Regular]")
    )
    family = theme.styled["text"]
    assert names(family(True, False, "Ж")) == ["LilitaOne_400Regular", "OldStandardTT_700Bold"]
    mono = "{regular: LilitaOne_400Regular, italic: LilitaOne_400Regular}"
    theme, _ = read(tmp_path, style(mono, "[{regular: IMFellEnglishSC_400Regular}, DejaVuSans]"))
    assert theme.styled["text"].plain(False, True, "Ą→") == ["IMFellEnglishSC_400Regular"]


def test_fonts_differ_by_language(tmp_path: Path) -> None:
    said = "{default: Andika_400Regular, en: {regular: Barlow_400Regular, bold: Barlow_700Bold}}"
    theme, problems = read(tmp_path, style(said))
    assert problems == []
    assert names(theme.fonts["text"])[0] == "Andika_400Regular"
    assert names(theme.in_language("en").fonts["text"]) == ["Barlow_400Regular", "DejaVuSans"]
    assert names(theme.in_language("en-GB").fonts["text"])[0] == "Barlow_400Regular"
    assert theme.in_language("fr") is theme


def test_a_font_for_a_language_that_the_game_has_not_is_reported(tmp_path: Path) -> None:
    _, problems = read(tmp_path, style("{default: Andika_400Regular, eo: Barlow_400Regular}"))
    assert [(problem.rule, problem.line, problem.column) for problem in problems] == [("unknown-field", 1, 44)]
    _, problems = read(tmp_path, style("{default: Andika_400Regular, en: Barlow}"))
    assert [(problem.rule, problem.line, problem.column) for problem in problems] == [("unknown-reference", 1, 48)]


@each(
    ("begins", "says"),
    [
        (b"OTTO", "it has no table 'head'"),
        (b"ttcf", "it is not a font with outlines"),
        (b"wOFF", "it is not a font with outlines"),
        (b"wOF2", "the file is damaged: it cannot be unpacked"),
        (b"GIF8", "it is not a font with outlines"),
    ],
)
def test_a_damaged_font_is_named_whatever_sort_it_is(tmp_path: Path, begins: bytes, says: str) -> None:
    fonts = tmp_path / "templates/fair/fonts"
    fonts.mkdir(parents=True)
    (fonts / "Lora-Regular.otf").write_bytes(begins + bytes(200))
    _, problems = read(tmp_path, "fonts: {text: Lora-Regular}")
    assert [(problem.line, problem.column) for problem in problems] == [(1, 15)]
    assert says in problems[0].message


def test_an_otf_file_with_truetype_outlines_is_taken_where_no_ttf_has_its_name(tmp_path: Path) -> None:
    fonts = tmp_path / "templates/fair/fonts"
    fonts.mkdir(parents=True)
    shutil.copy(KNOWN["Andika_400Regular"], fonts / "Lora.otf")
    theme, problems = read(tmp_path, "fonts: {text: Lora}")
    assert (theme.fonts["text"][0].path.name, problems) == ("Lora.otf", [])
    shutil.copy(KNOWN["Andika_400Regular"], fonts / "Lora.ttf")
    assert read(tmp_path, "fonts: {text: Lora}")[0].fonts["text"][0].path.name == "Lora.ttf"


@each("role, face", [("Andika_700Bold", "DejaVuSans-Bold"), ("Andika_400Regular_Italic", "DejaVuSans-Oblique"),
    ("Andika_700Bold_Italic", "DejaVuSans-BoldOblique"), ("Andika_400Regular", "DejaVuSans")])  # fmt: skip
def test_letters_that_a_bold_or_slanted_role_lacks_are_so_in_the_fallback(tmp_path: Path, role: str, face: str) -> None:
    theme, problems = read(tmp_path, f"fonts: {{head: {role}}}\nfallback: [DejaVuSans]\n")
    assert problems == []
    box = TextArea(0, 0, 80, 20, theme.fonts["head"], 12, 12, styled=theme.styled["head"])
    for text in ("a שלום", "_ש_ a שלום"):  # plain, and with marks of its own
        atoms = [atom for line in Fitter().fit(text, box).lines for atom in line.atoms if "שלום" in atom.text]
        assert [atom.source.name for atom in atoms if isinstance(atom.source, Font)] == [face]
    own, *spare = theme.fonts["head"]
    bare = replace(own, glyphs={code: glyph for code, glyph in own.glyphs.items() if not 32 < code < 64})
    without_figures = TextArea(0, 0, 80, 20, (bare, *spare), 12, 12, styled=theme.styled["head"])  # as Noto's Hebrew is
    for area, text, signs, font in ((box, "a ⚀", "⚀", "DejaVuSans"), (without_figures, "a 24 (3)", "24", face)):
        atoms = [atom for line in Fitter().fit(text, area).lines for atom in line.atoms if signs in atom.text]
        assert [atom.source.name for atom in atoms if isinstance(atom.source, Font)] == [font]


PROSE = """
prose:
  {{body: {{font: text, size: 9}}, bold: text, italic: text, section: {{font: head, size: 14}},
   step: {{font: head, size: 11}}, bullets: {{}}, numbers: {{font: text, size: 9}},
   table: {{font: text, size: 8, head: head}}, box: {{font: text, size: 8}}}}
"""


@each("font, found", [("Andika_400Regular", []), ("LilitaOne_400Regular", [(3, 6), (3, 18), (9, 5)])])
def test_a_role_for_bold_that_is_the_texts_own_has_its_familys_bold_or_is_told(
    tmp_path: Path, font: str, found: list[tuple[int, int]]
) -> None:
    style = f"fonts: {{text: {font}, head: Andika_700Bold}}\nfallback: [DejaVuSans]{PROSE.format()}"
    theme, problems = read(tmp_path, style)
    assert problems == []
    assert theme.prose is not None
    setter = typesetter(style=theme.prose)
    rows = setter.rows(
        document("So **bold** and *slanted*.\n\n## **Head**\n\n| **a** |\n|---|\n| **b** שלום |\n"), 60.0
    )
    assert [(one.line, one.column) for one in setter.findings if one.rule == "missing-style"] == found
    assert {one.level for one in setter.findings} <= {"warning"}
    drawn = {run.text.strip(): run.font.name for row in rows for run in row.marks if isinstance(run, TextRun)}
    assert drawn["Head"] == drawn["a"] == "Andika_700Bold"
    if not found:
        assert (drawn["bold"], drawn["slanted"], drawn["b"]) == (
            "Andika_700Bold",
            "Andika_400Regular_Italic",
            "Andika_700Bold",
        )

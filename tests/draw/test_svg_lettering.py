"""Words in pictures are letters of the project's fonts, where their file has them."""

from pathlib import Path

import pytest
from each import each
from PIL import Image, ImageChops
from svg_pictures import HEAD, ours, picture, problems, read, svg

from generator.draw.marks.art import Art, shipped_art
from generator.draw.marks.marks import Shape, TextRun, leaves
from generator.draw.svg.drawing import Picture, forget_drawings, read_drawing
from generator.draw.svg.reference import FULL_INK

# Drawn as letters, each as resvg does with the same fonts.
LETTERS = {
    "plain": '<text x="2" y="9" font-size="4">Fox &amp; owl</text>',
    "sizes": '<text y="8" style="font-size:5px"><tspan font-size="50%">a</tspan>b<tspan font-size="1.2em">c</tspan></text>',
    "middle": '<text x="10" y="9" font-size="4" text-anchor="middle">Middle</text>',
    "end": '<text x="19" y="9" font-size="4" style="text-anchor:end">End</text>',
    "bold": '<text x="2" y="9" font-size="4" font-weight="bold">Bold</text>',
    "italic": '<text x="2" y="9" font-size="4" font-style="italic">Slanted</text>',
    "shorthand": '<text x="2" y="9" style="font:bold 4px sans-serif">Short</text>',
    "lines": '<text font-size="4"><tspan x="2" y="6">one</tspan><tspan x="4" dy="5">two</tspan></text>',
    "shifts": '<text x="2" y="9" font-size="4">up<tspan dx="1" dy="-3">per</tspan> low</text>',
    "places": '<text x="2 6 12" y="9 12" font-size="4">abcd</text>',
    "spaced": '<text x="2" y="9" font-size="4" letter-spacing="1">wide</text>',
    "kept": '<text x="2" y="9" font-size="4" xml:space="preserve">a   b</text>',
    "collapsed": '<text x="2" y="9" font-size="4">  a\n\t b  <tspan> c</tspan></text>',
    "turned": '<text x="2" y="9" font-size="4" transform="rotate(20)">Turned</text>',
    "coloured": '<text x="2" y="9" font-size="4" fill="#c00">a<tspan fill="blue" fill-opacity=".5">b</tspan></text>',
    "outlined": '<text x="2" y="14" font-size="12" fill="#fc0" stroke="#333">Ag</text>',
    "faded": '<g opacity=".5" fill="#060"><text x="2" y="12" font-size="8" opacity=".8">Ag</text></g>',
    "inherited": '<g font-size="6" font-weight="700"><svg><text x="2" y="9">Deep</text></svg></g>',
    "used": '<defs><text id="t" font-size="6">Use</text></defs><use href="#t" x="3" y="9"/>',
    "styled": "<style>.big{font-size:7px;fill:navy}</style><text class='big' x='2' y='9'>Sheet</text>",
    "link": '<a href="https://example.org"><text x="2" y="9" font-size="4">Go <a>on</a></text></a>',
}
# More than letters in a row: pixels, with the same fonts.
MORE = {
    "rotate 20": '<text x="4" y="12" font-size="6" rotate="20">abc</text>',
    "<textPath>": '<path id="p" d="M2 12Q10 2 18 12" fill="none"/><text font-size="5"><textPath href="#p">on a path'
    "</textPath></text>",
    "textLength 16": '<text x="2" y="12" font-size="4" textLength="16">abc</text>',
    "writing-mode tb": '<text x="10" y="2" font-size="4" style="writing-mode:tb">abc</text>',
    "text-decoration underline": '<text x="2" y="12" font-size="6" text-decoration="underline">abc</text>',
    "text from right to left": '<text x="18" y="12" font-size="6" font-family="DejaVu Sans">שלום</text>',
}


def _judged(text: str, width: int) -> Image.Image:
    """resvg's picture with the tool's fonts alone."""
    import io

    import resvg_py

    fonts = [str(path) for path in shipped_art().paths]
    names = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), "Andika")
    png = resvg_py.svg_to_bytes(
        svg_string=text,
        width=width,
        dpi=96,
        skip_system_fonts=True,
        font_files=fonts,
        **names,  # type: ignore[arg-type]
    )
    drawn = Image.open(io.BytesIO(bytes(png))).convert("RGBA")
    paper = Image.new("RGBA", drawn.size, "white")
    paper.alpha_composite(drawn)
    return paper.convert("RGB")


def _apart(found: Picture, text: str) -> float:
    mine = ours(found)
    worst = ImageChops.difference(mine, _judged(text, mine.width)).convert("L")
    return sum(worst.histogram()[64:]) / (worst.width * worst.height)


@each("name", LETTERS)
def test_words_are_letters_where_their_file_has_them(tmp_path: Path, name: str) -> None:
    text = svg(LETTERS[name])
    found = read(tmp_path, text)
    drawn = [mark for mark, _ in leaves(found.drawing.marks)]
    assert drawn
    assert all(isinstance(mark, Shape if name == "outlined" else TextRun) for mark in drawn)
    assert not found.notes
    assert _apart(found, text) <= 0.012


@each("words", MORE)
def test_what_is_more_than_letters_in_a_row_is_pixels_in_the_same_fonts(tmp_path: Path, words: str) -> None:
    text = svg(MORE[words])
    found = read(tmp_path, text)
    assert [note.message.partition(" on ")[0] for note in found.notes] == [words.partition(" on ")[0]]
    assert _apart(found, text) <= 0.012


@each("content", (
    "<text/>", '<text x="2" y="3"> \n </text>', "<text><tspan/></text>", '<flowRoot><flowPara/></flowRoot>',
    '<text display="none">a</text>',
))  # fmt: skip
def test_empty_words_draw_nothing(tmp_path: Path, content: str) -> None:
    found = picture(tmp_path, content)
    assert not list(leaves(found.drawing.marks))
    assert not found.notes


def test_words_in_a_flow_root_are_told_of(tmp_path: Path) -> None:
    found = picture(tmp_path, '<flowRoot id="f"><flowRegion/><flowPara>lost</flowPara></flowRoot>')
    ((level, rule, message),) = [(note.level, note.rule, note.message) for note in found.notes]
    assert (level, rule) == ("note", "drawn-otherwise")
    assert message == "'f': words in a <flowRoot> are not drawn, as in browsers"


def _fonts(content: str, folder: Path, art: Art) -> tuple[list[str], list[str]]:
    forget_drawings()
    (folder / "t.svg").write_text(f"{HEAD}{content}</svg>", encoding="utf-8")
    found = read_drawing(folder / "t.svg", [folder], FULL_INK._replace(art=art))
    assert isinstance(found, Picture)
    runs = [mark for mark, _ in leaves(found.drawing.marks) if isinstance(mark, TextRun)]
    return [run.font.name for run in runs], [note.message for note in found.notes]


def _art(**families: str) -> Art:
    tool = shipped_art()
    return Art(tool._files, tool._faces, "text", families)


@each(("family", "font", "said"), [
    ("Barlow", "Barlow_400Regular", ""),
    ("'Barlow', sans-serif", "Barlow_400Regular", ""),
    ("EB Garamond", "EBGaramond_400Regular", ""),
    ("DejaVuSans-Bold", "DejaVuSans-Bold", ""),
    ("Hand", "Andika_400Regular", ""),
    ("sans-serif", "Andika_400Regular", ""),
    ("Arial, sans-serif", "Andika_400Regular", "the project has no font 'Arial': Andika_400Regular is taken"),
])  # fmt: skip
def test_a_family_is_the_projects_or_told_of(tmp_path: Path, family: str, font: str, said: str) -> None:
    drawn = _fonts(f'<text y="9" font-family="{family}">a</text>', tmp_path, _art(hand="text"))
    assert drawn == ([font], [said] if said else [])


def test_the_nearest_face_is_taken(tmp_path: Path) -> None:
    text = '<text y="9" font-family="Barlow" font-weight="{}" font-style="{}">a</text>'
    assert _fonts(text.format(600, "italic"), tmp_path, _art())[0] == ["Barlow_500Medium_Italic"]
    assert _fonts(text.format(900, "normal"), tmp_path, _art())[0] == ["Barlow_700Bold"]


def test_a_letter_that_no_font_has_is_told_of(tmp_path: Path) -> None:
    (found,) = problems(tmp_path, '<text y="9">a漢</text>')
    assert (found.line, found.message) == (2, "the project's fonts have no '漢'")


@pytest.mark.parametrize("wrong", ['x="wide"', 'font-size="huge"', 'letter-spacing="1 2"'])
def test_a_wrong_value_is_told_of(tmp_path: Path, wrong: str) -> None:
    (found,) = problems(tmp_path, f"<text {wrong}>a</text>")
    assert "is not a number" in found.message

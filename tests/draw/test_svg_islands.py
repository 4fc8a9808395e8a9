"""What no vectors show becomes pixels: the smallest element that gives the right picture, as sharp as it prints."""

import io
from pathlib import Path

import pytest
from each import each
from face_pictures import both, share_apart
from PIL import Image
from svg_pictures import HEAD, difference, picture, problems, read, svg

from generator.core import kept_pixels
from generator.core.kept_pixels import keep_pixels_in
from generator.draw.marks import islands
from generator.draw.marks.art import shipped_art
from generator.draw.marks.islands import Island, sharpened
from generator.draw.marks.marks import Face, Mark, PlacedDrawing, PlacedRaster, Raster, Shape, leaves
from generator.draw.svg.drawing import Picture, forget_drawings, read_drawing
from generator.draw.svg.reference import FULL_INK, Ink
from generator.pdf.face_svg import face_svg

BLUR = '<filter id="soft"><feGaussianBlur stdDeviation="1"/></filter>'
LEAF = '<path id="leaf" d="M4 4H16L10 16Z" fill="#2a7"{}/>'
BACK = '<rect width="20" height="20" fill="#fd8"/>'
SOFT, BAD = (LEAF.format(f' filter="url(#{name})"') for name in ("soft", "f"))
TINTED = LEAF.format(' data-tint="leaf"')
# By what is said of it: a picture that vectors alone cannot show.
UNDRAWN = {
    "a blur of 1 on 'leaf'": BLUR + BACK + LEAF.format(' filter="url(#soft)"'),
    "a blur of 1 on 'hold'": BLUR + BACK + f'<g id="hold" style="filter:url(#soft)">{LEAF.format("")}</g>',
    "a shadow on 'leaf'": '<filter id="d"><feDropShadow dx="1" dy="1" stdDeviation=".5"/></filter>'
    + BACK + LEAF.format(' filter="url(#d)"'),
    "a change of colours on 'leaf'": '<filter id="d"><feColorMatrix type="saturate" values="0"/></filter>'
    + BACK + LEAF.format(' filter="url(#d)"'),
    "a blur on 'leaf'": BACK + LEAF.format(' filter="blur(1px)"'),
    "a pattern on 'leaf'": '<pattern id="p" width="10" height="9" patternUnits="userSpaceOnUse"><rect width="5" '
    'height="9"/></pattern>' + BACK + LEAF.replace("#2a7", "url(#p)").format(""),
    "a line drawn with a pattern on 'leaf'": '<pattern id="p" width="1" height="1" '
    'patternContentUnits="objectBoundingBox"><rect width=".5" height="1" fill="red"/></pattern>'
    + LEAF.format(' stroke-width="3" stroke="url(#p)"'),
    "a marker on an arc on 'round'": '<marker id="m"><circle r="2"/></marker><path id="round" fill="none" '
    'stroke="#000" d="M4 10A6 6 0 0 1 16 10" marker-mid="url(#m)"/>',
    "a gradient that repeats on 'leaf'": '<linearGradient id="g" x2=".3" spreadMethod="repeat"><stop '
    'stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>' + LEAF.replace("#2a7", "url(#g)").format(""),
    "mix-blend-mode multiply on 'leaf'": BACK + LEAF.format(' style="mix-blend-mode:multiply"'),
    "transform-origin in style on 'leaf'": LEAF.format(' transform="rotate(30)" style="transform-origin:center"'),
    "<g> in a clipPath on 'leaf'": '<clipPath id="c"><g/><rect width="9" height="20"/></clipPath>'
    + LEAF.format(' clip-path="url(#c)"'),
    "a mask in a clipPath on 'leaf'": '<mask id="m"><rect width="9" height="20" fill="#fff"/></mask><clipPath id="c">'
    '<rect width="20" height="9" mask="url(#m)"/></clipPath>' + LEAF.format(' clip-path="url(#c)"'),
}  # fmt: skip


def _islands(found: Picture) -> list[Island]:
    sources = [mark.raster.source for mark, _ in leaves(found.drawing.marks) if isinstance(mark, PlacedRaster)]
    return [source for source in sources if isinstance(source, Island)]


def _pixels(found: Picture, width: float) -> list[Raster]:
    face = found.placed(0, 0, width, width * found.height / found.width)
    marks = leaves(sharpened((face,)))
    return [mark.raster for mark, _ in marks if isinstance(mark, PlacedRaster)]


@each("said", UNDRAWN, kept=3)
def test_what_no_vectors_show_is_drawn_as_pixels_and_told(tmp_path: Path, said: str) -> None:
    text = svg(UNDRAWN[said])
    found = read(tmp_path, text)
    assert [(note.level, note.rule, note.message) for note in found.notes] == [
        ("note", "drawn-as-pixels", f"{said}: drawn as pixels")
    ]
    assert len(_islands(found)) == 1
    assert difference(found, text) <= 0.01
    assert share_apart(*both(Face(found.width, found.height, (PlacedDrawing(found.drawing),)))) <= 0.006


def test_only_the_element_becomes_pixels_and_the_rest_stays(tmp_path: Path) -> None:
    found = picture(tmp_path, BLUR + BACK + '<circle cx="4" cy="4" r="1" filter="url(#soft)"/>')
    (island,) = _islands(found)
    assert island.window[2] < 9
    assert "fd8" not in island.text
    assert sum(isinstance(mark, Shape) for mark, _ in leaves(found.drawing.marks)) == 1


@each(("content", "held"), [
    (f'<symbol id="s">{SOFT}</symbol><use id="outer" href="#s"/>', "<use"),
    (f'<mask id="m">{SOFT}</mask><g id="outer" mask="url(#m)">{BACK}</g>', 'mask="url(#m)"'),
])  # fmt: skip
def test_what_refers_to_it_becomes_the_island(tmp_path: Path, content: str, held: str) -> None:
    text = svg(BLUR + content)
    found = read(tmp_path, text)
    (island,) = _islands(found)
    assert held in island.text
    assert difference(found, text) <= 0.01


def test_layers_around_an_island_cut_and_fade_it_once(tmp_path: Path) -> None:
    clip = '<clipPath id="c"><rect width="10" height="20"/></clipPath>'
    text = svg(BLUR + clip + f'<g opacity=".5" clip-path="url(#c)">{SOFT}</g>')
    assert difference(read(tmp_path, text), text) <= 0.01


def test_words_that_an_island_names_have_the_fonts_of_the_project(tmp_path: Path) -> None:
    words = '<clipPath id="c"><text x="4" y="15" font-size="12" font-family="Andika">Ab</text></clipPath>'
    (island,) = _islands(picture(tmp_path, words + LEAF.format(' clip-path="url(#c)"')))
    assert (island.fonts, island.per_inch) == (shipped_art().paths, 600)
    assert island.window[2] > 5


def test_many_islands_are_the_whole_picture_once(tmp_path: Path) -> None:
    few, many = (BLUR + '<path filter="url(#soft)" d="M9 9h1v1z"/>' * count for count in (3, 50))
    assert len(_islands(picture(tmp_path, few))) == 3
    found = read(tmp_path, f"{HEAD}\n{many}</svg>", "many.svg")
    assert len(_islands(found)) == 1
    assert [note.message for note in found.notes] == ["a blur of 1 on <path>: drawn as pixels; and 49 more like this"]
    areas = read(tmp_path, f"{HEAD}\n" + BLUR + BACK.replace("/>", ' filter="url(#soft)"/>') * 2 + "</svg>", "area.svg")
    assert len(_islands(areas)) == 1


@each(("content", "per_inch"), [
    (LEAF.format(' filter="url(#soft)"'), 300),
    ('<text x="2" y="9" font-size="4" rotate="9">on</text>', 600),
    (UNDRAWN["a pattern on 'leaf'"], 600),
])  # fmt: skip
def test_pixels_are_those_of_the_printed_size(tmp_path: Path, content: str, per_inch: int) -> None:
    found = picture(tmp_path, BLUR + content)
    (island,) = _islands(found)
    for width in (20, 50):
        (raster,) = _pixels(found, width)
        assert isinstance(raster.source, bytes)
        assert raster.width == pytest.approx(island.window[2] * width / 20 / 25.4 * per_inch, abs=1)
        with Image.open(io.BytesIO(raster.source)) as drawn:
            assert drawn.size == (raster.width, raster.height)
            assert not drawn.info


def test_the_same_picture_has_the_same_bytes_and_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Store(dict[str, bytes]):
        def put(self, key: str, body: bytes) -> None:
            self[key] = body

    monkeypatch.setattr(kept_pixels, "_STORES", [])
    content = BLUR + LEAF.format(' filter="url(#soft)"')
    found = picture(tmp_path, content)
    (plain,) = _pixels(found, 31)
    store = Store()
    keep_pixels_in(store)
    islands._sharp.clear()
    assert _pixels(found, 31) == [plain]
    assert list(store.values()) == [plain.source]
    islands.find_window.cache_clear()
    forget_drawings()
    picture(tmp_path, content)
    monkeypatch.setattr(islands, "_drawn", lambda *_: pytest.fail("it is drawn again"))
    islands._sharp.clear()
    islands.find_window.cache_clear()
    forget_drawings()
    assert _pixels(picture(tmp_path, content), 31) == [plain]


def _read(folder: Path, content: str, ink: Ink) -> Picture | list[str]:
    forget_drawings()
    (folder / "drawing.svg").write_text(f"{HEAD}\n{content}</svg>", encoding="utf-8")
    found = read_drawing(folder / "drawing.svg", [folder], ink)
    return found if isinstance(found, Picture) else [f"{p.line}: {p.level} {p.message} ({p.hint})" for p in found]


def test_pixels_may_be_forbidden_and_need_resvg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = BLUR + LEAF.format(' filter="url(#soft)"') * 2
    art = shipped_art()
    monkeypatch.setattr(art, "pixels", False)
    never = _read(tmp_path, content, FULL_INK._replace(art=art))
    words = "2: error a blur of 1 on 'leaf': no vectors show it"
    assert never == [f"{words}; and 1 more like this (allow pixels in style.yaml, or draw it otherwise)"]
    monkeypatch.setattr(art, "pixels", True)
    monkeypatch.setattr(islands, "_resvg_version", lambda: "")
    without = _read(tmp_path, content, FULL_INK)
    assert without == [f"{words}; and 1 more like this (pip install resvg-py, or draw it otherwise)"]


@each(("ink", "words"), [(Ink(pen=0.5), "whose lines are as wide as in full ink"), (FULL_INK, "whose tints stay")])
def test_a_note_says_what_pixels_cannot_do(tmp_path: Path, ink: Ink, words: str) -> None:
    found = _read(tmp_path, BLUR + LEAF.format(' data-tint="leaf" filter="url(#soft)"'), ink)
    assert isinstance(found, Picture)
    assert words in found.notes[0].message


def test_tints_and_the_current_colour_reach_into_an_island(tmp_path: Path) -> None:
    ink = FULL_INK._replace(palette=(("leaf", "#a9cf8d"),), current="#123456")
    marked = f'{BLUR}<g filter="url(#soft)">{TINTED}<path fill="currentColor" d="M0 0h1"/></g>'
    found = _read(tmp_path, marked, ink)
    assert isinstance(found, Picture)
    (island,) = _islands(found)
    assert "fill:#a9cf8d" in island.text
    assert 'color="#123456"' in island.text


@each(("content", "words"), [
    ('<filter id="f"><feImage href="/etc/hostname.png"/></filter><g filter="url(#f)"><path d="M1 1h1"/></g>', "another file"),
    (f'<filter id="f"><feTurbulence numOctaves="99"/></filter>{BAD}', "too long to draw"),
    ('<pattern id="a" width="1" height="1"><path fill="url(#a)" d="M0 0h1v1z"/></pattern>'
     '<path fill="url(#a)" d="M0 0h9v9z"/>', "cannot be drawn as pixels either"),
    (BLUR + '<g filter="url(#soft)"><image href="nowhere.png"/></g>', "another file"),
])  # fmt: skip
def test_islands_read_no_files_and_end(tmp_path: Path, content: str, words: str) -> None:
    found = problems(tmp_path, content)
    assert any(words in problem.message for problem in found), found


def test_faces_without_islands_are_left_as_they_are(tmp_path: Path) -> None:
    marks: tuple[Mark, ...] = (picture(tmp_path, BACK).placed(0, 0, 9, 9),)
    assert sharpened(marks) is marks
    assert b"data:image" in face_svg(
        Face(20, 20, (read(tmp_path, svg(UNDRAWN["a blur on 'leaf'"]), "blur.svg").placed(0, 0, 20, 20),)), "leaf"
    )

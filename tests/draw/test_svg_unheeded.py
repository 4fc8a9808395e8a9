"""What browsers read and resvg does not, and what no program reads: read, or told in a note, and never refused."""

from pathlib import Path

from each import each
from svg_pictures import difference, picture, places, read, svg

from generator.draw.svg.drawing import forget_drawings

BAR = '<path d="M0 10H20" stroke="#d33" stroke-width="6"{}/>'
# What is written, and what is drawn the same.
READ = {
    "a value of a name": ('<g style="--c: #2a7">' + BAR.format(' style="stroke:var( --c , blue)"') + "</g>",
                          BAR.replace("#d33", "#2a7").format("")),
    "a value in place of a name": (BAR.replace("#d33", "var(--fill-0, rgb(0 0 255))").format(""),
                                   BAR.replace("#d33", "blue").format("")),
    "names that stand for names": ('<g style="--a: var(--b); --b: lime">' + BAR.replace("#d33", "var(--a)").format("")
                                   + "</g>", BAR.replace("#d33", "lime").format("")),
    "names for all": ("<style>:root{--c:lime}path{stroke:var(--c)}</style>" + BAR.format(""),
                      BAR.replace("#d33", "lime").format("")),
    "a transform in style": (BAR.format(' style="transform: translate(5px, 2px) rotate(30deg)"'),
                             BAR.format(' transform="translate(5 2) rotate(30)"')),
    "no transform in style": (BAR.format(' transform="scale(2)" style="transform:none"'), BAR.format("")),
    "a line of one width": ('<g transform="scale(5 2)"><path d="M0 5H4" stroke="#d33" stroke-width="6" '
                            'vector-effect="non-scaling-stroke"/></g>',
                            '<path d="M0 10H20" stroke="#d33" stroke-width="1.25"/>'),
    "a style for paper": ("<style>@media print{path{stroke:lime}}</style>" + BAR.format(""),
                          BAR.replace("#d33", "lime").format("")),
    "a style for all": ("<style>@media only all, screen {path{stroke:lime} circle{fill:red}}</style>" + BAR.format(""),
                        BAR.replace("#d33", "lime").format("")),
    "a turn about what is far": (BAR.format(' transform="rotate(1e-7 1.2e8 0)"'),
                                 BAR.format(' transform="translate(0 -.2094)"')),
    "a length without dashes": (BAR.format(' pathLength="1"'), BAR.format("")),
}  # fmt: skip
# What counts as not said, with the note on it.
NOTED = {
    "<path> has an attribute space, which is not read": BAR.format(' space="preserve"'),
    "<path> has an attribute points, which is not read": BAR.format(' points="1 2"'),
    "stroke-dashoffset: '1;2' is not a number, alone or with mm, cm, in, pt or px; it counts as not said":
        BAR.format(' stroke-dashoffset="1;2"'),
    "'@media (min-width:9px)' is not for paper: what is in it is not read":
        "<style>@media (min-width:9px) {path{stroke:lime} b{fill:red}}</style>" + BAR.format(""),
    "'@keyframes spin' is not for paper: what is in it is not read":
        "<style>@keyframes spin{from{opacity:0}to{opacity:1}}</style>" + BAR.format(""),
}  # fmt: skip


@each("written", READ)
def test_what_browsers_read_is_drawn(tmp_path: Path, written: str) -> None:
    given, alike = map(svg, READ[written])
    found = read(tmp_path, given)
    assert difference(found, alike) < 0.01
    assert found.notes == ()


@each(("words", "content"), list(NOTED.items()))
def test_what_no_program_reads_is_a_note_and_nothing_else(tmp_path: Path, words: str, content: str) -> None:
    forget_drawings()
    found = picture(tmp_path, content)
    assert [(note.level, note.rule, note.message) for note in found.notes] == [("note", "drawn-otherwise", words)]
    assert found.drawing.marks == picture(tmp_path / "..", BAR.format("")).drawing.marks


def test_a_wrong_colour_is_that_of_what_is_around(tmp_path: Path) -> None:
    found = read(tmp_path, svg('<g stroke="blue">' + BAR.replace("#d33", "#67a7c47").format("") + "</g>"))
    assert difference(found, svg(BAR.replace("#d33", "blue").format(""))) < 0.01
    assert [note.level for note in found.notes] == ["note"]


@each(
    ("content", "words"),
    [
        (BAR.format(' stroke-dasharray="1 1" pathLength="10"'), "pathLength is not read: it changes the dashes"),
        (BAR.format(' clip-path="circle(3px)"'), "clip-path: 'circle(3px)' is neither none nor url(#id)"),
        (BAR.replace("#d33", "lab(50% 40 59)").format(""), "stroke: 'lab(50% 40 59)' is not #rgb, #rrggbb, "),
        (BAR.format(' stroke-linecap="flat"'), "stroke-linecap: 'flat' is not butt, round or square"),
        (BAR.format(' viewBox="0 0 1 1"'), "<path> has an attribute viewBox, which is not read"),
        (BAR.format(' style="transform:translateX(3px)"'), "transform: 'translateX' is not translate, "),
    ],
)
def test_what_others_draw_otherwise_is_refused_by_name(tmp_path: Path, content: str, words: str) -> None:
    ((_, _, _, message),) = places(tmp_path, content)
    assert message.startswith(words)

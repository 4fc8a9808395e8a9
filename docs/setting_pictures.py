"""The small pictures in the page of templates: what each setting changes, drawn by one or two elements."""

from pathlib import Path
from tempfile import TemporaryDirectory

from generator.check.build import check_game
from generator.core.folders import Project
from generator.tables.pictures import pictures

SIZE, DPI = (30, 17), 110  # mm
_BOX = '<rect x="2" y="2" width="26" height="13" fill="none" stroke="#bbb" stroke-width="0.2"/>'
_TEXT = '<rect data-text="{}" data-font="text" data-size="9" x="2" y="2" width="26" height="13" {}/>'
_HEXES = (
    '<g data-for="h in hexes({})"><path d="{{{{ h.path }}}}" fill="none" stroke="#000" stroke-width="0.2"/>'
    '<rect data-text="{{{{ h.address }}}}" data-font="text" data-size="6" data-min="4" data-align="center"'
    ' data-valign="middle" data-leading="1" x="{{{{ h.x - 3 }}}}" y="{{{{ h.y - 2 }}}}" width="6" height="4"/></g>'
)
_LINE = '<path d="{}" fill="none" stroke="#000" stroke-width="0.5"/>'
_GRID = (
    '<path data-for="h in hexes(4, 2, size=6.5, x=1, y=1)" d="{{ h.path }}"'
    ' fill="none" stroke="#999" stroke-width="0.2"/>'
)
_MARKS = (
    '<path data-for="s in {}" transform="translate({{{{ s.x }}}} {{{{ s.y }}}}) rotate({{{{ s.angle }}}})"'
    ' d="M-1 1L0-1L1 1Z"/>'
)
_RIVER = "M3 14C9-2 20 0 27 13"
_POINTS = "[[3, 14], [10, 4], [27, 12]]"

# By the picture's name: what is drawn.
SHOWN = {
    "data-if": '<circle cx="8" cy="8.5" r="5"/><circle data-if="false" cx="22" cy="8.5" r="5"/>',
    "data-for": '<circle data-for="n in range(1, 5)" cx="{{ 6 * n }}" cy="8.5" r="{{ n / 2 }}"/>',
    "data-fold": '<path data-fold="true" d="M15 0V17"/>',
    "data-size": _BOX + _TEXT.format("Large if there is room, else smaller, down to data-min", 'data-min="6"'),
    "data-align": _BOX + _TEXT.format("right, bottom", 'data-align="right" data-valign="bottom"'),
    "data-lines": _BOX + _TEXT.format("two lines, and 1.6 high", 'data-lines="2" data-leading="1.6"'),
    "data-case": _BOX + _TEXT.format("capitals", 'data-case="upper"'),
    "data-hyphenate": _BOX + _TEXT.format("What an understanding of it", 'data-hyphenate="true"'),
    "data-colour": _BOX + _TEXT.format("the red of it", 'data-colour="#c00"'),
    "data-along": _LINE.replace("0.5", "0.1").format(_RIVER)
    + '<rect data-text="along the river" data-font="text" data-size="9" data-align="center" '
    + f'data-along="{_RIVER}"/>',
    "edge": _GRID + _LINE.format("{{ edge(hex(2, 1, size=6.5, x=1, y=1), 'ne').path }}").replace("0.5", "1.2"),
    "border": _GRID
    + _LINE.format("{{ border(hexes(['0101', '0201', '0202'], size=6.5, x=1, y=1)) }}").replace("0.5", "1"),
    "link": '<circle cx="4" cy="13" r="1.5"/><circle cx="26" cy="4" r="1.5"/>'
    + _LINE.format("{{ link([4, 13], [26, 4], 3).path }}"),
    "path": _LINE.format(f"{{{{ path({_POINTS}) }}}}"),
    "along": _LINE.replace("0.5", "0.1").format(f"{{{{ path({_POINTS}) }}}}") + _MARKS.format(f"along({_POINTS}, 8)"),
    "ring": _MARKS.format("ring(12, 6.5, 15, 8.5)"),
    "columns": _HEXES.format("4, 2, size=6.5, x=1, y=1"),
    "size": _HEXES.format("7, 3, size=4.5, x=1, y=1").replace('"6" data-min', '"4" data-min'),
    "x": _HEXES.format("3, 1, size=6.5, x=9, y=6"),
    "pointed": _HEXES.format("3, 2, size=6.5, x=1, y=1, pointed=true"),
    "shift": _HEXES.format("4, 2, size=6.5, x=1, y=1, shift='odd'"),
    "side": _HEXES.format("side=2, size=5, x=7, y=1"),
    "form": _HEXES.format("4, 2, size=6.5, x=1, y=1, form='A1'"),
    "diagonal": _HEXES.format("4, 2, size=6.5, x=1, y=1, diagonal=true"),
}


def make_setting_pictures(folder: Path) -> None:
    """Write the picture of each setting."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch:
        data, templates = Path(scratch, "data/shown"), Path(scratch, "templates/shown")
        data.mkdir(parents=True)
        templates.mkdir(parents=True)
        kinds = "".join(
            f"  {name}: {{title: One, size: [{SIZE[0]}, {SIZE[1]}], template: {name}.svg, fields: {{}}}}\n"
            for name in SHOWN
        )
        (data / "game.yaml").write_text(f"name: Shown\nlanguages: [en]\nkinds:\n{kinds}")
        (templates / "style.yaml").write_text("fonts: {text: Andika_400Regular}\n")
        width, height = SIZE
        for name, content in SHOWN.items():
            (data / f"{name}.yaml").write_text("- {id: one}\n")
            head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            view = f'viewBox="0 0 {width} {height}"'
            (templates / f"{name}.svg").write_text(f"{head} {view}>{content}</svg>")
        checked = check_game(Project(Path(scratch, "data"), Path(scratch, "templates")), "shown")
        wrong = [problem.message for problem in checked.problems if problem.level == "error"]
        assert not wrong, wrong
        for name in SHOWN:
            kind = checked.game.kinds[name]
            face, _ = checked.renderer.face(kind, kind.items[0], "en")
            (image,) = pictures([face], DPI, 0)
            image.convert("RGB").quantize(16).save(folder / f"{name}.png", optimize=True)

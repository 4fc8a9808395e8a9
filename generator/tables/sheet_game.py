"""A new game from a sheet: its rows as the items of one kind, its columns as the fields, one plain template."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from shutil import copy
from unicodedata import normalize

from msgspec import Struct

from generator.check.build import check_faces
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import Faulty, Problem
from generator.draw.file_use import forget_files
from generator.draw.font_families import font_files, font_style, relative
from generator.draw.marks.fonts import load
from generator.draw.theme import STAND_IN
from generator.forge.yaml_writer import flow, scalar
from generator.model.game import Game, Item
from generator.model.load import load_game
from generator.model.sheet_source import bare_name
from generator.tables.cells import meant
from generator.tables.guessing import TITLES, GuessedColumn
from generator.tables.headings import SheetTerms
from generator.tables.importing import import_rows
from generator.tables.opening import SheetOrder
from generator.tables.sheet_reading import SheetReading, key_of, missing_characters, read_new_sheet
from generator.tables.sheet_template import MISSING, NAMES, SIZES, STYLE, FaceField, SheetFace, back_svg

MOST_NAMED = 12
PER_CHARACTER = 2.2  # mm² that one takes at the least size


class SheetGame(Struct):
    """A game made from a sheet, not yet written."""

    data: dict[str, bytes] = {}  # by file, in the game's folder
    templates: dict[str, bytes] = {}  # the same in that of its templates
    columns: list[GuessedColumn] = []
    languages: list[str] = []
    items: int = 0
    notes: list[str] = []  # what the user should know
    style_notes: list[str] = []  # those of them that are about its style

    @property
    def size(self) -> int:
        """Bytes of all of its files."""
        return sum(map(len, (*self.data.values(), *self.templates.values())))

    def table(self) -> list[tuple[str, str, str, str, str]]:
        """Each column with its field, type, values and what is to be said of it."""
        said = ((each, (each.type, each.values) if each.name else ("", "")) for each in self.columns)
        return [(each.heading or each.key, each.path or "–", *about, each.remark) for each, about in said]


def game_from_sheet(
    order: SheetOrder,
    name: str,
    languages: Sequence[str],
    *,
    source: str = "",
    beside: Path | None = None,
    common: Path | None = None,
) -> SheetGame:
    """Make a game of one kind from a sheet.

    Args:
        order: the sheet, and the name of the kind.
        name: the game's.
        languages: those that the user names; the sheet's own come behind them.
        source: the address of a published sheet, or the sheet's file as seen from the game's folder; if there is none,
            the game gets a copy of the file.
        beside: the folder in which the pictures lie that the sheet names.
        common: the project's folder of templates for all games, whose fonts are taken where the style's lack something.

    Raises:
        Faulty: the file cannot be read.
        Infeasible: it has no rows.
    """
    reading = read_new_sheet(order, languages)
    made = SheetGame(columns=reading.columns, languages=reading.codes)
    file = Path(order.file).name
    if not source:
        made.data[file] = Path(order.file).read_bytes()
    key, face = key_of(reading), _face(reading)
    if not key:
        made.notes.append("no column tells all rows apart, so the game does not follow the sheet: add a column id")
    fonts = _add_style(reading, font_files((common,)) if common else {}, made)
    if as_they_are := [sign for sign, new in reading.order.replace.items() if new == f"\\{sign}"]:
        made.notes.append(
            f"signs of other tools that print as they are, until replace in game.yaml has ours: {_listed(as_they_are)}"
        )
    if face.art:
        _add_pictures(reading, beside, made)
    with scratch() as folder:
        project = Project(folder / "data", folder / "templates")
        (shared := project.templates / "common" / "fonts").mkdir(parents=True)
        for path in fonts:
            copy(path, shared)
        making = _Making(reading, name, source or file, key, face, made, project)
        while not making.takes_rows():
            making.face = _face(reading)
        making.fit()
    made.notes += reading.grid.notes[order.file.endswith((".csv", ".tsv", ".txt")) :]
    return made


def _face(reading: SheetReading) -> SheetFace:
    """What is on the face: the title, short values in cells, the others below each other."""
    fields: dict[str, FaceField] = {}
    for column in reading.columns:
        if column.form:
            longest = max((len(row[column.column].text) for row in reading.rows() if column.column in row), default=0)
            longest = 1 if column.form["type"] == "flag" else longest
            shown = fields.setdefault(column.name, FaceField(column.name, column.title[:40], str(column.form["type"])))
            shown.longest = max(shown.longest, longest)
    texts = [each for each in fields.values() if each.type in ("text", "string")]
    titles = [each for each in texts if TITLES.fullmatch(bare_name(each.label))] or [
        each for each in texts if each.longest <= 60
    ]
    title = titles[0] if titles and titles[0].longest <= 90 else None
    rest = [each for each in fields.values() if each is not title]
    cells = [each for each in rest if each.is_short]
    body = [each for each in rest if not each.is_short]
    return SheetFace(SIZES[0], title, cells, body, any(each.name == "art" for each in reading.columns))


def _listed(names: Sequence[str]) -> str:
    """Names in a row, the first few where there are many."""
    more = len(names) - MOST_NAMED
    return " ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _add_style(reading: SheetReading, fonts: Mapping[str, Path], made: SheetGame) -> list[Path]:
    """Give the game its style; the fonts of the project that it uses, with all of their families."""
    missing, spares = missing_characters(reading, fonts)
    style = STYLE.replace("fallback: [", "".join(["fallback: [", *(f"{_spare(name, fonts)}, " for name in spares)]))
    if missing:
        entries = "".join(f"  {_key(sign)}: {STAND_IN}\n" for sign in missing)
        style += f"# Pictures in texts: give each of these its own.\nicons:\n{entries}"
        made.templates[STAND_IN] = MISSING.encode()
        made.style_notes.append(
            f"no font here has {_listed(missing)}, and a box stands for each: put a font that has them into "
            "templates/common/fonts, and make the game again; or draw each as a picture in icons/"
        )
        made.notes += made.style_notes
    made.templates["style.yaml"] = style.encode()
    families = {font_style(spare).family for spare in spares}
    return [path for name, path in fonts.items() if font_style(name).family in families]


def _spare(name: str, fonts: Mapping[str, Path]) -> str:
    """A font under ``fallback``: by its name, and as its own bold and italic where its family has none."""
    looks = {"bold": (True, False), "italic": (False, True), "bold_italic": (True, True)}
    if load(fonts[name]).axes:  # then it may be its own bold
        del looks["bold"]
    own = {face: name for face, (bold, italic) in looks.items() if not relative(name, fonts, bold=bold, italic=italic)}
    return flow({"regular": name, **own}) if own else scalar(name, flow=True)


def _add_pictures(reading: SheetReading, beside: Path | None, made: SheetGame) -> None:
    """Take the pictures along that lie beside a sheet; a grey box stands for each of the others."""
    missing, folders = [], [beside, *sorted(beside.glob("[!.]*/"))] if beside else []
    for name in sorted({meant(text) for text in reading.texts("picture")}):
        forms = [normalize(form, name) for form in ("NFC", "NFD")]  # as a Mac may have spelt it
        found = next((path for folder in folders for form in forms if (path := folder / form).is_file()), None)
        if found is None:
            missing.append(name)
        made.templates[f"art/{name}"] = _stand_in(name) if found is None else found.read_bytes()
    if missing:
        made.notes.append(
            f"pictures that are not beside {Path(reading.order.file).name}, each a grey box in art/ until you put it "
            f"there: {_listed(missing)}"
        )


@cache
def _stand_in(name: str) -> bytes:
    """A grey box in place of a picture."""
    suffix = Path(name).suffix.lower()
    if suffix == ".svg":
        box = '<rect x="1" y="1" width="58" height="38" fill="#ddd" stroke="#000"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40" viewBox="0 0 60 40">{box}</svg>\n'.encode()
        )
    from PIL import Image

    out = BytesIO()
    form = {".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}.get(suffix, "PNG")
    Image.new("RGB", (1800, 1200), "#dddddd").save(out, form)
    return out.getvalue()


class _Making(Struct):
    """A game on its way: its ``game.yaml``, and what is tried out in a project of its own."""

    reading: SheetReading
    game: str
    source: str
    key: str
    face: SheetFace
    made: SheetGame
    project: Project

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.reading.order.kind

    def described(self) -> str:
        """The game's ``game.yaml``."""
        kind, size = self.kind, self.face.size
        title, kind_title = (scalar(name.replace("-", " ").capitalize()) for name in (self.game, kind))
        fields = {column.name: column for column in reversed(self.reading.columns) if column.form}
        lines = [
            f"name: {title}",
            f"languages: [{', '.join(self.reading.codes)}] # the first is printed by default",
            "",
            "kinds:",
            f"  {kind}:",
            f"    title: {kind_title}",
            *(self._source(self.reading.order) if self.key else ()),
            f"    size: {NAMES.get(size) or f'[{size[0]:g}, {size[1]:g}]'} # mm",
            f"    template: {kind}.svg",
            f"    back: {kind}-back.svg # printed with --backs long",
            "    fields:" if fields else "    fields: {}",
        ]
        for name, column in sorted(fields.items(), key=lambda each: each[1].column):
            own_title = {} if column.title == name else {"title": column.title}
            lines.append(f"      {name}: {flow({**column.form, **own_title})}")
        return "\n".join(lines) + "\n"

    def _source(self, order: SheetOrder) -> Iterator[str]:
        """Where the items are kept up to date from."""
        yield "    # pnp import --all takes the sheet's rows over; pnp watch does so at each save of the sheet."
        yield "    source:"
        yield f"      {'url' if '://' in self.source else 'file'}: {scalar(self.source)}"
        if self.key != "id":
            yield f"      key: {scalar(self.key)}"
        terms = {"sheet": order.sheet, "encoding": order.encoding, "markup": order.markup}
        yield from (f"      {name}: {scalar(value)}" for name, value in terms.items() if value)
        if order.point:
            yield f"      decimal: {'comma' if order.point == ',' else 'point'}"
        if order.terms.header > 1:
            yield f"      header: {order.terms.header}"
        if order.terms.where:
            chosen = {at.heading: at.words[0] if len(at.words) == 1 else [*at.words] for at in order.terms.where}
            yield f"      where: {flow(chosen)}"
        for name, mapping in (("map", self.columns), ("replace", order.replace)):
            if mapping:
                yield f"      {name}:"
                yield from (f"        {_key(key)}: {scalar(value, flow=True)}" for key, value in mapping.items())

    @property
    def columns(self) -> dict[str, str]:
        """The field of each column, by its heading or letter, where its heading does not say it."""
        return {
            column.key: column.path
            for column in self.reading.columns
            if not column.name or column.by_letter or bare_name(column.heading) != column.path
        }

    def _fill(self) -> Game:
        """Write what there is of the game into its folders, and read it."""
        made = self.made
        made.data["game.yaml"] = self.described().encode()
        made.templates[f"{self.kind}.svg"] = self.face.svg().encode()
        made.templates[f"{self.kind}-back.svg"] = back_svg(self.face.size).encode()
        for folder, files in ((self.project.data, made.data), (self.project.templates, made.templates)):
            for place, content in files.items():
                path = folder / self.game / place
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        return load_game(self.project.data / self.game, self.game)[0]

    def takes_rows(self) -> bool:
        """Import the rows as items; where cells are wrong, leave their columns out, to be tried again.

        Raises:
            Faulty: that does not help.
        """
        game, made, header = self._fill(), self.made, self.reading.order.terms.header
        if game.faults:
            raise Faulty(list(game.faults), "nothing was made")
        try:
            terms = SheetTerms(self.columns, header, is_source=True)
            rows = import_rows(game, game.kinds[self.kind], self.reading.grid, b"", terms)
        except Faulty as fault:
            wrong = {problem.column: problem for problem in reversed(fault.problems)}
            columns = [column for column in self.reading.columns if column.name and column.column in wrong]
            for column in columns:
                column.name, column.remark, column.form = "", f"left out: {wrong[column.column].message}", {}
            if not columns:
                raise
            return False
        made.data[f"{self.kind}.yaml"], made.items = rows.data, len(rows.added)
        made.notes = [*dict.fromkeys([*made.notes, *rows.looks])]
        return True

    def fit(self) -> None:
        """Find the size at which all that is on the face fits; what fits none is left out of it."""
        rungs, face, made = list(SIZES), self.face, self.made
        while True:
            while len(rungs) > 1 and _is_too_much(face, self.reading):
                rungs.pop(0)
                face.size = rungs[0]
            game = self._fill()
            kind = game.kinds[self.kind]
            found = [
                each
                for each in check_faces(self.project, game, kind, kind.items)
                if each[1].rule != "picture-resolution"
            ]
            if not found:
                return
            shown = {field.name: field for field in [*face.cells, *([face.title] if face.title else [])]}
            moved = {field for item, problem in found if (field := _field_at(item, problem)) in shown}
            bad = {str(item.fields.get("art")): problem for item, problem in found if _field_at(item, problem) == "art"}
            for picture, problem in bad.items():
                face.art = face.art and made.templates[f"art/{picture}"] != _stand_in(picture)
                made.templates[f"art/{picture}"] = _stand_in(picture)
                made.notes.append(f"{picture} is left out, and a grey box stands for it: {problem.message}")
            if bad:
                forget_files()
            if moved or bad:
                face.title = None if face.title and face.title.name in moved else face.title
                face.cells = [field for field in face.cells if field.name not in moved]
                face.body = [*(shown[field] for field in sorted(moved)), *face.body]
            elif len(rungs) > 1:
                rungs.pop(0)
                face.size = rungs[0]
            elif face.body or face.cells:
                item, problem = found[0]
                lost = max([*face.body, *face.cells], key=lambda field: len(str(item.fields.get(field.name) or "")))
                face.body = [field for field in face.body if field is not lost]
                face.cells = [field for field in face.cells if field is not lost]
                for column in self.reading.columns:
                    if column.name == lost.name:
                        column.remark = f"not on the face: {problem.message} ({item.id})"
            else:
                raise Faulty([problem for _, problem in found], "nothing was made")


def _key(text: str) -> str:
    """A key of YAML, what cannot be seen in it as escapes."""
    if text.isprintable():
        return scalar(text, flow=True)
    seen = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in seen) + '"'


def _is_too_much(face: SheetFace, reading: SheetReading) -> bool:
    """Whether some item has more in it than a size has room for, however it is laid out."""
    columns = {each.column for each in reading.columns if any(each.name == field.name for field in face.body)}
    most = max((sum(len(row[at].text) for at in columns & row.keys()) for row in reading.rows()), default=0)
    most //= max(1, len(reading.codes) if any(each.language for each in reading.columns) else 1)
    return most * PER_CHARACTER > (face.size[0] - 12) * (face.size[1] - 20)


def _field_at(item: Item, problem: Problem) -> str:
    """The field of an item in whose lines a problem is; empty where it is in none."""
    keys = {name: key.line for name, key in item.node.keys.items()}
    above = [(line, name) for name, line in keys.items() if line <= problem.line]
    return max(above)[1] if above and problem.file == item.file else ""

"""``pnp new --from-sheet``."""

from collections.abc import Sequence
from os.path import relpath
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.cli.data_options import DecimalSign
from generator.cli.reporting import aligned, counted, one_line, report, shortened
from generator.core.folders import Project
from generator.core.leftovers import scratch
from generator.core.problem import WrongUse
from generator.model.at_a_glance import outline_of
from generator.starter.files import NewFolders
from generator.starter.games import add_sheet_kind, check_free, check_languages, put_game
from generator.starter.sorts import kind_name
from generator.tables.headings import RowChoice, SheetTerms
from generator.tables.opening import POINTS, SheetOrder
from generator.tables.sheet_game import SheetGame, game_from_sheet

MOST_WIDE = 44  # characters of a cell


class SheetChoice(Struct, frozen=True):
    """The sheet that a game is made of, and how it is read."""

    file: str  # or an address
    kind: str
    sheet: str | None = None
    encoding: str | None = None
    decimal: DecimalSign | None = None
    where: tuple[RowChoice, ...] = ()
    map: Sequence[str] = ()  # columns that are left out, as ``COLUMN=``


def run(project: Project, name: str, choice: SheetChoice, languages: Sequence[str]) -> NewFolders:
    """Make the game, or add the kind to the game that is there, and print what each column became."""
    adds = bool(choice.kind) and (project.data / name / "game.yaml").is_file()
    kind = choice.kind.rpartition(":")[2] or "cards"
    if adds:
        own = outline_of(project.data / name).languages
        if languages:
            raise WrongUse(f"{name} has its languages: game.yaml names them; leave --languages away")
        languages = own
    else:
        check_free(project, name)
        if languages:
            check_languages(languages)
    kind_name("cards", kind, ())
    if named := [entry for entry in choice.map if not entry.endswith("=") or len(entry) < 2]:
        raise WrongUse(f"--map {named[0]}: --map COLUMN= leaves a column out; fields are named in game.yaml, under map")
    terms = SheetTerms({entry[:-1]: "" for entry in choice.map}, where=choice.where)
    order = SheetOrder(choice.file, None, kind, terms, choice.sheet, POINTS[choice.decimal], choice.encoding)
    common = project.templates / "common"
    if "://" in choice.file:
        from generator.tables.fetching import fetch

        with scratch() as folder:
            fetched = replace(order, file=fetch(choice.file, folder).as_posix())
            made = game_from_sheet(fetched, name, languages, source=choice.file, common=common)
    else:
        file = Path(choice.file)
        source = _in_project(project, name, file)
        made = game_from_sheet(order, name, languages, source=source, beside=file.parent, common=common)
    if adds:
        if foreign := [code for code in made.languages if code not in languages]:
            raise WrongUse(f"the sheet has texts in {', '.join(foreign)}, and {name} has not: add it to its languages")
        folders, stay = add_sheet_kind(project, name, kind, made.data, made.templates)
        made.notes = [note for note in made.notes if note not in made.style_notes]
        made.notes += [f"pictures that are in art/ already, and stay: {', '.join(stay)}"] if stay else []
    else:
        folders = put_game(project, name, made.data, made.templates)
    report("\n".join([*_table(made), ""]))
    if "://" not in choice.file and not source and b"\n    source:\n" in made.data["game.yaml"]:
        copy = (folders.data / Path(choice.file).name).as_posix()
        made.notes.append(f"the game goes on from a copy of the sheet, {copy}: change that one, then pnp import --all")
    for note in made.notes:
        report(one_line(note))
    return folders


def _in_project(project: Project, name: str, file: Path) -> str:
    """A sheet in the project, as seen from the game's folder; empty for one elsewhere."""
    root = project.data.resolve().parent
    is_within = file.resolve().is_relative_to(root) and project.data.resolve().is_relative_to(root)
    return Path(relpath(file.resolve(), (project.data / name).resolve())).as_posix() if is_within else ""


def _table(made: SheetGame) -> list[str]:
    rows = [("column", "field", "type", "values", ""), *made.table()]
    cells = [[*(shortened(one_line(cell), MOST_WIDE) for cell in row[:4]), row[4]] for row in rows]
    return [f"{counted(made.items, 'item')} of {counted(len(made.columns), 'column')}", aligned(cells, right=())]

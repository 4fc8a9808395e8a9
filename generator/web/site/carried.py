"""What the tool runs by in a browser, as files of a site: the runtime, the tool with its libraries, each game."""

import io
import json
import re
import zipfile
from collections.abc import Collection, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from generator import __file__ as house
from generator.core.folders import Project
from generator.core.refusal import Refusal, WrongUse
from generator.draw.marks.picture import placed_rasters
from generator.draw.theme import SPARE
from generator.forge.generate_options import GenerateOptions
from generator.forge.make_items import make_items
from generator.forge.spec import read_forge
from generator.project.snapshot import Snapshot
from generator.read.kept_trees import as_plain
from generator.read.reader import recording
from generator.web.site.browser import TREES

# Plain Python, taken as it is installed here; what is compiled comes with the runtime, as wheels.
LIBRARIES = (
    *("anyascii", "anyio", "idna", "jinja2", "markupsafe", "pypdf", "pyphen", "reportlab", "starlette"),
    *("typing_extensions", "uniseg", "yaml"),
)
CARRIED = (*LIBRARIES, "msgspec", "uharfbuzz")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_LEFT_OUT = ("cli", "lsp", "web/static/vendor", "web/site/making.py")
_COMPILED = (".so", ".pyc", ".pyd")
_UNUSED = re.compile(
    r"uniseg/docs/|reportlab/(fonts|graphics)/|pypdf/_codecs/.*cmap|pyphen/dictionaries/hyph_(?P<language>[a-z]+)"
)
FIRST_DEAL = 6  # items, as the forge shows them before anybody asks
_DATE = (1980, 1, 1, 0, 0, 0)
# reportlab asks for Pillow as it is imported, and for its pictures never: those of a forged face are lines.
_STAND_IN = {"PIL/__init__.py": b'__version__ = "0"\n', "PIL/Image.py": b'"""Pixels are not read here."""\n'}


def runtime_files(folder: Path) -> dict[str, bytes]:
    """The files of a runtime, as `make runtime` puts them together, by their names below ``tool/``.

    Raises:
        WrongUse: it is none.
    """
    wheels = sorted(folder.glob("*.whl"))
    lacking = [name for name in PYODIDE if not (folder / name).is_file()]
    if lacking or not wheels:
        what = ", ".join(lacking) or "wheels"
        raise WrongUse(f"{folder.as_posix()} is no runtime: it lacks {what}; make runtime makes one in a checkout")
    return {path.name: path.read_bytes() for path in (*(folder / name for name in PYODIDE), *wheels)}


def tool_zip(languages: Collection[str]) -> bytes:
    """The tool and its libraries, for games in these languages."""
    files = dict(_STAND_IN)
    package = Path(house).parent
    for path in _sources(package):
        name = path.relative_to(package).as_posix()
        if not name.startswith(_LEFT_OUT):
            files[f"generator/{name}"] = path.read_bytes()
    for library in LIBRARIES:
        found = find_spec(library)
        assert found is not None
        assert found.origin is not None
        origin = Path(found.origin)
        for path in _sources(origin.parent) if origin.name == "__init__.py" else [origin]:
            name = path.relative_to(origin.parents[origin.name == "__init__.py"]).as_posix()
            unused = _UNUSED.match(name)
            if unused is None or (unused["language"] and unused["language"] in languages):
                files[name] = path.read_bytes()
    return _zipped(files)


def game_zip(project: Project, snapshot: Snapshot, forged: Iterator[str]) -> bytes:
    """A game with its templates, and the trees of its texts, which take long to read without libyaml."""
    name, game = snapshot.game.folder.name, snapshot.game
    templates = project.templates_for(game.templates)
    files = {
        f"{place}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for place, folder in (
            (f"data/{name}", game.folder),
            (f"templates/{game.templates}", templates / game.templates),
            ("templates/common", project.common),
        )
        for path in _sources(folder)
        if path.suffix != ".py"  # a project's code is its owner's
    }
    style = files.get(f"templates/{game.templates}/style.yaml", b"").decode(errors="replace")
    for file in [file for file in files if file.startswith("templates/common/fonts/")]:
        family = re.split("[-_]", Path(file).stem)[0]
        if family not in style and family != SPARE.stem:
            del files[file]
    with recording() as trees:
        for kind in forged:
            make_items(GenerateOptions(kind, name, 1, 1), project)
        sound = {key: as_plain(tree) for key, (tree, problems) in sorted(trees.items()) if not problems}
        files[f"{name}.{TREES}"] = json.dumps(sound, ensure_ascii=False, separators=(",", ":")).encode()
    return _zipped(files)


def forged_kinds(project: Project, snapshot: Snapshot) -> list[str]:
    """The kinds of a game that new items are made of where no pixels are read; not those that have all they may."""
    game = snapshot.game
    named = [game.kinds[name] for name in read_forge(game)[0].entries if name in game.kinds]
    usable = (kind.name for kind in named if kind.printed and not _pixels(snapshot, kind.name))
    return [kind for kind in usable if _can_be_dealt(project, game.folder.name, kind)]


def _can_be_dealt(project: Project, game: str, kind: str) -> bool:
    try:
        make_items(GenerateOptions(kind, game, FIRST_DEAL, 1), project)
    except Refusal:
        return False
    return True


def _pixels(snapshot: Snapshot, kind: str) -> bool:
    faces = (snapshot.face(kind, number) for number in range(len(snapshot.game.kinds[kind].items)))
    return any(next(placed_rasters(face.marks), None) is not None for face in faces if face is not None)


def _sources(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in _COMPILED and not path.name.startswith("."):
            yield path


def _zipped(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()

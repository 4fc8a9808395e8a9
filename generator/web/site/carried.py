"""What the tool runs by in a browser, as files of a site: the runtime, and the tool with its libraries."""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from os import fspath
from pathlib import Path

from generator import __file__ as tool
from generator.check.build import check_game
from generator.core.folders import Project
from generator.core.prepared import pack_prepared, preparing
from generator.core.problem import Refusal, WrongUse
from generator.core.project_code import code_of, is_trusted
from generator.draw.marks.fonts import forget_fonts
from generator.draw.marks.picture import placed_rasters
from generator.draw.svg.rasters import SUFFIXES, read_pixels
from generator.draw.theme import SPARE
from generator.forge.make_items import make_items
from generator.forge.request import GenerateOptions
from generator.forge.spec import read_forge
from generator.model.game import Game, Kind
from generator.model.schema import OWN
from generator.pdf.embedded_pixels import embedded
from generator.pdf.face_svg import face_svg
from generator.pdf.pixels import pixels
from generator.read.reader import recording
from generator.read.tree import as_plain
from generator.web.own_cards import look_at_own, own_form, read_own
from generator.web.site.askable import ScreenPath
from generator.web.site.browser import PICTURES, TREES
from generator.web.workshop import Workshop

# Plain Python, taken as it is installed here; what is compiled comes with the runtime, as wheels.
LIBRARIES = (
    *("anyascii", "anyio", "idna", "jinja2", "markupsafe", "pypdf", "pyphen", "pyuca", "reportlab", "starlette"),
    *("typing_extensions", "uniseg", "yaml"),
)
RUNTIME_PACKAGE = "pnp_generator_browser"
CARRIED = (*LIBRARIES, "msgspec", "uharfbuzz")
LOCK = "pyodide-lock.json"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
_MAKERS = ("making", "around", "site_sources", "carried")  # of sites
_LEFT_OUT = (
    "cli",
    "lsp",
    "starter/icons/game-icons.json",
    "web/static/vendor",
    *(f"web/site/{name}.py" for name in _MAKERS),
)
MEMORY = "memory-{}.bin"  # of a browser that has imported the tool, by the state of its code; packed
_READ = ("generator/web/pages/", "generator/web/words/")  # of what it has read
_BINARY = (".so", ".pyc", ".pyd")
_UNUSED = re.compile(
    r"uniseg/docs/|pyuca/allkeys-(?!10)|reportlab/(fonts|graphics|platypus)/|pypdf/_codecs/.*cmap|pyphen/dictionaries/hyph_(?P<language>[a-z]+)"
)
# reportlab asks for Pillow as it is imported, and for its pictures never: see `generator.core.prepared`.
_STAND_IN = {"PIL/__init__.py": b'__version__ = "0"\n', "PIL/Image.py": b'"""Pixels are not read here."""\n'}


def runtime_files(folder: Path | None) -> dict[str, bytes]:
    """The files of a runtime, as `make runtime` puts them together, by their names below ``tool/``.

    Args:
        folder: where they lie; in the package `pnp_generator_browser`, where that is installed, if None. Without it
            there are none.

    Raises:
        WrongUse: it is none.
    """
    installed = find_spec(RUNTIME_PACKAGE) if folder is None else None
    if installed is not None and installed.origin is not None:
        folder = Path(installed.origin).parent / "runtime"
    if folder is None:
        return {}
    wheels = sorted(folder.glob("*.whl"))
    lacking = [name for name in PYODIDE if not (folder / name).is_file()]
    if lacking or not wheels:
        what = ", ".join(lacking) or "wheels"
        raise WrongUse(f"{folder.as_posix()} is not a runtime: it lacks {what}; make runtime makes one in a checkout")
    paths = [*(folder / name for name in PYODIDE), *wheels, *folder.glob(MEMORY.format("*"))]
    return {path.name: path.read_bytes() for path in paths}


def tool_files(runtime: Mapping[str, bytes], languages: Collection[str]) -> dict[str, bytes]:
    """The files that the tool runs by, below ``tool/``: a runtime, and the tool itself for games in these languages.

    A runtime that was made for this very code holds the memory of a browser that has imported it: `has_memory`.
    """
    code, data_files, libraries = _sorted(runtime, languages)
    memory = MEMORY.format(_state(code, data_files))
    packed = runtime.get(memory, b"")
    served = {name: Path(name).with_suffix(".wasm").name for name in sorted(libraries)}  # as hosts pack it
    packs = {"tool.code.bin": packed_together(code), "tool.data.bin": packed_together(data_files)}
    first = [runtime["pyodide.asm.wasm"], packs["tool.data.bin"], *libraries.values()]
    first += [packed] if packed else [packs["tool.code.bin"], runtime["python_stdlib.zip"]]
    manifest = {
        "weight": sum(map(len, first)),  # bytes that the first answer waits for, beside the game's
        "libraries": served,
        "memory": memory if packed else "",
        "modules": [name for name in code if name.startswith("generator/")],  # packages are looked through for theirs
        "room": int.from_bytes(packed[-4:], "little"),  # bytes of it, unpacked, as gzip says
    }
    return {
        **{name: runtime[name] for name in (*PYODIDE, memory) if name in runtime},
        **{served[name]: content for name, content in libraries.items()},
        **packs,
        "tool.json": json.dumps(manifest).encode(),
        LOCK: json.dumps({**json.loads(runtime[LOCK]), "packages": {}}).encode(),  # of others', none is taken
    }


def has_memory(files: Mapping[str, bytes]) -> bool:
    """Whether what `tool_files` gave starts at once."""
    return bool(json.loads(files["tool.json"])["memory"])


def lay_out(runtime: Path, folder: Path) -> str:
    """Write the tool as a browser sees it into a folder: the name of the memory that web/browser/memory.mjs makes."""
    code, data_files, libraries = _sorted(runtime_files(runtime), ())
    for name, content in {**code, **data_files, **libraries}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return MEMORY.format(_state(code, data_files))


def _state(code: Mapping[str, bytes], data_files: Mapping[str, bytes]) -> str:
    read = {name: content for name, content in data_files.items() if name.startswith(_READ)}
    state = sha256()
    for name, content in sorted({**code, **read}.items()):
        state.update(b"%s\0%d\0%s" % (name.encode(), len(content), content))
    return state.hexdigest()[:16]


def _sorted(runtime: Mapping[str, bytes], languages: Collection[str]) -> tuple[dict[str, bytes], ...]:
    """The tool's code, its other files, and its compiled libraries, by the paths where browsers have them."""
    code, data_files, libraries = dict(_STAND_IN), dict[str, bytes](), dict[str, bytes]()
    for name, content in _of_tool(languages):
        (code if name.endswith(".py") else data_files)[name] = content
    for wheel in sorted(name for name in runtime if name.endswith(".whl")):
        with zipfile.ZipFile(io.BytesIO(runtime[wheel])) as archive:
            for name in archive.namelist():
                if name.endswith((".py", ".so")) and "_test" not in name:
                    (code if name.endswith(".py") else libraries)[name] = archive.read(name)
    return code, data_files, libraries


def _of_tool(languages: Collection[str]) -> Iterator[tuple[str, bytes]]:
    package = Path(tool).parent
    for path in sources_in(package):
        name = path.relative_to(package).as_posix()
        if not name.startswith(_LEFT_OUT):
            yield f"generator/{name}", path.read_bytes()
    for library in LIBRARIES:
        spec = find_spec(library)
        assert spec is not None
        assert spec.origin is not None
        origin = Path(spec.origin)
        for path in sources_in(origin.parent) if origin.name == "__init__.py" else [origin]:
            name = path.relative_to(origin.parents[origin.name == "__init__.py"]).as_posix()
            unused = _UNUSED.match(name)
            if unused is None or unused["language"] in languages:
                yield name, path.read_bytes()


def sources_in(folder: Path) -> Iterator[Path]:
    """The files of a folder, but what is compiled and what is hidden."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in _BINARY and not path.name.startswith("."):
            yield path


def packed_together(files: Mapping[str, bytes]) -> bytes:
    """Files as one that `tool.js` unpacks without Python: a line with their names and lengths, then what they hold."""
    listed = sorted(files.items())
    index = json.dumps([(name, len(content)) for name, content in listed])
    return gzip.compress(index.encode() + b"\n" + b"".join(content for _, content in listed), mtime=0)


FIRST_DEAL = 6  # items, as the forge shows them before anybody asks


def packed_game(workshop: Workshop, name: str, all_screens: Iterable[ScreenPath]) -> bytes:
    """A game with its templates, and what of them takes long, or a library, to read in a browser.

    Args:
        workshop: the project.
        name: of the game.
        all_screens: the screens that the tool answers, of all games.
    """
    project, game = workshop.project, workshop.game(name).game
    templates = project.templates_for(game.templates)
    code = code_of(game.folder)
    trusted = code.sources if code is not None and is_trusted(code) else {}  # all other code is left out
    files = {
        f"{place}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for place, folder in (
            (f"data/{name}", game.folder),
            (f"templates/{game.templates}", templates / game.templates),
            ("templates/common", project.common),
        )
        for path in sources_in(folder)
        if path.suffix != ".py" or fspath(path) in trusted
    }
    # A command that makes items names their game where another has such a kind.
    files |= {
        f"data/{sibling}/game.yaml": (project.data / sibling / "game.yaml").read_bytes() for sibling in project.games()
    }
    style = files.get(f"templates/{game.templates}/style.yaml", b"").decode(errors="replace")
    for file in [file for file in files if file.startswith("templates/common/fonts/")]:
        family = re.split("[-_]", Path(file).stem)[0]
        if family not in style and family != SPARE.stem:
            del files[file]
    screens = [(kind, screen) for of, kind, screen in sorted(all_screens) if of == name]
    forget_fonts()  # so that those for web pages are unpacked among the answers
    with recording() as trees, preparing() as pictures:
        check_game(project, name)
        for kind, screen in screens:
            if screen == "forge":
                make_items(GenerateOptions(kind, name, 1, 1), project)
        _prepare_pictures(workshop, game, sorted({kind for kind, _ in screens}))
        read = {key: as_plain(tree) for key, (tree, _) in sorted(trees.items())}
    files[f"{name}.{TREES}"] = json.dumps(read, ensure_ascii=False, separators=(",", ":")).encode()
    files[f"{name}.{PICTURES}"] = pack_prepared(pictures)
    return packed_together(files)


def _prepare_pictures(workshop: Workshop, game: Game, kinds: Iterable[str]) -> None:
    """Have all that is asked of pictures of pixels answered once: of each as a file, and on each card that shows it."""
    folder = workshop.project.templates_for(game.templates) / game.templates
    for path in sources_in(folder):
        if path.suffix.lower() in SUFFIXES:
            with suppress(ValueError, OSError):  # check has reported those that are used
                read_pixels(path)
                pixels(path.read_bytes())
    embedded.cache_clear()
    snapshot = workshop.game(game.folder.name)
    for kind in (game.kinds[name] for name in kinds):
        faces = [snapshot.face(kind.name, number) for number in range(len(kind.items))]
        for face in faces:
            if face is not None and next(placed_rasters(face.marks), None) is not None:
                face_svg(face, "", game.language)
        if any(path.suffix.lower() in SUFFIXES for path in sources_in(folder)):
            _show_choices(workshop, game, kind)


def _show_choices(workshop: Workshop, game: Game, kind: Kind) -> None:
    """Draw a card with each picture that may be chosen."""
    (begun,) = read_own(workshop.project, game, kind, [""], [], game.language)
    for field in own_form(workshop.project, game, kind, game.language)["fields"]:
        for option in field.get("options", ()):
            if Path(option.get("file") or "").suffix.lower() in SUFFIXES:
                description = json.dumps({**begun.values, field["name"]: option["value"]})
                with suppress(Refusal):
                    cards = read_own(workshop.project, game, kind, [description], [], game.language)
                    look_at_own(workshop, game, kind, cards, game.language)


def made_screens(workshop: Workshop, name: str) -> Iterator[ScreenPath]:
    """The screens of a game that the tool answers in a browser: where one more card may be written, or is made."""
    game = workshop.game(name).game
    for each in game.kinds.values():
        if each.printed and not each.prose and _can_be_written(workshop, game, each):
            yield name, each.name, "own"
    for kind_name in read_forge(game)[0].entries:
        kind = game.kinds.get(kind_name)
        if kind is not None and kind.printed and _can_be_dealt(workshop.project, name, kind_name):
            yield name, kind_name, "forge"


def _can_be_written(workshop: Workshop, game: Game, kind: Kind) -> bool:
    if not kind.fields.keys() - {*OWN, "art"}:
        return False  # there is nothing to be said
    try:
        cards = read_own(workshop.project, game, kind, [""], [], game.language)
        problems = look_at_own(workshop, game, kind, cards, game.language).problems
    except Refusal:
        return False
    return all(problem["level"] != "error" for problem in problems)


def _can_be_dealt(project: Project, game: str, kind: str) -> bool:
    try:
        make_items(GenerateOptions(kind, game, FIRST_DEAL, 1), project)
    except Refusal:
        return False
    return True

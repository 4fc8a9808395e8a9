"""What the tool runs by in a browser, as files of a site: the runtime, and the tool with its libraries."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from generator import __file__ as house
from generator.core.refusal import WrongUse

# Plain Python, taken as it is installed here; what is compiled comes with the runtime, as wheels.
LIBRARIES = (
    *("anyascii", "anyio", "idna", "jinja2", "markupsafe", "pypdf", "pyphen", "pyuca", "reportlab", "starlette"),
    *("typing_extensions", "uniseg", "yaml"),
)
RUNTIME_PACKAGE = "pnp_generator_browser"
CARRIED = (*LIBRARIES, "msgspec", "uharfbuzz")
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_MAKERS = ("making", "around", "game_pages", "site_sources", "carried_games", "carried")  # of sites
_LEFT_OUT = (
    "cli",
    "lsp",
    "project/icons/game-icons.json",
    "web/static/vendor",
    *(f"web/site/{name}.py" for name in _MAKERS),
)
COMPILED = "compiled.zip"  # of a runtime, of which a site takes what is its own tool
_SOURCE = "anyio/"  # reads its own modules
_BINARY = (".so", ".pyc", ".pyd")
_UNUSED = re.compile(
    r"uniseg/docs/|pyuca/allkeys-(?!10)|reportlab/(fonts|graphics|platypus)/|pypdf/_codecs/.*cmap|pyphen/dictionaries/hyph_(?P<language>[a-z]+)"
)
_DATE = (1980, 1, 1, 0, 0, 0)
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
    found = [*(folder / name for name in PYODIDE), *wheels, *folder.glob(COMPILED)]
    return {path.name: path.read_bytes() for path in found}


def tool_files(runtime: Mapping[str, bytes], languages: Collection[str]) -> dict[str, bytes]:
    """What the tool runs by, as files below ``tool/``: a runtime, and the tool itself for games in these languages."""
    compiled = _compiled(runtime)
    files = dict(_of_tool(lambda language: language in languages))
    for name, content in [*files.items()] if compiled else []:
        code = (
            compiled.get(sha256(content).hexdigest()) if name.endswith(".py") and not name.startswith(_SOURCE) else None
        )
        if code is not None:
            del files[name]
            files[f"{name}c"] = code
    wheels = sorted(name for name in runtime if name.endswith(".whl"))
    told = json.dumps({"wheels": wheels}).encode()
    sent = {name: content for name, content in runtime.items() if name != COMPILED}
    return {**sent, "tool.zip": zipped(files), "tool.json": told}


def every_source() -> bytes:
    """The tool and its libraries as they are installed here, for who compiles them: see web/browser/runtime.sh."""
    return zipped(dict(_of_tool(lambda _: True)))


def _compiled(runtime: Mapping[str, bytes]) -> dict[str, bytes]:
    """Modules as the Python of browsers reads them fastest, by the digest of their source."""
    if COMPILED not in runtime:
        return {}
    with zipfile.ZipFile(io.BytesIO(runtime[COMPILED])) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _of_tool(spoken: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    yield from _STAND_IN.items()
    package = Path(house).parent
    for path in sources_in(package):
        name = path.relative_to(package).as_posix()
        if not name.startswith(_LEFT_OUT):
            yield f"generator/{name}", path.read_bytes()
    for library in LIBRARIES:
        found = find_spec(library)
        assert found is not None
        assert found.origin is not None
        origin = Path(found.origin)
        for path in sources_in(origin.parent) if origin.name == "__init__.py" else [origin]:
            name = path.relative_to(origin.parents[origin.name == "__init__.py"]).as_posix()
            unused = _UNUSED.match(name)
            if unused is None or (unused["language"] and spoken(unused["language"])):
                yield name, path.read_bytes()


def sources_in(folder: Path) -> Iterator[Path]:
    """The files of a folder, but what is compiled and what is hidden."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in _BINARY and not path.name.startswith("."):
            yield path


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Files as an archive, the same bytes for the same files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()

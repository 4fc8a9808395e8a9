"""What the tool runs by in a browser, as files of a site: the runtime, and the tool with its libraries."""

import gzip
import io
import json
import re
import zipfile
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from generator import __file__ as house
from generator.core.problem import WrongUse

# Plain Python, taken as it is installed here; what is compiled comes with the runtime, as wheels.
LIBRARIES = (
    *("anyascii", "anyio", "idna", "jinja2", "markupsafe", "pypdf", "pyphen", "pyuca", "reportlab", "starlette"),
    *("typing_extensions", "uniseg", "yaml"),
)
RUNTIME_PACKAGE = "pnp_generator_browser"
CARRIED = (*LIBRARIES, "msgspec", "uharfbuzz")
LOCK = "pyodide-lock.json"
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", LOCK)
_MAKERS = ("making", "around", "site_sources", "carried_games", "carried")  # of sites
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
    manifest = {
        "libraries": served,
        "memory": memory if packed else "",
        "modules": [name for name in code if name.startswith("generator/")],  # packages are looked through for theirs
        "room": int.from_bytes(packed[-4:], "little"),  # bytes of it, unpacked, as gzip says
    }
    return {
        **{name: runtime[name] for name in (*PYODIDE, memory) if name in runtime},
        **{served[name]: content for name, content in libraries.items()},
        "tool.code.bin": packed_together(code),
        "tool.data.bin": packed_together(data_files),
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
    package = Path(house).parent
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

"""Makes `dist/pnp`, one file that needs no Python, and `dist/LICENCES.txt`, the licences of what is in it.

For the system that it is run on, by a Python that has this project and PyInstaller installed: `make single-file`.
"""

import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution, requires
from pathlib import Path

import PyInstaller.__main__
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
# What is imported by name, or comes with data.
WHOLE = ("generator", "pyphen", "pyuca", "reportlab", "uniseg", "anyascii", "uvicorn", "pnp-generator")

LICENCES = ("licen", "copying", "notice", "readme_hyph")  # Pyphen's dictionaries have a licence each


def main() -> None:
    """Make both."""
    PyInstaller.__main__.run([
        "--log-level=ERROR", "--onefile", "--name=pnp",
        f"--specpath={ROOT / 'build'}", f"--workpath={ROOT / 'build/frozen'}", f"--distpath={ROOT / 'dist'}",
        *(f"--collect-all={name}" for name in WHOLE),
        str(ROOT / ".ci/single_entry.py"),
    ])  # fmt: skip
    (ROOT / "dist/LICENCES.txt").write_text(licences(), encoding="utf-8", newline="\n")


def licences() -> str:
    """Each library's name, version and licence files, and Python's own."""
    parts = [f"Python {sys.version.split()[0]}\n\nPSF License Agreement, https://docs.python.org/3/license.html\n"]
    for found in sorted(_needed("pnp-generator", set()), key=lambda one: one.name.lower()):
        said = found.metadata["License-Expression"] or found.metadata["License"] or ""
        parts.append(f"{found.name} {found.version}\n\n{said.strip()}\n")
        parts += [
            f"--- {file}\n{Path(str(found.locate_file(file))).read_text(encoding='utf-8', errors='replace')}"
            for file in found.files or ()
            if file.name.lower().startswith(LICENCES) and file.suffix not in (".py", ".pyc")
        ]
    return ("\n" + "=" * 80 + "\n").join(parts)


def _needed(name: str, seen: set[str]) -> Iterator[Distribution]:
    """What is installed of a library and of all that it needs, each once."""
    if name.lower() in seen:
        return
    seen.add(name.lower())
    yield distribution(name)
    for line in requires(name) or ():
        need = Requirement(line)
        if need.marker is None or need.marker.evaluate({"extra": ""}):
            yield from _needed(need.name, seen)


if __name__ == "__main__":
    main()

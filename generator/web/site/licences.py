"""The licences of what a site carries, as one text."""

from collections.abc import Collection
from importlib.metadata import PackageNotFoundError, files, packages_distributions

from generator.core.folders import Project
from generator.web.assets import STATIC

PYODIDE = (
    "Pyodide runs the tool in browsers. It is under the Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/"
)
SOURCES = "Its sources, and what it is made of: https://github.com/pyodide/pyodide"


def licences(project: Project, libraries: Collection[str] = ()) -> str:
    """Those of the tool's pages and fonts, of the fonts that games are set in, and of libraries that go along."""
    found: dict[str, str] = {}
    try:
        for own in files("pnp-generator") or ():
            if own.name == "LICENSE":
                found["pnp-generator"] = own.read_text()
    except (PackageNotFoundError, OSError):
        pass
    for path in sorted(STATIC.rglob("*LICENSE")):
        found[path.name.removesuffix("-LICENSE")] = path.read_text(encoding="utf-8")
    for path in sorted({*project.templates.rglob("LICENSE*"), *project.common.rglob("LICENSE*")}):
        found[f"{path.parent.name}/{path.name}"] = path.read_text(encoding="utf-8", errors="replace")
    known = packages_distributions() if libraries else {}
    for name in sorted({one for library in libraries for one in known.get(library, ())}):
        for one in files(name) or ():
            if one.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
                found[f"{name}/{one.name}"] = one.read_text()
    if libraries:
        found["Pyodide"] = f"{PYODIDE}\n{SOURCES}"
    rule = "=" * 80
    return "\n".join(f"{rule}\n{name}\n{rule}\n\n{text.strip()}\n" for name, text in found.items())

"""The licences of what a site carries, as one text."""

from importlib.metadata import PackageNotFoundError, files

from generator.core.folders import Project
from generator.web.assets import STATIC


def licences(project: Project) -> str:
    """Those of the tool's pages and fonts, and of the fonts that the games are set in."""
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
    rule = "=" * 80
    return "\n".join(f"{rule}\n{name}\n{rule}\n\n{text.strip()}\n" for name, text in found.items())

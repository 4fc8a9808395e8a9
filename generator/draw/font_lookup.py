"""The fonts that names in ``style.yaml`` stand for: files in folders of templates."""

from pathlib import Path

from generator.draw.font_families import FACES
from generator.draw.marks.fontfile import FONT_ENDINGS
from generator.draw.marks.fonts import Font, load
from generator.model.values import ProblemLog, Record, nearest
from generator.read.tree import Node, Scalar, locate


def font_of(entry: Record, node: Node, known: dict[str, Path], report: ProblemLog) -> Font | None:
    """A role's font; what is wrong with its other faces is reported as well."""
    ligatures = entry.ligatures is not False
    if isinstance(node, Scalar):
        return _named_font(entry.regular, node, known, report, ligatures=ligatures)
    for face in FACES:
        if getattr(entry, face) is not None:
            _named_font(getattr(entry, face), locate(node, (face,)), known, report, ligatures=ligatures)
    return _named_font(entry.regular, locate(node, ("regular",)), known, report, ligatures=ligatures)


def font_files(roots: tuple[Path, ...]) -> dict[str, Path]:
    """The fonts in folders of templates, by name; of two with a name, that of the first folder."""
    files: dict[str, Path] = {}
    for root in roots:
        found = [path for path in sorted((root / "fonts").rglob("*")) if path.suffix.lower() in FONT_ENDINGS]
        for path in sorted(found, key=lambda path: FONT_ENDINGS.index(path.suffix.lower())):
            files.setdefault(path.stem, path)
    return files


def _font_file(name: str, node: Node, known: dict[str, Path], report: ProblemLog) -> Path | None:
    if isinstance(node, Scalar):
        name = node.text
    if name not in known:
        message = f"there is no font {name!r} under templates/common/fonts or the game's own fonts"
        report.add(node, "unknown-reference", message, nearest(name, known))
    return known.get(name)


def _named_font(
    name: str, node: Node, known: dict[str, Path], report: ProblemLog, *, ligatures: bool = True
) -> Font | None:
    path = _font_file(name, node, known, report)
    if path is None:
        return None
    try:
        return load(path, ligatures=ligatures)
    except ValueError as error:
        report.add(node, "unknown-reference", f"the font cannot be used: {error}")
        return None

"""What a project has for its pictures: fonts for their words, and whether pixels may stand for what no vectors show."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from generator.core.folders import shipped
from generator.draw.marks.fonts import Font, load

GENERIC = frozenset({"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "sans", "mono"})
_BOLD = 600
_READ = (".ttf", ".otf", ".ttc")
_FAR = 200  # of weights, which differ by hundreds
_SLANTED = 1_000  # a wrong slant weighs more than any weight


class ArtFile(NamedTuple):
    """A font's file, and what its name tells."""

    path: Path
    family: str
    weight: int = 400
    italic: bool = False


class FindFaces(Protocol):
    """Finds a role's font with the fallbacks behind it."""

    def __call__(self, role: str, bold: bool = False, italic: bool = False) -> tuple[Font, ...]: ...  # noqa: FBT001, FBT002


class ArtFont(NamedTuple):
    """Fonts that a text is drawn in, the first wherever it can; and what to know of that, if anything."""

    fonts: tuple[Font, ...]
    remark: str = ""


class Art:
    """Equal and hashed by what it was made of."""

    def __init__(
        self,
        files: Mapping[str, ArtFile],
        faces: FindFaces,
        role: str,
        families: Mapping[str, str],
        *,
        pixels: bool = True,
        identity: str = "",
    ) -> None:
        """Take a project's fonts.

        Args:
            files: all of its fonts by name.
            faces: finds those of a role.
            role: the one of texts that name no font of the project.
            families: by the name of a family in lower case, the role that stands for it.
            pixels: whether they may be.
            identity: what tells the project's roles from others'.
        """
        self.pixels, self.role = pixels, role
        self._files, self._faces, self._families = files, faces, families
        self._key = f"{pixels} {role} {sorted(families.items())} {identity}"
        self._hash = hash(self._key)
        self._found: dict[tuple[str, int, bool], ArtFont] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Art) and other._key == self._key

    def __hash__(self) -> int:
        return self._hash

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files of all fonts that resvg reads."""
        return tuple([file.path for file in self._files.values() if file.path.suffix.lower() in _READ])

    def properties(self, font: Font) -> dict[str, str]:
        """A font of the project as CSS says it."""
        file = self._files.get(font.name, ArtFile(font.path, font.name))
        slant = "italic" if file.italic else "normal"
        return {"font-family": f"'{family_of(font)}'", "font-weight": str(file.weight), "font-style": slant}

    def find(self, names: str, weight: int, *, italic: bool) -> ArtFont:
        """The fonts for a list of families as CSS writes it."""
        key = names, weight, italic
        if key not in self._found:
            self._found[key] = self._find(*key)
        return self._found[key]

    def _find(self, names: str, weight: int, italic: bool) -> ArtFont:  # noqa: FBT001 - a key
        families = [name.strip(" \t\n\r'\"") for name in names.split(",")]
        families = [name for name in families if name]
        for name in families:
            if name.lower() in self._families:
                return self._of_role(self._families[name.lower()], weight, italic)
            own = [font for font, file in self._files.items() if _plainly(name) in map(_plainly, (font, file.family))]
            if own:
                nearest = min(own, key=lambda font: (_distance(self._files[font], weight, italic), font))
                try:
                    font = load(self._files[nearest].path)
                    return ArtFont((font, *self._faces(self.role)), self._face_remark(font, weight, italic))
                except ValueError:
                    continue
        found = self._of_role(self.role, weight, italic)
        strange = next((name for name in families if name.lower() not in GENERIC), None)
        if strange is None or not found.fonts:
            return found
        return found._replace(remark=f"the project has no font {strange[:40]!r}: {found.fonts[0].name} is taken")

    def _of_role(self, role: str, weight: int, italic: bool) -> ArtFont:  # noqa: FBT001
        fonts = self._faces(role, weight >= _BOLD, italic) or self._faces(role)
        return ArtFont(fonts, self._face_remark(fonts[0], weight, italic) if fonts else "")

    def _face_remark(self, font: Font, weight: int, italic: bool) -> str:  # noqa: FBT001
        """What to say of a font that is not as bold or as slanted as a text."""
        file = self._files.get(font.name)
        if file is None or _distance(file, weight, italic) < _FAR:
            return ""
        face = " ".join(["bold"] * (weight >= _BOLD) + ["italic"] * italic) or "such"
        return f"the project has no {face} {file.family}: {font.name} is taken"


def _plainly(name: str) -> str:
    return "".join(sign for sign in name.lower() if sign.isalnum())


def _distance(file: ArtFile, weight: int, italic: bool) -> int:  # noqa: FBT001
    return abs(file.weight - weight) + _SLANTED * (file.italic != italic)


def family_of(font: Font) -> str:
    """What a font's file calls its family."""
    name = font.face.familyName
    return name.decode("latin-1") if isinstance(name, bytes) else str(name)


@cache
def shipped_art() -> Art:
    """The fonts that ship with the tool, for pictures that are read without a project."""
    files: dict[str, ArtFile] = {}
    for path in sorted((shipped() / "templates" / "common" / "fonts").rglob("*.ttf")):
        family, _, style = path.stem.partition("_")
        weight = int(style[:3]) if style[:3].isdigit() else 400
        files[path.stem] = ArtFile(path, family, weight, "Italic" in style)

    def faces(role: str, bold: bool = False, italic: bool = False) -> tuple[Font, ...]:  # noqa: ARG001, FBT001, FBT002
        own = [file for file in files.values() if file.family == "Andika"]
        return (load(min(own, key=lambda file: _distance(file, 700 if bold else 400, italic)).path),)

    return Art(files, faces, "text", {})

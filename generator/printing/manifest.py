"""The print manifest: which face each component had when it was last printed; and which files of sheets stand as
they are.

Kept beside a game's data, as ``printed.json``, when the user says so. A reprint can then leave out what is as it was.
For each item it holds ``{"face": …, "copies": …}``, or the face alone, as it did before copies were counted.
"""

import hashlib
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import asdict, replace

from generator.core.atomic import write_whole
from generator.core.choices import Backs, Edge
from generator.core.problem import NotFound, WrongUse
from generator.core.textfile import read_text_file
from generator.draw.marks.marks import Face, content_name
from generator.printing.sheets import Sheets
from generator.sheet.grid import LAYOUT_VERSION

NAME = "printed.json"
LAYOUT = "layout version"  # beside the kinds, none of which can be called so; of a file without it, it is 1
MAX_BYTES = 8 * 1024 * 1024


class PrintedFace(Struct, frozen=True):
    """What there is of a component, printed and cut."""

    face: str  # its hash
    copies: Annotated[int, Meta(ge=0)] | None  # None: they were not counted

    def missing(self, face: str, copies: int) -> int:
        """How many are to be printed, so that there are as many as wanted with this face."""
        if face != self.face:
            return copies
        return 0 if self.copies is None else max(copies - self.copies, 0)

    def joined(self, printed: "PrintedFace") -> "PrintedFace":
        """What there is when that is printed too: of an old face, nothing is of use."""
        if printed.face != self.face or self.copies is None or printed.copies is None:
            return printed
        return replace(printed, copies=max(self.copies, printed.copies))


Faces = dict[str, PrintedFace]  # by item
Manifest = dict[str, dict[str, Faces]]  # kind -> language and edition -> faces
_ManifestData = dict[str, dict[str, dict[str, str | PrintedFace]]]


def face_hash(*sides: Face) -> str:
    """A short name for what a component shows on its sides; equal for equal drawings."""
    parts = [f"{side.width:.3f}x{side.height:.3f} {content_name(side.marks)} {side.outline}" for side in sides]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def read_manifest(file: Path) -> Manifest:
    """What a print manifest holds.

    Raises:
        NotFound: it is not there.
        WrongUse: it is not a print manifest.
    """
    if not file.exists():
        raise NotFound(
            f"there is no print manifest {file.as_posix()}; pnp render --mark-printed makes one beside the data"
        )
    text, problems = read_text_file(file, file.as_posix(), MAX_BYTES, "wrong-type")
    if text is None:
        raise WrongUse(f"{file.as_posix()} is not a print manifest: {problems[0].message}")
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        raise WrongUse(f"{file.as_posix()} is not a print manifest: it is not JSON") from None
    if isinstance(held, dict):
        held.pop(LAYOUT, None)
    try:
        return _each(
            convert(held, _ManifestData), lambda entry: PrintedFace(entry, None) if isinstance(entry, str) else entry
        )
    except ValidationError:
        raise WrongUse(
            f"{file.as_posix()} is not a print manifest: kinds, languages and items with their hashes are wanted"
        ) from None


def _each(held: Any, change: Callable[[Any], Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """All that is held of items, changed."""
    return {
        kind: {language: {item: change(entry) for item, entry in faces.items()} for language, faces in each.items()}
        for kind, each in held.items()
    }


def layout_of(file: Path) -> int:
    """The version of the layout by which the sheets were printed that a manifest was written for last.

    Raises:
        Refusal: see `read_manifest`.
    """
    read_manifest(file)
    version = json.loads(file.read_text(encoding="utf-8")).get(LAYOUT, 1)
    return version if isinstance(version, int) else 1


def write_manifest(file: Path, printed: Manifest) -> None:
    """Note what was printed; what the print manifest says of other components stays.

    Raises:
        WrongUse: there is a file that is not a print manifest.
    """
    held = read_manifest(file) if file.exists() else {}
    for kind, languages in printed.items():
        for language, faces in languages.items():
            faces_by_item = held.setdefault(kind, {}).setdefault(language, {})
            faces_by_item |= {
                item: faces_by_item[item].joined(face) if item in faces_by_item else face
                for item, face in faces.items()
            }
    noted: dict[str, Any] = {
        **_each(held, lambda face: face.face if face.copies is None else asdict(face)),
        LAYOUT: LAYOUT_VERSION,
    }
    write_whole(file, json.dumps(noted, indent=1, sort_keys=True) + "\n")


class SheetContent(Struct, frozen=True):
    """What a file of sheets shows."""

    whole: str  # the digest of all that decides its bytes, and those of what lies beside it
    faces: dict[str, str]  # the digest of what each component shows, by its name


class Standing:
    """What the program has written where.

    Fonts count by their names: where a file of a font, or what names it, may have changed, `forget` is to be called.
    """

    def __init__(self) -> None:
        self._files: dict[Path, SheetContent] = {}
        self._faces: dict[Path, dict[str, str]] = {}  # these outlive a forgotten file, to say what changed

    def stands(self, file: Path, content: SheetContent) -> bool:
        """Whether a file is there that shows just this."""
        return self._files.get(file) == content and file.is_file()

    def wrote(self, file: Path, content: SheetContent) -> tuple[str, ...]:
        """Take note of what was written; the names of components that are new in it, or showed something else."""
        before = self._faces.get(file, {})
        self._files[file], self._faces[file] = content, content.faces
        return tuple(name for name, face in content.faces.items() if before.get(name) != face)

    def forget(self) -> None:
        """Let every file be written again."""
        self._files.clear()


def shown_by(sheets: Sheets) -> SheetContent:
    """What sheets show."""
    edge = Edge.long if sheets.backs == Backs.separate else sheets.backs.edge
    digest = sha256(repr((sheets.document(), sheets.layout)).encode())
    faces: dict[str, list[str]] = {}
    hashes: dict[int, tuple[Face, str]] = {}  # a face is kept, so that no other one takes its identity
    for page in sheets.pages(edge):
        bare = replace(page, placements=(), slug=())
        digest.update(f"{bare!r} {content_name(page.slug)}\n".encode())
        for placement in page.placements:
            face = placement.face
            if id(face) not in hashes:
                hashes[id(face)] = face, face_hash(face)
            name = hashes[id(face)][1]
            digest.update(f"{placement.slot!r} {placement.item} {placement.clip!r} {name} {face.folds!r}\n".encode())
            faces.setdefault(placement.item, []).append(name)
    return SheetContent(digest.hexdigest(), {item: " ".join(dict.fromkeys(names)) for item, names in faces.items()})

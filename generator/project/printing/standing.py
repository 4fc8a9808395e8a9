"""Which files of sheets stand as they are, because they would show what they show already."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.core.choices import Backs, Edge
from generator.draw.marks.marks import Face, content_name
from generator.project.printing.manifest import face_hash
from generator.project.printing.sheets import Sheets
from generator.sheet.page import Page


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

    def stands(self, file: Path, shown: SheetContent) -> bool:
        """Whether a file is there that shows just this."""
        return self._files.get(file) == shown and file.is_file()

    def wrote(self, file: Path, shown: SheetContent) -> tuple[str, ...]:
        """Take note of what was written; the names of components that are new in it, or showed something else."""
        before = self._faces.get(file, {})
        self._files[file], self._faces[file] = shown, shown.faces
        return tuple(name for name, face in shown.faces.items() if before.get(name) != face)

    def forget(self) -> None:
        """Let every file be written again."""
        self._files.clear()


def shown_by(sheets: Sheets) -> SheetContent:
    """What sheets show."""
    edge = Edge.long if sheets.backs == Backs.separate else sheets.backs.edge
    digest = sha256(repr((sheets.document(), sheets.layout)).encode())
    faces: dict[str, list[str]] = {}
    hashes: dict[int, tuple[Face, str]] = {}  # a face is kept, so that no other one takes its identity
    for page in _sides(sheets, edge):
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


def _sides(sheets: Sheets, edge: Edge | None) -> Iterator[Page]:
    for front, behind in sheets.both_sides(edge):
        yield front
        if behind is not None:
            yield behind

"""Single faces as vectors: for cutting machines, drawing programs and pages on the web."""

from collections.abc import Iterator
from pathlib import Path

from generator.core.atomic import discard, replacing
from generator.draw.renderer import Side
from generator.model.game import Item
from generator.pdf.face_svg import face_svg
from generator.project.build import Checked
from generator.project.export.pictures import Exported, to_export
from generator.project.printing.order import Choice


def export_vectors(checked: Checked, choice: Choice, out: Path) -> Iterator[Exported]:
    """One SVG file a face, front and back: ``OUT/GAME/svg/KIND/ID.svg``, ``ID-back.svg``, at true size.

    Raises:
        NotFound: see `choose_kinds`.
        OSError: a file cannot be written, or a picture that is to be in it cannot be read.
    """
    for kind, items, language in to_export(checked, choice):
        folder = out / checked.game.name / "svg" / kind.name
        sides: tuple[Side, ...] = ("front", "back") if kind.back else ("front",)
        written = set()
        for item in items:
            title = item.called(language, checked.game.language)
            for side in sides:
                file = folder / _name(item, side)
                face = checked.renderer.face(kind, item, language, side=side)[0]
                with replacing(file) as part:
                    part.write_bytes(face_svg(face, title, language))
                written.add(file)
        removed = discard([folder / _name(item, side) for item in kind.items for side in sides], written)
        yield Exported(kind.name, len(written), folder, (0, 0), 0.0, removed=removed)


def _name(item: Item, side: Side) -> str:
    return f"{item.id}-back.svg" if side == "back" else f"{item.id}.svg"

"""Pages of other PDF files as forms in one of ours: objects are copied, each of them once, and streams as they are.

The files are copies that pdfium made (see `generator.printing.finished_pages`): whole, and without encryption.
"""

import io
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject

from generator.draw.marks.marks import Matrix, PagePart
from generator.pdf.pixels import stream_object

_DEEPEST = 60  # lists within lists
_MOST_OBJECTS = 200_000
_KEPT = 2_000  # objects of a file that pypdf may hold
# What says of an object only where it was in its file, or what no printer needs.
_LEFT_OUT = frozenset((
    "/Parent", "/StructParent", "/StructParents", "/Metadata", "/PieceInfo", "/LastModified", "/OPI", "/Ref", "/Length",
))  # fmt: skip
_ELSEWHERE = frozenset(("/F", "/FFilter", "/FDecodeParms"))  # a stream's data in another file
# A page begins with these, whatever was set before it (ISO 32000-1, 8.4.1).
_FRESH = "0 g 0 G 1 w 0 J 0 j 10 M [] 0 d 0 Tc 0 Tw 100 Tz 0 TL 0 Tr 0 Ts"


class UncopiedPage(ValueError):
    """Why a page cannot be copied."""


class PageFile:
    """A PDF file whose pages are copied."""

    def __init__(self, path: Path) -> None:
        from pypdf import PdfReader

        self.path = path
        with quiet():
            self._reader = PdfReader(path, strict=False)
            self._pages = list(self._reader.pages)
        self._seen: dict[int, list[int]] = {}  # by page, the numbers of its objects

    def page(self, index: int) -> Any:
        """A page's dictionary, with what it inherits."""
        return self._pages[index]

    def object(self, number: int) -> Any:
        """An object by its number."""
        from pypdf.generic import IndirectObject

        if len(self._reader.resolved_objects) > _KEPT:
            self._reader.resolved_objects.clear()
        with quiet():
            return self._reader.get_object(IndirectObject(number, 0, self._reader))

    def objects(self, index: int) -> list[int]:
        """The numbers of all objects that a page is drawn with.

        Raises:
            UncopiedPage: one of them is damaged, or there are too many.
        """
        if index not in self._seen:
            numbers: dict[int, None] = {}
            page = self.page(index)
            waiting = [page.get(key) for key in ("/Resources", "/Contents", "/Group")]
            content_of(page)
            while waiting:
                for number in _references(waiting.pop(), 0):
                    if number not in numbers:
                        numbers[number] = None
                        waiting.append(self.object(number))
                if len(numbers) > _MOST_OBJECTS:
                    raise UncopiedPage(f"it has more than {_MOST_OBJECTS:,} objects")
            self._seen[index] = list(numbers)
        return self._seen[index]

    def layers(self, index: int) -> dict[int, bool]:
        """The layers that a page's objects name, and whether they are switched on (ISO 32000-1, 8.11.4)."""
        properties = _resolved(self._reader.trailer["/Root"]).get("/OCProperties")
        settings = _resolved(_resolved(properties or {}).get("/D")) or {}
        listed = {
            key: {getattr(layer, "idnum", 0) for layer in _resolved(settings.get(key)) or ()} for key in ("/ON", "/OFF")
        }
        is_off = settings.get("/BaseState") == "/OFF"
        return {
            number: number in listed["/ON"] or not (is_off or number in listed["/OFF"])
            for number in self.objects(index)
            if isinstance(entry := self.object(number), dict) and entry.get("/Type") == "/OCG"
        }


@lru_cache(maxsize=8)
def page_file(path: Path) -> PageFile:
    """A file, opened once. Raises `UncopiedPage` where pypdf cannot read it."""
    with _guarded():
        return PageFile(path)


@contextmanager
def pages_forgotten() -> Iterator[None]:
    """Let go of all files at the end."""
    try:
        yield
    finally:
        page_file.cache_clear()


def check_page(path: Path, index: int) -> None:
    """Raise `UncopiedPage` where a page cannot be copied."""
    file = page_file(path)
    with _guarded():
        for number in file.objects(index):
            written(file.object(number), lambda _: "")
        file.layers(index)


@contextmanager
def _guarded() -> Iterator[None]:
    try:
        yield
    except (UncopiedPage, OSError):
        raise
    except Exception as error:  # of any kind: the file may say anything
        raise UncopiedPage("its objects cannot be read") from error


@contextmanager
def quiet() -> Iterator[None]:
    """Have pypdf stumble silently."""
    logger = logging.getLogger("pypdf")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)


class CopiedObject(PDFObject):  # type: ignore[misc]  # reportlab has no types
    """An object of another file. It is read once more when it is written, so that none is held in memory."""

    __RefOnly__ = 1

    def __init__(self, file: PageFile, number: int, page: int) -> None:
        self.file, self.number, self.page = file, number, page

    def format(self, document: Any) -> bytes:
        item = self.file.object(self.number)
        if _is_drawn(item) and "/Resources" not in item:  # older files have those of the page for it
            resources = self.file.page(self.page).get("/Resources")
            if resources is not None:
                item = type(item)(item) if not hasattr(item, "get_data") else item
                item[_name("/Resources")] = resources
        return written(item, lambda number: reference(document, copied_name(self.file, number))) + b"\n"


class PageForm(PDFObject):  # type: ignore[misc]
    """A page as a form, in its own coordinates."""

    __RefOnly__ = 1

    def __init__(self, file: PageFile, index: int) -> None:
        self.file, self.index = file, index

    def format(self, document: Any) -> bytes:
        def text(item: Any) -> str:
            return written(item, lambda number: reference(document, copied_name(self.file, number))).decode("latin-1")

        page = self.file.page(self.index)
        filters, data = content_of(page)
        x, y, x_end, y_end = (float(edge) for edge in page.mediabox)
        box = f"{min(x, x_end):f} {min(y, y_end):f} {max(x, x_end):f} {max(y, y_end):f}"
        entries = f"/Type /XObject /Subtype /Form /BBox [{box}]"
        for key in ("/Resources", "/Group"):
            if page.get(key) is not None:
                entries += f" {key} {text(page.raw_get(key))}"
        for key, entry in filters.items():
            entries += f" {key} {text(entry)}"
        return stream_object(entries, data)


class PartForm(PDFObject):  # type: ignore[misc]
    """What a card shows of a page, in a square from (0, 0) to (1, 1), as pictures of pixels are."""

    __RefOnly__ = 1

    def __init__(self, part: PagePart, name: str) -> None:
        self.part, self.name = part, name

    def format(self, document: Any) -> bytes:
        place = " ".join(f"{value:.9f}" for value in into_square(self.part))
        resources = f"/Resources << /XObject << /P {reference(document, self.name)} >> >>"
        content = f"{_FRESH} {place} cm /P Do".encode("ascii")
        return stream_object(f"/Type /XObject /Subtype /Form /BBox [0 0 1 1] {resources}", content)


def into_square(part: PagePart) -> Matrix:
    """From a page's own points to the square from (0, 0) to (1, 1), upwards, as the page is shown."""
    left, lower, right, upper = part.box
    across, up = right - left, upper - lower
    turned: tuple[Matrix, ...] = (
        (1 / across, 0.0, 0.0, 1 / up, -left / across, -lower / up),
        (0.0, -1 / across, 1 / up, 0.0, -lower / up, right / across),
        (-1 / across, 0.0, 0.0, -1 / up, right / across, upper / up),
        (0.0, 1 / across, -1 / up, 0.0, upper / up, -left / across),
    )
    return turned[part.turns % 4]


def copied_name(file: PageFile, number: int | str) -> str:
    """What an object is called among those of the file that it is copied to."""
    return f"Copied.{file.path.name}.{number}"


def reference(document: Any, name: str) -> str:
    """A reference to an object that is in a file by name."""
    from reportlab.pdfbase.pdfdoc import PDFObjectReference

    return str(PDFObjectReference(name).format(document).decode("ascii"))


def content_of(page: Any) -> tuple[dict[str, Any], bytes]:
    """How a page's content is packed, and what it is; of several streams, one is made."""
    contents = _resolved(page.get("/Contents"))
    streams = [_resolved(each) for each in contents] if isinstance(contents, list) else [contents]
    streams = [stream for stream in streams if hasattr(stream, "get_data")]
    if len(streams) == 1:
        filters = {key: streams[0].raw_get(key) for key in ("/Filter", "/DecodeParms") if key in streams[0]}
        return filters, raw_data(streams[0])
    return {}, b"\n".join(stream.get_data() for stream in streams)


def raw_data(stream: Any) -> bytes:
    """A stream's data as they are in the file."""
    return bytes(stream._data)


def written(item: Any, refer: Callable[[int], str], depth: int = 0) -> bytes:
    """An object as it is in a file, with other references.

    Raises:
        UncopiedPage: lists lie too deep in it.
    """
    if depth > _DEEPEST:
        raise UncopiedPage("its objects lie too deep")
    if hasattr(item, "idnum"):
        return refer(item.idnum).encode("ascii")
    entry: Any = item
    if isinstance(item, dict):
        left_out = _LEFT_OUT | _ELSEWHERE if hasattr(item, "get_data") else _LEFT_OUT
        pairs = [
            _leaf(key) + b" " + written(entry.raw_get(key), refer, depth + 1) for key in item if key not in left_out
        ]
        entries = b" ".join(pairs)
        return (
            stream_object(entries.decode("latin-1"), raw_data(item))
            if hasattr(item, "get_data")
            else (b"<< " + entries + b" >>")
        )
    if isinstance(item, list):
        return b"[" + b" ".join(written(list.__getitem__(item, at), refer, depth + 1) for at in range(len(item))) + b"]"
    return _leaf(item)


def _leaf(item: Any) -> bytes:
    """A name, a number, a text or the like; texts by their bytes, which may be anything."""
    if hasattr(item, "original_bytes"):
        return b"<" + bytes(item.original_bytes).hex().encode("ascii") + b">"
    target = io.BytesIO()
    item.write_to_stream(target)
    return target.getvalue()


def _references(item: Any, depth: int) -> Iterator[int]:
    """The numbers of the objects that one refers to."""
    entry = item
    if depth > _DEEPEST:
        raise UncopiedPage("its objects lie too deep")
    if hasattr(item, "idnum"):
        yield item.idnum
    elif isinstance(item, dict):
        for key in item:
            if key not in _LEFT_OUT:
                yield from _references(entry.raw_get(key), depth + 1)
    elif isinstance(item, list):
        for at in range(len(item)):
            yield from _references(list.__getitem__(item, at), depth + 1)


def _resolved(item: Any) -> Any:
    return item.get_object() if hasattr(item, "get_object") else item


def _is_drawn(item: Any) -> bool:
    """Whether an object is drawn with resources: a form, or a font that is drawings."""
    return isinstance(item, dict) and item.get("/Subtype") in ("/Form", "/Type3")


def _name(text: str) -> Any:
    from pypdf.generic import NameObject

    return NameObject(text)

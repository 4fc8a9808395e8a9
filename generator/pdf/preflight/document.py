"""Reads a PDF file back by pypdf, within limits, into the values that rules look at."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from generator.core.choices import Edge
from generator.pdf.preflight.facts import BACK, ExpectedFile, Pdf, PdfPage
from generator.pdf.preflight.objects import TOO_COSTLY, DamagedFile, Unreadable, resolve, value
from generator.pdf.preflight.page_reading import read_frame, read_our_page

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_BYTES = 200_000_000
MOST_PAGES = 1_000
IN_MEMORY = 4_000_000  # bytes of a file that is read as a whole: it is examined by the byte
_HEADER, _TRAILER = 1024, 2048  # how far from the file's start and end readers look for its marks
_KEPT_PAGES = 16  # of which objects are kept: neighbours share them
_DUPLEX = {"/DuplexFlipLongEdge": Edge.long, "/DuplexFlipShortEdge": Edge.short}


@contextmanager
def open_pdf(path: Path, expected: ExpectedFile | None = None) -> Iterator[tuple[Pdf, Iterator[PdfPage]]]:
    """What stands at the head of a file, and its pages, one after the other: nothing of a page is kept when it is read.

    Pages have no content or, where something is ``expected``, what shows of it without reading it all. Limits of size
    hold for files of which nothing is expected: they are not ours.

    Raises:
        Unreadable: not a PDF file, damaged, locked with a password that one must type to open it, or too large; by
            the iterator, the same of a page.
        OSError: it cannot be opened.
    """
    with path.open("rb") as file:
        _check_frame(file, path.stat().st_size, limited=expected is None)
        with _guarded("the file"):
            reader = _opened(BytesIO(file.read()) if path.stat().st_size <= IN_MEMORY else file, path)
            catalog = resolve(reader.trailer["/Root"])
            kids = _kids(catalog) if expected is not None else None
            count = len(reader.pages if kids is None else kids)
        if not count:
            raise Unreadable("damaged", "the file has no pages", "make it again, or load it again")
        if count > MOST_PAGES and expected is None:
            raise Unreadable("too-large", f"{count} pages; {MOST_PAGES} at most are read", "split the file")
        labels = _labels(reader) if kids is None else _labels_of_ours(catalog, count)
        with _guarded("the catalogue"):
            preferences = value(catalog, "/ViewerPreferences")
            scaling = value(preferences, "/PrintScaling")
            duplex = _DUPLEX.get(str(value(preferences, "/Duplex")))
            hidden = _hidden_layers(catalog)
        backs = count > 1 and [label.endswith(BACK) for label in labels] == [bool(at % 2) for at in range(count)]
        scaling_name = str(scaling) if scaling is not None else None
        pages = _pages(reader, labels, kids, count, ours=expected is not None)
        yield Pdf(count, scaling_name, duplex, duplex is not None or backs, expected=expected, hidden=hidden), pages


def _check_frame(file: Any, size: int, *, limited: bool) -> None:
    """That the file looks like a whole PDF file at both ends."""
    if limited and size > MOST_BYTES:
        message = f"{size // 1_000_000} MB; files of {MOST_BYTES // 1_000_000} MB at most are read"
        raise Unreadable("too-large", message, "split the file, or make its pictures smaller")
    if b"%PDF-" not in file.read(_HEADER):
        raise Unreadable("not-a-pdf", "this is not a PDF file: it does not start as one")
    file.seek(max(size - _TRAILER, 0))
    if b"%%EOF" not in file.read() and not _ends_earlier(file):
        message = "the end of the file is missing: it was cut off, or never finished"
        raise Unreadable("damaged", message, "make it again, or load it again")
    file.seek(0)


def _ends_earlier(file: IO[bytes]) -> bool:
    """Whether the file's end is followed by what is no part of it, as mails and downloads may add."""
    with mmap(file.fileno(), 0, access=ACCESS_READ) as data:
        end = data.rfind(b"%%EOF")
        return end >= 0 and data.find(b"obj", end) < 0


def _opened(file: IO[bytes], path: Path) -> "PdfReader":
    """A reader of the file, of a decrypted copy where it is encrypted. Raises as `_decrypted` does."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError

    try:
        reader = PdfReader(file, strict=False)
        if not reader.is_encrypted:
            return reader
    except (DependencyError, NotImplementedError):  # pypdf alone knows no AES, and only the standard's way of locking
        pass
    return PdfReader(_decrypted(path), strict=False)


def _decrypted(path: Path) -> BytesIO:
    """An encrypted file that opens without a password, copied by pdfium without its encryption.

    Raises:
        Unreadable: it needs a password, or pdfium can't read it.
    """
    from pypdfium2 import PdfDocument, PdfiumError
    from pypdfium2.raw import FPDF_ERR_PASSWORD, FPDF_ERR_SECURITY, FPDF_REMOVE_SECURITY

    try:
        document = PdfDocument(path)
    except PdfiumError as error:
        if error.err_code == FPDF_ERR_PASSWORD:
            raise Unreadable("encrypted", "the file is locked with a password", "save it again without one") from error
        if error.err_code == FPDF_ERR_SECURITY:
            message = "the file is encrypted in a way that cannot be read here"
            raise Unreadable("encrypted", message, "save it again without encryption") from error
        raise
    try:
        plain = BytesIO()
        document.save(plain, flags=FPDF_REMOVE_SECURITY)
    finally:
        document.close()
    return plain


def get_ready() -> None:
    """Import what reads files."""
    import pypdf  # noqa: F401


@contextmanager
def _guarded(what: str) -> Iterator[None]:
    """Whatever pypdf stumbles over is the file's damage, and it stumbles silently."""
    import logging

    from pypdf.errors import DependencyError, LimitReachedError

    logger = logging.getLogger("pypdf")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    except (Unreadable, OSError):
        raise
    except (LimitReachedError, MemoryError) as error:
        message = f"{what} unpacks to more than is read"
        raise Unreadable(TOO_COSTLY, message, "split the file, or make it again") from error
    except (DependencyError, NotImplementedError) as error:
        raise DamagedFile(f"{what} is packed in a way that is not read here") from error
    except Exception as error:  # of any kind: the file may say anything
        raise DamagedFile(f"{what} cannot be read: it is damaged") from error
    finally:
        logger.setLevel(level)


def _kids(catalog: Any) -> Sequence[Any] | None:
    """Where the pages are, if the file says so in one list, as ours do: pypdf would keep an object of each."""
    kids, count = (value(value(catalog, "/Pages"), key) for key in ("/Kids", "/Count"))
    return kids if isinstance(kids, list) and len(kids) == count else None


def _labels_of_ours(catalog: Any, count: int) -> list[str]:
    """The pages' names in a file that gives each page one of its own; those of pages that have none are empty."""
    with _guarded("the page labels"):
        listed = value(value(catalog, "/PageLabels"), "/Nums") or []
        named = {int(listed[at]): str(value(resolve(listed[at + 1]), "/P") or "") for at in range(0, len(listed), 2)}
        return [named.get(number, "") for number in range(count)]


def _pages(
    reader: "PdfReader", labels: list[str], kids: Sequence[Any] | None, count: int, *, ours: bool
) -> Iterator[PdfPage]:
    read = read_our_page if ours else read_frame
    for index in range(count):
        with _guarded(f"page {index + 1}"):
            page = reader.pages[index] if kids is None else resolve(kids[index])
            content = read(page, index, labels[index] if index < len(labels) else "")
        yield content
        if index % _KEPT_PAGES == _KEPT_PAGES - 1:
            reader.resolved_objects.clear()  # pypdf keeps all that it ever read


def _hidden_layers(catalog: Any) -> frozenset[str]:
    """The names of the layers that are switched off when the file is opened (ISO 32000-1, 8.11.4)."""
    properties = value(catalog, "/OCProperties")
    setting = value(properties, "/D")

    def layers(holder: Any, key: str) -> set[str]:
        return {str(value(resolve(layer), "/Name")) for layer in value(holder, key) or []}

    off = layers(setting, "/OFF")
    if value(setting, "/BaseState") == "/OFF":
        off |= layers(properties, "/OCGs") - layers(setting, "/ON")
    return frozenset(off)


def _labels(reader: "PdfReader") -> list[str]:
    """The pages' names; none where the file has none, or they make no sense."""
    try:
        with _guarded("the page labels"):
            return list(reader.page_labels) if "/PageLabels" in reader.root_object else []
    except Unreadable:
        return []

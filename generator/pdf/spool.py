"""Bytes put aside until a file is written; a PDF written object after object."""

from tempfile import SpooledTemporaryFile, TemporaryFile
from typing import IO, Any, BinaryIO

from reportlab.pdfbase.pdfdoc import PDFCrossReferenceTable, PDFFile, PDFIndirectObject, PDFTrailer

IN_MEMORY = 1024 * 1024  # bytes

SpoolSpan = tuple[int, int]  # where something begins in a spool, and how long it is


class Spool:
    """Bytes put aside: in memory where they are few, else in a file without a name, which nobody has to remove."""

    def __init__(self, *, shared: bool = False) -> None:
        """Begin with nothing; ``shared`` with processes that are forked off this one, if any."""
        # It is open as long as the PDF is made.
        self._file: IO[bytes] = TemporaryFile() if shared else SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        self._end = 0

    def keep(self, data: bytes) -> SpoolSpan:
        """Put bytes aside. Raises OSError where there is no room."""
        start, self._end = self._end, self._end + len(data)
        self._file.seek(start)
        self._file.write(data)
        return start, len(data)

    def flush(self) -> None:
        """Let other processes have what was put aside."""
        self._file.flush()

    def take(self, span: SpoolSpan) -> bytes:
        """What was put aside."""
        self._file.seek(span[0])
        return self._file.read(span[1])

    def close(self) -> None:
        """Let go of all of it."""
        self._file.close()


def write_objects(document: Any, file: BinaryIO) -> None:
    """Write a reportlab document that is complete, in the bytes of its own ``format``, without holding them all.

    Formatting an object may add others, which come after the existing ones.
    """
    file.write(b"".join(PDFFile(document._pdfVersion).strings))
    names: list[str] = []
    while (number := len(names) + 1) in document.numberToId:
        name = document.numberToId[number]
        document.idToOffset[name] = file.tell()
        file.write(PDFIndirectObject(name, document.idToObject[name]).format(document))
        names.append(name)
    table = PDFCrossReferenceTable()
    table.addsection(0, names)
    start = file.tell()
    file.write(table.format(document))
    root, info = document.Reference(document.Catalog), document.Reference(document.info)
    trailer = PDFTrailer(startxref=start, Size=len(names) + 1, Root=root, Info=info, ID=document.ID())
    file.write(trailer.format(document))

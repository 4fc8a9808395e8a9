"""Fonts inside a PDF: the glyphs that are used and no others, and the way back from them to text.

Takes the place of reportlab's own bookkeeping, which turns a no-break space into a space, embeds all of ASCII
whether used or not, and can't name characters above U+FFFF for searching and copying. The subset of the
font file itself is reportlab's work.
"""

from collections.abc import Sequence
from typing import Any

from generator.marks.fonts import Font

# Codes below are ASCII characters as themselves, so that the first part's strings stay readable.
_FIRST_CODE = 128
_PER_PART = 256 - _FIRST_CODE
_ESCAPED = {"(": "\\(", ")": "\\)", "\\": "\\\\"}


class EmbeddedFont:
    """One font in one PDF. PDF's simple fonts have 256 codes, so it is cut into parts, one for nearly all texts.

    ``number`` tells the PDF's fonts apart. ``name`` is the first part's name in content streams; the others
    add ``.1``, ``.2``, ….
    """

    def __init__(self, font: Font, number: int) -> None:
        self.font = font
        self.name = f"F{number}"
        self._number = number
        self._parts: list[dict[int, int]] = [{}]  # of each part, the character of each code
        self._others = 0  # characters other than ASCII so far
        self._literals = _Literals(self._assign)

    def encode(self, text: str) -> Sequence[tuple[str, str]]:
        """The text as (part's name, PDF string) in order.

        Raises:
            ValueError: the font lacks a character.
        """
        if not text:
            return ()
        literal = text.translate(self._literals)
        if not self._literals.elsewhere or self._literals.elsewhere.keys().isdisjoint(map(ord, text)):
            return ((self.name, f"({literal})"),)
        return [(name, f"({part})") for name, part in self._by_part(text)]

    def _by_part(self, text: str) -> list[tuple[str, str]]:
        runs: list[tuple[str, str]] = []
        for character in text:
            part, literal = self._literals.elsewhere.get(ord(character)) or (0, self._literals[ord(character)])
            name = self._part_name(part)
            if runs and runs[-1][0] == name:
                runs[-1] = (name, runs[-1][1] + literal)
            else:
                runs.append((name, literal))
        return runs

    def _part_name(self, part: int) -> str:
        return f"{self.name}.{part}" if part else self.name

    def _assign(self, character: int) -> tuple[int, str]:
        """A new character's part and its string, escaped."""
        if not self.font.has(chr(character)):
            raise ValueError(f"{self.font.name} has no {chr(character)!r} (U+{character:04X})")
        if 32 <= character < 127:
            self._parts[0][character] = character
            return 0, _ESCAPED.get(chr(character), chr(character))
        part, code = self._others // _PER_PART, _FIRST_CODE + self._others % _PER_PART
        self._others += 1
        if part == len(self._parts):
            self._parts.append({})
        self._parts[part][code] = character
        return part, f"\\{code:o}"

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - the name that reportlab calls as it finishes the file
        """Add the font's parts to a reportlab document."""
        from reportlab.pdfbase import pdfdoc

        face = self.font.reportlab.face
        fonts = doc.idToObject["BasicFonts"].dict
        for part, characters in enumerate(self._parts):
            codes = [characters.get(code, 0) for code in range(max(characters, default=0) + 1)]
            base = f"{_subset_tag(self._number, part)}+{face.name.decode('latin-1')}"
            entry = pdfdoc.PDFTrueTypeFont()
            entry.Name = self._part_name(part)
            entry.BaseFont = base
            entry.FirstChar = 0
            entry.LastChar = len(codes) - 1
            entry.Widths = pdfdoc.PDFArray([face.getCharWidth(character) if character else 0 for character in codes])
            to_unicode = pdfdoc.PDFStream(content=_to_unicode(base, characters), filters=[pdfdoc.PDFZCompress])
            entry.ToUnicode = doc.Reference(to_unicode, f"toUnicode:{entry.Name}")
            entry.FontDescriptor = face.addSubsetObjects(doc, base, codes)
            fonts[entry.Name] = entry


class _Literals(dict[int, str]):
    """For ``str.translate``: each character of the first part as it stands in a PDF string, all others as nothing."""

    def __init__(self, assign: Any) -> None:
        super().__init__()
        self._assign = assign
        self.elsewhere: dict[int, tuple[int, str]] = {}  # the part and the string of characters in later parts

    def __missing__(self, character: int) -> str:
        part, literal = self._assign(character)
        if part:
            self.elsewhere[character] = (part, literal)
            literal = ""
        self[character] = literal
        return str(literal)


def _subset_tag(font: int, part: int) -> str:
    """Six capitals before a subset's name (ISO 32000-1, 9.6.4), no two alike in a file: three for each number."""
    return "".join(chr(ord("A") + number // 26**place % 26) for number in (font, part) for place in (2, 1, 0))


def _to_unicode(name: str, characters: dict[int, int]) -> str:
    """The CMap from codes to UTF-16 (ISO 32000-1, 9.10.3), in blocks of at most 100."""
    pairs = [f"<{code:02X}> <{chr(characters[code]).encode('utf-16-be').hex().upper()}>" for code in sorted(characters)]
    blocks = [
        f"{len(block)} beginbfchar\n" + "\n".join(block) + "\nendbfchar"
        for block in (pairs[at : at + 100] for at in range(0, len(pairs), 100))
    ]
    return "\n".join(
        [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            f"/CMapName /{name} def /CMapType 2 def",
            "1 begincodespacerange <00> <FF> endcodespacerange",
            *blocks,
            "endcmap CMapName currentdict /CMap defineresource pop end end",
        ]
    )

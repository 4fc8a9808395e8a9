"""No text asks its font for a character that the font does not have.

Such a character is printed as a box, or as nothing, and most programs say no word about it. It is found by the glyph
that a code of the text leads to: number 0, ``.notdef``. Fonts that are not in the file can't be looked into.
"""

from collections.abc import Iterator

from generator.pdf.preflight.facts import Finding, Pdf, PdfPage

_UNKNOWN = "\0\ufffd"


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding a font."""
    for missing in page.missing:
        known = [character for character in missing.characters if character not in _UNKNOWN]
        named = ", ".join(f"{character!r} (U+{ord(character):04X})" for character in known)
        what = f"no glyph for {named}" if named else "no glyph for some characters, which the file does not name"
        times = "once" if missing.count == 1 else f"{missing.count} times"
        message = f"{missing.font} has {what}: a box or nothing is printed, {times}"
        yield Finding(page.number, message, "use a font that has it, or other words")

"""Every font that shows text is in the file, and no more of it than is used.

A font that is not in the file is replaced by whatever the printer's computer has: lines break elsewhere, signs go
missing. That holds for PDF's 14 standard fonts (Helvetica, Times, Courier, Symbol, ZapfDingbats) as well.
A font that is there as a whole is only large, and its licence may not allow it: a warning.
"""

from collections.abc import Iterator

from generator.pdf.preflight.facts import Finding, Pdf, PdfFont

_STANDARD = ("Helvetica", "Times-", "Courier", "Symbol", "ZapfDingbats")


def check(pdf: Pdf) -> Iterator[Finding]:
    """Yield a finding a font, at the first page that uses it."""
    seen: set[PdfFont] = set()
    for page in pdf.pages:
        for font in page.fonts:
            if font in seen:
                continue
            seen.add(font)
            if not font.embedded:
                what = "one of PDF's standard fonts, " if font.name.startswith(_STANDARD) else ""
                message = f"the font {font.name} is not in the file: {what}it is replaced by what a computer has"
                yield Finding(page.number, message, "embed it where the file is made")
            elif not font.subset:
                message = f"the font {font.name} is in the file as a whole, used or not"
                yield Finding(page.number, message, "embed only the characters in use", "warning")

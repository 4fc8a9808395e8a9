"""Lines are 0.15 mm thick at least as they are placed, all scaling reckoned in; none is a hairline.

A hairline (a width of 0) is as thin as the printer can draw it: well seen on the screen, gone on paper: an error.
Other thin lines break up on some printers: a warning. White lines don't count. A filled shape of four straight sides
is a line as well where it is more than five times as long as thick: many programs draw rules and borders so.
"""

from collections.abc import Iterator

from generator.pdf.preflight.facts import Finding, Pdf, PdfPage

THINNEST = 0.15  # mm
_HAIRLINE = 0.001
_ROUNDING = 0.0005


def check_page(pdf: Pdf, page: PdfPage) -> Iterator[Finding]:
    """Yield a finding where the page has hairlines, and one where it has thin lines."""
    hair = [stroke for stroke in page.strokes if stroke.width < _HAIRLINE]
    if hair:
        message = f"{_lines(sum(stroke.count for stroke in hair), 'hairline')} of no width, {_at(hair[0].x, hair[0].y)}"
        yield Finding(page.number, message, f"give lines a width of {THINNEST:g} mm or more")
    thin = [stroke for stroke in page.strokes if _HAIRLINE <= stroke.width < THINNEST - _ROUNDING]
    if thin:
        least = min(thin, key=lambda stroke: stroke.width)
        count = _lines(sum(stroke.count for stroke in thin), "line")
        message = f"{count} thinner than {THINNEST:g} mm: {least.width:.2f} mm {_at(least.x, least.y)}"
        yield Finding(page.number, message, "draw them thicker, or scale the drawing less", "warning")


def _lines(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _at(x: float, y: float) -> str:
    return f"at x {x:.0f}, y {y:.0f} mm"

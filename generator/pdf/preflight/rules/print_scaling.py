"""The file asks not to be scaled: ``/ViewerPreferences`` has ``/PrintScaling /None``.

Without it readers fit pages to what the printer can print, and a card of 63 mm comes out at 61. It is a wish, and
some readers do not heed it: the ruler on the sheet is for those. So it is a warning in files of others, whom
nobody asked for it, and an error in ours.
"""

from collections.abc import Iterator

from generator.pdf.preflight.facts import Finding, Pdf


def check(pdf: Pdf) -> Iterator[Finding]:
    """Yield a finding where the file lets itself be scaled."""
    if pdf.print_scaling != "/None":
        stated = f"it says {pdf.print_scaling}" if pdf.print_scaling else "it says nothing"
        message = f"the file does not ask to be printed at its own size (PrintScaling: {stated})"
        hint = "choose “100 %” or “actual size” when you print it, and measure the first sheet"
        yield Finding(1, message, hint, "warning" if pdf.expected is None else "error")

"""What stands in a cell, and what is meant by it: texts that a spreadsheet would take for something else.

A cell that starts with ``=``, ``+``, ``-`` or ``@`` is a formula to spreadsheet programs, whoever wrote it. An
apostrophe before it makes it text, there and here. So it does for blanks at the ends of a text and for the signs below.
"""

import re

from generator.model.fields import PLAIN_DECIMAL

EMPTY_TEXT, EMPTY_LIST, EMPTY_MAPPING = '""', "[]", "{}"
SIGNS = (EMPTY_TEXT, EMPTY_LIST, EMPTY_MAPPING)  # of values that are there and have nothing in them
_FORMULA = re.compile(r"[=+\-@\t\r]")


def _needs_apostrophe(text: str) -> bool:
    bare = text.lstrip("'")
    if bare == text and PLAIN_DECIMAL.fullmatch(bare):
        return False
    return bool(_FORMULA.match(bare)) or bare in SIGNS or bare != bare.strip()


def guarded(text: str) -> str:
    """A text as it goes into a cell."""
    return f"'{text}" if _needs_apostrophe(text) else text


def meant(text: str) -> str:
    """What a cell's text means: without the apostrophe that guards it, or the blanks round it."""
    stripped = text.strip()
    if stripped.startswith("'") and _needs_apostrophe(text.lstrip()[1:]):
        return text.lstrip()[1:]
    return "" if stripped == EMPTY_TEXT else stripped

"""Texts that others wrote, as they may be shown on a terminal, in an annotation or on a page."""

import re

# C0 and C1 controls, and what turns the direction of writing (Unicode's Bidi_Control), which makes a text seem another.
_CONTROLS = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]")


def escaped(text: str) -> str:
    r"""The text with its control characters as ``\x1b`` or ``\u202e``: nothing in it moves a cursor or turns a line."""
    return _CONTROLS.sub(lambda found: _shown(ord(found[0])), text)


def _shown(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"

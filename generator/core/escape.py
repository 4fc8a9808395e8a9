"""Characters that steer a terminal or turn the order of letters round, shown in place of obeyed."""

import re

# C0, DEL and C1 (Unicode 16, 23.1), the bidirectional controls (UAX 9, 2), the separators that end a line for some
# readers only, and what stands for a byte of a file's name that is not UTF-8.
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\udc80-\udcff]")


def escaped(text: str, keep: str = "") -> str:
    r"""The text with its control characters as ``\x1b`` or ``\u202e``.

    Args:
        text: what a stranger may have written: a file's text or name, an option.
        keep: control characters that stay, such as the line feed of a text of several lines.
    """
    return CONTROL.sub(lambda match: match[0] if match[0] in keep else _code(ord(match[0])), text)


def json_text(value: object) -> str:
    """A value as JSON in printable ASCII, which every pipe can carry and no terminal obeys."""
    import json  # of no use to most commands

    return json.dumps(value, indent=2).replace("\x7f", "\\u007f")


def _code(number: int) -> str:
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"

"""Which texts hold values: ``{=EXPRESSION}``, or ``{n|phrase}`` for a phrase that goes with a number."""

import re

_SIGN = r"\{=(?P<value>[^{}]{1,500})\}|\{(?P<count>[^{}|=][^{}|]{0,200})\|(?P<phrase>[\w-]{1,60})\}"
VALUE = re.compile(rf"(?<!\\)(?:{_SIGN})")
_IN_FILE = re.compile(rb"\{=|\{[^{}|=\n][^{}|]{0,400}\|[^|{}\s]{1,200}\}")


def may_hold_values(data: bytes) -> bool:
    """Whether a text of this file may hold a value: where none does, nobody is to look at each of its texts."""
    return b"{" in data and _IN_FILE.search(data) is not None

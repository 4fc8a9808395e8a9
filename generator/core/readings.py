"""How Chinese and Japanese are written in files.

Words with their reading above, ``{漢字|かんじ}``, unlike phrases with numbers: what is before the bar decides; and
lines of a paragraph, which are joined without a space.
"""

import re

# Chinese characters, after which kana may follow.
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
BASE = rf"[{_HAN}][{_HAN}\u3041-\u30ff]{{0,20}}"
READING = rf"\{{(?P<base>{BASE})\|(?P<reading>[^{{}}|\\\n]{{1,40}})\}}"

# A line that begins so is not joined to the one above it: a sign of a list, a number with its stop.
_LISTED = re.compile("[•・●○◆◇■□★☆※①-⓿❶-➓㈠-㊰]|[０-９]{1,2}[．）、]|[(（][０-９一二三四五六七八九十]{1,2}[)）]")
_WIDE = re.compile(f"[{_HAN}\u3001-\u3004\u3008-\u30ff\uff01-\uff9f\u2014\u2026]")
_MARKS = "*_ "


def between(line: str, below: str) -> str:
    """What is between two lines of a paragraph: a break, nothing, or a space."""
    if _LISTED.match(below):
        return "\n"
    return "" if _WIDE.match(line.rstrip(_MARKS)[-1:]) and _WIDE.match(below.lstrip(_MARKS)) else " "

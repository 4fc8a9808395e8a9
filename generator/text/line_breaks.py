"""Where lines may be broken within what stands between two spaces."""

import re
import unicodedata

# Thai, Lao, Tibetan, Burmese, Khmer; the wide characters of East Asia besides.
_UNSPACED = re.compile(r"[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff]")


def is_unspaced(character: str) -> bool:
    """Whether words of the character's script are not parted by spaces: Chinese, Japanese, Thai and the like."""
    return character > "\u0dff" and (
        unicodedata.east_asian_width(character) in ("W", "F") or bool(_UNSPACED.match(character))
    )

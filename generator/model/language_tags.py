"""Languages by their tags, in the form of BCP 47: ``en``, ``pt-BR``, ``zh-Hant``, ``sr-Latn-RS``."""

import re
from functools import lru_cache

TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


@lru_cache(maxsize=256)
def wider_tags(tag: str) -> tuple[str, ...]:
    """A tag and those of the languages it is a sort of, the widest first: ``zh``, ``zh-Hant``, ``zh-Hant-TW``."""
    parts = tag.split("-")
    return tuple("-".join(parts[:count]) for count in range(1, len(parts) + 1))

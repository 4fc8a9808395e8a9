"""Names of files that every system can hold: what Windows takes for a device, or cannot write, is none."""

import re

_PORTS = (port + sign for port in ("com", "lpt") for sign in "0123456789¹²³")
DEVICES = frozenset(("aux", "con", "nul", "prn", "conin$", "conout$", *_PORTS))
# Pages that each game has beside those of its kinds, in the workshop and on a site.
GAME_PAGES = frozenset(
    {
        *("balance", "box", "files", "lab", "pictures", "print", "problems"),
        *("search", "settings", "sheets", "style", "table", "translations"),
    }
)
_LONGEST = 255  # bytes
_REFUSED = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\/]|[. ]$')


def fits_every_system(name: str) -> bool:
    """Whether a file or folder can be called so on any system (Windows: "Naming Files, Paths, and Namespaces")."""
    device = name.partition(".")[0].rstrip(" ").casefold()
    return 0 < len(name.encode("utf-8", "replace")) <= _LONGEST and not _REFUSED.search(name) and device not in DEVICES

"""The rooms of the tool and which may use which: for the tests, and for the table in docs/architecture.md."""

# From the ground up: a room may use those that stand before it. A folder that is not listed belongs to the room above.
ORDER = [
    *("core", "read", "model", "rules", "lab/plots", "lab", "lab/simulation", "games", "forge"),
    *("draw/marks", "draw/svg", "draw/text", "draw", "sheet", "pdf", "pdf/preflight"),
    *("check", "printing", "tables", "editing", "starter"),
    *("lsp", "web", "cli"),
]
# Where that would be too much: what a room may use besides itself.
NARROW = {
    "read": {"core"},
    "model": {"core", "read"},
    "rules": {"core", "read", "model"},
    "lab/plots": set[str](),
    "lab": {"core", "read", "model", "rules", "lab/plots"},
    "lab/simulation": {"core", "read", "model", "rules", "lab/plots"},
    "games": {"core", "model", "lab", "lab/simulation"},
    "draw/marks": {"core"},
    "draw/svg": {"core", "draw/marks"},
    "draw/text": {"core", "read", "draw/marks"},
    "draw": {"core", "read", "model", "draw/marks", "draw/svg", "draw/text"},
    "sheet": {"core", "draw/marks"},
    "pdf": {"core", "draw/marks", "sheet"},
    "pdf/preflight": {"core", "draw/marks"},
    "starter": {"core", "read", "model"},
    # No door uses another: what two of them need belongs to a room below.
    "lsp": {"core", "read", "model", "rules", "check", "editing"},
}


def room_of(path: str) -> str:
    """The room that a module of the package lies in, given its path with slashes: the innermost that is listed."""
    inside = [room for room in ORDER if path == room or path.startswith(f"{room}/")]
    return max(inside, key=len, default="")

"""The packages of the tool and which may use which: for the tests, and for the table in docs/architecture.md."""

# From the ground up: a package may use those that stand before it. A folder that is not listed belongs to the package above.
ORDER = [
    *("core", "read", "model", "rules", "lab/plots", "lab", "lab/simulation", "games", "forge"),
    *("draw/marks", "draw/svg", "draw/text", "draw", "sheet", "pdf", "pdf/preflight"),
    *("check", "printing", "tables", "editing", "starter"),
    *("lsp", "web", "cli"),
]
# Where that would be too much: what a package may use besides itself.
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
    # None of these uses another: what two of them need belongs to a package above them here.
    "lsp": {"core", "read", "model", "rules", "check", "editing"},
}


def package_of(path: str) -> str:
    """The package that a module lies in, given its path with slashes: the innermost that is listed."""
    inside = [package for package in ORDER if path == package or path.startswith(f"{package}/")]
    return max(inside, key=len, default="")

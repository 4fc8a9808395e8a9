"""The rooms of the house and which may use which: for the tests, and for the table in docs/architecture.md."""

# From the ground up: a room may use those that stand before it.
ORDER = [
    *("escape", "units", "sizes", "problem", "project", "atomic", "modules", "shares"),
    *("source", "catalog", "balance", "play", "forge"),
    *("marks", "svg", "text", "face", "sheet", "press", "preflight"),
    *("workspace", "printing", "export", "cli"),
]
# Where that would be too much: what a room may use besides itself.
NARROW = {
    "source": {"problem"},
    "catalog": {"source", "problem", "project", "sizes"},
    "balance": {"catalog", "source", "modules", "problem", "shares"},
    "play": set[str](),
    "marks": {"escape", "units"},
    "svg": {"marks", "problem", "units"},
    "text": {"marks", "source", "units"},
    "face": {"catalog", "svg", "text", "marks", "source", "problem", "units", "sizes"},
    "sheet": {"escape", "marks", "units", "sizes"},
    "press": {"escape", "marks", "sheet", "units", "sizes", "atomic"},
    "preflight": {"marks", "units", "sizes", "modules", "problem"},
}

"""The rooms of the house and which may use which: for the tests, and for the table in docs/architecture.md."""

# From the ground up: a room may use those that stand before it.
ORDER = [
    *("escape", "units", "sizes", "choices", "problem", "refusal", "notes", "textfile", "project"),
    *("atomic", "crew", "cores", "modules", "shares", "linear", "chances"),
    *(
        "source",
        "catalog",
        "defaults",
        "balance",
        "play",
        "odds",
        "plots",
        "statistics",
        "simulation",
        "forge",
        "starter",
        "spreadsheet",
    ),
    *("marks", "svg", "text", "face", "sheet", "press", "preflight"),
    *("workspace", "printing", "export", "editor", "lsp", "web", "cli"),
]
# Where that would be too much: what a room may use besides itself.
NARROW = {
    "source": {"problem", "textfile"},
    "catalog": {"notes", "source", "problem", "refusal", "project", "sizes"},
    "defaults": {"catalog", "source", "problem", "choices", "sizes"},
    "balance": {"notes", "catalog", "source", "modules", "problem", "shares", "chances"},
    "play": set[str](),
    "odds": {"catalog", "play", "modules", "problem", "refusal", "chances"},
    "simulation": {"balance", "catalog", "source", "play", "problem", "shares", "refusal"},
    "starter": {"catalog", "source", "problem", "refusal", "project", "atomic"},
    "plots": set[str](),
    "statistics": {"notes", "odds", "plots", "balance", "catalog", "source", "problem"},
    "chances": set[str](),
    "marks": {"escape", "units"},
    "svg": {"marks", "textfile", "problem", "choices", "units"},
    "text": {"marks", "source", "units"},
    "face": {"notes", "catalog", "svg", "text", "marks", "source", "problem", "choices", "units", "sizes"},
    "sheet": {"escape", "marks", "choices", "linear", "units", "sizes"},
    "press": {"escape", "marks", "sheet", "choices", "units", "sizes", "atomic", "cores"},
    "preflight": {"escape", "marks", "choices", "units", "sizes", "cores", "modules", "problem"},
}

"""The rooms of the house and which may use which: for the tests, and for the table in docs/architecture.md."""

# From the ground up: a room may use those that stand before it.
ORDER = [
    *("escape", "units", "sizes", "choices", "problem", "refusal", "notes", "textfile", "project"),
    *("atomic", "crew", "cores", "modules", "project_code", "guests", "shares", "linear", "chances"),
    *(
        "source",
        "catalog",
        "defaults",
        "balance",
        "odds",
        "plots",
        "statistics",
        "simulation",
        "games",
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
    "catalog": {"source", "problem", "refusal", "project", "sizes"},
    "defaults": {"catalog", "source", "problem", "choices", "sizes"},
    "balance": {"notes", "catalog", "source", "modules", "problem", "shares", "chances"},
    "project_code": set[str](),
    "guests": {"refusal", "project_code"},
    "odds": {"catalog", "guests", "modules", "problem", "refusal", "chances"},
    "simulation": {"balance", "catalog", "guests", "project_code", "source", "problem", "shares", "refusal"},
    "games": {"catalog", "chances", "odds", "simulation"},
    "starter": {"catalog", "source", "problem", "refusal", "project", "atomic"},
    "plots": set[str](),
    "statistics": {"notes", "odds", "plots", "balance", "catalog", "source", "problem"},
    "chances": set[str](),
    "marks": {"escape", "units"},
    "svg": {"marks", "textfile", "problem", "choices", "units"},
    "text": {"marks", "source", "units"},
    "face": {"notes", "guests", "catalog", "svg", "text", "marks", "source", "problem", "choices", "units", "sizes"},
    "sheet": {"escape", "marks", "choices", "linear", "units", "sizes"},
    "press": {"escape", "marks", "sheet", "choices", "units", "sizes", "atomic", "cores"},
    "preflight": {"escape", "marks", "choices", "units", "sizes", "cores", "modules", "problem"},
}

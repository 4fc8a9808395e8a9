"""The rooms of the house and which may use which: for the tests, and for the table in docs/architecture.md."""

# From the ground up: a room may use those that stand before it.
ORDER = [
    *("dataclass", "escape", "units", "sizes", "choices", "problem", "refusal", "notes", "textfile", "project"),
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
    "source": {"dataclass", "problem", "textfile"},
    "catalog": {"dataclass", "source", "problem", "refusal", "project", "sizes"},
    "defaults": {"dataclass", "catalog", "source", "problem", "choices", "sizes"},
    "balance": {"dataclass", "notes", "catalog", "source", "modules", "problem", "shares", "chances"},
    "play": {"dataclass"},
    "odds": {"dataclass", "catalog", "play", "modules", "problem", "refusal", "chances"},
    "simulation": {"dataclass", "balance", "catalog", "source", "play", "problem", "shares", "refusal"},
    "starter": {"dataclass", "catalog", "source", "problem", "refusal", "project", "atomic"},
    "plots": {"dataclass"},
    "statistics": {"dataclass", "notes", "odds", "plots", "balance", "catalog", "source", "problem"},
    "chances": {"dataclass"},
    "marks": {"dataclass", "escape", "units"},
    "svg": {"dataclass", "marks", "textfile", "problem", "choices", "units"},
    "text": {"dataclass", "marks", "source", "units"},
    "face": {"dataclass", "notes", "catalog", "svg", "text", "marks", "source", "problem", "choices", "units", "sizes"},
    "sheet": {"dataclass", "escape", "marks", "choices", "linear", "units", "sizes"},
    "press": {"dataclass", "escape", "marks", "sheet", "choices", "units", "sizes", "atomic", "cores"},
    "preflight": {"dataclass", "escape", "marks", "choices", "units", "sizes", "cores", "modules", "problem"},
}

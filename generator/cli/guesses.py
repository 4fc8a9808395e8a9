"""What people type that is no command, no option or no value, and what answers it."""

from collections.abc import Sequence

_SHEETS = "pnp render GAME prints its sheets; pnp plan GAME --players N --render prints its box for N players"
_BOX = "pnp plan GAME --players N --render prints a game's box"
COMMANDS = {
    **dict.fromkeys(("print", "pdf", "sheets", "draw", "build", "make"), _SHEETS),
    **dict.fromkeys(("box", "players"), _BOX),
    **dict.fromkeys(("init", "create", "start", "begin", "add"), "pnp new NAME makes a game, or adds a kind to one"),
    **dict.fromkeys(("test", "lint", "validate", "verify"), "pnp check checks all games"),
    **dict.fromkeys(("open", "edit", "web", "gui", "workshop", "view"), "pnp serve shows the games in a browser"),
    **dict.fromkeys(("forge", "invent"), "pnp generate KIND makes new items"),
    **dict.fromkeys(("play", "run"), "pnp simulate GAME plays whole games; pnp serve has a table"),
    **dict.fromkeys(("zip", "share", "send"), "pnp pack GAME packs a game into one file"),
    **dict.fromkeys(("unpack", "copy", "fork"), "pnp new NAME --from GAME|FOLDER|FILE.zip begins with a copy"),
    **dict.fromkeys(("games", "ls", "cards", "items", "kinds"), "pnp list [GAME] [KIND] lists games, kinds and items"),
    **dict.fromkeys(("info", "describe"), "pnp show KIND/ID describes an item"),
    **dict.fromkeys(("manual", "docs", "man"), "pnp help pages lists the pages of the manual"),
    "version": "pnp --version shows it",
}
_LANGUAGES = "it is about all of a game's languages"
_OPTIONS = {
    ("render blank watch", "--players --mode --with"): _BOX,
    ("check rules list stats serve site", "--lang --language --languages"): _LANGUAGES,
    ("check render blank plan watch site serve list stats simulate tune export pack trust", "--game"): (
        "name the game without an option: pnp {command} GAME"
    ),
    ("check", "--kind --item"): "pnp check FILE checks what is in one file",
}
OPTIONS = {
    (command, option): answer.format(command=command)
    for (commands, options), answer in _OPTIONS.items()
    for command in commands.split()
    for option in options.split()
}
_VALUES = {("--ink", "color"): "colour"}


def as_spelt_here(args: Sequence[str]) -> list[str]:
    """What was typed, with values as the tool spells them."""
    found: list[str] = []
    for word in args:
        option, mark, value = word.partition("=")
        if mark:
            found.append(f"{option}={_VALUES.get((option, value.lower()), value)}")
        else:
            found.append(_VALUES.get((found[-1] if found else "", word.lower()), word))
    return found

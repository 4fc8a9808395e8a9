"""The tool stays as it was planned: imports point one way, packages keep to themselves, and no code knows a game."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from packages import NARROW, ORDER, package_of
from shared_games import shipped_game
from trees import nodes, tree

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "generator"
MODULES = sorted(path for path in TOOL.rglob("*.py") if path.name != "__init__.py" or path.read_text(encoding="utf-8"))

PLAYED = sorted((ROOT / "data").glob("*/play/**/*.py"))  # the code of the games that ship
EVERY = [*MODULES, *PLAYED]

# Words of the three games: none of them has a place in code that every game shares.
GAME_WORDS = [
    *("surprise", "housing", "tricks", "treats", "costumes", "masks", "movements", "gathering", "difficulty"),
    *("collector", "grit", "cunning", "reflexes", "stamina", "escapade"),
    *("star_road", "star-road", "blueprint", "storage", "recycle"),
]
# All that a plugin may import of ours: what a stranger's may.
FOR_PLUGINS = {"generator.games", "generator.games.pen"}
# The options of `pnp show` name what a hand of one game holds.
KNOWN_TO_NAME_A_GAME = {"cli/show.py", "cli/data_options.py", "cli/options.py", "cli/group.py"}

SPOKEN = {".py", ".txt", ".yaml", ".html", ".js", ".css", ".md", ".svg", ".json"}  # suffixes of files with words

LONGEST_FUNCTION = 60
LONGEST_MODULE = 400


def package(path: Path) -> str:
    """The package that a module lies in; empty where it is by itself."""
    return package_of(path.relative_to(TOOL).parent.as_posix())


def imports(path: Path) -> Iterator[str]:
    """The modules that a module imports, with all their names."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def own_imports(path: Path) -> set[str]:
    """The packages that a module imports from."""
    names = (
        name.removeprefix("generator.").replace(".", "/") for name in imports(path) if name.startswith("generator.")
    )
    return {package_of(name) for name in names} - {""}


def docstrings(module: ast.Module) -> set[int]:
    """The identities of the constants that are documentation."""
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                found.add(id(first.value))
    return found


def offenders(check: Callable[[Path], object], paths: Sequence[Path] = MODULES) -> dict[str, object]:
    """What a check finds wrong, by module; nothing where it finds nothing."""
    found = {str(path.relative_to(TOOL if path.is_relative_to(TOOL) else ROOT)): check(path) for path in paths}
    return {name: wrong for name, wrong in found.items() if wrong}


def test_every_room_has_its_place_in_the_order() -> None:
    assert {package(path) for path in MODULES if path.parent != TOOL} == set(ORDER)
    assert {path.name for path in MODULES if path.parent == TOOL} == {"__init__.py", "__main__.py"}


def test_imports_point_one_way() -> None:
    def beyond(path: Path) -> set[str]:
        here = package(path)
        if not here:  # `pnp` itself
            return set()
        allowed = set(ORDER[: ORDER.index(here)])
        return own_imports(path) - NARROW.get(here, allowed) - {here}

    assert offenders(beyond) == {}


def test_the_library_of_the_press_is_used_by_the_press_and_for_the_widths_of_letters() -> None:
    users = offenders(lambda path: any(name.split(".")[0] == "reportlab" for name in imports(path)))
    assert {name for name in users if not name.startswith("pdf/")} == {"draw/marks/fonts.py"}


def test_no_shared_code_knows_a_game() -> None:
    def knows(path: Path) -> list[tuple[int, str]]:
        return [(line, text) for line, text in said(path) if any(word in text.lower() for word in GAME_WORDS)]

    assert offenders(knows).keys() <= KNOWN_TO_NAME_A_GAME


@pytest.mark.slow
def test_no_file_of_the_tool_names_a_shipped_game() -> None:
    """Folders, titles, and the kinds and modules that one game alone has, wherever: in explanations and texts too."""
    games = [shipped_game(path.parent.name) for path in sorted((ROOT / "data").glob("*/game.yaml"))]
    kinds = Counter(kind for game in games for kind in game.kinds)
    names = {kind for kind, number in kinds.items() if number == 1 and "-" in kind}
    names |= {path.stem for path in PLAYED if re.search("[a-z]_[a-z]", path.stem)}
    for game in games:
        names |= {game.folder.name, game.folder.name.replace("-", "_"), *game.title.translations.values()}
    assert len(names) > 40
    named = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names)))})(?![\w-])", re.I)
    files = [path for path in TOOL.rglob("*") if path.suffix in SPOKEN and "vendor" not in path.parts]
    found = {str(path.relative_to(TOOL)): set(named.findall(path.read_text(encoding="utf-8"))) for path in files}
    # The examples of commands can be tried at once: on the games that are there.
    assert {file for file, words in found.items() if words} == {"cli/examples.txt"}


def test_plugins_use_what_a_stranger_may_and_nobody_uses_them() -> None:
    def beyond(path: Path) -> set[str]:
        if path not in PLAYED:
            return {name for name in imports(path) if name.partition(".")[0] in ("play", "data")}
        used = {node.module or "" for node in nodes(path) if isinstance(node, ast.ImportFrom) and not node.level}
        used |= {alias.name for node in nodes(path) if isinstance(node, ast.Import) for alias in node.names}
        return {name for name in used if name.partition(".")[0] == "generator"} - FOR_PLUGINS

    assert offenders(beyond, EVERY) == {}


def said(path: Path) -> Iterator[tuple[int, str]]:
    """The names and texts of a module's code, with their lines; documentation left out."""
    explained = docstrings(tree(path))
    for node in nodes(path):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in explained:
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name


def test_the_games_words_are_those_of_the_games() -> None:
    files = list((ROOT / "data").rglob("*.yaml"))
    data = " ".join(f"{path.parent.name} {path.read_text(encoding='utf-8').lower()}" for path in files)
    assert [word for word in GAME_WORDS if word not in data and word.replace("_", "-") not in data] == []


def test_modules_and_functions_are_short() -> None:
    def long(path: Path) -> dict[str, int]:
        functions = [node for node in nodes(path) if isinstance(node, ast.FunctionDef)]
        lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
        found = {name: length for name, length in lengths.items() if length > LONGEST_FUNCTION}
        lines = len(path.read_text(encoding="utf-8").splitlines())
        return found | ({"the module": lines} if lines > LONGEST_MODULE else {})

    assert offenders(long, EVERY) == {}


def test_what_others_may_use_is_explained() -> None:
    def mute(path: Path) -> list[str]:
        public = [node for node in tree(path).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
        for node in list(public):
            # With a base, the base explains the methods.
            if isinstance(node, ast.ClassDef) and not node.bases and not node.name.startswith("_"):
                public += [inner for inner in node.body if isinstance(inner, ast.FunctionDef)]
        unexplained = [node.name for node in public if not node.name.startswith("_") and not ast.get_docstring(node)]
        return unexplained if ast.get_docstring(tree(path)) else ["the module", *unexplained]

    assert offenders(mute, EVERY) == {}


def test_only_the_doors_print() -> None:
    printing = offenders(lambda path: "print" in calls(path), EVERY)
    assert {name for name in printing if not name.startswith("cli/")} == set()


def test_nothing_is_left_to_do() -> None:
    def left(path: Path) -> list[str]:
        text = path.read_text(encoding="utf-8")
        return [word for word in ("TODO", "FIXME", "XXX", "HACK") if word in text]

    assert offenders(left, EVERY) == {}


def test_nothing_is_run_or_unpacked_that_a_stranger_wrote() -> None:
    assert offenders(lambda path: calls(path) & {"eval", "__import__"}, EVERY) == {}
    # What Jinja2's compiler made of an expression, in its sandbox.
    assert set(offenders(lambda path: "exec" in calls(path), EVERY)) <= {"model/compiled.py"}
    unsafe = {"pickle", "marshal", "shelve", "subprocess", "xml.etree.ElementTree", "xml.dom.minidom"}
    # It starts Python itself with our own module, so that what a stranger wrote is read within limits.
    apart = {"pdf/preflight/apart.py": {"subprocess"}}
    assert offenders(lambda path: unsafe & set(imports(path)), EVERY) == apart


def calls(path: Path) -> set[str]:
    """The names of the functions that a module calls by their bare name."""
    made = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
    return {function.id for function in made if isinstance(function, ast.Name)}

"""The names of rules that code gives to what it finds wrong, read from the code.

A function or value that takes a rule's name takes it as ``rule: str``. So wherever one is called, what is in that
place is such a name: written out, a constant, one of two, or handed on from a place that is examined by itself.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from trees import nodes, tree

Function = ast.FunctionDef | ast.Lambda
OF_GAMES = {"rule.name"}  # a rule of a game's balance.yaml


class Untold(AssertionError):
    """What stands in the place of a rule's name cannot be read."""


@dataclass
class Module:
    """A module: what it defines that takes a rule's name (at which position), what it imports, its constants."""

    path: Path
    tree: ast.Module
    takes: dict[str, int | None] = field(default_factory=dict)  # None: defined, and takes none
    imports: dict[str, str] = field(default_factory=dict)
    constants: dict[str, ast.expr] = field(default_factory=dict)
    defaults: list[ast.expr] = field(default_factory=list)

    def __post_init__(self) -> None:
        for node in nodes(self.path):
            match node:
                case ast.FunctionDef(name=name, args=arguments):
                    self._define(name, arguments)
                case ast.ClassDef(name=name, body=body):
                    fields = [part for part in body if isinstance(part, ast.AnnAssign)]
                    self.takes[name] = _position([(part.target.id, part.annotation) for part in fields])  # type: ignore[union-attr]
                case ast.ImportFrom(module=str(module)):
                    self.imports.update(dict.fromkeys([alias.name for alias in node.names], module))
        for part in self.tree.body:
            if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
                self.constants[part.targets[0].id] = part.value

    def _define(self, name: str, arguments: ast.arguments) -> None:
        found = [argument for argument in arguments.args if argument.arg != "self"]
        position = _position([(argument.arg, argument.annotation) for argument in found])
        self.takes[name] = position if self.takes.get(name) is None else self.takes[name]
        late = len(found) - len(arguments.defaults)
        if position is not None and position >= late:
            self.defaults.append(arguments.defaults[position - late])


def _position(parameters: list[tuple[str, ast.expr | None]]) -> int | None:
    for number, (name, annotation) in enumerate(parameters):
        if name == "rule" and isinstance(annotation, ast.Name) and annotation.id == "str":
            return number
    return None


def emitted(package: Path, without: set[str]) -> dict[str, set[str]]:
    """The names by the modules that give them, in all rooms but ``without``.

    Raises:
        Untold: a name is given in a way that this reader does not know.
    """
    modules = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        if not path.relative_to(package).as_posix().startswith(tuple(f"{room}/" for room in without)):
            modules[".".join(parts)] = Module(path, tree(path))
    names: dict[str, set[str]] = {}
    for module in modules.values():
        for name in _names(module, modules):
            names.setdefault(name, set()).add(str(module.path.relative_to(package)))
    return names


def _names(module: Module, modules: dict[str, Module]) -> Iterator[str]:
    for default in module.defaults:
        yield from _read(default, module, None)
    enclosing = {
        id(inner): node for node in nodes(module.path) if isinstance(node, Function) for inner in ast.walk(node)
    }
    for node in nodes(module.path):
        if not isinstance(node, ast.Call):
            continue
        arguments = [
            part for given in node.args for part in ([given] * 2 if isinstance(given, ast.Starred) else [given])
        ]
        known = [part.value for part in node.keywords if part.arg == "rule"]
        given = known or [arguments[place] for place in _places(node.func, module, modules) if place < len(arguments)]
        failures = []
        for argument in given:
            try:
                yield from _read(argument, module, enclosing.get(id(node)))
                break
            except Untold as failure:
                failures.append(failure)
        else:
            if failures:
                raise failures[0]


def _places(function: ast.expr, module: Module, modules: dict[str, Module]) -> list[int]:
    """Where the function takes a rule's name; more than one place if it cannot be known which function it is."""
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if name in module.takes:
        found = [module.takes[name]]
    elif isinstance(function, ast.Name) and name in module.imports:
        home = modules.get(module.imports[name])
        found = [home.takes.get(name)] if home else []
    else:
        found = [other.takes.get(name) for other in modules.values()]
    return sorted({place for place in found if place is not None})


def _read(node: ast.expr, module: Module, function: Function | None) -> list[str]:
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=one, orelse=other):
            return [*_read(one, module, function), *_read(other, module, function)]
        case ast.Attribute() if node.attr == "rule" or ast.unparse(node) in OF_GAMES:  # given where it was made
            return []
        case ast.Name(id=name):
            if name == "rule" and function and name in [argument.arg for argument in function.args.args]:
                return []
            local = [part.value for part in ast.walk(function or ast.Module([], [])) if _sets(part, name)]  # type: ignore[attr-defined]
            values = local or [module.constants[name]] if local or name in module.constants else []
            if values:
                return [text for value in values for text in _read(value, module, function)]
    raise Untold(f"{module.path}:{node.lineno}: which rule is {ast.unparse(node)}?")


def _sets(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == name for target in node.targets
    )

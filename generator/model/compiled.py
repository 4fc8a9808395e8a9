"""Jinja2's expressions as plain Python functions.

The code of an expression is what Jinja2's own compiler writes, its sandbox included. Around it Jinja2 would put a
generator and a context, made for pages, that take several times as long as most expressions; here it is a function.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, TypeVar

from jinja2 import TemplateRuntimeError, TemplateSyntaxError, nodes, runtime
from jinja2.compiler import CodeGenerator, Frame, operators
from jinja2.environment import Environment
from jinja2.parser import Parser
from jinja2.utils import _PassArg

from generator.model.reasons import EQUALS

_ASKS = (_PassArg.context, _PassArg.eval_context)  # more than the values, as filters do that call others

NodeOfCode = TypeVar("NodeOfCode", bound=nodes.Node)
Function = Callable[[dict[str, Any]], Any]  # from values by name


def parse_expression(text: str, environment: Environment) -> nodes.Expr:
    """An expression as a tree.

    Raises:
        TemplateSyntaxError: it cannot be read, or more follows it.
    """
    parser = Parser(environment, text, state="variable")
    expression = parser.parse_expression()
    if not parser.stream.eos:
        rest = parser.stream.current
        message = EQUALS if rest.type == "assign" else f"{rest.value!r} has no place in it"
        raise TemplateSyntaxError(message, rest.lineno)
    expression.set_environment(environment)
    return expression


def known_names(environment: Environment, more: Mapping[str, Any]) -> dict[str, Any]:
    """What the code of functions may name: what Jinja2's compiler takes for granted, filters, tests, and ``more``."""
    return {
        **vars(runtime),
        "environment": environment,
        "undefined": environment.undefined,
        "cond_expr_undefined": runtime.Undefined,  # an if without an else is nothing, and no mistake
        "Values": _Values,
        "unknown": _unknown,
        **{f"filter_{name}": function for name, function in environment.filters.items()},
        **{f"test_{name}": function for name, function in environment.tests.items()},
        **more,
    }


def as_function(source: str, names: dict[str, Any]) -> Function:
    """The function of the values by name that is written in `function_source`."""
    namespace: dict[str, Function] = {}
    exec(compile(source, "<expression>", "exec"), names, namespace)
    return namespace["evaluate"]


def function_source(value: str, names: Iterable[str], global_names: Collection[str], *, context: bool) -> str:
    """The text of a module with the function ``evaluate``.

    Args:
        value: what it returns, as code.
        names: the names in it.
        global_names: those among them that the environment has where no value is given.
        context: whether it needs more than the values, as filters do that call others.
    """
    lines = ["def evaluate(values):\n    begin()\n"]
    if context:
        lines.append("    context = Values(values, environment)\n")
    for name in sorted(names):
        absent = f"environment.globals[{name!r}]" if name in global_names else "missing"
        lines.append(f"    l_0_{name} = values.get({name!r}, {absent})\n")
    lines.append(f"    return finish({value})\n")
    return "".join(lines)


def _unknown(sort: str, name: str) -> Callable[..., Any]:
    """In place of a filter or a test that is not there, where it may not be asked for."""

    def refuse(*_unused: Any, **_more: Any) -> Any:
        raise TemplateRuntimeError(f"No {sort} named {name!r} found.")

    return refuse


class Generator(CodeGenerator):
    """Jinja2's compiler, with all that takes longer the larger its values are put through the environment."""

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        """``a ~ b``."""
        self.write("environment.joined((")
        self._several(node.nodes, frame)
        self.write("))")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        """``[a, b]``: lists of lists of lists grow fast."""
        self._made(node, super().visit_List, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        """``(a, b)``."""
        self._made(node, super().visit_Tuple, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        """``{a: b}``."""
        self._made(node, super().visit_Dict, frame)

    def _made(self, node: NodeOfCode, visit: Callable[[NodeOfCode, Frame], None], frame: Frame) -> None:
        """What an expression makes, as Jinja2 writes it."""
        constant = _is_constant(node)
        self.write("" if constant else "environment.made(")
        visit(node, frame)
        self.write("" if constant else ")")

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        """``a[1:9]``, and whatever else stands in brackets."""
        if not isinstance(node.arg, nodes.Slice):
            super().visit_Getitem(node, frame)
            return
        self.write("environment.part(")
        self.visit(node.node, frame)
        self.write(", slice(")
        for bound in (node.arg.start, node.arg.stop, node.arg.step):
            self.visit(bound or nodes.Const(None), frame)
            self.write(", ")
        self.write("))")

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        """``a == b``, ``a in b``. To compare something with a plain word or number costs nothing worth counting."""
        first, *more = node.ops
        if not more and first.op in ("in", "notin") and not _is_constant(first.expr):
            self.write("(not environment.within(" if first.op == "notin" else "(environment.within(")
            self._several([node.expr, first.expr], frame)
            self.write("))")
        elif any(_is_constant(part) for part in (node.expr, *(operand.expr for operand in node.ops))):
            super().visit_Compare(node, frame)
        else:
            self.write("(")
            for operator, part in (("", node.expr), *((operators[each.op], each.expr) for each in node.ops)):
                self.write(f" {operator} environment.weighed(" if operator else "environment.weighed(")
                self.visit(part, frame)
                self.write(")")
            self.write(")")

    def _several(self, parts: list[nodes.Expr], frame: Frame) -> None:
        for part in parts:
            self.visit(part, frame)
            self.write(", ")


class FunctionGenerator(Generator):
    """The code of a function, which names what works things out, where Jinja2's would look it up in the environment."""

    def visit_Add(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """``a + b``."""
        self._of_two("plus", node, frame)

    def visit_Mul(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """``a * b``."""
        self._of_two("times", node, frame)

    def visit_Mod(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """``a % b``."""
        self._of_two("remainder", node, frame)

    def visit_Pow(self, node: nodes.BinExpr, frame: Frame) -> None:  # noqa: N802
        """``a ** b``."""
        self._of_two("power", node, frame)

    def _of_two(self, name: str, node: nodes.BinExpr, frame: Frame) -> None:
        self.write(f"{name}(")
        self.visit(node.left, frame)
        self.write(", ")
        self.visit(node.right, frame)
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """``a.b``."""
        self.write("field(")
        self.visit(node.node, frame)
        self.write(f", {node.attr!r})")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002, N802
        """``a(b)``."""
        self.write("call(None, ")
        self.visit(node.node, frame)
        self.signature(node, frame)
        self.write(")")

    def source(self, expression: nodes.Expr) -> str:
        """The text of a module with the function ``evaluate``."""
        page = nodes.Template([nodes.Output([expression])])
        frame = Frame(nodes.EvalContext(self.environment, None))
        frame.symbols.analyze_node(page)
        filters, tests = self.environment.filters, self.environment.tests
        self.filters, self.tests = _named(page, nodes.Filter, filters), _named(page, nodes.Test, tests)
        self.visit(expression, frame)
        value: str = self.stream.getvalue()  # type: ignore[attr-defined]
        names = [name for _, name in frame.symbols.loads.values() if name is not None]
        called = [*map(filters.get, self.filters), *map(tests.get, self.tests)]
        asks = any(getattr(function, "jinja_pass_arg", None) in _ASKS for function in called)
        return function_source(value, names, self.environment.globals, context=asks)


def _named(page: nodes.Template, sort: type[nodes.Filter | nodes.Test], functions: Mapping[str, Any]) -> dict[str, str]:
    """What the filters, or the tests, of an expression are called in its code."""
    sort_name = sort.__name__.lower()
    names = {node.name for node in page.find_all(sort)}
    return {name: f"{sort_name}_{name}" if name in functions else f"unknown({sort_name!r}, {name!r})" for name in names}


def _is_constant(node: nodes.Node) -> bool:
    if isinstance(node, nodes.List | nodes.Tuple):
        return all(_is_constant(item) for item in node.items)
    return isinstance(node, nodes.Const)


class _Values(runtime.Context):
    """The values by name as a context; what Jinja2 keeps in one besides, expressions don't ask for."""

    def __init__(self, values: dict[str, Any], environment: Environment) -> None:
        self.parent = values
        self.vars = {}
        self.environment = environment
        self.eval_ctx = nodes.EvalContext(environment)
